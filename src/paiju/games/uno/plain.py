"""The rules on plain data: card objects, ids and dicts in, plain answers out, no running match needed.

    generate_deck()[9]                                                 {"id": "red-5-9", "color": "red", …}
    can_play_card("red-5-9", "blue-5-34", "blue")                      True: the same number
    apply_card_effect("wild-draw-four-104", state, "red")              {"currentColor": "red", "drawPending": 4, …}
    calculate_hand_score(["red-5-9", "wild-100"])                      55
    check_game_end(state)                                              {"ended": False} or {"ended": True, "winner": …}
    game_state(UNO.new(rules, 2), names=["Ada", "Bo"])                 a position under the names of the rules

A card is an id or a card object. Of an object `color`, `type` and `value` count; its `id` may be missing. Everything
raises `BadNotation` for cards and colours that do not exist.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypedDict

from paiju.engine.errors import BadNotation
from paiju.games.uno.actions import player_id
from paiju.games.uno.cards import (
    CARDS,
    COLOUR_NAMES,
    DRAW_TWO,
    FACE_OF,
    FACE_TYPES,
    FACES,
    FITS,
    KIND_OF,
    NO_COLOUR,
    REVERSE,
    SKIP,
    WILD,
    WILD_DRAW_FOUR,
    card_from_id,
    card_json,
    find_colour,
    hand_points,
)
from paiju.games.uno.position import Position
from paiju.games.uno.view import UnoView, colour_or_none, last_json, name_or_none, status_of


class Card(TypedDict):
    """A card object, as `generate_deck` makes them."""

    id: str
    color: str | None
    type: str
    value: int | None


class Effect(TypedDict):
    """What a card does to the turn of the next player."""

    currentColor: str | None
    skipNext: bool
    reverseDirection: bool
    drawPending: int


class Player(TypedDict):
    """A seat that is still in the match."""

    id: str
    name: str


class GameState(TypedDict):
    """A position. The last card of `deck` and of `discardPile` is the top one."""

    players: list[Player]
    currentPlayer: str | None
    currentPlayerIndex: int | None
    turnNumber: int
    status: str
    direction: int
    currentColor: str | None
    hands: dict[str, list[Card]]
    """By player id. Of a view only the hands that its seat may see."""
    deck: list[Card] | None
    """None in the state of a view: nobody may see it."""
    discardPile: list[Card]
    drawPending: int
    lastAction: dict[str, object] | None
    unoCalledBy: str | None
    winner: str | None


CardLike = str | Mapping[str, object]
"""A card id, or a card object."""


def _first_of_kind() -> dict[int, int]:
    found: dict[int, int] = {}
    for card in range(CARDS):
        found.setdefault(KIND_OF[card], card)
    return found


_FIRST_OF_KIND: Final = _first_of_kind()


def card_number(card: CardLike) -> int:
    """The number of a card; of an object the first copy that looks like it. Raises `BadNotation`."""
    if isinstance(card, str):
        return card_from_id(card)
    kind = card.get("type")
    value = card.get("value")
    face = -1
    if kind == "number":
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 9:
            face = value
    elif isinstance(kind, str) and kind in FACE_TYPES:
        face = FACE_TYPES.index(kind)
    named = card.get("color")
    colour = NO_COLOUR if face >= WILD else find_colour(named) if isinstance(named, str) else NO_COLOUR
    number = _FIRST_OF_KIND.get(colour * FACES + face, -1) if face >= 0 else -1
    if number < 0:
        raise BadNotation("bad_card", f"{card!r} is not a card object of color, type and value", {"card": str(card)})
    return number


def card_object(card: int) -> Card:
    """The object of a card number."""
    data = card_json(card)
    value = data["value"]
    color = data["color"]
    return {
        "id": str(data["id"]),
        "color": color if isinstance(color, str) else None,
        "type": str(data["type"]),
        "value": value if isinstance(value, int) else None,
    }


def _objects(cards: Sequence[int]) -> list[Card]:
    return [card_object(card) for card in cards]


def _colour(name: str | None) -> int:
    if name is None:
        return NO_COLOUR
    colour = find_colour(name)
    if colour == NO_COLOUR:
        raise BadNotation("INVALID_COLOR", f"{name!r} is none of {', '.join(COLOUR_NAMES)}", {"color": name})
    return colour


def generate_deck() -> list[Card]:
    """The 108 cards as objects, in the order of their running index, unshuffled."""
    return _objects(range(CARDS))


def can_play_card(card: CardLike, top_card: CardLike, current_color: str | None) -> bool:
    """Whether a card fits: a wild, the colour in force, the number or the symbol of the top card.

    `current_color` None: no colour is in force, as after a Wild that was turned up first.
    """
    top = FACE_OF[card_number(top_card)]
    return FITS[_colour(current_color) * FACES + top][card_number(card)] > 0


def apply_card_effect(
    card: CardLike, state: Mapping[str, object] | None = None, chosen_color: str | None = None
) -> Effect:
    """What a card does when it is laid. `state` is not changed; only the number of its `players` matters.

    Between two players a reverse is exactly a skip. A wild has the colour chosen, None if there was none; with other
    cards `chosen_color` is ignored. `drawPending` is what this card adds, and the player who draws it loses the turn.
    """
    number = card_number(card)
    face = FACE_OF[number]
    players = state.get("players") if state is not None else None
    two = isinstance(players, list) and len(players) == 2
    colour = card_object(number)["color"] if face < WILD else colour_or_none(_colour(chosen_color))
    skips = face in (SKIP, DRAW_TWO, WILD_DRAW_FOUR) or (face == REVERSE and two)
    return {
        "currentColor": colour,
        "skipNext": skips,
        "reverseDirection": face == REVERSE and not two,
        "drawPending": 2 if face == DRAW_TWO else 4 if face == WILD_DRAW_FOUR else 0,
    }


def calculate_hand_score(hand: Sequence[CardLike]) -> int:
    """What a hand counts: numbers their value, symbols 20, wilds 50."""
    return hand_points([card_number(card) for card in hand])


def check_game_end(state: Mapping[str, object]) -> dict[str, object]:
    """`{"ended": True, "winner": id}` for the first player with an empty hand, else `{"ended": False}`.

    Reads `players` (objects with `id`, or ids) and `hands` (by id). A player without a hand in it has not won.
    """
    players = state.get("players")
    hands = state.get("hands")
    if not isinstance(players, list) or not isinstance(hands, dict):
        raise BadNotation("bad_state", "a state has players, a list, and hands by player id")
    for player in players:
        name = player.get("id") if isinstance(player, dict) else player
        hand = hands.get(name)
        if isinstance(hand, list) and not hand:
            return {"ended": True, "winner": name}
    return {"ended": False}


def game_state(position: Position | UnoView, names: Sequence[str] = ()) -> GameState:
    """A position, or what one seat may know of it, field by field. `names` by seat; without one the id is the name."""
    hands: dict[str, list[Card]] = {}
    deck: list[Card] | None = None
    if isinstance(position, Position):
        order = position.order
        hands = {player_id(seat): _objects(position.hands[seat]) for seat in order}
        deck = _objects(position.deck)
    else:
        order = position.players
        if position.open_hands:
            hands = {player_id(seat): _objects(position.open_hands[seat]) for seat in order}
        elif position.seat in order:
            hands = {player_id(position.seat): _objects(position.hand)}
    current = int(position.current)
    players: list[Player] = [
        {"id": player_id(seat), "name": names[seat] if seat < len(names) else player_id(seat)} for seat in order
    ]
    return {
        "players": players,
        "currentPlayer": name_or_none(current),
        "currentPlayerIndex": order.index(current) if current in order else None,
        "turnNumber": int(position.turn_number),
        "status": status_of(position.phase),
        "direction": int(position.direction),
        "currentColor": colour_or_none(position.colour),
        "hands": hands,
        "deck": deck,
        "discardPile": _objects(position.discard),
        "drawPending": int(position.pending),
        "lastAction": last_json(position.last, position.last_by, position.last_count, position.last_success),
        "unoCalledBy": name_or_none(position.called),
        "winner": name_or_none(position.winner),
    }
