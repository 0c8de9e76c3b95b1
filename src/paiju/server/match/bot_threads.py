"""Bots of the server: their names, which bot plays a level, and the threads in which they think."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from paiju.bots.base import Bot
from paiju.bots.levels import LEVELS, bots_by_level
from paiju.bots.registry import bot_kinds, find_bot
from paiju.engine.game import Action, Game
from paiju.server.clock import Clock
from paiju.server.errors import Refusal

_NAMES: Final = ("Sage", "Kit", "Maya", "Lin", "Wren", "Rowan", "Ash", "Juno", "Pine", "Reed")


def bot_name(seat: int) -> str:
    """The display name of a bot on this seat."""
    return _NAMES[seat % len(_NAMES)]


def bot_of_level(spec: str, game: Game) -> str:
    """The registry name of a level or a bot. Raises `Refusal`. Parameters are not accepted: they may cost much time."""
    names = [kind.name for kind in bot_kinds(game.name)]
    if spec in names:
        return spec
    by_level = bots_by_level(game.name)
    if spec not in by_level:
        raise Refusal("bad_bot", {"bot": spec[:40], "allowed": ", ".join((*LEVELS, *names))})
    return by_level[spec]


class BotThreads:
    """A thread pool in which bots think, off the event loop."""

    def __init__(self, threads: int, clock: Clock) -> None:
        self._clock: Final = clock
        self._pool: Final = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self.makers: Final[dict[str, Callable[[Game], Bot]]] = {}
        """Factories of bots that are not in the registry, by name."""

    def make(self, spec: str, game: Game) -> Bot:
        """A bot for one seat of one match."""
        maker = self.makers.get(spec)
        return maker(game) if maker is not None else find_bot(bot_of_level(spec, game), game)

    async def run(self, thought: Callable[[], Action | None], seconds: float) -> Action | None:
        """The result of `thought`. Raises `TimeoutError` after `seconds`; the thread cannot be stopped."""
        async with self._clock.timeout(seconds):
            return await asyncio.get_running_loop().run_in_executor(self._pool, thought)

    def close(self) -> None:
        """Cancel what has not begun and start nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
