"""Opening a database: address, lock, pragmas, migrations. A store that cannot keep its promises is not opened."""

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, Final, TypeVar

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, inspect, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from paiju.storage.faults import BadStore

T = TypeVar("T")

_MIGRATIONS: Final = Path(__file__).parent / "migrations"
_PRAGMAS: Final = (
    "page_size=1024",  # only of a new file: every match has its own page, and a commit writes whole pages
    "journal_mode=WAL",
    "synchronous=FULL",
    "busy_timeout=5000",
    "wal_autocheckpoint=8000",  # pages: one page takes many entries before it is copied into the database
    "journal_size_limit=67108864",
)
_JOURNAL_BYTES: Final = 8_000_000
"""So long the journal is from the start: a sync of a file that grows must also sync its new length."""
_FULL: Final = 2
"""What `PRAGMA synchronous` answers for FULL."""


class Database:
    """An open database. `close` gives the lock back.

    Everything is read through the pool of `engine`. Writing goes through `write`: PostgreSQL uses that pool too,
    SQLite one connection in a thread of its own, because every step through the asynchronous driver is a change of
    threads there, and a commit of a few rows would consist of little else.
    """

    def __init__(self, engine: AsyncEngine, url: URL, lock: "FileLock | None") -> None:
        self.engine: Final = engine
        self._lock: Final = lock
        self._thread: Final = ThreadPoolExecutor(1, thread_name_prefix="log") if lock is not None else None
        self._writer: Final = _sync_engine(url) if lock is not None else None
        self._connection: Connection | None = None

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do `work` in one transaction; it is committed and synced when this returns."""
        if self._thread is None:
            async with self.engine.begin() as connection:
                return await connection.run_sync(work)
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, work)

    def _write(self, work: Callable[[Connection], T]) -> T:
        if self._writer is None:
            raise BadStore("The database is closed.")
        if self._connection is None or self._connection.closed:
            self._connection = self._writer.connect()
            _lengthen_journal(self._connection)
        with self._connection.begin():
            return work(self._connection)

    async def close(self) -> None:
        """Close all connections, then the lock."""
        if self._thread is not None and self._writer is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._close_writer)
            self._thread.shutdown()
        await self.engine.dispose()
        if self._lock is not None:
            self._lock.release()

    def _close_writer(self) -> None:
        if self._connection is not None:
            self._connection.close()
        if self._writer is not None:
            self._writer.dispose()


async def open_database(address: str) -> Database:
    """Open, lock, check and migrate. Raises `BadStore` with one sentence when that is impossible."""
    url = _full_address(address)
    lock = None
    if url.get_backend_name() == "sqlite":
        lock = _prepare_file(url)
    engine = _engine(url)
    database = Database(engine, url, lock)
    try:
        await database.write(lambda connection: _check_promises(connection, url))
        async with engine.begin() as connection:
            await connection.run_sync(migrate)
    except BadStore:
        await database.close()
        raise
    except (SQLAlchemyError, OSError) as error:
        await database.close()
        reason = str(getattr(error, "orig", error)).splitlines()[0]
        raise BadStore(f"The database {url.render_as_string(hide_password=True)} cannot be opened: {reason}") from error
    return database


def must_exist(address: str) -> None:
    """Raise `BadStore` for a file that is not there: whoever wants to look at a store does not want a new one."""
    url = _full_address(address)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise BadStore(f"There is no database {url.database}.")


def _full_address(address: str) -> URL:
    try:
        url = make_url(address)
    except SQLAlchemyError as error:
        raise BadStore(f"{address!r} is not a database address, try sqlite:///paiju.db") from error
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    backend = url.drivername.split("+")[0]
    if backend not in drivers:
        raise BadStore(f"Databases of kind {backend!r} are not supported; use sqlite:///… or postgresql://…")
    return url.set(drivername=drivers[backend])


def _prepare_file(url: URL) -> "FileLock":
    if not url.database or url.database == ":memory:":
        raise BadStore("The database must be a file; memory loses everything.")
    path = Path(url.database)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return FileLock(path.with_name(path.name + ".lock"))
    except OSError as error:
        raise BadStore(f"The folder of {path} cannot be written: {error.strerror}") from error


def _engine(url: URL) -> AsyncEngine:
    if url.get_backend_name() == "sqlite":
        engine = create_async_engine(url, pool_size=4, max_overflow=0)
        event.listen(engine.sync_engine, "connect", _set_pragmas)
        return engine
    settings = {"synchronous_commit": "on", "timezone": "UTC"}
    arguments = {"server_settings": settings, "timeout": 5}
    return create_async_engine(url, pool_size=5, max_overflow=5, connect_args=arguments)


def _sync_engine(url: URL) -> Engine:
    engine = create_engine(url.set(drivername="sqlite+pysqlite"), poolclass=NullPool)
    event.listen(engine, "connect", _set_pragmas)
    return engine


def _set_pragmas(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _lengthen_journal(connection: Connection) -> None:
    """What does not fit into the cache goes to the journal before it is committed, and stays there as free space when
    it is taken back. Where that is impossible (a full disk) the journal grows as it is needed."""
    cache = connection.exec_driver_sql("PRAGMA cache_size").scalar_one()
    try:
        connection.exec_driver_sql("PRAGMA cache_size=10")
        connection.exec_driver_sql("BEGIN")  # the driver would begin only at the INSERT
        connection.exec_driver_sql("CREATE TABLE filling (bytes BLOB)")
        connection.exec_driver_sql("INSERT INTO filling VALUES (zeroblob(?))", (_JOURNAL_BYTES,))
    except SQLAlchemyError:
        pass
    finally:
        connection.rollback()
        connection.exec_driver_sql(f"PRAGMA cache_size={cache}")
        connection.rollback()


def _check_promises(connection: Connection, url: URL) -> None:
    """Read back what was set, on the connection that writes: a store that does not sync is refused."""
    if url.get_backend_name() == "sqlite":
        journal = connection.execute(text("PRAGMA journal_mode")).scalar_one()
        sync = connection.execute(text("PRAGMA synchronous")).scalar_one()
        if journal != "wal" or sync != _FULL:
            raise BadStore(f"{url.database} cannot be used safely: journal {journal}, synchronous {sync}.")
    else:
        sync = connection.execute(text("SHOW synchronous_commit")).scalar_one()
        if sync != "on":
            raise BadStore(f"PostgreSQL does not commit synchronously (synchronous_commit is {sync}).")


def migrate(connection: Connection) -> None:
    """Bring an older database up to date. A newer one is refused."""
    known = sorted(path.stem[:4] for path in (_MIGRATIONS / "versions").glob("[0-9]*.py"))
    current = None
    if inspect(connection).has_table("alembic_version"):
        current = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    if current == known[-1]:
        return
    if current is not None and current not in known:
        raise BadStore(f"The database was written by a newer version of paiju (revision {current}); update paiju.")
    from alembic import command  # a fifth of the time to start, and only needed once per version
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


class FileLock:
    """Held as long as the process lives: a second server on the same file would be a second truth."""

    def __init__(self, path: Path) -> None:
        self._file: IO[bytes] = path.open("ab")
        try:
            _lock_file(self._file)
        except OSError as error:
            self._file.close()
            database = path.name.removesuffix(".lock")
            raise BadStore(f"{database} is in use by another paiju server.") from error

    def release(self) -> None:
        """Let others have it."""
        self._file.close()


if sys.platform == "win32":
    import msvcrt

    def _lock_file(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock_file(file: IO[bytes]) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
