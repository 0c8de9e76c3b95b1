"""Limits while a request is being read: a head that is too long or too slow is refused before it is complete."""

import asyncio
from typing import Final

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from paiju.server.clock import SYSTEM

LARGEST_HEAD: Final = 16384
READ_SECONDS: Final = 10.0
"""Time limit for the head of a request, and again for its body."""


class HttpProtocol(HttpToolsProtocol):
    """The protocol that uvicorn creates for every HTTP connection."""

    clock = SYSTEM
    _head = 0
    """Bytes of the head read so far; −1 between heads."""
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._head >= 0:
            self._head += len(data)
        super().data_received(data)
        if self._head > LARGEST_HEAD:
            self._refuse(b"431 Request Header Fields Too Large", "The head of the request is too large.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._patience is None:
            self._wait_for_head()

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer a malformed request with a JSON error, like every other refusal."""
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
        self.transport.close()
