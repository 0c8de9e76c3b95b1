"""The WebSocket under the live socket: frames in any pieces, and refused where websockets' own parser refuses them."""

import asyncio
import json
import os
import random
import struct
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.http11 import Request

from paiju.protocol import messages as m
from paiju.server.live.frames import frame
from paiju.server.live.protocol import LiveProtocol
from tests.server.serving import Client, Running, seat_of, serving

pytestmark = pytest.mark.anyio

TEXT, MORE, BINARY, CLOSE, PING, PONG = 1, 0, 2, 8, 9, 10


def frame_of(payload: bytes, opcode: int = TEXT, fin: bool = True, size_bytes: int = 0, mask: bool = True) -> bytes:
    """A client's frame; `size_bytes` chooses a longer form of the size than is needed."""
    first = (0x80 if fin else 0) | opcode
    flag = 0x80 if mask else 0
    size = len(payload)
    if size_bytes == 8 or size > 65535:
        head = struct.pack("!BBQ", first, flag | 127, size)
    elif size_bytes == 2 or size > 125:
        head = struct.pack("!BBH", first, flag | 126, size)
    else:
        head = struct.pack("!BB", first, flag | size)
    if not mask:
        return head + payload
    key = os.urandom(4)
    return head + key + bytes(byte ^ key[n % 4] for n, byte in enumerate(payload))


class Raw:
    """A WebSocket client that can misbehave."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def frame(self) -> tuple[int, bytes]:
        """The next frame of the server: opcode and payload."""
        first, size = await asyncio.wait_for(self.reader.readexactly(2), 60)
        if size == 126:
            (size,) = struct.unpack("!H", await self.reader.readexactly(2))
        return first & 15, await self.reader.readexactly(size)

    async def answers(self, count: int) -> list[int]:
        """The numbers of the next `count` answers to our pings."""
        found: list[int] = []
        while len(found) < count:
            opcode, payload = await self.frame()
            if opcode == TEXT:
                found.append(json.loads(payload)["re"])
        return found

    async def close_code(self) -> int:
        """Read on until the server closes."""
        while True:
            opcode, payload = await self.frame()
            if opcode == CLOSE:
                return int.from_bytes(payload[:2], "big")


@asynccontextmanager
async def connected(server: Running, path: str = "/api/v1/ws") -> AsyncIterator[Raw]:
    host, port = server.base.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()


def ping(number: int, padding: int = 0) -> bytes:
    return (json.dumps({"type": "ping", "id": number}) + " " * padding).encode()


async def test_frames_may_come_in_any_pieces_and_any_form(tmp_path: Path) -> None:
    stream = b"".join(
        (
            frame_of(ping(1)),
            frame_of(ping(2, padding=300)),
            frame_of(ping(3), size_bytes=2),
            frame_of(ping(4), size_bytes=8),
            frame_of(b"still here", PING),
            frame_of(ping(5)[:7], fin=False),
            frame_of(b"between", PING),
            frame_of(ping(5)[7:], MORE),
            frame_of(b"", PONG),
            frame_of(ping(6)),
        )
    )
    rng = random.Random(3)
    async with serving(tmp_path) as server:
        async with connected(server) as raw:
            raw.writer.write(stream)
            assert await raw.answers(6) == [1, 2, 3, 4, 5, 6]
        for _ in range(5):
            async with connected(server) as raw:
                at = 0
                while at < len(stream):
                    size = rng.choice((1, 1, 2, 3, 5, 40))
                    raw.writer.write(stream[at : at + size])
                    await raw.writer.drain()
                    await asyncio.sleep(0)
                    at += size
                assert await raw.answers(6) == [1, 2, 3, 4, 5, 6]


async def test_messages_that_come_before_the_handshake_is_over_are_handled_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle_connect = LiveProtocol.handle_connect

    def handle_connect_and_more(protocol: LiveProtocol, request: Request) -> None:
        handle_connect(protocol, request)
        protocol.data_received(frame_of(ping(1)) + frame_of(ping(2)))

    monkeypatch.setattr(LiveProtocol, "handle_connect", handle_connect_and_more)
    async with serving(tmp_path) as server, connected(server) as raw:
        raw.writer.write(frame_of(ping(3)))
        assert await raw.answers(3) == [1, 2, 3]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        pytest.param(frame_of(ping(1), mask=False), 1002, id="not_masked"),
        pytest.param(frame_of(b"x" * 20000)[:200], 1009, id="too_large"),
        pytest.param(frame_of(b"x" * 70000)[:200], 1009, id="much_too_large"),
        pytest.param(frame_of(b"x" * 9000, fin=False) + frame_of(b"x" * 9000, MORE), 1009, id="too_large_in_parts"),
        pytest.param(frame_of(b"\xff\xfe"), 1007, id="not_utf8"),
        pytest.param(frame_of(b"\x00", BINARY), 1003, id="binary"),
        pytest.param(frame_of(b"lost", MORE), 1002, id="the_rest_of_nothing"),
        pytest.param(frame_of(ping(1), fin=False) + frame_of(ping(2)), 1002, id="a_message_inside_another"),
        pytest.param(bytes((0xC1, 0x80, 1, 2, 3, 4)), 1002, id="reserved_bit"),
        pytest.param(frame_of(b"", 3), 1002, id="unknown_kind"),
        pytest.param(frame_of(struct.pack("!H", 1000), CLOSE), 1000, id="closed_by_the_client"),
    ],
)
async def test_wrong_frames_close_the_connection_with_the_right_code(tmp_path: Path, sent: bytes, code: int) -> None:
    async with serving(tmp_path) as server, connected(server) as raw:
        raw.writer.write(sent)
        assert await raw.close_code() == code


@pytest.mark.parametrize("size", [0, 125, 126, 65535, 65536])
def test_a_message_of_any_size_is_one_frame(size: int) -> None:
    payload = b"x" * size
    assert frame(payload) == frame_of(payload, mask=False)


def test_frames_are_read_without_the_extension_of_websockets_too() -> None:
    code = (
        "import sys; sys.modules['websockets.speedups'] = None\n"
        "from paiju.server.live.frames import apply_mask; print(apply_mask(b'\\1\\2', b'\\3\\3\\3\\3'))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "b'\\x02\\x01'\n"


async def test_the_latency_of_the_connection_is_measured_and_told(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, Client(server.base) as client:
        mine = await seat_of(client)
        async with client.table(mine.room, mine.secret) as table:
            async with asyncio.timeout(120):
                while (snapshot := (await table.ask(m.AskView())).snapshot).latency_ms is None:
                    await asyncio.sleep(0.01)  # the pong is on its way
            assert 0 < snapshot.latency_ms < 60_000
            assert (await client.view(mine.room, mine.secret)).latency_ms is not None
        assert (await client.view(mine.room)).latency_ms is None
