"""Floods against a server in which a canary match is played: what its players notice, in acks/s and latencies.

    python -m tests.server.flood [--seconds 12] [--kind pings …]

The server, the flood and the canary are processes of their own. Each flood lies between two quiet spells of the same
length, so that a busy machine slows both alike. Prints one line per flood and exits 1 when the canary keeps less than
80 % of its acks/s. Bounded, and against this machine only.
"""

import argparse
import asyncio
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Final, NamedTuple

from paiju.client import LiveTable, Refused
from tests.server.process import Process
from tests.server.serving import Client, wish
from tests.server.test_floods import ARENA, LARGE, NATIVE, REFUSED
from tests.server.test_frames import PING, frame_of, ping

LEAST: Final = 0.8
"""The share of its acks/s that the canary must keep."""
_THINK: Final = 0.01
_AGAIN: Final = 0.5
"""Seconds after which a socket that was closed comes back."""
_UNLIMITED: Final = {f"limits_{name}": "1000000/1" for name in ("game", "check", "list", "global", "rooms")}


class Flood(NamedTuple):
    """So many sockets that send the same for as long as they are let."""

    sockets: int
    path: str
    data: Callable[[str], bytes]
    """What is sent again and again, by the code of the canary's room."""
    reads: bool = True


def _watch(room: str) -> bytes:
    return frame_of(json.dumps({"type": "enter", "id": 1, "room": room}).encode())


FLOODS: Final = {
    "pings": Flood(1, NATIVE, lambda _: frame_of(b"", PING) * 10_000),
    "arena-pings": Flood(1, ARENA, lambda _: frame_of(b"", PING) * 10_000),
    "ping-messages": Flood(4, NATIVE, lambda _: frame_of(ping(1)) * 1000),
    "refused": Flood(60, NATIVE, lambda _: frame_of(REFUSED) * 100),
    "large": Flood(60, NATIVE, lambda _: frame_of(LARGE) * 4),
    "arena-refused": Flood(60, ARENA, lambda _: frame_of(b"40") + frame_of(b'42["joinRoom",{}]') * 100),
    "unread-pongs": Flood(4, NATIVE, lambda _: frame_of(b"x" * 125, PING) * 500, reads=False),
    "slow-readers": Flood(60, NATIVE, _watch, reads=False),
}


async def _flood(flood: Flood, port: int, room: str, stop: Event) -> None:
    data = flood.data(room)

    async def one() -> None:
        while not stop.is_set():
            with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                async with asyncio.timeout(60):
                    reader, writer = await asyncio.open_connection("127.0.0.1", port)
                    head = f"GET {flood.path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                    key = "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                    writer.write(f"{head}{key}Sec-WebSocket-Version: 13\r\n\r\n".encode())
                    await reader.readuntil(b"\r\n\r\n")
                    reading = asyncio.create_task(_read(reader)) if flood.reads else None
                    try:
                        while not stop.is_set() and not writer.is_closing():
                            writer.write(data)
                            await writer.drain()
                            await asyncio.sleep(0.005)
                    finally:
                        writer.transport.abort()
                        if reading is not None:
                            reading.cancel()
            await asyncio.sleep(_AGAIN)

    async def until_stopped() -> None:
        while not stop.is_set():
            await asyncio.sleep(0.05)

    sockets = [asyncio.create_task(one()) for _ in range(flood.sockets)]
    await until_stopped()
    for socket in sockets:
        socket.cancel()
    await asyncio.gather(*sockets, return_exceptions=True)


async def _read(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(65536):
            pass


def _run_flood(name: str, port: int, room: str, stop: Event) -> None:
    asyncio.run(_flood(FLOODS[name], port, room, stop))


class Canary:
    """Two players who answer each other at once, and how long each acknowledgement took."""

    def __init__(self) -> None:
        self.acks: list[tuple[float, float]] = []
        self.room = ""

    async def play(self, base: str) -> None:
        """Play one match after the other until cancelled."""
        async with Client(base) as client:
            while True:
                host = await client.create(
                    wish(seats=2, bots=[], start=False, options={"targetScore": 10000, "initialCards": 7})
                )
                other = await client.join(host.room, "Bo")
                self.room = host.room
                await client.start(host.room, host.secret)
                async with (
                    client.table(host.room, host.secret, views="none") as first,
                    client.table(other.room, other.secret, views="none") as second,
                ):
                    await asyncio.gather(self._seat(first), self._seat(second))

    async def _seat(self, table: LiveTable) -> None:
        async for position in table.turns():
            wanted = ("PLAY_CARD", "CHOOSE_COLOR", "ACCEPT_WILD_DRAW_FOUR", "SKIP_TURN", "DRAW_CARD")
            action = next((a for kind in wanted for a in position.legal if a["type"] == kind), None)
            if action is None or position.clock.seat != position.seat:
                continue
            await asyncio.sleep(_THINK)
            asked = time.perf_counter()
            with suppress(Refused):
                await table.act(action, expected_seq=position.seq)
                self.acks.append((asked, time.perf_counter() - asked))

    def between(self, begin: float, end: float) -> tuple[float, list[float]]:
        """Acks per second between two moments, and their latencies in milliseconds, in order."""
        took = sorted(1000 * seconds for at, seconds in self.acks if begin <= at < end)
        return len(took) / (end - begin), took


def _percentile(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(len(values) * share))] if values else float("inf")


def _memory(process: int) -> float:
    """Megabytes of a process, or 0 where the system does not say."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


async def measure(kinds: list[str], seconds: float, folder: Path) -> bool:
    """Whether the canary kept its pace in every flood."""
    server = Process(folder, limits_enabled=1, **_UNLIMITED)
    await server.start()
    canary = Canary()
    playing = asyncio.create_task(canary.play(server.base))
    spawn = multiprocessing.get_context("spawn")
    held = True
    try:
        await asyncio.sleep(2)
        for kind in kinds:
            stop = spawn.Event()
            process = spawn.Process(target=_run_flood, args=(kind, server.port, canary.room, stop))
            marks = [time.perf_counter()]
            await asyncio.sleep(seconds)
            marks.append(time.perf_counter())
            before = _memory(server.pid)
            process.start()
            await asyncio.sleep(1.5)  # until it has started
            marks.append(time.perf_counter())
            await asyncio.sleep(seconds)
            marks.append(time.perf_counter())
            memory = _memory(server.pid)
            stop.set()
            await asyncio.to_thread(process.join, 60)
            marks.append(time.perf_counter())
            await asyncio.sleep(seconds)
            marks.append(time.perf_counter())
            if playing.done():
                playing.result()
            spells = [canary.between(*marks[:2]), canary.between(*marks[4:])]
            quiet = sum(rate for rate, _ in spells) / 2
            rate, took = canary.between(marks[2], marks[3])
            calm = sorted(ms for _, found in spells for ms in found)
            share = rate / quiet if quiet else 0.0
            held = held and share >= LEAST
            print(
                f"{kind} ({FLOODS[kind].sockets} sockets): {rate:.0f} acks/s of {quiet:.0f} ({share:.0%}), "
                f"p50 {_percentile(took, 0.5):.0f} ms (quiet {_percentile(calm, 0.5):.0f}), "
                f"p99 {_percentile(took, 0.99):.0f} ms (quiet {_percentile(calm, 0.99):.0f}), "
                f"memory {before:.0f} to {memory:.0f} MB",
                flush=True,
            )
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await server.terminate()
    return held


def main(arguments: list[str] | None = None) -> int:
    """Returns 1 when the canary kept less than its share."""
    parser = argparse.ArgumentParser(prog="python -m tests.server.flood", description="Floods and a canary.")
    parser.add_argument("--seconds", type=float, default=12.0)
    parser.add_argument("--kind", nargs="*", choices=list(FLOODS), default=list(FLOODS))
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="paiju-flood-") as folder:
        return 0 if asyncio.run(measure(asked.kind, asked.seconds, Path(folder))) else 1


if __name__ == "__main__":
    sys.exit(main())
