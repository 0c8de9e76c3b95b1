"""What one seat knows at the table, from a view or inside an imagined position; and odds counted from it.

The same policy then plays for a bot, which has a view, and for every seat of a playout, which has a position. From a
position only what its seat could see is taken.
"""

from typing import Final, final

from mypy_extensions import i64

from paiju.bots.shandong_weights import WEIGHTS, Weights
from paiju.games.shandong.cards import FULL_DECK, TRUMP, Cards, popcount
from paiju.games.shandong.hidden import unseen
from paiju.games.shandong.patterns import PAIR, SINGLE, THROW, Pattern
from paiju.games.shandong.position import Position
from paiju.games.shandong.throws import beats
from paiju.games.shandong.trump import Context
from paiju.games.shandong.view import ShandongView


@final
class Seen:
    """The table as one seat knows it."""

    def __init__(self, seat: int, ctx: Context, hand: Cards, out: Cards, weights: Weights = WEIGHTS) -> None:
        self.seat: Final = seat
        self.ctx: Final = ctx
        self.hand: Final = hand
        self.out: Final = out
        """Cards whose place the seat does not see: with the other three, or buried."""
        self.weights: Final = weights
        self.voids: list[int] = []
        self.known: list[Cards] = []
        """Per seat: cards that everybody has seen to be there."""
        self.counts: list[int] = []
        self.leader = 0
        self.setter = 0
        self.trick: list[Cards] = []
        self.lead: Pattern | None = None
        self.winning = 0
        self.best_rank = 0
        self.big_joker_played = False
        # caches: many options are compared with the same odds and values
        self.shares: dict[int, float] = {}
        self.empties: dict[int, float] = {}
        self.worths: dict[int, float] = {}

    def ran_out(self, seat: int, suit: int) -> bool:
        """Whether a seat has shown that it holds no card of the effective suit."""
        return (self.voids[seat] >> suit) & 1 == 1

    def trick_points(self) -> int:
        """Points lying on the table."""
        points = 0
        for cards in self.trick:
            points += cards.points()
        return points

    def share(self, seat: int, suit: int) -> float:
        """The chance that a hidden card of the suit is with this seat: by hand sizes of those who can still have it."""
        place = seat * 5 + suit
        known = self.shares.get(place, -1.0)
        if known >= 0.0:
            return known
        share = 0.0
        if not self.ran_out(seat, suit):
            room = self.weights.buried
            for other in range(4):
                if other != self.seat and not self.ran_out(other, suit):
                    room += self.counts[other]
            share = self.counts[seat] / room
        self.shares[place] = share
        return share

    def out_of(self, mask: i64) -> int:
        """How many of the cards out are of these faces."""
        return int(popcount(self.out.first & mask) + popcount(self.out.second & mask))


def seen_in_view(view: ShandongView, weights: Weights = WEIGHTS) -> Seen:
    """What the viewer knows."""
    seen = Seen(int(view.seat), view.ctx, view.hand, unseen(view), weights)
    seen.voids = view.voids
    seen.known = view.open_cards
    seen.counts = view.hand_counts
    seen.leader = view.leader
    seen.setter = view.setter
    seen.trick = view.trick
    seen.lead = view.lead
    seen.winning = view.winning
    seen.best_rank = view.best_rank
    seen.big_joker_played = view.big_joker_played
    return seen


def seen_in_position(p: Position, weights: Weights = WEIGHTS) -> Seen:
    """What the seat on turn knows."""
    seat = p.turn_seat
    out = FULL_DECK.minus(p.hands[seat]).minus(p.played)
    if seat == p.kitty_owner:
        out = out.minus(p.kitty)
    seen = Seen(seat, p.ctx, p.hands[seat], out, weights)
    seen.voids = p.voids
    seen.known = p.open_cards
    seen.counts = [cards.size() for cards in p.hands]
    seen.leader = p.leader
    seen.setter = p.setter
    seen.trick = p.trick
    seen.lead = p.lead
    seen.winning = p.best_seat
    seen.best_rank = p.best_rank
    seen.big_joker_played = p.big_joker_played
    return seen


# --- odds -------------------------------------------------------------------------------------------------


def power(x: float, n: int) -> float:
    """x to the n-th, n ≥ 0."""
    result = 1.0
    while n > 0:
        result *= x
        n -= 1
    return result


def side_winners(seen: Seen) -> int:
    """How many side cards of the hand nobody can beat in their suit."""
    found = 0
    for suit in range(4):
        mask: i64 = seen.ctx.suit_masks[suit]
        own_first = seen.hand.first & mask
        own_second = seen.hand.second & mask
        if own_first | own_second == 0:
            continue
        others = (seen.out.first | seen.out.second) & mask
        for tier in seen.ctx.tiers[suit]:
            face: i64 = tier
            if others & face:
                break
            found += (1 if own_first & face else 0) + (1 if own_second & face else 0)
    return found


def chance_void(seen: Seen, seat: int, suit: int) -> float:
    """The chance that a seat has no card of the suit."""
    if seen.ran_out(seat, suit):
        return 1.0
    place = seat * 5 + suit
    known = seen.empties.get(place, -1.0)
    if known < 0.0:
        known = power(1.0 - seen.share(seat, suit), seen.out_of(seen.ctx.suit_masks[suit]))
        seen.empties[place] = known
    return known


def chance_higher(seen: Seen, seat: int, unit: Pattern) -> float:
    """The chance that a seat holds, in the suit of the unit, something of its kind that is stronger."""
    share = seen.share(seat, unit.suit)
    if share == 0.0:
        return 0.0
    above: i64 = seen.ctx.above[unit.suit][unit.strength] if unit.kind in (SINGLE, PAIR) else 0
    if unit.kind == SINGLE:
        if (seen.known[seat].first | seen.known[seat].second) & above:
            return 1.0
        return 1.0 - power(1.0 - share, seen.out_of(above))
    if unit.kind == PAIR:
        pairs = popcount(seen.out.first & seen.out.second & above)
        return 1.0 - power(1.0 - share * share, int(pairs))
    return share * share * share if beats(seen.ctx, unit, seen.out) else 0.0


def chance_killed(seen: Seen, seat: int, suit: int, size: int) -> float:
    """The chance that a seat has run out of a side suit, holds trumps that match, and spends them."""
    if suit == TRUMP or seen.ran_out(seat, TRUMP):
        return 0.0
    trumps = seen.share(seat, TRUMP) * seen.out_of(seen.ctx.trump_mask)
    if trumps < size:
        return 0.0
    return chance_void(seen, seat, suit) * seen.weights.kills * power(seen.weights.kills_more, size - 1)


def chance_stays_ahead(seen: Seen, unit: Pattern, led_suit: int, seats: list[int]) -> float:
    """The chance that none of the seats beats a play of one unit (of a throw: its weakest thing is safe already)."""
    chance = 1.0
    for seat in seats:
        if unit.suit == TRUMP and led_suit != TRUMP:
            chance *= 1.0 - chance_void(seen, seat, led_suit) * chance_higher(seen, seat, unit)
            continue
        higher = 0.0 if unit.kind == THROW else chance_higher(seen, seat, unit)
        chance *= (1.0 - higher) * (1.0 - chance_killed(seen, seat, led_suit, unit.size))
    return chance
