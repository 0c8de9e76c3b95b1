"""Damage and outages: what can be read is read, what cannot is named, and the log of the server says when."""

import asyncio
import os
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import pytest
from sqlalchemy import Connection, make_url
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from paiju.server.history.check import check_store
from paiju.storage import postgresql
from paiju.storage.faults import BadStore, DamagedLog, StoreAway, StoreError, VersionConflict
from paiju.storage.log import Append, EventLog
from paiju.storage.opening import open_database
from tests.server.compiled import replaces_internals
from tests.server.serving import Client, http_client, seat_of, serving
from tests.storage.test_log import entry

pytestmark = pytest.mark.anyio
T = TypeVar("T")


def damage(file: Path, match: str) -> bytes:
    """Overwrite the pages of the table `events` that hold this match; returns what was on them."""
    with closing(sqlite3.connect(file)) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        others = {connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()[0]}
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(file.read_bytes())
    lost = b""
    for page in range(1, len(data) // size):
        part = data[page * size : (page + 1) * size]
        if part[0] == 10 and part.count(match.encode()) > 3 and page + 1 not in others:  # a leaf of such an index
            data[page * size : page * size + 8] = b"\xff" * 8
            lost += part
    assert lost
    file.write_bytes(data)
    return lost


async def test_a_match_on_a_damaged_page_is_put_aside_and_all_others_go_on(tmp_path: Path) -> None:
    file = tmp_path / "server.db"
    async with serving(tmp_path, open_rooms=0) as server, Client(server.base) as client:
        seats = [await seat_of(client) for _ in range(8)]
    # Matches lie in the order of their ids, and reading one also touches the pages before and after its own:
    # the two ends of the order have pages between them.
    bad, *_, good = sorted(seats, key=lambda seat: seat.match)
    assert good.match.encode() not in damage(file, bad.match)
    with capture_logs() as logs:
        async with serving(tmp_path, open_rooms=0) as server, http_client(server.base) as http:
            answers = [await http.get(f"/api/v1/rooms/{bad.room}/view", headers=bearer(bad.secret)) for _ in range(2)]
            assert [answer.status_code for answer in answers] in ([503, 404], [404, 404])
            assert (await http.get(f"/api/v1/rooms/{good.room}/view", headers=bearer(good.secret))).status_code == 200
            server.service.log.fresh_seconds = 0.0  # really tried out, whatever was just written
            assert (await http.get("/readyz")).status_code == 200
    aside = [line for line in logs if line["event"] == "match put aside"]
    assert (bad.match, "error") in [(line["match"], line["log_level"]) for line in aside]
    assert good.match not in [line["match"] for line in aside]
    said: list[str] = []
    assert await check_store(f"sqlite:///{file}", said.append) == 1
    assert [line for line in said if line.startswith(bad.match)] == [f"{bad.match}: cannot be read: SQLITE_CORRUPT"]
    assert not [line for line in said if line.startswith(good.match)]
    assert said[-1].startswith("8 matches")


@pytest.mark.parametrize(("in_a_batch", "answer"), [(True, VersionConflict), (False, DamagedLog)])
async def test_after_a_crash_a_damaged_page_keeps_back_its_match_alone(
    tmp_path: Path, in_a_batch: bool, answer: type[StoreError]
) -> None:
    """The last commits before a crash lie in batches, and the next start moves them to the table of all events."""
    file, copy = tmp_path / "store.db", tmp_path / "copy.db"
    matches = [f"match-{number}" for number in range(8)]
    bad, *others = matches
    good = others[-1]
    database = await open_database(f"sqlite:///{file}")
    log = EventLog(database)
    for match in matches:
        await log.append(Append(match, [entry(seq, data="x" * 200) for seq in range(40)]))
    await database.settle()
    for match in matches if in_a_batch else others:
        await log.append(Append(match, [entry(40)]))
    for ending in ("", "-wal"):  # what a crash would leave
        shutil.copy(f"{file}{ending}", f"{copy}{ending}")
    await log.close()
    await database.close()
    assert good.encode() not in damage(copy, bad)

    for newest in (40, 41):  # what is kept back survives the next start, too
        database = await open_database(f"sqlite:///{copy}")
        log = EventLog(database)
        assert [stored.seq for stored in await log.read(good)] == list(range(newest + 1))
        with pytest.raises(DamagedLog):
            await log.read(bad)
        appends = [Append(good, [entry(newest + 1)]), Append(bad, [entry(40)]), Append(good, [entry(newest)])]
        answers = await asyncio.gather(*(log.append(append) for append in appends), return_exceptions=True)
        assert [type(found) for found in answers] == [type(None), answer, VersionConflict]
        await log.close()
        await database.close()


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


async def test_the_log_says_when_the_store_goes_and_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, open_rooms=0) as server, http_client(server.base) as http:
        server.service.log.fresh_seconds = 0.0
        database = server.service.log.database
        write = database.write
        asked = 0

        async def read_only(_work: Callable[[Connection], Any]) -> Any:
            nonlocal asked
            asked += 1
            raise OperationalError("INSERT", {}, sqlite3.OperationalError("attempt to write a readonly database"))

        with capture_logs() as logs:
            assert (await http.get("/readyz")).status_code == 200
            monkeypatch.setattr(database, "write", read_only)
            assert [(await http.get("/readyz")).status_code for _ in range(3)] == [503] * 3
            monkeypatch.setattr(database, "write", write)
            assert [(await http.get("/readyz")).status_code for _ in range(2)] == [200] * 2
        assert asked == 3
        store = [(line["event"], line["log_level"]) for line in logs if "the store" in line["event"]]
        assert store == [("the store cannot be written", "error"), ("the store can be written again", "info")]


async def test_readiness_writes_no_more_often_than_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path, open_rooms=0) as server, http_client(server.base) as http:
        server.service.log.fresh_seconds = 1e9
        await http.get("/readyz")
        database = server.service.log.database

        async def never(_work: Callable[[Connection], Any]) -> Any:
            raise AssertionError("the store was just written")

        with monkeypatch.context() as patch:
            patch.setattr(database, "write", never)
            assert [(await http.get("/readyz")).status_code for _ in range(20)] == [200] * 20


@replaces_internals
async def test_a_store_that_cannot_be_written_is_noted_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(_log: EventLog) -> bool:
        _log._note(StoreAway("SQLITE_FULL"))
        return False

    monkeypatch.setattr(EventLog, "probe", full)
    with capture_logs() as logs:
        async with serving(tmp_path, open_rooms=0) as server, http_client(server.base) as http:
            assert (await http.get("/readyz")).status_code == 503
    assert [line["reason"] for line in logs if line["event"] == "the store cannot be written"] == ["SQLITE_FULL"]


@asynccontextmanager
async def freezing(server: str) -> AsyncIterator[tuple[str, asyncio.Event]]:
    """A way to a PostgreSQL server that can hang: nothing gets through while the event is cleared."""
    folder = Path(tempfile.mkdtemp(prefix="paiju-hang-"))  # the way to a socket must be short
    real = Path(str(make_url(server).query["host"])) / ".s.PGSQL.5432"
    flows = asyncio.Event()
    flows.set()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await flows.wait()
                writer.write(data)
                await writer.drain()
        writer.close()

    async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_unix_connection(real)
        await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))

    listener = await asyncio.start_unix_server(join, folder / ".s.PGSQL.5432")
    try:
        yield str(make_url(server).update_query_dict({"host": str(folder)})), flows
    finally:
        flows.set()
        listener.close()
        shutil.rmtree(folder)


async def _in_the_end(ask: Callable[[], Awaitable[T]]) -> T:
    """The answer of a store that works, though a busy machine may need longer than the store is given."""
    while True:
        try:
            return await ask()
        except (StoreAway, BadStore):
            await asyncio.sleep(0.05)


async def test_a_postgresql_that_hangs_is_given_up(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "_ANSWER_SECONDS", 0.3)
    monkeypatch.setattr(postgresql, "_CONNECT_SECONDS", 0.5)
    async with freezing(postgres) as (address, flows):
        async with asyncio.timeout(120):
            database = await _in_the_end(lambda: open_database(address))
            log = EventLog(database)
            match = os.urandom(6).hex()
            with suppress(VersionConflict):  # it was written, and the answer came too late
                await _in_the_end(lambda: log.append(Append(match, [entry(0)])))
        flows.clear()
        async with asyncio.timeout(120):
            with pytest.raises(StoreAway):
                await log.append(Append(match, [entry(1)]))
            assert not await log.probe()
            with pytest.raises(StoreAway):
                await log.read(match)
        flows.set()
        async with asyncio.timeout(120):
            while not await log.probe():
                await asyncio.sleep(0.05)
            seq = (await _in_the_end(lambda: log.read(match)))[-1].seq
            with suppress(VersionConflict):
                await _in_the_end(lambda: log.append(Append(match, [entry(seq + 1)])))
            assert (await _in_the_end(lambda: log.read(match)))[-1].seq == seq + 1
        await log.close()
        await database.close()


@pytest.mark.parametrize("fault", [TimeoutError(), asyncpg.InternalClientError("unexpected")], ids=["late", "unknown"])
async def test_a_commit_whose_statement_cannot_be_prepared_is_answered_and_so_is_the_next(
    postgres: str, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    prepare = asyncpg.Connection.prepare
    faults = [fault]

    async def late(connection: Any, query: str, **named: Any) -> Any:
        if faults and query.startswith("INSERT INTO events"):
            raise faults.pop()
        return await prepare(connection, query, **named)

    monkeypatch.setattr(asyncpg.Connection, "prepare", late)
    database = await open_database(postgres)
    log = EventLog(database)
    match = f"prepared-{type(fault).__name__}"
    async with asyncio.timeout(60):
        with pytest.raises(StoreAway):
            await log.append(Append(match, [entry(0)]))
        await log.append(Append(match, [entry(0)]))
        assert [stored.seq for stored in await log.read(match)] == [0]
        await log.close()
    await database.close()
