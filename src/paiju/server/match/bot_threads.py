"""Bots of the server: their names, which bot plays a level, and the threads in which they think."""

import asyncio
from collections import deque
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


def is_dear(spec: str, game: Game) -> bool:
    """Whether the bot of this name or level needs much time to think. Raises `Refusal` for an unknown one."""
    name = bot_of_level(spec, game)
    return any(kind.dear for kind in bot_kinds(game.name) if kind.name == name)


class BotThreads:
    """A thread pool in which bots think, off the event loop. Rooms whose bots wait for a thread take turns."""

    def __init__(self, threads: int, clock: Clock) -> None:
        self._clock: Final = clock
        self._free = threads
        self._waiting: Final[dict[str, deque[asyncio.Future[None]]]] = {}
        """Who waits for a thread, by room; the room at the front is next."""
        self._pool: Final = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self.makers: Final[dict[str, Callable[[Game], Bot]]] = {}
        """Factories of bots that are not in the registry, by name."""

    def make(self, spec: str, game: Game) -> Bot:
        """A bot for one seat of one match."""
        maker = self.makers.get(spec)
        return maker(game) if maker is not None else find_bot(bot_of_level(spec, game), game)

    async def run(self, thought: Callable[[], Action | None], seconds: float, room: str) -> Action | None:
        """The result of `thought`. Raises `TimeoutError` after `seconds` of thinking; waiting for a thread does not
        count. The thread cannot be stopped: it is free again when the thought has come to its end."""
        await self._get_thread(room)
        thinking = asyncio.get_running_loop().run_in_executor(self._pool, thought)
        thinking.add_done_callback(self._thread_is_free)
        async with self._clock.timeout(seconds):
            return await asyncio.shield(thinking)

    async def _get_thread(self, room: str) -> None:
        if self._free and not self._waiting:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(room, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()
            raise

    def _thread_is_free(self, thought: "asyncio.Future[Action | None]") -> None:
        if not thought.cancelled():
            thought.exception()  # whoever waited has it, or has given up
        self._pass_on()

    def _pass_on(self) -> None:
        """Give a thread to the next room that waits for one."""
        while self._waiting:
            room = next(iter(self._waiting))
            queue = self._waiting.pop(room)
            turn = queue.popleft()
            if queue:
                self._waiting[room] = queue  # behind all others
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def close(self) -> None:
        """Cancel what has not begun and start nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
