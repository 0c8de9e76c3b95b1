"""Rooms that nobody needs any more go, whether their tables are in memory or not."""

import asyncio
import random
import time
from pathlib import Path

import pytest

from paiju.client import Client
from paiju.protocol.rooms import Seated
from paiju.server import lobby as lobby_module
from tests.server.arena.legacy import LegacyBot
from tests.server.arena.test_matches import QUICK
from tests.server.serving import SHORT, Running, play_out, seat_of, serving
from tests.server.test_rooms import refused

DESERTED = {"absent_seconds": 0.05, "open_rooms": 0}

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def asleep_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables leave memory as soon as nobody is there."""
    monkeypatch.setattr(lobby_module, "_IDLE_IN_MEMORY", 0.0)


async def tidy_until_gone(server: Running, match: str) -> None:
    """As the sweeper does, only oftener."""
    async with asyncio.timeout(30):
        while match in server.service.lobby.rooms.values():
            await server.service.lobby.tidy()
            await asyncio.sleep(0.05)


async def asleep(server: Running, client: Client) -> Seated:
    """A match whose only player is not there any more; its table has left memory."""
    mine = await seat_of(client, options=SHORT["uno"])
    async with asyncio.timeout(30):
        while mine.match in server.service.lobby.tables:
            await asyncio.sleep(0.05)
            await server.service.lobby.tidy()
    return mine


async def test_a_match_that_left_memory_is_closed_when_its_time_is_over(tmp_path: Path) -> None:
    async with serving(tmp_path, **DESERTED, match_idle_seconds=1) as server, Client(server.base) as client:
        mine = await asleep(server, client)
        await tidy_until_gone(server, mine.match)
        assert await refused(client.room(mine.room)) == "no_room"
        assert await server.service.log.match_ids("playing") == []


async def test_looking_at_a_match_that_left_memory_does_not_prolong_its_life(tmp_path: Path) -> None:
    async with serving(tmp_path, **DESERTED) as server, Client(server.base) as client:
        before = time.monotonic()
        mine = await asleep(server, client)
        after = time.monotonic()
        assert (await client.room(mine.room)).match == mine.match
        assert before <= server.service.lobby.tables[mine.match].touched <= after


async def test_waiting_rooms_stay_in_the_list_until_their_time_is_over(tmp_path: Path) -> None:
    async with serving(tmp_path, room_idle_seconds=1, open_rooms=0) as server, Client(server.base) as client:
        waiting = await seat_of(client, bots=[], start=False, visibility="listed")
        await server.service.lobby.tidy()
        assert [info.room for info in await client.rooms()] == [waiting.room]
        await tidy_until_gone(server, waiting.match)
        assert await client.rooms() == []


async def test_a_finished_room_goes_some_time_after_the_end_also_with_somebody_in_it(tmp_path: Path) -> None:
    async with serving(tmp_path, ended_seconds=1, open_rooms=0) as server, Client(server.base) as client:
        mine = await seat_of(client, options=SHORT["uno"], seats=2, bots=["easy"])
        async with client.table(mine.room, mine.secret, views="turn") as table:
            await play_out(table, random.Random(2))
            assert (await client.view(mine.room, mine.secret)).you == mine.you
            await tidy_until_gone(server, mine.match)
            while not table.gone:
                await asyncio.wait_for(table.inbox.get(), 60)
            assert table.gone == "closed"
        assert await refused(client.view(mine.room, mine.secret)) == "no_room"
        assert (await client.match(mine.match)).match == mine.match


async def test_an_arena_room_is_not_found_any_more_some_time_after_its_end(tmp_path: Path) -> None:
    async with serving(tmp_path, **{**QUICK, "ended_seconds": 1}) as server:
        bot = LegacyBot(server.base, 1)
        await bot.join()
        address = f"/api/rooms/{bot.room}"
        async with asyncio.timeout(30):
            while (await bot.http.get(address)).json()["result"]["status"] != "PLAYING":
                await asyncio.sleep(0.02)
        assert (await bot.post(f"{address}/leave", {"playerId": bot.me}))[0] == 200
        assert (await bot.http.get(address)).json()["result"]["status"] == "ENDED"
        await tidy_until_gone(server, server.service.lobby.rooms[bot.room])
        answer = await bot.http.get(address)
        assert (answer.status_code, answer.json()["code"]) == (404, "ROOM_NOT_FOUND")
        await bot.close()
