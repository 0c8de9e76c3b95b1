"""The clock of a server. Code that reads the time or waits for it uses this object, so that tests can control time.

Short waits that only group work (gathering messages, closing sockets) use the event loop directly.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Clock:
    """The system clock."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.monotonic: Final = monotonic
        """Monotonic time in seconds, for all durations."""

    def now_ms(self) -> int:
        """Milliseconds since 1970, for the log and for display."""
        return time.time_ns() // 1_000_000

    def set_time(self, now_ms: int, asked_at: float, answered_at: float) -> None:
        """The time of the database was `now_ms` between these two monotonic times. Only nodes of a cluster use it."""

    def monotonic_at(self, milliseconds: float) -> float:
        """Convert a time of `now_ms` to the scale of `monotonic`."""
        return self.monotonic() + (milliseconds - self.now_ms()) / 1000

    def call_later(self, seconds: float, call: Callable[..., object], *arguments: Any) -> asyncio.TimerHandle:
        """Call a function after a delay."""
        return asyncio.get_running_loop().call_later(seconds, call, *arguments)

    async def sleep(self, seconds: float) -> None:
        """Wait for this many seconds."""
        await asyncio.sleep(seconds)

    def timeout(self, seconds: float) -> AbstractAsyncContextManager[object]:
        """A context that raises `TimeoutError` if its body takes longer."""
        return asyncio.timeout(seconds)


SYSTEM: Final = Clock()
