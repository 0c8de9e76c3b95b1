"""Who wins the trick (§9): every play gets a number, and a later play must have a strictly greater one to take over."""

from typing import Final

from paiju.games.shandong.cards import TRUMP, Cards, popcount
from paiju.games.shandong.choices import rains, tractors
from paiju.games.shandong.patterns import PAIR, RAIN, SINGLE, THROW, Pattern, identify, split, strongest, suit_of_cards
from paiju.games.shandong.trump import Context

NO_MATCH: Final = -1
_KILL: Final = 1000
"""Added to the strength of a kill: the weakest kill is ahead of everything in the suit led."""


def lead_rank(lead: Pattern) -> int:
    """The number of the lead itself."""
    return lead.strength


def play_rank(ctx: Context, lead: Pattern, play: Cards) -> int:
    """The number of a follower's play, NO_MATCH if it cannot win (§9.2)."""
    suit = suit_of_cards(ctx, play)
    if suit == lead.suit:
        if lead.kind == THROW:
            return NO_MATCH
        return _matching_strength(ctx, lead, play)
    if suit != TRUMP:
        return NO_MATCH
    strength = kill_strength(ctx, lead, play) if lead.kind == THROW else _matching_strength(ctx, lead, play)
    return NO_MATCH if strength < 0 else _KILL + strength


def _matching_strength(ctx: Context, lead: Pattern, play: Cards) -> int:
    if lead.kind == PAIR and play.first != play.second:
        return NO_MATCH
    own = identify(ctx, play)
    if own.kind != lead.kind or own.size != lead.size or own.doubles != lead.doubles:
        return NO_MATCH
    return own.strength


def winner(ctx: Context, lead: Pattern, plays: list[Cards]) -> int:
    """The index of the play that wins; `plays[0]` is the lead in force."""
    best = 0
    best_rank = lead_rank(lead)
    for i in range(1, len(plays)):
        rank = play_rank(ctx, lead, plays[i])
        if rank > best_rank:
            best, best_rank = i, rank
    return best


def kill_strength(ctx: Context, throw: Pattern, play: Cards) -> int:
    """§9.3: the strength of the deciding unit of trumps played on a thrown side suit, or NO_MATCH."""
    if ctx.rules.kill_match == "exact":
        return _exact_strength(ctx, throw, play)
    first = throw.units[0]
    if first.kind == SINGLE:
        return strongest(ctx, TRUMP, play.first | play.second)
    if first.kind == PAIR:
        pairs = play.first & play.second
        owed = len([unit for unit in throw.units if unit.kind == PAIR])
        return strongest(ctx, TRUMP, pairs) if popcount(pairs) >= owed else NO_MATCH
    best = NO_MATCH
    for used in unit_ways(ctx, first, play):
        strength = identify(ctx, used).strength
        if strength > best and _can_arrange(ctx, throw.units, 1, play.minus(used)):
            best = strength
    return best


def unit_ways(ctx: Context, unit: Pattern, cards: Cards) -> list[Cards]:
    """The ways to show a rain (same count and doubles) or a tractor of a throw with trumps."""
    if unit.kind == RAIN:
        ways = rains(ctx, TRUMP, cards, unit.size, False)
        return [way for way in ways if popcount(way.first & way.second) == unit.doubles]
    return [Cards(faces, faces) for faces in tractors(ctx, TRUMP, cards.first & cards.second, unit.pair_count)]


def _can_arrange(ctx: Context, units: list[Pattern], i: int, cards: Cards) -> bool:
    """Whether the remaining units can all be shown with the remaining trumps."""
    if i == len(units) or units[i].kind == SINGLE:
        return True
    if units[i].kind == PAIR:
        owed = len([unit for unit in units[i:] if unit.kind == PAIR])
        return popcount(cards.first & cards.second) >= owed
    return any(_can_arrange(ctx, units, i + 1, cards.minus(used)) for used in unit_ways(ctx, units[i], cards))


def _shape(unit: Pattern) -> tuple[int, int, int]:
    return (unit.kind, unit.size, unit.doubles)


def _exact_strength(ctx: Context, throw: Pattern, play: Cards) -> int:
    own = split(ctx, TRUMP, play)
    if sorted([_shape(unit) for unit in own]) != sorted([_shape(unit) for unit in throw.units]):
        return NO_MATCH
    deciding = _shape(throw.units[0])
    return max([unit.strength for unit in own if _shape(unit) == deciding])
