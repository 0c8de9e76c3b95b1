"""The 108 cards. A card is its running index 0 … 107; everything about it is looked up in a table.

Text of a card: colour letter (`r b g y`) and face (`0` … `9`, `>` skip, `<` reverse, `+2`), `w` for a Wild, `w4` for a
Wild Draw Four. Copies after the first carry their number: `r5` and `r5.2`, `w`, `w.2`, `w.3`, `w.4`.
"""

from typing import Final

from paiju.engine.errors import BadNotation

CARDS: Final = 108
NO_CARD: Final = -1

RED: Final = 0
BLUE: Final = 1
GREEN: Final = 2
YELLOW: Final = 3
NO_COLOUR: Final = 4
"""The colour of wild cards, and of a position in which the first colour has yet to be named."""

COLOUR_NAMES: Final = ["red", "blue", "green", "yellow"]
COLOUR_LETTERS: Final = "rbgy"

ZERO: Final = 0
SEVEN: Final = 7
SKIP: Final = 10
REVERSE: Final = 11
DRAW_TWO: Final = 12
WILD: Final = 13
WILD_DRAW_FOUR: Final = 14
FACES: Final = 15

FACE_TYPES: Final = ["number"] * 10 + ["skip", "reverse", "draw_two", "wild", "wild_draw_four"]
_FACE_MARKS: Final = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ">", "<", "+2", "w", "w4"]
FIRST_WILD: Final = 100


# Tables by card are bytes: small, and the quickest thing to look a number up in.


def _colours() -> bytes:
    return bytes([card // 25 if card < FIRST_WILD else NO_COLOUR for card in range(CARDS)])


def _faces() -> bytes:
    one_colour = [0] + [(place + 1) // 2 for place in range(1, 25)]  # 1 1 2 2 … 9 9 then 10 10 11 11 12 12
    return bytes(one_colour * 4 + [WILD] * 4 + [WILD_DRAW_FOUR] * 4)


COLOUR_OF: Final = _colours()
"""Colour of each card, `NO_COLOUR` for wilds."""
FACE_OF: Final = _faces()
"""Face of each card: 0 … 9, then the symbols."""


def _points() -> bytes:
    return bytes([face if face < 10 else 20 if face < WILD else 50 for face in FACE_OF])


def _ids() -> list[str]:
    ids: list[str] = []
    for card in range(CARDS):
        face = FACE_OF[card]
        if face >= WILD:
            ids.append(f"{'wild' if face == WILD else 'wild-draw-four'}-{card}")
        else:
            middle = str(face) if face < 10 else FACE_TYPES[face]
            ids.append(f"{COLOUR_NAMES[COLOUR_OF[card]]}-{middle}-{card}")
    return ids


def _kinds() -> bytes:
    return bytes([COLOUR_OF[card] * FACES + FACE_OF[card] for card in range(CARDS)])


KIND_OF: Final = _kinds()
"""Equal for cards that look the same: twins have the same colour and face."""
POINTS_OF: Final = _points()
CARD_IDS: Final = _ids()


def _texts() -> list[str]:
    seen: dict[int, int] = {}
    texts: list[str] = []
    for card in range(CARDS):
        kind = KIND_OF[card]
        copy = seen.get(kind, 0) + 1
        seen[kind] = copy
        letter = COLOUR_LETTERS[COLOUR_OF[card]] if COLOUR_OF[card] != NO_COLOUR else ""
        texts.append(letter + _FACE_MARKS[FACE_OF[card]] + (f".{copy}" if copy > 1 else ""))
    return texts


CARD_TEXTS: Final = _texts()
_BY_ID: Final = {name: card for card, name in enumerate(CARD_IDS)}
_BY_TEXT: Final = {text: card for card, text in enumerate(CARD_TEXTS)}


def _fits() -> list[bytes]:
    rows: list[bytes] = []
    for colour in range(5):
        for face in range(FACES):
            fits = [COLOUR_OF[card] == colour or FACE_OF[card] == face for card in range(FIRST_WILD)]
            rows.append(bytes(fits) + bytes([4] * (CARDS - FIRST_WILD)))
    return rows


FITS: Final = _fits()
"""FITS[colour in force * FACES + face of the top card][card]: in how many ways the card may be laid.

Wilds always in four colours, others once if they fit by colour, number or symbol, else 0."""


def find_card(name: str) -> int:
    """The card with this id, or `NO_CARD`."""
    return _BY_ID.get(name, NO_CARD)


def card_from_id(name: str) -> int:
    """The card with this id. Raises `BadNotation`."""
    card = _BY_ID.get(name, NO_CARD)
    if card == NO_CARD:
        raise BadNotation("bad_card", f"{name!r} is not a card id; ids look like red-5-9, wild-100", {"card": name})
    return card


def parse_card(text: str) -> int:
    """The card with this text (`r5`, `b+2`, `w4.3`). Raises `BadNotation`."""
    plain = text[:-2] if text.endswith(".1") else text
    card = _BY_TEXT.get(plain, NO_CARD)
    if card == NO_CARD:
        raise BadNotation("bad_card", f"{text!r} is not a card; cards look like r5, b+2, y>, g<, w, w4", {"card": text})
    return card


def find_colour(name: str) -> int:
    """The colour with this name, or `NO_COLOUR`."""
    return COLOUR_NAMES.index(name) if name in COLOUR_NAMES else NO_COLOUR


def card_json(card: int) -> dict[str, object]:
    """The card object of the rules: id, color, type, value."""
    face = FACE_OF[card]
    colour = COLOUR_OF[card]
    return {
        "id": CARD_IDS[card],
        "color": COLOUR_NAMES[colour] if colour != NO_COLOUR else None,
        "type": FACE_TYPES[face],
        "value": face if face < 10 else None,
    }


def hand_points(hand: list[int]) -> int:
    """What a hand counts at the end of a round."""
    total = 0
    for card in hand:
        total += POINTS_OF[card]
    return total


def most_frequent_colour(hand: list[int]) -> int:
    """The colour held most often; on a tie the first of red, blue, green, yellow; red without any."""
    counts = [0, 0, 0, 0, 0]
    for card in hand:
        counts[COLOUR_OF[card]] += 1
    best = 0
    for colour in range(1, 4):
        if counts[colour] > counts[best]:
            best = colour
    return best
