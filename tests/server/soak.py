"""The long form of the server's tests: kills, scans and generated requests, bounded, on this machine only.

    python -m tests.server.soak [--kills 100] [--deaths 60] [--matches 200] [--arena 50] [--storms 5] [--seed 1]

Prints one line per part and exits 1 at the first thing that does not hold.
"""

import argparse
import asyncio
import logging
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.server.arena.playing import serving_arena
from tests.server.arena.test_secrets import SCANNED
from tests.server.arena.test_secrets import scan_one_match as scan_one_arena_match
from tests.server.serving import Client, serving
from tests.server.test_crash import build_shim, die_at_system_calls, kill_while_playing
from tests.server.test_recovery import storm
from tests.server.test_secrets import scan_one_match


def walk(what: str, count: int) -> Iterator[int]:
    """Numbers from 0, with a line that says how far we are where somebody is watching."""
    for number in range(count):
        if sys.stderr.isatty():
            print(f"\r{what}: {number} of {count} ", end="", file=sys.stderr, flush=True)
        yield number
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr, flush=True)


def kills(count: int, seed: int) -> str:
    """kill -9 while eight rooms play."""
    with tempfile.TemporaryDirectory(prefix="paiju-soak-") as folder:
        work = kill_while_playing(Path(folder), rooms=8, kills=count, rng=random.Random(seed))
        acked, slowest = asyncio.run(work)
    return f"{count} kills, {acked} acknowledged actions, none lost or doubled, ready again in {slowest:.1f} s at most"


def deaths(count: int, seed: int) -> str:
    """Death before or after a chosen system call: a write into the store, a sync, a message to a client."""
    with tempfile.TemporaryDirectory(prefix="paiju-soak-") as folder:
        shim = build_shim(Path(folder))
        if shim is None:
            return "left out, there is no C compiler"
        acked, died = asyncio.run(die_at_system_calls(Path(folder), shim, 4, count, random.Random(seed)))
    return f"{died} deaths at chosen system calls, {acked} acknowledged actions, none lost or doubled"


def scans(count: int, seed: int) -> str:
    """Whole matches of both games, every frame and every HTTP answer of four seats and a spectator."""

    async def run() -> list[str]:
        found: list[str] = []
        with tempfile.TemporaryDirectory(prefix="paiju-soak-") as folder:
            async with serving(Path(folder), seed=str(seed)) as server, Client(server.base) as client:
                for number in walk("scans", count):
                    game = "uno" if number % 2 else "shandong"
                    found += await scan_one_match(server, client, game, random.Random(seed * 100_003 + number))
        return found

    leaks = asyncio.run(run())
    if leaks:
        raise AssertionError("\n".join(leaks[:10]))
    return f"{count} matches scanned, no foreign card or secret"


def arena_scans(count: int, seed: int) -> str:
    """Matches of three legacy bots, every HTTP answer and every Socket.IO event, over both transports."""

    async def run() -> list[str]:
        found: list[str] = []
        for number in walk("arena scans", count):
            with tempfile.TemporaryDirectory(prefix="paiju-soak-") as folder:
                async with serving_arena(Path(folder), **SCANNED, seed=f"{seed}/{number}") as arena:
                    rng = random.Random(seed * 100_003 + number)
                    found += await scan_one_arena_match(arena, rng, "polling" if number % 4 else "websocket")
        return found

    leaks = asyncio.run(run())
    if leaks:
        raise AssertionError("\n".join(leaks[:10]))
    return f"{count} arena matches scanned, no foreign card or secret"


def storms(count: int, _seed: int) -> str:
    """Five hundred sockets come back to one room at the same time, again and again, while it plays."""
    with tempfile.TemporaryDirectory(prefix="paiju-soak-") as folder:
        slowest = asyncio.run(storm(Path(folder), sockets=500, rounds=count))
    return (
        f"{count} times 500 sockets came back, all were served, in {slowest:.1f} s at most (clients on the same core)"
    )


def main() -> int:
    """Returns 1 when something did not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.soak", description="Long tests of the server.")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--deaths", type=int, default=60)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--arena", type=int, default=50)
    parser.add_argument("--storms", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for name in ("asyncio", "engineio.client", "engineio.server"):  # bots that are cut off in the middle complain
        logging.getLogger(name).setLevel(logging.CRITICAL)
    parts = (
        (kills, asked.kills),
        (deaths, asked.deaths),
        (scans, asked.matches),
        (arena_scans, asked.arena),
        (storms, asked.storms),
    )
    for part, count in parts:
        if not count:
            continue
        started = time.monotonic()
        try:
            line = part(count, asked.seed)
        except AssertionError as error:
            print(f"{part.__name__}: {error}", flush=True)
            return 1
        print(f"{part.__name__}: {line} ({time.monotonic() - started:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
