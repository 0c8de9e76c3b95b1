"""A clock for screens that only moves when a test says so."""

import asyncio
from collections.abc import Callable
from contextvars import Context, copy_context
from dataclasses import dataclass

from paiju.terminal.clock import Handle, ScreenClock


@dataclass(eq=False)
class _Later:
    """Something to be done when the clock shows `at`."""

    at: float
    do: Callable[[], object]
    context: Context
    waiting: "list[_Later]"

    def cancel(self) -> None:
        if self in self.waiting:
            self.waiting.remove(self)


class ManualClock(ScreenClock):
    """Time stands still, but for what is to be done at once, until `advance`."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._waiting: list[_Later] = []

    def now(self) -> float:
        return self._now

    def call_later(self, seconds: float, do: Callable[[], object]) -> Handle:
        if seconds <= 0:
            return asyncio.get_running_loop().call_soon(do)
        later = _Later(self._now + seconds, do, copy_context(), self._waiting)
        self._waiting.append(later)
        return later

    def due(self) -> float | None:
        """Seconds until the next thing that waits for its time; None when nothing does."""
        return min((later.at - self._now for later in self._waiting), default=None)

    def advance(self, seconds: float) -> None:
        """Let so much time pass, and do in order what becomes due."""
        end = self._now + seconds
        while due := [later for later in self._waiting if later.at <= end]:
            first = min(due, key=lambda later: later.at)
            first.cancel()
            self._now = first.at
            first.context.run(first.do)
        self._now = end
