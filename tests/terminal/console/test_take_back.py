"""Who begins, and taking back a move, in the plain console."""

import io
import re

import pytest

from paiju.engine.record import read
from paiju.games.registry import find_game
from paiju.terminal.console.play import play
from paiju.terminal.console.talk import Talk
from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.words import Words

pytestmark = pytest.mark.usefixtures("home")


def said(*answers: str, rulebook: str = "", seed: int = 3) -> tuple[str, int]:
    """What the console says to somebody who answers so and quits, and how many entries the record then has."""
    session, save = open_match(Wanted("uno", rulebook, seed=seed), Words("en-US"))
    sink = io.StringIO()
    talk = Talk(Words("en-US"), source=io.StringIO("\n".join([*answers, "q"]) + "\n"), sink=sink)
    play(talk, session, save)
    return sink.getvalue(), len(read(save.path.read_bytes(), find_game).entries)


def test_a_drawn_card_goes_back() -> None:
    before, entries = said()
    after, again = said("1", "z")
    assert "Your last move is taken back." in after
    assert again == entries
    assert after.splitlines()[-5:-3] == before.splitlines()[-5:-3], "the same question again"


def test_before_the_first_move_there_is_nothing_to_take_back() -> None:
    text, entries = said("z", "?")
    assert "There is no move of yours to take back." in text
    assert "z takes back your last move." in text
    assert entries == said()[1]


@pytest.mark.parametrize("rulebook", ["official", "console"])
def test_whoever_begins_is_addressed_in_the_right_person(rulebook: str) -> None:
    begun = [
        re.search(".* begins?[.]", said(rulebook=rulebook, seed=seed)[0].split("first card")[1]) for seed in range(8)
    ]
    lines = [found.group() for found in begun if found]
    mine = [line for line in lines if line.startswith("You")]
    assert mine and all(line.endswith(" begin.") for line in mine), lines
    assert all(line.endswith(" begins.") for line in lines if line not in mine), lines
