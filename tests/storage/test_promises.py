"""A database is written with synced commits, or not at all."""

from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from paiju.storage import postgresql, sqlite
from paiju.storage.faults import BadStore
from paiju.storage.opening import open_database

pytestmark = pytest.mark.anyio


def kept(connection: Connection) -> tuple[str, int]:
    journal = connection.execute(text("PRAGMA journal_mode")).scalar_one()
    return str(journal), int(connection.execute(text("PRAGMA synchronous")).scalar_one())


async def test_the_connection_that_writes_and_those_that_read_sync(tmp_path: Path) -> None:
    opened = await open_database(f"sqlite:///{tmp_path}/s.db")
    assert await opened.write(kept) == ("wal", 2)
    async with opened.engine.connect() as connection:
        assert await connection.run_sync(kept) == ("wal", 2)
    await opened.close()


@pytest.mark.parametrize("pragma", ["synchronous=NORMAL", "synchronous=OFF", "journal_mode=DELETE"])
async def test_a_store_that_does_not_sync_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pragma: str
) -> None:
    monkeypatch.setattr(sqlite, "_PRAGMAS", (*sqlite._PRAGMAS, pragma))
    with pytest.raises(BadStore, match="cannot be used safely"):
        await open_database(f"sqlite:///{tmp_path}/s.db")


async def test_a_postgresql_that_does_not_sync_is_refused(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(postgresql._SETTINGS, "synchronous_commit", "off")
    with pytest.raises(BadStore) as refused:
        await open_database(postgres)
    assert (refused.value.code, refused.value.params) == ("store.unsynced", {"sync": "off"})
