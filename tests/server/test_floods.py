"""A socket that floods slows itself and is closed; its work per turn of the loop and what waits for it are bounded.

Work is counted, not timed: `python -m tests.server.flood` measures what other players notice.
"""

import asyncio
import json
import socket
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from paiju.protocol import messages as m
from paiju.server.live.protocol import FRAMES_AT_ONCE, LiveProtocol
from paiju.server.live.socket import Socket
from tests.server.clock import ManualClock
from tests.server.serving import Client, seat_of, serving, until
from tests.server.test_line import MORE, PING, PONG, TEXT, connected, frame_of, ping

pytestmark = pytest.mark.anyio

NATIVE, ARENA = "/api/v1/ws", "/socket.io/?EIO=4&transport=websocket"
REFUSED = json.dumps({"type": "nonsense", "id": 1}).encode()
LARGE = b'{"type":"ping","id":1' + b" " * 16_000 + b"}"


class Turns:
    """Counts calls of methods of the server by turn of the event loop."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        self._turn = 0
        self.calls: Counter[int] = Counter()
        self._tick()

    def _tick(self) -> None:
        self._turn += 1
        asyncio.get_running_loop().call_soon(self._tick)

    def count(self, owner: type, name: str) -> None:
        """Count calls of this method."""
        original = getattr(owner, name)

        def counted(*arguments: Any) -> Any:
            self.calls[self._turn] += 1
            return original(*arguments)

        self._patch.setattr(owner, name, counted)

    @property
    def most(self) -> int:
        return max(self.calls.values())

    @property
    def all(self) -> int:
        return self.calls.total()


@pytest.mark.parametrize("path", [NATIVE, ARENA], ids=["native", "arena"])
@pytest.mark.parametrize(("opcode", "handler"), [(PING, "handle_ping"), (PONG, "handle_pong")], ids=["pings", "pongs"])
async def test_a_turn_of_the_loop_handles_few_control_frames_of_a_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, opcode: int, handler: str
) -> None:
    turns = Turns(monkeypatch)
    turns.count(LiveProtocol, handler)
    async with serving(tmp_path) as server, connected(server, path) as raw:
        raw.writer.write(frame_of(b"", opcode) * 5000)
        await until(lambda: turns.all >= 5000)
    assert turns.most <= FRAMES_AT_ONCE


async def test_a_turn_of_the_loop_handles_few_pieces_of_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = Turns(monkeypatch)
    turns.count(LiveProtocol, "handle_cont")
    async with serving(tmp_path) as server, connected(server) as raw:
        raw.writer.write(frame_of(b"{", TEXT, fin=False) + frame_of(b"", MORE, fin=False) * 3000)
        await until(lambda: turns.all >= 3000)
    assert turns.most <= FRAMES_AT_ONCE


@pytest.mark.parametrize("message", [ping(1), REFUSED, LARGE], ids=["pings", "refused", "large"])
async def test_messages_of_one_chunk_wait_for_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, message: bytes
) -> None:
    """They are not even decoded before there is room for them."""
    turns = Turns(monkeypatch)
    turns.count(Socket, "handle")
    unread: list[int] = []
    async with serving(tmp_path) as server, connected(server) as raw:
        raw.writer.write(frame_of(message) * 1000)
        drain = asyncio.create_task(raw.reader.read(-1))
        while turns.all < 1000:
            unread += [len(s.connection._unread) for s in server.service.sockets.all() if isinstance(s, Socket)]
            await asyncio.sleep(0)
        drain.cancel()
    assert max(unread) <= FRAMES_AT_ONCE
    assert turns.most <= FRAMES_AT_ONCE


def protocols(monkeypatch: pytest.MonkeyPatch) -> list[LiveProtocol]:
    """The server's side of the WebSockets that are opened from now on."""
    found: list[LiveProtocol] = []
    connect = LiveProtocol.handle_connect

    def noted(protocol: LiveProtocol, request: Any) -> None:
        found.append(protocol)
        connect(protocol, request)

    monkeypatch.setattr(LiveProtocol, "handle_connect", noted)
    return found


@pytest.mark.parametrize("path", [NATIVE, ARENA], ids=["native", "arena"])
async def test_a_socket_that_reads_no_pongs_is_not_read_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    opened = protocols(monkeypatch)
    pings = frame_of(b"x" * 125, PING) * 500
    async with serving(tmp_path) as server, connected(server, path) as raw:
        transport = opened[0].transport
        # Small buffers of the system, so that few pongs fill them.
        raw.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        high = transport.get_write_buffer_limits()[1]
        most = high + FRAMES_AT_ONCE * 127

        async def flood() -> None:
            while True:
                raw.writer.write(pings)
                await raw.writer.drain()

        flooding = asyncio.create_task(flood())
        await until(lambda: not opened[0].writable.is_set() or transport.get_write_buffer_size() > most)
        flooding.cancel()
        assert high < transport.get_write_buffer_size() <= most
        assert not transport.is_reading()
        raw.writer.transport.abort()


@pytest.mark.parametrize(
    ("path", "opcode", "payload", "cost"),
    [
        (NATIVE, PING, b"", 1),
        (NATIVE, TEXT, ping(1), 1),
        (NATIVE, TEXT, REFUSED, 1),
        (NATIVE, TEXT, LARGE, 16),
        (ARENA, PING, b"", 1),
        (ARENA, TEXT, b"3", 4),
        (ARENA, TEXT, b'42["joinRoom",{}]', 4),
        (ARENA, TEXT, b'42["joinRoom","' + b"x" * 16_000 + b'"]', 20),
    ],
    ids=[f"{path}-{kind}" for path in ("native", "arena") for kind in ("control", "pings", "refused", "large")],
)
async def test_a_flood_gets_its_share_and_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, opcode: int, payload: bytes, cost: int
) -> None:
    frame = frame_of(payload, opcode)
    clock, opened, handled = ManualClock(), protocols(monkeypatch), [0]
    original = LiveProtocol.handle_frame

    def counted(protocol: LiveProtocol, *arguments: Any) -> None:
        handled[0] += 1
        original(protocol, *arguments)

    monkeypatch.setattr(LiveProtocol, "handle_frame", counted)
    limits = {"limits_enabled": 1, "limits_frames": "100/10"}
    async with serving(tmp_path, clock, **limits) as server, connected(server, path) as raw:
        drain = asyncio.create_task(raw.reader.read(-1))
        raw.writer.write(frame * (20_000 // cost))
        first = -(-100 // cost)
        await until(lambda: handled[0] >= first)
        await clock.settled()
        assert first <= handled[0] <= first + FRAMES_AT_ONCE + 9  # what was read before the first was judged
        assert not opened[0].transport.is_reading()
        seen = handled[0]
        await clock.advance(5)
        await clock.settled()
        assert seen <= handled[0] <= seen + 50 // cost + FRAMES_AT_ONCE + 9
        await clock.advance(10)
        async with asyncio.timeout(60):
            await asyncio.gather(drain, return_exceptions=True)  # the server has hung up
        assert opened[0].transport.is_closing()
        assert handled[0] <= first + 150 // cost + 4 * FRAMES_AT_ONCE


async def test_ordinary_requests_cost_nothing(tmp_path: Path) -> None:
    limits = {"limits_enabled": 1, "limits_frames": "5/10", "limits_check": "100000/1"}
    async with serving(tmp_path, ManualClock(), **limits) as server, Client(server.base) as client:
        mine = await seat_of(client)
        async with client.table(mine.room, mine.secret) as table:
            for _ in range(50):
                assert (await table.ask(m.AskView())).snapshot.seat == 0
