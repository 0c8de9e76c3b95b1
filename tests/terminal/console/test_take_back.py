"""Taking back a move in the plain console."""

import io

import pytest

from paiju.engine.record import read
from paiju.games.registry import find_game
from paiju.terminal.console.play import play
from paiju.terminal.console.talk import Talk
from paiju.terminal.opening import Wanted, open_match
from paiju.terminal.words import Words

pytestmark = pytest.mark.usefixtures("home")


def said(*answers: str) -> tuple[str, int]:
    """What the console says to somebody who answers so and quits, and how many entries the record then has."""
    session, save = open_match(Wanted("uno", seed=3), Words("en-US"))
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
