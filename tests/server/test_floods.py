"""A socket that floods slows itself and is closed; its work per turn of the loop and what waits for it are bounded.

Work is counted, not timed: `python -m tests.server.flood` measures what other players notice.
"""

import asyncio
import json
import socket
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from paiju.protocol import messages as m
from paiju.server.live.protocol import FRAMES_AT_ONCE, LiveProtocol
from paiju.server.live.socket import Socket
from tests.server.clock import ManualClock
from tests.server.deals import StackedDeals, dealt
from tests.server.serving import Client, open_socket, seat_of, serving, until
from tests.server.test_frames import MORE, PING, PONG, TEXT, connected, frame_of, ping

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


@pytest.mark.parametrize(
    ("message", "most"),
    [(ping(1), FRAMES_AT_ONCE), (REFUSED, FRAMES_AT_ONCE), (LARGE, 3)],
    ids=["pings", "refused", "large"],
)
async def test_messages_of_one_chunk_wait_for_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, message: bytes, most: int
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
    assert max(unread) <= most
    assert turns.most <= most


async def test_messages_wait_outside_while_one_is_handled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go = asyncio.Event()

    async def slow(*_: object) -> None:
        await go.wait()

    monkeypatch.setattr(Socket, "handle", slow)
    opened = protocols(monkeypatch)
    async with serving(tmp_path) as server, connected(server) as raw:
        await until(lambda: opened[0].connection)
        connection = opened[0].connection
        assert connection is not None
        raw.writer.write(frame_of(ping(1)) * 1000)
        await until(lambda: not opened[0].transport.is_reading() or len(connection._unread) > 200)
        assert len(connection._unread) <= 2 * FRAMES_AT_ONCE
        go.set()


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
        most = first + FRAMES_AT_ONCE + 9  # what was read before the first was judged
        await until(lambda: handled[0] > most or (opened and isinstance(opened[0]._next_turn, asyncio.TimerHandle)))
        await clock.settled()
        assert first <= handled[0] <= most
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


async def answered(socket: ClientConnection, clock: ManualClock, message: dict[str, Any]) -> int:
    """Send this again and again, each time after the answer to the last, until the server reads no more. Returns how
    many were answered."""
    for number in range(1, 200):
        await socket.send(json.dumps({**message, "id": number}))
        while True:
            receiving = asyncio.create_task(socket.recv())
            await until(partial(_either, receiving, clock))
            if not receiving.done():
                receiving.cancel()
                return number - 1
            if json.loads(receiving.result()).get("re") == number:
                break
    raise AssertionError("it reads for ever")


def _either(receiving: asyncio.Task[Any], clock: ManualClock) -> bool:
    return receiving.done() or clock.waiting_for(0.5)


async def test_messages_that_come_one_by_one_are_held_back_too(tmp_path: Path) -> None:
    clock = ManualClock()
    limits = {"limits_enabled": 1, "limits_frames": "20/10"}
    async with serving(tmp_path, clock, **limits) as server, open_socket(server) as socket:
        before = await answered(socket, clock, {"type": "ping"})
        assert 15 < before <= 20  # answers to the server's own pings cost, too
        await clock.advance(0.5)
        assert json.loads(await socket.recv())["re"] == before + 1


async def test_actions_beyond_the_limit_are_a_flood_too(tmp_path: Path) -> None:
    clock, deals = ManualClock(), StackedDeals()
    limits = {"limits_enabled": 1, "limits_frames": "20/10", "limits_game": "1/3600"}
    async with serving(tmp_path, clock, deals, **limits) as server, Client(server.base) as client:
        mine, *_ = await dealt(client, deals, ["r1 b2", "b3 b4"], "r9")
        server.service.limits.game.take((await server.service.lobby.table(mine.room)).folded.places[0].public)
        async with open_socket(server) as socket:
            await socket.send(json.dumps({"type": "enter", "id": 0, "room": mine.room, "secret": mine.secret}))
            assert 15 < await answered(socket, clock, {"type": "act", "action": {"type": "DRAW_CARD"}}) <= 20
