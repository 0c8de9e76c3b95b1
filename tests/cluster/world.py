"""PostgreSQL, Valkey and three nodes behind relays, and what can be done to them."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from signal import SIGCONT, SIGKILL, SIGSTOP, SIGTERM
from typing import Any

import asyncpg
from redis.asyncio import Redis

from paiju.storage.rows import Entry, entry_of
from tools.cluster.relay import Relay, to_path, to_port
from tools.cluster.servers import Node, Postgres, Valkey

SETTINGS = {
    "limits_enabled": 0,
    "pace_min_ms": 0,
    "pace_max_ms": 0,
    "ready_pause_seconds": 0.2,
    "catch_grace_ms": 0,
    "false_catch_pause_ms": 0,
    "deal_slowly": 0,
    "sockets_per_address": 1000,
    "seats_per_address": 1000,
    "queue_messages": 5000,
    "queue_bytes": 60_000_000,
    "turn_seconds": 2,
    "round_pause_ms": 100,
    "event_gap_ms": 0,
    "countdown_seconds": 600,  # a room of the arena begins when it is full
    "target_score": 5000,
    "log_level": "warning",
}
SKEWED = Path(__file__).parent / "skewed"


class Member:
    """A node with a relay for its clients, one to PostgreSQL and one to Valkey."""

    def __init__(self, number: int, postgres: Postgres, valkey: Valkey, folder: Path, settings: dict[str, Any]) -> None:
        self.number = number
        self.to_postgres = Relay(to_path(postgres.socket))
        self.to_valkey = Relay(to_port(lambda: valkey.port))
        self.clients = Relay(to_port(lambda: self.node.port))
        self.relays = (self.to_postgres, self.to_valkey, self.clients)
        self._errors = folder / f"node-{number}.log"
        self._settings = settings
        self.skew = 0
        """How many seconds its wall clock is wrong from the next start on."""
        self.node: Node
        self.harmed = False
        """Whether something is being done to it."""

    async def start(self) -> None:
        for relay in self.relays:
            await relay.start()
        database = f"postgresql://postgres@127.0.0.1:{self.to_postgres.port}/postgres"
        redis = f"redis://127.0.0.1:{self.to_valkey.port}/0"
        self.node = Node(database, redis, self._settings, self._errors)
        await self.start_node()

    async def start_node(self) -> None:
        """Start the node again after its end."""
        if self.skew:
            self.node.set(PYTHONPATH=str(SKEWED), PAIJU_TEST_SKEW=str(self.skew))
        await self.node.start()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.clients.port}"

    async def close(self) -> None:
        self.node.send(SIGCONT)
        await self.node.end(SIGKILL)
        for relay in self.relays:
            await relay.close()


class World:
    """Everything that runs."""

    def __init__(self, postgres: Postgres, valkey: Valkey, members: Sequence[Member]) -> None:
        self.postgres = postgres
        self.valkey = valkey
        self.members = members

    async def all_hear(self) -> None:
        """Wait until every node is told what is said at the others."""
        async with Redis.from_url(self.valkey.address) as line, asyncio.timeout(120):
            subscribed: list[int] = []
            while not subscribed or min(subscribed) < len(self.members):
                subscribed = [count for _, count in await line.pubsub_numsub(*await line.pubsub_channels())]

    async def match_of(self, room: str) -> str:
        """The current match of a room."""
        connection = await asyncpg.connect(self.postgres.address)
        try:
            return str(await connection.fetchval("SELECT match FROM matches WHERE room = $1", room))
        finally:
            await connection.close()

    async def logs(self) -> dict[str, list[Entry]]:
        """Every log, straight from the database."""
        connection = await asyncpg.connect(self.postgres.address)
        try:
            rows = await connection.fetch(
                "SELECT match, seq, at, actor, version, data, action_key FROM events ORDER BY match, seq"
            )
        finally:
            await connection.close()
        logs: dict[str, list[Entry]] = {}
        for row in rows:
            logs.setdefault(row[0], []).append(entry_of(tuple(row)))
        return logs


@asynccontextmanager
async def world(folder: Path, nodes: int = 3, skew: int = 0, **settings: Any) -> AsyncIterator[World]:
    """PostgreSQL, Valkey and some nodes, the first with a wall clock that is wrong by so many seconds."""
    postgres, valkey = await asyncio.to_thread(Postgres), await asyncio.to_thread(Valkey)
    chosen = {**SETTINGS, **settings}
    members = [Member(number, postgres, valkey, folder, chosen) for number in range(nodes)]
    members[0].skew = skew
    try:
        await asyncio.gather(*(member.start() for member in members))
        yield World(postgres, valkey, members)
    finally:
        await asyncio.gather(*(member.close() for member in members if hasattr(member, "node")), return_exceptions=True)
        await asyncio.to_thread(valkey.close)
        await asyncio.to_thread(postgres.close)


class Nemesis:
    """Does one harmful thing after the other; the seed decides which, to whom and for how long."""

    def __init__(self, world: World, rng: random.Random) -> None:
        self._world = world
        self._rng = rng
        self.done: list[str] = []
        self._under_way: set[asyncio.Task[None]] = set()
        self._server_harmed = False

    async def harm(self, count: int, pause: float) -> None:
        """Do so many things, then wait until all of them are over."""
        kinds = [getattr(self, name) for name in dir(self) if name.startswith("do_")]
        order = [kind for _ in range(count) for kind in self._rng.sample(kinds, len(kinds))][:count]
        for kind in order:
            await self._begin(kind)
            await asyncio.sleep(pause * self._rng.uniform(0.5, 1.5))
            self._fail()
        await asyncio.gather(*self._under_way)

    def _fail(self) -> None:
        """Raise what went wrong while doing harm."""
        for task in [task for task in self._under_way if task.done()]:
            self._under_way.remove(task)
            task.result()

    async def _begin(self, kind: Any) -> None:
        of_server = kind.__name__.startswith("do_server")
        while True:
            whole = [member for member in self._world.members if not member.harmed]
            if of_server and not self._server_harmed:
                break
            if not of_server and len(whole) > 1:  # somebody is always left
                break
            await asyncio.sleep(0.05)
        victim = self._rng.choice(whole) if whole else self._world.members[0]
        self.done.append(f"{kind.__name__.removeprefix('do_')} {'' if of_server else victim.number}".strip())
        task = asyncio.create_task(self._harm_server(kind) if of_server else self._harm(kind, victim))
        if not of_server:
            victim.harmed = True
        else:
            self._server_harmed = True
        self._under_way.add(task)

    async def _harm(self, kind: Any, victim: Member) -> None:
        try:
            await kind(victim)
        finally:
            victim.harmed = False

    async def _harm_server(self, kind: Any) -> None:
        try:
            await kind()
        finally:
            self._server_harmed = False

    async def _for(self, low: float, high: float) -> None:
        await asyncio.sleep(self._rng.uniform(low, high))

    # --- to a node ----------------------------------------------------------------------------------------------

    async def _start(self, member: Member) -> None:
        """Start a node again, and again while PostgreSQL is restarting."""
        for tries_left in range(5, -1, -1):
            try:
                await member.start_node()
            except RuntimeError:
                if not tries_left:
                    raise
                await asyncio.sleep(1)
            else:
                return

    async def do_kill(self, member: Member) -> None:
        await member.node.end(SIGKILL)
        await self._for(0.0, 1.0)
        await self._start(member)

    async def do_restart_in_order(self, member: Member) -> None:
        assert await member.node.end(SIGTERM) == 0
        await self._start(member)

    async def do_restart_with_wrong_clock(self, member: Member) -> None:
        await member.node.end(SIGTERM)
        member.skew = self._rng.choice((-3600, 3600))
        await self._start(member)

    async def do_pause(self, member: Member) -> None:
        member.node.send(SIGSTOP)
        await self._for(1.0, 7.0)
        member.node.send(SIGCONT)

    async def do_cut_postgres(self, member: Member) -> None:
        member.to_postgres.cut()
        await self._for(0.5, 6.0)
        member.to_postgres.mend()

    async def do_half_open_postgres(self, member: Member) -> None:
        member.to_postgres.swallows = True
        await self._for(0.5, 7.0)
        member.to_postgres.mend()

    async def do_delay_postgres(self, member: Member) -> None:
        member.to_postgres.delay = 0.1
        await self._for(1.0, 3.0)
        member.to_postgres.mend()

    async def do_cut_valkey(self, member: Member) -> None:
        member.to_valkey.cut()
        await self._for(0.5, 4.0)
        member.to_valkey.mend()

    async def do_half_open_valkey(self, member: Member) -> None:
        member.to_valkey.swallows = True
        await self._for(1.0, 5.0)
        member.to_valkey.mend()

    async def do_delay_valkey(self, member: Member) -> None:
        member.to_valkey.delay = 0.3
        await self._for(1.0, 3.0)
        member.to_valkey.mend()

    async def do_drop_clients(self, member: Member) -> None:
        member.clients.drop()

    async def do_half_open_clients(self, member: Member) -> None:
        member.clients.swallows = True
        await self._for(1.0, 4.0)
        member.clients.mend()

    # --- to what all share --------------------------------------------------------------------------------------

    async def do_server_valkey_flushed(self) -> None:
        await asyncio.to_thread(self._world.valkey.flush)

    async def do_server_valkey_restarted(self) -> None:
        await asyncio.to_thread(self._world.valkey.restart)

    async def do_server_postgres_restarted(self) -> None:
        await asyncio.to_thread(self._world.postgres.restart)
