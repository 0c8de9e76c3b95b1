"""The table of nodes on a real PostgreSQL: who is alive, who holds a match, who keeps house."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from structlog.testing import capture_logs

from paiju.server import run
from paiju.server.clock import Clock
from paiju.server.cluster.registry import Registry
from paiju.storage.database import Database
from paiju.storage.log import EventLog
from paiju.storage.opening import _MIGRATING, open_database
from paiju.storage.postgresql import ERRORS
from paiju.storage.rows import VERSION

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("address", ["postgresql"], indirect=True)]


@asynccontextmanager
async def two_nodes(address: str) -> AsyncIterator[tuple[Database, Registry, Registry]]:
    """Two nodes that have just shown that they are alive, and a match that nobody holds."""
    database = await open_database(address)
    first, second = (Registry(database, name, "", Clock()) for name in ("first", "second"))
    try:
        await first.beat()
        await second.beat()
        await change(
            database,
            "INSERT INTO matches (match, room, game, rulebook, mode, dialect, status, created_at) "
            "VALUES ('m1', 'ROOM', 'uno', 'official', 'casual', 'native', 'playing', 1)",
        )
        yield database, first, second
    finally:
        for registry in (first, second):
            await registry.stop_keeping_house()
        await database.close()


async def change(database: Database, statement: str) -> None:
    async with database.engine.begin() as connection:
        await connection.execute(text(statement))


async def dies(database: Database, node: str) -> None:
    """Its last beat was six seconds ago."""
    await change(database, f"UPDATE nodes SET beat = beat - 6000 WHERE id = '{node}'")


async def test_a_node_without_beats_for_five_seconds_is_dead(address: str) -> None:
    async with two_nodes(address) as (database, first, _second):
        assert (await first.beat()).nodes == {"first", "second"}
        await dies(database, "second")
        assert (await first.beat()).nodes == {"first"}


async def test_entries_are_written_so_that_the_oldest_node_alive_can_read_them(address: str) -> None:
    async with two_nodes(address) as (database, first, _second):
        await change(database, f"UPDATE nodes SET entry_version = {VERSION - 1} WHERE id = 'second'")
        assert (await first.beat()).entry_version == VERSION - 1
        await dies(database, "second")
        assert (await first.beat()).entry_version == VERSION


async def test_a_match_has_one_holder_until_that_node_is_dead_or_leaves(address: str) -> None:
    async with two_nodes(address) as (database, first, second):
        assert await first.take("m1")
        assert not await second.take("m1")
        assert await second.take_free(10) == []
        await dies(database, "first")
        assert await second.take_free(10) == ["m1"]
        await first.beat()
        assert not await first.take("m1"), "it was paused: the match is another node's now"
        assert (await second.own(), await first.own()) == (["m1"], [])
        await second.leave()
        assert await first.take("m1")
        async with database.engine.connect() as connection:
            assert (await connection.execute(text("SELECT epoch FROM matches"))).scalar_one() == 3


async def test_one_node_keeps_house_until_it_stops(address: str) -> None:
    async with two_nodes(address) as (_database, first, second):
        assert await first.keeps_house()
        assert not await second.keeps_house()
        assert await first.keeps_house()
        await first.stop_keeping_house()
        assert await second.keeps_house()
        assert not await first.keeps_house()


async def test_a_node_whose_connection_is_lost_does_not_keep_house_until_it_tries_again(address: str) -> None:
    async with two_nodes(address) as (database, first, second):
        assert await first.keeps_house()
        query = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
        async with database.engine.connect() as connection:
            await connection.execute(text(query))
        with pytest.raises(ERRORS):
            await first.keeps_house()
        assert await second.keeps_house()
        assert not await first.keeps_house()


async def test_two_live_rooms_cannot_have_one_code(address: str) -> None:
    again = (
        "INSERT INTO matches (match, room, game, rulebook, mode, dialect, status, created_at) "
        "VALUES ('m2', 'ROOM', 'uno', 'official', 'casual', 'native', 'waiting', 2)"
    )
    async with two_nodes(address) as (database, *_):
        with pytest.raises(IntegrityError):
            await change(database, again)
        await change(database, "UPDATE matches SET status = 'closed' WHERE match = 'm1'")
        await change(database, again)


async def test_a_node_waits_while_another_one_migrates(address: str) -> None:
    waits = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
    database = await open_database(address)
    try:
        async with database.engine.connect() as looking, asyncio.timeout(60):
            async with database.engine.begin() as migrating:
                await migrating.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATING})
                opening = asyncio.create_task(open_database(address))
                while not opening.done() and not (await looking.execute(waits)).scalar_one():
                    await asyncio.sleep(0.01)
                assert not opening.done()
            await (await opening).close()
    finally:
        await database.close()


async def test_the_log_says_whether_there_is_a_synchronous_replica(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def named(_database: Database) -> str:
        return "second"

    database = await open_database(address)
    try:
        with capture_logs() as logs:
            await run.tell_of_replica(EventLog(database))
            monkeypatch.setattr(run, "synchronous_replicas", named)
            await run.tell_of_replica(EventLog(database))
    finally:
        await database.close()
    assert [line["event"].split(":")[0] for line in logs] == [
        "PostgreSQL has no synchronous replica",
        "PostgreSQL has a synchronous replica",
    ]
