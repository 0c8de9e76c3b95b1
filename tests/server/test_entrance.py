"""HTTP connections that never become a request: they are refused or closed while they are being read."""

import asyncio
from pathlib import Path

import pytest

from paiju.server.web.http_protocol import READ_SECONDS
from paiju.server.web.study_api import largest_record
from tests.server.clock import ManualClock
from tests.server.serving import Running, serving, until

pytestmark = pytest.mark.anyio


async def answer_to(server: Running, *parts: bytes) -> bytes:
    """All the server says to these bytes before it hangs up."""
    host, port = server.base.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
        return await asyncio.wait_for(reader.read(), 60)
    except ConnectionError:
        return b"reset"
    finally:
        writer.close()


@pytest.mark.parametrize("head", [b"", b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n", b"POST /api/v1/rooms HTT"])
async def test_a_head_that_never_ends_is_waited_for_only_so_long(tmp_path: Path, head: bytes) -> None:
    clock = ManualClock()
    async with serving(tmp_path, clock) as server:
        answer = asyncio.create_task(answer_to(server, head))
        await until(lambda: clock.waiting_for(READ_SECONDS))
        await clock.advance(READ_SECONDS - 1)
        assert not answer.done()
        await clock.advance(1)
        assert await answer == b""


async def test_a_head_that_is_too_large_is_refused_while_it_is_read(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        answer = await answer_to(server, b"GET / HTTP/1.1\r\nhost: localhost\r\nlong: ", *[b"x" * 1000] * 40)
        assert answer == b"reset" or (answer.startswith(b"HTTP/1.1 431") and b'"success":false' in answer)


@pytest.mark.parametrize(
    "path", ["/api/v1/rooms", "/api/v1/positions", "/api/rooms", "/socket.io/?EIO=4&transport=polling&sid=x", "/"]
)
async def test_a_body_that_is_too_large_is_refused_while_it_is_read(tmp_path: Path, path: str) -> None:
    """Its end never comes, and its size was not said before."""
    head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    head += "transfer-encoding: chunked\r\n\r\n"
    async with serving(tmp_path, max_entries=1000) as server:
        large = largest_record(1000) + 1000 if path == "/api/v1/positions" else 20_000
        host, port = server.base.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(head.encode() + f"{large:x}\r\n".encode() + b"x" * large + b"\r\n")
        answer = await asyncio.wait_for(reader.readuntil(b"}"), 60)
        assert answer.startswith(b"HTTP/1.1 413"), answer
        assert b'"error":' in answer
        writer.close()


async def test_what_is_no_http_is_answered_in_json(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        answer = await answer_to(server, b"\x16\x03\x01 not a request\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 400")
        assert b"application/json" in answer
        assert b'"error":' in answer
