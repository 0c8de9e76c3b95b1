"""The interface of a database: batch commits and reads for the log, transactions for everything else."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from mypy_extensions import mypyc_attr
from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine

from paiju.storage.append import Append
from paiju.storage.faults import StoreError
from paiju.storage.rows import EntryRow

T = TypeVar("T")

Answers = list[StoreError | None] | StoreError
"""One answer for each append of a batch (None: stored and synced), or the error that hit the whole batch."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Database:
    """An open database. `SqliteDatabase` and `PostgresDatabase` keep the same promises.

    Appends and reads of logs go to the driver directly, because they happen thousands of times a second. Everything
    else goes through SQLAlchemy: `engine` for reading, `write` for transactions.
    """

    def __init__(self, engine: AsyncEngine, url: URL) -> None:
        self.engine: Final = engine
        self.url: Final = url

    def commit(self, appends: Sequence[Append], done: Callable[[Answers], None]) -> None:
        """Store and sync a batch, then call `done` in the event loop. Each append is stored whole or not at all; one
        whose seq is taken is answered with `VersionConflict` and does not harm the others. One batch at a time."""
        raise NotImplementedError

    async def read(self, match: str, since: int, limit: int | None) -> list[EntryRow]:
        """Rows of a log with a seq above `since`, in order."""
        raise NotImplementedError

    async def read_several(self, since: Mapping[str, int]) -> list[EntryRow]:
        """Rows of several logs, each with a seq above the one given; those of a log in order."""
        found: list[EntryRow] = []
        for match, seq in since.items():
            found.extend(await self.read(match, seq, None))
        return found

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Do `work` in one transaction; it is committed and synced when this returns."""
        raise NotImplementedError

    async def migrate(self, work: Callable[[Connection], None]) -> None:
        """Do `work`, which may take long, in one transaction."""
        async with self.engine.begin() as connection:
            await connection.run_sync(work)

    async def settle(self) -> None:
        """Make everything that was committed visible to queries on the table `events`."""

    async def close(self) -> None:
        """Close all connections and release the locks."""
        raise NotImplementedError


def resolve(future: "asyncio.Future[T]", result: T | None, error: BaseException | None) -> None:
    """Complete a future unless it was cancelled."""
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)  # type: ignore[arg-type]  # None only where T allows it
