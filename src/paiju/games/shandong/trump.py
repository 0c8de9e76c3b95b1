"""Which cards are trump, how strong they are, and which pairs are neighbours (§3, §4.3).

Everything that depends on the level, the trump suit and the options is worked out once in a `Context` of
tables and masks; the checks of the other modules are then a few operations on integers.
"""

from typing import Final, final

from mypy_extensions import i64

from paiju.games.shandong.cards import (
    BIG_JOKER,
    CARD_IDS,
    FACE_COUNT,
    JOKER_MASK,
    NO_SUIT,
    RANKS,
    SMALL_JOKER,
    SUIT_BITS,
    SUIT_FACES,
    SUITS,
    TRUMP,
    Cards,
)
from paiju.games.shandong.rules import ShandongRules

SUIT_COUNT: Final = 5
"""Effective suits: the four printed ones and trump."""

OFF_LEVEL_PLACE: Final = 14
MAIN_LEVEL_PLACE: Final = 15
SMALL_PLACE: Final = 16
BIG_PLACE: Final = 17
"""Places of the top chain in a chain mask. Places 0 … 12 are the plain chain of one suit, 13 stays empty."""


@final
class Context:
    """Order and membership for one level, one trump suit and one set of options. Shared, never changed."""

    def __init__(self, rules: ShandongRules, level: int, trump: int) -> None:
        self.rules: Final = rules
        self.level: Final = level
        """Rank 0 … 12."""
        self.trump: Final = trump
        """Suit 0 … 3, or NO_SUIT."""
        permanent = [RANKS.index(rank) for rank in rules.permanent_trumps]
        self.special_ranks: Final = [level, *[r for r in reversed(permanent) if r != level]]
        """Ranks of flash and thunder, strongest first."""
        self.plain_ranks: Final = [r for r in range(13) if r not in self.special_ranks]
        """§3.3, weakest first."""
        plain: i64 = 0
        for rank in self.plain_ranks:
            plain |= 1 << rank
        self.plain_bits: Final[i64] = plain
        self.joker_flash: Final = rules.joker_flash
        self.level_joker_tractors: Final = rules.level_joker_tractors
        self.must_play_largest: Final = rules.must_play_largest
        self.strict: Final = rules.strict_follow_rules
        self.largest_on_throw: Final = rules.largest_on_throw and rules.must_play_largest
        self.pairs_first: Final = rules.special_follow_chain == "pairsFirst"

        self.suit_of: Final = [self._effective_suit(face) for face in range(FACE_COUNT)]
        """Effective suit by face."""
        self.tiers: Final = self._tiers()
        """By effective suit: masks of equally strong faces, strongest first."""
        self.strength: Final = self._strengths()
        """By face; comparable inside one effective suit, higher is stronger."""
        self.above: Final = [[self._above(tiers, s) for s in range(len(tiers) + 1)] for tiers in self.tiers]
        """By effective suit and strength: the faces that are strictly stronger."""
        self.suit_masks: Final = [self._suit_mask(suit) for suit in range(SUIT_COUNT)]
        self.trump_mask: Final[i64] = self.suit_masks[TRUMP]
        self.rank_masks: Final = [self._rank_mask(rank) for rank in range(13)]
        """The four faces of a rank."""
        self.level_faces: Final[i64] = self.rank_masks[level]
        main: i64 = 0
        if trump != NO_SUIT:
            main = self.level_faces & SUIT_FACES[trump]
        self.main_level: Final[i64] = main
        self.high_mask: Final[i64] = self._high_mask()
        """Trumps above A (§6.4): all trumps that are not plain cards of the trump suit, whatever that suit is."""
        self.trump_order: Final = [self._ids(tier) for tier in self.tiers[TRUMP]]
        """Ids of all trumps of one deck, strongest first; equally strong ones stand together."""
        self.natural: Final = rules.tractor_adjacency == "natural"
        self.squeezed: Final = self._squeeze_table()
        """Thirteen rank bits of one suit → places of its plain chain, neighbours side by side."""
        self.place_rank: Final = list(range(13)) if self.natural else list(self.plain_ranks)
        """Place of a plain chain → rank."""

    def __reduce__(self) -> tuple[object, ...]:
        return context, (self.rules, self.level, self.trump)

    def _effective_suit(self, face: int) -> int:
        if face >= SMALL_JOKER or face % 13 in self.special_ranks:
            return TRUMP
        return TRUMP if face // 13 == self.trump else face // 13

    def _rank_mask(self, rank: int) -> int:
        return sum([1 << (13 * suit + rank) for suit in range(4)])

    def _high_mask(self) -> int:
        mask = int(JOKER_MASK)
        for rank in self.special_ranks:
            mask |= self._rank_mask(rank)
        return mask

    def _tiers(self) -> list[list[int]]:
        found: list[list[int]] = []
        for suit in range(4):
            ranks = [] if suit == self.trump else self.plain_ranks
            found.append([1 << (13 * suit + rank) for rank in reversed(ranks)])
        trumps = [1 << BIG_JOKER, 1 << SMALL_JOKER]
        for rank in self.special_ranks:
            main = 0 if self.trump == NO_SUIT else 1 << (13 * self.trump + rank)
            if main:
                trumps.append(main)
            trumps.append(self._rank_mask(rank) & ~main)
        if self.trump != NO_SUIT:
            trumps.extend([1 << (13 * self.trump + rank) for rank in reversed(self.plain_ranks)])
        found.append(trumps)
        return found

    def _ids(self, faces: int) -> list[str]:
        return [CARD_IDS[face << 1] for face in range(FACE_COUNT) if (faces >> face) & 1]

    def _strengths(self) -> list[int]:
        strength = [0] * FACE_COUNT
        for tiers in self.tiers:
            for i, tier in enumerate(tiers):
                for face in range(FACE_COUNT):
                    if (tier >> face) & 1:
                        strength[face] = len(tiers) - i
        return strength

    def _above(self, tiers: list[int], strength: int) -> int:
        return sum(tiers[: len(tiers) - strength])

    def _suit_mask(self, suit: int) -> int:
        return sum([1 << face for face in range(FACE_COUNT) if self.suit_of[face] == suit])

    def _squeeze_table(self) -> list[int]:
        """Built up rank by rank: each doubles the table, adding the rank's place where it has one."""
        table = [0]
        place = 0
        for rank in range(13):
            plain = rank in self.plain_ranks
            bit = (1 << (rank if self.natural else place)) if plain else 0
            place += 1 if plain else 0
            table += [places | bit for places in table]
        return table

    # --- chains -------------------------------------------------------------------------------------

    def chain(self, suit: int, pairs: i64) -> i64:
        """The places of one effective suit's chains that these pairs (a mask of faces of the suit) occupy."""
        if suit != TRUMP:
            side: i64 = self.squeezed[(pairs >> (13 * suit)) & SUIT_BITS]
            return side
        places: i64 = 0
        if self.trump != NO_SUIT:
            places = self.squeezed[(pairs >> (13 * self.trump)) & SUIT_BITS]
        if self.level_joker_tractors:
            level_pairs: i64 = pairs & self.level_faces
            if self.trump == NO_SUIT:
                if level_pairs:
                    places |= 1 << MAIN_LEVEL_PLACE
            else:
                if level_pairs & ~self.main_level:
                    places |= 1 << OFF_LEVEL_PLACE
                if level_pairs & self.main_level:
                    places |= 1 << MAIN_LEVEL_PLACE
        return places | ((pairs & JOKER_MASK) >> (SMALL_JOKER - SMALL_PLACE))

    def faces_at(self, suit: int, place: int) -> i64:
        """The faces whose pairs stand at a place of `suit`'s chains; several only where off level cards share one."""
        if place < 13:
            printed = self.trump if suit == TRUMP else suit
            plain: i64 = 1 << (13 * printed + self.place_rank[place])
            return plain
        if place >= SMALL_PLACE:
            joker: i64 = 1 << (SMALL_JOKER + place - SMALL_PLACE)
            return joker
        if self.trump == NO_SUIT:
            return self.level_faces
        return self.main_level if place == MAIN_LEVEL_PLACE else self.level_faces & ~self.main_level

    # --- words --------------------------------------------------------------------------------------

    def is_trump(self, number: int) -> bool:
        """§3.1 for a card number."""
        return self.suit_of[number >> 1] == TRUMP

    def suit_name(self, suit: int) -> str:
        """The name of an effective suit: `trump` or a suit."""
        return "trump" if suit == TRUMP else SUITS[suit]

    def sorted_strongest_first(self, cards: Cards) -> list[int]:
        """Card numbers: trumps first, then spades, hearts, clubs, diamonds; inside a suit by strength."""
        order = [4, 0, 1, 2, 3]
        return sorted(cards.numbers(), key=lambda n: (order.index(self.suit_of[n >> 1]), -self.strength[n >> 1], n))

    def card_value(self, face: int) -> int:
        """The reference value `getCardValue` of §3.5."""
        if face >= SMALL_JOKER:
            return 998 + face - SMALL_JOKER
        rank = face % 13
        main = 1 if face // 13 == self.trump else 0
        if rank == self.level:
            return 996 + main
        if rank in self.special_ranks:
            return 996 - 2 * (len(self.rules.permanent_trumps) - self._permanent_index(rank)) + main
        return (100 if main else 0) + rank + 2

    def _permanent_index(self, rank: int) -> int:
        return self.rules.permanent_trumps.index(RANKS[rank])

    def sequential_value(self, face: int) -> int:
        """The reference value `getSequentialValue` of §3.5: neighbours in a chain differ by 1."""
        if face >= SMALL_JOKER:
            return 1002 + face - SMALL_JOKER
        rank = face % 13
        if rank == self.level:
            return 1001 if self.trump in (NO_SUIT, face // 13) else 1000
        if rank in self.special_ranks:
            return 1000 - 50 * (len(self.rules.permanent_trumps) - self._permanent_index(rank))
        return 100 + self.place_rank.index(rank)


_CONTEXTS: Final[dict[str, Context]] = {}


def pattern_key(rules: ShandongRules) -> str:
    """The options on which tables and recognition depend, as a key."""
    return (
        f"{rules.permanent_trumps}{rules.tractor_adjacency}{rules.level_joker_tractors}{rules.joker_flash}"
        f"{rules.allow_mixed_trump_in_mixed}{rules.strict_follow_rules}{rules.must_play_largest}"
        f"{rules.special_follow_chain}{rules.kill_match}{rules.failed_throw_choice}{rules.largest_on_throw}"
        f"{rules.trump_pair_needs_big_joker}"
    )


def context(rules: ShandongRules, level: int, trump: int) -> Context:
    """The shared context of these rules (tables are made once for a key, D53)."""
    key = f"{level}/{trump}/{pattern_key(rules)}"
    found = _CONTEXTS.get(key)
    if found is None:
        found = Context(rules, level, trump)
        _CONTEXTS[key] = found
    return found
