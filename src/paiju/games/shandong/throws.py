"""Testing a throw (§7.3–5): which units somebody can beat, and which one becomes the lead."""

from typing import Final

from mypy_extensions import i64

from paiju.games.shandong.cards import JOKER_MASK, Cards, faces_in, popcount
from paiju.games.shandong.choices import beats_rain
from paiju.games.shandong.ladder import starts_of_runs
from paiju.games.shandong.patterns import (
    FLASH,
    JOKER_FLASH_STRENGTH,
    PAIR,
    RAIN,
    SINGLE,
    THROW,
    THUNDER,
    TRACTOR,
    Pattern,
    place_strength,
)
from paiju.games.shandong.trump import Context

_HIGHEST_UNIT_ORDER: Final = (THUNDER, FLASH, RAIN, TRACTOR, PAIR, SINGLE)


def beats(ctx: Context, unit: Pattern, hand: Cards) -> bool:
    """Whether one hand holds, inside the suit of the unit, the same kind and size strictly stronger."""
    suit: i64 = ctx.suit_masks[unit.suit]
    kind = unit.kind
    if kind == SINGLE:
        stronger: i64 = ctx.above[unit.suit][unit.strength]
        return ((hand.first | hand.second) & stronger) != 0
    if kind == PAIR:
        stronger = ctx.above[unit.suit][unit.strength]
        return (hand.first & hand.second & stronger) != 0
    if kind == TRACTOR:
        places = ctx.chain(unit.suit, hand.first & hand.second & suit)
        starts = starts_of_runs(ctx, places, unit.pair_count)
        for start in faces_in(starts):
            if place_strength(ctx, unit.suit, start + unit.pair_count - 1) > unit.strength:
                return True
        return False
    if kind > THROW:
        return False
    if kind == RAIN:
        return beats_rain(ctx, unit.suit, hand, unit.size, unit.doubles, unit.strength)
    return _beats_flash(ctx, unit, hand)


def _beats_flash(ctx: Context, unit: Pattern, hand: Cards) -> bool:
    if unit.strength == JOKER_FLASH_STRENGTH:
        return False
    faces = hand.first | hand.second
    pairs = hand.first & hand.second
    for i, rank in enumerate(ctx.special_ranks):
        if len(ctx.special_ranks) - i <= unit.strength:
            break
        mask: i64 = ctx.rank_masks[rank]
        if (faces & mask) == mask and 4 + popcount(pairs & mask) >= unit.size:
            return True
    return unit.size == 4 and ctx.joker_flash and (pairs & JOKER_MASK) == JOKER_MASK


def beatable_units(ctx: Context, throw: Pattern, others: list[Cards]) -> list[Pattern]:
    """The units of a throw that at least one of the other hands alone can beat."""
    return [unit for unit in throw.units if any(beats(ctx, unit, hand) for hand in others)]


def _smallness(unit: Pattern) -> tuple[int, int, int, int]:
    """Sort key of `smallest`: fewest cards, lower kind, weakest, printed suit."""
    return (unit.size, unit.kind, unit.strength, unit.printed_suit())


def throw_choices(ctx: Context, beatable: list[Pattern]) -> list[Pattern]:
    """The units that may become the lead of a failed throw: one is forced, several are for the next player."""
    rule = ctx.rules.failed_throw_choice
    if rule == "smallest":
        return [min(beatable, key=_smallness)]
    by_kind: list[Pattern] = []
    for kind in _HIGHEST_UNIT_ORDER:
        units = [unit for unit in beatable if unit.kind == kind]
        if units:
            by_kind.append(min(units, key=_smallness))
    return by_kind[:1] if rule == "highestUnit" else by_kind


def smallest_choice(units: list[Pattern]) -> Pattern:
    """What `smallest` would force: the default when the time of the next player runs out."""
    return min(units, key=_smallness)
