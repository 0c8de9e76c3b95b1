"""`net`: plays the move whose position a small trained network likes best."""

from functools import cache
from pathlib import Path
from typing import Final

from paiju.bots.base import Bot
from paiju.bots.network import Network, load
from paiju.bots.uno_features import FEATURES, Situation, decisions
from paiju.bots.uno_manners import duty, reaction, with_call
from paiju.engine.game import Action, View
from paiju.engine.shuffle import Source
from paiju.games.uno.actions import UnoAction
from paiju.games.uno.rules import WINNER_TAKES_ALL
from paiju.games.uno.view import UnoView

SHIPPED: Final = Path(__file__).parent / "data" / "uno-net.json"


@cache
def shipped() -> Network:
    """The weights of the package; the file says which command and seed made them."""
    return load(SHIPPED, FEATURES)


def plays_for_points(view: UnoView) -> bool:
    """In a match that counts points a big win is worth more than a small one."""
    return view.rules.target_score > 0 and view.rules.scoring == WINNER_TAKES_ALL


def best_move(view: UnoView, network: Network) -> UnoAction:
    """The move with the highest value; the first of equals."""
    moves = decisions(view)
    if len(moves) == 1:
        return moves[0]
    situation = Situation(view, plays_for_points(view))
    if len(view.hand) == 1:
        for move in moves:
            if move.card == view.hand[0]:
                return move
    best = moves[0]
    most = network.value(situation.after(best))
    for move in moves[1:]:
        value = network.value(situation.after(move))
        if value > most:
            most = value
            best = move
    return best


class NetBot(Bot):
    """A value network of one hidden layer, trained by playing against itself (`paiju train uno`)."""

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
