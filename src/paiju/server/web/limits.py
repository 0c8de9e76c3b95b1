"""Rate limits as token buckets, refilled evenly. A refused request consumes nothing.

Which limits there are is in `services.Limits`, how many requests each of them allows in `settings`.
"""

import math
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Final

from mypy_extensions import mypyc_attr

from paiju.server.clock import SYSTEM
from paiju.server.settings import Rate

_SWEEP_EVERY: Final = 4096


@mypyc_attr(allow_interpreted_subclasses=True)
class Buckets:
    """One rate limit, counted separately for each key. Memory is bounded: full buckets are dropped."""

    def __init__(self, rate: Rate, enabled: bool = True, clock: Callable[[], float] = SYSTEM.monotonic) -> None:
        self.rate: Final = rate
        self.enabled: Final = enabled
        self._clock: Final = clock
        self._full_at: dict[str, float] = {}
        """When the bucket of a key will be full again; absent = full. (One number per bucket, see GCRA.)"""
        self._calls = 0

    def take(self, key: str, cost: int = 1) -> int:
        """Take tokens. Returns 0, or if there are not enough, takes none and returns how many whole seconds to wait."""
        if not self.enabled:
            return 0
        now = self._clock()
        step = self.rate.seconds / self.rate.count
        full_at = max(self._full_at.get(key, now), now) + cost * step
        late = full_at - now - self.rate.seconds
        if late > 1e-9:
            return max(1, math.ceil(late))
        self._full_at[key] = full_at
        self._calls += 1
        if self._calls % _SWEEP_EVERY == 0:
            self._full_at = {k: t for k, t in self._full_at.items() if t > now}
        return 0

    def owe(self, key: str, cost: int) -> None:
        """Take tokens even if there are not enough: the bucket goes into debt."""
        now = self._clock()
        self._full_at[key] = max(self._full_at.get(key, now), now) + cost * self.rate.seconds / self.rate.count

    def tokens(self, key: str) -> float:
        """How many tokens could be taken now."""
        if not self.enabled:
            return float(self.rate.count)
        now = self._clock()
        missing = max(0.0, self._full_at.get(key, now) - now) * self.rate.count / self.rate.seconds
        return self.rate.count - missing

    def wait_for(self, key: str, tokens: int) -> float:
        """Seconds until this many tokens can be taken."""
        missing = min(tokens, self.rate.count) - self.tokens(key)
        return max(0.0, missing * self.rate.seconds / self.rate.count)


def plain_address(address: str) -> str:
    """An IP address in canonical form, without a zone. IPv4-mapped IPv6 addresses become IPv4."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    inside = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return str(inside or parsed)


def address_key(address: str) -> str:
    """The rate-limit key of an address: an IPv4 address itself, or the /64 network of an IPv6 address."""
    plain = plain_address(address)
    try:
        return str(IPv6Address(int(IPv6Address(plain)) >> 64 << 64)) + "/64"
    except ValueError:
        return plain
