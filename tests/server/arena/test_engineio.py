"""What strangers send to Engine.IO: sizes, sessions, packets. Nothing of it is a 5xx or touches anybody else."""

import asyncio
import json
from pathlib import Path

import httpx2
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from tests.server.arena.legacy import PATIENCE
from tests.server.arena.playing import ArenaServer, serving_arena

pytestmark = pytest.mark.anyio

PATH = "/socket.io/?EIO=4&transport=polling"
HOSTILE = [  # none of them is a packet that we take
    b"",
    b"x",
    b"4",
    b"42",
    b"40{",
    b'42["joinRoom",{"roomId":"\\ud800"}]',
    b'42["nothing",' + b"[" * 900 + b"]" * 900 + b"]",
    b'42["joinRoom",' + b"9" * 3000 + b"]",
    b"42[" + b"1" * 3000,
    b'429999999999999999999["joinRoom",{}]',
    b'451-["joinRoom",{"_placeholder":true,"num":0}]',
    b'45999-["x"]',
    b"b////",
    b"4\xff\xfe",
    b"7",
    b"9",
    b"\x1e" * 40,
    # The library would call its own handlers, and the address that is counted would be the one named here.
    b'42["connect",{"asgi.scope":{"client":["192.0.2.9",1]}}]',
    b'42/,["connect",{}]',
    b'42["disconnect"]',
]
STRANGE = [  # packets, but nothing that makes sense
    b"40",
    b'42["joinRoom"]',
    b'42["joinRoom",null]',
    b'42["joinRoom",{"roomId":5}]',
    b'42["joinRoom",{"roomId":"x","playerId":{"a":[]}}]',
    b'4399["x"]',
    b"40/elsewhere,",
    "\x1e".join(["2"] * 10).encode(),
]


def http_of(server: ArenaServer) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(base_url=server.base, trust_env=False, timeout=PATIENCE)


async def opened(http: httpx2.AsyncClient) -> str:
    """A new polling session."""
    answer = await http.get(PATH)
    assert answer.status_code == 200, answer.text
    return str(json.loads(answer.text[1:])["sid"])


async def test_no_packet_causes_a_5xx_or_an_incident(arena: ArenaServer) -> None:
    async with http_of(arena) as http:
        for raw in (*HOSTILE, *STRANGE):
            for greeting in (None, b"40"):
                path = f"{PATH}&sid={await opened(http)}"
                if greeting is not None:
                    assert (await http.post(path, content=greeting)).status_code == 200
                answer = await http.post(path, content=raw)
                allowed = (400,) if raw in HOSTILE else (200, 400)
                assert answer.status_code in allowed, (raw[:40], answer.text)
            for word in (raw, raw.decode("utf-8", "replace")):
                url = f"{arena.base.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket"
                async with connect(url, proxy=None) as socket:
                    await socket.send("40")
                    await socket.send(word)
                    await socket.send("1")
                    with pytest.raises(ConnectionClosed):
                        while True:
                            await asyncio.wait_for(socket.recv(), 60)
        assert arena.incidents() == 0
        assert (await http.get("/api/rooms/list")).status_code == 200


async def test_more_arguments_than_an_event_has_are_left_alone(arena: ArenaServer) -> None:
    url = f"{arena.base.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket"
    async with connect(url, proxy=None, open_timeout=PATIENCE) as socket:
        await socket.send("40")
        await socket.send('42["joinRoom",{"roomId":"x"},1,2]')
        while not str(said := await asyncio.wait_for(socket.recv(), PATIENCE)).startswith("42"):
            pass
        assert json.loads(str(said)[2:])[0] == "joinError"


async def test_a_body_that_is_too_large_is_refused_while_it_is_read(arena: ArenaServer) -> None:
    async with http_of(arena) as http:
        sid = await opened(http)
        host, port = arena.base.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        head = f"POST {PATH}&sid={sid} HTTP/1.1\r\nhost: {host}\r\ntransfer-encoding: chunked\r\n\r\n"
        writer.write(head.encode() + b"4400\r\n" + b"4" * 0x4400 + b"\r\n")  # and no end
        answer = await asyncio.wait_for(reader.readuntil(b"}"), 60)
        assert answer.startswith(b"HTTP/1.1 413")
        assert b'"TOO_LARGE"' in answer
        writer.close()


async def test_sessions_that_are_unknown_or_over_get_400_in_json_and_jsonp_does_not_exist(arena: ArenaServer) -> None:
    async with http_of(arena) as http:
        over = await opened(http)
        await http.post(f"{PATH}&sid={over}", content=b"1")
        for sid in ("nobody", over):
            for answer in (await http.get(f"{PATH}&sid={sid}"), await http.post(f"{PATH}&sid={sid}", content=b"2")):
                assert (answer.status_code, answer.json()["code"]) == (400, 1)
                assert isinstance(answer.json()["error"], str)
        for path in (f"{PATH}&j=0", "/socket.io/?EIO=3&transport=polling", "/socket.io/?EIO=4&transport=carrier"):
            answer = await http.get(path)
            assert (answer.status_code, answer.json()["success"]) == (400, False)
        assert (await http.delete(f"{PATH}&sid=x")).status_code == 400
        assert arena.incidents() == 0


async def test_a_connection_that_enters_no_room_is_closed(arena: ArenaServer) -> None:
    """Also one that never says hello to Socket.IO, and not only because it answers no ping."""
    url = f"{arena.base.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket"
    for words in ([], ["40"]):
        async with connect(url, proxy=None, open_timeout=PATIENCE) as socket:
            await asyncio.wait_for(socket.recv(), PATIENCE)
            for word in words:
                await socket.send(word)
                await asyncio.wait_for(socket.recv(), PATIENCE)
            await arena.clock.advance(9.9)
            assert socket.state is State.OPEN
            await arena.clock.advance(0.2)
            with pytest.raises(ConnectionClosed):
                while True:
                    await asyncio.wait_for(socket.recv(), PATIENCE)


async def test_one_address_has_only_so_many_connections(tmp_path: Path) -> None:
    async with serving_arena(tmp_path, sockets_per_address=3) as arena, http_of(arena) as http:
        sids = [await opened(http) for _ in range(3)]
        answer = await http.get(PATH)
        assert (answer.status_code, int(answer.headers["retry-after"]) >= 1) == (503, True)
        assert answer.json()["success"] is False
        await http.post(f"{PATH}&sid={sids[0]}", content=b"1")
        assert (await http.get(PATH)).status_code == 200
