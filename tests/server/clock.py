"""Time that stands still until a test moves it on."""

import asyncio
import heapq
from collections.abc import AsyncIterator, Callable, Set
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import count
from typing import Any
from weakref import WeakSet

from paiju.server.clock import Clock

START_MS = 1_893_456_000_000
"""2030-01-01: nobody takes it for now."""


class ManualClock(Clock):
    """A server's time in a test: `await clock.advance(seconds)` does, in order, what falls due in so many seconds.

    What is due at once (in 0 seconds) happens without the test. Bots, the store and sockets take the real time they
    need: between two moments `advance` waits until every background task of the server is done or asleep.
    """

    def __init__(self) -> None:
        super().__init__(lambda: self._now)
        self._now = 1000.0
        self.wall_ms = START_MS
        """Where the wall clock stands. A test may put it forward or back."""
        self._calls: list[tuple[float, int, asyncio.TimerHandle, Callable[[], object]]] = []
        self._numbers = count()
        self._asleep: set[asyncio.Task[Any]] = set()
        self._sleepers: WeakSet[asyncio.Task[Any]] = WeakSet()
        """Tasks that have slept: they are the server's."""
        self.tasks: Callable[[], Set[asyncio.Task[Any]]] = set
        """The server's background tasks."""

    def now_ms(self) -> int:
        return self.wall_ms + round((self._now - 1000.0) * 1000)

    def call_later(self, seconds: float, call: Callable[..., object], *arguments: Any) -> asyncio.TimerHandle:
        loop = asyncio.get_running_loop()
        if seconds <= 0:
            return loop.call_later(0, call, *arguments)
        at = self._now + seconds
        timer = asyncio.TimerHandle(at, call, arguments, loop)
        heapq.heappush(self._calls, (at, next(self._numbers), timer, lambda: call(*arguments)))
        return timer

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        timer = self.call_later(seconds, _wake, woken)
        task = asyncio.current_task()
        assert task is not None
        self._sleepers.add(task)
        self._asleep.add(task)
        woken.add_done_callback(lambda _: self._asleep.discard(task))
        try:
            await woken
        finally:
            timer.cancel()

    def timeout(self, seconds: float) -> AbstractAsyncContextManager[object]:
        return self._timeout(seconds)

    @asynccontextmanager
    async def _timeout(self, seconds: float) -> AsyncIterator[None]:
        async with asyncio.timeout(None) as limit:
            timer = self.call_later(seconds, limit.reschedule, 0)
            try:
                yield
            finally:
                timer.cancel()

    async def advance(self, seconds: float, *, settle: bool = True) -> None:
        """Let so much time pass. Without `settle` nobody is waited for: for servers in which something hangs."""
        end = self._now + seconds
        if settle:
            await self.settled()
        while self._calls and self._calls[0][0] <= end:
            at, _, timer, call = heapq.heappop(self._calls)
            if timer.cancelled():
                continue
            self._now = max(self._now, at)
            call()
            if settle:
                await self.settled()
        self._now = end
        if settle:
            await self.settled()

    def waiting_for(self, seconds: float) -> bool:
        """Whether something will happen in exactly so many seconds."""
        return any(at == self._now + seconds and not timer.cancelled() for at, _, timer, _ in self._calls)

    async def settled(self) -> None:
        """Wait until no background task of the server is at work."""
        async with asyncio.timeout(120):
            quiet = 0
            while quiet < 3:
                await asyncio.sleep(0)
                quiet += 1
                if any(not task.done() for task in {*self.tasks(), *self._sleepers} - self._asleep):
                    quiet = 0
                    await asyncio.sleep(0.001)


def _wake(sleeper: asyncio.Future[None]) -> None:
    if not sleeper.done():
        sleeper.set_result(None)
