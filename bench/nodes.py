"""Three nodes against one, on one PostgreSQL and one Valkey: processor time per action, and how soon play goes on
after a kill. Synced commits, limits raised. Processor time hardly depends on what else the machine does."""

import asyncio
import contextlib
import os
import random
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from signal import SIGKILL, SIGTERM, Signals
from typing import Final, NamedTuple

from bench.row import Row
from bench.server import _SETTINGS, percentile
from bench.wsload import Load, sit
from paiju.client import Client, LiveTable, Refused
from paiju.protocol.rooms import CreateRoom, SeatedAnswer
from tools.cluster.proxy import Proxy
from tools.cluster.servers import Node, Postgres, Valkey

BUILDS = ("compiled",)
ROOMS: Final = 24
"""For each node: what a commit costs depends on how many actions share it."""
SECONDS: Final = 6.0
KILLS: Final = 6
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
    """The cost of an action with so many nodes. `node_of(room, seat)` says where somebody is connected."""
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
        for number in range(ROOMS * count):
            ports = [nodes[node_of(number, seat) % count].port for seat in range(4)]
            for who, port in zip(await _room(ports), ports, strict=True):
                await sit(port, who.room, who.secret, load)
        await asyncio.sleep(1)
        acked, started = load.acked, time.monotonic()
        busy = await during(SECONDS)
        rate = max(1.0, (load.acked - acked) / (time.monotonic() - started))
        nodes_cost, postgres_cost, valkey_cost = (
            1e6 * (full - empty) / rate for full, empty in zip(busy, idle, strict=True)
        )
        return Cost(nodes_cost, postgres_cost, valkey_cost, idle[0] / count)


async def gaps(how: Signals) -> list[float]:
    """Seconds from the end of a node, by this signal, to the next accepted action of each room whose people were
    connected to it."""
    found: list[float] = []
    async with _place(3) as (_, _, nodes):
        proxy = Proxy([node.port for node in nodes])
        await proxy.start()
        try:
            for kill in range(KILLS):
                found.extend(await _end(proxy, nodes[kill % 3], how))
        finally:
            await proxy.close()
    return sorted(found)


async def _end(proxy: Proxy, victim: Node, how: Signals) -> list[float]:
    acks: dict[str, list[float]] = {}
    stop = asyncio.Event()
    async with Client(f"http://127.0.0.1:{proxy.port}", timeout=60) as client:
        seated = [who for _ in range(9) for who in (await _room([proxy.port]))]
        playing = [asyncio.create_task(_play(client, who, acks.setdefault(who.room, []), stop)) for who in seated]
        await asyncio.sleep(3)
        rooms = [room for room in acks if proxy.nodes_for(room)[0] == victim.port]
        killed = time.monotonic()
        await victim.end(how)
        async with asyncio.timeout(60):
            while any(acks[room][-1:] <= [killed] for room in rooms):
                await asyncio.sleep(0.02)
        stop.set()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    await victim.start()
    await asyncio.sleep(3)
    return [next(at for at in acks[room] if at > killed) - killed for room in rooms]


async def _play(client: Client, who: SeatedAnswer, acks: list[float], stop: asyncio.Event) -> None:
    rng = random.Random(who.secret)
    async with client.table(who.room, who.secret) as table:
        async for position in table.turns():
            moves = [action for action in position.legal if action["type"] not in ("CALL_UNO", "CHALLENGE_UNO")]
            if moves and not stop.is_set():
                await asyncio.sleep(0.1)
                with contextlib.suppress(Refused):
                    await _act(table, rng.choice(moves))
                    acks.append(time.monotonic())


async def _act(table: LiveTable, action: dict[str, object]) -> None:
    await table.act(action, action_id=secrets.token_hex(8))


def rows() -> list[Row]:
    one = asyncio.run(cost(1, lambda _room, _seat: 0))
    together = asyncio.run(cost(3, lambda room, _seat: room))
    apart = asyncio.run(cost(3, lambda room, seat: room + seat))
    kills = asyncio.run(gaps(SIGKILL))
    restarts = asyncio.run(gaps(SIGTERM))
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
        Row("restart to next accepted action, p99", percentile(restarts, 0.99), "ms", at_most=5000),
    ]
