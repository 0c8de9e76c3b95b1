"""Bots of the server: their names, which bot plays a level, and where they think.

Bots that need much time have processes of their own (`bot_process.py`): in a thread they would hold Python's global
lock, which the event loop needs. All others think in threads.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from typing import Final
from weakref import finalize

import structlog

from paiju.bots.base import Bot
from paiju.bots.levels import LEVELS, bots_by_level
from paiju.bots.registry import bot_kinds, find_bot
from paiju.bots.worker import Question
from paiju.engine.errors import GameError
from paiju.engine.game import Action, Game, View
from paiju.engine.shuffle import FastSource
from paiju.server.clock import Clock
from paiju.server.errors import Refusal
from paiju.server.match.bot_process import BotFailed, BotProcess, CannotStart
from paiju.server.match.room_semaphore import RoomSemaphore

FAILURES: Final = (
    BotFailed,
    TimeoutError,
    GameError,
    ArithmeticError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
)
"""What `SeatBot.decide` raises for a bot that fails; anything else is an error of the server."""

_log: Final = structlog.get_logger("paiju.bots")

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


def is_slow(spec: str, game: Game) -> bool:
    """Whether the bot of this name or level is `BotKind.slow`. Raises `Refusal` for an unknown one."""
    name = bot_of_level(spec, game)
    return any(kind.slow for kind in bot_kinds(game.name) if kind.name == name)


@dataclass(frozen=True)
class Decision:
    """A decision that a bot has to make."""

    view: View
    seed: int
    on_turn: bool
    """Whether the seat is awaited; otherwise the bot is asked for a reaction."""
    seconds: float
    """How long it may think."""
    room: str
    """Rooms share threads and processes fairly. All hints for an address count as one room."""


class SeatBot:
    """The bot of one seat. Subclasses decide where it thinks."""

    async def decide(self, decision: Decision) -> object:
        """Its answer, which may be anything; None for no answer. Raises one of `FAILURES`: `TimeoutError` after the
        seconds of the decision, which are counted from the moment that it begins to think."""
        raise NotImplementedError


class BotThreads:
    """A thread pool in which bots think, off the event loop. Rooms whose bots wait for a thread take turns."""

    def __init__(self, threads: int, clock: Clock) -> None:
        self._clock: Final = clock
        self._permits: Final = RoomSemaphore(threads)
        self._pool: Final = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._closed = False

    async def run(self, thought: Callable[[], Action | None], seconds: float, room: str) -> Action | None:
        """The result of `thought`. Raises `TimeoutError` after `seconds` of thinking; waiting for a thread does not
        count. The thread cannot be stopped: it is free again when `thought` returns. Raises `BotFailed` when the
        server stops meanwhile."""
        await self._permits.acquire(room)
        if self._closed:
            self._permits.release()
            raise BotFailed("stopping")
        thinking = asyncio.get_running_loop().run_in_executor(self._pool, thought)
        thinking.add_done_callback(self._thread_is_free)
        async with self._clock.timeout(seconds):
            return await asyncio.shield(thinking)

    def _thread_is_free(self, thought: "asyncio.Future[Action | None]") -> None:
        if not thought.cancelled():
            thought.exception()  # marks it as retrieved: the caller may have given up
        self._permits.release()

    def close(self) -> None:
        """Cancel what has not begun and start nothing more."""
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)


class ThreadBot(SeatBot):
    """A bot that thinks in a thread of the server."""

    def __init__(self, bot: Bot, threads: BotThreads) -> None:
        self._bot: Final = bot
        self._threads: Final = threads

    async def decide(self, decision: Decision) -> object:
        ask = self._bot.choose if decision.on_turn else self._bot.react
        source = FastSource(decision.seed)
        return await self._threads.run(lambda: ask(decision.view, source), decision.seconds, decision.room)


class _CannotSend(Exception):
    """The view cannot be pickled, or cannot be unpickled in the process."""


class ProcessBot(SeatBot):
    """A bot that stays in one process as long as that lives, and so remembers. A new process gets a new bot.

    Where a process cannot be started, or a view not be sent to it, it thinks in a thread from then on.
    """

    def __init__(self, number: int, spec: str, game: Game, bots: "HouseBots", process: BotProcess) -> None:
        self._number: Final = number
        self._spec: Final = spec
        self._game: Final = game
        self._bots: Final = bots
        self._process: Final = process
        self._fallback: ThreadBot | None = None
        process.bots.add(number)
        finalize(self, process.forget, number).atexit = False

    async def decide(self, decision: Decision) -> object:
        if self._fallback is None and self._bots.may_start:
            try:
                return await self._ask(decision)
            except CannotStart as error:
                self._bots.no_processes(str(error))
            except _CannotSend as error:
                _log.warning("a view cannot be sent to a process", game=self._game.name, kind=str(error))
        if self._fallback is None:
            self._fallback = self._bots.in_thread(self._spec, self._game)
        return await self._fallback.decide(decision)

    async def _ask(self, decision: Decision) -> object:
        forgotten = self._process.forgotten()
        question = Question(
            self._number, self._spec, self._game.name, decision.view, decision.seed, decision.on_turn, forgotten
        )
        try:
            data = question.encoded()
        except Exception as error:  # the view may be of another package's game
            raise _CannotSend(type(error).__name__) from error
        words = await self._process.ask(data, decision.seconds, decision.room)
        if words[0] == "unreadable":
            raise _CannotSend(words[1])
        if words[0] == "action":
            action = words[1]
            return self._game.action_from_json(action) if isinstance(action, dict) else None
        return words[1] if words[0] == "other" else None


class HouseBots:
    """Makes the bots of all tables, and has the threads and processes in which they think."""

    def __init__(self, threads: int, processes: int, clock: Clock) -> None:
        self._threads: Final = BotThreads(threads, clock)
        self.processes: Final = tuple(BotProcess(clock) for _ in range(processes))
        """Processes for bots that need much time, each started when it is first needed."""
        self.may_start = bool(processes)
        """False once a process could not be started: threads do everything then."""
        self.makers: Final[dict[str, Callable[[Game], Bot]]] = {}
        """Factories of bots that are not in the registry, by name."""
        self._numbers: Final = count(1)

    def make(self, spec: str, game: Game) -> SeatBot:
        """A bot for one seat of one match. Raises `GameError` if there is no such bot."""
        if not self.may_start or spec in self.makers or not is_slow(spec, game):
            return self.in_thread(spec, game)
        process = min(self.processes, key=lambda process: len(process.bots))
        return ProcessBot(next(self._numbers), bot_of_level(spec, game), game, self, process)

    def in_thread(self, spec: str, game: Game) -> ThreadBot:
        """A bot that thinks in a thread. Raises `GameError` if there is no such bot."""
        maker = self.makers.get(spec)
        bot = maker(game) if maker is not None else find_bot(bot_of_level(spec, game), game)
        return ThreadBot(bot, self._threads)

    def no_processes(self, reason: str) -> None:
        """Use threads from now on, because a process cannot be started. Logged once."""
        if self.may_start:
            self.may_start = False
            _log.warning("no process can be started for bots that think long: they delay the others", reason=reason)

    async def close(self) -> None:
        """Cancel what has not begun, start nothing more and end all processes."""
        self._threads.close()
        for process in self.processes:
            await process.close()
