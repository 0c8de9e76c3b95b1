"""The event log: append at an expected seq, read. Waiting appends are gathered into one synced commit.

    log = EventLog(database)
    await log.append(Append("m1", [Entry(seq=0, at=now, actor=-3, data='{"type":"opened"}')]))   # returns when synced
    entries = await log.read("m1")

An append is atomic, even if it writes to two matches. It is acknowledged after its commit has returned. The next commit
begins when the previous one has ended, with all appends that have arrived meanwhile; with `pause_seconds`, it also
keeps that distance from the beginning of the previous one, so that more of them share it.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from sqlalchemy import Connection, Executable, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.storage.append import Append
from paiju.storage.database import Answers, Database, resolve
from paiju.storage.faults import Repeated, StoreAway, StoreError, SyncFailed, VersionConflict, judged, unreadable
from paiju.storage.rows import VERSION, Entry, entry_of
from paiju.storage.schema import MATCHES, SERVER_KEYS

__all__ = ["VERSION", "Append", "Entry", "EventLog"]

_MOST_AT_ONCE: Final = 2000

Done = Callable[[StoreError | None], None]
"""Called in the event loop with None when an append is stored and synced, else with the reason why it is not."""
_Waiting = tuple[Append, Done]


class EventLog:
    """The append-only log of all matches."""

    def __init__(self, database: Database, on_fatal: Callable[[StoreError], None] | None = None) -> None:
        self.database: Final = database
        self._on_fatal: Final = on_fatal
        self._loop: Final = asyncio.get_running_loop()
        self._waiting: list[_Waiting] = []
        self._committing = False
        self._planned = False
        self._idle: Final = asyncio.Event()
        self._idle.set()
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self.fault: StoreError | None = None
        """Why the last commit failed, or None: the store can be written."""
        self.fault_listeners: Final[list[Callable[[StoreError | None], None]]] = []
        """Called with the reason when the store becomes unavailable, and with None when it is back."""
        self.fresh_seconds = 1.0
        """Seconds after a successful write for which the store is assumed to be writable."""
        self._written_at = float("-inf")
        self._probing: asyncio.Task[bool] | None = None
        self.pause_seconds = 0.0
        """Least time between the beginnings of two commits. The first one after a quiet moment begins at once."""
        self._begun_at = float("-inf")
        self.commits = 0
        self.appended = 0
        self.commit_listeners: Final[list[Callable[[list[Append]], None]]] = []
        """Called in the event loop with what a commit has stored, after everybody was answered."""

    # --- writing ------------------------------------------------------------------------------------------

    def submit(self, what: Append, done: Done) -> None:
        """Store and sync, then call `done`: with None, `VersionConflict`, `Repeated`, `StoreAway`, `SyncFailed` or
        `DamagedLog`."""
        if isinstance(self.fault, SyncFailed):
            self._loop.call_soon(done, self.fault)
            return
        self._waiting.append((what, done))
        if not self._committing and not self._planned:
            self._idle.clear()
            self._plan_commit()

    def _plan_commit(self) -> None:
        self._planned = True
        wait = self._begun_at + self.pause_seconds - self._loop.time() if self.pause_seconds > 0 else 0.0
        if wait > 0:
            self._loop.call_later(wait, self._commit_next)
        else:
            self._loop.call_soon(self._commit_next)

    async def append(self, what: Append) -> None:
        """Store and sync. Raises what `submit` reports: then nothing was stored."""
        future: asyncio.Future[None] = self._loop.create_future()
        self.submit(what, partial(resolve, future, None))
        await future

    async def close(self) -> None:
        """Wait until all pending appends are stored."""
        await self._idle.wait()
        if self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _commit_next(self) -> None:
        self._planned = False
        if not self._waiting:
            self._idle.set()
            return
        batch = self._waiting[:_MOST_AT_ONCE]
        del self._waiting[: len(batch)]
        self._committing = True
        if self.pause_seconds > 0:
            self._begun_at = self._loop.time()
        self.database.commit([what for what, _ in batch], partial(self._committed, batch))

    def _committed(self, batch: list[_Waiting], answers: Answers) -> None:
        """Handle the answer to a commit. The next one begins in the next turn of the event loop: its thread would only
        wait for the interpreter while callbacks run, and messages that arrive meanwhile join it."""
        if isinstance(answers, StoreError):
            self._spawn(self._commit_failed(batch, answers))
            return
        self._note(None)
        self.commits += 1
        self._committing = False
        self._plan_commit()
        stored: list[Append] = []
        for (what, done), answer in zip(batch, answers, strict=True):
            if answer is None:
                self.appended += 1
                done(None)
                stored.append(what)
            elif isinstance(answer, VersionConflict):
                self._spawn(self._explain(what, done))
            else:
                done(answer)
        if stored:
            for listener in self.commit_listeners:
                listener(stored)

    def _spawn(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _explain(self, what: Append, done: Done) -> None:
        """Find out whether a conflict is a repeated action id or a lost race."""
        answer: StoreError = VersionConflict()
        try:
            for row in what.rows:
                match, key = row[0], row[6]
                if key is not None:
                    seq = await self.find(match, key, since=row[1] - 1)  # the writer knows all earlier keys
                    if seq is not None:
                        answer = Repeated(seq)
                        break
        except StoreError as error:
            answer = error
        done(answer)

    async def _commit_failed(self, batch: list[_Waiting], fault: StoreError) -> None:
        """Answer a failed commit. Its outcome may be unknown (connection lost), so the log is read first."""
        self._note(fault)
        answers: list[StoreError | None] = []
        readable = not isinstance(fault, SyncFailed)
        for what, _ in batch:
            stored = False
            if readable:
                try:
                    stored = await self._is_stored(what)
                except StoreError:
                    readable = False  # each further attempt might take as long to fail as this one
            answers.append(None if stored else fault)
        if isinstance(fault, SyncFailed):
            answers.extend([fault] * len(self._waiting))
            batch = [*batch, *self._waiting]
            self._waiting = []
            if self._on_fatal is not None:
                self._on_fatal(fault)
        self._committing = False
        self._commit_next()
        for (_, done), answer in zip(batch, answers, strict=True):
            done(answer)

    async def _is_stored(self, what: Append) -> bool:
        match, seq = what.rows[0][:2]
        rows = [row for row in what.rows if row[0] == match]
        stored = await self.read(match, since=seq - 1, limit=len(rows))
        return stored == [entry_of(row) for row in rows]

    async def probe(self) -> bool:
        """Whether the store can be written now; clears a fault that is over."""
        if isinstance(self.fault, SyncFailed):
            return False

        def work(connection: Connection) -> None:
            # Not into `events`: a damaged page there concerns its matches, not the whole store.
            connection.execute(SERVER_KEYS.insert(), {"name": "_probe", "value": ""})
            connection.execute(SERVER_KEYS.delete().where(SERVER_KEYS.c.name == "_probe"))

        try:
            await self.database.write(work)
        except (SQLAlchemyError, sqlite3.Error, OSError, StoreError) as error:  # a time-out is an OSError
            self._note(judged(error))
            return False
        self._note(None)
        return True

    async def writable(self) -> bool:
        """Whether the store can be written. Tries it unless something was just written; one attempt at a time."""
        if self.fault is None and time.monotonic() - self._written_at < self.fresh_seconds:
            return True
        if self._probing is None or self._probing.done():
            self._probing = self._loop.create_task(self.probe())
        return await asyncio.shield(self._probing)

    def _note(self, fault: StoreError | None) -> None:
        before, self.fault = self.fault, fault
        if fault is None:
            self._written_at = time.monotonic()
        if (before is None) != (fault is None):
            for listener in self.fault_listeners:
                listener(fault)

    # --- reading ------------------------------------------------------------------------------------------

    async def read(self, match: str, since: int = -1, limit: int | None = None) -> list[Entry]:
        """Entries with a seq above `since`, in order. Raises `StoreAway`, or `DamagedLog` if they cannot be read."""
        try:
            return [entry_of(row) for row in await self.database.read(match, since, limit)]
        except Exception as error:  # each driver has errors of its own
            raise unreadable(error) from error

    async def read_several(self, since: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Entries of several logs, each with a seq above the one given, in order. Raises `StoreAway`."""
        found: dict[str, list[Entry]] = {}
        try:
            for row in await self.database.read_several(since):
                found.setdefault(row[0], []).append(entry_of(row))
        except StoreError:
            raise
        except Exception as error:  # each driver has errors of its own
            raise StoreAway(type(error).__name__) from error
        return found

    async def rows(self, query: Executable) -> list[Any]:
        """The rows of a query on the tables `matches` and `results`. Raises `StoreAway`."""
        try:
            async with self.connection() as connection:
                return list((await connection.execute(query)).all())
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise StoreAway(type(error).__name__) from error

    async def rows_of_events(self, query: Executable) -> list[Any]:
        """As `rows`, for queries on the table `events`."""
        try:
            await self.database.settle()
        except (SQLAlchemyError, sqlite3.Error, OSError, StoreError) as error:
            raise StoreAway(type(error).__name__) from error
        return await self.rows(query)

    async def find(self, match: str, key: str, since: int = -1) -> int | None:
        """The seq above `since` at which an action id was accepted, or None."""
        for entry in await self.read(match, since):
            if entry.key == key:
                return entry.seq
        return None

    async def match_ids(self, *statuses: str) -> list[tuple[str, str]]:
        """(match, room) of all matches in one of these states (of all matches without any), oldest first."""
        query = select(MATCHES.c.match, MATCHES.c.room).order_by(MATCHES.c.created_at, MATCHES.c.match)
        if statuses:
            query = query.where(MATCHES.c.status.in_(statuses))
        return [(row[0], row[1]) for row in await self.rows(query)]

    def connection(self) -> AsyncConnection:
        """A connection for reading (`async with`)."""
        return self.database.engine.connect()
