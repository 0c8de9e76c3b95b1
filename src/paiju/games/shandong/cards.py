"""The 108 cards: numbers, ids, text, points, and sets of cards as bit masks.

A card is a number 0 … 107: `face * 2 + index`, index 0 or 1 saying which deck. A face is `suit * 13 + rank`
with suits spades, hearts, clubs, diamonds = 0 … 3 and ranks 2 … A = 0 … 12; the small joker is face 52, the
big joker 53. The number of a card is also its place in a CHANCE shuffle.

Two written forms:

- id, in JSON:           `hearts_A_0`, `spades_10_1`, `joker_big_0`
- text, in logs, tests:  `hA`, `s10.1`, `big`, `small.1` (`.1` = second deck; a list may say `h9 h9` for the pair).
                         `♥A` is read too.
"""

from collections.abc import Iterable
from typing import Final, NewType, final

from mypy_extensions import i64

from paiju.engine.errors import BadNotation

Card = NewType("Card", int)

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("spades", "hearts", "clubs", "diamonds")
SUIT_LETTERS: Final = ("s", "h", "c", "d")
SUIT_GLYPHS: Final = ("♠", "♥", "♣", "♦")

TRUMP: Final = 4
"""The effective suit of all trumps (§3.1). As a printed suit the same number means "joker"."""
NO_SUIT: Final = -1

CARD_COUNT: Final = 108
FACE_COUNT: Final = 54
SMALL_JOKER: Final = 52
BIG_JOKER: Final = 53
JOKER_MASK: Final[i64] = (1 << 52) | (1 << 53)
SUIT_BITS: Final[i64] = 8191
"""Thirteen ones. Never shift it: mypyc writes a native constant as a C int, which has 32 bits."""
SUIT_FACES: Final = [8191 << (13 * suit) for suit in range(4)]
"""The faces of each printed suit."""

_FIVES: Final[i64] = (1 << 3) | (1 << 16) | (1 << 29) | (1 << 42)
_TENS: Final[i64] = (1 << 8) | (1 << 21) | (1 << 34) | (1 << 47)
_KINGS: Final[i64] = (1 << 11) | (1 << 24) | (1 << 37) | (1 << 50)
_TENS_AND_KINGS: Final[i64] = _TENS | _KINGS


def _face_names() -> list[str]:
    """`hearts_A`, … by face."""
    return [f"{suit}_{rank}" for suit in SUITS for rank in RANKS] + ["joker_small", "joker_big"]


def _face_texts(suits: tuple[str, ...]) -> list[str]:
    return [suit + rank for suit in suits for rank in RANKS]


FACE_NAMES: Final = _face_names()
FACE_TEXTS: Final = [*_face_texts(SUIT_LETTERS), "small", "big"]
CARD_IDS: Final = [f"{name}_{index}" for name in FACE_NAMES for index in (0, 1)]
CARD_TEXTS: Final = [text + mark for text in FACE_TEXTS for mark in ("", ".1")]
NUMBER_BY_ID: Final = {name: number for number, name in enumerate(CARD_IDS)}
_FACE_BY_TEXT: Final = {
    **{text.lower(): face for face, text in enumerate(FACE_TEXTS)},
    **{text.lower(): face for face, text in enumerate(_face_texts(SUIT_GLYPHS))},
}
BIT: Final = [1 << face for face in range(FACE_COUNT)]


def popcount(x: i64) -> i64:
    """How many bits of a mask (0 ≤ x < 2⁶²) are set."""
    x = x - ((x >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    x = x + (x >> 32)
    return x & 0x7F


def nth_bit(mask: i64, index: i64) -> i64:
    """The `index`-th set bit, lowest first, as a mask."""
    while index > 0:
        mask &= mask - 1
        index -= 1
    return mask & -mask


def faces_in(mask: i64) -> list[int]:
    """The faces of a mask, lowest first."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(int(popcount(low - 1)))
        mask ^= low
    return found


def card(suit: str, rank: str, index: int = 0) -> Card:
    """A card from the words of §1, for tests: `card("hearts", "A")`, `card("joker", "big", 1)`."""
    return card_from_id(f"{suit}_{rank}_{index}")


def card_from_id(name: str) -> Card:
    """Read `hearts_A_0`. Raises `BadNotation`."""
    number = NUMBER_BY_ID.get(name)
    if number is None:
        raise BadNotation("unknown_card", name, {"card": name})
    return Card(number)


def is_card_id(name: str) -> bool:
    """Whether `name` is the id of one of the 108 cards."""
    return name in NUMBER_BY_ID


def card_from_text(word: str) -> Card:
    """Read `hA`, `hA.1`, `♥A`, `big` or an id. Raises `BadNotation`."""
    number = NUMBER_BY_ID.get(word)
    if number is not None:
        return Card(number)
    face_word, dot, index_word = word.partition(".")
    face = _FACE_BY_TEXT.get(face_word.lower())
    if face is None or (dot and index_word not in ("0", "1")):
        raise BadNotation("unknown_card", word, {"card": word})
    return Card(face * 2 + (1 if index_word == "1" else 0))


def cards_from_text(text: str) -> list[Card]:
    """Read a list such as `h9 h9 big`: a face written twice without an index means both copies."""
    found: list[Card] = []
    for word in text.replace(",", " ").split():
        number = card_from_text(word)
        if number in found and "." not in word and "_" not in word:
            number = Card(number + 1)
        found.append(number)
    return found


@final
class Cards:
    """A set of cards that never changes: bit `face` of `first` for index 0, of `second` for index 1."""

    def __init__(self, first: i64, second: i64) -> None:
        self.first: Final[i64] = first
        self.second: Final[i64] = second

    def __reduce__(self) -> tuple[object, ...]:
        return Cards, (self.first, self.second)

    def size(self) -> int:
        """How many cards."""
        return int(popcount(self.first) + popcount(self.second))

    def empty(self) -> bool:
        """Whether there is no card."""
        return self.first == 0 and self.second == 0

    def numbers(self) -> list[Card]:
        """The numbers, lowest first."""
        found: list[Card] = []
        for face in faces_in(self.first | self.second):
            if (self.first >> face) & 1:
                found.append(Card(face * 2))
            if (self.second >> face) & 1:
                found.append(Card(face * 2 + 1))
        return found

    def pick(self, index: int) -> "Cards":
        """One card as a set: the `index`-th, counting those of deck 0 before those of deck 1."""
        mask = self.first
        skip = int(popcount(mask))
        if index < skip:
            return Cards(nth_bit(mask, index), 0)
        return Cards(0, nth_bit(self.second, index - skip))

    def ids(self) -> list[str]:
        """The ids, in the order of the numbers."""
        return [CARD_IDS[number] for number in self.numbers()]

    def text(self) -> str:
        """`h9 h9.1 big`, which `parse_cards` reads back."""
        return " ".join([CARD_TEXTS[number] for number in self.numbers()])

    def has(self, number: int) -> bool:
        """Whether the card with this number is among them."""
        mask = self.second if number & 1 else self.first
        return bool((mask >> (number >> 1)) & 1)

    def holds(self, other: "Cards") -> bool:
        """Whether every card of `other` is here."""
        return (other.first & ~self.first) == 0 and (other.second & ~self.second) == 0

    def overlaps(self, other: "Cards") -> bool:
        """Whether both have a card in common."""
        return (other.first & self.first) != 0 or (other.second & self.second) != 0

    def plus(self, other: "Cards") -> "Cards":
        """The cards of both."""
        return Cards(self.first | other.first, self.second | other.second)

    def minus(self, other: "Cards") -> "Cards":
        """Without the cards of the other."""
        return Cards(self.first & ~other.first, self.second & ~other.second)

    def within(self, faces: i64) -> "Cards":
        """Only the cards whose face is in the mask."""
        return Cards(self.first & faces, self.second & faces)

    def points(self) -> int:
        """5 for a five, 10 for a ten or a king."""
        fives = popcount(self.first & _FIVES) + popcount(self.second & _FIVES)
        tens = popcount(self.first & _TENS_AND_KINGS) + popcount(self.second & _TENS_AND_KINGS)
        return int(fives * 5 + tens * 10)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and self.first == other.first and self.second == other.second

    def __hash__(self) -> int:
        return hash((self.first, self.second))

    def __repr__(self) -> str:
        return f"<{self.text()}>"


NO_CARDS: Final = Cards(0, 0)


def cards_of(numbers: Iterable[int]) -> Cards:
    """The set of these cards."""
    first: i64 = 0
    second: i64 = 0
    for number in numbers:
        bit: i64 = BIT[number >> 1]
        if number & 1:
            second |= bit
        else:
            first |= bit
    return Cards(first, second)


def parse_cards(text: str) -> Cards:
    """The set written as `h9 h9 big`. Raises `BadNotation`, also for a card written twice."""
    numbers = cards_from_text(text)
    for i, number in enumerate(numbers):
        if number in numbers[:i]:
            raise BadNotation("duplicate_card", text, {"card": CARD_IDS[number]})
    return cards_of(numbers)


FULL_DECK: Final = cards_of(range(CARD_COUNT))
