"""What strangers send, how much of it, and how slowly they read: no input does harm to anybody else."""

import asyncio
import json
import random
import socket as sockets
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from paiju.client import Refused
from paiju.server.run import listen
from paiju.server.settings import Settings
from tests.server import serving as serving_
from tests.server.clock import ManualClock
from tests.server.serving import (
    Client,
    Running,
    first_turn,
    http_client,
    open_socket,
    play_out,
    seat_of,
    serving,
    until,
    wish,
)
from tests.server.test_gate import ask

pytestmark = pytest.mark.anyio

HOSTILE = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"x"',
    b"NaN",
    b'{"type":"enter","room":NaN}',
    b'{"type":"act","action":' + b"[" * 5000 + b"]" * 5000 + b"}",
    b'{"type":"act","action":' + b'{"a":' * 40 + b"1" + b"}" * 40 + b"}",
    b'{"type":"act","type":"enter","room":"ABCDEF"}',
    b'{"type":"act","action":{"n":' + b"9" * 5000 + b"}}",
    b'{"type":"act","action":{"type":"PLAY_CARD","cardId":1}}',
    b'{"type":"act","action":{"type":"PLAY_CARD","cardId":"\\ud800"}}',
    b'{"type":"act","action":{"type":"PLAY_CARD","cardId":"\\u0000"}}',
    b'{"type":"act","action":{"type":["PLAY_CARD"]}}',
    b'{"type":"act","action":{"type":"CHALLENGE_UNO","targetPlayerId":{"a":[]}}}',
    b'{"type":"act","action":{},"expectedSeq":-1}',
    b'{"type":"act","action":{},"expectedSeq":true}',
    b'{"type":"act","action":{},"expectedSeq":1.5}',
    b'{"type":"act","action":{"type":"DRAW_CARD"},"surprise":1}',
    b'{"type":"act","action":{"type":"DRAW_CARD"},"actionId":""}',
    b'{"type":"kick","seat":99999999999999999999}',
    b'{"type":"unheard_of"}',
    b'{"type":"events","since":-5}',
    b'{"type":"say","text":"' + b"x" * 1500 + b'"}',
    b"\xff\xfe{}",
]


async def test_hostile_frames_are_answered_or_end_that_socket_only(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        enter = json.dumps({"type": "enter", "id": 1, "room": mine.room, "secret": mine.secret})
        for raw in HOSTILE:
            async with open_socket(server) as socket:
                await socket.send(enter)
                try:
                    await socket.send(raw.decode("utf-8", "replace"))
                    await socket.send(json.dumps({"type": "ping", "id": 77}))
                    while json.loads(await asyncio.wait_for(socket.recv(), 60)).get("re") != 77:
                        pass
                except ConnectionClosed:
                    pass
        async with open_socket(server) as socket:
            await socket.send(b"\x00\x01binary")
            with pytest.raises(ConnectionClosed):
                while True:
                    await asyncio.wait_for(socket.recv(), 60)
        async with open_socket(server) as socket:
            await socket.send("x" * 20000)
            with pytest.raises(ConnectionClosed):
                while True:
                    await asyncio.wait_for(socket.recv(), 60)
        assert server.service.metrics.incidents._value.get() == 0
        view = await first_turn(client, mine)
        assert (await client.act(mine.room, mine.secret, {"type": "DRAW_CARD"}, expected_seq=view.seq)).seq > 0


async def test_hostile_bodies_get_4xx_in_json(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        path = f"/api/v1/rooms/{mine.room}/act"
        headers = {"authorization": f"Bearer {mine.secret}", "content-type": "application/json"}
        async with http_client(server.base) as http:
            for raw in HOSTILE:
                answer = await http.post(path, content=raw, headers=headers)
                assert 400 <= answer.status_code < 500, raw[:60]
                assert answer.json()["error"]["code"]
            too_large = await http.post(path, content=b'{"action":{"x":"' + b"y" * 20000 + b'"}}', headers=headers)
            assert too_large.status_code == 413
            form = await http.post(path, content=b"a=1", headers={**headers, "content-type": "text/plain"})
            assert form.status_code == 415
            packed = await http.post(path, content=b"{}", headers={**headers, "content-encoding": "gzip"})
            assert packed.status_code == 415
            assert (await http.put(path, content=b"{}", headers=headers)).status_code == 405
            assert (await http.get("/api/v1/nothing")).json()["error"]["code"] == "not_found"
        assert server.service.metrics.incidents._value.get() == 0


async def test_unknown_fields_are_refused_on_both_transports(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        act: dict[str, Any] = {"action": {"type": "SKIP_TURN"}, "surprise": 1}
        answer = await ask(server.base, "POST", f"/api/v1/rooms/{mine.room}/act", act, mine.secret)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_fields")
        async with open_socket(server) as socket:
            for message in ({"type": "ping", "surprise": 1}, {"type": "enter", "room": mine.room, "seat": 0}):
                await socket.send(json.dumps({"id": 3, **message}))
                answered = json.loads(await asyncio.wait_for(socket.recv(), 60))
                assert (answered["re"], answered["problem"]["code"]) == (3, "bad_fields")


async def test_pages_of_other_sites_are_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        evil = {"origin": "https://evil.example"}
        for path in ("/api/v1/ws", "/socket.io/?EIO=4&transport=websocket"):
            with pytest.raises((InvalidStatus, ConnectionClosed)):
                async with open_socket(server, path, additional_headers=evil) as socket:
                    await socket.send('{"type":"ping","id":5}')
                    await asyncio.wait_for(socket.recv(), 60)
        async with open_socket(server, additional_headers={"origin": server.base}) as socket:
            await socket.send('{"type":"ping","id":5}')
            assert json.loads(await socket.recv())["re"] == 5
        async with http_client(server.base) as http:
            answer = await http.get("/api/v1/rooms", headers=evil)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "bad_origin")
            for path in ("/api/rooms/list", "/socket.io/?EIO=4&transport=polling"):
                answer = await http.get(path, headers=evil)
                assert (answer.status_code, answer.json()["code"]) == (403, "BAD_ORIGIN")
            good = await http.get("/api/v1/matches")
        assert "access-control-allow-origin" not in good.headers
        assert good.headers["cache-control"] == "no-store"
        assert good.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'; script-src 'self'; style-src 'self';" in good.headers["content-security-policy"]


async def test_limits_answer_429_with_the_time_to_wait(tmp_path: Path) -> None:
    async with serving(tmp_path, limits_enabled=1, limits_game="2/6000", limits_global="3/900") as server:
        async with Client(server.base) as client:
            mine = await client.create(wish())
            for _ in range(2):
                with pytest.raises(Refused):
                    await client.act(mine.room, mine.secret, {"type": "SKIP_TURN"})
            with pytest.raises(Refused) as refusal:
                await client.act(mine.room, mine.secret, {"type": "SKIP_TURN"})
            assert (refusal.value.status, refusal.value.problem.code) == (429, "rate_limited")
            assert 60 < refusal.value.retry_after <= 6000  # longer than the client waits by itself
            await client.new_player()
            await client.new_player()
            with pytest.raises(Refused, match="rate_limited"):
                await client.new_player()
            await client.rooms()


async def test_forwarded_addresses_are_believed_only_from_a_configured_proxy(tmp_path: Path) -> None:
    async def tries(server: Running) -> list[int]:
        """Requests that name another address each time, the last one among several."""
        async with http_client(server.base) as http:
            names = [f"10.9.9.9, 10.0.0.{number}" for number in range(4)]
            return [
                (await http.post("/api/v1/players", headers={"x-forwarded-for": name})).status_code for name in names
            ]

    limits = {"limits_enabled": 1, "limits_global": "2/9000"}
    async with serving(tmp_path / "a", **limits) as server:
        assert await tries(server) == [200, 200, 429, 429]
    async with serving(tmp_path / "b", **limits, trust_proxy=1, proxies="10.1.1.1") as server:
        assert await tries(server) == [200, 200, 429, 429]
    async with serving(tmp_path / "c", **limits, trust_proxy=1) as server:
        assert await tries(server) == [200] * 4


GOODBYE = b"\x88\x02\x03\xe8"
"""A close frame with the code 1000."""


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"queue_messages": 64}, id="too much waits"),
        pytest.param({"queue_bytes": 16384}, id="too large things wait"),
        pytest.param({"stall_seconds": 10}, id="it takes nothing"),
    ],
)
async def test_a_slow_reader_is_closed_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, int]
) -> None:
    monkeypatch.setattr(serving_, "listen", tight)
    clock = ManualClock()
    async with serving(tmp_path, clock, **settings) as server, Client(server.base) as client:
        mine = await seat_of(client, options={"targetScore": 10000})
        _, slow = await _socket_that_does_not_read(server, mine.room)
        async with client.table(mine.room, mine.secret, views="none") as table:
            rng = random.Random(2)

            def stuck() -> bool:
                return any(socket.blocked_since() is not None for socket in server.service.sockets.all())

            stalls = "stall_seconds" in settings
            while len(server.service.sockets) > 1 and not (stalls and stuck()):
                assert await play_out(table, rng, most=5) == 5
            if stalls:
                await clock.advance(9)
                assert len(server.service.sockets) == 2
                await clock.advance(3)
            await until(lambda: len(server.service.sockets) == 1)
            assert await play_out(table, rng, most=5) == 5
        assert server.service.metrics.slow._value.get() == 1  # not for a ping that it did not answer
        slow.close()


async def test_a_slow_reader_that_reads_again_misses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving_, "listen", tight)
    async with serving(tmp_path, ManualClock()) as server, Client(server.base) as client:
        mine = await seat_of(client, options={"targetScore": 10000})
        reader, writer = await _socket_that_does_not_read(server, mine.room)

        def stuck() -> bool:
            return any(socket.blocked_since() is not None for socket in server.service.sockets.all())

        async with client.table(mine.room, mine.secret, views="none") as table:
            rng = random.Random(2)
            while not stuck():
                assert await play_out(table, rng, most=5) == 5
            await play_out(table, rng, most=5)
            last = table.seq
        writer.transport.resume_reading()  # type: ignore[attr-defined]
        heard = b""
        async with asyncio.timeout(60):
            while f'"seq":{last}'.encode() not in heard:
                heard += await reader.read(4096)
        assert all(f'"seq":{seq}'.encode() in heard for seq in range(last - 5, last))
        await until(lambda: not stuck())
        assert server.service.metrics.slow._value.get() == 0
        writer.close()


@pytest.mark.parametrize("reads_again", [True, False])
async def test_a_slow_reader_is_told_that_its_room_closes_if_it_reads_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads_again: bool
) -> None:
    monkeypatch.setattr(serving_, "listen", tight)
    clock = ManualClock()
    async with serving(tmp_path, clock) as server, Client(server.base) as client:
        mine = await seat_of(client, options={"targetScore": 10000})
        reader, writer = await _socket_that_does_not_read(server, mine.room)
        async with client.table(mine.room, mine.secret, views="none") as table:
            rng = random.Random(2)
            while not any(socket.blocked_since() is not None for socket in server.service.sockets.all()):
                assert await play_out(table, rng, most=5) == 5
            assert await play_out(table, rng, most=5) == 5
            last = table.seq
            await client.leave(mine.room, mine.secret)
        await until(lambda: len(server.service.sockets) == 0)
        if not reads_again:
            await clock.advance(6)
        writer.transport.resume_reading()  # type: ignore[attr-defined]
        heard = b""
        async with asyncio.timeout(60):
            try:
                while not heard.endswith(GOODBYE) and (more := await reader.read(4096)):
                    heard += more
            except ConnectionResetError:
                pass  # dropped
        assert heard.endswith(GOODBYE) == reads_again
        assert (f'"seq":{last}'.encode() in heard) == (b'{"type":"gone"' in heard) == reads_again
        assert server.service.metrics.slow._value.get() == 0
        writer.close()


def tight(settings: Settings) -> sockets.socket:
    """Connections for which the system keeps only little."""
    listener = listen(settings)
    listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, 4096)
    return listener


async def _socket_that_does_not_read(server: Running, room: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A spectator by hand: the handshake, `enter`, and then silence with a tiny receive buffer."""
    import base64
    import os
    import struct

    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    raw.setblocking(False)
    host, port = server.base.removeprefix("http://").split(":")
    await asyncio.get_running_loop().sock_connect(raw, (host, int(port)))
    reader, writer = await asyncio.open_connection(sock=raw, limit=2048)
    key = base64.b64encode(os.urandom(16)).decode()
    writer.write(
        f"GET /api/v1/ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    payload = json.dumps({"type": "enter", "room": room}).encode()
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))
    writer.write(struct.pack("!BB", 0x81, 0x80 | len(payload)) + mask + masked)
    await writer.drain()
    transport = writer.transport
    transport.pause_reading()  # type: ignore[attr-defined]
    return reader, writer


async def test_a_socket_that_enters_no_room_is_closed(tmp_path: Path) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock) as server:
        async with open_socket(server) as socket:
            await clock.advance(9)
            await socket.send('{"type":"ping","id":5}')
            assert json.loads(await asyncio.wait_for(socket.recv(), 60))["re"] == 5
            await clock.advance(3)
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(socket.recv(), 60)
