"""The tips of play in document 003 that no simpler bot follows: `net` looks at what they name."""

from typing import cast

import pytest

from paiju.bots.registry import find_bot
from paiju.bots.uno_features import Situation
from paiju.engine.game import Action, Seat
from paiju.engine.shuffle import FastSource
from paiju.games.uno.actions import DRAW, UnoAction, parse_action
from paiju.games.uno.game import UNO
from paiju.games.uno.state import UnoState
from paiju.games.uno.vectors import position

OTHERS = ("b1 b2 b3 b4", "y1 y2 y3 y4", "g1 g2 g3 g4")


def seen(state: UnoState, action: Action) -> list[int]:
    """What `net` takes into account when the first seat considers an action."""
    return sorted(Situation(state.view(Seat(0))).after(cast(UnoAction, action)))


def chosen(top: str, *hands: str) -> str:
    """What `net` plays in the first seat."""
    view = position(top, *hands, pile="r1 r2 r4 b5 b6").view(Seat(0))
    return str(find_bot("net", UNO).choose(view, FastSource(1)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (position("r5", "r3 r9 g8", *OTHERS), position("r5", "r3 r9 g8", "b1", *OTHERS[1:])),
        (position("r5 b7 b8 b9", "r3 r9 g8", *OTHERS), position("r5 g7 g8 g9", "r3 r9 g8", *OTHERS)),
        (position("r5", "r3 r9 r8", *OTHERS), position("r5", "r3 g9 y8", *OTHERS)),
    ],
    ids=["cards of the opponents", "colours played lately", "colours in the own hand"],
)
def test_net_looks_at_what_the_tips_name(one: UnoState, other: UnoState) -> None:
    play = parse_action("r3")
    assert seen(one, play) != seen(other, play)


def test_net_notices_a_colour_that_an_opponent_lacks() -> None:
    state = position("r5", "r3 r9 w", "b1 b2 b3 b4", pile="g1 g2 g3 g4", current=1)
    state.play(Seat(1), DRAW)
    assert state.turn() == 0, "the drawn card does not fit"
    same_cards = position("r5", "r3 r9 w", "b1 b2 b3 b4 g1", pile="g2 g3 g4")
    wild = parse_action("w:r")
    assert seen(state, wild) != seen(same_cards, wild)


def test_net_stops_an_opponent_who_has_one_card_left() -> None:
    assert chosen("r5", "r+2 r3 b8 g1", "y4", "y2 y3", "g2 g3") == "r+2"


def test_net_keeps_a_wild_for_later_and_lays_a_card_that_fits() -> None:
    assert chosen("r5", "r3 w b8 g1 y1", *OTHERS) == "r3"
