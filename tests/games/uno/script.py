"""Short stories: `play(state, "p1 r5", "p2 draw", "host timeout p3")`, and what refuses an action."""

from paiju.engine.drive import settle
from paiju.engine.game import HOST, Action, Seat
from paiju.engine.shuffle import FastSource
from paiju.games.uno.actions import seat_of_id
from paiju.games.uno.cards import CARD_TEXTS
from paiju.games.uno.game import UNO
from paiju.games.uno.rules import UnoRules, uno_rules
from paiju.games.uno.state import UnoState


def read(line: str) -> tuple[Seat, Action]:
    """`p1 w:r` is an action of seat 0, `host timeout p2` one of the host."""
    who, _, text = line.partition(" ")
    return HOST if who == "host" else Seat(seat_of_id(who)), UNO.parse_action(text)


def play(state: UnoState, *lines: str) -> UnoState:
    """Play lines one after the other; a refused one raises."""
    settle(state, FastSource(7))
    for line in lines:
        state.play(*read(line))
        settle(state, FastSource(7))
    return state


def why(state: UnoState, line: str) -> str:
    """The code that refuses a line, "" if it is legal."""
    settle(state, FastSource(7))
    return state.refusal(*read(line))


def hand(state: UnoState, seat: int) -> str:
    """A hand as text, in its order."""
    return " ".join(CARD_TEXTS[card] for card in state.hands[seat])


def counts(state: UnoState) -> list[int]:
    """Hand sizes by seat."""
    return [len(cards) for cards in state.hands]


def book(name: str, **options: object) -> UnoRules:
    """A rulebook with options."""
    return uno_rules(name, options)
