"""The event log: append at an expected seq, read. Waiting appends are gathered into one synced commit.

    log = EventLog(database)
    await log.append(Append("m1", [Entry(seq=0, at=now, actor=-3, data=b'{"type":"opened"}')]))   # returns when synced
    entries = await log.read("m1")

An append is all or nothing, also when it touches two matches. Nothing is acknowledged before its commit returned.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import chain
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Executable, func, insert, literal, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.storage.database import Database
from paiju.storage.faults import Repeated, StoreAway, StoreError, SyncFailed, VersionConflict, judged
from paiju.storage.schema import EVENTS, MATCHES

VERSION: Final = 1
"""Version of the entries this code writes. Older ones must be readable for ever."""
_MOST_AT_ONCE: Final = 2000
_ROWS_AT_ONCE: Final = 500


class Entry(msgspec.Struct, frozen=True):
    """One line of a log."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    actor: int
    data: str
    """JSON."""
    key: str | None = None
    """Seat and action id of the request that caused it: unique in the match."""
    version: int = VERSION


class Append:
    """Entries that go in together, and statements that keep the folds in step in the same transaction."""

    def __init__(self, match: str, entries: Sequence[Entry], also: Sequence[Executable] = ()) -> None:
        self.rows: Final = [_row(match, entry) for entry in entries]
        self.also: Final = list(also)

    def add(self, match: str, entries: Sequence[Entry], also: Sequence[Executable] = ()) -> "Append":
        """Entries of another match that must come with these or not at all."""
        self.rows.extend(_row(match, entry) for entry in entries)
        self.also.extend(also)
        return self


_Row = tuple[str, int, int, int, int, str, str | None]


def _row(match: str, entry: Entry) -> _Row:
    """The columns of `EVENTS` in their order."""
    return (match, entry.seq, entry.at, entry.actor, entry.version, entry.data, entry.key)


_Waiting = tuple[Append, "asyncio.Future[None]"]


class EventLog:
    """The store as the server sees it. One task writes; everybody reads."""

    def __init__(self, database: Database, on_fatal: Callable[[StoreError], None] | None = None) -> None:
        self.database: Final = database
        self._on_fatal: Final = on_fatal
        self._waiting: list[_Waiting] = []
        self._wake: Final = asyncio.Event()
        self._insert: Final = str(insert(EVENTS).compile(dialect=database.engine.dialect))
        """Compiled once: at thousands of rows a second the statement's own work would cost more than the disk."""
        self._writer: asyncio.Task[None] | None = None
        self.fault: StoreError | None = None
        """Why the last commit failed, or None: the store can be written."""
        self.commits = 0
        self.appended = 0

    # --- writing ------------------------------------------------------------------------------------------

    async def append(self, what: Append) -> None:
        """Store and sync. Raises `VersionConflict`, `Repeated`, `StoreAway` or `SyncFailed`: nothing was stored."""
        if isinstance(self.fault, SyncFailed):
            raise self.fault
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_for_ever(), name="log writer")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((what, done))
        self._wake.set()
        await done

    async def close(self) -> None:
        """Finish what is waiting, then stop writing."""
        while self._waiting:
            await asyncio.sleep(0.005)
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
            self._writer = None

    async def _write_for_ever(self) -> None:
        while True:
            await self._wake.wait()
            batch = self._waiting[:_MOST_AT_ONCE]
            del self._waiting[: len(batch)]
            if not self._waiting:
                self._wake.clear()
            await self._write(batch)

    async def _write(self, batch: list[_Waiting]) -> None:
        try:
            await self._commit([what for what, _ in batch])
        except IntegrityError:
            if len(batch) > 1:  # one of them is at fault: each for itself
                for one in batch:
                    await self._write([one])
                return
            _settle(batch, await self._why_refused(batch[0][0]))
            return
        except (SQLAlchemyError, OSError, StoreError) as error:
            await self._commit_failed(batch, judged(error))
            return
        self.fault = None
        self.commits += 1
        self.appended += len(batch)
        _settle(batch, None)

    async def _commit(self, appends: list[Append]) -> None:
        rows = [row for what in appends for row in what.rows]
        statements = [statement for what in appends for statement in what.also]

        def work(connection: Connection) -> None:
            self._insert_rows(connection, rows)
            for statement in statements:
                connection.execute(statement)

        await self.database.write(work)

    def _insert_rows(self, connection: Connection, rows: list[_Row]) -> None:
        """One statement for many rows where the driver would otherwise change threads for each of them (SQLite)."""
        head, values, row = self._insert.partition(" VALUES ")
        if "?" not in row or len(rows) == 1:
            connection.exec_driver_sql(self._insert, rows)
            return
        for first in range(0, len(rows), _ROWS_AT_ONCE):
            part = rows[first : first + _ROWS_AT_ONCE]
            flat = tuple(chain.from_iterable(part))
            connection.exec_driver_sql(head + values + ", ".join([row] * len(part)), flat)

    async def _why_refused(self, what: Append) -> StoreError:
        """A row was there already: is it a repeated action id or a lost race?"""
        try:
            for row in what.rows:
                match, key = row[0], row[6]
                if key is not None:
                    seq = await self.find(match, key)
                    if seq is not None:
                        return Repeated(seq)
        except StoreError as error:
            return error
        return VersionConflict()

    async def _commit_failed(self, batch: list[_Waiting], fault: StoreError) -> None:
        """The outcome may be unknown (a lost connection at the commit): look before answering."""
        self.fault = fault
        if isinstance(fault, SyncFailed):
            if self._on_fatal is not None:
                self._on_fatal(fault)
            _settle(batch, fault)
            return
        for what, done in batch:
            try:
                stored = await self._is_stored(what)
            except StoreError:
                stored = False
            _settle([(what, done)], None if stored else fault)

    async def _is_stored(self, what: Append) -> bool:
        if not what.rows:
            return False
        match, seq, at, _actor, _version, data, _key = what.rows[-1]
        entries = await self.read(match, since=seq - 1, limit=1)
        return bool(entries) and entries[0].data == data and entries[0].at == at

    async def probe(self) -> bool:
        """Whether the store can be written now; clears a fault that is over."""
        if isinstance(self.fault, SyncFailed):
            return False

        def work(connection: Connection) -> None:
            connection.exec_driver_sql(self._insert, [_row("_probe", Entry(0, 0, 0, "{}"))])
            connection.execute(EVENTS.delete().where(EVENTS.c.match == "_probe"))

        try:
            await self.database.write(work)
        except (SQLAlchemyError, OSError) as error:
            self.fault = judged(error)
            return False
        self.fault = None
        return True

    # --- reading ------------------------------------------------------------------------------------------

    async def rows(self, query: Executable) -> list[Any]:
        """What the store answers to a question, also about the folds. Raises `StoreAway`."""
        try:
            async with self.connection() as connection:
                return list((await connection.execute(query)).all())
        except (SQLAlchemyError, OSError) as error:
            raise StoreAway(type(error).__name__) from error

    async def read(self, match: str, since: int = -1, limit: int | None = None) -> list[Entry]:
        """Entries with a seq above `since`, in order."""
        columns = (EVENTS.c.seq, EVENTS.c.at, EVENTS.c.actor, EVENTS.c.data, EVENTS.c.action_key, EVENTS.c.version)
        query = select(*columns).where(EVENTS.c.match == match, EVENTS.c.seq > since).order_by(EVENTS.c.seq)
        if limit is not None:
            query = query.limit(limit)
        return [Entry(*row) for row in await self.rows(query)]

    async def find(self, match: str, key: str) -> int | None:
        """The seq at which an action id was accepted, or None."""
        query = select(EVENTS.c.seq).where(EVENTS.c.match == match, EVENTS.c.action_key == key)
        found = await self.rows(query)
        return found[0][0] if found else None

    async def match_ids(self, *statuses: str) -> list[tuple[str, str]]:
        """(match, room) of all matches in one of these states (of all matches without any), oldest first."""
        query = select(MATCHES.c.match, MATCHES.c.room).order_by(MATCHES.c.created_at, MATCHES.c.match)
        if statuses:
            query = query.where(MATCHES.c.status.in_(statuses))
        return [(row[0], row[1]) for row in await self.rows(query)]

    async def count(self) -> int:
        """How many entries all logs have together."""
        async with self.connection() as connection:
            return int((await connection.execute(select(func.count(literal(1))).select_from(EVENTS))).scalar_one())

    def connection(self) -> AsyncConnection:
        """A connection for reading (`async with`)."""
        return self.database.engine.connect()

    async def every_log(self) -> AsyncIterator[tuple[str, list[Entry]]]:
        """All logs, one after the other."""
        for match, _room in await self.match_ids():
            yield match, await self.read(match)


def _settle(batch: list[_Waiting], fault: StoreError | None) -> None:
    for _what, done in batch:
        if done.done():
            continue
        if fault is None:
            done.set_result(None)
        else:
            done.set_exception(fault)
