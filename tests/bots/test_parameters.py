"""A bot in a file takes parameters from its name, as docs/writing-a-bot.md shows it."""

from pathlib import Path

import pytest

from paiju.cli import main
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
