"""What the arena remembers of bots and rooms: modes, seats, open rooms; also over a restart."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from paiju.server.rooms.lobby import Lobby
from paiju.storage.log import Entry, EventLog
from tests.server.arena.legacy import LegacyBot
from tests.server.arena.playing import ArenaServer, serving_arena
from tests.server.serving import until

pytestmark = pytest.mark.anyio


@pytest.fixture
async def open_arena(tmp_path: Path) -> AsyncIterator[ArenaServer]:
    """A server that keeps an empty room of each mode open."""
    async with serving_arena(tmp_path, open_rooms=1) as server:
        await open_rooms(server)
        yield server


async def open_rooms(arena: ArenaServer) -> list[str]:
    """The rooms that stand open."""
    rooms = arena.service.lobby.rooms
    await until(lambda: len(rooms) == 2)
    return sorted(rooms)


async def modes(bot: LegacyBot) -> list[bool]:
    """The modes of the rooms that a bot is shown."""
    return [room["isSandbox"] for room in (await bot.http.get("/api/rooms/list")).json()]


def person(bot: LegacyBot, **more: Any) -> dict[str, Any]:
    """The body of a join."""
    return {"firstName": bot.name[0], "lastName": bot.name[1], "MAC": bot.mac, "isSandbox": bot.sandbox, **more}


async def test_a_bot_whose_join_was_refused_for_the_mode_is_shown_only_rooms_of_its_own(
    open_arena: ArenaServer,
) -> None:
    bot = open_arena.bot(sandbox=True)
    rooms = (await bot.http.get("/api/rooms/list")).json()
    wrong = next(str(room["id"]) for room in rooms if not room["isSandbox"])
    status, data = await bot.post(f"/api/rooms/{wrong}/join", person(bot))
    assert (status, data["code"]) == (409, "ROOM_MODE_MISMATCH")
    assert await modes(bot) == [True]


async def test_wishes_for_a_room_are_carried_out_or_refused_never_ignored(arena: ArenaServer) -> None:
    bot = arena.bot()
    good: list[dict[str, Any]] = [
        {"options": {"maxPlayers": 3, "targetScore": 50}},
        {"maxPlayers": 3, "targetScore": 50},
        {"maxPlayers": 3, "targetScore": 50, "options": {"maxPlayers": 3, "targetScore": 50}},
    ]
    bad: list[dict[str, Any]] = [
        {"maxPlayers": 3, "options": {"maxPlayers": 4}},
        {"targetScore": 3, "options": {"targetScore": 4}},
        {"options": {"maxPlayers": 11}},
        {"options": {"maxPlayers": "3"}},
        {"options": {"maxPlayers": True}},
        {"options": []},
    ]
    for wish in good:
        status, made = await bot.post("/api/rooms", wish)
        assert (status, made["result"]["targetScore"]) == (200, 50)
        listed = (await bot.http.get("/api/rooms/list")).json()
        assert [room["maxPlayers"] for room in listed if room["id"] == made["roomId"]] == [3]
    for wish in bad:
        status, refused = await bot.post("/api/rooms", wish)
        assert (status, refused["code"]) == (400, "INVALID_OPTION"), wish


async def test_a_search_that_found_nobody_is_remembered_as_sandbox(open_arena: ArenaServer) -> None:
    bot = open_arena.bot()
    status, data = await bot.post("/api/rooms/find-join", person(bot, playerName="Nobody"))
    assert (status, data["code"]) == (404, "PLAYER_NOT_FOUND")
    assert await modes(bot) == [True]


async def test_a_restart_keeps_the_open_rooms_and_makes_no_others(tmp_path: Path) -> None:
    async with serving_arena(tmp_path, open_rooms=1) as before:
        kept = await open_rooms(before)
    async with serving_arena(tmp_path, open_rooms=1) as after:
        await after.service.lobby.all_loaded()
        await after.clock.advance(1)  # the arena looks after its rooms four times
        assert await open_rooms(after) == kept


async def test_one_room_per_mac_holds_right_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that starts again gives up its old seat first, also while the old room is still being read."""
    async with serving_arena(tmp_path) as arena:
        bot = arena.bot(sandbox=False)
        await bot.join()
        _, other = await bot.post("/api/rooms", {"isSandbox": False})
        old = (await arena.service.lobby.table(bot.room)).folded.match
    read, all_loaded = EventLog.read, Lobby.all_loaded
    readable, asked = asyncio.Event(), asyncio.Event()

    async def read_late(log: EventLog, match: str, since: int = -1, limit: int | None = None) -> Sequence[Entry]:
        if match == old:
            await readable.wait()
        return await read(log, match, since, limit)

    async def ask(lobby: Lobby) -> None:
        asked.set()
        await all_loaded(lobby)

    monkeypatch.setattr(EventLog, "read", read_late)
    async with serving_arena(tmp_path) as arena:
        monkeypatch.setattr(Lobby, "all_loaded", ask)
        again = arena.bot(sandbox=False)
        joining = asyncio.create_task(again.join(other["roomId"]))
        await until(lambda: joining.done() or asked.is_set())
        readable.set()
        await joining
        await all_loaded(arena.service.lobby)
        seated = [table.folded.header.room for table in arena.service.lobby.tables.values() if table.folded.people()]
        assert seated == [other["roomId"]]


async def test_a_seat_in_a_waiting_room_is_given_up_when_its_bot_never_came(arena: ArenaServer) -> None:
    bot = arena.bot(sandbox=False, only_players=True)
    await bot.join()
    table = await arena.service.lobby.table(bot.room)
    assert table.folded.people() == [0]
    await arena.clock.advance(599)
    assert table.folded.people() == [0]
    await arena.clock.advance(2)
    assert not table.folded.people()
