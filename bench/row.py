"""What a benchmark module offers.

A module `bench/<part>.py` has

    BUILDS = ("compiled", "pure")       # optional, default ("compiled",): in which builds its rows are measured

    def rows() -> list[Row]:
        rate = median_rate(play_some_rounds)
        return [Row("decisions/s, legal + play", rate, "1/s", peer("rlcard"), least_ratio=25 if compiled() else 5)]

and is listed in `bench/__main__.py`. `rows` runs in a process of its own, once for each build: the wheel with the
compiled engine, and the source. Peers are measured in the same run, on the same machine, in their own process.
"""

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Final

SHORT: Final = bool(os.environ.get("PAIJU_BENCH_SHORT"))
"""Whether this run only shows that everything can be measured. Its figures say nothing."""
REPEATS: Final = 1 if SHORT else 5
PEERS: Final = "PAIJU_BENCH_PEERS"
"""The environment variable that carries the peers' figures into the measuring processes."""


@dataclass(frozen=True)
class Row:
    """One figure. Give at most one kind of limit; without one the figure is only reported."""

    name: str
    value: float
    unit: str
    peer: float | None = None
    """The same figure of the peer, in the same unit."""
    least_ratio: float | None = None
    """`value / peer` must be at least this."""
    at_least: float | None = None
    at_most: float | None = None

    @property
    def ratio(self) -> float | None:
        """How many times the peer's figure ours is."""
        return self.value / self.peer if self.peer else None

    @property
    def limit(self) -> str:
        """The limit in words."""
        if self.least_ratio is not None:
            return f"≥ {self.least_ratio:g} × peer"
        if self.at_least is not None:
            return f"≥ {self.at_least:g}"
        return f"≤ {self.at_most:g}" if self.at_most is not None else ""

    @property
    def verdict(self) -> str:
        """`ok`, `missed`, or nothing where there is no limit or no peer to compare with."""
        if self.least_ratio is not None:
            return "" if self.ratio is None else "ok" if self.ratio >= self.least_ratio else "missed"
        if self.at_least is not None:
            return "ok" if self.value >= self.at_least else "missed"
        if self.at_most is not None:
            return "ok" if self.value <= self.at_most else "missed"
        return ""

    def to_json(self) -> dict[str, object]:
        """Everything, derived figures included."""
        return {
            "name": self.name,
            "value": self.value,
            "unit": self.unit,
            "peer": self.peer,
            "ratio": self.ratio,
            "limit": self.limit,
            "verdict": self.verdict,
        }


def compiled() -> bool:
    """Whether this process runs the compiled engine."""
    import paiju.engine.game as game

    return not (game.__file__ or "").endswith(".py")


def peer(name: str) -> float | None:
    """A peer's figure from this run (`rlcard`, `openspiel`: decisions/s), or None where it could not be installed."""
    found: object = json.loads(os.environ.get(PEERS, "{}")).get(name)
    return float(found) if isinstance(found, (int, float)) else None


def median_rate(work: Callable[[], int], seconds: float = 0.6, repeats: int = REPEATS) -> float:
    """Items per second of one core: `work` does some items and returns how many; median of runs of `seconds`.

    Time is this process's own CPU time, as for the peers, so that other programs on the machine matter less.
    """
    work()  # warm up
    return median(_rate(work, seconds) for _ in range(repeats))


def _rate(work: Callable[[], int], seconds: float) -> float:
    done = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        done += work()
    return done / spent


def median_ns(work: Callable[[], object], loops: int = 20_000, repeats: int = REPEATS) -> float:
    """Nanoseconds of one call of `work` in CPU time, the loop itself subtracted; the median of `repeats` runs."""

    def nothing() -> None:
        return None

    def run(function: Callable[[], object]) -> float:
        started = time.process_time_ns()
        for _ in range(loops):
            function()
        return (time.process_time_ns() - started) / loops

    run(work)
    return max(0.0, median(run(work) for _ in range(repeats)) - median(run(nothing) for _ in range(repeats)))
