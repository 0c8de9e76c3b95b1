"""The protocol of live sockets: that of uvicorn, bypassing ASGI for messages.

ASGI passes each message through a queue, a dictionary and two tasks, which at thousands of messages a second takes most
of the server's time. Handshake, parsing, keep-alive and closing handshake are those of uvicorn and websockets.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from paiju.server.clock import SYSTEM
from paiju.server.live.connection import (
    CLOSE_POLICY,
    CLOSE_UNREADABLE,
    CLOSE_UNSUPPORTED,
    EXTENSION,
    Connection,
)
from paiju.server.live.frames import (
    EIGHT_BYTES,
    LARGE,
    MASKED,
    TWO_BYTES,
    WHOLE_TEXT,
    Allowance,
    apply_mask,
    end_of_frame,
    frame,
    short_text,
)
from paiju.server.settings import Rate

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent
    from websockets.http11 import Request

FRAMES_AT_ONCE: Final = 16
"""How many frames of a connection are handled in one turn of the event loop."""
_BYTES_AT_ONCE: Final = 32768
"""The same in bytes; the last frame may exceed it."""

_CONTROL: Final = 0x08
"""Set in the first byte of control frames."""
_THROUGH_ASGI: Final = 4
"""The cost of a message that goes through ASGI. Such clients play over HTTP and send little on their socket."""


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
    connection: Connection | None = None
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
            extensions[EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if not self._unparsed and self._next_turn is None and self._handle_text(data):
            return
        if self._unparsed:
            data = self._unparsed + data
        self._unparsed = data
        if self._next_turn is None:
            self._handle_frames()
        self._adjust_reading()

    def _handle_text(self, data: bytes) -> bool:
        """Handle data that is one short text message and nothing else, as nearly always. Returns False, and does
        nothing, if that is not so or something is in the way."""
        connection = self.connection
        if connection is None or self.read_paused or not self._between_messages():
            return False
        text = short_text(data)
        if text is None:
            return False
        if self.close_sent or self.transport.is_closing() or not self.writable.is_set() or self._allowance.wait():
            return False
        connection.receive(text)
        return True

    def _handle_frames(self) -> None:
        """Handle the frames that have arrived, or some of them: the others wait for a later turn."""
        self._next_turn = None
        data, at, frames, wait = self._unparsed, 0, 0, 0.0
        end = end_of_frame(data, 0, self.config.ws_max_size)
        while end and not self.read_paused and not self.transport.is_closing():
            if frames >= FRAMES_AT_ONCE or at >= _BYTES_AT_ONCE or not self.writable.is_set():
                break
            wait = self._allowance.wait()
            if wait:
                break
            self.handle_frame(data, at, end)
            frames += 1
            at = end if end > 0 else len(data)
            end = end_of_frame(data, at, self.config.ws_max_size)
        self._unparsed = data[at:] if at else data
        if wait and self._allowance.flooded():
            self._hang_up()
        elif wait:
            self._next_turn = self.clock.call_later(wait, self._handle_frames)
        elif end and not self.read_paused and self.writable.is_set():
            self._next_turn = self.loop.call_soon(self._handle_frames)
        self._adjust_reading()

    def handle_frame(self, data: bytes, at: int, end: int) -> None:
        """Decode an ordinary text frame here; pass any other one to the parser of websockets. See `end_of_frame`."""
        if end < 0:
            super().data_received(data[at:])
            return
        large = (end - at) // LARGE
        if data[at] == WHOLE_TEXT and data[at + 1] != EIGHT_BYTES and self._between_messages():
            start = at + (6 if data[at + 1] < MASKED + TWO_BYTES else 8)
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
        """Charge the allowance of the peer, for a ping or a message that was refused."""
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
            text = b"".join(self.frames)
            try:
                text.decode()
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

    def send_text(self, text: bytes) -> bool:
        """Send a message at once. Returns False, and does nothing, if the peer does not read or the connection is
        being closed."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        self.transport.write(frame(text))
        return True

    def send_close(self, code: int, patience: float) -> None:
        """Send a close frame. The connection is dropped if the peer does not answer within `patience` seconds."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.clock.call_later(patience, self.transport.abort)
