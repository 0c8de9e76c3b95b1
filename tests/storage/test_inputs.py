"""What strangers send is answered alike, whatever store is behind the server: no sign breaks one of them only."""

import json
from pathlib import Path

import pytest

from tests.server.arena.legacy import LegacyBot
from tests.server.clock import ManualClock
from tests.server.serving import Client, first_turn, http_client, seat_of, serving

pytestmark = pytest.mark.anyio

ASKED = [
    "/api/v1/players/%00",
    "/api/v1/players/%00/matches",
    "/api/v1/players/%00/versus/x",
    "/api/v1/players/x/versus/%00",
    "/api/v1/ladder?game=%00",
    "/api/v1/matches?game=%00",
    "/api/v1/matches?player=%00",
    "/api/v1/rooms?game=%00",
]


async def test_signs_that_a_store_cannot_hold_are_refused_before_it_is_asked(address: str, tmp_path: Path) -> None:
    async with serving(tmp_path, database=address) as server, Client(server.base) as client:
        async with http_client(server.base) as http:
            answers = {path: (await http.get(path)).status_code for path in ASKED}
            assert set(answers.values()) == {422}, answers
            mine = await seat_of(client)
            await first_turn(client, mine)
            act = {"action": {"type": "DRAW_CARD"}, "actionId": "a\x00b"}
            headers = {"authorization": f"Bearer {mine.secret}", "content-type": "application/json"}
            path = f"/api/v1/rooms/{mine.room}/act"
            assert (await http.post(path, content=json.dumps(act), headers=headers)).status_code == 422
            longest = await client.act(mine.room, mine.secret, {"type": "DRAW_CARD"}, "字" * 64)
            assert not longest.repeated
        bot = LegacyBot(server.base, 1)
        bot.name = ("A\x00da", "Bot")
        await bot.join()
        room = (await bot.http.get(f"/api/rooms/{bot.room}")).json()["result"]
        assert room["players"][0]["name"] == "Ada Bot"
        await bot.close()
        assert server.service.log.fault is None


async def test_an_arena_action_id_with_such_a_sign_is_refused(address: str, tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock, database=address) as server:
        bot = LegacyBot(server.base, 1)
        await bot.join()
        await clock.advance(server.service.settings.countdown_seconds)
        assert (await bot.request("challenge", actionId="a\x00b"))["code"] == "BAD_REQUEST"
        assert server.service.log.fault is None
        await bot.close()
