"""WebSocket frames, and how many of them a peer may send."""

from typing import Final

from paiju.server.clock import Clock
from paiju.server.settings import Rate

try:
    from websockets.speedups import apply_mask
except ImportError:  # a platform for which websockets has no wheel
    from websockets.utils import apply_mask

__all__ = ["Allowance", "apply_mask", "end_of_frame", "frame", "short_text"]

WHOLE_TEXT: Final = 0x81
"""First byte of a text message in one frame."""
MASKED: Final = 0x80
TWO_BYTES: Final = 126
"""Length code: the next two bytes hold the size."""
EIGHT_BYTES: Final = 0xFF
"""Length code of a masked frame: the next eight bytes hold the size."""
LARGE: Final = 1024
"""Bytes of a frame that cost one of the allowance."""
_FLOOD_SECONDS: Final = 10.0
"""A connection that exceeds its allowance again and again for this long is closed."""


def frame(payload: bytes) -> bytes:
    """A text message as an unmasked WebSocket frame."""
    size = len(payload)
    if size < 126:
        return bytes((WHOLE_TEXT, size)) + payload
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


def end_of_frame(data: bytes, at: int, most: int) -> int:
    """Where the frame that begins at `at` ends, 0 when its end is not there yet, −1 when its head is enough to refuse
    it: it is not masked, or larger than `most`."""
    have = len(data) - at
    if have < 2:
        return 0
    size = data[at + 1]
    if size < MASKED:
        return -1
    size -= MASKED
    head = 6
    if size >= TWO_BYTES:
        more = 2 if size == TWO_BYTES else 8
        if have < 2 + more:
            return 0
        size, head = int.from_bytes(data[at + 2 : at + 2 + more], "big"), 6 + more
    if size > most:
        return -1
    return at + head + size if have >= head + size else 0


def short_text(data: bytes) -> bytes | None:
    """The text in `data` if it is one whole and short text frame in plain ASCII, as nearly all are; otherwise None."""
    size = len(data)
    if not 6 < size < LARGE or data[0] != WHOLE_TEXT or end_of_frame(data, 0, LARGE) != size:
        return None
    start = 6 if data[1] < MASKED + TWO_BYTES else 8
    text = apply_mask(data[start:], data[start - 4 : start])
    return text if text.isascii() else None


class Allowance:
    """What a connection may send besides requests that are carried out: control frames, pings, refused and large
    messages. It refills evenly; a connection that exceeds it has to wait."""

    def __init__(self, rate: Rate | None, clock: Clock) -> None:
        self._rate: Final = rate
        self._now: Final = clock.monotonic
        self._full_at = 0.0
        self._over_since: float | None = None

    def charge(self, cost: int) -> None:
        """Take `cost` of the allowance, even if there is less."""
        if self._rate is not None and cost:
            step = self._rate.seconds / self._rate.count
            self._full_at = max(self._full_at, self._now()) + cost * step

    def wait(self) -> float:
        """Seconds until the allowance is positive again; 0 if it is."""
        if self._rate is None:
            return 0.0
        now = self._now()
        missing = self._full_at - now
        if missing < self._rate.seconds:
            if missing < self._rate.seconds / 2:
                self._over_since = None
            return 0.0
        if self._over_since is None:
            self._over_since = now
        return missing - self._rate.seconds + self._rate.seconds / self._rate.count

    def flooded(self) -> bool:
        """Whether it has been exceeded repeatedly for `_FLOOD_SECONDS`, so that the connection must be closed."""
        return self._over_since is not None and self._now() - self._over_since >= _FLOOD_SECONDS
