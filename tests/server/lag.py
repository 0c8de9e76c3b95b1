"""How much the event loop is delayed while bots that think long play in several rooms of one server.

    python -m tests.server.lag [--seconds 10] [--rooms 4] [--processes 2]

A task of the server's own loop asks to be woken every 5 ms and notes how late that was: by the clock, and in processor
time that this process used beyond the 5 ms. A busy machine delays the clock too; the processor time shows about what
the bots took from the loop by holding Python's global lock. Prints one line per bot that is marked `slow` and exits 1
when the 99th percentile of the processor time is over 20 ms. Bounded, and against this machine only.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from paiju.bots.registry import bot_kinds
from paiju.games.registry import all_games
from paiju.server.run import SWITCH_SECONDS
from tests.server.serving import http_client, serving

MOST_MS: Final = 20.0
_TICK: Final = 0.005


class Lags:
    """How late ticks came, in milliseconds, in order of size."""

    def __init__(self) -> None:
        self.clock: list[float] = []
        self.processor: list[float] = []

    async def sample(self, seconds: float) -> None:
        """Tick for this long."""
        end = time.perf_counter() + seconds
        while (now := time.perf_counter()) < end:
            used = time.process_time()
            await asyncio.sleep(_TICK)
            self.clock.append(1000 * (time.perf_counter() - now - _TICK))
            self.processor.append(1000 * max(0.0, time.process_time() - used - _TICK))
        self.clock.sort()
        self.processor.sort()

    def __str__(self) -> str:
        clock, processor = (f"{p99(late):.1f} (most {late[-1]:.1f})" for late in (self.clock, self.processor))
        return f"{processor} ms of processor time, {clock} ms by the clock"


def p99(values: list[float]) -> float:
    """The 99th percentile of sorted values."""
    return values[int(len(values) * 0.99)]


async def measure(game: str, bot: str, rooms: int, seconds: float, processes: int) -> bool:
    """Print one line; returns whether the loop stayed free."""
    quiet, busy = Lags(), Lags()
    with tempfile.TemporaryDirectory(prefix="paiju-lag-") as folder:
        async with (
            serving(Path(folder), open_rooms=0, bot_processes=processes) as server,
            http_client(server.base) as http,
        ):
            await quiet.sample(seconds / 2)
            for _ in range(rooms):
                wish = {"game": game, "seats": 4, "bots": [bot] * 4, "start": True}
                (await http.post("/api/v1/rooms", json=wish)).raise_for_status()
            await busy.sample(seconds)
    print(f"{game} {bot}, {rooms} rooms: loop late by {busy}; without bots by {quiet}", flush=True)
    return p99(busy.processor) <= MOST_MS


def main() -> int:
    """Returns 1 when the loop was held up."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.lag", description="Thinking bots and the loop.")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rooms", type=int, default=4)
    parser.add_argument("--processes", type=int, default=2, help="0: the bots think in threads of the server")
    asked = parser.parse_args()
    sys.setswitchinterval(SWITCH_SECONDS)
    kinds = [(game.name, kind.name) for game in all_games() for kind in bot_kinds(game.name) if kind.slow]
    free = [asyncio.run(measure(game, bot, asked.rooms, asked.seconds, asked.processes)) for game, bot in kinds]
    return 0 if all(free) else 1


if __name__ == "__main__":
    sys.exit(main())
