"""The time of a server: what reads the clock or waits for it asks here, so that tests can give it a time of their own.

What waits for the machine and not for time (messages that are gathered, sockets that close at the end) uses the event
loop.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Final


class Clock:
    """The time of the system."""

    def __init__(self) -> None:
        self.monotonic: Final[Callable[[], float]] = time.monotonic
        """Seconds that only grow, for everything that is measured."""

    def now_ms(self) -> int:
        """Milliseconds since 1970, for the log and for people."""
        return time.time_ns() // 1_000_000

    def monotonic_at(self, milliseconds: float) -> float:
        """A moment of `now_ms` as one of `monotonic`."""
        return self.monotonic() + (milliseconds - self.now_ms()) / 1000

    def call_later(self, seconds: float, call: Callable[..., object], *arguments: Any) -> asyncio.TimerHandle:
        """Call it when so much time has passed."""
        return asyncio.get_running_loop().call_later(seconds, call, *arguments)

    async def sleep(self, seconds: float) -> None:
        """Let so much time pass."""
        await asyncio.sleep(seconds)

    def timeout(self, seconds: float) -> AbstractAsyncContextManager[object]:
        """`TimeoutError` when what is inside takes longer."""
        return asyncio.timeout(seconds)


SYSTEM: Final = Clock()
