"""The Engine.IO connections under the arena's sockets: polls that every client can read, ends that nobody hangs in."""

import asyncio
from typing import Any, Final

import socketio
from engineio.packet import CLOSE, Packet  # type: ignore[import-untyped]

_MOST_PACKETS: Final = 16
"""In one answer to a poll: python-engineio's client gives up its connection over a longer one."""


class ShortQueue(asyncio.Queue[Any]):
    """A queue that seems empty after so many packets in a row, so that a poll takes no more at once."""

    def __init__(self) -> None:
        super().__init__()
        self._taken = 0

    async def get(self) -> Any:
        """Wait for the first packet of an answer."""
        self._taken = 0
        return await super().get()

    def get_nowait(self) -> Any:
        """One more packet of the same answer."""
        if self._taken >= _MOST_PACKETS:
            raise asyncio.QueueEmpty
        packet = super().get_nowait()
        self._taken += 1
        return packet


class Connections:
    """Takes over the two Engine.IO events of a Socket.IO server and hands them on."""

    def __init__(self, sio: socketio.AsyncServer) -> None:
        self._eio: Final = sio.eio
        self._opened: Final = sio.eio.handlers["connect"]
        self._closed: Final = sio.eio.handlers["disconnect"]
        sio.eio.on("connect", self._on_open)
        sio.eio.on("disconnect", self._on_close)

    async def close(self, connection: str, wait: float = 0.0) -> None:
        """End a connection."""
        await asyncio.sleep(wait)
        socket = self._eio.sockets.get(connection)
        if socket is not None:
            await socket.close(wait=False)  # waiting for the queue would never end if nobody polls any more

    async def close_all(self) -> None:
        """End every connection."""
        for connection in list(self._eio.sockets):
            await self.close(connection)

    async def _on_open(self, connection: str, environ: dict[str, Any]) -> Any:
        socket = self._eio.sockets[connection]
        short = ShortQueue()
        while not socket.queue.empty():
            short.put_nowait(socket.queue.get_nowait())
        socket.queue = short
        return await self._opened(connection, environ)

    async def _on_close(self, connection: str, reason: str) -> None:
        """Whoever ends a connection: a poll that is still open is answered, or the client would hang in it."""
        socket = self._eio.sockets.get(connection)
        if socket is not None:
            socket.queue.put_nowait(Packet(CLOSE))
        await self._closed(connection, reason)
