"""Sampling likely worlds: those in which the others' plays so far were what a sensible player would do.

What a player leads or discards depends on the rest of the hand. So every play that was seen is judged again in each
world, with the hand that its player has there: the policy of `memory` says how much better the best play would have
been. A random walk from world to world exchanges hidden cards, and seldom accepts an exchange that makes the plays
harder to explain (the Metropolis rule). So worlds in which everybody played well come up more often.
"""

import math
from typing import Final, cast

from paiju.bots.shandong_notes import Notes, World, agree
from paiju.bots.shandong_policy import surprise
from paiju.bots.shandong_seen import Seen
from paiju.engine.shuffle import Source
from paiju.games.shandong.cards import FULL_DECK, NO_CARDS, Cards
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.patterns import Pattern, shows_big_joker, suit_of_cards
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.trump import Context
from paiju.games.shandong.view import ShandongView
from paiju.games.shandong.winner import lead_rank, play_rank

RECENT: Final = 24
"""How many of the last plays are judged."""
WALKS: Final = 16
"""How many walks take turns, each with its own start, because successive worlds of one walk are much alike."""
SETTLE: Final = 40
"""How many exchanges a walk tries before its first world."""
STEPS: Final = 8
"""How many exchanges a walk tries between two of its worlds."""
TEMPER: Final = 3.5
"""A play that is this many points worse than the best counts as e times less likely."""


class Moment:
    """A play that was seen: what was public before it, and what came afterwards from the same hand."""

    def __init__(self, seat: int, play: Cards) -> None:
        self.seat = seat
        self.play = play
        self.later = play
        """This play and all later ones of the seat."""
        self.before = NO_CARDS
        """All cards played before it."""
        self.voids: list[int] = []
        self.counts: list[int] = []
        self.leader = 0
        self.trick: list[Cards] = []
        self.lead: Pattern | None = None
        self.winning = 0
        self.best_rank = 0
        self.big_joker_played = False
        self.led_suit = -1
        """The suit led, if the play follows it."""

    def minds(self, suits: list[int]) -> bool:
        """Whether cards of these suits matter: a player who follows suit chooses among cards of that suit only."""
        return self.led_suit < 0 or self.led_suit in suits

    def surprise_in(self, world: ShandongState) -> float:
        """By how much the play was worse than the best one of the hand that the seat has in this world."""
        seat = self.seat
        hand = world.hands[seat].plus(self.later)
        out = FULL_DECK.minus(hand).minus(self.before)
        if seat == world.kitty_owner:
            out = out.minus(world.kitty)
        seen = Seen(seat, world.ctx, hand, out)
        seen.voids = self.voids
        seen.known = [NO_CARDS] * 4
        seen.counts = self.counts
        seen.leader = self.leader
        seen.setter = world.setter
        seen.trick = self.trick
        seen.lead = self.lead
        seen.winning = self.winning
        seen.best_rank = self.best_rank
        seen.big_joker_played = self.big_joker_played
        return surprise(seen, self.play)


def moments_of(view: ShandongView, notes: Notes) -> list[Moment]:
    """The recent plays of the others. Public knowledge is collected forwards, the hands backwards.

    Returns none if the bot has not seen all tricks of the hand.
    """
    if len(notes.tricks) != max(view.trick_number - 1, 0):
        return []
    tricks = [(trick.leader, trick.lead, trick.plays) for trick in notes.tricks]
    if view.lead is not None:
        tricks.append((view.leader, view.lead, view.trick))
    counts = [view.hand_counts[seat] for seat in range(4)]
    for leader, _, plays in tricks:
        for i, cards in enumerate(plays):
            counts[(leader + i) % 4] += cards.size()
    teller = Teller(view.ctx, counts)
    for leader, lead, plays in tricks:
        teller.trick(leader, lead, plays)
    later = [NO_CARDS] * 4
    for moment in reversed(teller.moments):
        later[moment.seat] = later[moment.seat].plus(moment.play)
        moment.later = later[moment.seat]
    return [moment for moment in teller.moments if moment.seat != view.seat][-RECENT:]


class Teller:
    """Goes through the tricks and records what everybody knew before each play."""

    def __init__(self, ctx: Context, counts: list[int]) -> None:
        self.ctx = ctx
        self.counts = counts
        self.voids = [0] * 4
        self.played = NO_CARDS
        self.big_joker = False
        self.moments: list[Moment] = []

    def trick(self, leader: int, lead: Pattern, plays: list[Cards]) -> None:
        """Learn from the plays of a trick, in their order."""
        winning, best_rank = leader, lead_rank(lead)
        for i, cards in enumerate(plays):
            seat = (leader + i) % 4
            moment = Moment(seat, cards)
            moment.before = self.played
            moment.voids = list(self.voids)
            moment.counts = list(self.counts)
            moment.leader = leader
            moment.trick = plays[:i]
            moment.lead = lead if i else None
            moment.winning, moment.best_rank = winning, best_rank
            moment.big_joker_played = self.big_joker
            if i and suit_of_cards(self.ctx, cards) == lead.suit:
                moment.led_suit = lead.suit
            self.moments.append(moment)
            self.played = self.played.plus(cards)
            self.counts[seat] -= cards.size()
            self.big_joker = self.big_joker or shows_big_joker(cards)
            if i and suit_of_cards(self.ctx, cards) != lead.suit:
                self.voids[seat] |= 1 << lead.suit
            rank = play_rank(self.ctx, lead, cards) if i else best_rank
            if rank > best_rank:
                winning, best_rank = seat, rank


class Beliefs:
    """A stream of likely worlds behind a view."""

    def __init__(self, view: ShandongView, notes: Notes, source: Source) -> None:
        self.view = view
        self.notes = notes
        self.source = source
        self.moments = moments_of(view, notes)
        self.walks: list[WorldWalk] = []
        self.next = 0

    def world(self) -> ShandongState:
        """The next world, from each walk in turn. Without plays to judge: any that agrees with what is certain."""
        if not self.moments:
            return self.imagined()
        if len(self.walks) < WALKS:
            walk = WorldWalk(World(self.imagined(), self.view, self.notes, self.source), self.moments)
            walk.go(SETTLE)
            self.walks.append(walk)
        else:
            walk = self.walks[self.next % WALKS]
            walk.go(STEPS)
        self.next += 1
        return walk.state.copy()

    def imagined(self) -> ShandongState:
        """Any world that agrees with what is certain."""
        world = cast(ShandongState, SHANDONG.imagine(self.view, self.source))
        agree(world, self.view, self.notes, self.source)
        return world


class WorldWalk:
    """One walk through worlds that agree with the view."""

    def __init__(self, world: World, moments: list[Moment]) -> None:
        self.world = world
        self.state = world.state
        self.source = world.source
        self.moments = moments
        self.doubts = [moment.surprise_in(self.state) for moment in moments]

    def go(self, steps: int) -> None:
        """Try this many exchanges."""
        if len(self.world.places) > 1:
            for _ in range(steps):
                self.step()

    def step(self) -> None:
        """Exchange two cards if they may change places and the plays that were seen stay likely enough."""
        world = self.world
        places = world.places
        i = self.source.below(len(places))
        j = self.source.below(len(places) - 1)
        one, two = places[i], places[j if j < i else j + 1]
        here, there = world.cards_at(one), world.cards_at(two)
        if here.empty() or there.empty():
            return
        give, take = here.pick(self.source.below(here.size())), there.pick(self.source.below(there.size()))
        a, b = give.numbers()[0], take.numbers()[0]
        if a >> 1 == b >> 1 or not (world.may_leave(one, a) and world.may_leave(two, b)):
            return
        left, right = here.minus(give), there.minus(take)
        if not (world.fits(one, left, b) and world.fits(two, right, a)):
            return
        world.put(one, left.plus(take))
        world.put(two, right.plus(give))
        ctx = self.state.ctx
        if not self.accepted(one, two, [ctx.suit_of[a >> 1], ctx.suit_of[b >> 1]]):
            world.put(one, here)
            world.put(two, there)

    def accepted(self, one: int, two: int, suits: list[int]) -> bool:
        """Judge the plays of two seats again; stop as soon as they are too surprising."""
        minded: list[int] = []
        before = 0.0
        for place, moment in enumerate(self.moments):
            if moment.seat in (one, two) and moment.minds(suits):
                minded.append(place)
                before += self.doubts[place]
        limit = before - TEMPER * math.log(1.0 - self.source.unit())
        after = 0.0
        doubts: list[float] = []
        for place in minded:
            doubt = self.moments[place].surprise_in(self.state)
            after += doubt
            if after > limit:
                return False
            doubts.append(doubt)
        for place, doubt in zip(minded, doubts, strict=True):
            self.doubts[place] = doubt
        return True
