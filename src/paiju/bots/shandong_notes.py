"""What `search` learns about the other hands from finished tricks, and worlds that agree with it.

A follower who had the led suit but not the pattern has shown more than a void: the hand has no pair of the suit (§8.2),
and nothing above the cards that had to be played as its largest (§8.4). The view shows the trick on the table and the
one before it, so a bot that is asked in every trick sees all of them.
"""

from typing import Final

from paiju.engine.shuffle import Source
from paiju.games.shandong.cards import TRUMP, Cards, cards_of, popcount
from paiju.games.shandong.patterns import PAIR, SINGLE, THROW, TRACTOR, Pattern, suit_of_cards
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.table import Trick
from paiju.games.shandong.trump import SUIT_COUNT, Context
from paiju.games.shandong.view import ShandongView

NO_CAP: Final = 1000
ACE: Final = 12
KITTY: Final = 4
"""The place after the four hands."""


class Notes:
    """Limits by seat and suit, for one hand."""

    def __init__(self) -> None:
        self.begin((-1, -1))

    def begin(self, hand: tuple[int, int]) -> None:
        """Forget everything and begin a new hand."""
        self.hand = hand
        self.caps = [[NO_CAP] * SUIT_COUNT for _ in range(4)]
        """The seat holds nothing stronger than this."""
        self.pairless = [[False] * SUIT_COUNT for _ in range(4)]
        self.tricks: list[Trick] = []
        """Finished ones from the first on; no more of them after a gap."""

    def look(self, view: ShandongView) -> None:
        """Learn from the last trick and the trick on the table."""
        hand = (view.hand_number, view.redeals)
        if hand != self.hand:
            self.begin(hand)
        last = view.last_trick
        if last is not None:
            if len(self.tricks) == view.trick_number - 2:
                self.tricks.append(last)
            self._take(view.ctx, last.leader, last.lead, last.plays)
        if view.lead is not None:
            self._take(view.ctx, view.leader, view.lead, view.trick)

    def _take(self, ctx: Context, leader: int, lead: Pattern, plays: list[Cards]) -> None:
        if lead.kind == SINGLE or not ctx.strict:
            return
        for i, cards in enumerate(plays[1:], 1):
            if suit_of_cards(ctx, cards) == lead.suit:
                self._follower(ctx, (leader + i) % 4, lead, cards)

    def _follower(self, ctx: Context, seat: int, lead: Pattern, cards: Cards) -> None:
        """Learn from a follower who played cards of the suit without matching the pattern."""
        pairs = cards.first & cards.second
        owed = pairs_led(lead)
        if owed and popcount(pairs) < owed:
            self.pairless[seat][lead.suit] = True
        if lead.kind in (PAIR, TRACTOR) and ctx.must_play_largest and popcount(pairs) < lead.pair_count:
            singles = cards.within(~pairs)
            lowest = min([ctx.strength[number >> 1] for number in singles.numbers()])
            self.caps[seat][lead.suit] = min(self.caps[seat][lead.suit], lowest)

    def allows(self, ctx: Context, seat: int, hand: Cards, number: int) -> bool:
        """Whether a card can be in a hand, which may or may not contain it."""
        suit = ctx.suit_of[number >> 1]
        if ctx.strength[number >> 1] > self.caps[seat][suit]:
            return False
        return not (self.pairless[seat][suit] and hand.has(number ^ 1))


def pairs_led(lead: Pattern) -> int:
    """How many pairs a follower owes who has them."""
    if lead.kind == THROW:
        return sum([unit.pair_count for unit in lead.units if unit.kind in (PAIR, TRACTOR)])
    return lead.pair_count if lead.kind in (PAIR, TRACTOR) else 0


def agree(world: ShandongState, view: ShandongView, notes: Notes, source: Source) -> None:
    """Exchange hidden cards until the world agrees with the notes, and the kitty is one that somebody would bury."""
    World(world, view, notes, source).settle()


class World:
    """An imagined position whose hidden cards change places."""

    def __init__(self, state: ShandongState, view: ShandongView, notes: Notes, source: Source) -> None:
        self.state = state
        self.ctx = state.ctx
        self.notes = notes
        self.source = source
        self.places = [seat for seat in range(4) if seat != view.seat]
        if not view.kitty_known and view.kitty_count:
            self.places.append(KITTY)
        self.fixed = [view.known[seat] for seat in range(4)]
        self.owners = view.with_owner

    def settle(self) -> None:
        """Exchange cards that do not fit what is known, as far as that is possible."""
        for place in self.places:
            for number in self.strange(place):
                self.move(place, number)

    def cards_at(self, place: int) -> Cards:
        """The cards of a hand or of the kitty."""
        return self.state.kitty if place == KITTY else self.state.hands[place]

    def strange(self, place: int) -> list[int]:
        """The cards that cannot be at this place, as far as is known."""
        cards = self.cards_at(place)
        return [int(n) for n in cards.numbers() if not self.fits(place, cards, n)]

    def fits(self, place: int, cards: Cards, number: int) -> bool:
        """Whether a card may lie at this place as far as anybody knows."""
        if place == KITTY:
            return self.owners.has(number) or may_be_buried(self.ctx, number)
        if self.fixed[place].has(number):
            return True
        if (self.state.voids[place] >> self.ctx.suit_of[number >> 1]) & 1:
            return False
        return self.notes.allows(self.ctx, place, cards, number)

    def move(self, place: int, number: int) -> None:
        """Exchange a card with one from another place, if both then fit."""
        here = self.cards_at(place)
        if not here.has(number) or self.fits(place, here, number):
            return
        one = cards_of([number])
        others = [self.state.kitty_owner] if self.owners.has(number) else [p for p in self.places if p != place]
        for other in [others[i] for i in self.source.order(len(others))]:
            there = self.cards_at(other)
            if other not in self.places or other == place or not self.fits(other, there, number):
                continue
            numbers = there.numbers()
            for i in self.source.order(len(numbers)):
                back = numbers[i]
                if self.may_leave(other, back) and self.fits(place, here.minus(one), back):
                    two = cards_of([back])
                    self.put(place, here.minus(one).plus(two))
                    self.put(other, there.minus(two).plus(one))
                    return

    def may_leave(self, place: int, number: int) -> bool:
        """Whether a card may be moved from its place."""
        return not self.owners.has(number) and (place == KITTY or not self.fixed[place].has(number))

    def put(self, place: int, cards: Cards) -> None:
        """Replace the cards of a hand or of the kitty."""
        if place == KITTY:
            self.state.kitty = cards
        else:
            self.state.hands[place] = cards


def may_be_buried(ctx: Context, number: int) -> bool:
    """Whether the card might be buried: it is not a trump, has no points and is not an ace."""
    face = number >> 1
    return ctx.suit_of[face] != TRUMP and face % 13 != ACE and cards_of([number]).points() == 0
