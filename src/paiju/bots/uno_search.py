"""`search`: tries the network's best moves in many imagined worlds and takes another one only for a clear gain."""

import math
from time import perf_counter
from typing import ClassVar, Final

from paiju.bots.base import Bot, Parameter
from paiju.bots.network import Network
from paiju.bots.uno_manners import duty, reaction, with_call
from paiju.bots.uno_moves import decisions, goal_of, last_card
from paiju.bots.uno_net import ranked, shipped
from paiju.bots.uno_rollout import outlook, respect_voids
from paiju.engine.game import Action, View
from paiju.engine.shuffle import FastSource, Source
from paiju.games.uno.actions import UnoAction
from paiju.games.uno.game import UNO
from paiju.games.uno.state import UnoState
from paiju.games.uno.view import WD4, UnoView

LEAST: Final = 30
"""The fewest worlds after which a gain counts. Each time this many were added, hopeless moves are dropped."""
NEAR: Final = 0.02
"""Moves whose value is further below the best one are not tried."""
HOPELESS: Final = 1.0
"""A move this many standard errors behind the incumbent gets no more time."""


class SearchBot(Bot):
    """Tries all moves in the same random worlds. Leaves the network's move only for a clear paired gain."""

    name = "search"
    parameters: ClassVar[dict[str, Parameter]] = {"worlds": 400, "ms": 1000.0, "moves": 4, "sure": 2.0}

    def __init__(self, worlds: int = 400, ms: float = 1000.0, moves: int = 4, sure: float = 2.0) -> None:
        self.worlds = worlds
        self.seconds = ms / 1000
        self.moves = moves
        self.sure = sure
        """How many standard errors a move must be ahead of the network's choice."""
        self.network: Network = shipped()

    def choose(self, view: View, source: Source) -> Action:
        assert isinstance(view, UnoView)
        due = duty(view)
        if due is not None:
            return due
        return with_call(view, self.move(view, source))

    def react(self, view: View, source: Source) -> Action | None:
        assert isinstance(view, UnoView)
        return reaction(view)

    def move(self, view: UnoView, source: Source) -> UnoAction:
        """The incumbent, or a move that beats it. The network alone answers a +4: worlds do not show bluffs."""
        moves = decisions(view)
        if len(moves) == 1:
            return moves[0]
        last = last_card(view, moves)
        if last is not None:
            return last
        liked = ranked(view, moves, self.network, NEAR)
        if view.phase == WD4:
            return liked[0]
        return self.best_of(view, liked[: self.moves], source)

    def best_of(self, view: UnoView, moves: list[UnoAction], source: Source) -> UnoAction:
        """Compare the moves in the same worlds until the worlds, or the time for one more, are used up.

        The first is the incumbent. A rival that is clearly behind is dropped on the way, which leaves time for others.
        """
        begun = perf_counter()
        goal = goal_of(view)
        rivals = [Rival(move) for move in moves[1:]]
        tried = 0
        while rivals and tried < self.worlds:
            if (perf_counter() - begun) * (tried + 1) > self.seconds * max(tried, 1):
                break
            world = UNO.imagine(view, source)
            assert isinstance(world, UnoState)
            respect_voids(world, view.seat, source)
            luck = source.bits32()
            first = outlook(world.copy(), view.seat, moves[0], self.network, goal, FastSource(luck))
            for rival in rivals:
                rival.add(outlook(world.copy(), view.seat, rival.move, self.network, goal, FastSource(luck)) - first)
            tried += 1
            if tried % LEAST == 0:
                rivals = [rival for rival in rivals if rival.mean + HOPELESS * rival.error > 0]
        ahead = [rival for rival in rivals if tried >= LEAST and rival.mean > self.sure * rival.error]
        return max(ahead, key=lambda rival: rival.mean).move if ahead else moves[0]


class Rival:
    """A move and its gains over the incumbent, world by world."""

    def __init__(self, move: UnoAction) -> None:
        self.move = move
        self._worlds = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, gain: float) -> None:
        """One more world."""
        self._worlds += 1
        self._sum += gain
        self._squares += gain * gain

    @property
    def mean(self) -> float:
        """The mean result over the worlds played so far."""
        return self._sum / self._worlds

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return math.sqrt(max(0.0, self._squares / self._worlds - self.mean**2) / self._worlds)
