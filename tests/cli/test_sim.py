"""`paiju sim` on the command line."""

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
