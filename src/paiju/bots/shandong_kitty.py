"""Which four cards `memory` buries. While the trump suit lies face down only high trumps count as trumps."""

from typing import Final

from paiju.bots.shandong_policy import Option, best_cards, best_first
from paiju.bots.shandong_weights import WEIGHTS, Weights
from paiju.games.shandong.cards import TRUMP, Cards, cards_of
from paiju.games.shandong.choices import combinations
from paiju.games.shandong.trump import Context

CHEAP: Final = 9
POOL: Final = 13
"""Fours are made of this many cards at most: the cheapest, and those of short suits."""


def bury_price(ctx: Context, hand: Cards, number: int, w: Weights) -> float:
    """What it costs to bury a card: trumps hardly ever, points, winners and pairs rarely."""
    face = number >> 1
    points = cards_of([number]).points()
    if ctx.suit_of[face] == TRUMP:
        return w.bury_trump + 2.0 * ctx.strength[face] + 4.0 * points
    rank = face % 13
    price = w.bury_points * points + w.bury_rank * rank
    if rank == 12:
        price += w.bury_ace
    elif rank == 11:
        price += w.bury_king
    elif rank == 10:
        price += w.bury_queen
    return price + (w.bury_pair if hand.has(number ^ 1) else 0.0)


def kitties(ctx: Context, hand: Cards, w: Weights) -> list[Option]:
    """Ways to bury four cards out of the cheap ones and the short suits; a void is worth a few points."""
    numbers: list[int] = [*hand.numbers()]
    prices = {n: bury_price(ctx, hand, n, w) for n in numbers}
    numbers.sort(key=lambda n: (prices[n], n))
    lengths = [hand.within(ctx.suit_masks[suit]).size() for suit in range(4)]
    pool: list[int] = []
    for i, number in enumerate(numbers):
        suit = ctx.suit_of[number >> 1]
        if len(pool) < POOL and (i < CHEAP or (suit != TRUMP and lengths[suit] <= 4)):
            pool.append(number)
    found: list[Option] = []
    for four in combinations(pool, 4):
        gone = [0, 0, 0, 0, 0]
        value = 0.0
        for number in four:
            value -= prices[number]
            gone[ctx.suit_of[number >> 1]] += 1
        for suit in range(4):
            if lengths[suit] and gone[suit] == lengths[suit]:
                value += w.bury_void
        found.append(Option(cards_of(four), value))
    return found


def ranked_kitties(ctx: Context, hand: Cards, w: Weights = WEIGHTS) -> list[Option]:
    """The kitties of `kitties`, the best first."""
    return best_first(kitties(ctx, hand, w))


def best_kitty(ctx: Context, hand: Cards, w: Weights = WEIGHTS) -> Cards:
    """The kitty of the policy."""
    return best_cards(kitties(ctx, hand, w))
