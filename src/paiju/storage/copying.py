"""Copies a whole database to an empty one: from the SQLite file of one server to the PostgreSQL of several."""

from typing import Final

from sqlalchemy import func, select

from paiju.storage.database import Database
from paiju.storage.faults import BadStore
from paiju.storage.opening import must_exist, open_database
from paiju.storage.schema import EVENTS, MATCHES, RESULTS, SEATS, SERVER_KEYS

_TABLES: Final = (EVENTS, MATCHES, SEATS, RESULTS, SERVER_KEYS)
_ROWS_AT_ONCE: Final = 1000


async def copy_database(source: str, target: str) -> int:
    """Copy logs, matches, results and keys; returns how many entries of logs there were.

    The target gets all of it in one transaction, or nothing. Raises `BadStore` if one of the two cannot be opened, for
    example because a server uses the SQLite file, or if the target is not empty.
    """
    must_exist(source)
    old = await open_database(source)
    try:
        new = await open_database(target)
        try:
            return await _copy(old, new)
        finally:
            await new.close()
    finally:
        await old.close()


async def _copy(old: Database, new: Database) -> int:
    entries = 0
    async with old.engine.connect() as reading, new.engine.begin() as writing:
        for table in _TABLES:
            if (await writing.execute(select(func.count()).select_from(table))).scalar_one():
                raise BadStore("store.not_empty", address=new.url.render_as_string(hide_password=True))
            found = await reading.stream(select(table))
            async for rows in found.mappings().partitions(_ROWS_AT_ONCE):
                await writing.execute(table.insert(), [dict(row) for row in rows])
                entries += len(rows) if table is EVENTS else 0
    return entries
