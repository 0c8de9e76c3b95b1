"""One class for both stores: what the log promises, SQLite files and PostgreSQL keep alike."""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from paiju.storage import postgresql, sqlite
from paiju.storage.database import Answers
from paiju.storage.faults import BadStore, Repeated, StoreAway, SyncFailed, VersionConflict
from paiju.storage.keys import server_key
from paiju.storage.log import Append, Entry, EventLog
from paiju.storage.opening import MIGRATIONS, full_address, open_database, upgrade
from paiju.storage.schema import EVENTS, MATCHES, METADATA, VERSION
from paiju.storage.sqlite import WAL_BYTES, lengthen_wal

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[EventLog]:
    database = await open_database(address)
    log = EventLog(database)
    try:
        yield log
    finally:
        await log.close()
        await database.close()


def entry(seq: int, data: str = "{}", key: str | None = None, at: int = 1) -> Entry:
    return Entry(seq, at, 0, data, key)


class TestLog:
    async def test_what_was_appended_is_read_back_in_order(self, address: str) -> None:
        async with opened(address) as log:
            await log.append(Append("m", [entry(0, '{"n":0}'), entry(1, '{"n":1}')]))
            await log.append(Append("m", [entry(2, '{"n":2}', "0:a")]))
            assert [(e.seq, e.data, e.key) for e in await log.read("m", since=0)] == [
                (1, '{"n":1}', None),
                (2, '{"n":2}', "0:a"),
            ]

    async def test_it_is_still_there_after_closing(self, address: str) -> None:
        async with opened(address) as log:
            await log.append(Append("m", [entry(0, '{"name":"名\\u0000字"}')]))
        async with opened(address) as log:
            assert [e.data for e in await log.read("m")] == ['{"name":"名\\u0000字"}']

    async def test_two_writers_cannot_both_be_number_one(self, address: str) -> None:
        async with opened(address) as log:
            await log.append(Append("m", [entry(0)]))
            first, second = Append("m", [entry(1, '{"a":1}')]), Append("m", [entry(1, '{"b":2}')])
            answers = await asyncio.gather(log.append(first), log.append(second), return_exceptions=True)
            assert [type(a) for a in answers] == [type(None), VersionConflict]
            assert [e.data for e in await log.read("m", since=0)] == ['{"a":1}']

    async def test_a_repeated_action_id_names_the_first_place_and_adds_nothing(self, address: str) -> None:
        async with opened(address) as log:
            await log.append(Append("m", [entry(0, key="0:x")]))
            with pytest.raises(Repeated) as repeated:  # by a writer that has not seen it, so at a seq that is taken
                await log.append(Append("m", [entry(0, key="0:x")]))
            assert repeated.value.seq == 0
            assert len(await log.read("m")) == 1

    async def test_the_same_action_id_of_another_match_is_another_action(self, address: str) -> None:
        async with opened(address) as log:
            await log.append(Append("m", [entry(0, key="0:x")]))
            await log.append(Append("n", [entry(0, key="0:x")]))
            assert await log.find("n", "0:x") == 0

    async def test_an_append_is_all_or_nothing_over_two_matches(self, address: str) -> None:
        async with opened(address) as log:
            await log.append(Append("old", [entry(0)]))
            both = Append("new", [entry(0)]).add("old", [entry(0)])
            with pytest.raises(VersionConflict):
                await log.append(both)
            assert await log.read("new") == []

    async def test_one_bad_append_does_not_harm_those_gathered_with_it(self, address: str) -> None:
        async with opened(address) as log:
            await log.append(Append("m", [entry(0)]))
            many = [Append(f"k{n}", [entry(0)]) for n in range(20)]
            many.insert(7, Append("m", [entry(0)]))
            answers = await asyncio.gather(*(log.append(one) for one in many), return_exceptions=True)
            assert [n for n, answer in enumerate(answers) if answer is not None] == [7]
            assert isinstance(answers[7], VersionConflict)

    async def test_waiting_appends_are_gathered_into_few_commits(self, address: str) -> None:
        async with opened(address) as log:
            await asyncio.gather(*(log.append(Append(f"m{n}", [entry(0)])) for n in range(200)))
            assert log.appended == 200
            assert log.commits <= 20

    async def test_the_commit_is_done_when_the_append_returns(self, address: str) -> None:
        """Another connection, as another process would have, sees it."""
        async with opened(address) as log:
            await log.append(Append("m", [entry(0, '{"n":1}')]))
            table = "events" if address.startswith("postgresql") else "event_batches"
            async with log.database.engine.connect() as other:
                rows = (await other.execute(text(f"SELECT * FROM {table}"))).all()
            assert len(rows) == 1

    async def test_questions_about_entries_see_every_commit(self, address: str) -> None:
        async with opened(address) as log:
            for seq in range(3):
                await log.append(Append("m", [entry(seq)]))
            found = await log.rows_of_events(select(EVENTS.c.seq).order_by(EVENTS.c.seq))
            assert [row[0] for row in found] == [0, 1, 2]

    async def test_a_part_of_a_log_is_read_wherever_its_entries_are(self, address: str) -> None:
        async with opened(address) as log:
            await log.append(Append("m", [entry(0), entry(1), entry(2)]))
            await log.database.settle()
            await log.append(Append("m", [entry(3), entry(4)]))
            for since in range(-1, 5):
                for limit in (None, 1, 2, 9):
                    wanted = [seq for seq in range(5) if seq > since][:limit]
                    assert [e.seq for e in await log.read("m", since, limit)] == wanted

    async def test_parts_of_several_logs_are_read_at_once(self, address: str) -> None:
        async with opened(address) as log:
            for match in ("m", "n", "o"):
                await log.append(Append(match, [entry(seq) for seq in range(4)]))
            found = await log.read_several({"o": 2, "m": 0, "n": 3, "unknown": -1})
            assert {match: [e.seq for e in entries] for match, entries in found.items()} == {"o": [3], "m": [1, 2, 3]}

    async def test_a_callback_is_told_after_the_commit(self, address: str) -> None:
        async with opened(address) as log:
            answers: list[object] = []
            told = asyncio.Event()

            def done(answer: object) -> None:
                answers.append(answer)
                if len(answers) == 2:
                    told.set()

            log.submit(Append("m", [entry(0)]), done)
            log.submit(Append("m", [entry(0)]), done)
            assert answers == []
            await told.wait()
            assert [type(answer) for answer in answers] == [type(None), VersionConflict]

    async def test_an_older_database_is_upgraded_with_what_its_logs_say(self, address: str) -> None:
        await _first_database(address)
        async with opened(address) as log:
            async with log.connection() as connection:
                rows = (await connection.execute(select(MATCHES.c.match, MATCHES.c.visibility))).all()
            assert {tuple(row) for row in rows} == {("a", "listed"), ("b", "link"), ("damaged", "link")}
            assert [e.data for e in await log.read("damaged")] == ["{"]

    async def test_a_database_is_at_the_newest_revision_that_alembic_knows(self, address: str) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        for _ in range(2):  # made, then opened again without a look at the migrations
            async with opened(address) as log, log.connection() as connection:
                revision = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar_one()
            assert revision == ScriptDirectory.from_config(config).get_current_head()

    async def test_a_new_database_is_what_all_migrations_together_make(self, address: str) -> None:
        engine = create_async_engine(full_address(address))
        async with engine.begin() as connection:
            await connection.run_sync(upgrade)
            migrated = await connection.run_sync(_tables)
            await connection.run_sync(METADATA.drop_all)
            await connection.run_sync(VERSION.drop)
        await engine.dispose()
        async with opened(address) as log, log.connection() as connection:
            assert await connection.run_sync(_tables) == migrated

    async def test_a_newer_database_is_refused(self, address: str) -> None:
        async with opened(address) as log:
            async with log.database.engine.begin() as connection:
                await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(BadStore, match="newer version"):
            await open_database(address)

    async def test_a_commit_that_was_stored_although_its_answer_was_lost_is_acknowledged(
        self, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with opened(address) as log:
            real = log.database.commit

            def stored_but_unanswered(appends: Sequence[Append], done: Callable[[Answers], None]) -> None:
                real(appends, lambda _answers: done(StoreAway("connection lost")))

            monkeypatch.setattr(log.database, "commit", stored_but_unanswered)
            await log.append(Append("m", [entry(0, '{"n":1}')]))
            assert len(await log.read("m")) == 1

    async def test_a_lost_race_that_cannot_be_looked_into_is_an_outage(
        self, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def away(*_arguments: object, **_named: object) -> None:
            raise StoreAway("gone")

        async with opened(address) as log:
            await log.append(Append("m", [entry(0)]))
            with monkeypatch.context() as outage:
                outage.setattr(log, "find", away)
                with pytest.raises(StoreAway):
                    await log.append(Append("m", [entry(0, key="0:a")]))
            with pytest.raises(VersionConflict):
                await log.append(Append("m", [entry(0, key="0:a")]))

    async def test_two_nodes_that_make_a_key_at_the_same_time_have_the_same(
        self, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with opened(address) as log:
            database = log.database
            write = database.write
            made: list[bytes] = []

            async def too_late(_work: object) -> None:
                monkeypatch.setattr(database, "write", write)
                made.append(await server_key(database, "mac"))
                raise IntegrityError("INSERT", {}, ValueError("the name is there already"))

            monkeypatch.setattr(database, "write", too_late)
            assert [await server_key(database, "mac")] == made

    async def test_a_commit_that_did_not_happen_is_not_acknowledged_and_the_next_one_works(
        self, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with opened(address) as log:

            def unreachable(_appends: Sequence[Append], done: Callable[[Answers], None]) -> None:
                done(StoreAway("connection refused"))

            with monkeypatch.context() as patch:
                patch.setattr(log.database, "commit", unreachable)
                with pytest.raises(StoreAway):
                    await log.append(Append("m", [entry(0)]))
            assert log.fault is not None
            await log.append(Append("m", [entry(0)]))
            assert log.fault is None
            assert len(await log.read("m")) == 1


def tables_of(path: Path) -> tuple[int, int]:
    """How many rows the tables `events` and `event_batches` of a file have, as another process sees it."""
    with contextlib.closing(sqlite3.connect(path)) as other:
        events = other.execute("SELECT count(*) FROM events").fetchone()[0]
        return events, other.execute("SELECT count(*) FROM event_batches").fetchone()[0]


class TestBatches:
    """SQLite: entries are committed as batches and moved to `events` later."""

    async def test_batches_are_moved_when_there_are_many(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sqlite, "MOVE_AT", 10)
        async with opened(f"sqlite:///{tmp_path}/s.db") as log:
            for seq in range(25):
                await log.append(Append("m", [entry(seq, f'{{"n":{seq}}}')]))
                assert [e.seq for e in await log.read("m")] == list(range(seq + 1))
            assert tables_of(tmp_path / "s.db") == (20, 5)
            with pytest.raises(VersionConflict):
                await log.append(Append("m", [entry(19)]))
            with pytest.raises(VersionConflict):
                await log.append(Append("m", [entry(24)]))

    async def test_closing_moves_them_all(self, tmp_path: Path) -> None:
        async with opened(f"sqlite:///{tmp_path}/s.db") as log:
            await log.append(Append("m", [entry(0)]))
            assert tables_of(tmp_path / "s.db") == (0, 1)
        assert tables_of(tmp_path / "s.db") == (1, 0)

    async def test_what_a_killed_process_left_in_batches_is_moved_when_the_file_is_opened(self, tmp_path: Path) -> None:
        async with opened(f"sqlite:///{tmp_path}/s.db") as log:
            await log.append(Append("m", [entry(0, '{"n":0}'), entry(1, '{"n":1}', "0:a")]))
            await log.append(Append("n", [entry(0)]))
            for name in ("s.db", "s.db-wal"):  # the files as a kill at this moment would leave them
                (tmp_path / "killed").mkdir(exist_ok=True)
                (tmp_path / "killed" / name).write_bytes((tmp_path / name).read_bytes())
        async with opened(f"sqlite:///{tmp_path}/killed/s.db") as log:
            assert tables_of(tmp_path / "killed" / "s.db") == (3, 0)
            assert [(e.data, e.key) for e in await log.read("m")] == [('{"n":0}', None), ('{"n":1}', "0:a")]
            await log.append(Append("m", [entry(2)]))

    async def test_a_commit_whose_batch_cannot_be_moved_is_stored_all_the_same(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with opened(f"sqlite:///{tmp_path}/s.db") as log:
            await log.append(Append("m", [entry(0)]))
            stray = EVENTS.insert().values(match="m", seq=0, at=1, actor=0, version=1, data="{}")
            await log.database.write(lambda connection: connection.execute(stray) and None)
            monkeypatch.setattr(sqlite, "MOVE_AT", 2)
            await log.append(Append("m", [entry(1)]))
            await log.append(Append("m", [entry(2)]))
            assert [e.seq for e in await log.read("m")] == [0, 1, 2]
            assert tables_of(tmp_path / "s.db") == (1, 3)

    async def test_a_move_that_fails_changes_nothing(self, tmp_path: Path) -> None:
        async with opened(f"sqlite:///{tmp_path}/s.db") as log:
            await log.append(Append("m", [entry(0)]))
            stray = EVENTS.insert().values(match="m", seq=0, at=1, actor=0, version=1, data="{}")
            await log.database.write(lambda connection: connection.execute(stray) and None)
            with pytest.raises(StoreAway):
                await log.database.settle()
            with pytest.raises(StoreAway):
                await log.rows_of_events(select(EVENTS.c.match))
            assert tables_of(tmp_path / "s.db") == (1, 1)
            await log.append(Append("m", [entry(1)]))
            assert [e.seq for e in await log.read("m")] == [0, 1]


def _tables(connection: Connection) -> dict[str, object]:
    """Everything a database knows about its tables."""
    found = inspect(connection)
    tables: dict[str, object] = {}
    for name in found.get_table_names():
        columns = [{**column, "type": str(column["type"])} for column in found.get_columns(name)]
        indexes = {
            index["name"]: (
                index["column_names"],
                index["unique"],
                {k: str(v) for k, v in index["dialect_options"].items()},
            )
            for index in found.get_indexes(name)
        }
        tables[name] = columns, found.get_pk_constraint(name), found.get_unique_constraints(name), indexes
    if connection.dialect.name == "sqlite":
        wordings = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
        tables["without rowid"] = sorted(name for name, sql in wordings if "WITHOUT ROWID" in sql)
    return tables


class TestSqliteFiles:
    async def test_synced_writes_are_set_and_read_back(self, tmp_path: Path) -> None:
        async with opened(f"sqlite:///{tmp_path}/s.db") as log:
            async with log.connection() as connection:
                journal = (await connection.execute(text("PRAGMA journal_mode"))).scalar_one()
                sync = (await connection.execute(text("PRAGMA synchronous"))).scalar_one()
            assert (journal, sync) == ("wal", 2)

    async def test_the_journal_has_its_length_before_it_is_needed_and_nothing_of_that_is_in_the_database(
        self, tmp_path: Path
    ) -> None:
        async with opened(f"sqlite:///{tmp_path}/s.db") as log:
            await log.append(Append("m", [entry(0)]))
            length = (tmp_path / "s.db-wal").stat().st_size
            assert length > WAL_BYTES
            for seq in range(1, 50):
                await log.append(Append("m", [entry(seq)]))
            assert (tmp_path / "s.db-wal").stat().st_size == length
            async with log.connection() as connection:
                tables = (await connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'"))).all()
            assert {name for (name,) in tables} == {*METADATA.tables, "alembic_version"}

    async def test_a_disk_too_full_for_a_long_journal_is_still_written_to(self, tmp_path: Path) -> None:
        async with opened(f"sqlite:///{tmp_path}/s.db") as log:
            await log.append(Append("m", [entry(0)]))
            await _limit_pages(log, 60)
            database = log.database
            assert isinstance(database, sqlite.SqliteDatabase)
            await database._do(lambda: lengthen_wal(database._writer._open()[0]))
            await log.append(Append("m", [entry(1)]))
            assert len(await log.read("m")) == 2

    async def test_a_file_with_large_pages_is_used_as_it_is(self, tmp_path: Path) -> None:
        with contextlib.closing(sqlite3.connect(tmp_path / "s.db")) as old:
            old.execute("PRAGMA page_size=4096")
            old.execute("CREATE TABLE something_else (x)")
            old.execute("DROP TABLE something_else")
        async with opened(f"sqlite:///{tmp_path}/s.db") as log:
            await log.append(Append("m", [entry(0)]))
            async with log.connection() as connection:
                assert (await connection.execute(text("PRAGMA page_size"))).scalar_one() == 4096

    async def test_a_full_disk_is_not_acknowledged_reads_go_on_and_it_recovers(self, tmp_path: Path) -> None:
        async with opened(f"sqlite:///{tmp_path}/s.db") as log:
            await log.append(Append("m", [entry(0)]))
            await _limit_pages(log, 40)
            seq = 0
            with pytest.raises(StoreAway):
                while seq < 1000:
                    await log.append(Append("m", [entry(seq + 1, '{"x":"' + "y" * 3000 + '"}')]))
                    seq += 1
            assert len(await log.read("m")) == seq + 1
            assert log.fault is not None
            await _limit_pages(log, 100_000)
            await log.append(Append("m", [entry(seq + 1)]))
            assert log.fault is None

    async def test_a_table_that_cannot_be_read_is_an_outage_until_it_can(self, tmp_path: Path) -> None:
        async with opened(f"sqlite:///{tmp_path}/s.db") as log:
            rename = "ALTER TABLE {} RENAME TO {}"
            await log.database.write(lambda c: c.execute(text(rename.format("events", "elsewhere"))) and None)
            with pytest.raises(StoreAway):
                await log.append(Append("m", [entry(0)]))
            await log.database.write(lambda c: c.execute(text(rename.format("elsewhere", "events"))) and None)
            await log.append(Append("m", [entry(0)]))
            assert [e.seq for e in await log.read("m")] == [0]

    async def test_a_failed_sync_is_fatal_for_ever(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        reported: list[Exception] = []
        database = await open_database(f"sqlite:///{tmp_path}/s.db")
        log = EventLog(database, reported.append)

        def broken(_appends: Sequence[Append], done: Callable[[Answers], None]) -> None:
            done(SyncFailed("SQLITE_IOERR_FSYNC"))

        monkeypatch.setattr(database, "commit", broken)
        for _ in range(2):
            with pytest.raises(SyncFailed):
                await log.append(Append("m", [entry(0)]))
        assert len(reported) == 1
        assert not await log.probe()
        await log.close()
        await database.close()

    @pytest.mark.parametrize("address", ["mysql://x/y", "no address", "sqlite://", "sqlite:////proc/nowhere/x.db"])
    async def test_an_unusable_address_is_refused_in_one_sentence(self, address: str) -> None:
        with pytest.raises(BadStore) as refusal:
            await open_database(address)
        assert "\n" not in str(refusal.value)


def test_a_commit_that_ends_after_its_event_loop_is_stored_and_the_thread_ends(tmp_path: Path) -> None:
    held = threading.Event()

    async def begin() -> sqlite.SqliteDatabase:
        database = await open_database(f"sqlite:///{tmp_path}/s.db")
        assert isinstance(database, sqlite.SqliteDatabase)
        database._jobs.put(held.wait)  # type: ignore[arg-type]  # what it returns is not looked at
        database.commit([Append("m", [entry(0)])], print)
        await database.engine.dispose()
        return database

    database = asyncio.run(begin())
    held.set()
    database._jobs.put(None)
    database._writing_thread.join(60)
    assert not database._writing_thread.is_alive()
    assert tables_of(tmp_path / "s.db") == (0, 1)


async def _first_database(address: str) -> None:
    """A database as the first version of the tables left it, with three matches."""
    url = full_address(address)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))

    def make(connection: Connection) -> None:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for match, data in (("a", '{"visibility":"listed"}'), ("b", '{"visibility":"link"}'), ("damaged", "{")):
            event = {"match": match, "seq": 0, "at": 1, "actor": -3, "version": 1, "data": data}
            connection.execute(EVENTS.insert().values(event))
            words = "room, game, rulebook, mode, dialect, status"
            connection.execute(
                text(
                    f"INSERT INTO matches (match, {words}, created_at) VALUES (:match, 'r','g','b','m','d','ended', 1)"
                ),
                {"match": match},
            )

    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(make)
    await engine.dispose()


async def _limit_pages(log: EventLog, pages: int) -> None:
    """A real SQLITE_FULL: the writing connection may use so many pages only."""
    await log.database.write(lambda connection: connection.execute(text(f"PRAGMA max_page_count = {pages}")).all())


@pytest.mark.parametrize("matches", [20, 1])  # a large table, and one that fits on a few pages while it is young
@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
async def test_reading_on_costs_what_is_new_and_not_what_is_there(address: str, matches: int) -> None:
    async with opened(address) as log:
        for match in range(matches):
            await log.append(Append(f"m{match}", [entry(seq) for seq in range(300 if matches > 1 else 3)]))
    connection = await asyncpg.connect(address, server_settings=postgresql._LOG_SETTINGS)
    await connection.execute("ANALYZE")
    await connection.execute(f"PREPARE reading (text[], int[]) AS {postgresql._SELECT_SEVERAL}")
    plan = await connection.fetch("EXPLAIN EXECUTE reading (ARRAY['m1', 'm2'], ARRAY[298, 299])")
    await connection.close()
    text_of_plan = "\n".join(row[0] for row in plan)
    assert "Index Cond: (((match)::text = known.match) AND (seq > known.seq))" in text_of_plan
    assert "Seq Scan" not in text_of_plan
