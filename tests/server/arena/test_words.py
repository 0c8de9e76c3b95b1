"""What the arena says in words, in the language of each listener."""

from pathlib import Path

import pytest
import socketio

from tests.server.arena.legacy import LegacyBot
from tests.server.arena.test_conduct import until
from tests.server.arena.test_matches import QUICK
from tests.server.serving import serving

pytestmark = pytest.mark.anyio


async def test_the_countdown_is_told_in_the_language_of_each_listener(tmp_path: Path) -> None:
    async with serving(tmp_path, **{**QUICK, "countdown_seconds": 60}) as server:
        player = LegacyBot(server.base, 1)
        await player.join()
        heard: dict[str, list[str]] = {"zh-CN": [], "en-US": []}
        sockets = []
        for language, words in heard.items():
            socket = socketio.AsyncClient(reconnection=False)
            socket.on("countdownStart", lambda data, words=words: words.append(data["message"]))
            socket.on("countdownCancel", lambda data, words=words: words.append(data["reason"]))
            await socket.connect(server.base, headers={"Accept-Language": language}, transports=["websocket"])
            await socket.emit("joinRoom", {"roomId": player.room})
            sockets.append(socket)
        await until(lambda: all(heard.values()))
        await player.post(f"/api/rooms/{player.room}/leave", {"playerId": player.me})
        await until(lambda: all(len(words) == 2 for words in heard.values()))
        assert all(message.isascii() for message in heard["en-US"])
        assert not any(message.isascii() for message in heard["zh-CN"])
        for socket in sockets:
            await socket.disconnect()
        await player.close()
