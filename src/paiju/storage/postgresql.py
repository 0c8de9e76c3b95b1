"""PostgreSQL: entries are written and read with asyncpg, everything else with SQLAlchemy."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

import asyncpg
from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from paiju.storage.append import Append
from paiju.storage.database import Answers, Database
from paiju.storage.faults import StoreError, VersionConflict, judged
from paiju.storage.rows import EntryRow

T = TypeVar("T")

_SETTINGS: Final = {
    "synchronous_commit": "on",
    "timezone": "UTC",
    "idle_in_transaction_session_timeout": "5000",  # a node that lost its network must not block a seq for others
    "lock_timeout": "4000",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
_LOG_SETTINGS: Final = {**_SETTINGS, "plan_cache_mode": "force_generic_plan", "enable_seqscan": "off", "jit": "off"}
"""Each statement of the log has one good plan, by the primary key, also while the table is small: it is made once."""
_CONNECT_SECONDS: Final = 5
_ANSWER_SECONDS: Final = 4
"""A connection that does not answer for this long is given up; the outcome of its commit is looked up later."""
_INSERT: Final = (
    "INSERT INTO events (match, seq, at, actor, version, data, action_key) VALUES ($1, $2, $3, $4, $5, $6, $7)"
)
_SELECT: Final = (
    "SELECT match, seq, at, actor, version, data, action_key FROM events "
    "WHERE match = $1 AND seq > $2 ORDER BY seq LIMIT $3"
)
_SELECT_SEVERAL: Final = (
    "SELECT e.match, e.seq, e.at, e.actor, e.version, e.data, e.action_key "
    "FROM unnest($1::text[], $2::int[]) AS known (match, seq) CROSS JOIN LATERAL ("
    "SELECT * FROM events WHERE events.match = known.match AND events.seq > known.seq ORDER BY events.seq LIMIT 100000"
    ") AS e"
)
"""The limit is never reached. Without it PostgreSQL prefers to read the whole table: it expects a third of each log."""
ERRORS: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, SQLAlchemyError, OSError, TimeoutError, StoreError)


async def _keep(_connection: object) -> None:
    """Leave a connection as it is."""


def connect_arguments(url: URL) -> dict[str, Any]:
    """What asyncpg needs to connect to this address. Of several hosts, the one that can be written to."""
    _, named = url.get_dialect()().create_connect_args(url)
    if isinstance(url.query.get("host"), tuple):
        named["target_session_attrs"] = "read-write"
    return dict(named)


class PostgresDatabase(Database):
    """A PostgreSQL database. The primary key (match, seq) detects conflicts, also between processes."""

    def __init__(self, url: URL) -> None:
        patience = {"timeout": _CONNECT_SECONDS, "command_timeout": _ANSWER_SECONDS}
        arguments = {**connect_arguments(url), **patience, "server_settings": _SETTINGS}
        super().__init__(create_async_engine(url, pool_size=5, max_overflow=5, connect_args=arguments), url)
        self._connect: Final[dict[str, Any]] = {**arguments, "server_settings": _LOG_SETTINGS}
        self._pool: asyncpg.Pool[Any] | None = None
        self._opening: Final = asyncio.Lock()
        self._writer: asyncpg.Connection[Any] | None = None
        """The connection of ordinary commits: taking one out of the pool for each costs as much again as the commit."""
        self._insert: asyncpg.prepared_stmt.PreparedStatement[Any]
        """Prepared in `_writer`, if there is one."""
        self._writing: Final = asyncio.Lock()
        self._tasks: Final[set[asyncio.Task[None]]] = set()

    async def _connections(self) -> "asyncpg.Pool[Any]":
        async with self._opening:
            if self._pool is None:
                # Only our own statements run there: nothing has to be reset, which would be a round trip after each.
                self._pool = await asyncpg.create_pool(min_size=0, max_size=5, reset=_keep, **self._connect)
        return self._pool

    def commit(self, appends: Sequence[Append], done: Callable[[Answers], None]) -> None:
        task = asyncio.get_running_loop().create_task(self._commit(appends, done))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _commit(self, appends: Sequence[Append], done: Callable[[Answers], None]) -> None:
        answers: Answers
        try:
            answers = await self._answers(appends)
        except Exception as error:  # whatever it is: no other commit begins before this one is answered
            answers = judged(error)
        done(answers)

    async def _answers(self, appends: Sequence[Append]) -> list[StoreError | None]:
        try:
            await self._store(appends)
        except (asyncpg.UniqueViolationError, IntegrityError):
            if len(appends) == 1:
                return [VersionConflict()]
            answers: list[StoreError | None] = []
            for what in appends:  # one append is at fault: retry each alone
                answers.extend(await self._answers([what]))
            return answers
        return [None] * len(appends)

    async def _store(self, appends: Sequence[Append]) -> None:
        rows = [row for what in appends for row in what.rows]
        statements = [statement for what in appends for statement in what.also]
        if not statements:
            async with self._writing:
                await self._write_rows(rows)
            return
        async with self.engine.begin() as transaction:
            raw = (await transaction.get_raw_connection()).driver_connection
            assert isinstance(raw, asyncpg.Connection)
            await transaction.exec_driver_sql("SELECT 1")  # SQLAlchemy begins its transaction at the first statement
            await raw.executemany(_INSERT, rows)
            for statement in statements:
                await transaction.execute(statement)

    async def _write_rows(self, rows: Sequence[Any]) -> None:
        writer = self._writer
        if writer is None or writer.is_closed():
            writer = self._writer = await self._new_writer()
        try:
            await self._insert.executemany(rows)  # asyncpg: all of them or none
        except asyncpg.UniqueViolationError:
            raise
        except BaseException:  # it may hang, or lead to a server that cannot be written to any more
            writer.terminate()
            raise

    async def _new_writer(self) -> "asyncpg.Connection[Any]":
        writer = await asyncpg.connect(**self._connect)
        try:
            self._insert = await writer.prepare(_INSERT)
        except BaseException:
            writer.terminate()
            raise
        return writer

    async def read(self, match: str, since: int, limit: int | None) -> list[EntryRow]:
        async with (await self._connections()).acquire() as connection:
            found: list[EntryRow] = [tuple(row) for row in await connection.fetch(_SELECT, match, since, limit)]
        return found

    async def read_several(self, since: Mapping[str, int]) -> list[EntryRow]:
        async with (await self._connections()).acquire() as connection:
            rows = await connection.fetch(_SELECT_SEVERAL, list(since), list(since.values()))
        return [tuple(row) for row in rows]

    async def write(self, work: Callable[[Connection], T]) -> T:
        async with self.engine.begin() as connection:
            return await connection.run_sync(work)

    async def migrate(self, work: Callable[[Connection], None]) -> None:
        engine = create_async_engine(self.url, poolclass=NullPool)  # a migration may take its time
        async with engine.begin() as connection:
            await connection.run_sync(work)

    async def close(self) -> None:
        if self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._writer is not None:
            with suppress(*ERRORS):
                await self._writer.close(timeout=_ANSWER_SECONDS)
        if self._pool is not None:
            await self._pool.close()
        await self.engine.dispose()
