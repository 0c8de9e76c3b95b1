"""Real stores: a SQLite file, and a PostgreSQL server from its wheel (or the one `DATABASE_URL` names)."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import URL, make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from tools.cluster.servers import Postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
        return
    server = Postgres()
    try:
        yield server.address
    finally:
        server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'store.db'}"
    server = make_url(request.getfixturevalue("postgres")).set(drivername="postgresql+asyncpg")
    own = server.set(database=f"paiju_test_{os.getpid()}")
    # One database for all tests of this process, emptied for each: making one takes longer than most tests.
    async with _connected(server) as connection:
        exists = text("SELECT 1 FROM pg_database WHERE datname = :name")
        if (await connection.execute(exists, {"name": own.database})).first() is None:
            await connection.execute(text(f"CREATE DATABASE {own.database}"))
    async with _connected(own) as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    return own.set(drivername="postgresql").render_as_string(hide_password=False)


@asynccontextmanager
async def _connected(url: URL) -> AsyncIterator[AsyncConnection]:
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            yield connection
    finally:
        await engine.dispose()
