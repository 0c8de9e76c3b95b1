"""Bots that misbehave, each in its own way, for tournaments that must go on."""

import os
import time
from pathlib import Path

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
    """Falls asleep over its first decision."""

    def __init__(self) -> None:
        self._slept = False

    def choose(self, view: View, source: Source) -> Action:
        if not self._slept:
            self._slept = True
            time.sleep(3600)
        return view.legal[0]


class Broods(Bot):
    """Never comes back from its first decision by itself, and swallows every ordinary exception."""

    def __init__(self) -> None:
        self._brooded = False

    def choose(self, view: View, source: Source) -> Action:
        while not self._brooded:
            try:
                self._brood()
            except Exception:
                pass
        return view.legal[0]

    def _brood(self) -> None:
        try:
            while True:
                sum(range(1000))
        finally:
            self._brooded = True


class Mumbles(Bot):
    def choose(self, view: View, source: Source) -> Action:
        return "red five"  # type: ignore[return-value]


class Shrugs(Bot):
    def choose(self, view: View, source: Source) -> Action:
        return None  # type: ignore[return-value]


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


class Waits(Bot):
    """Plays as many games as there are files in the folder named in the environment; in every other it never answers.

    Each of these games leaves a file with the number of its process.
    """

    def __init__(self) -> None:
        self._admitted = False

    def choose(self, view: View, source: Source) -> Action:
        folder = Path(os.environ["PAIJU_TEST_MARK"])
        while not self._admitted:
            ticket = next(folder.glob("ticket-*"), None)
            if ticket is None:
                (folder / f"waiting-{os.getpid()}").touch()
                time.sleep(3600)
            else:
                try:
                    ticket.unlink()
                    self._admitted = True
                except FileNotFoundError:
                    pass  # the other process was quicker
        return view.legal[0]


class AlwaysDies(Bot):
    def choose(self, view: View, source: Source) -> Action:
        os._exit(3)
