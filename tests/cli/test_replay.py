"""`paiju replay` in text: whole, up to a turn, verified; and files that are no records."""

import json
import re
from pathlib import Path

import pytest

from paiju.cli import main
from paiju.engine.drive import advance
from paiju.engine.game import HOST, Action, Game, Seat
from paiju.engine.record import entry_line, header_line, result_line
from paiju.engine.shuffle import FairSource, FastSource, commitment
from paiju.games.registry import GAMES, find_game

SEED = bytes(range(32))


def a_record(game: Game) -> str:
    """A whole match of random play with fair shuffles."""
    rules = game.rules(game.default_rulebook, {"targetScore": 50} if game.name == "uno" else {"startLevel": "A"})
    state = game.new(rules, 4)
    fair, dice = FairSource(SEED), FastSource(1)
    log: list[tuple[Seat, Action]] = []
    while not state.over():
        log += advance(state, fair)
        if state.over():
            break
        seat = state.turn()
        askable = [seat] if seat >= 0 else state.reactors()
        choices = [(s, action) for s in askable for action in state.legal(s)]
        upkeep = state.upkeep()
        if upkeep is not None and not dice.below(3):
            choices = [(HOST, upkeep)]
        chosen = dice.choice(choices)
        state.apply(*chosen)
        log.append(chosen)
    outcome = state.outcome()
    assert outcome is not None
    lines = [header_line(game, rules, ["Ann", "Bo", "Cy", "丁"], commitment(SEED))]
    lines += [entry_line(seq, seat, action, "2026-01-01T12:00:00Z") for seq, (seat, action) in enumerate(log, 1)]
    return "".join([*lines, result_line(outcome.result, SEED)])


@pytest.fixture(scope="module")
def text() -> str:
    return a_record(find_game("uno"))


@pytest.fixture
def file(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "match.paiju"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_record_is_shown_to_its_end(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file), "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("UNO (Official, targetScore=50): Ann, Bo, Cy, 丁\n")
    assert "Round 1 begins." in shown and " wins round 1." in shown
    assert re.search(r"^ *\d+  (Ann|Bo|Cy|丁) plays (Red|Blue|Green|Yellow) \S+\.$", shown, re.MULTILINE)
    assert re.search(r"^Won by (Ann|Bo|Cy|丁)\.$", shown, re.MULTILINE)
    assert not re.search(r"[{}\[\]]|p1|-\d", shown.split("\n", 1)[1]), "no notation of the engine"


def test_a_match_that_nobody_won_says_so(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ten hands of ten cards; everybody only draws, until the pile is empty and the round is blocked."""
    game = find_game("uno")
    rules = game.rules("platform", {"initialCards": 10})
    state, fair = game.new(rules, 10), FairSource(SEED)
    log = advance(state, fair)
    while not state.over():
        seat = state.turn()
        move = next(action for action in state.legal(seat) if action.text() in ("draw", "skip"))
        state.apply(seat, move)
        log += [(seat, move), *advance(state, fair)]
    lines = [header_line(game, rules, [f"P{seat}" for seat in range(10)], commitment(SEED))]
    lines += [entry_line(seq, seat, action, "2026-01-01T12:00:00Z") for seq, (seat, action) in enumerate(log, 1)]
    outcome = state.outcome()
    assert outcome is not None and not outcome.winners
    file.write_text("".join([*lines, result_line(outcome.result, SEED)]), encoding="utf-8")
    assert main(["replay", str(file), "--lang", "en"]) == 0
    assert capsys.readouterr().out.endswith("The match ended without a winner.\n")


def test_the_text_is_in_the_language_asked_for(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file), "--lang", "zh"]) == 0
    shown = capsys.readouterr().out
    assert "第 1 局开始。" in shown and re.search(r"^ *\d+  (Ann|Bo|Cy) 出[红黄绿蓝]\S+。$", shown, re.MULTILINE)
    assert not re.search(r" (plays|draws|wins) |Ann, Bo", shown)


def test_whoever_played_the_match_is_spoken_to(file: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(text.replace('"Ann"', '"你"', 1), encoding="utf-8")
    assert main(["replay", str(file), "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "  You play " in shown and "  You get " in shown
    assert "\nYou hold " in shown
    assert not re.search(r"You (plays|draws|wins|has|is|holds) |by You|act: You", shown)
    assert "Bo gets" not in shown, "the cards others drew stay hidden, as at the table"


def test_a_turn_shows_what_happened_until_then(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file), "--turn", "4", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "4  Round 1 begins." in shown
    assert "5  " not in shown
    assert re.search(r"^Ann holds \S.*, .*\.$", shown, re.MULTILINE), "the position is told in words"
    assert main(["replay", str(file), "--turn", "0", "--lang", "zh"]) == 0
    assert "轮到：主持人。" in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_fair_matches_of_every_game_verify(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.paiju"
    path.write_text(a_record(game), encoding="utf-8")
    assert main(["replay", str(path), "--verify", "--lang", "en"]) == 0
    assert capsys.readouterr().out.startswith("Verified: the seed belongs to the commitment ")


def test_a_stacked_deck_is_found_and_exit_1(file: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = text.splitlines()
    shuffle = next(i for i, line in enumerate(lines) if "SHUFFLE" in line)
    entry = json.loads(lines[shuffle])
    entry["action"]["order"].reverse()
    file.write_text("\n".join([*lines[:shuffle], json.dumps(entry)]) + "\n" + lines[-1] + "\n", encoding="utf-8")
    assert main(["replay", str(file), "--verify", "--lang", "en"]) == 1
    assert "is not the one that the seed gives" in capsys.readouterr().out


def test_an_unfinished_match_cannot_be_verified_yet(file: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("".join(text.splitlines(keepends=True)[:8]), encoding="utf-8")
    assert main(["replay", str(file), "--verify", "--lang", "en"]) == 1
    assert "not over" in capsys.readouterr().out


def test_a_damaged_record_is_exit_2_but_can_be_shown_up_to_the_damage(
    file: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = text.splitlines(keepends=True)
    file.write_text("".join([*lines[:6], lines[6][:25]]), encoding="utf-8")
    for words in (["replay", str(file)], ["replay", str(file), "--verify"], ["replay", str(file), "--turn", "6"]):
        assert main([*words, "--lang", "en"]) == 2
        shown = capsys.readouterr()
        assert shown.out == ""
        assert shown.err == "paiju: The record is cut off in line 7; turns 0 to 5 can still be shown with --turn.\n"
    assert main(["replay", str(file), "--turn", "5", "--lang", "en"]) == 0
    shown = capsys.readouterr()
    assert "Round 1 begins." in shown.out and "Ann holds " in shown.out
    assert "cut off in line 7" in shown.err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This is not a record of a match."),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "This is not a record of a match."),
        (b'{"paiju": 7}\n', "This record was written by a newer version of paiju (format 7; this one reads format 1)."),
        (
            b'{"paiju":1,"game":"go","rulebook":"x","options":{},"seats":[]}\n',
            'This record is of the game "go", which this version does not know.',
        ),
    ],
)
def test_what_is_no_record_is_one_sentence_and_exit_2(
    file: Path, content: bytes, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(content)
    assert main(["replay", str(file), "--lang", "en"]) == 2
    assert capsys.readouterr().err == f"paiju: {sentence}\n"


@pytest.mark.parametrize("extra", [["--turn", "99999"], ["--turn", "-1"], ["--turn", "x"], ["--lang", "fr"]])
def test_wrong_arguments_are_one_sentence_and_exit_2(
    file: Path, extra: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(file), *extra]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_names_of_strangers_cannot_steer_the_terminal(
    file: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    head, rest = text.split("\n", 1)
    header = json.loads(head)
    header["seats"][0] = "\x1b]0;owned\x07Ev\u202eil"
    file.write_text(json.dumps(header) + "\n" + rest, encoding="utf-8")
    assert main(["replay", str(file), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "]0;ownedEvil" in said
    assert all(char.isprintable() or char == "\n" for char in said)
