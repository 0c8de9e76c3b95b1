"""Trumps that kill a led side suit (§8.5), for lists, hints and bots. `winner.py` decides what matches."""

from typing import Final

from paiju.games.shandong.cards import NO_CARDS, TRUMP, Cards, cards_of
from paiju.games.shandong.cheapest import cheapest_first
from paiju.games.shandong.choices import tractors
from paiju.games.shandong.patterns import PAIR, SINGLE, THROW, Pattern
from paiju.games.shandong.trump import Context
from paiju.games.shandong.winner import unit_ways

_MOST: Final = 60


def kill_plays(ctx: Context, lead: Pattern, hand: Cards) -> list[Cards]:
    """Plays of trumps only that match a led side suit, weakest first; all of them except for throws, none for patterns
    that were added.

    A throw is killed with every arrangement of its units of several cards, its singles being the cheapest trumps
    left; a throw of singles with the cheapest trumps and any one trump in place of the most valuable of them.
    """
    trumps = hand.within(ctx.trump_mask)
    if lead.suit == TRUMP or lead.kind > THROW or trumps.size() < lead.size:
        return []
    if not hand.within(ctx.suit_masks[lead.suit]).empty():
        return []
    if lead.kind != THROW:
        return _units(ctx, lead, trumps)
    sets = [NO_CARDS]
    for unit in lead.units:
        if unit.kind == SINGLE:
            break
        wider: dict[Cards, bool] = {}
        for used in sets:
            for more in _units(ctx, unit, trumps.minus(used)):
                wider[used.plus(more)] = True
        sets = list(wider)[:_MOST]
    found: list[Cards] = []
    for used in sets:
        missing = lead.size - used.size()
        spare = cheapest_first(ctx, trumps.minus(used))
        if lead.units[0].kind == SINGLE:
            base = spare[: missing - 1]
            found.extend([cards_of([*base, top]) for top in spare[missing - 1 :]])
        elif len(spare) >= missing:
            found.append(used.plus(cards_of(spare[:missing])))
    return found


def _units(ctx: Context, unit: Pattern, trumps: Cards) -> list[Cards]:
    if unit.kind == SINGLE:
        return [cards_of([number]) for number in reversed(ctx.sorted_strongest_first(trumps))]
    if unit.kind == PAIR:
        return [Cards(faces, faces) for faces in tractors(ctx, TRUMP, trumps.first & trumps.second, 1)]
    return unit_ways(ctx, unit, trumps)
