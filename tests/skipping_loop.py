"""An event loop for tests of long waits: its clock moves by waiting alone, and nobody really waits."""

import asyncio
import selectors
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class _Selector(selectors.DefaultSelector):
    """Where it would sleep, it adds the time to `skipped` instead, once `skips` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.skips = False
        self.skipped = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if not self.skips or timeout is None:
            return super().select(timeout)
        ready = super().select(0)
        if not ready:
            self.skipped += timeout
        return ready


class SkippingLoop(asyncio.SelectorEventLoop):
    """An event loop that can skip all waiting: then its clock moves by waiting alone, and nobody really waits."""

    def __init__(self) -> None:
        self._waiting = _Selector()
        self._stopped: float | None = None
        self._lost = 0.0
        """Time that passed while the clock was stopped."""
        super().__init__(self._waiting)

    def time(self) -> float:
        return (super().time() - self._lost if self._stopped is None else self._stopped) + self._waiting.skipped

    @contextmanager
    def skipping(self) -> Iterator[None]:
        """Skip all waiting meanwhile."""
        self._stopped = super().time() - self._lost
        self._waiting.skips = True
        try:
            yield
        finally:
            self._lost, self._stopped = super().time() - self._stopped, None
            self._waiting.skips = False
