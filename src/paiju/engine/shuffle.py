"""Randomness with one interface: `FairSource` for real matches, `FastSource` for simulation.

The rules draw no random numbers. A caller asks a source for an order and plays it for CHANCE, so a log
replays without any source. Both sources give the same numbers on every platform and Python version,
compiled or not.
"""

import hashlib
import hmac
import secrets
from typing import Final, TypeVar, cast

from mypy_extensions import i64, mypyc_attr

T = TypeVar("T")

SEED_BYTES: Final = 32
_LOW: Final[i64] = 0xFFFFFFFF
_RANGE: Final[i64] = 0x100000000
_MULTIPLIER: Final[i64] = 2146482933
"""Multiply-with-carry: 2146482933·2³² − 1 is a safe prime, and every step stays below 2⁶³."""

_NUMBERS: Final[list[object]] = list(range(256))


@mypyc_attr(allow_interpreted_subclasses=True)
class Source:
    """Where random numbers come from. Equal sources always give equal numbers."""

    def bits32(self) -> int:
        """The next 32 bits."""
        raise NotImplementedError

    def below(self, n: int) -> int:
        """A number in 0 … n − 1, each equally likely (rejection, no modulo bias). 1 ≤ n ≤ 2³²."""
        limit = (1 << 32) - ((1 << 32) % n)
        x = self.bits32()
        while x >= limit:
            x = self.bits32()
        return x % n

    def order(self, n: int) -> list[int]:
        """0 … n − 1 in random order: Fisher–Yates from the end."""
        items = list(range(n))
        i = n - 1
        while i > 0:
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
            i -= 1
        return items

    def unit(self) -> float:
        """A float in [0, 1)."""
        return self.bits32() / 4294967296.0

    def choice(self, items: list[T]) -> T:
        """One of `items`, which must not be empty."""
        return items[self.below(len(items))]


class FastSource(Source):
    """A fast seeded generator for simulation, bots and tests. It is predictable: do not deal real matches with it."""

    def __init__(self, seed: int) -> None:
        digest = hashlib.sha256(str(seed).encode()).digest()
        self._x: i64 = int.from_bytes(digest[:7], "big") + 1

    def bits32(self) -> int:
        x = self._x
        x = _MULTIPLIER * (x & _LOW) + (x >> 32)
        self._x = x
        return int((x ^ (x >> 32)) & _LOW)

    def below(self, n: int) -> int:
        """As in `Source`, with the generator written out: most of the time of a simulation is spent here."""
        size: i64 = n
        x: i64 = self._x
        while True:
            x = _MULTIPLIER * (x & _LOW) + (x >> 32)
            bits: i64 = (x ^ (x >> 32)) & _LOW
            if bits < _RANGE - size or bits < _RANGE - _RANGE % size:
                break
        self._x = x
        return int(bits % size)

    def order(self, n: int) -> list[int]:
        """As in `Source`, with `below` written out."""
        # As objects, so that moving a number does not unpack it; a slice costs far less than counting.
        items: list[object] = _NUMBERS[:n] if 0 <= n <= len(_NUMBERS) else list(range(n))
        x: i64 = self._x
        size: i64 = n
        while size > 1:
            x = _MULTIPLIER * (x & _LOW) + (x >> 32)
            bits: i64 = (x ^ (x >> 32)) & _LOW
            if bits >= _RANGE - size and bits >= _RANGE - _RANGE % size:
                continue
            j: i64 = bits % size
            size -= 1
            item = items[size]
            items[size] = items[j]
            items[j] = item
        self._x = x
        return cast("list[int]", items)

    def copy(self) -> "FastSource":
        """A source that goes on with the same numbers independently."""
        other = FastSource(0)
        other._x = self._x
        return other


class FairSource(Source):
    """The provably fair source: an HMAC-SHA256 stream keyed by a 32-byte seed.

    Block i of the stream is HMAC(seed, "paiju/shuffle/1" ‖ i as 8 bytes); 32-bit big-endian words are taken
    from it in turn. The commitment is shown before the deal, the seed after the match.
    """

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed
        self._block = 0
        self._words: list[int] = []

    def bits32(self) -> int:
        if not self._words:
            message = b"paiju/shuffle/1" + self._block.to_bytes(8, "big")
            digest = hmac.new(self.seed, message, hashlib.sha256).digest()
            self._block += 1
            self._words = [int.from_bytes(digest[i : i + 4], "big") for i in range(28, -1, -4)]
        return self._words.pop()

    def copy(self) -> "FairSource":
        """A source that goes on with the same numbers independently: for a step that may not be carried out."""
        other = FairSource(self.seed)
        other._block = self._block
        other._words = list(self._words)
        return other


def commitment(seed: bytes) -> str:
    """What is published before the deal: SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


def new_seed() -> bytes:
    """A fresh secret seed from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def derived(seed: int, *labels: object) -> int:
    """A seed for one part of a larger job: deal 17 of seed 1 is the same in any process and in any order."""
    text = "/".join([str(seed), *[str(label) for label in labels]])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
