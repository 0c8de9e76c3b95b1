"""The time that screens go by."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol


class Handle(Protocol):
    """Something that will be done later, unless it is cancelled."""

    def cancel(self) -> None: ...


class ScreenClock:
    """The system's time. Tests give screens another clock, which only moves when they say so."""

    def now(self) -> float:
        """Seconds since some moment in the past."""
        return time.monotonic()

    def call_later(self, seconds: float, do: Callable[[], object]) -> Handle:
        """Call `do` once, after `seconds`, in the running event loop."""
        return asyncio.get_running_loop().call_later(seconds, do)


SYSTEM: Final = ScreenClock()
