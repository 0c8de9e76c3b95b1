"""Three nodes in one process: their real services on a store, a registry and a channel in memory, and a manual clock.

Everything that can fail is a switch. What happens is decided by the caller alone, so a failure can be shrunk.
"""

import asyncio
import random
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Self

from redis.exceptions import ConnectionError as Away
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import StaticPool

from paiju.engine.game import Action, Seat
from paiju.protocol.rooms import CreateRoom
from paiju.server.cluster.channel import Channel
from paiju.server.cluster.node import Node
from paiju.server.cluster.registry import DEAD_MS, Beat, Registry
from paiju.server.deals import KnownDeals
from paiju.server.errors import Refusal
from paiju.server.match.table import Table
from paiju.server.rooms import seating
from paiju.server.services import Services
from paiju.server.settings import read_settings
from paiju.server.web.callers import Person
from paiju.storage.database import Answers, Database
from paiju.storage.faults import StoreAway, StoreError, VersionConflict
from paiju.storage.log import Append, Entry, EventLog
from paiju.storage.rows import VERSION, EntryRow, entry_of
from paiju.storage.schema import METADATA
from tests.cluster.history import History, Request, Stream, check
from tests.server.clock import ManualClock
from tests.server.serving import FAST

CLOCK = 4


class Store:
    """All logs, in memory, with the primary key (match, seq)."""

    def __init__(self) -> None:
        self.logs: dict[str, list[EntryRow]] = {}
        self.engine = create_async_engine("sqlite+aiosqlite://", poolclass=StaticPool)
        self._threads: list[threading.Thread] = []
        """Each connection of aiosqlite has one."""
        event.listen(self.engine.sync_engine, "connect", self._connected)
        self.busy = asyncio.Lock()
        self.commits: set[asyncio.Task[None]] = set()
        """Those that have not ended, also of nodes that were killed meanwhile."""
        self.keyed = True
        """Without it two writers can use the same seq."""

    def _connected(self, connection: Any, _record: object) -> None:
        self._threads.append(connection.driver_connection._thread)

    async def store(self, appends: Sequence[Append]) -> list[StoreError | None]:
        answers: list[StoreError | None] = []
        async with self.busy:
            for what in appends:
                places = {row[0]: row[1] for row in reversed(what.rows)}
                free = all(seq >= len(self.logs.get(match, ())) for match, seq in places.items())
                if self.keyed and not free:
                    answers.append(VersionConflict())
                    continue
                for row in what.rows:
                    self.logs.setdefault(row[0], []).append(row)
                async with self.engine.begin() as connection:
                    for statement in what.also:
                        await connection.execute(statement)
                answers.append(None)
        return answers

    async def close(self) -> None:
        """Wait for what is still being done: a thread that answers a closed loop fails in a later test."""
        await asyncio.gather(*self.commits, return_exceptions=True)
        await self.engine.dispose()
        for thread in self._threads:
            await asyncio.to_thread(thread.join, 60)


class Line(Database):
    """The way of one node to the store."""

    def __init__(self, store: Store) -> None:
        super().__init__(store.engine, make_url("sqlite://"))
        self._store = store
        self.cut = False
        self.loses_answers = False
        """Commits are stored, but nobody is told."""

    def commit(self, appends: Sequence[Append], done: Callable[[Answers], None]) -> None:
        task = asyncio.get_running_loop().create_task(self._commit(appends, done))
        self._store.commits.add(task)
        task.add_done_callback(self._store.commits.discard)

    async def _commit(self, appends: Sequence[Append], done: Callable[[Answers], None]) -> None:
        if self.cut:
            done(StoreAway("cut"))
            return
        answers = await self._store.store(appends)
        done(StoreAway("answer lost") if self.loses_answers else answers)

    async def read(self, match: str, since: int, limit: int | None) -> list[EntryRow]:
        if self.cut or self.loses_answers:
            raise StoreAway("cut")
        rows = [row for row in self._store.logs.get(match, []) if row[1] > since]
        return rows if limit is None else rows[:limit]

    async def write(self, work: Callable[[Connection], Any]) -> Any:
        if self.cut:
            raise StoreAway("cut")
        async with self._store.busy, self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        return None


class World:
    """What the nodes share: the time, the store, who is alive and who holds what."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.store = Store()
        self.beats: dict[str, float] = {}
        self.holders: dict[str, str] = {}
        self.channels: list[MemoryChannel] = []
        self.numbers = 0
        self.entry_version = VERSION
        """What the oldest node alive can read."""


class MemoryRegistry(Registry):
    """Beats and holders in memory."""

    def __init__(self, world: World, line: Line) -> None:
        world.numbers += 1
        super().__init__(line, f"node{world.numbers}", "", world.clock)
        self._world = world
        self._line = line

    def _alive(self) -> set[str]:
        if self._line.cut:
            raise StoreAway("cut")
        now = self._world.clock.monotonic()
        return {node for node, beat in self._world.beats.items() if now - beat < DEAD_MS / 1000}

    async def beat(self) -> Beat:
        self._alive()
        now = self._world.clock.monotonic()
        self._world.beats[self.node] = now
        return Beat(self._world.clock.now_ms(), now, now, frozenset(self._alive()), self._world.entry_version)

    async def take(self, match: str) -> bool:
        alive = self._alive()
        if self._world.holders.get(match, "") in alive - {self.node}:
            return False
        self._world.holders[match] = self.node
        return True

    async def take_free(self, most: int) -> list[str]:
        alive = self._alive()
        matches = [match for match in self._world.store.logs if self._world.holders.get(match, "") not in alive]
        self._world.holders |= dict.fromkeys(matches, self.node)
        return matches

    async def own(self) -> list[str]:
        return [match for match, holder in self._world.holders.items() if holder == self.node]

    async def leave(self) -> None:
        self._world.beats.pop(self.node, None)

    async def keeps_house(self) -> bool:
        return False

    async def stop_keeping_house(self) -> None:
        return None


class MemoryChannel(Channel):
    """Messages in memory; no keys, so presence is never known."""

    def __init__(self, world: World) -> None:
        super().__init__("redis://127.0.0.1:1/0", world.clock)
        self._world = world
        self.cut = False
        world.channels.append(self)

    def publish(self, kind: str, content: object, again: bool = False) -> None:
        if not self.cut:
            loop = asyncio.get_running_loop()
            for other in self._world.channels:
                if not other.cut:
                    loop.call_soon(other.received, kind, content)

    async def run(self, commands: Callable[[Any], object]) -> list[Any]:
        raise Away("no keys here")

    async def listen(self, kinds: Sequence[str], subscribed: Callable[[], Awaitable[None]]) -> None:
        self.heard = True
        await self._clock.sleep(10**9)

    async def close(self) -> None:
        self._world.channels.remove(self)


class Member:
    """One node."""

    def __init__(self, world: World, absent_seconds: int) -> None:
        self.line = Line(world.store)
        registry = MemoryRegistry(world, self.line)
        self.channel = MemoryChannel(world)
        self.node = Node(registry, self.channel, world.clock)
        settings, _ = read_settings({**FAST, "absent_seconds": absent_seconds, "idle_timeouts": 0}, {})
        self.service = Services(settings, EventLog(self.line), world.clock, KnownDeals("model"), self.node)
        self.node.attach(self.service)

    async def start(self) -> None:
        await self.service.lobby.open()
        await self.node.start()

    async def kill(self) -> None:
        """Nothing is finished, nobody is told."""
        self.line.cut = self.channel.cut = True
        await self.service.lobby.close()
        await self.service.stop_background()
        await self.node.stop()


class Model:
    """Three nodes, one match of two people, and what they saw. The first node holds the match."""

    def __init__(self, absent_seconds: int = 86400) -> None:
        self.world = World()
        self._absent_seconds = absent_seconds
        self.members: list[Member] = []
        self.history = History()
        self.match = ""
        self._actions = 0
        self._last: tuple[Request, Action] | None = None
        self.wrong: list[str] = []

    async def start(self) -> None:
        async with self.world.store.engine.begin() as connection:
            await connection.run_sync(METADATA.create_all)
        for _ in range(3):
            await self._add()
        self.world.clock.tasks = self._tasks
        service = self.members[0].service
        plan = CreateRoom(game="uno", name="A", seats=2, clock=CLOCK, options={"targetScore": 5000})
        table, _ = await service.create(plan, Person("10.0.0.1", "10.0.0.1"))
        await service.join(table, "B", None, None, "10.0.0.2")
        await seating.start(table, 0)
        self.match = table.folded.match
        self.world.holders[self.match] = str(service.cluster.id)
        await self.pass_time(1.5)

    def _tasks(self) -> set[asyncio.Task[Any]]:
        return {task for member in self.members for task in member.service.tasks()}

    async def _add(self) -> None:
        member = Member(self.world, self._absent_seconds)
        self.members.append(member)
        await member.start()

    async def table(self, number: int) -> Table:
        """The match at a node. Raises `Refusal` if that cannot read it."""
        return await self.members[number].service.lobby.load(self.match)

    async def act(self, number: int, choice: int) -> None:
        """Somebody acts at a node, as that node sees the match."""
        try:
            table = await self.table(number)
        except Refusal:
            return
        state = table.folded.state
        assert state is not None
        seat = int(state.turn())
        legal = state.legal(Seat(seat)) if seat >= 0 else []
        if legal:
            self._actions += 1
            request = Request(self.match, seat, f"a{self._actions}", self.world.clock.monotonic())
            self.history.requests.append(request)
            self._last = (request, legal[choice % len(legal)])
            await self._send(table, *self._last)

    async def act_again(self, number: int) -> None:
        """The last action is sent once more, to any node: nobody knows whether it was stored, or an answer was lost."""
        try:
            table = await self.table(number)
        except Refusal:
            return
        if self._last is not None and not self._last[0].refused:
            await self._send(table, *self._last)

    async def _send(self, table: Table, request: Request, action: Action) -> None:
        try:
            done = await table.act(request.seat, action, action_id=request.action_id)
        except Refusal as refusal:
            code = "" if refusal.code in ("store_away", "stale") else refusal.code
            if request.seq is not None and code:
                self.wrong.append(f"{request.action_id} was acknowledged, then refused ({code})")
            request.refused = code
        else:
            if request.seq not in (None, done.seq):
                self.wrong.append(f"{request.action_id} was acknowledged at {request.seq} and at {done.seq}")
            if request.seq is None:
                request.seq, request.ended = done.seq, self.world.clock.monotonic()

    async def race(self, choices: Sequence[int]) -> None:
        """Somebody acts at every node at the same time."""
        await asyncio.gather(*(self.act(number, choice) for number, choice in enumerate(choices)))

    async def pass_time(self, seconds: float) -> None:
        await self.world.clock.advance(seconds)

    async def kill(self, number: int) -> None:
        """A node dies, and another one is started."""
        await self.members.pop(number).kill()
        await self._add()

    def switch(self, number: int, what: str, on: bool) -> None:
        """Cut a node off from the `store`, from `others`, or lose the `answers` of the store."""
        member = self.members[number]
        if what == "store":
            member.line.cut = on
        elif what == "others":
            member.channel.cut = on
        else:
            member.line.loses_answers = on

    async def finish(self) -> list[str]:
        """Mend everything and wait; returns what is wrong."""
        for number in range(len(self.members)):
            for what in ("store", "others", "answers"):
                self.switch(number, what, False)
        await self.pass_time(12)
        log = self.log()
        wrong = self.wrong + check(self.history, {self.match: log}, {self.match: CLOCK * 1000})
        for member in self.members:
            try:
                table = await member.service.lobby.load(self.match)
                await table.look()
            except (Refusal, StoreError) as error:
                wrong.append(f"a node cannot read the log: {type(error).__name__}")
                continue
            if table.folded.seq != len(log) - 1:
                wrong.append(f"a node is at {table.folded.seq}, the log at {len(log) - 1}")
            elif table.folded.state is not None:
                view = table.folded.state.view(Seat(0)).to_json()
                view.pop("legal")
                stream = Stream(self.match, 0, views=[(table.folded.game_seq, view)])
                wrong.extend(check(History(streams=[stream]), {self.match: log}, {}))
        return wrong

    def log(self) -> list[Entry]:
        return [entry_of(row) for row in self.world.store.logs[self.match]]

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_fault: object) -> None:
        await self.close()

    async def close(self) -> None:
        for member in list(self.members):
            await member.kill()
        await self.world.store.close()


async def random_steps(model: Model, rng: random.Random, count: int) -> None:
    """So many things happen, one after the other."""
    for _ in range(count):
        number = rng.randrange(3)
        kind = rng.choice(("act", "act", "act", "again", "race", "race", "time", "time", "switch", "switch", "kill"))
        if kind == "act":
            await model.act(number, rng.randrange(100))
        elif kind == "again":
            await model.act_again(number)
        elif kind == "race":
            await model.race([rng.randrange(100) for _ in range(3)])
        elif kind == "time":
            await model.pass_time(rng.choice((0.1, 1.0, 3.0, 6.0)))
        elif kind == "switch":
            model.switch(number, rng.choice(("store", "others", "answers")), rng.random() < 0.6)
        elif rng.random() < 0.2:
            await model.kill(number)
