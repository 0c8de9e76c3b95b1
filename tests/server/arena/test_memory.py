"""What the arena remembers of bots and rooms: modes, seats, open rooms; also over a restart."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from paiju.server.rooms.lobby import Lobby
from tests.server.arena.legacy import LegacyBot
from tests.server.arena.test_conduct import until
from tests.server.arena.test_matches import QUICK
from tests.server.serving import serving

pytestmark = pytest.mark.anyio


async def modes(bot: LegacyBot) -> list[bool]:
    """The modes of the rooms that a bot is shown."""
    return [room["isSandbox"] for room in (await bot.http.get("/api/rooms/list")).json()]


def person(bot: LegacyBot, **more: Any) -> dict[str, Any]:
    """The body of a join."""
    return {"firstName": bot.name[0], "lastName": bot.name[1], "MAC": bot.mac, "isSandbox": bot.sandbox, **more}


async def open_rooms(bot: LegacyBot) -> list[str]:
    """Ids of the empty rooms once there is one of each mode."""
    async with asyncio.timeout(60):
        while len(rooms := (await bot.http.get("/api/rooms/list")).json()) < 2:
            await asyncio.sleep(0.02)
    return sorted(str(room["id"]) for room in rooms)


async def test_a_bot_whose_join_was_refused_for_the_mode_is_shown_only_rooms_of_its_own(tmp_path: Path) -> None:
    async with serving(tmp_path, **QUICK) as server:
        bot = LegacyBot(server.base, 1, sandbox=True)
        await open_rooms(bot)
        rooms = (await bot.http.get("/api/rooms/list")).json()
        wrong = next(str(room["id"]) for room in rooms if not room["isSandbox"])
        status, data = await bot.post(f"/api/rooms/{wrong}/join", person(bot))
        assert (status, data["code"]) == (409, "ROOM_MODE_MISMATCH")
        assert set(await modes(bot)) == {True}
        await bot.close()


async def test_wishes_for_a_room_are_carried_out_or_refused_never_ignored(tmp_path: Path) -> None:
    async with serving(tmp_path, **{**QUICK, "open_rooms": 0}) as server:
        bot = LegacyBot(server.base, 1)
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
            room = (await bot.http.get("/api/rooms/list")).json()[-1]
            assert (room["id"], room["maxPlayers"]) == (made["roomId"], 3)
        for wish in bad:
            status, refused = await bot.post("/api/rooms", wish)
            assert (status, refused["code"]) == (400, "INVALID_OPTION"), wish
        await bot.close()


async def test_a_search_that_found_nobody_is_remembered_as_sandbox(tmp_path: Path) -> None:
    async with serving(tmp_path, **QUICK) as server:
        bot = LegacyBot(server.base, 1)
        await open_rooms(bot)
        status, data = await bot.post("/api/rooms/find-join", person(bot, playerName="Nobody"))
        assert (status, data["code"]) == (404, "PLAYER_NOT_FOUND")
        assert set(await modes(bot)) == {True}
        await bot.close()


async def test_a_restart_keeps_the_open_rooms_and_makes_no_others(tmp_path: Path) -> None:
    lists = []
    for _ in range(2):
        async with serving(tmp_path, **QUICK) as server:
            bot = LegacyBot(server.base, 1)
            lists.append(await open_rooms(bot))
            await bot.close()
    assert lists[0] == lists[1]


async def test_one_room_per_mac_holds_right_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {**QUICK, "countdown_seconds": 1000}
    async with serving(tmp_path, **settings) as server:
        bot = LegacyBot(server.base, 1, sandbox=False)
        await bot.join()
        _, other = await bot.post("/api/rooms", {"isSandbox": False})
        await bot.close()
    warm = Lobby._warm

    async def slowly(lobby: Lobby, matches: list[str]) -> None:
        await asyncio.sleep(0.5)
        await warm(lobby, matches)

    monkeypatch.setattr(Lobby, "_warm", slowly)
    async with serving(tmp_path, **settings) as server:
        again = LegacyBot(server.base, 1, sandbox=False)
        await again.join(other["roomId"])  # a bot that starts again: its old seat is given up first
        await server.service.lobby.all_loaded()
        seated = [table.folded.header.room for table in server.service.lobby.tables.values() if table.folded.people()]
        assert seated == [other["roomId"]]
        await again.close()


async def test_a_seat_in_a_waiting_room_is_given_up_when_its_bot_never_came(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path, **{**QUICK, "countdown_seconds": 1000}) as server:
        bot = LegacyBot(server.base, 1, sandbox=False, only_players=True)
        await bot.join()
        table = await server.service.lobby.table(bot.room)
        assert table.folded.people() == [0]
        table.absent_since[0] = time.monotonic() - 599
        await asyncio.sleep(0.6)
        assert table.folded.people() == [0]
        table.absent_since[0] -= 2
        await until(lambda: not table.folded.people())
        await bot.close()
