"""A lean WebSocket player: as little work per frame as possible, so that the server is what is measured."""

import asyncio
import os
import random
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

_ENCODE: Final = msgspec.json.Encoder().encode


class _Part(msgspec.Struct):
    """What a player needs of a message; everything else is skipped without being built."""

    type: str = ""
    seq: int = 0
    re: int = 0
    legal: list[dict[str, object]] | None = None
    snapshot: "_Part | None" = None
    problem: dict[str, object] | None = None


_DECODE: Final = msgspec.json.Decoder(_Part).decode


class Seat(asyncio.Protocol):
    """One seat: enters its room, then plays whenever the server says that it may."""

    def __init__(self, room: str, secret: str | None, load: "Load", play: bool = True) -> None:
        self._enter: Final = {
            "type": "enter",
            "id": 1,
            "room": room,
            "secret": secret,
            "views": "turn" if play else "none",
        }
        self.load: Final = load
        self.transport: asyncio.Transport | None = None
        self._buffer = b""
        self._upgraded = False
        self.entered: Final = asyncio.get_running_loop().create_future()
        self._sent: dict[int, float] = {}
        self._next = 1
        self._play: Final = play

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(
            b"GET /api/v1/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def connection_lost(self, exc: Exception | None) -> None:
        self.load.lost += 1
        if not self.entered.done():
            self.entered.set_exception(ConnectionError("lost"))

    def send(self, message: dict[str, object]) -> None:
        """One masked text frame."""
        payload = _ENCODE(message)
        size = len(payload)
        head = struct.pack("!BB", 0x81, 0x80 | size) if size < 126 else struct.pack("!BBH", 0x81, 0xFE, size)
        assert self.transport is not None
        self.transport.write(head + b"\0\0\0\0" + payload)  # a mask of zeros is a mask

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self._upgraded:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                self._buffer = buffer
                return
            self._upgraded = True
            buffer = buffer[end + 4 :]
            if self._enter["room"]:
                self.send(self._enter)
            else:
                self.entered.set_result(None)
        at, length = 0, len(buffer)
        while length - at >= 2:
            size = buffer[at + 1] & 127
            start = at + 2
            if size == 126:
                if length - at < 4:
                    break
                size = struct.unpack_from("!H", buffer, at + 2)[0]
                start = at + 4
            elif size == 127:
                if length - at < 10:
                    break
                size = struct.unpack_from("!Q", buffer, at + 2)[0]
                start = at + 10
            if length < start + size:
                break
            if buffer[at] & 15 == 1:
                self._frame(buffer[start : start + size])
            elif buffer[at] & 15 == 9 and self.transport is not None:
                self.transport.write(bytes((0x8A, 0x80 | size)) + b"\0\0\0\0" + buffer[start : start + size])
            at = start + size
        self._buffer = buffer[at:]

    def _frame(self, frame: bytes) -> None:
        if frame.startswith(b'{"type":"update"'):
            self.load.events += 1
            if self.load.watch_events:
                self.load.seen(frame)
            if self._play and frame.find(b'"legal":[{') > 0:
                message = _DECODE(frame)
                self.load.may_act(self, message.seq, message.legal or [])
            return
        message = _DECODE(frame)
        if message.type == "acked":
            started = self._sent.pop(message.re, None)
            if started is not None:
                self.load.acked += 1
                if self.load.times is not None:
                    self.load.times.append(time.perf_counter() - started)
        elif message.type == "refused":
            self._sent.pop(message.re, None)
            self.load.refused += 1
        elif message.type == "entered":
            if not self.entered.done():
                self.entered.set_result(None)
            if self._play and message.snapshot is not None and message.snapshot.legal:
                self.load.may_act(self, message.snapshot.seq, message.snapshot.legal)

    def act(self, seq: int, action: dict[str, object]) -> None:
        """Send an action of the position `seq`."""
        self._next += 1
        self._sent[self._next] = time.perf_counter()
        self.send({"type": "act", "id": self._next, "action": action, "expectedSeq": seq, "actionId": str(self._next)})


class Pace(NamedTuple):
    """What a load achieved, or has achieved so far."""

    acked: float
    """Accepted actions."""
    seconds: float
    cpu: float
    """Seconds of the server's processor time."""
    events: float

    @property
    def rate(self) -> float:
        """Accepted actions/s."""
        return self.acked / self.seconds

    @property
    def per_cpu_second(self) -> float:
        """Accepted actions per second of processor time: hardly depends on what else the machine does."""
        return self.acked / max(0.01, self.cpu)

    @property
    def delivered(self) -> float:
        """Events delivered per action."""
        return self.events / max(1.0, self.acked)

    def since(self, before: "Pace") -> "Pace":
        """What was achieved in between."""
        return Pace(*(now - then for now, then in zip(self, before, strict=True)))


def processor_seconds(process: int) -> float:
    """The processor time that a process has used so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Load:
    """All seats together. Closed loop: everybody acts as soon as possible. Open loop: `hold` decides when."""

    def __init__(self, seed: int = 1) -> None:
        self.acked = 0
        self.events = 0
        self.refused = 0
        self.lost = 0
        self.times: list[float] | None = None
        self.watch_events = False
        self.late: list[float] = []
        self._rng = random.Random(seed)
        self.hold: Callable[[Seat, int, dict[str, object]], None] | None = None

    def may_act(self, seat: Seat, seq: int, legal: list[dict[str, object]]) -> None:
        """Choose: a real move; reactions are left alone."""
        moves = [a for a in legal if a["type"] not in ("CALL_UNO", "CHALLENGE_UNO", "JUMP_IN")]
        if not moves:
            return
        action = self._rng.choice(moves)
        if self.hold is not None:
            self.hold(seat, seq, action)
        else:
            seat.act(seq, action)

    def pace(self, server: int) -> Pace:
        """What has been achieved so far; `server` is the process of the server."""
        return Pace(self.acked, time.perf_counter(), processor_seconds(server), self.events)

    def seen(self, frame: bytes) -> None:
        """How late an event came: its `at` against the clock (same machine)."""
        place = frame.find(b'"at":"')
        text = frame[place + 6 : place + 30].decode()
        moment = time.time() % 60
        self.late.append((moment - float(text[17:23])) % 60)


class Gate:
    """Holds a load back, and lets it take a given number of actions at a time."""

    def __init__(self, load: Load) -> None:
        self._load: Final = load
        self._left = 0
        self._waiting: list[tuple[Seat, int, dict[str, object]]] = []
        load.hold = self._hold

    def _hold(self, seat: Seat, seq: int, action: dict[str, object]) -> None:
        if self._left > 0:
            self._left -= 1
            seat.act(seq, action)
        else:
            self._waiting.append((seat, seq, action))

    def open(self) -> None:
        """Hold nothing back any more."""
        self._load.hold = None
        for seat, seq, action in self._waiting:
            seat.act(seq, action)

    async def let(self, actions: int) -> None:
        """Let the load take this many actions as fast as it can; returns when all of them are answered."""
        load = self._load
        self._left = actions
        wanted = load.acked + load.refused + actions
        waiting, self._waiting = self._waiting, []
        for seat, seq, action in waiting:
            self._hold(seat, seq, action)
        while load.acked + load.refused < wanted:
            await asyncio.sleep(0.02)
        events = -1
        while events != load.events:  # until everybody has been told
            events = load.events
            await asyncio.sleep(0.3)


async def sit(port: int, room: str, secret: str | None, load: Load, play: bool = True) -> Seat:
    """Connect one seat and enter its room."""
    _, seat = await asyncio.get_running_loop().create_connection(
        lambda: Seat(room, secret, load, play), "127.0.0.1", port
    )
    await asyncio.wait_for(seat.entered, 30)
    return seat


def pin(core: int, process: int = 0) -> None:
    """Keep a process (this one) on one core where the system lets us."""
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        os.sched_setaffinity(process, {core})
