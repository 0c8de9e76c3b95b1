"""Dealing what a seat cannot see: a random position that fits a view.

Everything the viewer knows stays: its hand, what was played, cards known to be somewhere, suits others have run out
of. The rest is dealt at random among the places that can hold it.
"""

from typing import Final, final

from mypy_extensions import i64

from paiju.engine.shuffle import Source
from paiju.games.shandong.bidding import jokers_of, taken_by_stick
from paiju.games.shandong.cards import (
    CARD_COUNT,
    FULL_DECK,
    JOKER_MASK,
    NO_CARDS,
    NO_SUIT,
    TRUMP,
    Cards,
    cards_of,
    faces_in,
)
from paiju.games.shandong.position import SEATS, UNSHUFFLED, Position
from paiju.games.shandong.table import Declaration, Exchange
from paiju.games.shandong.trump import SUIT_COUNT, Context, context
from paiju.games.shandong.view import BURYING, SHUFFLING, ShandongView

_KITTY: Final = 4
_UNDEALT: Final = 5
_PLACES: Final = 6
"""Where a hidden card can be: seats 0 … 3, kitty, pack."""


def fill_from(p: Position, v: ShandongView, source: Source) -> None:
    """Make `p`, a fresh position of the same rules, one that looks like `v` to its viewer."""
    _copy_public(p, v)
    if v.phase <= SHUFFLING:
        return
    pair = _hidden_pair(v, source)
    _set_trump(p, v, pair)
    places = _Places(v, p.ctx, pair)
    places.deal(source)
    for seat in range(SEATS):
        p.hands[seat] = v.hand if seat == v.seat else cards_of(places.held[seat])
    p.kitty = v.kitty if v.kitty_known else cards_of(places.held[_KITTY])
    undealt = places.held[_UNDEALT]
    p.deck = [*UNSHUFFLED[: v.dealt], *[undealt[i] for i in source.order(len(undealt))]]
    p.new_cards = v.new_cards
    if v.phase == BURYING and v.seat != v.kitty_owner:
        owned: list[int] = [*p.hands[v.kitty_owner].minus(v.open_cards[v.kitty_owner]).numbers()]
        p.new_cards = cards_of([owned[i] for i in source.order(len(owned))[:4]])
    p.declarations = [_declaration(p, d, pair, i == len(v.declarations) - 1) for i, d in enumerate(v.declarations)]


def _copy_public(p: Position, v: ShandongView) -> None:
    p.phase = v.phase
    p.turn_seat = v.turn if v.turn >= 0 else p.turn_seat
    p.levels = list(v.levels)
    p.banker_seat = v.banker_seat
    p.banker_side = v.banker_side
    p.first_hand = v.first_hand
    p.hand_number = v.hand_number
    p.redeals = v.redeals
    p.match_winner = v.match_winner
    p.result = v.result
    p.dealt = v.dealt
    p.blind = context(v.rules, v.level, NO_SUIT)
    p.ctx = v.ctx
    p.setter = v.setter
    p.giving = v.giving
    p.kitty_owner = v.kitty_owner
    p.leader = v.leader
    p.trick = list(v.trick)
    p.lead = v.lead
    p.best_seat = v.winning
    p.best_rank = v.best_rank
    p.failed = v.failed
    p.trick_number = v.trick_number
    p.last_trick = v.last_trick
    p.points = v.points
    p.played = v.played
    p.big_joker_played = v.big_joker_played
    p.open_cards = list(v.open_cards)
    p.owner_cards = v.owner_cards
    p.voids = list(v.voids)
    for seat in range(SEATS):
        if v.passed[seat]:
            p.passed |= 1 << seat


def unseen(v: ShandongView) -> Cards:
    """The cards whose place the viewer does not see: not in its hand, not played, not in a kitty it knows."""
    return FULL_DECK.minus(v.hand).minus(v.played).minus(v.kitty)


def _hidden_pair(v: ShandongView, source: Source) -> Cards:
    """A pair that the face-down one could be; nothing if the viewer knows it."""
    if not v.declarations or v.trump != NO_SUIT:
        return NO_CARDS
    free = unseen(v)
    holder = v.setter if v.exchange is None else v.exchange.seat
    for seat in range(SEATS):
        if seat != holder:
            free = free.minus(v.known[seat])
    bit: i64 = 1 << source.choice(faces_in(free.first & free.second & ~JOKER_MASK))
    return Cards(bit, bit)


def _set_trump(p: Position, v: ShandongView, pair: Cards) -> None:
    p.trump = v.trump
    if not pair.empty():
        p.trump = faces_in(pair.first)[0] // 13
    p.ctx = context(v.rules, v.level, p.trump)
    x = v.exchange
    if x is not None:
        taken = x.taken
        if taken.empty():
            taken = taken_by_stick(v.declarations[-1].jokers, pair)
        p.exchange = Exchange(x.seat, x.setter, x.shown, taken, x.given)


def _declaration(p: Position, d: Declaration, pair: Cards, standing: bool) -> Declaration:
    """A declaration with its pair; a replaced one gets any pair its seat holds."""
    if not d.pair.empty():
        return d
    if not standing:
        held = p.hands[d.seat].first & p.hands[d.seat].second & ~JOKER_MASK
        bit = held & -held
        pair = Cards(bit, bit)
    suit = NO_SUIT if pair.empty() else faces_in(pair.first)[0] // 13
    return Declaration(d.seat, jokers_of(d.jokers), pair, suit)


@final
class _Places:
    """Hidden cards and the places that can hold them."""

    def __init__(self, v: ShandongView, ctx: Context, pair: Cards) -> None:
        self.held: Final[list[list[int]]] = [[] for _ in range(_PLACES)]
        self.fixed: Final[list[Cards]] = [NO_CARDS] * _PLACES
        self.room: Final[list[int]] = [0] * _PLACES
        self.ctx: Final = ctx
        self.voids: Final = [*v.voids, 0, 0]
        self.with_owner: Final = v.with_owner
        for seat in range(SEATS):
            if seat != v.seat:
                self.room[seat] = v.hand_counts[seat]
                self.fixed[seat] = v.known[seat]
        if not v.kitty_known:
            self.room[_KITTY] = v.kitty_count
        self.room[_UNDEALT] = CARD_COUNT - v.dealt
        if not pair.empty():
            holder = v.setter if v.exchange is None else v.exchange.seat
            self.fixed[holder] = self.fixed[holder].plus(pair)
        self.hidden: Cards = unseen(v)
        for place in range(SEATS):
            fixed: list[int] = [*self.fixed[place].numbers()]
            self.held[place].extend(fixed)
            self.room[place] -= len(fixed)
            self.hidden = self.hidden.minus(self.fixed[place])

        self.options: Final = [self._able([0, 1, 2, 3, _KITTY, _UNDEALT], suit) for suit in range(SUIT_COUNT)]
        """By effective suit: the places that could hold a card of it, whether or not they have room."""
        self.owner_options: Final = [self._able([v.kitty_owner, _KITTY], suit) for suit in range(SUIT_COUNT)]

    def _able(self, places: list[int], suit: int) -> list[int]:
        return [place for place in places if self.room[place] > 0 and not (self.voids[place] >> suit) & 1]

    def deal(self, source: Source) -> None:
        """Every hidden card gets a place, those with the fewest possible places first."""
        numbers: list[int] = [*self.hidden.numbers()]
        order = [numbers[i] for i in source.order(len(numbers))]
        if self.with_owner.empty() and all(options == self.options[TRUMP] for options in self.options):
            self._deal_out(order)
            return
        order.sort(key=lambda number: len(self.possible(number)))
        for number in order:
            if not self.put(number, source) and not self.make_room(number, 0):
                self.put_anywhere(number)

    def _deal_out(self, order: list[int]) -> None:
        """Every place can hold every card: the shuffled cards are handed out in turn."""
        start = 0
        for place in self.options[TRUMP]:
            self.held[place].extend(order[start : start + self.room[place]])
            start += self.room[place]

    def possible(self, number: int) -> list[int]:
        """The places that could hold a card."""
        suit = self.ctx.suit_of[number >> 1]
        return self.owner_options[suit] if self.with_owner.has(number) else self.options[suit]

    def put(self, number: int, source: Source) -> bool:
        """A place with room, each free slot equally likely."""
        places = [place for place in self.possible(number) if self.room[place] > 0]
        slots = sum([self.room[place] for place in places])
        if slots == 0:
            return False
        slot = source.below(slots)
        for place in places:
            slot -= self.room[place]
            if slot < 0:
                self.hold(place, number)
                break
        return True

    def hold(self, place: int, number: int) -> None:
        self.held[place].append(number)
        self.room[place] -= 1

    def make_room(self, number: int, tried: int) -> bool:
        """Move cards on from full places, along a path that ends at a free slot."""
        for place in self.possible(number):
            if (tried >> place) & 1:
                continue
            tried |= 1 << place
            if self.room[place] > 0:
                self.hold(place, number)
                return True
            for other in list(self.held[place]):
                if self.fixed[place].has(other):
                    continue
                self.held[place].remove(other)
                self.room[place] += 1
                self.hold(place, number)
                if self.make_room(other, tried):
                    return True
                self.held[place].remove(number)
                self.held[place].append(other)
        return False

    def put_anywhere(self, number: int) -> None:
        """No place fits what was shown: take any with room. Only for views that no real match leads to."""
        for place in range(_PLACES):
            if self.room[place] > 0:
                self.hold(place, number)
                return
