"""The connection of a live socket: uvicorn's WebSocket protocol, bypassing ASGI for messages.

ASGI passes each message through a queue, a dictionary and two tasks, which at thousands of messages a second takes most
of the server's time. Handshake, parsing, keep-alive and closing handshake are those of uvicorn and websockets.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.utils import apply_mask

from paiju.server.clock import SYSTEM, Clock
from paiju.server.settings import Rate

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent
    from websockets.http11 import Request

_EXTENSION: Final = "paiju.connection"
_GOODBYE_SECONDS: Final = 5.0
"""Time for a peer to answer a close frame before the connection is dropped."""
_WHOLE_TEXT: Final = 0x81
"""First byte of a text message in one frame."""
_MASKED: Final = 0x80
_TWO_BYTES: Final = 126
"""Length code: the next two bytes hold the size."""
_EIGHT_BYTES: Final = _MASKED + 127
_MOST_UNREAD: Final = 8
"""Reading pauses while this many messages wait to be handled."""
FRAMES_AT_ONCE: Final = 16
"""How many frames of a connection are handled in one turn of the event loop."""
_BYTES_AT_ONCE: Final = 32768
"""As many bytes of frames, at most one frame more."""
_FLOOD_SECONDS: Final = 10.0
"""A connection that exceeds its allowance again and again for this long is closed."""
_LARGE: Final = 1024
"""Bytes of a frame that cost one of the allowance."""

_CONTROL: Final = 0x08
"""Set in the first byte of control frames."""
_THROUGH_ASGI: Final = 4
"""What a message costs that takes the long way. Such clients play by HTTP and say little on their socket."""

CLOSE_UNSUPPORTED: Final = 1003
CLOSE_UNREADABLE: Final = 1007
CLOSE_POLICY: Final = 1008
CLOSE_SLOW: Final = 4008


def frame(payload: bytes) -> bytes:
    """A text message as an unmasked WebSocket frame."""
    size = len(payload)
    if size < 126:
        return bytes((_WHOLE_TEXT, size)) + payload
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


def _end_of_frame(data: bytes, at: int, most: int) -> int:
    """Where the frame that begins at `at` ends, 0 when its end is not there yet, −1 when its head is enough to refuse
    it: it is not masked, or larger than `most`."""
    have = len(data) - at
    if have < 2:
        return 0
    size = data[at + 1]
    if size < _MASKED:
        return -1
    size -= _MASKED
    head = 6
    if size >= _TWO_BYTES:
        more = 2 if size == _TWO_BYTES else 8
        if have < 2 + more:
            return 0
        size, head = int.from_bytes(data[at + 2 : at + 2 + more], "big"), 6 + more
    if size > most:
        return -1
    return at + head + size if have >= head + size else 0


class Allowance:
    """What a connection may send besides requests that are carried out: control frames, pings, refused and large
    messages. It refills evenly; whoever exceeds it has to wait."""

    def __init__(self, rate: Rate | None, clock: Clock) -> None:
        self._rate: Final = rate
        self._now: Final = clock.monotonic
        self._full_at = 0.0
        self._over_since: float | None = None

    def charge(self, cost: int) -> None:
        """Take so much of the allowance, even if there is less."""
        if self._rate is not None and cost:
            step = self._rate.seconds / self._rate.count
            self._full_at = max(self._full_at, self._now()) + cost * step

    def wait(self) -> float:
        """Seconds until something of it is left again; 0 if something is left."""
        if self._rate is None:
            return 0.0
        now = self._now()
        missing = self._full_at - now
        if missing < self._rate.seconds:
            if missing < self._rate.seconds / 2:
                self._over_since = None
            return 0.0
        if self._over_since is None:
            self._over_since = now
        return missing - self._rate.seconds + self._rate.seconds / self._rate.count

    def flooded(self) -> bool:
        """Whether it has been exceeded again and again for so long that the connection must go."""
        return self._over_since is not None and self._now() - self._over_since >= _FLOOD_SECONDS


class LiveProtocol(WebSocketsSansIOProtocol):
    """The protocol that uvicorn creates for every WebSocket. A handler can take the messages over from ASGI.

    In one turn of the event loop few frames are handled; further ones wait, and nothing is read meanwhile. Nor is
    anything read from a peer that does not read, so what waits for it is bounded.
    """

    clock = SYSTEM
    frames_rate: Rate | None = None
    """The allowance of each connection; None: no limit."""
    on_flood: Callable[[], object] = staticmethod(lambda: None)
    """Called when a connection is closed for flooding."""
    connection: "Connection | None" = None
    _unparsed = b""
    """What has been received and not handled yet."""
    _next_turn: asyncio.Handle | None = None
    """Set while frames wait for the next turn of the event loop, or for the allowance."""
    _allowance: Allowance

    def handle_connect(self, event: "Request") -> None:
        self._allowance = Allowance(self.frames_rate, self.clock)
        super().handle_connect(event)
        if not self.close_sent:
            extensions = cast("dict[str, Any]", self.scope["extensions"])
            extensions[_EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if self._unparsed:
            data = self._unparsed + data
        self._unparsed = data
        if self._next_turn is None:
            self._handle_frames()
        else:
            self._adjust_reading()

    def _handle_frames(self) -> None:
        """Handle the frames that have arrived, or some of them: the others wait for a later turn."""
        self._next_turn = None
        data, at, frames, wait = self._unparsed, 0, 0, 0.0
        end = _end_of_frame(data, 0, self.config.ws_max_size)
        while end and not self.read_paused and not self.transport.is_closing():
            if frames >= FRAMES_AT_ONCE or at >= _BYTES_AT_ONCE or not self.writable.is_set():
                break
            wait = self._allowance.wait()
            if wait:
                break
            self.handle_frame(data, at, end)
            frames += 1
            at = end if end > 0 else len(data)
            end = _end_of_frame(data, at, self.config.ws_max_size)
        self._unparsed = data[at:] if at else data
        if wait and self._allowance.flooded():
            self._hang_up()
        elif wait:
            self._next_turn = self.clock.call_later(wait, self._handle_frames)
        elif end and not self.read_paused and self.writable.is_set():
            self._next_turn = self.loop.call_soon(self._handle_frames)
        self._adjust_reading()

    def handle_frame(self, data: bytes, at: int, end: int) -> None:
        """Decode an ordinary text frame here; pass any other one to the parser of websockets. See `_end_of_frame`."""
        if end < 0:
            super().data_received(data[at:])
            return
        large = (end - at) // _LARGE
        if data[at] == _WHOLE_TEXT and data[at + 1] != _EIGHT_BYTES and self._between_messages():
            start = at + (6 if data[at + 1] < _MASKED + _TWO_BYTES else 8)
            if large:
                self._allowance.charge(large)
            self.curr_msg_data_type = "text"
            self.frames = [apply_mask(data[start:end], data[start - 4 : start])]
            self.send_receive_event_to_app()
        else:
            self._allowance.charge(large + (1 if self.connection is not None or data[at] & _CONTROL else _THROUGH_ASGI))
            super().data_received(data[at:end])

    def read_on(self) -> None:
        """Go on with what has arrived, then read, unless something else is in the way."""
        self.read_paused = False
        if self._next_turn is None and self._unparsed:
            self._next_turn = self.loop.call_soon(self._handle_frames)
        self._adjust_reading()

    def charge(self) -> None:
        """The peer has sent something that was not worth its while: a ping, or a message that was refused."""
        self._allowance.charge(1)

    def _adjust_reading(self) -> None:
        transport = self.transport
        wanted = not self.read_paused and self._next_turn is None and self.writable.is_set()
        if transport.is_closing() or wanted == transport.is_reading():
            return
        if wanted:
            transport.resume_reading()
        else:
            transport.pause_reading()

    def _hang_up(self) -> None:
        """Close a connection that floods, without waiting for its answer."""
        self._unparsed = b""
        self.on_flood()
        if self.connection is not None:
            self.connection.close_code = CLOSE_POLICY
        self.send_close(CLOSE_POLICY, 0)

    def _between_messages(self) -> bool:
        """Whether messages are taken over, the connection is open, and no fragmented message is incomplete."""
        return self.connection is not None and self.conn.current_size is None and self.conn.state is State.OPEN

    def send_receive_event_to_app(self) -> None:
        connection = self.connection
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:  # uvicorn would log it as an error of the server
                self.conn.send_close(CLOSE_UNREADABLE)
                self.handle_parser_exception()
                return
        if connection is None or self.close_sent:
            super().send_receive_event_to_app()
        elif self.curr_msg_data_type != "text":
            self.frames = []
            connection.close(CLOSE_UNSUPPORTED)
        else:
            self.frames = []
            connection.receive(text)

    async def receive(self) -> "ASGIReceiveEvent":
        """The next message of a connection whose messages go through ASGI."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_on()
        return message

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.connection is not None:
            self.connection.blocked_since = self.clock.monotonic()
        self._adjust_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.connection is not None:
            self.connection.flush()
        if not self.read_paused:
            self.read_on()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._next_turn is not None:
            self._next_turn.cancel()
        self._unparsed = b""
        super().connection_lost(exc)
        if self.connection is not None:
            self.connection.lose()

    def send_close(self, code: int, patience: float) -> None:
        """Send a close frame. The connection is dropped if the peer does not answer within `patience` seconds."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.clock.call_later(patience, self.transport.abort)


class Connection:
    """Messages in and out of one connection. What a slow peer has not read waits in a bounded queue."""

    def __init__(self, scope: Any, queue_messages: int, queue_bytes: int) -> None:
        protocol: LiveProtocol = scope["extensions"][_EXTENSION]
        self._protocol: Final = protocol
        self._transport: Final = protocol.transport
        self._most: Final = (queue_messages, queue_bytes)
        self._queue: Final[deque[bytes]] = deque()
        self._queued = 0
        self._held = b""
        self._unread: Final[deque[str]] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self.at_once: Callable[[str], bool] | None = None
        """Called with each message while no other is waiting. False leaves the message to `message`."""
        self.pending = False
        """Whether a message that `at_once` has taken is still being handled. Later messages wait until `resume`."""
        self.blocked_since: float | None = None
        """Since when (monotonic) the peer has not read; None while it reads."""
        self.close_code = 0
        self.lost = False
        protocol.connection = self
        while not protocol.queue.empty():  # what came before the handshake was over
            self.receive(str(protocol.queue.get_nowait().get("text") or ""))
        protocol.stop_keepalive()
        protocol.send_keepalive_ping()  # the first one at once: it measures the latency

    @property
    def latency_ms(self) -> int | None:
        """Round trip of the last ping; None before the first answer."""
        seconds = self._protocol.last_ping_rtt
        return max(1, round(seconds * 1000)) if seconds else None

    # --- out --------------------------------------------------------------------------------------------------

    def hold(self, framed: bytes) -> None:
        """Keep a frame back and send it together with the next one, in one write. The caller must call `send` or
        `let_go` soon."""
        self._held += framed

    def let_go(self) -> None:
        """Send the frame that is held back, if there is one."""
        if self._held:
            self.send(b"")

    def send(self, framed: bytes) -> None:
        """Send a frame. A full queue closes this connection and affects no other."""
        if self.close_code or self.lost:
            return
        if self._held:
            framed = self._held + framed
            self._held = b""
        if self.blocked_since is None:
            self._transport.write(framed)
            return
        self._queue.append(framed)
        self._queued += len(framed)
        if len(self._queue) > self._most[0] or self._queued > self._most[1]:
            self.close(CLOSE_SLOW)

    def flush(self) -> None:
        """Send what is queued: the peer reads again."""
        self.blocked_since = None
        while self._queue and self.blocked_since is None:
            framed = self._queue.popleft()
            self._queued -= len(framed)
            self._transport.write(framed)
        if self.close_code and self.blocked_since is None:
            self._protocol.send_close(self.close_code, _GOODBYE_SECONDS)

    def close(self, code: int) -> None:
        """Close once the queue is sent, or at once if the peer does not read."""
        if self.close_code:
            return
        self.close_code = code
        if code == CLOSE_SLOW:
            self._queue.clear()
            self._protocol.send_close(code, 0)
        elif self.blocked_since is None:
            self._protocol.send_close(code, _GOODBYE_SECONDS)
        self._wake()

    # --- in ---------------------------------------------------------------------------------------------------

    def charge(self) -> None:
        """The peer has sent a ping, or something that was refused. Too many of them slow it down and close it."""
        self._protocol.charge()

    def receive(self, text: str) -> None:
        """Called by the protocol with each message of the peer."""
        if not self._unread and self._handled_at_once(text):
            return
        self._unread.append(text)
        if len(self._unread) > _MOST_UNREAD and not self._protocol.read_paused:
            self._protocol.read_paused = True
            self._transport.pause_reading()
        self._wake()

    def _handled_at_once(self, text: str) -> bool:
        idle = self._waiter is not None and not self.pending
        return idle and self.at_once is not None and self.at_once(text)

    def resume(self) -> None:
        """The message that `at_once` had taken is done: go on with the next one."""
        self.pending = False
        while self._unread and self._handled_at_once(self._unread[0]):
            self._unread.popleft()
        if self._unread and not self.pending:
            self._wake()

    def lose(self) -> None:
        """Called by the protocol when the connection is lost."""
        self.lost = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def message(self) -> str | None:
        """Wait for the next message; None when the connection is closed."""
        while not self.lost and not self.close_code:
            if self._unread and not self.pending:
                return self._unread.popleft()
            if self._protocol.read_paused:
                self._protocol.read_on()
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
            self._waiter = None
        return None
