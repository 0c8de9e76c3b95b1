"""`search`: plays the hand out in imagined worlds and leaves `memory`'s move only for one that is clearly better."""

import math
from time import perf_counter
from typing import ClassVar, Final, cast

from paiju.bots.base import Parameter
from paiju.bots.shandong_bidding import bury_cost, kitty_cost
from paiju.bots.shandong_memory import ShandongMemoryBot
from paiju.bots.shandong_policy import play_out, ranked
from paiju.bots.shandong_seen import seen_in_view
from paiju.engine.game import Action, View
from paiju.engine.shuffle import Source
from paiju.games.shandong.actions import Bury, Play
from paiju.games.shandong.cards import cards_of
from paiju.games.shandong.choices import combinations
from paiju.games.shandong.game import SHANDONG
from paiju.games.shandong.scoring import BANK_NEEDS, banker_steps, idle_steps
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.view import BURYING, PLAYING, ShandongView

LEAST: Final = 6
"""With fewer worlds even a clear gain is none."""
KITTIES: Final = 6
"""So many ways to bury are compared."""


class ShandongSearchBot(ShandongMemoryBot):
    """First all moves in the same worlds, dropping the hopeless; then the best against `memory`'s in fresh worlds."""

    name = "search"
    parameters: ClassVar[dict[str, Parameter]] = {"ms": 800.0, "worlds": 120, "moves": 7, "sure": 0.0}

    def __init__(self, ms: float = 800.0, worlds: int = 120, moves: int = 7, sure: float = 0.0) -> None:
        self.seconds = ms / 1000
        self.worlds = worlds
        """At most so many in each of the two stages."""
        self.moves = moves
        self.sure = sure
        """So many standard errors must a move be ahead of `memory`'s on the fresh worlds."""

    def choose(self, view: View, source: Source) -> Action:
        v = cast(ShandongView, view)
        if v.phase == BURYING and not v.giving:
            moves: list[Action] = [*kitties(v, self.choice_of_memory(v, source))]
        elif v.phase == PLAYING and not (v.failed is not None and v.failed.choices):
            moves = [Play(option.cards) for option in ranked(seen_in_view(v))[: self.moves]]
        else:
            return super().choose(view, source)
        if len(moves) == 1:
            return moves[0]
        return self.best_of(v, moves, source)

    def choice_of_memory(self, view: ShandongView, source: Source) -> Action:
        """The incumbent before the first lead."""
        return super().choose(view, source)

    def best_of(self, view: ShandongView, moves: list[Action], source: Source) -> Action:
        """The first move is the incumbent; the others must prove themselves twice."""
        begun = perf_counter()
        rival = self.rival(view, moves, source, begun + 0.55 * self.seconds)
        if rival == 0:
            return moves[0]
        trial = Trial(view, [moves[0], moves[rival]], source)
        while trial.worlds < self.worlds and trial.fits_before(begun + self.seconds):
            trial.one_world()
        return moves[rival] if trial.worlds >= LEAST and trial.lead_of(1) > self.sure else moves[0]

    def rival(self, view: ShandongView, moves: list[Action], source: Source, end: float) -> int:
        """The move that does best in the first worlds, or 0; the worse half is dropped as soon as it is seen to be."""
        trial = Trial(view, moves, source)
        check = 8
        while trial.worlds < self.worlds and trial.fits_before(end):
            trial.one_world()
            if trial.worlds == check:
                trial.drop_worse_half()
                check *= 2
        best = max(trial.alive, key=lambda place: (trial.sums[place], -place))
        return best if trial.worlds >= LEAST and trial.sums[best] > 0 else 0


class Trial:
    """Moves compared in common worlds: for each the sum of what it gained on the first, and of the squares."""

    def __init__(self, view: ShandongView, moves: list[Action], source: Source) -> None:
        self.view = view
        self.moves = moves
        self.source = source
        self.alive = list(range(len(moves)))
        self.sums = [0.0] * len(moves)
        self.squares = [0.0] * len(moves)
        self.worlds = 0
        self.last = perf_counter()
        self.longest = 0.0

    def one_world(self) -> None:
        """Play every move that is still alive in one more world."""
        world = cast(ShandongState, SHANDONG.imagine(self.view, self.source))
        first = 0.0
        for place in self.alive:
            value = outlook(world.copy(), self.view.seat, self.moves[place])
            if place == 0:
                first = value
            gain = value - first
            self.sums[place] += gain
            self.squares[place] += gain * gain
        self.worlds += 1
        now = perf_counter()
        self.longest = max(self.longest, now - self.last)
        self.last = now

    def fits_before(self, end: float) -> bool:
        """Whether one more world will be done by then."""
        return perf_counter() + self.longest < end

    def drop_worse_half(self) -> None:
        """Keep the incumbent and the better half of the others."""
        others = sorted(self.alive[1:], key=lambda place: (-self.sums[place], place))
        self.alive = [0, *others[: (len(others) + 1) // 2]]

    def lead_of(self, place: int) -> float:
        """By how many standard errors a move is ahead of the first."""
        mean = self.sums[place] / self.worlds
        error = math.sqrt(max(self.squares[place] / self.worlds - mean * mean, 0.0) / self.worlds)
        return mean / error if error > 0.0 else mean * 1000.0


def outlook(state: ShandongState, seat: int, move: Action) -> float:
    """What a move comes to in one world, for the side of the seat."""
    state.apply(state.turn(), move)
    play_out(state)
    worth = hand_worth(state)
    return worth if seat % 2 == state.banker_side else -worth


def hand_worth(state: ShandongState) -> float:
    """A scored hand for the bankers, in levels: the table of levels, the bank, and a share for every point."""
    score = state.points
    if score < BANK_NEEDS:
        levels = banker_steps(score) + 0.5
    else:
        levels = -idle_steps(state.rules, score) - 0.5
    return levels - score / 40


def kitties(view: ShandongView, incumbent: Action) -> list[Bury]:
    """The incumbent and other cheap ways to bury four cards."""
    numbers = sorted(view.hand.numbers(), key=lambda n: (bury_cost(view.ctx, view.hand, n), n))[:9]
    fours = [cards_of(four) for four in combinations([int(n) for n in numbers], 4)]
    fours.sort(key=lambda four: (kitty_cost(view.ctx, view.hand, four), four.text()))
    first = cast(Bury, incumbent)
    return [first, *[Bury(four) for four in fours if four != first.cards][: KITTIES - 1]]
