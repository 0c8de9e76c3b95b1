"""What is counted, on every transport alike."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from paiju.server.auth import new_secret
from tests.server.arena.legacy import LegacyBot
from tests.server.serving import Client, open_socket, seat_of, serving, until
from tests.server.test_gate import ask

pytestmark = pytest.mark.anyio


async def say(socket: ClientConnection, message: dict[str, Any]) -> str:
    """One message on a bare socket; returns the code of the refusal, or the type of the answer."""
    await socket.send(json.dumps({"id": 7, **message}))
    while True:
        answer = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if answer.get("re") == 7:
            return str(answer["problem"]["code"] if answer["type"] == "refused" else answer["type"])


async def test_rooms_cannot_be_found_by_trying_codes(tmp_path: Path) -> None:
    limits = {"limits_enabled": 1, "limits_secrets": "3/3000"}
    for transport in ("secret", "nobody", "socket"):
        folder = tmp_path / transport
        async with serving(folder, **limits) as server, Client(server.base) as client:
            mine = await seat_of(client, bots=[], start=False)
            codes = []
            async with open_socket(server) as socket:
                for code in ("AAAAAA", "BBBBBB", "CCCCCC", "DDDDDD"):
                    if transport == "socket":
                        codes.append(await say(socket, {"type": "enter", "room": code, "secret": new_secret()}))
                    else:
                        secret = new_secret() if transport == "secret" else None
                        answer = await ask(server.base, "GET", f"/api/v1/rooms/{code}/view", None, secret)
                        codes.append(answer.json()["error"]["code"])
                assert codes == ["no_room"] * 3 + ["rate_limited"]
                # A code that exists looks the same now to a stranger; whoever has a seat notices nothing.
                assert await say(socket, {"type": "enter", "room": mine.room}) == "rate_limited"
            for path in ("", "/view", "/qr"):
                answer = await ask(server.base, "GET", f"/api/v1/rooms/{mine.room}{path}")
                assert (answer.status_code, int(answer.headers["retry-after"]) > 0) == (429, True)
            assert (await client.view(mine.room, mine.secret)).you == mine.you


async def test_arena_requests_for_rooms_that_do_not_exist_are_counted(tmp_path: Path) -> None:
    limits = {"limits_enabled": 1, "limits_secrets": "2/3000", "limits_game": "2/3000"}
    async with serving(tmp_path, **limits) as server:
        bot = LegacyBot(server.base, 1)
        answers = [await bot.post("/api/rooms/NOSUCH/draw", {"playerId": "x"}) for _ in range(3)]
        assert [(status, data["code"]) for status, data in answers] == [
            (404, "ROOM_NOT_FOUND"),
            (404, "ROOM_NOT_FOUND"),
            (429, "RATE_LIMITED"),
        ]
        bot.room = "NOSUCH"
        socket = await bot.connect()
        for secret in ("b" * 20, "c" * 20):
            await socket.emit("joinRoom", {"roomId": bot.room, "playerId": secret})
        await until(lambda: len(bot.events) == 3)
        assert [data["code"] for _, data in bot.events] == ["ROOM_NOT_FOUND"] * 2 + ["RATE_LIMITED"]
        await bot.close()


@pytest.mark.parametrize(
    "message",
    [
        {"type": "start"},
        {"type": "kick", "seat": 1},
        {"type": "vote", "seat": 1},
        {"type": "bot", "seat": 1, "bot": "easy"},
        {"type": "rematch"},
        {"type": "ready"},
        {"type": "mute", "seat": 1},
    ],
    ids=lambda message: str(message["type"]),
)
async def test_what_a_seat_asks_for_on_the_socket_is_counted_as_over_http(
    tmp_path: Path, message: dict[str, Any]
) -> None:
    limits = {"limits_enabled": 1, "limits_game": "2/3000", "limits_check": "2/3000", "limits_global": "2/3000"}
    async with serving(tmp_path, **limits) as server, Client(server.base) as client:
        mine = await seat_of(client, seats=2, bots=[], start=False)  # counted for the person, not for the seat
        async with open_socket(server) as socket:
            assert await say(socket, {"type": "enter", "room": mine.room, "secret": mine.secret}) == "entered"
            codes = [await say(socket, message) for _ in range(3)]
            assert codes[2] == "rate_limited"
            assert "rate_limited" not in codes[:2]
            answer = await ask(
                server.base,
                "POST",
                f"/api/v1/rooms/{mine.room}/{message['type']}",
                {key: value for key, value in message.items() if key != "type"},
                mine.secret,
            )
            assert answer.status_code == 429
