"""What all live matches of a server share."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

import structlog
from mypy_extensions import mypyc_attr

from paiju.server.clock import Clock
from paiju.server.cluster.alone import ALONE, Alone
from paiju.server.deals import Deals
from paiju.server.errors import Refusal
from paiju.server.match.bots import HouseBots
from paiju.server.match.changes import Watcher
from paiju.server.match.policy import Policy
from paiju.server.settings import Settings
from paiju.storage.faults import StoreError
from paiju.storage.log import EventLog

_log: Final = structlog.get_logger("paiju.match")


@mypyc_attr(allow_interpreted_subclasses=True)
class MatchContext:
    """Settings, log, clock, deals, bots, other nodes, the policy of each dialect, and work in the background."""

    def __init__(self, settings: Settings, log: EventLog, clock: Clock, deals: Deals, cluster: Alone = ALONE) -> None:
        self.settings: Final = settings
        self.cluster: Final = cluster
        """The other servers on the same database."""
        self.log: Final = log
        self.clock: Final = clock
        self.deals: Final = deals
        self.bots: Final = HouseBots(settings.bot_threads, settings.bot_processes, clock)
        self.policies: Final[dict[str, Policy]] = {"native": Policy(settings, clock)}
        """By dialect."""
        self.watchers: Final[list[Watcher[Any]]] = []
        """Objects that are told what happens at every table."""
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background. Its errors are logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def tasks(self) -> set[asyncio.Task[None]]:
        """The background tasks that are running."""
        return set(self._tasks)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            error = task.exception()
            expected = isinstance(error, Refusal | StoreError)
            # The text of an engine's error may show hands: only its type is logged.
            _log.warning("background task failed", kind=type(error).__name__, expected=expected)

    async def stop_background(self) -> None:
        """Cancel all background tasks and the bots."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
