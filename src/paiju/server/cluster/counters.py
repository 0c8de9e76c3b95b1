"""Rate limits that count what happens on all nodes.

A request is judged by this node's own buckets, at once; the other nodes are told a moment later what it took. So no
request waits for Valkey, and while Valkey is away each node counts alone.
"""

from collections import defaultdict
from collections.abc import Callable
from hashlib import blake2b
from typing import Final

from paiju.server.settings import Rate
from paiju.server.web.limits import Buckets

Taken = dict[str, dict[str, int]]
"""Limit → hash of a key → tokens."""


class SharedBuckets(Buckets):
    """A rate limit that is shared with other nodes. Keys are hashed, because they may be secrets of seats."""

    def __init__(
        self, rate: Rate, enabled: bool, clock: Callable[[], float], noted: Callable[[str, int], None]
    ) -> None:
        super().__init__(rate, enabled, clock)
        self._noted: Final = noted

    def take(self, key: str, cost: int = 1) -> int:
        key = _hashed(key)
        wait = super().take(key, cost)
        if not wait and self.enabled:
            self._noted(key, cost)
        return wait

    def tokens(self, key: str) -> float:
        return super().tokens(_hashed(key))

    def take_elsewhere(self, hashed: str, cost: int) -> None:
        """Tokens were taken at another node."""
        self.owe(hashed, cost)


class Counters:
    """All shared rate limits of a node."""

    def __init__(self) -> None:
        self._limits: Final[dict[str, SharedBuckets]] = {}
        self._taken: defaultdict[str, dict[str, int]] = defaultdict(dict)

    def buckets(self, name: str, rate: Rate, enabled: bool, clock: Callable[[], float]) -> Buckets:
        """The rate limit of this name."""

        def noted(key: str, cost: int) -> None:
            taken = self._taken[name]
            taken[key] = taken.get(key, 0) + cost

        limit = self._limits[name] = SharedBuckets(rate, enabled, clock, noted)
        return limit

    def collect(self) -> Taken:
        """The tokens taken at this node since the last call."""
        taken, self._taken = self._taken, defaultdict(dict)
        return dict(taken)

    def count(self, taken: Taken) -> None:
        """Count tokens that were taken at another node."""
        for name, keys in taken.items():
            limit = self._limits.get(name)
            if limit is not None:
                for key, cost in keys.items():
                    limit.take_elsewhere(key, int(cost))


def _hashed(key: str) -> str:
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
