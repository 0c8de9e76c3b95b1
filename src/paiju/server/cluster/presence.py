"""Who is connected where. A hash per match in Valkey: seat → node and what the client can do.

What is in Valkey counts only for nodes that are alive and whose mark says that everything of theirs is there. While
that is not so (Valkey away, restarted, emptied), presence is unknown, and everybody counts as present.
"""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final

from redis.asyncio.client import Pipeline

from paiju.server.cluster.channel import FAULTS, Channel
from paiju.server.match.table import Table

KIND: Final = "room"
"""The kind of messages about rooms."""
_LIFE_SECONDS: Final = 86400
_MARK_MS: Final = 6000
_CHUNK: Final = 500
_LEAVE: Final = (
    "local known = redis.call('HGET', KEYS[1], ARGV[1]) "
    "if known and string.sub(known, 1, #ARGV[2]) == ARGV[2] then return redis.call('HDEL', KEYS[1], ARGV[1]) end"
)

_RETURN: Final = (
    "local known = redis.call('HGET', KEYS[1], ARGV[1]) "
    "if known then for i = 3, #ARGV do if string.sub(known, 1, #ARGV[i]) == ARGV[i] then return end end end "
    "redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])"
)
"""Write that somebody is here, unless somebody is said to be at another node that is alive: that is newer."""

Operations = Mapping[tuple[str, int], str | None]
"""By match and seat what to write of it; None: the owner has left."""


class Presence:
    """Writes where this node's players are, and learns where the others are."""

    def __init__(self, node: str, channel: Channel, tables: Mapping[str, Table]) -> None:
        self._node: Final = node
        self._channel: Final = channel
        self._tables: Final = tables
        self._operations: dict[tuple[str, int], str | None] = {}
        """What is not in Valkey yet. While that does not answer, it waits for the next beat."""
        self._asked: set[str] = set()
        self._working: asyncio.Task[None] | None = None
        self._nodes: Collection[str] = ()
        self._complete = False
        """Whether everything of this node is in Valkey."""
        self.known = False
        self.beating = False

    def entered(self, match: str, seat: int, features: Sequence[str]) -> None:
        """The owner of a seat has connected here."""
        self._do(match, seat, " ".join((self._node, *features)))

    def left(self, match: str, seat: int) -> None:
        """The owner of a seat has disconnected from here."""
        self._do(match, seat, None)

    def ask(self, matches: Collection[str]) -> None:
        """Learn who of these matches is connected to other nodes."""
        self._asked.update(matches)
        self._work()

    async def beat(self, nodes: Collection[str]) -> None:
        """Renew this node's mark, and look whether those of all other nodes are there."""
        self.beating = True
        try:
            await self._beat(nodes)
        finally:
            self.beating = False

    async def _beat(self, nodes: Collection[str]) -> None:
        changed, self._nodes = set(self._nodes) != set(nodes), nodes
        known = False
        marks = [self._channel.key("mark", node) for node in nodes]
        own = self._channel.key("mark", self._node)
        try:
            if self._complete:
                renewed = await self._channel.run(lambda p: p.set(own, "1", px=_MARK_MS, xx=True))
                self._complete = bool(renewed[0])
            if not self._complete:
                await self._write_all()
                await self._channel.run(lambda p: p.set(own, "1", px=_MARK_MS))
                self._complete = True
            known = all((await self._channel.run(lambda p: p.mget(marks)))[0])
        except FAULTS:
            self._complete = False
        if known != self.known:
            self.known = known
            self._change()
        if self._complete:
            if changed or not known:
                self._asked.update(match for match, table in self._tables.items() if table.held or table.listeners)
            self._work()  # also what has waited for Valkey

    def _change(self) -> None:
        """Presence is known again, or no longer: times of absence start again."""
        for table in self._tables.values():
            for seat in table.absent_since:
                table.absent_since[seat] = table.now()
            table.plan()

    # --- the queue of operations ----------------------------------------------------------------------------

    def _do(self, match: str, seat: int, what: str | None) -> None:
        self._operations[match, seat] = what
        self._work()

    def _work(self) -> None:
        if self._working is None or self._working.done():
            self._working = asyncio.get_running_loop().create_task(self._work_on())

    async def _work_on(self) -> None:
        while self._operations or self._asked:
            operations, self._operations = self._operations, {}
            asked = [] if operations else list(self._asked)
            try:
                if operations:
                    await self._channel.run(partial(self._write, operations))
                    for match in dict.fromkeys(match for match, _ in operations):
                        self._channel.publish(KIND, [self._node, "present", match], again=True)
                else:
                    self._asked.clear()
                    for start in range(0, len(asked), _CHUNK):
                        await self._learn(asked[start : start + _CHUNK])
            except FAULTS:
                self._complete = False  # everything is written again when Valkey is back
                self._operations = {**operations, **self._operations}
                self._asked.update(asked)
                return

    def _key(self, match: str) -> str:
        return self._channel.key("present", match)

    def _write(self, operations: Operations, pipeline: Pipeline) -> None:
        for (match, seat), what in operations.items():
            if what is None:
                pipeline.eval(_LEAVE, 1, self._key(match), str(seat), self._node)
            else:
                pipeline.hset(self._key(match), str(seat), what)
                pipeline.expire(self._key(match), _LIFE_SECONDS)

    async def _write_all(self) -> None:
        rows = [
            (match, seat, " ".join((self._node, *listener.features)))
            for match, table in self._tables.items()
            for seat, listener in table.present.items()
        ]
        others = [node for node in self._nodes if node != self._node]
        for start in range(0, len(rows), _CHUNK):
            await self._channel.run(partial(self._write_again, rows[start : start + _CHUNK], others))

    def _write_again(self, rows: Sequence[tuple[str, int, str]], others: Sequence[str], pipeline: Pipeline) -> None:
        for match, seat, what in rows:
            pipeline.eval(_RETURN, 1, self._key(match), str(seat), what, *others)
            pipeline.expire(self._key(match), _LIFE_SECONDS)

    async def _learn(self, matches: Sequence[str]) -> None:
        found = await self._channel.run(lambda p: [p.hgetall(self._key(match)) for match in matches])
        for match, seats in zip(matches, found, strict=True):
            table = self._tables.get(match)
            if table is None:
                continue
            if any(changed == match for changed, _ in self._operations):
                self._asked.add(match)  # what was read is older than what happened here
            else:
                self._compare(table, seats)

    def _compare(self, table: Table, seats: Mapping[str, Any]) -> None:
        elsewhere: dict[int, Sequence[str]] = {}
        for number, what in seats.items():
            seat, (node, *features) = int(number), str(what).split(" ")
            if node != self._node and node in self._nodes and seat < len(table.folded.places):
                elsewhere[seat] = features
                table.replaced(seat)
        table.connected_elsewhere(elsewhere)
