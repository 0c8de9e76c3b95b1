"""`net`: plays the move that leads to the position with the highest value of a small trained network."""

import math
from functools import cache
from pathlib import Path
from typing import Final

from paiju.bots.base import Bot
from paiju.bots.network import SCALE, Network, load
from paiju.bots.uno_features import Situation
from paiju.bots.uno_layout import FEATURES
from paiju.bots.uno_manners import duty, reaction, with_call
from paiju.bots.uno_moves import GOALS, decisions, goal_of, last_card
from paiju.engine.game import Action, View
from paiju.engine.shuffle import Source
from paiju.games.uno.actions import UnoAction
from paiju.games.uno.view import UnoView

SHIPPED: Final = Path(__file__).parent / "data" / "uno-net.json"


@cache
def shipped() -> Network:
    """The weights of the package; the file says which command and seed made them."""
    return load(SHIPPED, FEATURES, GOALS)


def ranked(view: UnoView, moves: list[UnoAction], network: Network, within: float = math.inf) -> list[UnoAction]:
    """The moves whose value is at most `within` below the best, best first; equals stay in order."""
    situation = Situation(view)
    goal = goal_of(view)
    values = [network.value(situation.after(move), goal) for move in moves]
    least = max(values) - within * SCALE * SCALE
    order = sorted(range(len(moves)), key=lambda i: -values[i])
    return [moves[i] for i in order if values[i] >= least]


def best_move(view: UnoView, network: Network) -> UnoAction:
    """The move with the highest value; the first of equals."""
    moves = decisions(view)
    if len(moves) == 1:
        return moves[0]
    return last_card(view, moves) or ranked(view, moves, network)[0]


class NetBot(Bot):
    """A value network of one hidden layer, trained by playing (`paiju train uno`)."""

    name = "net"

    def __init__(self, network: Network | None = None) -> None:
        self.network = network if network is not None else shipped()

    def choose(self, view: View, source: Source) -> Action:
        assert isinstance(view, UnoView)
        due = duty(view)
        if due is not None:
            return due
        return with_call(view, best_move(view, self.network))

    def react(self, view: View, source: Source) -> Action | None:
        assert isinstance(view, UnoView)
        return reaction(view)
