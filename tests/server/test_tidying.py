"""Rooms that nobody needs any more go, whether their tables are in memory or not."""

import asyncio
import random
from pathlib import Path

import pytest

from paiju.protocol.rooms import SeatedAnswer
from tests.server.arena.legacy import LegacyBot
from tests.server.clock import ManualClock
from tests.server.serving import SHORT, Client, Running, play_out, seat_of, serving
from tests.server.test_rooms import refused

pytestmark = pytest.mark.anyio

DESERTED = {"match_idle_seconds": 600, "open_rooms": 0}


async def asleep(server: Running, clock: ManualClock, client: Client) -> SeatedAnswer:
    """A match whose only player is not there any more; its table has left memory."""
    mine = await seat_of(client, options=SHORT["uno"])
    await clock.advance(130)
    assert mine.match not in server.service.lobby.tables
    return mine


async def test_a_match_that_left_memory_is_closed_when_its_time_is_over(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, **DESERTED) as server, Client(server.base) as client:
        mine = await asleep(server, clock, client)
        await clock.advance(600 - 130 - 1)
        assert mine.match in server.service.lobby.rooms.values()
        await clock.advance(10)
        assert await refused(client.room(mine.room)) == "no_room"
        assert await server.service.log.match_ids("playing") == []


async def test_looking_at_a_match_that_left_memory_does_not_prolong_its_life(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, **DESERTED) as server, Client(server.base) as client:
        mine = await asleep(server, clock, client)
        assert (await client.room(mine.room)).match == mine.match
        await clock.advance(600 - 130 + 10)
        assert await refused(client.room(mine.room)) == "no_room"


async def test_waiting_rooms_stay_in_the_list_until_their_time_is_over(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, room_idle_seconds=300, open_rooms=0) as server, Client(server.base) as client:
        waiting = await seat_of(client, bots=[], start=False, visibility="listed")
        await clock.advance(299)
        assert [info.room for info in await client.rooms()] == [waiting.room]
        await clock.advance(10)
        assert await client.rooms() == []


async def test_a_finished_room_goes_some_time_after_the_end_also_with_somebody_in_it(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, ended_seconds=300, open_rooms=0) as server, Client(server.base) as client:
        mine = await seat_of(client, options=SHORT["uno"], seats=2, bots=["easy"])
        async with client.table(mine.room, mine.secret, views="turn") as table:
            await play_out(table, random.Random(2))
            await clock.advance(299)
            assert (await client.view(mine.room, mine.secret)).you == mine.you
            await clock.advance(10)
            while not table.gone:
                await asyncio.wait_for(table.inbox.get(), 60)
            assert table.gone == "closed"
        assert await refused(client.view(mine.room, mine.secret)) == "no_room"
        assert (await client.match(mine.match)).match == mine.match


async def test_an_arena_room_is_not_found_any_more_some_time_after_its_end(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, ended_seconds=300) as server:
        bot = LegacyBot(server.base, 1)
        await bot.join()
        address = f"/api/rooms/{bot.room}"
        await clock.advance(server.service.settings.countdown_seconds)
        assert (await bot.http.get(address)).json()["result"]["status"] == "PLAYING"
        assert (await bot.post(f"{address}/leave", {"playerId": bot.me}))[0] == 200
        assert (await bot.http.get(address)).json()["result"]["status"] == "ENDED"
        await clock.advance(310)
        answer = await bot.http.get(address)
        assert (answer.status_code, answer.json()["code"]) == (404, "ROOM_NOT_FOUND")
        await bot.close()
