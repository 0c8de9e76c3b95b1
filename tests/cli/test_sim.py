"""`paiju sim` on the command line."""

from pathlib import Path

import pytest

from paiju.cli import main


def _last_lines(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["sim", *words]) == 0
    return capsys.readouterr().out


def test_a_game_of_shandong_is_a_match_unless_deals_are_played_twice(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("shandong", "--bots", "random,random", "--games", "2", "--option", "startLevel=K")
    assert "2 matches on 2 deals" in _last_lines(capsys, *words)
    assert "matches" not in _last_lines(capsys, *words, "--duplicate")
    assert "matches" not in _last_lines(capsys, *words, "--no-match")


def test_a_game_of_uno_is_a_round_unless_matches_are_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("uno", "--bots", "random,random", "--games", "2")
    assert "matches" not in _last_lines(capsys, *words)
    assert "2 matches on 2 deals" in _last_lines(capsys, *words, "--match")


def test_bots_that_win_as_often_as_each_other_are_level(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stuck.py").write_text(
        "from paiju.bots.base import Bot\n"
        "class Stuck(Bot):\n    def choose(self, view, source):\n        raise ValueError\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    assert main(["sim", "uno", "--bots", "./stuck.py:Stuck,random", "--games", "2", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "./stuck.py:Stuck and the others are level: 0.00 %" in shown and "is ahead" not in shown
