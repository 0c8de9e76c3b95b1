"""The clock of the screens."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol


class Handle(Protocol):
    """A scheduled call, which can be cancelled."""

    def cancel(self) -> None: ...


class ScreenClock:
    """The system clock. Tests replace it with one that moves only when they say so."""

    def now(self) -> float:
        """Seconds since some moment in the past."""
        return time.monotonic()

    def call_later(self, seconds: float, do: Callable[[], object]) -> Handle:
        """Call `do` once, after `seconds`, in the running event loop."""
        return asyncio.get_running_loop().call_later(seconds, do)


SYSTEM: Final = ScreenClock()
