"""All legal plays of a hand, or a documented sample where there are too many.

A follow is a *core* (cards that serve what is owed) and a *fill* (free cards, or the largest ones). Cores are
listed weakest first. Every legal follow is listed unless there are more than `MANY`; then the list holds the kills
of `kills.py` and discards of the cheapest cards.

Leads: if the subsets of all suits are at most `MANY`, every legal lead is listed. Otherwise the list holds every
single, pair, tractor, flash, thunder and rain, and of the throws only, for each suit, its two strongest cards,
its three strongest and so on: those are the throws that may stand.
"""

from typing import Final, final

from mypy_extensions import i64

from paiju.games.shandong.cards import NO_CARDS, TRUMP, Cards, cards_of, faces_in, popcount
from paiju.games.shandong.cheapest import cheapest_first
from paiju.games.shandong.choices import combinations, flashes, rains, tractors
from paiju.games.shandong.kills import kill_plays
from paiju.games.shandong.ladder import ladder, longest_run, pieces_of
from paiju.games.shandong.patterns import INVALID, PAIR, RAIN, SINGLE, THROW, TRACTOR, Pattern, identify
from paiju.games.shandong.trump import Context
from paiju.games.shandong.units import MOST_CORES, best_cores, best_service, piece_sets, several_cards

MANY: Final = 2000


@final
class Fill:
    """A core and how it is completed: `count` more cards out of `pool`, the strongest ones if `largest`."""

    def __init__(self, core: Cards, pool: Cards, count: int, largest: bool) -> None:
        self.core: Final = core
        self.pool: Final = pool
        self.count: Final = count
        self.largest: Final = largest


def follow_fills(ctx: Context, lead: Pattern, hand: Cards) -> list[Fill]:
    """What a follower owes: each legal follow is one of these cores with its fill, weakest cores first."""
    own = hand.within(ctx.suit_masks[lead.suit])
    size = own.size()
    if size < lead.size:
        return [Fill(own, hand.minus(own), lead.size - size, False)]
    if lead.kind == SINGLE or lead.kind > THROW or not ctx.strict:
        return [Fill(NO_CARDS, own, lead.size, False)]
    largest = ctx.must_play_largest
    pairs = own.first & own.second
    if lead.kind in (PAIR, TRACTOR):
        return _ladder_fills(ctx, lead, own, pairs, lead.pair_count)
    if lead.kind == THROW:
        return _throw_fills(ctx, lead, own)
    ways = rains(ctx, lead.suit, own, lead.size, True) if lead.kind == RAIN else flashes(ctx, own, lead.size, True)
    if ways:
        return [Fill(way, NO_CARDS, 0, False) for way in ways]
    if ctx.pairs_first:
        return _ladder_fills(ctx, lead, own, pairs, lead.size >> 1)
    return [Fill(NO_CARDS, own, lead.size, largest)]


def _ladder_fills(ctx: Context, lead: Pattern, own: Cards, pairs: i64, need: int) -> list[Fill]:
    pieces = pieces_of(ladder(ctx, lead.suit, pairs, need))
    fills: list[Fill] = []
    for faces in piece_sets(ctx, lead.suit, pairs, pieces):
        core = Cards(faces, faces)
        fills.append(Fill(core, own.minus(core), lead.size - 2 * sum(pieces), ctx.must_play_largest))
    return fills


def _throw_fills(ctx: Context, lead: Pattern, own: Cards) -> list[Fill]:
    cores = best_cores(ctx, lead.units, own, best_service(ctx, lead.units, own))
    if ctx.largest_on_throw:
        cores = [full for core in cores for full in _with_largest(ctx, lead, own, core)]
    return [Fill(core, own.minus(core), lead.size - core.size(), False) for core in cores]


def _with_largest(ctx: Context, lead: Pattern, own: Cards, core: Cards) -> list[Cards]:
    """`largestOnThrow`: the core with the largest cards in place of what is missing from units of several cards."""
    missing = several_cards(lead.units) - core.size()
    if missing == 0:
        return [core]
    sure, equal, count = tie_of_largest(ctx, own.minus(core), missing)
    numbers: list[int] = [*equal.numbers()]
    return [core.plus(sure).plus(cards_of(chosen)) for chosen in combinations(numbers, count)]


def tie_of_largest(ctx: Context, pool: Cards, count: int) -> tuple[Cards, Cards, int]:
    """The `count` largest cards of a pool: those surely among them, equally strong ones to choose from, how many."""
    sure = NO_CARDS
    suit = ctx.suit_of[int(popcount(((pool.first | pool.second) & -(pool.first | pool.second)) - 1))]
    for tier in ctx.tiers[suit]:
        if count == 0:
            break
        here = pool.within(tier)
        size = here.size()
        if size > count:
            return sure, here, count
        sure = sure.plus(here)
        count -= size
    return sure, NO_CARDS, 0


def _completed(ctx: Context, fill: Fill) -> list[Cards]:
    """The plays of one core, at most `MANY`; where there are more, out of the cheapest cards."""
    if fill.count == 0:
        return [fill.core]
    core, pool, count = fill.core, fill.pool, fill.count
    if fill.largest:
        sure, pool, count = tie_of_largest(ctx, pool, count)
        core = core.plus(sure)
        if count == 0:
            return [core]
    numbers = cheapest_first(ctx, pool)
    while count < len(numbers) and _choose(len(numbers), count) > MANY:
        numbers = numbers[:-1]
    return [core.plus(cards_of(chosen)) for chosen in combinations(numbers, count)]


def _choose(n: int, k: int) -> int:
    result = 1
    for i in range(min(k, n - k)):
        result = result * (n - i) // (i + 1)
    return result


def follow_plays(ctx: Context, lead: Pattern, hand: Cards) -> tuple[list[Cards], bool]:
    """Legal follows, each once, in a fixed order; and whether they are all there are."""
    found: dict[Cards, bool] = {}
    fills = follow_fills(ctx, lead, hand)
    complete = len(fills) < MOST_CORES
    for fill in fills:
        expected = 1
        if fill.count and not fill.largest:
            expected = _choose(fill.pool.size(), fill.count)
        if expected > MANY:
            complete = False
            for play in kill_plays(ctx, lead, hand):
                found[play] = True
        for play in _completed(ctx, fill):
            if len(found) >= MANY and play not in found:
                return list(found), False
            found[play] = True
    return list(found), complete


def follow_playable(ctx: Context, lead: Pattern, hand: Cards) -> Cards:
    """The cards that are part of at least one legal follow."""
    found = NO_CARDS
    for fill in follow_fills(ctx, lead, hand):
        found = found.plus(fill.core)
        if fill.count == 0:
            continue
        if fill.largest:
            sure, equal, count = tie_of_largest(ctx, fill.pool, fill.count)
            found = found.plus(sure)
            if count:
                found = found.plus(equal)
        else:
            found = found.plus(fill.pool)
    return found


def default_follow(ctx: Context, lead: Pattern, hand: Cards) -> Cards:
    """The play of a follower whose time ran out: the weakest core, completed with the cheapest cards allowed."""
    fill = follow_fills(ctx, lead, hand)[0]
    if fill.count == 0:
        return fill.core
    core, pool, count = fill.core, fill.pool, fill.count
    if fill.largest:
        sure, pool, count = tie_of_largest(ctx, pool, count)
        core = core.plus(sure)
    return core.plus(cards_of(cheapest_first(ctx, pool)[:count]))


# --- leads --------------------------------------------------------------------------------------------


def lead_plays(ctx: Context, hand: Cards, big_joker_played: bool) -> tuple[list[Cards], bool]:
    """Legal leads in a fixed order, and whether they are all there are."""
    suits = [hand.within(ctx.suit_masks[suit]) for suit in (0, 1, 2, 3, TRUMP)]
    total = 0
    for cards in suits:
        total += 1 << cards.size()
    plays: list[Cards] = []
    for suit, cards in enumerate(suits):
        if cards.empty():
            continue
        found = _subsets(cards) if total <= MANY else _patterns(ctx, cards)
        if suit == TRUMP:
            locked = ctx.rules.trump_pair_needs_big_joker and not big_joker_played
            found = [play for play in found if _trumps_may_be_led(ctx, play, locked)]
        plays.extend(found)
    return plays, total <= MANY


def _trumps_may_be_led(ctx: Context, play: Cards, locked: bool) -> bool:
    """`lead_refusal` for trumps, without splitting every throw."""
    if locked and play.first == play.second and popcount(play.first) == 1:
        return False
    return ctx.rules.allow_mixed_trump_in_mixed or identify(ctx, play).kind != INVALID


def _subsets(cards: Cards) -> list[Cards]:
    """Every set of one or more of the cards: in a side suit each may be led."""
    found: list[Cards] = []
    for number in cards.numbers():
        one = cards_of([number])
        found.extend([one, *[some.plus(one) for some in found]])
    return found


def _patterns(ctx: Context, cards: Cards) -> list[Cards]:
    """Everything but throws of one suit, then the throws of its strongest cards."""
    found: dict[Cards, bool] = {}
    suit = ctx.suit_of[faces_in(cards.first | cards.second)[0]]
    strongest = ctx.sorted_strongest_first(cards)
    for number in reversed(strongest):
        found[cards_of([number])] = True
    pairs = cards.first & cards.second
    for length in range(1, max(longest_run(ctx, ctx.chain(suit, pairs)), 1) + 1):
        for faces in tractors(ctx, suit, pairs, length):
            found[Cards(faces, faces)] = True
    for count in range(4, 9):
        for way in flashes(ctx, cards, count, True):
            found[way] = True
    for count in range(5, len(strongest) + 1):
        if len(found) < MANY:
            for way in rains(ctx, suit, cards, count, True):
                found[way] = True
    for count in range(2, len(strongest) + 1):
        found[cards_of(strongest[:count])] = True
    return list(found)


def default_lead(ctx: Context, hand: Cards) -> Cards:
    """§12: the cheapest card as a single."""
    return cards_of(cheapest_first(ctx, hand)[:1])
