"""The clock of a node: durations are its own, the time of day is the database's, the same on all nodes."""

from typing import Final

from paiju.server.clock import Clock

_DRIFT: Final = 0.0005
"""How many seconds a clock may drift in a second."""


class NodeClock(Clock):
    """A clock whose time of day is set by beats, so that a wrong clock of this machine has no effect."""

    def __init__(self) -> None:
        super().__init__()
        self._ahead_ms = super().now_ms() - self.monotonic() * 1000
        self._error = float("inf")
        self._set_at = self.monotonic()

    def now_ms(self) -> int:
        return round(self.monotonic() * 1000 + self._ahead_ms)

    def set_time(self, now_ms: int, asked_at: float, answered_at: float) -> None:
        """Set the time. A slow answer is imprecise: it is used only when the last precise one is old."""
        error = (answered_at - asked_at) / 2
        if error <= self._error + (answered_at - self._set_at) * _DRIFT:
            self._ahead_ms = now_ms - (asked_at + answered_at) / 2 * 1000
            self._error, self._set_at = error, answered_at
