"""The `rules` bot before the first lead: trump, snatch, stick, give back, kitty. One idea per function."""

from typing import Final

from paiju.games.shandong.actions import Bury, Declare, GiveBack, Snatch, Stick
from paiju.games.shandong.cards import JOKER_MASK, TRUMP, Cards, cards_of, faces_in
from paiju.games.shandong.choices import combinations
from paiju.games.shandong.trump import Context
from paiju.games.shandong.view import DEALING, ShandongView

LONG: Final = 11
"""With this many trumps it pays to choose the trump suit."""
VERY_LONG: Final = 14


def suit_of_pair(cards: Cards) -> int:
    """The suit that a declaration with these cards makes trump."""
    return faces_in((cards.first | cards.second) & ~JOKER_MASK)[0] // 13


def trumps_with(view: ShandongView, suit: int) -> int:
    """How many trumps the hand would have with this trump suit."""
    ctx = view.ctx
    plain = view.hand.within(8191 << (13 * suit)).within(~ctx.high_mask)
    return view.hand.within(ctx.high_mask).size() + plain.size()


def show_value(view: ShandongView, cards: Cards) -> tuple[int, int, int]:
    """The value of a declaration: a long suit, then a small joker and a low pair, which a sticker may take."""
    big = cards.within(1 << 53).size()
    pair = faces_in((cards.first | cards.second) & ~JOKER_MASK)[0]
    return (trumps_with(view, suit_of_pair(cards)), -big, -(pair % 13))


def best_declaration(view: ShandongView) -> Declare | None:
    """The declaration that makes the longest trump suit."""
    options = [action for action in view.legal if isinstance(action, Declare)]
    return max(options, key=lambda action: show_value(view, action.cards)) if options else None


def wants_silence(view: ShandongView) -> bool:
    """Whether to let the deal pass: without a declaration the attackers of a later hand gain three levels."""
    return not view.first_hand and view.banker_seat % 2 != view.seat % 2


def declaration(view: ShandongView) -> Declare | None:
    """Declare the longest suit: during the deal only a good one, in the window any that avoids a redeal."""
    best = best_declaration(view)
    if best is None:
        return None
    trumps = trumps_with(view, suit_of_pair(best.cards))
    if view.phase == DEALING:
        return best if trumps * 2 >= view.hand.size() + 2 and trumps >= 8 else None
    if wants_silence(view):
        return best if trumps >= VERY_LONG else None
    return best


def snatch(view: ShandongView) -> Snatch | None:
    """Take the choice of trump from an opponent with a long suit; from the partner only with a very long one."""
    options = [action for action in view.legal if isinstance(action, Snatch)]
    if not options:
        return None
    best = max(options, key=lambda action: show_value(view, action.cards))
    partner_set = view.setter % 2 == view.seat % 2
    trumps = trumps_with(view, suit_of_pair(best.cards))
    return best if trumps >= (VERY_LONG if partner_set else LONG) else None


def stick(view: ShandongView) -> Stick | None:
    """Take joker and pair from an opponent if a weak high trump can pay for them."""
    options = [action for action in view.legal if isinstance(action, Stick)]
    if not options or view.setter % 2 == view.seat % 2:
        return None
    action = options[0]
    spare = view.hand.minus(action.cards).within(view.ctx.high_mask & ~JOKER_MASK)
    return None if spare.empty() else action


def is_paired(cards: Cards, number: int) -> bool:
    """Whether the other copy of this card is among the cards too."""
    return cards.has(number ^ 1)


def giving_cost(hand: Cards, number: int) -> int:
    """What it costs to give away a side card for good: points, aces and kings, pairs."""
    face = number >> 1
    cost = 3 * cards_of([number]).points()
    if face % 13 >= 11:
        cost += 12
    elif face % 13 == 10:
        cost += 3
    if is_paired(hand, number):
        cost += 8
    return cost + face % 13 // 3


def give_back(view: ShandongView) -> GiveBack:
    """Return the weakest high trump and the side cards that are worth least, best from a short suit."""
    options = [action for action in view.legal if isinstance(action, GiveBack)]
    return min(options, key=lambda action: give_back_cost(view, action.cards))


def give_back_cost(view: ShandongView, cards: Cards) -> int:
    """The cost of a give-back: above all of its trump, then of its side cards; less for a void."""
    ctx = view.ctx
    cost = 0
    for number in cards.numbers():
        if ctx.is_trump(number):
            cost += 4 * ctx.strength[number >> 1]
        else:
            cost += giving_cost(view.hand, number)
    return cost - 6 * len(voids_made(ctx, view.hand, cards))


def voids_made(ctx: Context, hand: Cards, gone: Cards) -> list[int]:
    """Side suits that are empty once the cards are gone."""
    found: list[int] = []
    for suit in range(4):
        mask = ctx.suit_masks[suit]
        if not hand.within(mask).empty() and hand.minus(gone).within(mask).empty():
            found.append(suit)
    return found


def bury_cost(ctx: Context, hand: Cards, number: int) -> int:
    """What it costs to bury a card: trumps and points hardly ever, winners and pairs rarely."""
    if ctx.suit_of[number >> 1] == TRUMP:
        return 40 + 2 * ctx.strength[number >> 1] + 4 * cards_of([number]).points()
    return giving_cost(hand, number) + cards_of([number]).points()


def bury(view: ShandongView) -> Bury:
    """Bury to make a void, without points, trumps or winners among the four."""
    ctx = view.ctx
    numbers = sorted(view.hand.numbers(), key=lambda n: (bury_cost(ctx, view.hand, n), n))
    short = [n for n in view.hand.numbers() if 0 < view.hand.within(ctx.suit_masks[ctx.suit_of[n >> 1]]).size() <= 4]
    pool = [int(n) for n in dict.fromkeys([*numbers[:9], *[n for n in short if not ctx.is_trump(n)]])][:13]
    best = min([cards_of(four) for four in combinations(pool, 4)], key=lambda four: kitty_cost(ctx, view.hand, four))
    return Bury(best)


def kitty_cost(ctx: Context, hand: Cards, cards: Cards) -> int:
    """The cost of four cards together; a void is worth as much as a few points."""
    total = sum([bury_cost(ctx, hand, number) for number in cards.numbers()])
    return total - 9 * len(voids_made(ctx, hand, cards))
