"""`paiju explain`: the steps of a check, for people and as JSON."""

import json

import pytest

from paiju.cli.main import main

FOLLOW = ["explain", "shandong", "--trump", "spades", "--lead", "hQ hQ hJ hJ", "--hand", "h9 h9 h8 h8 hK h4"]


def test_a_refused_play_is_explained_in_the_language_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FOLLOW, "--play", "hK h9 h9 h4", "--lang", "zh"]) == 1
    shown = capsys.readouterr().out
    assert "有连对必须出连对" in shown and "♥9 ♥8" in shown
    assert main([*FOLLOW, "--play", "hK h9 h9 h4", "--lang", "en"]) == 1
    assert "Must play consecutive pairs" in capsys.readouterr().out


def test_an_accepted_play_ends_with_0_and_the_steps_are_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FOLLOW, "--play", "h9 h9 h8 h8", "--json"]) == 0
    steps = json.loads(capsys.readouterr().out)
    assert steps["valid"] and steps["code"] is None and steps["steps"][0]["rule"] == "8.1"


def test_without_a_lead_the_play_is_one_and_options_count(capsys: pytest.CaptureFixture[str]) -> None:
    locked = ["explain", "shandong", "--trump", "clubs", "--play", "c9 c9", "--lang", "en"]
    assert main(locked) == 1
    assert "big joker" in capsys.readouterr().out
    assert main([*locked, "--option", "trumpPairNeedsBigJoker=false"]) == 0
    assert main([*locked, "--big-joker-played"]) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["explain", "uno", "--play", "hA"],
        ["explain", "shandong", "--play", "nonsense"],
        ["explain", "shandong", "--play", "hA", "--level", "1"],
        ["explain", "shandong", "--play", "hA", "--trump", "green"],
        ["explain", "shandong", "--play", "hA", "--lead", "hA cA"],
        ["explain", "shandong", "--play", "hA", "--option", "kittyMode=other"],
    ],
)
def test_wrong_usage_gets_one_sentence_and_exit_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == "" and len(said.err.strip().splitlines()) == 1 and "Traceback" not in said.err
