"""Everything players and the host can do, as values built once and looked up.

| text | type | meaning |
|---|---|---|
| `r5`, `w:b`, `r7@p3` | PLAY_CARD | lay a card; a wild with its colour; a swapping 7 with its target |
| `!r5`, `!r7@p3` | JUMP_IN | lay the twin of the top card out of turn |
| `draw`, `skip`, `uno` | DRAW_CARD, SKIP_TURN, CALL_UNO | |
| `catch p2` | CHALLENGE_UNO | |
| `challenge`, `accept` | CHALLENGE_WILD_DRAW_FOUR, ACCEPT_WILD_DRAW_FOUR | |
| `color red` | CHOOSE_COLOR | |
| `start`, `start p4`, `next-round`, `timeout p2`, `remove p2`, `penalty p2 2 NOT_YOUR_TURN` | host actions | |

Players are `p1` … `p10` for seats 0 … 9. What the rules ignore is dropped when an action is built: a colour sent with a
coloured card, a target sent with anything but a 7.
"""

from collections.abc import Mapping
from typing import Final, final

from mypy_extensions import i64

from paiju.engine.errors import BadNotation
from paiju.engine.game import Action, json_text, shuffle_from_json
from paiju.games.uno.cards import (
    CARD_IDS,
    CARD_TEXTS,
    CARDS,
    COLOUR_LETTERS,
    COLOUR_NAMES,
    COLOUR_OF,
    FACE_OF,
    NO_CARD,
    NO_COLOUR,
    SEVEN,
    find_card,
    find_colour,
    parse_card,
)

MOST_SEATS: Final = 10
NO_SEAT: Final = -1
STRANGER: Final = 99
"""A player id that names no seat of any match."""
BAD_COLOUR: Final = 5
"""A colour that was sent but is not one of the four: the rules refuse it by name."""

PLAY_CARD: Final = 0
JUMP_IN: Final = 1
DRAW_CARD: Final = 2
SKIP_TURN: Final = 3
CALL_UNO: Final = 4
CHALLENGE_UNO: Final = 5
CHALLENGE_WD4: Final = 6
ACCEPT_WD4: Final = 7
CHOOSE_COLOR: Final = 8
START: Final = 9
NEXT_ROUND: Final = 10
TIMEOUT: Final = 11
REMOVE_PLAYER: Final = 12
PENALTY: Final = 13
UNKNOWN: Final = 14

TYPES: Final = [
    "PLAY_CARD",
    "JUMP_IN",
    "DRAW_CARD",
    "SKIP_TURN",
    "CALL_UNO",
    "CHALLENGE_UNO",
    "CHALLENGE_WILD_DRAW_FOUR",
    "ACCEPT_WILD_DRAW_FOUR",
    "CHOOSE_COLOR",
    "START",
    "NEXT_ROUND",
    "TIMEOUT",
    "REMOVE_PLAYER",
    "PENALTY",
    "UNKNOWN",
]
PUBLIC_FIELDS: Final = {
    "PLAY_CARD": frozenset(("cardId", "chosenColor", "targetPlayerId")),
    "JUMP_IN": frozenset(("cardId", "targetPlayerId")),
    "CHALLENGE_UNO": frozenset(("targetPlayerId",)),
    "CHOOSE_COLOR": frozenset(("color",)),
    "START": frozenset(("dealer",)),
    "TIMEOUT": frozenset(("playerId",)),
    "REMOVE_PLAYER": frozenset(("playerId",)),
    "PENALTY": frozenset(("playerId", "count", "code")),
}
"""What everybody may see of each action besides its type. Nothing in an action of UNO is secret."""
ROUND_TYPES: Final = frozenset(("NEXT_ROUND",))
_WORDS: Final = {
    "draw": DRAW_CARD,
    "skip": SKIP_TURN,
    "uno": CALL_UNO,
    "challenge": CHALLENGE_WD4,
    "accept": ACCEPT_WD4,
    "start": START,
    "next-round": NEXT_ROUND,
}
_SEAT_WORDS: Final = {"catch": CHALLENGE_UNO, "start": START, "timeout": TIMEOUT, "remove": REMOVE_PLAYER}
_KEYS: Final = {
    "PLAY_CARD": ["cardId"],
    "JUMP_IN": ["cardId"],
    "CHOOSE_COLOR": ["color"],
    "START": ["players", "dealer"],
    "PENALTY": ["count", "code"],
}
"""Fields by type. Everything else is refused but `_ANYWHERE`, which is ignored where it has no meaning."""
_ANYWHERE: Final = ("type", "playerId", "chosenColor", "targetPlayerId")
_NAMES: Final = ("type", "playerId", "cardId", "chosenColor", "targetPlayerId", "color", "dealer")
_PLAYER_IDS: Final = [f"p{seat + 1}" for seat in range(MOST_SEATS)]


def player_id(seat: int) -> str:
    """The id of a seat in JSON: `p1` for seat 0."""
    return _PLAYER_IDS[seat] if 0 <= seat < MOST_SEATS else f"p{seat + 1}"


def seat_of_id(name: str) -> int:
    """The seat of a player id; `STRANGER` if it names no seat."""
    number = name[1:]
    if name[:1] == "p" and number.isascii() and number.isdigit() and number[0] != "0" and int(number) <= MOST_SEATS:
        return int(number) - 1
    return STRANGER


@final
class UnoAction(Action):
    """One action. Read `type` (the name of the rules) or `kind` (its number), and the fields that kind uses."""

    def __init__(
        self,
        kind: i64,
        card: i64 = NO_CARD,
        colour: i64 = NO_COLOUR,
        target: i64 = NO_SEAT,
        count: i64 = 0,
        code: str = "",
    ) -> None:
        self.kind: Final = kind
        self.card: Final = card
        """The card laid; `NO_CARD` for a card that does not exist."""
        self.colour: Final = colour
        """The colour declared; `NO_COLOUR` if none was given."""
        self.target: Final = target
        """The player swapped with or caught; for host actions the player concerned, for START the dealer."""
        self.count: Final = count
        """How many cards a PENALTY costs."""
        self.code: Final = code
        """The refusal a PENALTY answers, or the name of an unknown action."""
        self._text: Final = _text(kind, card, colour, target, count, code)
        self._fields = ""

    def __reduce__(self) -> tuple[object, ...]:
        return UnoAction, (self.kind, self.card, self.colour, self.target, self.count, self.code)

    @property
    def type(self) -> str:
        """The name of the rules, e.g. `PLAY_CARD`."""
        return TYPES[self.kind] if self.kind != UNKNOWN else self.code

    def text(self) -> str:
        return self._text

    def to_json(self) -> dict[str, object]:
        data: dict[str, object] = {"type": self.type}
        kind = self.kind
        if kind in (PLAY_CARD, JUMP_IN):
            data["cardId"] = CARD_IDS[self.card] if self.card != NO_CARD else ""
            if self.colour != NO_COLOUR:
                data["chosenColor"] = _colour_name(self.colour)
            if self.target != NO_SEAT:
                data["targetPlayerId"] = player_id(self.target)
        elif kind == CHOOSE_COLOR:
            if self.colour != NO_COLOUR:
                data["color"] = _colour_name(self.colour)
        elif kind == CHALLENGE_UNO:
            if self.target != NO_SEAT:
                data["targetPlayerId"] = player_id(self.target)
        elif kind == START:
            if self.target != NO_SEAT:
                data["dealer"] = player_id(self.target)
        elif kind in (TIMEOUT, REMOVE_PLAYER, PENALTY):
            data["playerId"] = player_id(self.target)
            if kind == PENALTY:
                data["count"] = self.count
                data["code"] = self.code
        return data

    def fields(self) -> str:
        if not self._fields:
            self._fields = json_text(self.to_json())
        return self._fields

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, UnoAction) and self._text == other._text)

    def __hash__(self) -> int:
        return hash(self._text)


def _colour_name(colour: int) -> str:
    return COLOUR_NAMES[colour] if colour < NO_COLOUR else "?"


def _text(kind: int, card: int, colour: int, target: int, count: int, code: str) -> str:
    if kind in (PLAY_CARD, JUMP_IN):
        text = ("!" if kind == JUMP_IN else "") + (CARD_TEXTS[card] if card != NO_CARD else "?")
        if colour != NO_COLOUR:
            text += ":" + (COLOUR_LETTERS[colour] if colour < NO_COLOUR else "?")
        return text + (f"@{player_id(target)}" if target != NO_SEAT else "")
    if kind == CHOOSE_COLOR:
        return "color " + _colour_name(colour) if colour != NO_COLOUR else "color"
    if kind == PENALTY:
        return f"penalty {player_id(target)} {count} {code}"
    if kind == UNKNOWN:
        return f"? {code}"
    for word, number in _SEAT_WORDS.items():
        if number == kind and target != NO_SEAT:
            return f"{word} {player_id(target)}"
    for word, number in _WORDS.items():
        if number == kind:
            return word
    return "catch"


# --- the tables -----------------------------------------------------------------------------------
# A variant is 0 (plain), 1 … 4 (a colour) or 5 … 14 (a target), so that one index finds any play.

VARIANTS: Final = 16


def _variants(kind: int) -> list[UnoAction]:
    table: list[UnoAction] = []
    for card in range(CARDS):
        wild = COLOUR_OF[card] == NO_COLOUR and kind == PLAY_CARD
        seven = FACE_OF[card] == SEVEN
        plain = UnoAction(kind, card)
        for variant in range(VARIANTS):
            if wild and 1 <= variant <= 4:
                table.append(UnoAction(kind, card, variant - 1))
            elif seven and 5 <= variant <= 14:
                table.append(UnoAction(kind, card, NO_COLOUR, variant - 5))
            else:
                table.append(plain)
    return table


PLAYS: Final = _variants(PLAY_CARD)
"""PLAYS[card * VARIANTS + variant]."""
JUMPS: Final = _variants(JUMP_IN)


def _choices() -> list[list[UnoAction]]:
    choices: list[list[UnoAction]] = []
    for card in range(CARDS):
        first = card * VARIANTS
        choices.append(PLAYS[first + 1 : first + 5] if COLOUR_OF[card] == NO_COLOUR else PLAYS[first : first + 1])
    return choices


CHOICES: Final = _choices()
"""Every way to lay a card where 7s swap no hands: as it is, or in each colour."""
DRAW: Final = UnoAction(DRAW_CARD)
SKIP: Final = UnoAction(SKIP_TURN)
CALL: Final = UnoAction(CALL_UNO)
CHALLENGE: Final = UnoAction(CHALLENGE_WD4)
ACCEPT: Final = UnoAction(ACCEPT_WD4)
CATCHES: Final = [UnoAction(CHALLENGE_UNO, target=seat) for seat in range(MOST_SEATS)]
COLOURS: Final = [UnoAction(CHOOSE_COLOR, colour=colour) for colour in range(4)]
NEXT: Final = UnoAction(NEXT_ROUND)
BEGIN: Final = UnoAction(START)
TIMEOUTS: Final = [UnoAction(TIMEOUT, target=seat) for seat in range(MOST_SEATS)]
REMOVALS: Final = [UnoAction(REMOVE_PLAYER, target=seat) for seat in range(MOST_SEATS)]
NO_ACTION: Final = UnoAction(UNKNOWN)
"""An action that the rules do not know."""


def play_card(card: int, colour: int = NO_COLOUR, target: int = NO_SEAT) -> UnoAction:
    """Lay a card; what does not belong to it is dropped."""
    return _laid(PLAY_CARD, card, colour, target)


def jump_in(card: int, target: int = NO_SEAT) -> UnoAction:
    """Lay the twin of the top card out of turn."""
    return _laid(JUMP_IN, card, NO_COLOUR, target)


def _laid(kind: int, card: int, colour: int, target: int) -> UnoAction:
    if card == NO_CARD:
        return UnoAction(kind, NO_CARD)
    table = PLAYS if kind == PLAY_CARD else JUMPS
    if COLOUR_OF[card] == NO_COLOUR:
        if colour == BAD_COLOUR:
            return UnoAction(kind, card, BAD_COLOUR)
        return table[card * VARIANTS + (colour + 1 if colour < NO_COLOUR else 0)]
    if FACE_OF[card] == SEVEN and target != NO_SEAT:
        if target >= MOST_SEATS:
            return UnoAction(kind, card, NO_COLOUR, STRANGER)
        return table[card * VARIANTS + 5 + target]
    return table[card * VARIANTS]


def _with_seat(kind: int, seat: int) -> UnoAction:
    if 0 <= seat < MOST_SEATS:
        if kind == CHALLENGE_UNO:
            return CATCHES[seat]
        if kind == TIMEOUT:
            return TIMEOUTS[seat]
        if kind == REMOVE_PLAYER:
            return REMOVALS[seat]
    return UnoAction(kind, target=seat)


def _plain(kind: int) -> UnoAction:
    if kind == DRAW_CARD:
        return DRAW
    if kind == SKIP_TURN:
        return SKIP
    if kind == CALL_UNO:
        return CALL
    if kind == CHALLENGE_WD4:
        return CHALLENGE
    if kind == ACCEPT_WD4:
        return ACCEPT
    if kind == NEXT_ROUND:
        return NEXT
    assert kind == START
    return BEGIN


# --- reading --------------------------------------------------------------------------------------


def _string(data: Mapping[str, object], key: str) -> str | None:
    value = data.get(key)
    if value is None or isinstance(value, str):
        return value
    raise BadNotation("bad_action", f"{key} must be a string", {"key": key})


def _seat_or_none(data: Mapping[str, object], key: str) -> int:
    name = _name(data, key)
    return seat_of_id(name) if name is not None else NO_SEAT


def _name(data: Mapping[str, object], key: str) -> str | None:
    """A name for the rules to look up. Anything but text names nothing that exists."""
    value = data.get(key)
    return value if value is None or isinstance(value, str) else ""


def loose_action(data: Mapping[str, object]) -> UnoAction:
    """Read JSON whose values may be nonsense, so that the rules can refuse each of them with its own code.

    An unknown type, card, colour or player becomes an action that `refusal` answers with UNKNOWN_ACTION,
    CARD_NOT_IN_HAND, INVALID_COLOR, INVALID_TARGET or INVALID_CHALLENGE.
    """
    name = _name(data, "type")
    if name is None or name not in TYPES or name == "UNKNOWN":
        return UnoAction(UNKNOWN, code=name if name is not None else "")
    kind = TYPES.index(name)
    if kind in (PLAY_CARD, JUMP_IN):
        card = find_card(_name(data, "cardId") or "")
        colour = _loose_colour(_name(data, "chosenColor"))
        return _laid(kind, card, colour if kind == PLAY_CARD else NO_COLOUR, _seat_or_none(data, "targetPlayerId"))
    if kind == CHOOSE_COLOR:
        colour = _loose_colour(_name(data, "color"))
        return COLOURS[colour] if colour < NO_COLOUR else UnoAction(CHOOSE_COLOR, colour=colour)
    if kind == CHALLENGE_UNO:
        return _with_seat(kind, _seat_or_none(data, "targetPlayerId"))
    if kind == START:
        dealer = _seat_or_none(data, "dealer")
        return UnoAction(START, target=dealer) if dealer != NO_SEAT else BEGIN
    if kind in (TIMEOUT, REMOVE_PLAYER):
        seat = _seat_or_none(data, "playerId")
        return _with_seat(kind, seat if seat != NO_SEAT else STRANGER)
    if kind == PENALTY:
        count = data.get("count")
        if not isinstance(count, int) or isinstance(count, bool):
            raise BadNotation("bad_action", "count must be a whole number", {"key": "count"})
        return UnoAction(PENALTY, target=_seat_or_none(data, "playerId"), count=count, code=_string(data, "code") or "")
    return _plain(kind)


def _loose_colour(name: str | None) -> int:
    if name is None:
        return NO_COLOUR
    colour = find_colour(name)
    return colour if colour != NO_COLOUR else BAD_COLOUR


def action_from_json(data: Mapping[str, object]) -> Action:
    """Read the JSON form of any actor's action.

    Raises `BadNotation` for what is malformed: no type, a field that the type does not have, a name that is not text,
    a card laid without `cardId`. A type, card, colour or player that does not exist is read as `loose_action` does,
    because it is for the rules to refuse it, in their order and with their code.
    """
    name = _string(data, "type")
    if name is None:
        raise BadNotation("bad_action", "an action is an object with a type", {"key": "type"})
    if name == "SHUFFLE":
        return shuffle_from_json(data)
    if name not in TYPES or name == "UNKNOWN":
        return UnoAction(UNKNOWN, code=name)
    allowed = _KEYS.get(name, [])
    for key, value in data.items():
        if key not in _ANYWHERE and key not in allowed:
            raise BadNotation("bad_action", f"{name} has no {key!r}", {"key": key})
        if value is not None and not isinstance(value, str) and key in _NAMES:
            raise BadNotation("bad_action", f"{key} must be a string", {"key": key})
    if (name == "PLAY_CARD" or name == "JUMP_IN") and data.get("cardId") is None:
        raise BadNotation("bad_action", f"{name} needs a cardId", {"key": "cardId"})
    return loose_action(data)


def _parsed_seat(text: str) -> int:
    seat = seat_of_id(text)
    if seat == STRANGER:
        raise BadNotation("UNKNOWN_PLAYER", f"{text!r} is none of p1 … p10", {"player": text})
    return seat


def parse_action(text: str) -> Action:
    """Read the one-line form. Raises `BadNotation`."""
    words = text.split()
    if not words:
        raise BadNotation("bad_action", "an empty line is not an action", {"text": text})
    word = words[0]
    if word == "shuffle" and len(words) == 2:
        numbers = words[1].split(",")
        if not all(n.isascii() and n.isdigit() for n in numbers):
            raise BadNotation("bad_shuffle", "order must be a permutation of 0 … n − 1")
        return shuffle_from_json({"order": [int(n) for n in numbers]})
    if len(words) == 1 and word in _WORDS:
        return _plain(_WORDS[word])
    if len(words) == 2 and word in _SEAT_WORDS:
        return _with_seat(_SEAT_WORDS[word], _parsed_seat(words[1]))
    if len(words) == 2 and word == "color":
        colour = find_colour(words[1])
        if colour == NO_COLOUR:
            raise BadNotation(
                "INVALID_COLOR", f"{words[1]!r} is none of {', '.join(COLOUR_NAMES)}", {"color": words[1]}
            )
        return COLOURS[colour]
    if len(words) == 4 and word == "penalty" and words[2].isascii() and words[2].isdigit():
        return UnoAction(PENALTY, target=_parsed_seat(words[1]), count=int(words[2]), code=words[3])
    if len(words) == 1:
        return _parse_laid(word)
    raise BadNotation("bad_action", f"{text!r} is not an action", {"text": text})


def _parse_laid(word: str) -> UnoAction:
    kind = JUMP_IN if word.startswith("!") else PLAY_CARD
    rest = word[1:] if kind == JUMP_IN else word
    target = NO_SEAT
    if "@" in rest:
        rest, _, name = rest.partition("@")
        target = _parsed_seat(name)
    colour: int = NO_COLOUR
    if ":" in rest:
        rest, _, letter = rest.partition(":")
        colour = COLOUR_LETTERS.find(letter) if len(letter) == 1 else -1
        if colour < 0:
            raise BadNotation("INVALID_COLOR", f"{letter!r} is none of r, b, g, y", {"color": letter})
    return _laid(kind, parse_card(rest), colour, target)
