"""A room made in one dialect is watched in the other."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
import socketio

from tests.server.arena.legacy import EVENTS, PATIENCE, LegacyBot
from tests.server.arena.playing import QUICK
from tests.server.serving import SHORT, Client, play_out, seat_of, serving, until

pytestmark = pytest.mark.anyio


async def watcher(base: str, room: str, heard: list[tuple[str, dict[str, Any]]], **more: str) -> socketio.AsyncClient:
    """A spectator over Socket.IO."""
    socket = socketio.AsyncClient(reconnection=False, request_timeout=PATIENCE)
    for name in EVENTS:
        socket.on(name, lambda data, name=name: heard.append((name, data)))
    await socket.connect(base, transports=["websocket"], wait_timeout=PATIENCE)
    await socket.emit("joinRoom", {"roomId": room, **more})
    return socket


async def test_a_native_uno_room_is_watched_over_socket_io(tmp_path: Path) -> None:
    async with serving(tmp_path, **QUICK, seed="watched") as server, Client(server.base) as client:
        mine = await seat_of(client, options=SHORT["uno"], bots=["easy"], seats=2, start=False)
        heard: list[tuple[str, dict[str, Any]]] = []
        socket = await watcher(server.base, mine.room, heard)
        async with client.table(mine.room, mine.secret, views="turn") as table:
            assert table.info is not None
            await client.start(mine.room, mine.secret)
            await play_out(table, random.Random(1))
            await until(lambda: [data for name, data in heard if name == "gameEnd"])
            assert table.gone == ""
            assert (await client.room(mine.room)).seats[0].connected
        names = [name for name, _ in heard]
        assert names.count("gameStart") == names.count("gameEnd") == 1
        assert {"turn", "action", "roundEnd"} <= set(names)
        assert not [data for name, data in heard if name == "turn" and "hand" in data]
        assert mine.secret not in json.dumps(heard)
        assert all(data["roomId"] == mine.room for _, data in heard)
        assert server.service.metrics.registry.get_sample_value("paiju_incidents_total") == 0
        await socket.disconnect()


async def test_watching_gives_no_rights_over_a_native_room(tmp_path: Path) -> None:
    async with serving(tmp_path, **QUICK, seed="watched") as server, Client(server.base) as client:
        mine = await seat_of(client, clock=3600)
        other = await seat_of(client, "shandong", options=SHORT["shandong"])
        heard: list[tuple[str, dict[str, Any]]] = []
        sockets = [
            await watcher(server.base, mine.room, heard, playerId=mine.secret),
            await watcher(server.base, other.room, heard),
        ]
        await until(lambda: len(heard) == 2)
        assert {(name, data["code"]) for name, data in heard} == {("joinError", "ROOM_NOT_FOUND")}
        bot = LegacyBot(server.base, 1)
        for verb in ("draw", "leave", "join"):
            body = {"playerId": mine.secret, "firstName": "A", "lastName": "B", "MAC": bot.mac}
            status, data = await bot.post(f"/api/rooms/{mine.room}/{verb}", body)
            assert (status, data["code"]) == (404, "ROOM_NOT_FOUND")
        await bot.close()
        for socket in sockets:
            await socket.disconnect()


async def test_an_arena_room_is_watched_on_the_live_socket(tmp_path: Path) -> None:
    async with serving(tmp_path, **QUICK, seed="watched") as server, Client(server.base) as client:
        bot = LegacyBot(server.base, 1)
        await bot.join()
        async with client.table(bot.room) as table:
            await bot.connect()
            while not table.over:
                await table.inbox.get()
            assert table.snapshot is not None
            assert table.snapshot.seat == -3
        await bot.close()
