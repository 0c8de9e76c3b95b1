"""Opening a database: address, lock, durability checks, migrations."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, make_url, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from paiju.storage.database import Database
from paiju.storage.faults import BadStore, StoreError, disk_full
from paiju.storage.schema import VERSION, create_tables

MIGRATIONS: Final = Path(__file__).parent / "migrations"
_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
_MIGRATING: Final = 0x7061696A76
"""The advisory lock of the node that migrates the database."""
_FULL: Final = 2
"""What `PRAGMA synchronous` answers for FULL."""


async def open_database(address: str) -> Database:
    """Open, lock, check and migrate. Raises `BadStore` with one sentence when that is impossible."""
    url = full_address(address)
    must_be_ours(url)
    database = _connect(url)
    try:
        await database.write(lambda connection: _check_promises(connection, url))
        await database.migrate(migrate)
        await database.settle()
    except BadStore:
        await database.close()
        raise
    except (SQLAlchemyError, OSError, StoreError) as error:
        await database.close()
        full = disk_full(error, url.database or "") if url.get_backend_name() == "sqlite" else None
        if full is not None:
            raise full from error
        reason = (str(getattr(error, "orig", error)) or type(error).__name__).splitlines()[0]
        raise BadStore("store.unopened", address=url.render_as_string(hide_password=True), reason=reason) from error
    return database


def must_exist(address: str) -> None:
    """Raise `BadStore` if the file does not exist, for commands that must not create one."""
    url = full_address(address)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise BadStore("store.absent", path=url.database)


def must_be_ours(url: URL) -> None:
    """Raise `BadStore` for a SQLite file of another program: it is not even opened for writing."""
    file = Path(url.database or "")
    if url.get_backend_name() != "sqlite" or not file.is_file() or not file.stat().st_size:
        return
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error:
        return  # opening it later reports why
    if tables and "alembic_version" not in tables:
        raise BadStore("store.foreign", path=url.database)


def full_address(address: str) -> URL:
    """The address with the driver we use for it. Raises `BadStore`."""
    try:
        url = make_url(_one_host(address))
    except (SQLAlchemyError, ValueError) as error:
        raise BadStore("store.bad_address", address=address) from error
    backend = url.drivername.split("+")[0]
    if backend not in _DRIVERS:
        raise BadStore("store.bad_kind", kind=backend)
    return url.set(drivername=_DRIVERS[backend])


def _one_host(address: str) -> str:
    """An address with several hosts, `postgresql://user@one:5432,two/name`, in the form that SQLAlchemy reads:
    `postgresql://user@/name?host=one:5432&host=two`."""
    found = re.fullmatch(r"(\w+://(?:[^@/]*@)?)([^/?@]*,[^/?@]*)(/[^?]*)?(?:\?(.*))?", address)
    if found is None:
        return address
    start, hosts, name, query = found.groups()
    several = "&".join(f"host={host if re.search(r':[0-9]+$', host) else host + ':5432'}" for host in hosts.split(","))
    return f"{start}{name or '/'}?{several}{'&' + query if query else ''}"


def _connect(url: URL) -> Database:
    if url.get_backend_name() == "sqlite":
        from paiju.storage.sqlite import SqliteDatabase

        return SqliteDatabase(url)
    from paiju.storage.postgresql import PostgresDatabase

    return PostgresDatabase(url)


def _check_promises(connection: Connection, url: URL) -> None:
    """Read the settings back on the writing connection. Raises `BadStore` if commits would not be synced."""
    if url.get_backend_name() == "sqlite":
        journal = connection.execute(text("PRAGMA journal_mode")).scalar_one()
        sync = connection.execute(text("PRAGMA synchronous")).scalar_one()
        if journal != "wal" or sync != _FULL:
            raise BadStore("store.unsafe", path=url.database, journal=journal, sync=sync)
    else:
        sync = connection.execute(text("SHOW synchronous_commit")).scalar_one()
        if sync != "on":
            raise BadStore("store.unsynced", sync=sync)


async def synchronous_replicas(database: Database) -> str | None:
    """The replicas that PostgreSQL's commits wait for; "" without any, None for a database that has no such thing."""
    if database.url.get_backend_name() != "postgresql":
        return None
    async with database.engine.connect() as connection:
        return str((await connection.execute(text("SHOW synchronous_standby_names"))).scalar_one())


def migrate(connection: Connection) -> None:
    """Create the tables of a new database, migrate an older one. Raises `BadStore` for one of a newer version."""
    if connection.dialect.name == "postgresql":  # several nodes may start at once
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATING})
    known = sorted(path.stem[:4] for path in (MIGRATIONS / "versions").glob("[0-9]*.py"))
    current = None
    if inspect(connection).has_table(VERSION.name):
        current = connection.execute(select(VERSION.c.version_num)).scalar_one_or_none()
    if current == known[-1]:
        return
    if current is None:
        create_tables(connection)
        connection.execute(VERSION.insert().values(version_num=known[-1]))
    elif current not in known:
        raise BadStore("store.newer", revision=current)
    else:
        upgrade(connection)


def upgrade(connection: Connection) -> None:
    """Run all migrations that this database has not seen."""
    from alembic import command  # a fifth of the time to start, and only needed once per version
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
