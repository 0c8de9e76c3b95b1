"""The action keys in the log of a match. The writer has to detect repeats itself: the database has no index on keys."""

from typing import Final

_RECENT: Final = 48
"""How many keys are kept with their seq. Repeats come soon after the first attempt."""
_PER_FILTER: Final = 1000
_BITS: Final = 20 * _PER_FILTER
_PROBES: Final = 4
"""With twenty bits and four probes per key, about one in a thousand new keys looks known. For each of those the log has
to be searched, which takes longer than all probes of a thousand others."""

_WORD: Final = (1 << 60) - 1
"""Compiled, arithmetic with larger numbers is slow."""


class ActionKeys:
    """Recent keys with their seq, and a Bloom filter over all of them: 2.5 kilobytes for a thousand keys."""

    __slots__ = ("_count", "_filters", "_recent")

    def __init__(self) -> None:
        self._recent: Final[dict[str, int]] = {}
        self._filters: Final[list[bytearray]] = []
        self._count = 0

    def add(self, key: str, seq: int) -> None:
        """Remember the key of the entry `seq`."""
        if self._count % _PER_FILTER == 0:
            self._filters.append(bytearray(_BITS // 8))
        self._count += 1
        bits = self._filters[-1]
        place, step = _hashes(key)
        for _ in range(_PROBES):
            place = (place + step) % _BITS
            bits[place >> 3] |= 1 << (place & 7)
        self._recent[key] = seq
        if len(self._recent) > _RECENT:
            del self._recent[next(iter(self._recent))]

    def seq(self, key: str) -> int | None:
        """The seq of a recent key, or None."""
        return self._recent.get(key)

    def may_know(self, key: str) -> bool:
        """False only for a key that was never added. If True, the log has to be searched."""
        first, step = _hashes(key)
        return any(_has(bits, first, step) for bits in self._filters)


def _has(bits: bytearray, place: int, step: int) -> bool:
    for _ in range(_PROBES):
        place = (place + step) % _BITS
        if not bits[place >> 3] & 1 << (place & 7):
            return False
    return True


def _hashes(key: str) -> tuple[int, int]:
    """The first probe of a key, and the distance between probes."""
    number = hash(key) & _WORD
    return number % _BITS, number // _BITS % (_BITS - 1) + 1
