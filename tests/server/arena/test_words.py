"""What the arena says in words, in the language of each listener."""

import pytest
import socketio

from tests.server.arena.legacy import PATIENCE
from tests.server.arena.playing import ArenaServer
from tests.server.serving import until

pytestmark = pytest.mark.anyio


async def test_the_countdown_is_told_in_the_language_of_each_listener(arena: ArenaServer) -> None:
    player = arena.bot()
    await player.join()
    heard: dict[str, list[str]] = {"zh-CN": [], "en-US": []}
    sockets = []
    for language, words in heard.items():
        socket = socketio.AsyncClient(reconnection=False, request_timeout=PATIENCE)
        socket.on("countdownStart", lambda data, words=words: words.append(data["message"]))
        socket.on("countdownCancel", lambda data, words=words: words.append(data["reason"]))
        headers = {"Accept-Language": language}
        await socket.connect(arena.base, headers=headers, transports=["websocket"], wait_timeout=PATIENCE)
        await socket.emit("joinRoom", {"roomId": player.room})
        sockets.append(socket)
    await until(lambda: all(heard.values()))
    await player.post(f"/api/rooms/{player.room}/leave", {"playerId": player.me})
    await until(lambda: all(len(words) == 2 for words in heard.values()))
    assert all(message.isascii() for message in heard["en-US"])
    assert not any(message.isascii() for message in heard["zh-CN"])
    for socket in sockets:
        await socket.disconnect()
