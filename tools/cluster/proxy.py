"""A small reverse proxy over several nodes, for `make cluster` and tests. Hosts use nginx, Caddy or HAProxy.

A connection goes to one node: that of its room if the address names one (`?room=CODE`), else that of its client's
address, so Socket.IO's polling finds its session again. Nodes that are not ready are passed over.
"""

import asyncio
import contextlib
import re
from collections.abc import Sequence
from hashlib import blake2b

_HEAD_BYTES = 16384
_SECONDS = 2.0
_ROOM = re.compile(rb"^[A-Z]+ [^ ?]*\?(?:[^ ]*&)?room=([A-Za-z0-9]+)")


class Proxy:
    """Listens on one port and passes connections on to nodes that are ready."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = list(ports)
        self.ready = set(ports)
        self._server: asyncio.Server | None = None
        self._watch: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._accept, host, port, limit=_HEAD_BYTES)
        self.port = self._server.sockets[0].getsockname()[1]
        self._watch = asyncio.create_task(self._watch_nodes())

    async def close(self) -> None:
        """Stop."""
        if self._watch is not None:
            self._watch.cancel()
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def nodes_for(self, key: str) -> list[int]:
        """The ports to try for a key, best first: the same order as long as nobody comes or goes."""
        ranked = sorted(self._ports, key=lambda port: blake2b(f"{key}/{port}".encode(), digest_size=8).digest())
        return sorted(ranked, key=lambda port: port not in self.ready)

    async def _watch_nodes(self) -> None:
        while True:
            found = await asyncio.gather(*(self._is_ready(port) for port in self._ports))
            self.ready = {port for port, ready in zip(self._ports, found, strict=True) if ready}
            await asyncio.sleep(0.5)

    async def _is_ready(self, port: int) -> bool:
        try:
            async with asyncio.timeout(_SECONDS):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                status = await reader.readline()
                writer.transport.abort()
        except (OSError, TimeoutError):
            return False
        return b" 200 " in status

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            async with asyncio.timeout(30):
                head = await reader.readuntil(b"\r\n\r\n")
            address = str(writer.get_extra_info("peername")[0])
            room = _ROOM.match(head)
            key = room[1].decode().upper() if room else address
            first, rest = head.split(b"\r\n", 1)
            head = b"%b\r\nX-Forwarded-For: %b\r\n%b" % (first, address.encode(), rest)
            for port in self.nodes_for(key):
                try:
                    async with asyncio.timeout(_SECONDS):
                        other_reader, other_writer = await asyncio.open_connection("127.0.0.1", port)
                except (OSError, TimeoutError):
                    continue
                other_writer.write(head)
                await asyncio.gather(_pass(reader, other_writer), _pass(other_reader, writer))
                return
            writer.write(b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 0\r\n\r\n")
            await writer.drain()
        except (OSError, TimeoutError, EOFError, asyncio.LimitOverrunError, asyncio.CancelledError):
            pass
        finally:
            writer.transport.abort() if task.cancelled() else writer.close()


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()
