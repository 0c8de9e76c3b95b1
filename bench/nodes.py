"""Three nodes against one, on one PostgreSQL and one Valkey: processor time per action, how soon play goes on after a
kill, and what people notice of a rolling restart. Synced commits, limits raised. Processor time hardly depends on what
else the machine does."""

import asyncio
import contextlib
import os
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from signal import SIGKILL, SIGTERM
from statistics import median
from typing import Final, NamedTuple

from bench.row import SHORT, Row
from bench.server import _SETTINGS, percentile
from bench.wsload import Gate, Load, sit
from paiju.client import Client, LiveTable, Refused
from paiju.protocol.messages import Entered
from paiju.protocol.rooms import CreateRoom, SeatedAnswer
from tools.cluster.proxy import Proxy
from tools.cluster.servers import Node, Postgres, Valkey

BUILDS = ("compiled",)
ROOMS: Final = 4 if SHORT else 24
"""For each node: what a commit costs depends on how many actions share it."""
SECONDS: Final = 1.0 if SHORT else 6.0
RUNS: Final = 1 if SHORT else 3
KILLS: Final = 1 if SHORT else 6
_TICK: Final = os.sysconf("SC_CLK_TCK")


class Cost(NamedTuple):
    """Microseconds of processor time per accepted action, beyond what an idle node costs."""

    nodes: float
    postgres: float
    valkey: float
    idle: float
    """Share of a core that one node costs while nothing happens."""


def _cpu(process: int, *, family: bool = False) -> float:
    """Seconds of processor time of a process; of its family, those of its children too, living or dead."""
    total = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat") if family else [Path(f"/proc/{process}/stat")]:
        with contextlib.suppress(OSError):
            fields = stat.read_text().rsplit(")", 1)[1].split()
            own = int(stat.parent.name) == process
            if own or int(fields[1]) == process:
                total += sum(int(field) for field in fields[11 : 15 if own and family else 13]) / _TICK
    return total


@contextlib.asynccontextmanager
async def _place(count: int) -> AsyncIterator[tuple[Postgres, Valkey, list[Node]]]:
    postgres, valkey = await asyncio.to_thread(Postgres, synced=True), await asyncio.to_thread(Valkey)
    nodes = [Node(postgres.address, valkey.address if count > 1 else "", _SETTINGS) for _ in range(count)]
    try:
        await asyncio.gather(*(node.start() for node in nodes))
        await asyncio.sleep(2.5)  # until they hear each other
        yield postgres, valkey, nodes
    finally:
        await asyncio.gather(*(node.end(SIGKILL) for node in nodes if node.process is not None))
        await asyncio.to_thread(valkey.close)
        await asyncio.to_thread(postgres.close)


async def _room(ports: Sequence[int]) -> list[SeatedAnswer]:
    """A started room of four people, made at the first of these nodes."""
    async with Client(f"http://127.0.0.1:{ports[0]}", timeout=60) as client:
        wish = CreateRoom(game="uno", name="A", seats=4, clock=0, options={"targetScore": 10000})
        seated = [await client.create(wish)]
        seated += [await client.join(seated[0].room, name) for name in "BCD"]
        await client.start(seated[0].room, seated[0].secret)
    return seated


async def cost(count: int, node_of: Callable[[int, int], int]) -> Cost:
    """The cost of an action with this many nodes. `node_of(room, seat)` says where somebody is connected."""
    async with _place(count) as (postgres, valkey, nodes):
        processes = [node.process.pid for node in nodes if node.process is not None]

        def spent() -> list[float]:
            return [sum(map(_cpu, processes)), _cpu(postgres.pid, family=True), _cpu(valkey.pid)]

        async def during(seconds: float) -> list[float]:
            """Processor seconds per second."""
            before, started = spent(), time.monotonic()
            await asyncio.sleep(seconds)
            passed = time.monotonic() - started
            return [(late - early) / passed for early, late in zip(before, spent(), strict=True)]

        idle = await during(SECONDS)
        load = Load()
        gate = Gate(load)  # nobody plays before everybody sits
        for number in range(ROOMS * count):
            ports = [nodes[node_of(number, seat) % count].port for seat in range(4)]
            for who, port in zip(await _room(ports), ports, strict=True):
                await sit(port, who.room, who.secret, load)
        gate.open()
        await asyncio.sleep(1)
        acked, started = load.acked, time.monotonic()
        busy = await during(SECONDS)
        rate = max(1.0, (load.acked - acked) / (time.monotonic() - started))
        nodes_cost, postgres_cost, valkey_cost = (
            1e6 * (full - empty) / rate for full, empty in zip(busy, idle, strict=True)
        )
        return Cost(nodes_cost, postgres_cost, valkey_cost, idle[0] / count)


def costs() -> tuple[Cost, Cost, Cost]:
    """The cost with one node, with rooms kept together, and with every seat elsewhere: medians of interleaved runs."""
    found: tuple[list[Cost], list[Cost], list[Cost]] = ([], [], [])
    for _ in range(RUNS):
        found[0].append(asyncio.run(cost(1, lambda _room, _seat: 0)))
        found[1].append(asyncio.run(cost(3, lambda room, _seat: room)))
        found[2].append(asyncio.run(cost(3, lambda room, seat: room + seat)))
    one, together, apart = (Cost(*map(median, zip(*runs, strict=True))) for runs in found)
    return one, together, apart


class Played(LiveTable):
    """A seat that plays whenever it may and records the results."""

    def __init__(self, client: Client, who: SeatedAnswer) -> None:
        super().__init__(client, who.room, who.secret, "all", hints=False)
        self.room: Final = who.room
        self.acked_at: Final[list[float]] = []
        self.refused: Final[list[str]] = []
        self.back: Final[list[float]] = []
        """How long it took to be back after each lost connection."""
        self._rng: Final = random.Random(who.secret)

    async def reconnect(self) -> Entered:
        lost = time.monotonic()
        entered = await super().reconnect()
        self.back.append(time.monotonic() - lost)
        return entered

    async def play(self) -> None:
        """Play until cancelled, ten actions a second at most."""
        await self.connect()
        try:
            async for position in self.turns():
                moves = [action for action in position.legal if action["type"] not in ("CALL_UNO", "CHALLENGE_UNO")]
                if moves:
                    await asyncio.sleep(0.1)
                    try:
                        await self.act(self._rng.choice(moves))
                        self.acked_at.append(time.monotonic())
                    except Refused as refused:
                        self.refused.append(refused.problem.code)
        finally:
            await self.close()


@contextlib.asynccontextmanager
async def _played() -> AsyncIterator[tuple[Proxy, list[Node], list[Played]]]:
    """Nine rooms that are being played at three nodes behind a proxy."""
    async with _place(3) as (_, _, nodes):
        proxy = Proxy([node.port for node in nodes])
        await proxy.start()
        async with Client(f"http://127.0.0.1:{proxy.port}", timeout=60) as client:
            seats = [Played(client, who) for _ in range(9) for who in await _room([proxy.port])]
            playing = [asyncio.create_task(seat.play()) for seat in seats]
            try:
                await asyncio.sleep(3)
                yield proxy, nodes, seats
            finally:
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
                await proxy.close()


async def _start_again(node: Node, proxy: Proxy) -> None:
    await node.start()
    async with asyncio.timeout(60):
        while node.port not in proxy.ready:
            await asyncio.sleep(0.05)
    await asyncio.sleep(2)  # people play on


async def gaps() -> list[float]:
    """Seconds from the kill of a node to the next accepted action of each room whose people were connected to it."""
    found: list[float] = []
    async with _played() as (proxy, nodes, seats):
        for kill in range(KILLS):
            victim = nodes[kill % 3]
            rooms: dict[str, list[Played]] = {}
            for seat in seats:
                if proxy.nodes_for(seat.room)[0] == victim.port:
                    rooms.setdefault(seat.room, []).append(seat)
            killed = time.monotonic()
            await victim.end(SIGKILL)
            for room in rooms.values():
                async with asyncio.timeout(60):
                    while all(seat.acked_at[-1:] <= [killed] for seat in room):
                        await asyncio.sleep(0.01)
                found.append(min(at for seat in room for at in seat.acked_at if at > killed) - killed)
            await _start_again(victim, proxy)
    return sorted(found)


class Rolled(NamedTuple):
    """What people noticed of a rolling restart."""

    acked: int
    failed: int
    """Actions that were refused although they were legal, after all retries."""
    back: list[float]
    """Seconds until each seat was connected again, in order."""


async def rolling() -> Rolled:
    """Restart one node after the other while people play."""
    async with _played() as (proxy, nodes, seats):
        for node in nodes:
            await node.end(SIGTERM)
            await _start_again(node, proxy)
        acked = sum(len(seat.acked_at) for seat in seats)
        failed = sum(len(seat.refused) for seat in seats)
        return Rolled(acked, failed, sorted(back for seat in seats for back in seat.back))


def rows() -> list[Row]:
    one, together, apart = costs()
    kills = asyncio.run(gaps())
    rolled = asyncio.run(rolling())
    return [
        Row("processor time per action, one node on PostgreSQL", one.nodes, "µs"),
        Row("three nodes against one, rooms kept together", together.nodes / one.nodes, "×", at_most=1.10),
        Row("three nodes against one, every seat elsewhere", apart.nodes / one.nodes, "×", at_most=1.6),
        Row("PostgreSQL per action, one node", one.postgres, "µs"),
        Row("PostgreSQL per action, kept together", together.postgres, "µs", at_most=60),
        Row("PostgreSQL per action, every seat elsewhere", apart.postgres, "µs"),
        Row("Valkey per action, kept together", together.valkey, "µs", at_most=10),
        Row("Valkey per action, every seat elsewhere", apart.valkey, "µs"),
        Row("one of three nodes while nothing happens", 100 * together.idle, "% of a core"),
        Row("kill to next accepted action, p50", percentile(kills, 0.5), "ms", at_most=2000),
        Row("kill to next accepted action, p99", percentile(kills, 0.99), "ms", at_most=5000),
        Row("rolling restart: accepted actions", rolled.acked, ""),
        Row("rolling restart: failed actions after retry", rolled.failed, "", at_most=0),
        Row("rolling restart: the last seat back after", 1000 * rolled.back[-1], "ms", at_most=5000),
    ]
