"""Limits for reading requests: one that is too long or too slow is refused before it is complete."""

import asyncio
from typing import Final

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from paiju.server.clock import SYSTEM

LARGEST_HEAD: Final = 16384
READ_SECONDS: Final = 10.0
"""Time limit for the head of a request, and again for its body."""
BYTES_AT_ONCE: Final = 4096
"""How many bytes of a connection are parsed in one turn of the event loop."""
MOST_WAITING: Final = 8
"""How many requests of a connection may wait for their answers."""
LINGER_SECONDS: Final = 5.0
"""How long a connection stays open for reading after its last answer."""
MOST_DISCARDED: Final = 1 << 25
"""How many bytes are read and thrown away meanwhile: more than the largest body we accept."""


class HttpProtocol(HttpToolsProtocol):
    """The protocol that uvicorn creates for every HTTP connection."""

    clock = SYSTEM
    _head = 0
    """Bytes of the head read so far; −1 between heads."""
    _patience: asyncio.TimerHandle | None = None
    _unparsed = b""
    """What has been received and waits for the next turn of the event loop."""
    _discarded = -1
    """Bytes thrown away since the last answer; −1 before it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._unparsed = b""
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._discarded >= 0:
            self._discarded += len(data)
            if self._discarded > MOST_DISCARDED:
                self.transport.close()
            return
        waiting = bool(self._unparsed)
        self._unparsed += data
        if not waiting:
            self._parse()

    def _parse(self) -> None:
        """Parse some of what has been received. The rest waits for the next turn, and nothing is read meanwhile."""
        data, self._unparsed = self._unparsed[:BYTES_AT_ONCE], self._unparsed[BYTES_AT_ONCE:]
        if self.transport.is_closing() or self._discarded >= 0:
            return
        if self._head >= 0:
            self._head += len(data)
        if self._head > LARGEST_HEAD:
            self._refuse(b"431 Request Header Fields Too Large", "The head of the request is too large.")
            return
        super().data_received(data)
        if self._unparsed and self.transport.get_protocol() is self:
            self.transport.pause_reading()
            self.loop.call_soon(self._parse)
        elif not self.flow.read_paused:
            self.transport.resume_reading()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._head < 0:
            raise ValueError("a field after the body")
        super().on_header(name, value)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and self.cycle.more_body:
            self._hang_up()  # nobody reads the rest of the body

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= MOST_WAITING:
            raise ValueError("too many requests wait")
        super().on_message_begin()
        if self._patience is None:
            self._wait_for_head()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer a malformed request with a JSON error, like every other refusal, unless others wait for theirs."""
        if self.pipeline:
            self.transport.close()
        else:
            self._refuse(b"400 Bad Request", msg)

    def _wait_for_head(self) -> None:
        self._head = 0
        self._patience = self.clock.call_later(READ_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        self._head = -1
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _refuse(self, status: bytes, text: str) -> None:
        self._stop_waiting()
        body = msgspec.json.encode({"success": False, "error": text, "code": "BAD_REQUEST"})
        size = str(len(body)).encode()
        head = b"content-type: application/json\r\ncontent-length: " + size + b"\r\nconnection: close\r\n\r\n"
        self.transport.write(b"HTTP/1.1 " + status + b"\r\n" + head + body)
        self._hang_up()

    def _hang_up(self) -> None:
        """Close the connection after an answer that the peer may not have read yet. Closing it while the peer is still
        sending would reset it, and the answer would be lost."""
        self._unparsed = b""
        self._discarded = 0
        self.transport.write_eof()
        self.transport.resume_reading()
        self._patience = self.clock.call_later(LINGER_SECONDS, self.transport.close)
