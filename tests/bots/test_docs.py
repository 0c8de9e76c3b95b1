"""The guides for bot authors and researchers, run as they are written (long loops shortened)."""

import re
import runpy
import shlex
from pathlib import Path

import pytest

from paiju.cli import main

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```(python|console)(?: file=(\S+))?\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[tuple[str, str, str]]:
    return BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", ["writing-a-bot.md", "training.md"])
def test_the_guide_works_from_top_to_bottom(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    found = blocks(page)
    assert len(found) >= 3
    for number, (language, name, text) in enumerate(found):
        if language == "console":
            for line in text.splitlines():
                assert main(shlex.split(line.removeprefix("$ paiju "))) == 0, line
            continue
        file = tmp_path / (name or f"block_{number}.py")
        file.write_text(text.replace("256, 1000, 2", "32, 400, 2"), encoding="utf-8")
        runpy.run_path(str(file))
    printed = capsys.readouterr().out
    if page == "writing-a-bot.md":
        assert "MyBot" in printed
    else:
        won, rounds = re.findall(r"seat 0 won (\d+) of (\d+)", printed)[0]
        assert int(won) > 0.8 * int(rounds) > 10


def test_a_bot_with_parameters_takes_them_from_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for _, name, text in blocks("writing-a-bot.md"):
        if name:
            (tmp_path / name).write_text(text, encoding="utf-8")
    assert main(["sim", "uno", "--bots", "./careful_bot.py:CarefulBot:draws=0.5,colour", "--games", "2"]) == 0
    assert "draws=0.5" in capsys.readouterr().out
    assert main(["sim", "uno", "--bots", "./careful_bot.py:CarefulBot:draw=1,colour", "--games", "2"]) == 2
    assert "draws" in capsys.readouterr().err
