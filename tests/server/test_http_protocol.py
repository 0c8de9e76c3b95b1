"""What strangers send over HTTP: it is refused or closed while it is being read, and holds nobody up."""

import asyncio
from pathlib import Path

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from paiju.server.web.http_protocol import (
    BYTES_AT_ONCE,
    LINGER_SECONDS,
    MOST_DISCARDED,
    MOST_WAITING,
    READ_SECONDS,
)
from paiju.server.web.study_api import largest_record
from tests.server.clock import ManualClock
from tests.server.serving import Running, serving, until
from tests.server.test_floods import Turns

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


async def test_a_body_that_never_ends_is_waited_for_only_so_long(tmp_path: Path) -> None:
    clock = ManualClock()
    head = b"POST /api/v1/players HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"
    async with serving(tmp_path, clock) as server:
        answer = asyncio.create_task(answer_to(server, head + b"content-length: 9\r\n\r\n{"))
        await until(lambda: clock.waiting_for(READ_SECONDS))
        await clock.advance(READ_SECONDS)
        assert (await answer).split()[1] == b"400"


async def test_a_request_of_old_that_names_no_host_is_answered(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        assert (await answer_to(server, b"GET /healthz HTTP/1.0\r\n\r\n")).split()[1] == b"200"


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param([b"GET / HTTP/1.1\r\nhost: localhost\r\nlong: ", *[b"x" * 1000] * 40], id="endless"),
        pytest.param([b"GET /" + b"x" * 17_000 + b" HTTP/1.1\r\nhost: localhost\r\n\r\n"], id="at once"),
    ],
)
async def test_a_head_that_is_too_large_is_refused_while_it_is_read(tmp_path: Path, parts: list[bytes]) -> None:
    async with serving(tmp_path) as server:
        answer = await answer_to(server, *parts)
        assert answer.startswith(b"HTTP/1.1 431")
        assert b'"success":false' in answer


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
        answer = await asyncio.wait_for(reader.read(), 60)  # what else would come is not read
        assert answer.startswith(b"HTTP/1.1 413"), answer
        assert b'"error":' in answer
        writer.close()


LARGE = b"POST /api/v1/rooms HTTP/1.1\r\nhost: localhost\r\ncontent-length: %d\r\n\r\n"


async def test_an_answer_reaches_a_client_that_sends_all_of_its_body_before_it_reads(tmp_path: Path) -> None:
    parts = [b"x" * 65536] * 160
    async with serving(tmp_path) as server:
        answer = await answer_to(server, LARGE % sum(map(len, parts)), *parts)
        assert answer.startswith(b"HTTP/1.1 413"), answer


async def test_a_connection_is_closed_some_time_after_its_last_answer(tmp_path: Path) -> None:
    """The client goes on sending, slowly or a lot."""
    clock = ManualClock()
    async with serving(tmp_path, clock) as server:
        host, port = server.base.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(LARGE % (2 * MOST_DISCARDED) + b"x" * 200_000)
        assert (await reader.read()).startswith(b"HTTP/1.1 413")
        await clock.advance(LINGER_SECONDS - 1)
        writer.write(b"x")
        await writer.drain()
        await clock.advance(1)
        with pytest.raises(ConnectionError):
            await send_for_ever(writer)
        much = answer_to(server, LARGE % (2 * MOST_DISCARDED), *[b"x" * 65536] * (2 * MOST_DISCARDED // 65536))
        assert await much == b"reset"


async def send_for_ever(writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(b"x" * 1024)
        await writer.drain()


def parsed_sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many bytes uvicorn's protocol was given each time, from now on."""
    sizes: list[int] = []
    feed = HttpToolsProtocol.data_received

    def noted(protocol: HttpToolsProtocol, data: bytes) -> None:
        sizes.append(len(data))
        feed(protocol, data)

    monkeypatch.setattr(HttpToolsProtocol, "data_received", noted)
    return sizes


async def test_a_body_that_nobody_asked_for_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = parsed_sizes(monkeypatch)
    head = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9000000\r\n\r\n"
    async with serving(tmp_path) as server:
        host, port = server.base.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(head)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        writer.write(b"x" * 65536)
        reading = asyncio.create_task(reader.read())
        await until(lambda: reading.done() or len(sizes) > 1)
        reading.cancel()
        writer.close()
        assert sizes == [len(head)]


async def test_fields_after_a_body_are_refused(tmp_path: Path) -> None:
    """Any number of them would be kept until the last one."""
    head = b"POST /api/v1/players HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n0\r\n"
    async with serving(tmp_path, ManualClock()) as server:
        answer = await answer_to(server, head + b"more: x\r\nmore: y\r\n")
        assert answer.startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("sent", [b"1\r\nx\r\n" * 4000, b"7000\r\n" + b"x" * 28672 + b"\r\n"], ids=["small", "large"])
async def test_a_turn_of_the_loop_reads_few_bytes_of_a_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    sizes = parsed_sizes(monkeypatch)
    turns = Turns(monkeypatch)
    turns.count(HttpToolsProtocol, "data_received")
    head = b"POST /api/v1/positions HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n"
    async with serving(tmp_path) as server:
        answer = await answer_to(server, head + b"connection: close\r\n\r\n" + sent + b"0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 415")  # all of it was read
    assert max(sizes) <= BYTES_AT_ONCE
    assert turns.most == 1


async def test_only_few_requests_of_a_connection_wait(tmp_path: Path) -> None:
    """A client may send further requests before the answer. One that sends hundreds is hung up on."""
    request = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n"
    last = b"GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
    async with serving(tmp_path) as server:
        answers = await answer_to(server, request * (MOST_WAITING - 1) + last)
        assert answers.count(b"HTTP/1.1 200") == MOST_WAITING
        answers = await answer_to(server, request * 500)
        assert answers == b"reset" or answers.count(b"HTTP/1.1") <= MOST_WAITING


async def test_what_is_no_http_is_answered_in_json(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        answer = await answer_to(server, b"\x16\x03\x01 not a request\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 400")
        assert b"application/json" in answer
        assert b'"error":' in answer
