"""SQLite: one connection in one thread writes, and batches of entries are moved to the table `events` later.

A commit stores its batch as one row of `event_batches`, which writes a page or two; inserting each entry at its place
in `events` would write several pages per entry. Every few thousand entries, and when the database is opened or closed,
one transaction moves all batches to `events`. Until then readers get the entries from memory. A process that is killed
at any moment leaves each entry in exactly one of the two tables.
"""

import asyncio
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from operator import itemgetter
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, ClassVar, Final, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from paiju.storage.append import Append
from paiju.storage.database import Answers, Database, resolve
from paiju.storage.faults import (
    BadStore,
    DamagedLog,
    StoreError,
    SyncFailed,
    VersionConflict,
    disk_full,
    judged,
    unreadable,
)
from paiju.storage.rows import EntryRow

T = TypeVar("T")

_PRAGMAS: Final = (
    "page_size=4096",  # only of a new file
    "journal_mode=WAL",
    "synchronous=FULL",
    "busy_timeout=5000",
    "wal_autocheckpoint=2000",
    "journal_size_limit=67108864",
)
WAL_BYTES: Final = 8_000_000
"""The write-ahead log has this length from the start: syncing a file that grows must also sync its new length."""
MOVE_AT: Final = 2048
"""Entries in batches after which they are moved to `events`."""
_INSERT: Final = "INSERT INTO events (match, seq, at, actor, version, data, action_key) VALUES (?, ?, ?, ?, ?, ?, ?)"
_SELECT: Final = (
    "SELECT match, seq, at, actor, version, data, action_key FROM events "
    "WHERE match = ? AND seq > ? ORDER BY seq LIMIT ?"
)
_ERRORS: Final = (sqlite3.Error, SQLAlchemyError, OSError, StoreError)

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(list[EntryRow]).decode


class SqliteDatabase(Database):
    """A file, locked for this process."""

    def __init__(self, url: URL) -> None:
        self._lock: Final = _lock_file_of(url)
        engine = create_async_engine(url, pool_size=4, max_overflow=0)
        event.listen(engine.sync_engine, "connect", _set_pragmas)
        super().__init__(engine, url)
        self._loop: Final = asyncio.get_running_loop()
        self._tail: Final[dict[str, list[EntryRow]]] = {}
        """Committed entries that are not in `events` yet, by match. Only the event loop's thread uses it."""
        self._writer: Final = _Writer(url)
        self._jobs: Final[SimpleQueue[Callable[[], None] | None]] = SimpleQueue()
        self._writing_thread: Final = Thread(target=self._work, name="log", daemon=True)
        self._writing_thread.start()
        self._readers: Final = ThreadPoolExecutor(1, thread_name_prefix="log reader")
        self._reader: sqlite3.Connection | None = None

    # --- the writing thread ---------------------------------------------------------------------------------

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
        self._writer.close()

    def commit(self, appends: Sequence[Append], done: Callable[[Answers], None]) -> None:
        self._jobs.put(partial(self._commit, appends, done))

    def _commit(self, appends: Sequence[Append], done: Callable[[Answers], None]) -> None:
        try:
            answers, rows = self._writer.commit(appends)
        except Exception as error:  # whatever it is: no other commit begins before this one is answered
            self._tell(self._failed, self._writer.batches_or_none(), judged(error), done)
            return
        self._tell(self._stored, rows, answers, done)
        if self._writer.unmoved >= MOVE_AT:
            try:
                self._move()
            except _ERRORS:
                return  # they stay where they are; the next commit reports a failure that lasts

    def _move(self) -> None:
        """Move all batches, and change the tail in the order in which things were committed."""
        self._tell(self._moved, self._writer.move())

    def _moved(self, kept: list[EntryRow]) -> None:
        self._tail.clear()
        self._remember(kept)

    def _tell(self, callback: Callable[..., object], *arguments: object) -> None:
        """Call back in the event loop, in the order in which things were committed."""
        try:
            self._loop.call_soon_threadsafe(callback, *arguments)
        except RuntimeError:
            pass  # the event loop is closed: there is nobody to call back

    def _stored(self, rows: list[EntryRow], answers: Answers, done: Callable[[Answers], None]) -> None:
        self._remember(rows)
        done(answers)

    def _failed(self, batches: list[EntryRow] | None, error: StoreError, done: Callable[[Answers], None]) -> None:
        if batches is not None:  # read what is there: the failed commit may have been stored after all
            self._tail.clear()
            self._remember(batches)
        done(error)

    def _remember(self, rows: list[EntryRow]) -> None:
        tail = self._tail
        for row in rows:
            known = tail.get(row[0])
            if known is None:
                tail[row[0]] = [row]
            else:
                known.append(row)

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await self._do(lambda: self._writer.transact(work))

    async def settle(self) -> None:
        await self._do(self._move)

    async def _do(self, job: Callable[[], T]) -> T:
        """Run in the writing thread."""
        future: asyncio.Future[T] = self._loop.create_future()

        def run() -> None:
            try:
                result = job()
            except BaseException as error:
                self._tell(resolve, future, None, error)
            else:
                self._tell(resolve, future, result, None)

        self._jobs.put(run)
        return await future

    # --- reading --------------------------------------------------------------------------------------------

    async def read(self, match: str, since: int, limit: int | None) -> list[EntryRow]:
        # The tail is looked at first: rows that are moved during the query are then found twice, but never missed.
        tail = [row for row in self._tail.get(match, ()) if row[1] > since]
        if tail and tail[0][1] == since + 1:
            return tail[:limit]
        query = partial(self._fetch, match, since, -1 if limit is None else limit)
        rows = await self._loop.run_in_executor(self._readers, query)
        if tail:
            rows = [row for row in rows if row[1] < tail[0][1]] + tail
        return rows[:limit]

    def _fetch(self, match: str, since: int, limit: int) -> list[EntryRow]:
        if self._reader is None:
            self._reader = sqlite3.connect(str(self.url.database), check_same_thread=False)
            _set_pragmas(self._reader, None)
        rows: list[EntryRow] = self._reader.execute(_SELECT, (match, since, limit)).fetchall()
        return rows

    async def close(self) -> None:
        try:
            await self.settle()
        except _ERRORS:
            pass  # the batches stay in their table and are moved when the database is opened again
        self._jobs.put(None)
        await self._loop.run_in_executor(self._readers, self._writing_thread.join)
        self._readers.shutdown()
        if self._reader is not None:
            self._reader.close()
        await self.engine.dispose()
        self._lock.release()


class _Writer:
    """The writing connection. All methods run in its thread."""

    def __init__(self, url: URL) -> None:
        self._engine: Final = _sync_engine(url)
        self._connection: Connection | None = None
        self._last: Final[dict[str, int]] = {}
        """The newest seq of matches written to lately."""
        self._fatal: SyncFailed | None = None
        self.unmoved = 0
        """How many entries are in batches."""

    def _open(self) -> tuple[Connection, sqlite3.Connection]:
        if self._fatal is not None:
            raise self._fatal
        if self._connection is None or self._connection.closed:
            self._connection = self._engine.connect()
            lengthen_wal(self._connection)
        raw = self._connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        return self._connection, raw

    def transact(self, work: Callable[[Connection], T]) -> T:
        """Do `work` in one transaction."""
        connection, raw = self._open()
        with connection.begin():
            raw.execute("BEGIN IMMEDIATE")
            return work(connection)

    def commit(self, appends: Sequence[Append]) -> tuple[list[StoreError | None], list[EntryRow]]:
        """Store what does not conflict. Returns an answer for each append, and the rows that are stored now."""
        connection, raw = self._open()
        answers: list[StoreError | None] = []
        stored: list[Append] = []
        rows: list[EntryRow] = []
        for what in appends:
            try:
                fits = self._fits(raw, what.rows)
            except sqlite3.DatabaseError as error:
                fault = unreadable(error)
                if not isinstance(fault, DamagedLog):
                    raise
                answers.append(fault)
                continue
            if fits:
                stored.append(what)
                rows.extend(what.rows)
                answers.append(None)
            else:
                answers.append(VersionConflict())
        if not stored:
            return answers, rows
        statements = [statement for what in stored for statement in what.also]
        try:
            if statements:
                with connection.begin():
                    raw.execute("BEGIN IMMEDIATE")
                    self._insert_batch(raw, rows)
                    for statement in statements:
                        connection.execute(statement)
            else:
                self._insert_batch(raw, rows)  # one statement is a transaction of its own
        except _ERRORS as error:
            self._undo(raw, error)
            raise
        self.unmoved += len(rows)
        return answers, rows

    def _fits(self, raw: sqlite3.Connection, rows: list[EntryRow]) -> bool:
        """Whether these rows continue the logs of their matches. If so, they are noted as written."""
        last = self._last
        before: dict[str, int] = {}
        for row in rows:
            match = row[0]
            newest = last.get(match)
            if newest is None:
                newest = last[match] = self._newest(raw, match)
            if row[1] <= newest:
                last.update(before)
                return False
            before.setdefault(match, newest)
            last[match] = row[1]
        return True

    @staticmethod
    def _newest(raw: sqlite3.Connection, match: str) -> int:
        found = raw.execute("SELECT max(seq) FROM events WHERE match = ?", (match,)).fetchone()[0]
        return -1 if found is None else int(found)

    @staticmethod
    def _insert_batch(raw: sqlite3.Connection, rows: list[EntryRow]) -> None:
        if rows:
            # `execute` would release the interpreter once more, to ask for the id of the row.
            raw.executemany("INSERT INTO event_batches (entries) VALUES (?)", ((_encode(rows),),))

    def _undo(self, raw: sqlite3.Connection, error: Exception) -> None:
        fault = judged(error)
        if isinstance(fault, SyncFailed):
            self._fatal = fault
        try:
            raw.rollback()
            self._relearn()
        except _ERRORS:
            self._connection = None  # the next commit begins with a new connection

    def _relearn(self) -> None:
        """Read from the tables what is in batches."""
        self._last.clear()
        rows = self.batches()
        self.unmoved = len(rows)
        for row in rows:
            self._last[row[0]] = row[1]

    def batches(self) -> list[EntryRow]:
        """All entries in batches, in the order of their commits."""
        _, raw = self._open()
        found = raw.execute("SELECT entries FROM event_batches ORDER BY id").fetchall()
        return [row for (entries,) in found for row in _decode(entries)]

    def batches_or_none(self) -> list[EntryRow] | None:
        """As `batches`, or None where the database cannot even be read."""
        try:
            return self.batches()
        except _ERRORS:
            return None

    def move(self) -> list[EntryRow]:
        """Move all batches to `events`, in one transaction. Returns what stays in a batch: the entries of matches whose
        pages are damaged."""
        _, raw = self._open()
        damaged: set[str] = set()
        try:
            raw.execute("BEGIN IMMEDIATE")
            rows = self.batches()
            ordered = sorted(rows, key=itemgetter(0, 1))  # neighbours share pages
            while (found := self._insert(raw, [row for row in ordered if row[0] not in damaged])) is not None:
                damaged.add(found)
                raw.rollback()  # SQLite refuses to write in a transaction that has met a damaged page
                raw.execute("BEGIN IMMEDIATE")
            kept = [row for row in rows if row[0] in damaged]
            if rows:
                raw.execute("DELETE FROM event_batches")
                self._insert_batch(raw, kept)
            raw.execute("COMMIT")
        except _ERRORS as error:
            self._undo(raw, error)
            raise judged(error) from error
        self.unmoved = 0
        self._last.clear()
        for row in kept:
            self._last[row[0]] = row[1]
        return kept

    @staticmethod
    def _insert(raw: sqlite3.Connection, rows: list[EntryRow]) -> str | None:
        """Insert rows into `events`; returns the match at which a damaged page was met."""
        reached = ""

        def each() -> Iterator[EntryRow]:
            nonlocal reached
            for row in rows:
                reached = row[0]
                yield row

        try:
            raw.executemany(_INSERT, each())
        except sqlite3.DatabaseError as error:
            if not reached or not isinstance(unreadable(error), DamagedLog):
                raise
            return reached
        return None

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()


def _sync_engine(url: URL) -> Engine:
    # Transactions begin where the code says so, not with the first INSERT.
    explicit = {"isolation_level": None}
    engine = create_engine(url.set(drivername="sqlite+pysqlite"), poolclass=NullPool, connect_args=explicit)
    event.listen(engine, "connect", _set_pragmas)
    return engine


def _set_pragmas(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def lengthen_wal(connection: Connection) -> None:
    """Extend the write-ahead log to its full length: pages that do not fit into the cache are written to it before the
    commit and stay as free space after a rollback. If that fails (disk full), the file grows on demand."""
    cache = connection.exec_driver_sql("PRAGMA cache_size").scalar_one()
    try:
        connection.exec_driver_sql("PRAGMA cache_size=10")
        connection.exec_driver_sql("BEGIN")
        connection.exec_driver_sql("CREATE TABLE filling (bytes BLOB)")
        connection.exec_driver_sql("INSERT INTO filling VALUES (zeroblob(?))", (WAL_BYTES,))
    except SQLAlchemyError:
        pass
    finally:
        connection.rollback()
        connection.exec_driver_sql(f"PRAGMA cache_size={cache}")
        connection.rollback()


def _lock_file_of(url: URL) -> "FileLock":
    if not url.database or url.database == ":memory:":
        raise BadStore("store.memory")
    path = Path(url.database)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return FileLock(path)
    except OSError as error:
        if (full := disk_full(error, str(path))) is not None:
            raise full from error
        raise BadStore("store.folder", path=path, reason=error.strerror) from error


_Identity = tuple[int, int]
"""Device and number of a file: the same for all of its names."""


class FileLock:
    """A lock on a database file, whatever name it is opened by, held while the process lives.

    A new file is made for its owner only: it will hold the seeds of running matches.
    """

    _held: ClassVar[set[_Identity]] = set()
    """Files that this process has locked. They must not even be opened again: closing them would release SQLite's own
    locks, which belong to the process."""

    def __init__(self, path: Path) -> None:
        if path.exists() and _identity(path.stat()) in self._held:
            raise _in_use(path)
        self._file: Final = _open_to_lock(path)
        try:
            _lock_file(self._file)
        except OSError as error:
            os.close(self._file)
            raise _in_use(path) from error
        self._identity: Final = _identity(path.stat())
        self._held.add(self._identity)

    def release(self) -> None:
        """Release the lock."""
        self._held.discard(self._identity)
        os.close(self._file)


def _identity(status: os.stat_result) -> _Identity:
    return status.st_dev, status.st_ino


def _in_use(path: Path) -> BadStore:
    return BadStore("store.file_in_use", name=path.name)


if sys.platform == "win32":
    import msvcrt

    def _open_to_lock(path: Path) -> int:
        # On Windows a lock would keep SQLite from reading that part of the file, so a separate file is locked.
        real = path.resolve()
        return os.open(real.with_name(real.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)

    def _lock_file(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _open_to_lock(path: Path) -> int:
        try:
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except PermissionError:  # read-only: opening it reports that
            return os.open(path, os.O_RDONLY | os.O_CLOEXEC)

    def _lock_file(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # of the file; SQLite's locks are of another kind
