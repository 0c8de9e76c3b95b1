"""kill -9 while rooms play: what was acknowledged is there once, nothing is half there, all rooms go on."""

import asyncio
import random
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from paiju.client import Client, Refused
from paiju.server.check import check_store
from paiju.storage.database import open_database
from paiju.storage.log import Entry, EventLog
from tests.server.process import Process
from tests.server.serving import wish

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
    found = {match: entries async for match, entries in log.every_log()}
    await database.close()
    return found


async def kill_while_playing(folder: Path, rooms: int, kills: int, rng: random.Random) -> tuple[int, float]:
    """Returns how many actions were acknowledged, and the longest time to be ready again."""
    process = Process(folder)
    await process.start()
    players = [Player(process.base, "uno" if n % 2 else "shandong", random.Random(rng.random())) for n in range(rooms)]
    for player in players:
        await player.sit()
    tasks = [asyncio.create_task(player.play()) for player in players]
    slowest = 0.0
    try:
        for _ in range(kills):
            before = sum(len(player.acked) for player in players)
            while sum(len(player.acked) for player in players) < before + 3 * rooms:
                for task in tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.02)
            await asyncio.sleep(rng.random() * 0.3)
            await process.kill()
            begun = time.monotonic()
            await process.start()
            slowest = max(slowest, time.monotonic() - begun)
        waited_for = {player: len(player.acked) + 3 for player in players}
        deadline = time.monotonic() + 60
        while still := [player for player, count in waited_for.items() if len(player.acked) < count]:
            assert time.monotonic() < deadline, f"a room did not go on: {[(p.game, p.room, p.matches) for p in still]}"
            for task in tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.05)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await process.kill()
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
    return sum(len(player.acked) for player in players), slowest


async def test_nothing_acknowledged_is_lost_and_rooms_go_on_after_kill_9(tmp_path: Path) -> None:
    acked, _ = await kill_while_playing(tmp_path, rooms=4, kills=2, rng=random.Random(2))
    assert acked > 20


async def test_sigterm_ends_in_order(tmp_path: Path) -> None:
    process = Process(tmp_path)
    await process.start()
    async with Client(process.base) as client:
        seated = await client.create(wish())
        async with client.table(seated.room, seated.secret) as table:
            begun = time.monotonic()
            assert await process.terminate() == 0
            assert time.monotonic() - begun < 10
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
#include <unistd.h>
/* Counts syncs of the process; at the chosen one it fails (mode "fail") or dies before or after it. */
static int count;
static int act(int fd, const char *name) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    const char *at = getenv("SHIM_AT"), *mode = getenv("SHIM_MODE");
    FILE *flag = fopen(getenv("SHIM_FLAG"), "r");
    if (flag == NULL || at == NULL) return real(fd);
    fclose(flag);
    if (++count < atoi(at)) return real(fd);
    if (mode[0] == 'f') { errno = EIO; return -1; }
    if (mode[0] == 'b') { raise(SIGKILL); }
    int done = real(fd);
    raise(SIGKILL);
    return done;
}
int fsync(int fd) { return act(fd, "fsync"); }
int fdatasync(int fd) { return act(fd, "fdatasync"); }
"""


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that makes chosen syncs fail or kill the process."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler here")
    folder = tmp_path_factory.mktemp("shim")
    (folder / "shim.c").write_text(SHIM)
    subprocess.run([compiler, "-shared", "-fPIC", "-o", folder / "shim.so", folder / "shim.c", "-ldl"], check=True)
    return folder / "shim.so"


@pytest.mark.parametrize("mode", ["fail", "before", "after"])
async def test_a_sync_that_fails_or_never_returns_is_not_acknowledged(
    tmp_path: Path, shim: Path, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHIM_AT", "3")
    monkeypatch.setenv("SHIM_MODE", mode)
    monkeypatch.setenv("SHIM_FLAG", str(tmp_path / "now"))
    process = Process(tmp_path)
    process.preload = str(shim)
    await process.start()
    player = Player(process.base, "uno", random.Random(1))
    await player.sit()
    task = asyncio.create_task(player.play())
    while len(player.acked) < 3:
        await asyncio.sleep(0.02)
    (tmp_path / "now").touch()
    code = await process.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert code == (1 if mode == "fail" else -9)
    (tmp_path / "now").unlink()
    logs = await logs_of(tmp_path)
    for key, (match, seq) in player.acked.items():
        assert logs[match][seq].key == f"0:{key}"
    said: list[str] = []
    assert await check_store(f"sqlite:///{tmp_path / 'killed.db'}", said.append) == 0, said
