"""A server among others on one PostgreSQL. The primary key of the log makes it correct; this module makes it fast.

Every second a node shows in the database that it is alive and takes matches that nobody alive holds. Over Valkey it
tells other nodes what it has stored ("match, seq" and nothing else) and hears the same from them. A node that does not
hear itself and every other node counts as deaf and looks into the database instead.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final

import msgspec
import structlog

from paiju.server.clock import Clock
from paiju.server.cluster.alone import Alone
from paiju.server.cluster.channel import FAULTS, Channel
from paiju.server.cluster.counters import Counters
from paiju.server.cluster.presence import KIND, Presence
from paiju.server.cluster.registry import Registry
from paiju.server.errors import Refusal
from paiju.server.match.table import Table
from paiju.server.rooms.chat import Said
from paiju.server.services import Services
from paiju.server.settings import Rate, Settings
from paiju.server.web.limits import Buckets
from paiju.storage.append import Append
from paiju.storage.database import Database
from paiju.storage.faults import StoreError
from paiju.storage.keys import server_key
from paiju.storage.postgresql import ERRORS
from paiju.storage.rows import VERSION

_BEAT_SECONDS: Final = 1.0
_LONGEST_BEAT: Final = 2.5
_OUT_OF_TOUCH: Final = 4.0
"""After this long without a good beat others may soon take our matches: nothing that is due is carried out."""
_DEAF_SECONDS: Final = 2.0
_POKE_SECONDS: Final = 0.02
"""Between two pokes: commits that follow each other quickly are told together."""
_COMMIT_SECONDS: Final = 0.01
"""Between the beginnings of two commits while other nodes are alive: the fewer actions share a commit, the more each
costs, here and in the database that all nodes share. Alone, what arrives during a commit is enough."""
_READ_SECONDS: Final = 0.02
"""Between two reads of what was poked about: a busy node reads for all others at once."""
_FOLLOW_SECONDS: Final = 3.0
"""How long a node counts as a follower of a match after it has said so. It says so with every beat."""
_COUNT_SECONDS: Final = 0.25
_SEEN_SECONDS: Final = 5.0
_TAKEN_AT_ONCE: Final = 500
_KEPT_LINES: Final = 50
_DAY: Final = 86400

_POKES, _COUNTS = "pokes", "counts"
_log: Final = structlog.get_logger("paiju.cluster")


def make_node(settings: Settings, database: Database, clock: Clock) -> "Node":
    """The node of a server with these settings."""
    url = settings.public_url or f"{settings.host}:{settings.port}"
    return Node(Registry(database, secrets.token_hex(6), url, clock), Channel(settings.redis, clock), clock)


class Node(Alone):
    """This server among others. `attach` it to the services, then `start` it."""

    shared = True

    def __init__(self, registry: Registry, channel: Channel, clock: Clock) -> None:
        self.id: str = registry.node
        self.entry_version = VERSION
        self._clock: Final = clock
        self._registry: Final = registry
        self._channel: Final = channel
        channel.listeners.append(self._received)
        self._counters: Final = Counters()
        self._tasks: Final[list[asyncio.Task[None]]] = []
        self._good_beat = -_OUT_OF_TOUCH
        """When (monotonic) the last beat that was stored began."""
        self._nodes: frozenset[str] = frozenset((self.id,))
        self._heard: Final[dict[str, float]] = {}
        """When each node was last heard over Valkey."""
        self._dropped = False
        """Whether all holds were given up because this node was out of touch."""
        self._in_doubt = True
        """Whether the database may say that this node holds matches which it does not look after."""
        self._stopping = False
        self._keeps_house = False
        self._deaf = True
        self._pokes: dict[str, int] = {}
        self._poked_at = -1.0
        self._followers: Final[dict[str, float]] = {}
        """Until when each match is followed at other nodes. What nobody follows and this node holds needs no poke."""
        self._behind: set[str] = set()
        self._read_at = -1.0
        self._catching_up: asyncio.Task[None] | None = None
        self._beating: Final = asyncio.Lock()
        self._seen: Final[dict[tuple[str, int], float]] = {}

    def attach(self, service: Services) -> None:
        """Connect this node to the services of its server."""
        self._service = service
        self._tables = service.lobby.tables
        self._presence = Presence(self.id, self._channel, self._tables)
        service.log.commit_listeners.append(self._committed)

    def buckets(self, name: str, rate: Rate, enabled: bool, clock: Callable[[], float]) -> Buckets:
        return self._counters.buckets(name, rate, enabled, clock)

    # --- start and stop -----------------------------------------------------------------------------------------

    async def start(self) -> None:
        key = await server_key(self._service.log.database, "cluster")
        self._channel.prefix = f"paiju:{key.hex()[:16]}"
        await self.beat()
        kinds = (_POKES, KIND, _COUNTS)
        self._run(self._channel.listen(kinds, self._subscribed), self._beat_forever(), self._count_forever())

    def _run(self, *work: Coroutine[Any, Any, None]) -> None:
        self._tasks.extend(asyncio.create_task(one) for one in work)

    async def hand_over(self) -> None:
        self._stopping = True
        for table in list(self._tables.values()):
            table.drop_hold()
        try:
            async with asyncio.timeout(_LONGEST_BEAT), self._beating:
                await self._registry.leave()
                await self._registry.stop_keeping_house()
        except ERRORS:
            pass  # then the others wait until this node counts as dead
        self._channel.publish(KIND, [self.id, "bye"])

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._registry.stop_keeping_house()
        await self._channel.close()

    # --- beats and holds ----------------------------------------------------------------------------------------

    def is_ready(self) -> bool:
        return self._clock.monotonic() - self._good_beat <= _OUT_OF_TOUCH

    def may_act(self) -> bool:
        if self.is_ready():
            return True
        if not self._dropped:
            self._dropped = self._in_doubt = True
            self._keeps_house = False
            for table in list(self._tables.values()):
                table.drop_hold()
        return False

    def keeps_house(self) -> bool:
        return self._keeps_house and self.may_act()

    async def take(self, match: str) -> bool:
        if self._stopping or not self.may_act():
            return False
        try:
            async with asyncio.timeout(_LONGEST_BEAT):
                taken = await self._registry.take(match)
        except ERRORS:
            self._in_doubt = True
            return False
        if taken:  # who follows it is not known yet
            self._followers[match] = self._clock.monotonic() + _FOLLOW_SECONDS
        return taken

    async def _beat_forever(self) -> None:
        while True:
            await self._clock.sleep(_BEAT_SECONDS)
            await self.beat()

    async def beat(self) -> None:
        """One beat: show that this node is alive, take matches that nobody holds, and read news that were missed."""
        async with self._beating:
            if self._stopping:
                return
            self.may_act()
            try:
                async with asyncio.timeout(_LONGEST_BEAT):
                    await self._be_alive()
            except ERRORS as error:
                self._in_doubt = True
                _log.warning("no beat", kind=type(error).__name__)
                return
        self._channel.publish(_POKES, [self.id, []])
        self._follow([match for match, table in self._tables.items() if table.listeners and not table.held])
        now = self._clock.monotonic()
        for match in [match for match, until in self._followers.items() if until < now]:
            del self._followers[match]
        self._listen_for(self._nodes)
        if self._deaf:
            self._look_at_all()
        if not self._presence.beating:
            self._service.spawn(self._presence.beat(self._nodes))

    async def _be_alive(self) -> None:
        asked_at = self._clock.monotonic()
        beat = await self._registry.beat()
        self._good_beat = asked_at
        self._clock.set_time(beat.now_ms, beat.asked_at, beat.answered_at)
        self._nodes, self.entry_version = beat.nodes, beat.entry_version
        self._service.log.pause_seconds = _COMMIT_SECONDS if len(beat.nodes) > 1 else 0.0
        self._dropped = False
        taken = await self._registry.own() if self._in_doubt else []
        taken.extend(await self._registry.take_free(_TAKEN_AT_ONCE))
        self._in_doubt = False
        if taken:
            self._service.spawn(self._hold(taken))
        self._keeps_house = await self._registry.keeps_house()

    async def _hold(self, matches: Sequence[str]) -> None:
        """Start to carry out what is due in matches that this node holds now."""
        for match in matches:
            try:
                table = await self._service.lobby.load(match)
                if not table.held and await self.take(match):
                    await table.look()
                    table.hold()
            except (Refusal, StoreError) as error:
                self._in_doubt |= not isinstance(error, Refusal) or error.code != "damaged"
            await asyncio.sleep(0)

    # --- hearing ------------------------------------------------------------------------------------------------

    def _listen_for(self, nodes: frozenset[str]) -> None:
        """Find out whether every node alive can be heard."""
        now = self._clock.monotonic()
        for node in [node for node in self._heard if node not in nodes]:
            del self._heard[node]
        for node in nodes:
            self._heard.setdefault(node, now)
        silent = [node for node in nodes if now - self._heard[node] > _DEAF_SECONDS]
        if self.id in silent:
            self._channel.subscribe_again()
        deaf = bool(silent) or not self._channel.heard
        if deaf != self._deaf:
            self._deaf = deaf
            _log.info("deaf: looking into the database" if deaf else "hearing all nodes", nodes=len(nodes))

    async def _subscribed(self) -> None:
        self._look_at_all()
        self._presence.ask(self._in_use())
        self._service.spawn(self._read_chats())

    def _received(self, kind: str, content: Any) -> None:
        node: str = content[0]
        if kind == _POKES:
            self._heard[node] = self._clock.monotonic()
            if node != self.id:
                for match, seq in content[1]:
                    self._newer(match, seq)
        elif node != self.id:
            if kind == _COUNTS:
                self._counters.count(content[1])
            else:
                self._about_room(*content)

    def _newer(self, match: str, seq: int) -> None:
        table = self._tables.get(match)
        if table is not None and table.note_newer(seq) and (table.listeners or table.held):
            self._catch_up((match,))

    def _in_use(self) -> list[str]:
        """Matches that somebody follows here, or that this node holds."""
        return [match for match, table in self._tables.items() if table.listeners or table.held]

    def _look_at_all(self) -> None:
        self._catch_up(self._in_use())

    def _catch_up(self, matches: Sequence[str]) -> None:
        self._behind.update(matches)
        if self._behind and (self._catching_up is None or self._catching_up.done()):
            self._catching_up = asyncio.get_running_loop().create_task(self._read_on())

    async def _read_on(self) -> None:
        """Read on in all logs that went on elsewhere, with one statement."""
        while self._behind:
            wait = self._read_at + _READ_SECONDS - self._clock.monotonic()
            if wait > 0:  # at once after a quiet moment
                await self._clock.sleep(wait)
            self._read_at = self._clock.monotonic()
            behind, self._behind = self._behind, set()
            tables = {match: self._tables[match] for match in behind if match in self._tables}
            try:
                found = await self._service.log.read_several(
                    {match: table.folded.seq for match, table in tables.items()}
                )
            except StoreError:
                return  # the tables know that they are behind
            for match, entries in found.items():
                if not tables[match].follow_at_once(entries):
                    self._service.spawn(tables[match].catch_up(entries))

    # --- telling ------------------------------------------------------------------------------------------------

    def _committed(self, appends: Sequence[Append]) -> None:
        if len(self._nodes) == 1:
            return
        newest = {row[0]: row[1] for append in appends for row in append.rows}
        self._tell({match: seq for match, seq in newest.items() if self._is_followed(match)})

    def _is_followed(self, match: str) -> bool:
        table = self._tables.get(match)
        return table is None or not table.held or match in self._followers

    def _tell(self, newest: Mapping[str, int]) -> None:
        """Poke other nodes: these logs went on."""
        if not newest:
            return
        if not self._pokes:  # at once after a quiet moment, otherwise together with what follows
            wait = self._poked_at + _POKE_SECONDS - self._clock.monotonic()
            self._clock.call_later(max(0.0, wait), self._poke)
        self._pokes.update(newest)

    def _poke(self) -> None:
        pokes, self._pokes = self._pokes, {}
        self._poked_at = self._clock.monotonic()
        self._channel.publish(_POKES, [self.id, list(pokes.items())], again=True)

    def followed(self, match: str) -> None:
        table = self._tables.get(match)
        if table is not None and not table.held:
            self._follow([match])

    def _follow(self, matches: Sequence[str]) -> None:
        if matches and len(self._nodes) > 1:
            self._channel.publish(KIND, [self.id, "follow", "", matches])

    def _followed_elsewhere(self, matches: Sequence[str]) -> None:
        """Another node wants to hear what happens in these matches; a new one is told where they are."""
        until = self._clock.monotonic() + _FOLLOW_SECONDS
        new = [match for match in matches if match not in self._followers and match in self._tables]
        self._followers.update(dict.fromkeys(matches, until))
        self._tell({match: self._tables[match].folded.seq for match in new})

    def knows_presence(self) -> bool:
        return self._presence.known and not self._deaf

    def entered(self, match: str, seat: int, features: Sequence[str] = ()) -> None:
        self._presence.entered(match, seat, features)

    def left(self, match: str, seat: int) -> None:
        self._presence.left(match, seat)

    def seen(self, match: str, seat: int) -> None:
        now = self._clock.monotonic()
        if now - self._seen.get((match, seat), -_SEEN_SECONDS) >= _SEEN_SECONDS:
            self._seen[match, seat] = now
            self._channel.publish(KIND, [self.id, "seen", match, seat])

    def said(self, match: str, line: Said) -> None:
        key = self._channel.key("chat", match)
        self._channel.publish(KIND, [self.id, "said", match, line], again=True)
        self._service.spawn(
            self._keep(
                lambda p: (p.rpush(key, msgspec.json.encode(line)), p.ltrim(key, -_KEPT_LINES, -1), p.expire(key, _DAY))
            )
        )

    def muted(self, match: str, listener: str, speaker: str, on: bool) -> None:
        key = self._channel.key("muted", match)
        self._channel.publish(KIND, [self.id, "muted", match, listener, speaker, on])
        pair = f"{listener} {speaker}"
        self._service.spawn(self._keep(lambda p: (p.sadd(key, pair) if on else p.srem(key, pair), p.expire(key, _DAY))))

    async def _keep(self, commands: Callable[[Any], object]) -> None:
        try:
            await self._channel.run(commands)
        except FAULTS:
            pass  # the chat is forgotten with Valkey

    async def chat(self, match: str) -> tuple[Sequence[Said], Sequence[tuple[str, str]]]:
        self._presence.ask([match])
        if not self._channel.heard:
            return (), ()
        chat, muted = self._channel.key("chat", match), self._channel.key("muted", match)
        try:
            lines, pairs = await self._channel.run(lambda p: (p.lrange(chat, 0, -1), p.smembers(muted)))
        except FAULTS:
            return (), ()
        return [_said(line) for line in lines], [(a, b) for a, b in (str(pair).split(" ") for pair in pairs)]

    async def _read_chats(self) -> None:
        """Tell what was said elsewhere while nothing was heard."""
        for match, table in list(self._tables.items()):
            if table.listeners:
                lines, muted = await self.chat(match)
                for listener, speaker in muted:
                    table.chat.mute(listener, speaker, True)
                for line in lines:
                    self._said_elsewhere(table, line)

    def _said_elsewhere(self, table: Table, line: Said) -> None:
        if not table.chat.knows(line):
            table.hear(line)

    def _about_room(self, node: str, what: str, match: str = "", *content: Any) -> None:
        """Something happened to a room at another node that is not in its log."""
        table = self._tables.get(match)
        if what == "bye":
            self._service.spawn(self.beat())
        elif what == "follow":
            self._followed_elsewhere(content[0])
        elif table is None:
            return
        elif what == "present":
            self._presence.ask([match])
        elif what == "seen":
            self._seen_elsewhere(table, int(content[0]))
        elif what == "said":
            self._said_elsewhere(table, Said(*content[0]))
        elif what == "muted":
            table.chat.mute(content[0], content[1], bool(content[2]))

    def _seen_elsewhere(self, table: Table, seat: int) -> None:
        if seat in table.absent_since:
            table.absent_since[seat] = table.now()
            table.plan()

    async def _count_forever(self) -> None:
        while True:
            await self._clock.sleep(_COUNT_SECONDS)
            taken = self._counters.collect()
            if taken and len(self._nodes) > 1:
                self._channel.publish(_COUNTS, [self.id, taken])


def _said(text: str) -> Said:
    """A line of the chat, as it is kept in Valkey."""
    return msgspec.json.decode(text, type=Said)
