"""kill -9 while rooms play: what was acknowledged is there once, nothing is half there, all rooms go on."""

import asyncio
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import pytest

from paiju.client import Refused
from paiju.server.history.check import check_store
from paiju.storage.log import Entry, EventLog
from paiju.storage.opening import open_database
from tests.server.process import Process
from tests.server.serving import Client, until, wish

pytestmark = pytest.mark.anyio


LONG = {
    "uno": {"targetScore": 10000},
    "shandong": {"declareWindowMs": 200, "snatchWindowMs": 200, "stickWindowMs": 200},
}
"""Options of matches that last."""


class Player:
    """Plays legal actions for ever and remembers which ids were acknowledged, and at which match and seq."""

    def __init__(self, base: str, game: str, rng: random.Random) -> None:
        self.base = base
        self.game = game
        self.rng = rng
        self.acked: dict[str, tuple[str, int]] = {}
        self.tried: set[str] = set()
        self.matches: list[str] = []
        self.room = ""
        self.secret = ""

    async def sit(self) -> None:
        async with Client(self.base) as client:
            seated = await client.create(wish(self.game, options=LONG[self.game]))
            self.room, self.secret = seated.room, seated.secret
            self.matches.append(seated.match)

    async def play(self) -> None:
        """Until cancelled. Lost answers are asked for again with the same id; after a match comes another."""
        number = 0
        over = False
        async with Client(self.base) as client:
            while True:
                try:
                    if over:
                        await self.sit()
                    match = self.matches[-1]
                    async with client.table(self.room, self.secret, views="none") as table:
                        over = False
                        async for position in table.turns():
                            actions = [a for a in position.legal if a["type"] not in ("CALL_UNO", "CHALLENGE_UNO")]
                            if not actions:
                                continue
                            number += 1
                            key = f"{match}-{number}"
                            self.tried.add(key)
                            try:
                                done = await table.act(self.rng.choice(actions), key, position.seq)
                                self.acked[key] = match, done.seq
                            except Refused as refusal:
                                if refusal.problem.code not in ("stale", "store_away"):
                                    raise
                        over = table.over
                        assert over, f"{self.game} room {self.room} stopped: {table.gone or table.info}"
                except (ConnectionError, OSError):
                    await asyncio.sleep(0.05)


async def logs_of(folder: Path) -> dict[str, list[Entry]]:
    database = await open_database(f"sqlite:///{folder / 'killed.db'}")
    log = EventLog(database)
    found = {match: await log.read(match) for match, _room in await log.match_ids()}
    await database.close()
    return found


class Crowd:
    """Players of both games, one room each, who play as long as they are needed."""

    def __init__(self, base: str, rooms: int, rng: random.Random) -> None:
        self.players = [Player(base, "uno" if n % 2 else "shandong", random.Random(rng.random())) for n in range(rooms)]
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def acked(self) -> int:
        """How many actions were acknowledged."""
        return sum(len(player.acked) for player in self.players)

    async def __aenter__(self) -> Self:
        for player in self.players:
            await player.sit()
        self._tasks = [asyncio.create_task(player.play()) for player in self.players]
        return self

    async def __aexit__(self, *_fault: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def breathe(self) -> None:
        """A moment; whoever failed says so."""
        for task in self._tasks:
            if task.done():
                task.result()
        await asyncio.sleep(0.02)

    async def go_on(self, more: int) -> None:
        """Wait until every room has acknowledged so many more actions."""
        waited_for = {player: len(player.acked) + more for player in self.players}
        still = self.players
        try:
            async with asyncio.timeout(120):
                while still := [player for player, count in waited_for.items() if len(player.acked) < count]:
                    await self.breathe()
        except TimeoutError:
            raise AssertionError(f"rooms did not go on: {[(p.game, p.room, p.matches) for p in still]}") from None


async def _nothing_lost(folder: Path, players: list[Player]) -> None:
    """Every acknowledged action is in its log where it was acknowledged, once; every log replays."""
    logs = await logs_of(folder)
    for player in players:
        for match in player.matches:
            keys = [entry.key.partition(":")[2] for entry in logs[match] if entry.key]
            assert len(keys) == len(set(keys)), "an action is in the log twice"
            assert set(keys) <= player.tried, "an action nobody sent"
            assert [entry.seq for entry in logs[match]] == list(range(len(logs[match])))
        for key, (match, seq) in player.acked.items():
            assert logs[match][seq].key == f"0:{key}", "an acknowledged action is not where it was acknowledged"
    said: list[str] = []
    assert await check_store(f"sqlite:///{folder / 'killed.db'}", said.append) == 0, said


async def kill_while_playing(folder: Path, rooms: int, kills: int, rng: random.Random) -> tuple[int, float]:
    """Returns how many actions were acknowledged, and the longest time to be ready again."""
    slowest = 0.0
    async with Process(folder, seed=rng.random()) as process, Crowd(process.base, rooms, rng) as crowd:
        for _ in range(kills):
            before = crowd.acked
            while crowd.acked < before + 3 * rooms:
                await crowd.breathe()
            await asyncio.sleep(rng.random() * 0.3)
            await process.kill()
            begun = time.monotonic()
            await process.start()
            slowest = max(slowest, time.monotonic() - begun)
        await crowd.go_on(3)
    await _nothing_lost(folder, crowd.players)
    return crowd.acked, slowest


async def test_nothing_acknowledged_is_lost_and_rooms_go_on_after_kill_9(tmp_path: Path) -> None:
    acked, _ = await kill_while_playing(tmp_path, rooms=4, kills=2, rng=random.Random(2))
    assert acked > 20


async def test_sigterm_ends_in_order(tmp_path: Path) -> None:
    async with Process(tmp_path) as process, Client(process.base) as client:
        seated = await client.create(wish())
        async with client.table(seated.room, seated.secret) as table:
            assert await process.terminate() == 0
            while await asyncio.wait_for(table.inbox.get(), 60) is not None:
                pass
            assert table._socket is not None
            assert table._socket.close_code == 1012


SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>
/* Counts the chosen call (SHIM_CALL) of the process while the file SHIM_FLAG is there; the one with number SHIM_AT
   fails (mode "fail") or the process dies before or after it. */
static int count;
static int now(const char *name) {
    const char *at = getenv("SHIM_AT"), *call = getenv("SHIM_CALL");
    if (at == NULL || strcmp(call == NULL ? "sync" : call, name) != 0) return 0;
    if (access(getenv("SHIM_FLAG"), F_OK) != 0) return 0;
    if (__sync_add_and_fetch(&count, 1) < atoi(at)) return 0;
    return getenv("SHIM_MODE")[0];
}
#define AROUND(name, real)                               \
    int mode = now(name);                                \
    if (mode == 'f') { errno = EIO; return -1; }         \
    if (mode == 'b') raise(SIGKILL);                     \
    ssize_t done = real;                                 \
    if (mode == 'a') raise(SIGKILL);                     \
    return done;
#define REAL(type, name) type real = (type)dlsym(RTLD_NEXT, name);
typedef int (*sync_t)(int);
typedef ssize_t (*write_t)(int, const void *, size_t);
typedef ssize_t (*writev_t)(int, const struct iovec *, int);
typedef ssize_t (*pwrite_t)(int, const void *, size_t, off64_t);
int fsync(int fd) { REAL(sync_t, "fsync") AROUND("sync", real(fd)) }
int fdatasync(int fd) { REAL(sync_t, "fdatasync") AROUND("sync", real(fd)) }
ssize_t write(int fd, const void *b, size_t n) { REAL(write_t, "write") AROUND("send", real(fd, b, n)) }
ssize_t writev(int fd, const struct iovec *b, int n) { REAL(writev_t, "writev") AROUND("send", real(fd, b, n)) }
ssize_t pwrite64(int fd, const void *b, size_t n, off64_t at) {
    REAL(pwrite_t, "pwrite64") AROUND("store", real(fd, b, n, at))
}
ssize_t pwrite(int fd, const void *b, size_t n, off_t at) {
    REAL(pwrite_t, "pwrite64") AROUND("store", real(fd, b, n, at))
}
"""


def build_shim(folder: Path) -> Path | None:
    """A library that makes chosen system calls fail or kill the process; None without a C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    (folder / "shim.c").write_text(SHIM)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", folder / "shim.so", folder / "shim.c", "-ldl"], check=True)
    return folder / "shim.so"


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """See `build_shim`."""
    library = build_shim(tmp_path_factory.mktemp("shim"))
    if library is None:
        pytest.skip("no C compiler here")
    return library


@pytest.mark.parametrize("mode", ["fail", "before", "after"])
async def test_a_sync_that_fails_or_never_returns_is_not_acknowledged(
    tmp_path: Path, shim: Path, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHIM_AT", "3")
    monkeypatch.setenv("SHIM_MODE", mode)
    monkeypatch.setenv("SHIM_FLAG", str(tmp_path / "now"))
    process = Process(tmp_path)
    process.preload = str(shim)
    async with process:
        player = Player(process.base, "uno", random.Random(1))
        await player.sit()
        task = asyncio.create_task(player.play())
        await until(lambda: len(player.acked) >= 3)
        (tmp_path / "now").touch()
        code = await process.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert code == (1 if mode == "fail" else -9)
    (tmp_path / "now").unlink()
    await _nothing_lost(tmp_path, [player])


async def die_at_system_calls(folder: Path, shim: Path, rooms: int, deaths: int, rng: random.Random) -> tuple[int, int]:
    """Die again and again before or after a chosen call: a write into the store, a sync, or a message to a client.

    Returns how many actions were acknowledged, and how often the process really died of it.
    """
    flag = folder / "now"

    def choose(number: int) -> None:
        call, most = (("store", 60), ("sync", 8), ("send", 30))[number % 3]
        mode = rng.choice(("before", "after"))
        chosen = {"CALL": call, "AT": str(rng.randrange(1, most)), "MODE": mode, "FLAG": str(flag)}
        os.environ |= {f"SHIM_{name}": value for name, value in chosen.items()}

    process = Process(folder, seed=rng.random())
    process.preload = str(shim)
    choose(0)
    died = 0
    try:
        async with process, Crowd(process.base, rooms, rng) as crowd:
            while died < deaths:
                await crowd.go_on(1)
                flag.touch()
                assert await process.wait() == -9, f"the server did not die at a {os.environ['SHIM_CALL']}"
                flag.unlink()
                died += 1
                choose(died)
                await process.start()
            await crowd.go_on(1)
    finally:
        for name in ("SHIM_CALL", "SHIM_AT", "SHIM_MODE", "SHIM_FLAG"):
            os.environ.pop(name, None)
    await _nothing_lost(folder, crowd.players)
    return crowd.acked, died


@pytest.mark.skipif(sys.platform != "linux", reason="the shim stands between the program and Linux's C library")
async def test_death_before_or_after_a_chosen_system_call_loses_nothing(tmp_path: Path, shim: Path) -> None:
    _, died = await die_at_system_calls(tmp_path, shim, rooms=2, deaths=3, rng=random.Random(5))
    assert died == 3
