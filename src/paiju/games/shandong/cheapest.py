"""The order in which cards are given away when nobody decides (§12, default actions)."""

from paiju.games.shandong.cards import TRUMP, Cards
from paiju.games.shandong.trump import Context


def cheapest_first(ctx: Context, cards: Cards) -> list[int]:
    """§12: side before trump, without points before with, weaker first (side cards by rank), then suit, then index."""
    numbers: list[int] = [*cards.numbers()]
    numbers.sort(key=lambda n: _price(ctx, n))
    return numbers


def _price(ctx: Context, number: int) -> tuple[int, int, int, int]:
    face = number >> 1
    trump = ctx.suit_of[face] == TRUMP
    rank = face % 13
    points = 1 if face < 52 and rank in (3, 8, 11) else 0
    return (1 if trump else 0, points, ctx.strength[face] if trump else rank, number)
