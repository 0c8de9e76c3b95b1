"""How well cards serve the units of a throw (§8.3).

A service is a list with one number for each unit but singles, in unit priority: 1 or 0 for rain, thunder,
flash and pair, the pieces of the ladder for a tractor. A better service is a greater list. Cards already
used for one unit are gone for the next, so the best service is found by trying the ways to serve a unit
wherever the choice can matter for a later one.
"""

from typing import Final

from mypy_extensions import i64

from paiju.games.shandong.cards import NO_CARDS, Cards, popcount
from paiju.games.shandong.choices import flashes, rains, tractors
from paiju.games.shandong.ladder import ladder, pieces_of
from paiju.games.shandong.patterns import PAIR, RAIN, SINGLE, TRACTOR, Pattern
from paiju.games.shandong.trump import Context

MOST_CORES: Final = 3000


def best_service(ctx: Context, units: list[Pattern], cards: Cards) -> list[int]:
    """The best service that these cards (all of the suit led) can give."""
    return _serve(ctx, units, 0, cards)


def _serve(ctx: Context, units: list[Pattern], i: int, cards: Cards) -> list[int]:
    if i == len(units) or units[i].kind == SINGLE:
        return []
    unit = units[i]
    if unit.kind == PAIR:
        owed = len([u for u in units[i:] if u.kind == PAIR])
        served = min(owed, int(popcount(cards.first & cards.second)))
        return [1] * served + [0] * (owed - served)
    if unit.kind == TRACTOR:
        return _serve_tractor(ctx, units, i, cards)
    ways = (
        rains(ctx, unit.suit, cards, unit.size, False) if unit.kind == RAIN else flashes(ctx, cards, unit.size, False)
    )
    if not ways:
        return [0, *_serve(ctx, units, i + 1, cards)]
    best: list[int] = []
    for used in ways:
        best = max(best, _serve(ctx, units, i + 1, cards.minus(used)))
    return [1, *best]


def _serve_tractor(ctx: Context, units: list[Pattern], i: int, cards: Cards) -> list[int]:
    unit = units[i]
    pairs = cards.first & cards.second
    code = ladder(ctx, unit.suit, pairs, unit.pair_count)
    pieces = pieces_of(code)
    if i + 1 == len(units) or units[i + 1].kind != TRACTOR:
        left = pairs
        for _ in range(sum(pieces)):
            left &= left - 1
        return [int(code), *_serve(ctx, units, i + 1, Cards(left, left))]
    best: list[int] = []
    for used in piece_sets(ctx, unit.suit, pairs, pieces):
        best = max(best, _serve(ctx, units, i + 1, Cards(pairs & ~used, pairs & ~used)))
    return [int(code), *best]


def piece_sets(ctx: Context, suit: int, pairs: i64, pieces: list[int]) -> list[i64]:
    """Masks of faces: every set of pairs that shows these pieces, each once, in a fixed order."""
    found: dict[int, bool] = {0: True}
    for piece in pieces:
        wider: dict[int, bool] = {}
        for used in found:
            for more in tractors(ctx, suit, pairs & ~used, piece):
                wider[used | more] = True
        found = wider
    return list(found)


def several_cards(units: list[Pattern]) -> int:
    """The number of cards in all units of more than one card."""
    return sum([unit.size for unit in units if unit.kind != SINGLE])


def best_cores(ctx: Context, units: list[Pattern], cards: Cards, target: list[int]) -> list[Cards]:
    """Every set out of `cards` that gives the service `target`, their best one; at most `MOST_CORES`, weakest first."""
    cores: dict[Cards, bool] = {NO_CARDS: True}
    for i in range(len(target)):
        wider: dict[Cards, bool] = {}
        for core in cores:
            for used in _ways(ctx, units[i], cards.minus(core), target[i]):
                wider[core.plus(used)] = True
        later = units[i + 1 :]
        cores = {core: True for core in wider if best_service(ctx, later, cards.minus(core)) == target[i + 1 :]}
        if len(cores) > MOST_CORES:
            cores = dict.fromkeys(list(cores)[:MOST_CORES], True)
    return list(cores)


def _ways(ctx: Context, unit: Pattern, cards: Cards, owed: int) -> list[Cards]:
    if owed == 0:
        return [NO_CARDS]
    if unit.kind == RAIN:
        return rains(ctx, unit.suit, cards, unit.size, True)
    pairs = cards.first & cards.second
    if unit.kind == PAIR:
        return [Cards(faces, faces) for faces in tractors(ctx, unit.suit, pairs, 1)]
    if unit.kind == TRACTOR:
        return [Cards(faces, faces) for faces in piece_sets(ctx, unit.suit, pairs, pieces_of(owed))]
    return flashes(ctx, cards, unit.size, True)
