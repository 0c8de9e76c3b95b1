"""The server's figures: a real `paiju serve` on one core, clients on the other, synced commits, limits raised."""

import asyncio
import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bench.row import SHORT, Row
from bench.wsload import Load, Seat, pin, processor_seconds, sit
from paiju.client import Client
from paiju.protocol.rooms import CreateRoom
from paiju.server.rooms import seating
from paiju.server.services import Services
from paiju.server.settings import read_settings
from paiju.server.web.callers import Person
from paiju.storage.log import EventLog
from paiju.storage.opening import open_database

BUILDS = ("compiled",)
SECONDS: Final = 1.0 if SHORT else 6.0
IDLE: Final = 500 if SHORT else 10_000
_LIVE: Final = 50 if SHORT else 1000
_SETTINGS: Final = {
    "limits_enabled": 0,
    "ready_pause_seconds": 0,
    "deal_slowly": 0,
    "catch_grace_ms": 0,
    "false_catch_pause_ms": 0,
    "max_rooms": 100000,
    "max_entries": 1000000,
    "sockets_per_address": 100000,
    "seats_per_address": 100000,
    "enter_seconds": 600,
    "queue_messages": 2000,
    "queue_bytes": 4000000,
}


class Server:
    """A server process on core 0."""

    def __init__(self, folder: Path, before: Sequence[str] = (), /, **settings: object) -> None:
        """`before` is a command that runs the server, for example under a profiler."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PAIJU_")}
        environment |= {f"PAIJU_{name.upper()}": str(value) for name, value in {**_SETTINGS, **settings}.items()}
        environment.setdefault("PAIJU_DATABASE", f"sqlite:///{folder / 'bench.db'}")
        started = time.perf_counter()
        self.process = subprocess.Popen(
            [*before, sys.executable, "-m", "paiju", "serve", "--port", "0"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        pin(0, self.process.pid)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline().strip().rsplit(":", 1)[1])
        self._wait_ready()
        self.seconds_to_ready = time.perf_counter() - started

    def _wait_ready(self) -> None:
        import http.client

        while True:
            try:
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
                connection.request("GET", "/readyz")
                if connection.getresponse().status == 200:
                    return
            except OSError:
                time.sleep(0.01)

    def memory(self) -> int:
        """Resident bytes."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024
        return 0

    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        return processor_seconds(self.process.pid)

    def kill(self) -> None:
        """Kill the process with SIGKILL."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextlib.contextmanager
def folder_for(name: str) -> Iterator[Path]:
    """A temporary folder."""
    folder = Path(tempfile.mkdtemp(prefix=f"paiju-bench-{name}-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def make_rooms(port: int, rooms: int) -> list[tuple[str, list[str]]]:
    """Started UNO rooms of four people each: code and secrets."""
    made = []
    async with Client(f"http://127.0.0.1:{port}") as client:
        for _ in range(rooms):
            wish = CreateRoom(game="uno", name="A", seats=4, clock=0, options={"targetScore": 10000})
            first = await client.create(wish)
            others = [await client.join(first.room, name) for name in "BCD"]
            made.append((first.room, [first.secret, *(other.secret for other in others)]))
            await client.start(first.room, first.secret)
    return made


async def open_loop(server: Server, rooms: int, rate: float, seconds: float) -> tuple[list[float], list[float]]:
    """Act at a fixed rate, without waiting for answers: times to the ack, and to the event at the other seats."""
    made = await make_rooms(server.port, rooms)
    load = Load()
    waiting: asyncio.Queue[tuple[Seat, int, dict[str, object]]] = asyncio.Queue()
    load.hold = lambda seat, seq, action: waiting.put_nowait((seat, seq, action))
    for room, secrets in made:
        for secret in secrets:
            await sit(server.port, room, secret, load)
    load.times = []
    load.watch_events = True
    started = time.perf_counter()
    number = 0
    while (now := time.perf_counter() - started) < seconds:
        while number < now * rate and not waiting.empty():
            seat, seq, action = waiting.get_nowait()
            seat.act(seq, action)
            number += 1
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.5)
    return sorted(load.times), sorted(load.late)


async def idle_sockets(server: Server, count: int, seconds: float) -> tuple[float, float]:
    """Bytes for `count` sockets that watch a quiet room, and the share of a core they cost."""
    async with Client(f"http://127.0.0.1:{server.port}") as client:
        rooms = [(await client.open_room(CreateRoom(game="uno", seats=4))).room for _ in range(count // 10)]
    before = server.memory()
    load = Load()
    for first in range(0, count, 50):
        await asyncio.gather(*(sit(server.port, rooms[n // 10], None, load, False) for n in range(first, first + 50)))
    await asyncio.sleep(2)
    cpu = server.cpu()
    await asyncio.sleep(seconds)
    return server.memory() - before, (server.cpu() - cpu) / seconds


def percentile(values: list[float], share: float) -> float:
    """In milliseconds."""
    return 1000 * values[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


async def fill_store(folder: Path, matches: int, actions: int) -> None:
    """Fill a store with running matches, through the server's own tables but without a network."""
    settings, _ = read_settings({**_SETTINGS, "database": f"sqlite:///{folder / 'bench.db'}"}, {})
    database = await open_database(settings.database)
    service = Services(settings, EventLog(database))

    async def play(numbers: Iterator[int]) -> None:
        for number in numbers:
            rng = random.Random(number)
            wish = CreateRoom(game="uno", name="A", seats=4, clock=0, options={"targetScore": 10000})
            address = f"10.0.{number // 250}.{number % 250}"
            table, _ = await service.create(wish, Person(address, address))
            for name in "BCD":
                await service.join(table, name, None, None, address)
            await seating.start(table, 0)
            while table.folded.seq < actions:
                state = table.folded.state
                assert state is not None
                seat = state.turn()
                if seat < 0:
                    await asyncio.sleep(0.001)  # the host is about to go on
                else:
                    await table.act(seat, rng.choice(state.legal(seat)))

    numbers = iter(range(matches))
    await asyncio.gather(*(play(numbers) for _ in range(64)))
    await service.lobby.close()
    await service.stop_background()
    await service.log.close()
    await database.close()


def live_matches(folder: Path, matches: int, entries: int) -> tuple[float, float, float]:
    """After kill -9 with live matches: seconds to ready, of them processor time, bytes per live match."""
    asyncio.run(fill_store(folder, matches, entries))
    Server(folder).kill()
    again = Server(folder)
    ready, cpu = again.seconds_to_ready, again.cpu()
    empty = _empty_server_memory()
    memory, before = again.memory(), 0
    while memory != before:  # until all tables are in memory
        time.sleep(2)
        before, memory = memory, again.memory()
    again.kill()
    return ready, cpu, (memory - empty) / matches


def _empty_server_memory() -> int:
    with folder_for("empty") as folder:
        Server(folder).kill()  # makes the database: the next one need not, as where there are matches already
        server = Server(folder)
        memory = server.memory()
        server.kill()
    return memory


def rows() -> list[Row]:
    """All figures; about two minutes."""
    pin(1)
    found: list[Row] = []
    with folder_for("open") as folder:
        server = Server(folder)
        acks, events = asyncio.run(open_loop(server, 100, 500, SECONDS))
        server.kill()
    found.append(Row("ack p50, 100 rooms × 4 seats, 500 actions/s", percentile(acks, 0.5), "ms", at_most=2))
    found.append(Row("ack p99", percentile(acks, 0.99), "ms", at_most=15))
    found.append(Row("event at the other seats p99", percentile(events, 0.99), "ms", at_most=40))
    with folder_for("idle") as folder:
        server = Server(folder)
        memory, share = asyncio.run(idle_sockets(server, IDLE, 5))
        server.kill()
    found.append(Row(f"{IDLE} idle WebSocket connections", memory / 1e6, "MB", at_most=600))
    found.append(Row("  share of a core", 100 * share, "%", at_most=15))
    with folder_for("live") as folder:
        ready, cpu, each = live_matches(folder, _LIVE, 100)
    found.append(Row(f"ready after kill -9, {_LIVE} live matches, {100 * _LIVE} events", ready, "s", at_most=2.5))
    found.append(Row("  processor time until then", cpu, "s"))
    found.append(Row("memory per live match", each / 1000, "kB", at_most=60))
    return found
