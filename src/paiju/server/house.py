"""What all tables share: store, settings, customs, bots, background tasks."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import structlog

from paiju.bots.base import Bot
from paiju.bots.levels import LEVELS, bots_by_level
from paiju.bots.registry import bot_kinds, find_bot
from paiju.engine.errors import GameError
from paiju.engine.game import Action, Game, Seat
from paiju.engine.shuffle import FastSource, derived
from paiju.server.clock import Clock
from paiju.server.deals import Deals
from paiju.server.errors import Refusal
from paiju.server.match.policy import Policy
from paiju.server.settings import Settings
from paiju.storage.faults import DamagedLog, StoreError
from paiju.storage.log import EventLog

if TYPE_CHECKING:
    from paiju.server.match.changes import Change
    from paiju.server.match.table import Table

_NAMES: Final = ("Sage", "Kit", "Maya", "Lin", "Wren", "Rowan", "Ash", "Juno", "Pine", "Reed")

_log: Final = structlog.get_logger("paiju.house")


def bot_name(seat: int) -> str:
    """What a house bot is called at a table."""
    return _NAMES[seat % len(_NAMES)]


def bot_of_level(spec: str, game: Game) -> str:
    """The registry name for a level or a bare bot name. Parameters are not for guests: they cost the host's time."""
    names = [kind.name for kind in bot_kinds(game.name)]
    if spec in names:
        return spec
    by_level = bots_by_level(game.name)
    if spec not in by_level:
        raise Refusal("bad_bot", {"bot": spec[:40], "allowed": ", ".join((*LEVELS, *names))})
    return by_level[spec]


class House:
    """Shared by all tables of a server."""

    def __init__(self, settings: Settings, log: EventLog, clock: Clock, deals: Deals) -> None:
        self.settings: Final = settings
        self.log: Final = log
        self.clock: Final = clock
        self.deals: Final = deals
        self.policies: Final[dict[str, Policy]] = {"native": Policy(settings, clock)}
        self.bot_makers: Final[dict[str, Callable[[Game], Bot]]] = {}
        """Bots of a dialect that are not in the registry, by spec."""
        self.watchers: Final[list[Callable[[Table, Change], None]]] = []
        """Adapters that want to know of every change at every table."""
        self.on_countdown: Callable[[Table], Coroutine[Any, Any, None]] | None = None
        self.on_departure: Callable[[Table], Coroutine[Any, Any, None]] | None = None
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._pool: Final = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot")
        self._thoughts = 0

    def policy(self, dialect: str) -> Policy:
        """The customs of a dialect."""
        return self.policies[dialect]

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run in the background. What fails is logged and touches one table only."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def tasks(self) -> set[asyncio.Task[None]]:
        """What runs in the background now."""
        return set(self._tasks)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            error = task.exception()
            expected = isinstance(error, Refusal | StoreError)
            # The text of an engine's error may show hands: only its type is logged.
            _log.warning("background task failed", kind=type(error).__name__, expected=expected)

    def after_change(self, table: "Table", change: "Change") -> None:
        """Tell the adapters."""
        for watcher in self.watchers:
            watcher(table, change)

    async def countdown_over(self, table: "Table") -> None:
        """Arena: the countdown has run out. The caller holds the table's lock."""
        if self.on_countdown is not None:
            await self.on_countdown(table)

    def after_departure(self, table: "Table") -> None:
        """Somebody has gone: others may have waited only for them to want another match."""
        if self.on_departure is not None and table.rematch_wanted:
            self.spawn(self.on_departure(table))

    async def close(self) -> None:
        """Stop thinking and ticking."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)

    # --- bots -----------------------------------------------------------------------------------------------

    def make_bot(self, spec: str, game: Game) -> Bot:
        """A bot for one seat of one match."""
        maker = self.bot_makers.get(spec)
        return maker(game) if maker is not None else find_bot(bot_of_level(spec, game), game)

    async def think(self, table: "Table", seat: int, seq: int) -> None:
        """Let the bot of a seat decide about position `seq`, off the event loop. Failure means the default action."""
        folded = table.folded
        state = folded.state
        if state is None or folded.game_seq != seq or not folded.places[seat].driver:
            table.thought(seat, seq, again=False)
            return
        on_turn = state.turn() == seat
        action = await self._decide(table, seat, on_turn)
        again = False
        try:
            if action is not None:
                await table.act(seat, action, expected_seq=seq)
                again = folded.game_seq == seq
            elif on_turn and folded.game_seq == seq:
                await table.host(state.timeout(Seat(seat)))
        except Refusal as refusal:
            if refusal.code in ("catch_too_early", "catch_paused", "store_away"):
                again = True
            elif on_turn and folded.game_seq == seq and folded.state is not None and refusal.code != "stale":
                _log.warning("bot refused", bot=folded.places[seat].driver, code=refusal.code)
                await table.host(folded.state.timeout(Seat(seat)))
        except DamagedLog:
            _log.error("table cannot be read again", match=folded.match)
        finally:
            table.thought(seat, seq, again=again)

    async def _decide(self, table: "Table", seat: int, on_turn: bool) -> Action | None:
        """The bot's answer, or None: it has none, failed, or needed too long."""
        state = table.folded.state
        if state is None:
            return None
        view = state.view(Seat(seat))
        bot = table.bots.get(seat)
        spec = table.folded.places[seat].driver
        if bot is None or bot[0] != spec:
            bot = table.bots[seat] = (spec, self.make_bot(spec, table.folded.game))
        seed = int.from_bytes(table.folded.source.seed[:8], "big")
        source = FastSource(derived(seed, seat, table.folded.game_seq))
        call = bot[1].choose if on_turn else bot[1].react
        try:
            return await self._in_thread(partial(call, view, source), self.settings.think_seconds)
        except (TimeoutError, GameError, ArithmeticError, LookupError, ValueError, TypeError, AttributeError) as error:
            _log.warning("bot failed", bot=spec, kind=type(error).__name__)
            return None

    async def _in_thread(self, thought: Callable[[], Action | None], seconds: float) -> Action | None:
        """`TimeoutError` when it takes longer; a thread cannot be stopped, but nobody waits for it any more."""
        async with self.clock.timeout(seconds):
            return await asyncio.get_running_loop().run_in_executor(self._pool, thought)

    async def hint(self, table: "Table", seat: int) -> Action | None:
        """What a strong bot would do in this seat, if it is awaited."""
        state = table.folded.state
        if state is None or state.over() or not state.view(Seat(seat)).legal:
            return None
        bot = self.make_bot("hard", table.folded.game)
        self._thoughts += 1
        source = FastSource(self._thoughts)
        call = bot.choose if state.turn() == seat else bot.react
        try:
            return await self._in_thread(partial(call, state.view(Seat(seat)), source), self.settings.think_seconds * 2)
        except (TimeoutError, GameError, ArithmeticError, LookupError, ValueError, TypeError, AttributeError):
            return None
