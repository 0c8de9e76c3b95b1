"""From the SQLite file of one server to the PostgreSQL of several."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select

from paiju.cli import main
from paiju.storage.copying import copy_database
from paiju.storage.faults import BadStore
from paiju.storage.keys import server_key
from paiju.storage.log import Append, Entry, EventLog
from paiju.storage.opening import open_database
from paiju.storage.schema import EVENT_BATCHES, MATCHES, METADATA, NODES, RESULTS, SEATS

pytestmark = pytest.mark.anyio


async def fill(address: str) -> None:
    database = await open_database(address)
    log = EventLog(database)
    for match in ("m", "n"):
        row = {"match": match, "room": match * 4, "game": "uno", "rulebook": "official", "mode": "casual"}
        row |= {"dialect": "native", "status": "waiting"}
        seat = {"match": match, "seat": 0, "address": "a", "label": ""}
        result = {"match": match, "seat": 0, "game": "uno", "mode": "casual", "finished_at": 2, "player": "p"}
        result |= {"name": "名字", "bot": "", "placement": 1, "score": 20}
        entries = [Entry(seq, 1, -3, '{"n":"名"}', f"0:{seq}", 1) for seq in range(1200)]
        statements = [MATCHES.insert().values(**row, created_at=1), SEATS.insert().values(**seat)]
        await log.append(Append(match, entries, [*statements, RESULTS.insert().values(**result)]))
    await server_key(database, "names")
    await log.close()
    await database.close()


async def rows(address: str) -> dict[str, list[Any]]:
    """Everything that is in a database."""
    database = await open_database(address)

    def work(connection: Connection) -> dict[str, list[Any]]:
        tables = [table for table in METADATA.sorted_tables if table not in (NODES, EVENT_BATCHES)]
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in tables
        }

    try:
        async with database.engine.connect() as connection:
            return await connection.run_sync(work)
    finally:
        await database.close()


@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
async def test_everything_is_copied_to_an_empty_database_and_to_no_other(address: str, tmp_path: Path) -> None:
    source = f"sqlite:///{tmp_path / 'one.db'}"
    await fill(source)
    assert await copy_database(source, address) == 2400
    copied = await rows(address)
    assert copied == await rows(source)
    assert all(copied.values())
    with pytest.raises(BadStore, match="not empty"):
        await copy_database(source, address)
    assert await rows(address) == copied


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
async def test_paiju_serve_copies_a_store(address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = f"sqlite:///{tmp_path / 'one.db'}"
    await fill(source)
    words = ["serve", "--database", source, "--copy-to", address, "--lang", "en"]
    assert await asyncio.to_thread(main, words) == 0
    assert capsys.readouterr().out == "2400 log entries copied.\n"
