"""`search`: plays the hand out in imagined worlds, and prefers another move to `memory`'s only if it does better."""

import math
from time import perf_counter
from typing import ClassVar, Final, cast

from paiju.bots.base import Parameter
from paiju.bots.shandong_beliefs import Beliefs
from paiju.bots.shandong_kitty import ranked_kitties
from paiju.bots.shandong_memory import ShandongMemoryBot
from paiju.bots.shandong_notes import Notes
from paiju.bots.shandong_policy import play_out, ranked
from paiju.bots.shandong_seen import seen_in_view
from paiju.engine.game import Action, View
from paiju.engine.shuffle import Source
from paiju.games.shandong.actions import Bury, Play
from paiju.games.shandong.hidden import unseen
from paiju.games.shandong.scoring import BANK_NEEDS, banker_steps, idle_steps
from paiju.games.shandong.state import ShandongState
from paiju.games.shandong.view import BURYING, PLAYING, ShandongView

LEAST: Final = 8
"""The fewest worlds after which a gain counts."""
BANK: Final = 0.4
"""Levels that the bank of the next hand is worth to either side."""
BLUR: Final = 0.2
TAPS: Final = (-1.0, -0.6, -0.2, 0.2, 0.6, 1.0)
FIRST_LOOK: Final = 16
"""After this many worlds, and each time their number has doubled, the worse half of the rivals is dropped."""
HOPELESS: Final = -2.0
"""A move this many standard errors behind the incumbent is not looked at again."""


class ShandongSearchBot(ShandongMemoryBot):
    """Compares all moves in the same worlds, then the best of them with `memory`'s in new worlds."""

    name = "search"
    parameters: ClassVar[dict[str, Parameter]] = {"ms": 900.0, "worlds": 200, "moves": 8, "caution": 2.0}

    def __init__(self, ms: float = 900.0, worlds: int = 200, moves: int = 8, caution: float = 2.0) -> None:
        self.seconds = ms / 1000
        self.worlds = worlds
        """The most worlds in each of the two stages."""
        self.moves = moves
        self.caution = caution
        """In the new worlds a move must gain this many times the squared standard error, in levels, over `memory`'s.

        After few worlds only a clear gain is enough, after many a small one."""
        self.notes = Notes()

    def choose(self, view: View, source: Source) -> Action:
        v = cast(ShandongView, view)
        self.notes.look(v)
        if v.phase == BURYING and not v.giving:
            moves: list[Action] = [Bury(option.cards) for option in ranked_kitties(v.ctx, v.hand)[: self.moves]]
        elif v.phase == PLAYING and not (v.failed is not None and v.failed.choices):
            moves = [Play(option.cards) for option in ranked(seen_in_view(v))[: self.moves]]
        else:
            return super().choose(view, source)
        if len(moves) == 1:
            return moves[0]
        return self.best_of(v, moves, source)

    def best_of(self, view: ShandongView, moves: list[Action], source: Source) -> Action:
        """The best move. The first is the incumbent; another one has to beat it in both stages."""
        begun = perf_counter()
        beliefs = Beliefs(view, self.notes, source)
        rival = self.rival(beliefs, moves, begun + 0.55 * self.seconds)
        if rival == 0:
            return moves[0]
        trial = Trial(beliefs, [moves[0], moves[rival]])
        while trial.worlds < self.worlds and trial.fits_before(begun + self.seconds):
            trial.one_world()
        convincing = trial.worlds >= LEAST and trial.gain(1) > self.caution * trial.error(1) ** 2
        return moves[rival] if convincing else moves[0]

    def rival(self, beliefs: Beliefs, moves: list[Action], end: float) -> int:
        """The index of the best move in the first worlds, or 0. Moves that fall behind are dropped on the way."""
        trial = Trial(beliefs, moves)
        check = FIRST_LOOK
        while len(trial.alive) > 1 and trial.worlds < self.worlds and trial.fits_before(end):
            trial.one_world()
            if trial.worlds == check:
                trial.drop_worse_half()
                check *= 2
        best = max(trial.alive, key=lambda place: (trial.sums[place], -place))
        return best if trial.worlds >= LEAST and trial.sums[best] > 0 else 0


class Trial:
    """Moves compared in common worlds: for each the sum of what it gained on the first, and of the squares."""

    def __init__(self, beliefs: Beliefs, moves: list[Action]) -> None:
        self.beliefs = beliefs
        self.moves = moves
        self.blur = uncertainty(beliefs.view)
        self.alive = list(range(len(moves)))
        self.sums = [0.0] * len(moves)
        self.squares = [0.0] * len(moves)
        self.worlds = 0
        self.last = perf_counter()
        self.longest = 0.0

    def one_world(self) -> None:
        """Play every move that is still alive in one more world."""
        world = self.beliefs.world()
        first = 0.0
        for place in self.alive:
            value = outlook(world.copy(), self.beliefs.view.seat, self.moves[place], self.blur)
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
        """Keep the incumbent and, of the better half of the others, those that may still overtake it."""
        others = sorted(self.alive[1:], key=lambda place: (-self.sums[place], place))
        half = others[: (len(others) + 1) // 2]
        self.alive = [0, *[place for place in half if self.gain(place) >= HOPELESS * self.error(place)]]

    def gain(self, place: int) -> float:
        """Levels that a move is ahead of the first, in the mean."""
        return self.sums[place] / self.worlds

    def error(self, place: int) -> float:
        """The standard error of that."""
        return math.sqrt(max(self.squares[place] / self.worlds - self.gain(place) ** 2, 0.0) / self.worlds)


def outlook(state: ShandongState, seat: int, move: Action, blur: float = 0.0) -> float:
    """The value of a move in one world, for the side of the seat."""
    state.apply(state.turn(), move)
    play_out(state)
    worth = hand_worth(state, blur)
    return worth if seat % 2 == state.banker_side else -worth


def uncertainty(view: ShandongView) -> float:
    """How far the points of a playout may be off: a part of the points that are still to be won."""
    return BLUR * (unseen(view).points() + view.hand.points())


def hand_worth(state: ShandongState, blur: float = 0.0) -> float:
    """A scored hand for the bankers, in levels, as the mean over scores around the one reached.

    The steps of the table are 40 points wide. Early in a hand it is chance on which side of a step a playout ends, so
    steps would only add noise; in the last tricks they are what counts.
    """
    total = 0.0
    for part in TAPS:
        score = max(state.points + part * blur, 0.0 if state.points >= 0 else -1.0)
        total += levels_of(state, score)
    return total / len(TAPS) - state.points / 400


def levels_of(state: ShandongState, score: float) -> float:
    """Levels of the bankers for a score, less those of the attackers, and the bank."""
    if score < BANK_NEEDS:
        return banker_steps(math.ceil(score)) + BANK
    return -idle_steps(state.rules, int(score)) - BANK
