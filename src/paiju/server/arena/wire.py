"""Cards, colours and players as arena bots read them."""

from collections.abc import Callable
from typing import Any, Final

from paiju.engine.facts import Fact
from paiju.games.uno.cards import CARDS, COLOUR_NAMES, NO_COLOUR, card_json, find_card
from paiju.games.uno.position import Position
from paiju.games.uno.view import PHASES
from paiju.server.match.replay import Folded

Json = dict[str, Any]
Ids = Callable[[int], str]
"""Seat → the id under which one recipient knows that player: their own secret, and the public ids of others."""


def _card(number: int) -> Json:
    shape = card_json(number)
    colour = shape["color"]
    data: Json = {
        "type": str(shape["type"]).upper(),
        "color": "BLACK" if colour is None else str(colour).upper(),
    }
    if shape["value"] is not None:
        data["value"] = shape["value"]
    return data


CARDS_ON_WIRE: Final = [_card(number) for number in range(CARDS)]
"""By card number. Shared: never changed."""


def cards(hand: list[int]) -> list[Json]:
    """A list of cards in the same order."""
    return [CARDS_ON_WIRE[number] for number in hand]


def card(name: str) -> Json:
    """The card of an id."""
    return CARDS_ON_WIRE[find_card(name)]


def ids_in(fact: Fact) -> list[str]:
    """The ids of a fact's cards."""
    found = fact.data.get("cards")
    return [str(name) for name in found] if isinstance(found, list) else []


def cards_in(fact: Fact) -> list[Json]:
    """The cards of a fact."""
    return [card(name) for name in ids_in(fact)]


def colour(number: int) -> str | None:
    """RED, BLUE, GREEN, YELLOW, or None before a colour is chosen."""
    return None if number == NO_COLOUR else COLOUR_NAMES[number].upper()


def ids_for(folded: Folded, seat: int, secret: str) -> Ids:
    """How the owner of `secret` in `seat` (or SPECTATOR) names the players."""
    places = folded.places
    return lambda other: secret if other == seat else places[other].public


def players_in(folded: Folded, state: Position | None, ids: Ids) -> list[Json]:
    """Every player still in the room, in seat order; always with `id`, `name`, `cardCount`."""
    seats = state.order if state is not None else [s for s, place in enumerate(folded.places) if not place.free]
    return [
        {
            "id": ids(seat),
            "name": folded.places[seat].name,
            "cardCount": len(state.hands[seat]) if state is not None else 0,
            "score": state.scores[seat] if state is not None else 0,
            "isBot": bool(folded.places[seat].bot),
        }
        for seat in seats
    ]


def table_facts(folded: Folded, state: Position, ids: Ids) -> Json:
    """What everybody sees of a running match; part of `turn` and of the room's description."""
    return {
        "topCard": CARDS_ON_WIRE[state.discard[-1]] if state.discard else None,
        "currentColor": colour(state.colour),
        "direction": state.direction,
        "drawPileCount": len(state.deck),
        "drawPending": state.pending,
        "phase": PHASES[state.phase],
        "round": state.round_number,
        "players": players_in(folded, state, ids),
    }


def position_of(folded: Folded) -> Position | None:
    """The position of an arena match, if it has begun."""
    return folded.state if isinstance(folded.state, Position) else None
