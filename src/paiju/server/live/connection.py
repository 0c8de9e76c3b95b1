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

from paiju.server.clock import SYSTEM

if TYPE_CHECKING:
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

CLOSE_UNSUPPORTED: Final = 1003
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


class LiveProtocol(WebSocketsSansIOProtocol):
    """The protocol that uvicorn creates for every WebSocket. A handler can take the messages over from ASGI."""

    clock = SYSTEM
    connection: "Connection | None" = None
    _part = b""
    """An incomplete frame: what has been received of it so far."""

    def handle_connect(self, event: "Request") -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions = cast("dict[str, Any]", self.scope["extensions"])
            extensions[_EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        """Decode ordinary text frames here and pass all other frames, complete, to the parser of websockets."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if self._part:
            data = self._part + data
        at = 0
        while end := _end_of_frame(data, at, self.config.ws_max_size):
            if end > 0 and data[at] == _WHOLE_TEXT and data[at + 1] != _EIGHT_BYTES and self._between_messages():
                start = at + (6 if data[at + 1] < _MASKED + _TWO_BYTES else 8)
                self.curr_msg_data_type = "text"
                self.frames = [apply_mask(data[start:end], data[start - 4 : start])]
                self.send_receive_event_to_app()
            else:
                end = end if end > 0 else len(data)
                super().data_received(data[at:end])
            at = end
        self._part = data[at:]

    def _between_messages(self) -> bool:
        """Whether messages are taken over, the connection is open, and no fragmented message is incomplete."""
        return self.connection is not None and self.conn.current_size is None and self.conn.state is State.OPEN

    def send_receive_event_to_app(self) -> None:
        connection = self.connection
        if connection is None or self.close_sent:
            super().send_receive_event_to_app()
        elif self.curr_msg_data_type != "text":
            self.frames = []
            connection.close(CLOSE_UNSUPPORTED)
        else:
            try:
                text = b"".join(self.frames).decode()
            except UnicodeDecodeError:
                super().send_receive_event_to_app()  # closes with 1007
                return
            self.frames = []
            connection.receive(text)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.connection is not None:
            self.connection.blocked_since = self.clock.monotonic()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.connection is not None:
            self.connection.flush()

    def connection_lost(self, exc: Exception | None) -> None:
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
                self._protocol.read_paused = False
                self._transport.resume_reading()
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
            self._waiter = None
        return None
