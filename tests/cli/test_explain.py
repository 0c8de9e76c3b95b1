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


def test_one_card_is_not_called_cards(capsys: pytest.CaptureFixture[str]) -> None:
    single = ["explain", "shandong", "--trump", "spades", "--lead", "hQ", "--hand", "h9 s9", "--lang", "en"]
    assert main([*single, "--play", "s9"]) == 1
    assert main([*single, "--play", "s9 h9"]) == 1
    shown = capsys.readouterr().out
    assert "Must play 1 card\n" in shown and "Of hearts in hand: 1 (♥9)" in shown
    assert "1 cards" not in shown


@pytest.mark.parametrize(
    ("arguments", "code", "steps"),
    [
        (["--top", "b5", "--play", "r5"], None, ["top", "fits_number"]),
        (["--top", "r5", "--play", "r5"], None, ["top", "fits_color"]),
        (["--top", "b>", "--play", "r>"], None, ["top", "fits_symbol", "effect_skip"]),
        (["--top", "w", "--color", "green", "--play", "g<"], None, ["top", "fits_color", "effect_reverse"]),
        (["--top", "b5", "--hand", "r5 g2", "--play", "g2"], "INVALID_CARD", ["top", "fits_not"]),
        (["--top", "b5", "--hand", "r5 g2", "--play", "b2"], "CARD_NOT_IN_HAND", ["top", "not_held"]),
        (["--top", "b5", "--play", "w"], "CHOOSE_COLOR_REQUIRED", ["top", "fits_wild"]),
        (["--top", "b5", "--play", "w:r"], None, ["top", "fits_wild", "new_color"]),
        (
            ["--top", "b5", "--hand", "w4 b1", "--play", "w4:r"],
            None,
            ["top", "fits_wild", "bluff", "new_color", "effect_draw_four"],
        ),
        (
            ["--top", "b5", "--hand", "w4 r1", "--play", "w4:r", "--option", "wd4Rule=strict"],
            None,
            ["top", "fits_wild", "no_bluff", "new_color", "effect_draw_four"],
        ),
        (
            ["--top", "b5", "--hand", "w4 b1", "--play", "w4:r", "--option", "wd4Rule=strict"],
            "WD4_NOT_ALLOWED",
            ["top", "fits_wild", "forbidden", "new_color"],
        ),
        (
            ["--top", "b+2", "--owed", "2", "--play", "b1", "--rulebook", "platform"],
            "MUST_DRAW_FIRST",
            ["top", "owed", "stacks_not"],
        ),
        (
            ["--top", "b+2", "--owed", "2", "--play", "r+2", "--option", "stackDrawCards=true"],
            None,
            ["top", "owed", "stacks", "fits_symbol", "effect_draw_two"],
        ),
        (
            ["--top", "w4", "--color", "red", "--owed", "4", "--play", "r1"],
            "WD4_RESPONSE_REQUIRED",
            ["top", "owed", "stacks_not"],
        ),
        (["--top", "b5", "--drawn", "--play", "b1"], None, ["top", "drawn", "fits_color"]),
        (["--top", "b5", "--play", "draw"], None, ["top", "draws"]),
        (["--top", "b5", "--play", "skip"], "CANNOT_SKIP", ["top"]),
        (["--top", "b5", "--drawn", "--play", "skip"], None, ["top"]),
        (["--top", "b+2", "--owed", "2", "--play", "draw"], None, ["top", "owed", "takes"]),
    ],
)
def test_a_play_of_uno_is_explained_too(
    arguments: list[str], code: str | None, steps: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", "uno", *arguments, "--json"]) == (0 if code is None else 1)
    told = json.loads(capsys.readouterr().out)
    verdict = "accepted" if code is None else "refused"
    assert (told["code"], [step["step"] for step in told["steps"]]) == (code, [*steps, verdict])
    for language in ("zh", "en"):
        main(["explain", "uno", *arguments, "--lang", language])
        shown = capsys.readouterr().out
        assert "trace." not in shown and "{" not in shown and len(shown.splitlines()) >= len(steps) + 2


@pytest.mark.parametrize(
    "arguments",
    [
        ["explain", "uno", "--play", "hA"],
        ["explain", "uno", "--play", "r5"],
        ["explain", "uno", "--play", "r5", "--top", "w"],
        ["explain", "uno", "--play", "r5", "--top", "b5", "--color", "pink"],
        ["explain", "uno", "--play", "r5", "--top", "b5", "--owed", "two"],
        ["explain", "uno", "--play", "r5", "--top", "b5", "--hand", "r5 r5 r5"],
        ["explain", "uno", "--play", "r5", "--top", "b5", "--hand", "r5.2 r5.2"],
        ["explain", "uno", "--play", "start", "--top", "b5"],
        ["explain", "uno", "--play", "r5", "--top", "b5", "--level", "3"],
        ["explain", "uno", "--play", "r5", "--top", "b5", "--option", "noSuch=1"],
        ["explain", "chess", "--play", "e4"],
        ["explain", "shandong", "--play", "hA", "--top", "b5"],
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
