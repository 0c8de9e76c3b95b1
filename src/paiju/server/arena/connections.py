"""The Engine.IO connections of the arena: limits the answers to polls, writes to WebSockets at once, and closes
connections without delay."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final
from urllib.parse import parse_qs

import msgspec
import socketio
from engineio.packet import CLOSE, Packet  # type: ignore[import-untyped]

from paiju.server.live.connection import EXTENSION
from paiju.server.live.protocol import LiveProtocol

_MOST_PACKETS: Final = 16
"""The most packets in one answer to a poll: python-engineio's client disconnects when there are more."""


class PacketQueue(asyncio.Queue[Any]):
    """What waits to be sent to one client. It appears empty after `_MOST_PACKETS` packets in a row, so that a poll gets
    no more at once. A WebSocket that is idle needs no queue: the task that empties it costs more than the rest."""

    def __init__(self) -> None:
        super().__init__()
        self._taken = 0
        self._idle = False
        self.protocol: LiveProtocol | None = None
        """The WebSocket of the client, once there is one."""

    def send_at_once(self, packet: str) -> bool:
        """Send a packet past the queue. Returns False, and does nothing, if others have to be sent first or the client
        does not read."""
        return self._idle and self.empty() and self.protocol is not None and self.protocol.send_text(packet.encode())

    async def get(self) -> Any:
        """Wait for the first packet of an answer."""
        self._taken = 0
        self._idle = True
        try:
            return await super().get()
        finally:
            self._idle = False

    def get_nowait(self) -> Any:
        """One more packet of the same answer."""
        if self._taken >= _MOST_PACKETS:
            raise asyncio.QueueEmpty
        packet = super().get_nowait()
        self._taken += 1
        return packet


_FAULTS: Final = {"Invalid transport": 0, "Invalid session": 1, "The client": 5}
"""Engine.IO's number of a fault by how its text begins; everything else is 3, a bad request."""


def refusal(text: str | None = None) -> dict[str, Any]:
    """How a request to Engine.IO is refused: 400 and JSON, as its own servers do it."""
    known = [number for begin, number in _FAULTS.items() if (text or "").startswith(begin)]
    return _json("400 BAD REQUEST", known[0] if known else 3, "Session ID unknown" if known == [1] else "Bad request")


def too_many(_text: object = None) -> dict[str, Any]:
    """The answer to an address that has too many connections."""
    return _json("503 SERVICE UNAVAILABLE", 4, "Too many connections from this address", ("Retry-After", "60"))


def _json(status: str, code: int, text: str, *headers: tuple[str, str]) -> dict[str, Any]:
    body = {"success": False, "code": code, "message": text, "error": text}
    return {
        "status": status,
        "headers": [("Content-Type", "application/json"), *headers],
        "response": msgspec.json.encode(body),
    }


def _impatient(close: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """A `close` that does not wait until the queue is read: a client that no longer polls would never read it."""

    async def close_now(wait: bool = True, abort: bool = False, reason: str | None = None) -> None:
        await close(wait=False, abort=abort, reason=reason)

    return close_now


def _protocol_of(scope: Any) -> LiveProtocol | None:
    """The protocol of a WebSocket; None for other requests."""
    found: LiveProtocol | None = scope.get("extensions", {}).get(EXTENSION)
    return found


class Connections:
    """Counts the Engine.IO connections of each address, and closes them so that no client waits forever.

    Handles the events `connect` and `disconnect` of Engine.IO before Socket.IO does.
    """

    def __init__(self, sio: socketio.AsyncServer, admits: Callable[[str, dict[str, Any]], bool]) -> None:
        self._eio: Final = sio.eio
        self._admits: Final = admits
        self._addresses: Final[dict[str, str]] = {}
        sio.eio._bad_request = refusal
        sio.eio._method_not_found = refusal
        sio.eio._unauthorized = too_many
        self._opened: Final = sio.eio.handlers["connect"]
        self._closed: Final = sio.eio.handlers["disconnect"]
        sio.eio.on("connect", self._on_open)
        sio.eio.on("disconnect", self._on_close)

    def before_request(self, scope: Any) -> None:
        """Prepare the connection that a request names: a closed one is forgotten, because python-engineio would fail on
        it; one that asks for a WebSocket will be sent to over it."""
        for connection in parse_qs(scope["query_string"].decode("latin-1")).get("sid", ()):
            socket = self._eio.sockets.get(connection)
            if socket is None:
                continue
            if socket.closed:
                del self._eio.sockets[connection]
            elif scope["type"] == "websocket" and not socket.upgraded:
                socket.queue.protocol = _protocol_of(scope)

    def of(self, address: str) -> int:
        """How many connections an address has."""
        return sum(1 for other in self._addresses.values() if other == address)

    def note(self, connection: str, address: str) -> None:
        """Remember the address of a connection."""
        self._addresses[connection] = address

    async def close(self, connection: str, wait: float = 0.0) -> None:
        """Close a connection after `wait` seconds. Unknown ones are ignored."""
        await asyncio.sleep(wait)
        socket = self._eio.sockets.get(connection)
        if socket is not None:
            await socket.close()

    async def close_all(self) -> None:
        """Close every connection."""
        for connection in list(self._eio.sockets):
            await self.close(connection)

    async def _on_open(self, connection: str, environ: dict[str, Any]) -> Any:
        if not self._admits(connection, environ):
            return False
        socket = self._eio.sockets[connection]
        queue = PacketQueue()
        queue.protocol = _protocol_of(environ.get("asgi.scope", {}))
        while not socket.queue.empty():
            queue.put_nowait(socket.queue.get_nowait())
        socket.queue = queue
        socket.close = _impatient(socket.close)
        return await self._opened(connection, environ)

    async def _on_close(self, connection: str, reason: str) -> None:
        """Answer the poll that is still open, whichever side closed the connection; otherwise the client would wait."""
        self._addresses.pop(connection, None)
        socket = self._eio.sockets.get(connection)
        if socket is not None:
            socket.queue.put_nowait(Packet(CLOSE))
            if socket.upgraded:
                socket.queue.put_nowait(None)  # a WebSocket is closed by a close frame, without waiting for the peer
        await self._closed(connection, reason)
