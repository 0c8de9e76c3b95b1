"""Before the first lead (§6): who may declare, snatch, stick, give back, and who takes the kitty.

These functions look at cards only; phases and the common checks of §12 are checked by `state`.
"""

from typing import Final

from mypy_extensions import i64

from paiju.games.shandong.cards import (
    BIG_JOKER,
    JOKER_MASK,
    NO_SUIT,
    SMALL_JOKER,
    SUIT_BITS,
    SUIT_FACES,
    Cards,
    faces_in,
    popcount,
)
from paiju.games.shandong.choices import tractors
from paiju.games.shandong.patterns import contiguous
from paiju.games.shandong.rules import ShandongRules
from paiju.games.shandong.trump import Context

KITTY_SIZE: Final = 4


def _is_pair(cards: Cards) -> bool:
    return cards.first == cards.second and popcount(cards.first) == 1


def pair_suit(cards: Cards) -> int:
    """The suit a declaration or snatch makes trump: that of the cards that are not jokers."""
    rest = (cards.first | cards.second) & ~JOKER_MASK
    return int(popcount((rest & -rest) - 1)) // 13 if rest else NO_SUIT


def jokers_of(cards: Cards) -> Cards:
    """The jokers among the cards."""
    return cards.within(JOKER_MASK)


def declare_phase_refusal(phase: str) -> str:
    """§12: declaring is possible during the deal and in its own window."""
    return "" if phase in ("dealing", "declaring") else "wrong_phase"


def snatch_phase_refusal(phase: str, rules: ShandongRules) -> str:
    """§12: snatching is possible until the end of its window, unless the table plays without it."""
    return "" if rules.allow_snatch and phase in ("dealing", "declaring", "snatching") else "wrong_phase"


def stick_phase_refusal(phase: str, rules: ShandongRules) -> str:
    """§12: sticking has its own window, unless the table plays without it."""
    return "" if rules.allow_stick and phase == "sticking" else "wrong_phase"


def bury_phase_refusal(phase: str) -> str:
    """Why nothing can be buried in this phase, or ""."""
    return "" if phase == "burying" else "wrong_phase"


def snatch_standing_refusal(setter: int, closed: bool, seat: int) -> str:
    """§12, before the cards are looked at: nothing declared (setter −1), already snatched, own declaration."""
    if setter < 0:
        return "nothing_to_snatch"
    if closed:
        return "already_snatched"
    return "snatch_own" if seat == setter else ""


def is_final_snatch(rules: ShandongRules, jokers: Cards) -> bool:
    """One snatch ends it; with `snatchOverSnatch` two big jokers may still follow two small ones."""
    return not rules.snatch_over_snatch or (jokers.first >> BIG_JOKER) & 1 == 1


def stick_standing_refusal(setter: int, stuck: bool, seat: int) -> str:
    """§12, before the cards are looked at: the seat is the setter, somebody has stuck."""
    if seat == setter:
        return "stick_own"
    return "already_stuck" if stuck else ""


def bury_refusal(cards: Cards) -> str:
    """§6.7: any four cards."""
    return "" if cards.size() == KITTY_SIZE else "bury_wrong_count"


def declare_refusal(cards: Cards) -> str:
    """§6.2: exactly one joker and a pair of any face."""
    if cards.size() != 3:
        return "declare_wrong_count"
    jokers = cards.within(JOKER_MASK)
    if jokers.size() != 1:
        return "declare_needs_one_joker"
    return "" if _is_pair(cards.minus(jokers)) else "declare_needs_pair"


def snatch_refusal(cards: Cards) -> str:
    """§6.3: two identical jokers and a pair."""
    if cards.size() != 4:
        return "snatch_wrong_count"
    jokers = cards.within(JOKER_MASK)
    if not _is_pair(jokers):
        return "snatch_needs_joker_pair"
    return "" if _is_pair(cards.minus(jokers)) else "snatch_needs_pair"


def stick_refusal(ctx: Context, hand: Cards, cards: Cards) -> str:
    """§6.4, with the true trump suit in `ctx`: one joker, a two-pair tractor of a plain chain, and means to repay."""
    if cards.size() != 5:
        return "stick_wrong_count"
    jokers = cards.within(JOKER_MASK)
    if jokers.size() != 1:
        return "stick_needs_one_joker"
    if not _plain_tractor(ctx, cards.minus(jokers)):
        return "stick_needs_tractor"
    return "" if can_repay(ctx, hand.minus(cards)) else "stick_cannot_repay"


def _plain_tractor(ctx: Context, cards: Cards) -> bool:
    faces = cards.first
    if faces != cards.second or popcount(faces) != 2:
        return False
    suit = int(popcount((faces & -faces) - 1)) // 13
    ranks: i64 = (faces >> (13 * suit)) & SUIT_BITS & ctx.plain_bits
    if popcount(ranks) != 2:
        return False
    places: i64 = ctx.squeezed[ranks]
    return contiguous(places)


def can_repay(ctx: Context, rest: Cards) -> bool:
    """Whether a high trump and two side cards are among `rest`."""
    return not rest.within(ctx.high_mask).empty() and rest.within(~ctx.trump_mask).size() >= 2


def taken_by_stick(jokers: Cards, pair: Cards) -> Cards:
    """What a sticker takes: the pair and one joker, of two identical ones the one with index 0."""
    joker = Cards(jokers.first, 0) if jokers.first else jokers
    return joker.plus(pair)


def giveback_refusal(ctx: Context, shown: Cards, taken: Cards, cards: Cards) -> str:
    """§6.4: exactly one high trump and two side cards, none of them shown or taken."""
    if cards.size() != 3:
        return "giveback_wrong_count"
    if cards.overlaps(shown) or cards.overlaps(taken):
        return "giveback_not_allowed"
    if cards.within(ctx.high_mask).size() != 1:
        return "giveback_needs_high_trump"
    return "" if cards.within(ctx.trump_mask).size() == 1 else "giveback_needs_side_cards"


def banker_and_owner(first_hand: bool, setter: int, banker_seat: int) -> tuple[int, int]:
    """Banker seat and kitty owner once the trump setter stands (§6.5)."""
    if first_hand:
        return setter, (setter + 2) % 4
    if setter % 2 == banker_seat % 2:
        return banker_seat, (setter + 2) % 4
    return banker_seat, (setter + 1) % 4


# --- what a hand offers -------------------------------------------------------------------------------


def _pairs(hand: Cards) -> list[Cards]:
    """The pairs that have a suit, in the order of faces."""
    found: list[Cards] = []
    for face in faces_in(hand.first & hand.second & ~JOKER_MASK):
        bit: i64 = 1 << face
        found.append(Cards(bit, bit))
    return found


def _single_jokers(hand: Cards) -> list[Cards]:
    found: list[Cards] = []
    for face in (SMALL_JOKER, SMALL_JOKER + 1):
        bit: i64 = 1 << face
        if hand.first & bit:
            found.append(Cards(bit, 0))
        if hand.second & bit:
            found.append(Cards(0, bit))
    return found


def declarations_in(hand: Cards) -> list[Cards]:
    """Every declaration a hand allows."""
    return [joker.plus(pair) for joker in _single_jokers(hand) for pair in _pairs(hand)]


def snatches_in(hand: Cards) -> list[Cards]:
    """Every snatch a hand allows."""
    found: list[Cards] = []
    for face in faces_in(hand.first & hand.second & JOKER_MASK):
        bit: i64 = 1 << face
        for pair in _pairs(hand):
            found.append(Cards(bit, bit).plus(pair))
    return found


def sticks_in(blind: Context, hand: Cards) -> list[Cards]:
    """The sticks of a hand that can be repaid whichever suit is trump: the list must not tell the hidden suit."""
    found: list[Cards] = []
    jokers = _single_jokers(hand)
    if not jokers:
        return found
    pairs = hand.first & hand.second
    for suit in range(4):
        own: i64 = SUIT_FACES[suit]
        for faces in tractors(blind, suit, pairs & own & ~blind.trump_mask, 2):
            for joker in jokers:
                cards = joker.plus(Cards(faces, faces))
                if _surely_repays(blind, hand.minus(cards)):
                    found.append(cards)
    return found


def _surely_repays(blind: Context, rest: Cards) -> bool:
    if rest.within(blind.high_mask).empty():
        return False
    side = rest.within(~blind.trump_mask)
    return all(side.within(~faces).size() >= 2 for faces in SUIT_FACES)


def givebacks_in(ctx: Context, hand: Cards, shown: Cards, taken: Cards) -> list[Cards]:
    """Every give-back, weakest high trump first."""
    rest = hand.minus(shown).minus(taken)
    found: list[Cards] = []
    high = sorted(rest.within(ctx.high_mask).numbers(), key=lambda n: (ctx.strength[n >> 1], n))
    side = rest.within(~ctx.trump_mask).numbers()
    for top in high:
        for i in range(len(side)):
            for j in range(i + 1, len(side)):
                found.append(one_card(top).plus(one_card(side[i])).plus(one_card(side[j])))
    return found


def one_card(number: int) -> Cards:
    """The set of a single card."""
    bit: i64 = 1 << (number >> 1)
    return Cards(0, bit) if number & 1 else Cards(bit, 0)
