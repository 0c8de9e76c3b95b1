"""`paiju serve --check`: every log is replayed, and whatever says otherwise than the logs is found."""

import contextlib
import random
import re
import shutil
import sqlite3
from pathlib import Path

import pytest
from anyio.from_thread import start_blocking_portal

from paiju.cli import main
from paiju.server.history.check import check_store
from paiju.server.match.entries import ROOM
from paiju.storage.faults import BadStore
from paiju.storage.log import Append, Entry
from tests.server.serving import SHORT, Client, play_out, seat_of, serving

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A store with one finished match, and the match."""
    folder = tmp_path_factory.mktemp("finished")

    async def play() -> str:
        async with serving(folder, open_rooms=0) as server, Client(server.base) as client:
            mine = await seat_of(client, options=SHORT["uno"], seats=2, bots=["easy"])
            async with client.table(mine.room, mine.secret, views="turn") as table:
                await play_out(table, random.Random(1))
            return mine.match

    with start_blocking_portal() as portal:
        return folder / "server.db", portal.call(play)


async def test_an_end_that_the_rules_do_not_know_is_found(tmp_path: Path) -> None:
    async with serving(tmp_path, open_rooms=0) as server, Client(server.base) as client:
        mine = await seat_of(client)
        log = server.service.log
        seq = len(await log.read(mine.match))
        ended = '{"type":"finished","reason":"complete","result":{}}'
        await log.append(Append(mine.match, [Entry(seq, 1, ROOM, ended)]))
    said: list[str] = []
    assert await check_store(f"sqlite:///{tmp_path / 'server.db'}", said.append) == 1
    assert [line for line in said if mine.match in line]


async def test_a_whole_store_has_no_faults(finished: tuple[Path, str]) -> None:
    database = f"sqlite:///{finished[0]}"
    said: list[str] = []
    assert await check_store(database, said.append) == 0, said
    assert said[-1].startswith("1 matches")


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("DELETE FROM matches", "not in the list"),
        ("DELETE FROM results", "results differ"),
        ("UPDATE results SET score = score + 1", "results differ"),
        ("UPDATE matches SET result = '{}'", "result"),
        ("UPDATE matches SET finished_at = finished_at + 1", "result"),
        ("UPDATE matches SET status = 'playing'", "the list says playing"),
        ("UPDATE matches SET visibility = 'listed'", "another room"),
        ("UPDATE matches SET mode = 'ranked'", "another room"),
        ("DELETE FROM events WHERE seq = 3", "entry 3 is missing"),
        ("UPDATE events SET actor = 1 - actor WHERE seq = (SELECT max(seq) - 1 FROM events)", "is not legal"),
        (
            "INSERT INTO results SELECT 'nowhere', seat, game, mode, finished_at, player, name, bot, placement, score"
            " FROM results",
            "nowhere: results without a log",
        ),
    ],
)
async def test_every_difference_is_found(
    finished: tuple[Path, str], tmp_path: Path, statement: str, fault: str
) -> None:
    whole, match = finished
    shutil.copy(whole, tmp_path / "changed.db")
    with contextlib.closing(sqlite3.connect(tmp_path / "changed.db")) as changed, changed:
        changed.execute(statement)
    database = f"sqlite:///{tmp_path / 'changed.db'}"
    said: list[str] = []
    assert await check_store(database, said.append) == 1
    assert [line for line in said[:-1] if fault in line and ("nowhere" in fault or match in line)], said


async def test_a_store_that_does_not_exist_is_not_made_and_not_praised(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="no database"):
        await check_store(f"sqlite:///{tmp_path / 'typo.db'}", print)
    assert list(tmp_path.iterdir()) == []


async def test_faults_and_their_sum_are_told_in_chinese_too(finished: tuple[Path, str], tmp_path: Path) -> None:
    shutil.copy(finished[0], tmp_path / "changed.db")
    with contextlib.closing(sqlite3.connect(tmp_path / "changed.db")) as changed, changed:
        changed.execute("DELETE FROM results")
    said: list[str] = []
    assert await check_store(f"sqlite:///{tmp_path / 'changed.db'}", said.append, "zh-CN") == 1
    assert said[0] == f"{finished[1]}: 成绩与记录不同"
    assert re.fullmatch(r"1 场对局，\d+ 条记录，1 处错误，用时 [\d.]+ 秒", said[1])


def test_why_a_server_does_not_start_is_told_in_chinese_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typo = tmp_path / "typo.db"
    assert main(["serve", "--check", "--lang", "zh", "--database", f"sqlite:///{typo}"]) == 2
    assert capsys.readouterr().err == f"paiju：无法启动：没有数据库 {typo}。\n"
