"""A database belongs to one server, to nobody else's eyes, and was made by paiju."""

import asyncio
import errno
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import make_url

from paiju.storage.claim import Claim
from paiju.storage.faults import BadStore, DamagedLog, DiskFull, disk_full, judged, unreadable
from paiju.storage.log import Append, Entry, EventLog
from paiju.storage.opening import must_exist, open_database

pytestmark = pytest.mark.anyio

OPEN = """
import asyncio, sys
from paiju.storage.opening import open_database
async def main():
    database = await open_database(sys.argv[1])
    await database.close()
asyncio.run(main())
"""
TAKE = """
import sqlite3, sys
print(sqlite3.connect(sys.argv[1], timeout=0).execute("pragma journal_mode=delete").fetchone())
"""
"""What SQLite does only for who has a file for himself."""


@pytest.mark.parametrize("how", ["same", "symlink", "hard link", "symlink to the folder"])
@pytest.mark.parametrize("where", ["this process", "another process"])
async def test_a_second_server_on_the_same_file_is_refused_whatever_it_is_called(
    tmp_path: Path, how: str, where: str
) -> None:
    file, other = tmp_path / "data" / "paiju.db", tmp_path / "other.db"
    first = await open_database(f"sqlite:///{file}")
    if how == "same":
        other = file
    elif how == "symlink":
        other.symlink_to(file)
    elif how == "hard link":
        other.hardlink_to(file)
    else:
        (tmp_path / "folder").symlink_to(file.parent)
        other = tmp_path / "folder" / "paiju.db"
    if where == "this process":
        with pytest.raises(BadStore, match=r"^\S+\.db is in use by another paiju server\.$"):
            await open_database(f"sqlite:///{other}")
    else:
        told = subprocess.run(
            [sys.executable, "-c", OPEN, f"sqlite:///{other}"], capture_output=True, text=True, check=False
        )
        assert "is in use by another paiju server." in told.stderr
    await first.close()
    again = await open_database(f"sqlite:///{other}")
    await again.close()


async def test_the_refused_server_takes_no_lock_of_the_first_one_away(tmp_path: Path) -> None:
    """Closing a file releases every lock that the process has on it, also those of SQLite."""
    file = tmp_path / "paiju.db"
    first = await open_database(f"sqlite:///{file}")
    with pytest.raises(BadStore, match="in use"):
        await open_database(f"sqlite:///{file}")
    told = subprocess.run([sys.executable, "-c", TAKE, str(file)], capture_output=True, text=True, check=False)
    assert "database is locked" in told.stderr
    await first.close()
    subprocess.run([sys.executable, "-c", TAKE, str(file)], check=True)


async def test_nobody_else_may_read_the_files(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        database = await open_database(f"sqlite:///{tmp_path / 'paiju.db'}")
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
        await database.close()
    finally:
        os.umask(before)
    assert set(modes) >= {"paiju.db", "paiju.db-wal", "paiju.db-shm"}
    assert set(modes.values()) == {0o600}


async def test_a_file_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "books.db"
    with closing(sqlite3.connect(file)) as books, books:
        books.execute("CREATE TABLE books (title TEXT)")
    before = file.read_bytes()
    with pytest.raises(BadStore, match=r"books\.db .*is not a database of paiju"):
        await open_database(f"sqlite:///{file}")
    assert file.read_bytes() == before


async def test_something_that_is_no_database_is_refused_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("dear diary " * 100, encoding="utf-8")
    with pytest.raises(BadStore, match=r"cannot be opened: file is not a database$"):
        await open_database(f"sqlite:///{file}")
    assert file.read_text(encoding="utf-8") == "dear diary " * 100


async def test_a_folder_that_does_not_fit_on_its_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object, **_named: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "mkdir", full)
    with pytest.raises(DiskFull):
        await open_database(f"sqlite:///{tmp_path}/data/s.db")


async def test_a_file_that_may_only_be_read_is_locked_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write everything, so the test refuses in place of the system."""
    file = tmp_path / "s.db"
    await (await open_database(f"sqlite:///{file}")).close()
    system = os.open

    def refusing(path: Any, flags: int, *more: int, **named: Any) -> int:
        if path == file and flags & os.O_RDWR:
            raise PermissionError(errno.EACCES, "Permission denied")
        return system(path, flags, *more, **named)

    monkeypatch.setattr(os, "open", refusing)
    first = await open_database(f"sqlite:///{file}")
    told = subprocess.run(
        [sys.executable, "-c", OPEN, f"sqlite:///{file}"], capture_output=True, text=True, check=False
    )
    assert "is in use by another paiju server." in told.stderr
    await first.close()


class TestPostgres:
    """A server without a lock of its own would take the other's players for absent."""

    @pytest.fixture(name="claims")
    async def _claims(self, postgres: str) -> str:
        return postgres

    async def test_a_second_server_is_refused_until_the_first_is_gone(self, claims: str) -> None:
        first, second = Claim(claims, lambda: None), Claim(claims, lambda: None)
        await first.take()
        with pytest.raises(BadStore, match=r"^The database postgresql://.* is in use by another paiju server\.$"):
            await second.take()
        await first.close()
        await second.take()
        await second.close()

    async def test_a_lost_connection_is_taken_again(self, claims: str) -> None:
        lost: list[str] = []
        claim = Claim(claims, lambda: lost.append("lost"), again_after=0.01)
        await claim.take()
        await _cut_off(claims)
        async with asyncio.timeout(120):
            while claim.taken < 2:
                await asyncio.sleep(0.01)
        with pytest.raises(BadStore, match="in use"):
            await Claim(claims, lambda: None).take()
        assert not lost
        await claim.close()

    async def test_a_server_whose_place_was_taken_meanwhile_stops(self, claims: str) -> None:
        stopped = asyncio.Event()
        claim = Claim(claims, stopped.set, again_after=0.01)
        await claim.take()
        holder = await asyncpg.connect(claims)
        waiting = asyncio.create_task(holder.fetchval("SELECT pg_advisory_lock($1)", Claim.NUMBER))
        await _until_waiting(claims)
        await _cut_off(claims, but=holder.get_server_pid())
        await asyncio.wait_for(waiting, 120)
        await asyncio.wait_for(stopped.wait(), 120)
        await claim.close()
        await holder.close()


async def test_of_several_postgresqls_the_one_that_can_be_written_to_is_used(postgres: str) -> None:
    url = make_url(postgres)
    there = f"{url.query.get('host') or url.host}:{url.port or 5432}"
    several = url.set(host=None, port=None, query={"host": ("127.0.0.1:1", there)})
    database = await open_database(several.render_as_string(hide_password=False))
    log = EventLog(database)
    await log.append(Append("several hosts", [Entry(0, 1, 0, "{}")]))
    assert [entry.seq for entry in await log.read("several hosts")] == [0]
    await log.close()
    await database.close()


async def _until_waiting(server: str) -> None:
    """Wait until somebody waits for the lock."""
    query = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    connection = await asyncpg.connect(server)
    async with asyncio.timeout(120):
        while not await connection.fetchval(query):
            await asyncio.sleep(0.01)
    await connection.close()


async def _cut_off(server: str, but: int = 0) -> None:
    """End the connections that hold or want the lock, as a restart of PostgreSQL does."""
    connection = await asyncpg.connect(server)
    query = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid <> $1"
    holders = [row["pid"] for row in await connection.fetch(query, but)]
    for pid in holders:
        await connection.fetchval("SELECT pg_terminate_backend($1)", pid)
    await connection.close()


async def test_a_second_paiju_serve_on_the_same_postgresql_says_so_and_ends(postgres: str) -> None:
    command = [sys.executable, "-m", "paiju", "serve", "--port", "0", "--lang", "en", "--database", postgres]
    first = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert first.stdout is not None
        assert b"http" in await asyncio.wait_for(first.stdout.readline(), 120)
        second = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        _, said = await asyncio.wait_for(second.communicate(), 120)
        assert second.returncode != 0
        assert said.decode().strip().endswith("is in use by another paiju server.")
    finally:
        first.kill()  # it has no time to give anything back
        await first.wait()
    third = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert third.stdout is not None
        assert b"http" in await asyncio.wait_for(third.stdout.readline(), 120)
    finally:
        third.terminate()
        await third.wait()


def test_a_database_that_has_to_exist_is_named_if_it_does_not(tmp_path: Path) -> None:
    file = tmp_path / "none.db"
    with pytest.raises(BadStore) as absent:
        must_exist(f"sqlite:///{file}")
    assert (absent.value.code, absent.value.params) == ("store.absent", {"path": str(file)})
    assert not file.exists()


def test_a_fault_of_the_store_keeps_its_name() -> None:
    damaged = DamagedLog("a page")
    assert unreadable(damaged) is judged(damaged) is damaged
    full = disk_full(OSError(errno.ENOSPC, "no room"), "cards.db")
    assert full is not None and full.code == "store.full"
