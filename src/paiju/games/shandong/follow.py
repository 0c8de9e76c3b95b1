"""What a follower must play (§8). `follow_refusal` says which rule a play breaks; lists and hints agree with it."""

from typing import Final

from mypy_extensions import i64

from paiju.games.shandong.cards import CARD_IDS, Cards, popcount
from paiju.games.shandong.choices import has_flash, has_rain
from paiju.games.shandong.ladder import ladder, owed_piece
from paiju.games.shandong.patterns import FLASH, PAIR, RAIN, SINGLE, THROW, THUNDER, TRACTOR, Pattern, identify
from paiju.games.shandong.trump import Context
from paiju.games.shandong.units import best_cores, best_service, several_cards

_MUST: Final = (
    "",
    "",
    "must_follow_pair",
    "must_follow_tractor",
    "must_follow_flash",
    "must_follow_thunder",
    "must_follow_rain",
)
"""Code by kind of the unit that was served worse than possible."""


def follow_refusal(ctx: Context, lead: Pattern, hand: Cards, play: Cards) -> str:
    """The rule that forbids following `lead` with `play` (not empty, all in `hand`), or ""."""
    first = play.first
    second = play.second
    if popcount(first) + popcount(second) != lead.size:
        return "wrong_count"
    suit: i64 = ctx.suit_masks[lead.suit]
    own_first = hand.first & suit
    own_second = hand.second & suit
    if popcount(own_first) + popcount(own_second) < lead.size:
        if (own_first & ~first) or (own_second & ~second):
            return "must_play_all_of_suit"
        return ""
    if (first | second) & ~suit:
        return "must_follow_suit"
    kind = lead.kind
    if kind == SINGLE or kind > THROW or not ctx.strict:
        return ""
    pairs = own_first & own_second
    shown = first & second
    if kind == PAIR:
        if pairs:
            return "" if shown else "must_follow_pair"
        return _unless_largest(ctx, lead.suit, first | second, (own_first & ~first) | (own_second & ~second))
    if kind == TRACTOR:
        code = _ladder_refusal(ctx, lead.suit, pairs, shown, lead.pair_count)
        if code or popcount(pairs) >= lead.pair_count:
            return code
        spare = (own_first & ~first) | (own_second & ~second)
        return _unless_largest(ctx, lead.suit, (first | second) & ~shown, spare)
    own = Cards(own_first, own_second)
    if kind == THROW:
        return _throw_refusal(ctx, lead, own, play)
    return _special_refusal(ctx, lead, own, play)


def _unless_largest(ctx: Context, suit: int, chosen: i64, spare: i64) -> str:
    """§8.4: nothing in `spare` may be stronger than anything in `chosen` (masks of faces)."""
    if not ctx.must_play_largest:
        return ""
    for tier in ctx.tiers[suit]:
        level: i64 = tier
        chosen &= ~level
        if spare & level:
            return "must_play_largest" if chosen else ""
    return ""


def _ladder_refusal(ctx: Context, suit: int, pairs: i64, shown: i64, need: int) -> str:
    best = ladder(ctx, suit, pairs, need)
    mine = ladder(ctx, suit, shown, need)
    if best == mine:
        return ""
    return "must_follow_tractor" if owed_piece(best, mine) >= 2 else "must_follow_pair"


def _special_refusal(ctx: Context, lead: Pattern, own: Cards, play: Cards) -> str:
    """Flash, thunder and rain: the pattern if there is one, otherwise the largest cards or, by option, pairs first."""
    if lead.kind == RAIN:
        if has_rain(ctx, lead.suit, own, lead.size):
            return "" if identify(ctx, play).kind == RAIN else "must_follow_rain"
    elif has_flash(ctx, own, lead.size):
        return "" if identify(ctx, play).kind in (FLASH, THUNDER) else _MUST[lead.kind]
    shown: i64 = 0
    if ctx.pairs_first:
        shown = play.first & play.second
        code = _ladder_refusal(ctx, lead.suit, own.first & own.second, shown, lead.size >> 1)
        if code:
            return code
    spare = (own.first & ~play.first) | (own.second & ~play.second)
    return _unless_largest(ctx, lead.suit, (play.first | play.second) & ~shown, spare)


def _throw_refusal(ctx: Context, lead: Pattern, own: Cards, play: Cards) -> str:
    """§8.3, and the choice among the codes of §12: the first unit served worse than possible."""
    if lead.units[0].kind == SINGLE:
        return ""  # singles only: nothing is owed
    best = best_service(ctx, lead.units, own)
    mine = best_service(ctx, lead.units, play)
    for i in range(len(best)):
        if mine[i] != best[i]:
            if lead.units[i].kind == TRACTOR:
                return "must_follow_tractor" if owed_piece(best[i], mine[i]) >= 2 else "must_follow_pair"
            return _MUST[lead.units[i].kind]
    if ctx.largest_on_throw and not _replaced_by_largest(ctx, lead, own, play, best):
        return "must_play_largest"
    return ""


def _replaced_by_largest(ctx: Context, lead: Pattern, own: Cards, play: Cards, best: list[int]) -> bool:
    """`largestOnThrow`: what is missing from units of several cards is replaced by the largest cards left."""
    missing = several_cards(lead.units)
    for core in best_cores(ctx, lead.units, play, best):
        if _shows_largest(ctx.tiers[lead.suit], play.minus(core), own.minus(core), missing - core.size()):
            return True
    return False


def _shows_largest(tiers: list[int], chosen: Cards, pool: Cards, count: int) -> bool:
    """Whether the `count` largest cards of the pool, or equally strong ones, are among the chosen."""
    for tier in tiers:
        owed = min(pool.within(tier).size(), count)
        if chosen.within(tier).size() < owed:
            return False
        count -= owed
    return True


def largest_cards(ctx: Context, pool: Cards, count: int) -> list[int]:
    """Numbers of the `count` largest cards of a pool, strongest first; among equals the lowest number."""
    numbers: list[int] = [*pool.numbers()]
    numbers.sort(key=lambda n: (-ctx.strength[n >> 1], n))
    return numbers[:count]


def owed_largest(ctx: Context, lead: Pattern, hand: Cards, play: Cards) -> list[int]:
    """The cards named in `must_play_largest`: the largest cards of the player's own hand that were left out."""
    own = hand.within(ctx.suit_masks[lead.suit])
    if lead.kind == THROW:
        core = best_cores(ctx, lead.units, play, best_service(ctx, lead.units, own))[0]
        return largest_cards(ctx, own.minus(core), several_cards(lead.units) - core.size())
    pairs: i64 = 0
    if lead.kind == TRACTOR:
        pairs = own.first & own.second
    elif lead.kind != PAIR and ctx.pairs_first:
        pairs = play.first & play.second
    pool = own.minus(Cards(pairs, pairs))
    return largest_cards(ctx, pool, lead.size - 2 * int(popcount(pairs)))


def follow_params(ctx: Context, lead: Pattern, hand: Cards, play: Cards, code: str) -> dict[str, object]:
    """Parameters for the message of a refused follow (§12), about the follower's own cards only."""
    if code == "wrong_count":
        return {"n": lead.size}
    if code in ("must_play_all_of_suit", "must_follow_suit"):
        return {"suit": ctx.suit_name(lead.suit)}
    if code == "must_play_largest":
        return {"cards": [CARD_IDS[number] for number in owed_largest(ctx, lead, hand, play)]}
    if code == "card_not_in_hand":
        return {"card": play.minus(hand).ids()[0]}
    return {}
