"""Bots that misbehave, each in its own way, for tournaments that must go on."""

import os
import time

from paiju.bots.base import Bot
from paiju.engine.game import Action, View
from paiju.engine.shuffle import Source
from paiju.games.uno.actions import CALL, DRAW, play_card


class Raises(Bot):
    def choose(self, view: View, source: Source) -> Action:
        raise KeyError("no idea")

    def react(self, view: View, source: Source) -> Action | None:
        raise KeyError("no idea either")


class Sleeps(Bot):
    def choose(self, view: View, source: Source) -> Action:
        time.sleep(30)
        return view.legal[0]


class Broods(Bot):
    """Never comes back by itself, and swallows every ordinary exception."""

    def choose(self, view: View, source: Source) -> Action:
        while True:
            try:
                sum(range(1000))
            except Exception:
                pass


class Mumbles(Bot):
    def choose(self, view: View, source: Source) -> Action:
        return "red five"  # type: ignore[return-value]


class Cheats(Bot):
    def choose(self, view: View, source: Source) -> Action:
        return play_card(107, 0)


class Stalls(Bot):
    """Calls UNO whenever it may, for ever."""

    def choose(self, view: View, source: Source) -> Action:
        return CALL if CALL in view.legal else view.legal[0]


class Draws(Bot):
    def choose(self, view: View, source: Source) -> Action:
        return DRAW if DRAW in view.legal else view.legal[-1]


class Dies(Bot):
    """Takes its process with it, once: the file named in the environment remembers that it did."""

    def choose(self, view: View, source: Source) -> Action:
        mark = os.environ["PAIJU_TEST_MARK"]
        if not os.path.exists(mark):
            with open(mark, "w"):
                os._exit(3)
        return view.legal[0]


class AlwaysDies(Bot):
    def choose(self, view: View, source: Source) -> Action:
        os._exit(3)
