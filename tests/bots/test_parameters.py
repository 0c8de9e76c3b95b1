"""A bot takes parameters from its name, also one in a file as docs/writing-a-bot.md shows it."""

from pathlib import Path
from typing import ClassVar

import pytest

from paiju.bots.base import Bot, BotKind, Parameter, action_shown
from paiju.bots.registry import maker_of
from paiju.cli import main
from paiju.engine.errors import BadRules
from tests.house.documents import ROOT, pieces


def test_a_bot_with_parameters_takes_them_from_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for piece in pieces(ROOT / "docs" / "writing-a-bot.md"):
        if piece.label.startswith("file="):
            (tmp_path / piece.label.removeprefix("file=")).write_text(piece.text, encoding="utf-8")
    assert main(["sim", "uno", "--bots", "./careful_bot.py:CarefulBot:draws=0.5,colour", "--games", "2"]) == 0
    assert "draws=0.5" in capsys.readouterr().out
    assert main(["sim", "uno", "--bots", "./careful_bot.py:CarefulBot:draw=1,colour", "--games", "2"]) == 2
    assert "draws" in capsys.readouterr().err


class Counted(Bot):
    parameters: ClassVar[dict[str, Parameter]] = {"words": "hello", "speed": 1.0}

    def __init__(self, **given: Parameter) -> None:
        self.given = given


def test_a_parameter_is_read_as_its_default_is() -> None:
    make = maker_of(Counted, "counted", ["words=bye", "speed=2"])
    bot = make()
    assert isinstance(bot, Counted)
    assert bot.given == {"words": "bye", "speed": 2.0}
    for text in ("fast", "-1", "inf"):
        with pytest.raises(BadRules, match=f"speed cannot be '{text}'"):
            maker_of(Counted, "counted", [f"speed={text}"])


def test_a_name_behind_which_is_no_bot_is_refused() -> None:
    with pytest.raises(BadRules, match="is not a bot"):
        BotKind("path", "uno", "pathlib:Path", 1).load()


def test_an_answer_that_cannot_even_be_shown_is_named_by_its_type() -> None:
    class Silent:
        def __repr__(self) -> str:
            raise RuntimeError("no")

    assert action_shown(Silent()) == "an object of type Silent"
