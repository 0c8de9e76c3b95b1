"""`search`: tries the network's best moves in many imagined worlds, and believes them only when the gain is clear."""

import math
from time import perf_counter
from typing import ClassVar

from paiju.bots.base import Bot, Parameter
from paiju.bots.network import Network
from paiju.bots.uno_features import Situation, decisions
from paiju.bots.uno_manners import duty, reaction, with_call
from paiju.bots.uno_net import plays_for_points, shipped
from paiju.bots.uno_rollout import outlook, respect_voids
from paiju.engine.game import Action, View
from paiju.engine.shuffle import FastSource, Source
from paiju.games.uno.actions import UnoAction
from paiju.games.uno.game import UNO
from paiju.games.uno.state import UnoState
from paiju.games.uno.view import WD4, UnoView

LEAST = 30
"""With fewer worlds even a clear gain is none."""


class SearchBot(Bot):
    """Common random worlds for all moves; leaves the network's move only on a clear paired gain."""

    name = "search"
    parameters: ClassVar[dict[str, Parameter]] = {"worlds": 400, "ms": 1000.0, "moves": 4, "sure": 2.0}

    def __init__(self, worlds: int = 400, ms: float = 1000.0, moves: int = 4, sure: float = 2.0) -> None:
        self.worlds = worlds
        self.seconds = ms / 1000
        self.moves = moves
        self.sure = sure
        """So many standard errors must a move be ahead of the network's choice."""
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
        """The incumbent, or a move that beats it. Answers to a +4 stay with the network: worlds cannot tell bluffs."""
        moves = decisions(view)
        if len(moves) == 1:
            return moves[0]
        for move in moves:
            if len(view.hand) == 1 and move.card == view.hand[0]:
                return move
        situation = Situation(view, plays_for_points(view))
        ranked = sorted(moves, key=lambda move: -self.network.value(situation.after(move)))
        if view.phase == WD4:
            return ranked[0]
        return self.best_of(view, ranked[: self.moves], source)

    def best_of(self, view: UnoView, moves: list[UnoAction], source: Source) -> UnoAction:
        """Compare the moves in the same worlds until the worlds, or the time for one more, are used up."""
        begun = perf_counter()
        for_points = plays_for_points(view)
        sums = [0.0] * len(moves)
        squares = [0.0] * len(moves)
        tried = 0
        while tried < self.worlds and (perf_counter() - begun) * (tried + 1) <= self.seconds * max(tried, 1):
            world = UNO.imagine(view, source)
            assert isinstance(world, UnoState)
            respect_voids(world, view.seat, source)
            luck = source.bits32()
            first = 0.0
            for place, move in enumerate(moves):
                value = outlook(world.copy(), view.seat, move, self.network, for_points, FastSource(luck))
                if place == 0:
                    first = value
                gain = value - first
                sums[place] += gain
                squares[place] += gain * gain
            tried += 1
        best, most = 0, 0.0
        if tried < LEAST:
            return moves[0]
        for place in range(1, len(moves)):
            mean = sums[place] / tried
            error = math.sqrt(max(0.0, squares[place] / tried - mean * mean) / tried)
            if mean > most and mean > self.sure * error:
                best, most = place, mean
        return moves[best]
