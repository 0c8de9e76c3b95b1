"""What a set of cards is (§4), and the one way to split a throw (§5).

Further patterns can be added with `add_pattern`. Cards of one effective suit that match none of the patterns 2–6 of
§4.0 are tested for them before they count as a throw. In play such a pattern stands as led; a follower owes the number
of cards and the suit; it is beaten by the same pattern of as many cards with a stronger highest card; for the kitty it
counts as the throw it would otherwise be.
"""

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from paiju.games.shandong.cards import (
    BIG_JOKER,
    JOKER_MASK,
    NO_SUIT,
    SUIT_FACES,
    TRUMP,
    Cards,
    faces_in,
    popcount,
)
from paiju.games.shandong.trump import BIG_PLACE, Context

INVALID: Final = 0
SINGLE: Final = 1
PAIR: Final = 2
TRACTOR: Final = 3
FLASH: Final = 4
THUNDER: Final = 5
RAIN: Final = 6
THROW: Final = 7
"""1 … 6 in unit priority (§5): the higher the number, the earlier a unit counts."""

TYPE_NAMES: Final = ("invalid", "single", "pair", "consecutive_pairs", "flash", "thunder", "straight", "mixed")

JOKER_FLASH_STRENGTH: Final = 100

Recogniser = Callable[[Cards], bool]
_ADDED_NAMES: Final[list[str]] = []
"""Added patterns: the first is kind THROW + 1, and so on. A name keeps its number."""
_ADDED: Final[list["Recogniser | None"]] = []


def add_pattern(name: str, recognise: Recogniser | None) -> None:
    """Add a pattern to recognition, or replace the check of an added one; None takes it away again."""
    if name in _ADDED_NAMES:
        _ADDED[_ADDED_NAMES.index(name)] = recognise
    elif recognise is not None:
        _ADDED_NAMES.append(name)
        _ADDED.append(recognise)


@final
class Pattern:
    """A recognised set of cards, or one unit of a throw."""

    def __init__(
        self, kind: int, suit: int, cards: Cards, size: int, strength: int, pair_count: int = 0, doubles: int = 0
    ) -> None:
        self.kind: Final = kind
        self.suit: Final = suit
        """Effective suit, NO_SUIT for `invalid`."""
        self.cards: Final = cards
        self.size: Final = size
        self.strength: Final = strength
        """Comparable between patterns of one kind, suit and size."""
        self.pair_count: Final = pair_count
        self.doubles: Final = doubles
        self.units: list[Pattern] = []
        """Of a throw or an added pattern, in unit priority."""

    def __reduce__(self) -> tuple[object, ...]:
        given = (self.kind, self.suit, self.cards, self.size, self.strength, self.pair_count, self.doubles)
        return Pattern, given, {"units": self.units}

    def type_name(self) -> str:
        """The name of the pattern in the rules and on the wire."""
        return TYPE_NAMES[self.kind] if self.kind <= THROW else _ADDED_NAMES[self.kind - THROW - 1]

    def printed_suit(self) -> int:
        """The suit of its first card in the order spades, hearts, clubs, diamonds, jokers."""
        return faces_in(self.cards.first | self.cards.second)[0] // 13

    def to_json(self) -> dict[str, object]:
        """`type`, `cards` and, where the type has them, `pairCount`, `count`, `doubles`, `units`."""
        data: dict[str, object] = {"type": self.type_name(), "cards": self.cards.ids()}
        if self.kind in (PAIR, TRACTOR):
            data["pairCount"] = self.pair_count
        if self.kind in (FLASH, THUNDER, RAIN):
            data["count"] = self.size
        if self.kind == RAIN:
            data["doubles"] = self.doubles
        if self.kind >= THROW:
            data["units"] = [unit.to_json() for unit in self.units]
        return data

    def report(self, say: Callable[..., str]) -> dict[str, object]:
        """§4: `to_json` with `name` and `message`, the type in words; `say` is the catalogue `shandong`."""
        words = say("type." + self.type_name()) if self.kind <= THROW else self.type_name()
        return {"name": words, "message": words, **self.to_json()}


def contiguous(bits: i64) -> bool:
    """Whether the set bits are one block."""
    return bits != 0 and (bits & (bits + (bits & -bits))) == 0


def top_bit(bits: i64) -> i64:
    """The index of the highest set bit; bits > 0."""
    bits |= bits >> 1
    bits |= bits >> 2
    bits |= bits >> 4
    bits |= bits >> 8
    bits |= bits >> 16
    bits |= bits >> 32
    return popcount(bits) - 1


def suit_of_cards(ctx: Context, cards: Cards) -> int:
    """The one effective suit of all these cards, or NO_SUIT."""
    faces = cards.first | cards.second
    if faces == 0:
        return NO_SUIT
    suit = ctx.suit_of[popcount((faces & -faces) - 1)]
    mask: i64 = ctx.suit_masks[suit]
    return suit if (faces & ~mask) == 0 else NO_SUIT


def identify(ctx: Context, cards: Cards) -> Pattern:
    """Recognise a set of cards, in the order of §4.0."""
    first = cards.first
    second = cards.second
    faces = first | second
    size = int(popcount(first) + popcount(second))
    suit = suit_of_cards(ctx, cards)
    if suit == NO_SUIT:
        return Pattern(INVALID, NO_SUIT, cards, size, 0)
    if size == 1:
        return Pattern(SINGLE, suit, cards, 1, ctx.strength[popcount(faces - 1)])
    pairs = first & second
    if size == 2 and pairs:
        return Pattern(PAIR, suit, cards, 2, ctx.strength[popcount(faces - 1)], 1)
    if size >= 4:
        if ctx.joker_flash and size == 4 and pairs == JOKER_MASK:
            return Pattern(FLASH, suit, cards, 4, JOKER_FLASH_STRENGTH)
        if pairs == faces:
            tractor = _tractor(ctx, suit, cards, pairs, size >> 1)
            if tractor is not None:
                return tractor
        if suit == TRUMP and size <= 8:
            special = _flash_or_thunder(ctx, cards, faces, size)
            if special is not None:
                return special
        if size >= 5 and pairs != faces:
            rain = _rain(ctx, suit, cards, faces, pairs, size)
            if rain is not None:
                return rain
    added = _added_kind(cards)
    if added > THROW:
        pattern = Pattern(added, suit, cards, size, strongest(ctx, suit, faces))
    elif suit == TRUMP and not ctx.rules.allow_mixed_trump_in_mixed and not _one_printed_suit(faces):
        return Pattern(INVALID, NO_SUIT, cards, size, 0)
    else:
        pattern = Pattern(THROW, suit, cards, size, 0)
    pattern.units = split(ctx, suit, cards)
    return pattern


def _added_kind(cards: Cards) -> int:
    """The kind of the first added pattern that recognises these cards, else THROW."""
    for place, recognise in enumerate(_ADDED):
        if recognise is not None and recognise(cards):
            return THROW + 1 + place
    return THROW


def strongest(ctx: Context, suit: int, faces: i64) -> int:
    """The strength of the highest of these faces, at least one and all of one effective suit."""
    tiers = ctx.tiers[suit]
    place = 0
    mask: i64 = tiers[0]
    while not faces & mask:
        place += 1
        mask = tiers[place]
    return len(tiers) - place


def _tractor(ctx: Context, suit: int, cards: Cards, pairs: i64, count: int) -> Pattern | None:
    places = ctx.chain(suit, pairs)
    if popcount(places) != count or not contiguous(places):
        return None
    return Pattern(TRACTOR, suit, cards, count * 2, place_strength(ctx, suit, int(top_bit(places))), count)


def place_strength(ctx: Context, suit: int, place: int) -> int:
    """The strength of a pair at that place of the chain."""
    faces = ctx.faces_at(suit, place)
    return ctx.strength[popcount((faces & -faces) - 1)]


def _flash_or_thunder(ctx: Context, cards: Cards, faces: i64, size: int) -> Pattern | None:
    for i, rank in enumerate(ctx.special_ranks):
        mask: i64 = ctx.rank_masks[rank]
        if faces == mask:
            return Pattern(FLASH if size == 4 else THUNDER, TRUMP, cards, size, len(ctx.special_ranks) - i)
    return None


def _rain(ctx: Context, suit: int, cards: Cards, faces: i64, pairs: i64, size: int) -> Pattern | None:
    printed = ctx.trump if suit == TRUMP else suit
    if printed == NO_SUIT:
        return None
    ranks: i64 = (faces >> (13 * printed)) & ctx.plain_bits
    if ranks << (13 * printed) != faces or not contiguous(ranks) or popcount(ranks) < 5:
        return None
    return Pattern(RAIN, suit, cards, size, int(top_bit(ranks)), 0, int(popcount(pairs)))


def _one_printed_suit(faces: i64) -> bool:
    for suit_faces in SUIT_FACES:
        own: i64 = suit_faces
        if (faces & ~own) == 0:
            return True
    return (faces & ~JOKER_MASK) == 0


def split(ctx: Context, suit: int, cards: Cards) -> list[Pattern]:
    """The units of a throw in unit priority. All cards are of the effective suit `suit`."""
    units: list[Pattern] = []
    rest = _take_rains(ctx, suit, cards, units)
    if suit == TRUMP:
        rest = _take_flashes(ctx, rest, units)
    rest = _take_tractors(ctx, suit, rest, units)
    pairs = rest.first & rest.second
    for face in faces_in(pairs):
        bit: i64 = 1 << face
        units.append(Pattern(PAIR, suit, Cards(bit, bit), 2, ctx.strength[face], 1))
    for face in faces_in((rest.first | rest.second) & ~pairs):
        bit = 1 << face
        units.append(Pattern(SINGLE, suit, rest.within(bit), 1, ctx.strength[face]))
    units.sort(key=unit_priority)
    return units


def unit_priority(unit: Pattern) -> tuple[int, int, int]:
    """Sort key of §5: kind, then more cards, then the stronger; units made in suit order stay in it."""
    return (-unit.kind, -unit.size, -unit.strength)


def _take_rains(ctx: Context, suit: int, cards: Cards, units: list[Pattern]) -> Cards:
    printed = ctx.trump if suit == TRUMP else suit
    if printed == NO_SUIT:
        return cards
    shift = 13 * printed
    ranks: i64 = ((cards.first | cards.second) >> shift) & ctx.plain_bits
    rest = cards
    while ranks:
        low = ranks & -ranks
        run = ranks & ~(ranks + low)
        ranks &= ~run
        if popcount(run) < 5:
            continue
        taken = cards.within(run << shift)
        pairs = taken.first & taken.second
        if pairs != run << shift:
            units.append(Pattern(RAIN, suit, taken, taken.size(), int(top_bit(run)), 0, int(popcount(pairs))))
            rest = rest.minus(taken)
    return rest


def _take_flashes(ctx: Context, cards: Cards, units: list[Pattern]) -> Cards:
    rest = cards
    faces = cards.first | cards.second
    for i, rank in enumerate(ctx.special_ranks):
        mask: i64 = ctx.rank_masks[rank]
        if (faces & mask) == mask:
            taken = cards.within(mask)
            size = taken.size()
            units.append(Pattern(FLASH if size == 4 else THUNDER, TRUMP, taken, size, len(ctx.special_ranks) - i))
            rest = rest.minus(taken)
    if ctx.joker_flash and (cards.first & cards.second & JOKER_MASK) == JOKER_MASK:
        taken = cards.within(JOKER_MASK)
        units.append(Pattern(FLASH, TRUMP, taken, 4, JOKER_FLASH_STRENGTH))
        rest = rest.minus(taken)
    return rest


def _take_tractors(ctx: Context, suit: int, cards: Cards, units: list[Pattern]) -> Cards:
    pairs = cards.first & cards.second
    places = ctx.chain(suit, pairs)
    rest = cards
    while places:
        run = places & ~(places + (places & -places))
        places &= ~run
        count = int(popcount(run))
        if count < 2:
            continue
        taken = pairs_at(ctx, suit, run, pairs)
        strength = place_strength(ctx, suit, int(top_bit(run)))
        units.append(Pattern(TRACTOR, suit, taken, count * 2, strength, count))
        rest = rest.minus(taken)
    return rest


def pairs_at(ctx: Context, suit: int, places: i64, pairs: i64) -> Cards:
    """One pair for each place, out of `pairs`; where several compete the first in suit order (§5)."""
    faces: i64 = 0
    place = 0
    while place <= BIG_PLACE:
        if (places >> place) & 1:
            held = ctx.faces_at(suit, place) & pairs
            faces |= held & -held
        place += 1
    return Cards(faces, faces)


def lead_refusal(ctx: Context, pattern: Pattern, big_joker_played: bool) -> str:
    """§7.1–2: why a recognised, non-empty set may not be led, or ""."""
    if pattern.kind == INVALID:
        faces = pattern.cards.first | pattern.cards.second
        trumps = faces & ctx.trump_mask
        if trumps == 0:
            return "lead_mixed_suits"
        return "lead_mixed_trump_suits" if trumps == faces else "lead_mixed_trump_side"
    locked = ctx.rules.trump_pair_needs_big_joker and not big_joker_played
    if locked and pattern.kind == PAIR and pattern.suit == TRUMP:
        return "trump_pair_locked"
    return ""


def shows_big_joker(cards: Cards) -> bool:
    """Whether a big joker is among the cards."""
    return ((cards.first | cards.second) >> BIG_JOKER) & 1 == 1
