"""A TCP relay that can be cut, delayed or left half open."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[], Awaitable[Streams]]


def to_port(port: Callable[[], int]) -> Connect:
    """Connects to a port of this machine."""
    return lambda: asyncio.open_connection("127.0.0.1", port())


def to_path(path: str) -> Connect:
    """Connects to a Unix socket."""
    return lambda: asyncio.open_unix_connection(path)


class Relay:
    """Passes bytes on in both directions, unless it is told to fail."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        self.refuses = False
        """Connections are closed at once."""
        self.swallows = False
        """Connections stay open, but nothing is passed on."""
        self.delay = 0.0
        """Seconds by which everything is delayed."""

    async def start(self) -> None:
        """Listen on a free port."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Close all connections and refuse new ones."""
        self.refuses = True
        self.drop()

    def drop(self) -> None:
        """Close all connections."""
        for writer in list(self._open):
            writer.transport.abort()

    def mend(self) -> None:
        """Work normally again. Connections that lost data are closed."""
        if self.swallows:
            self.drop()
        self.refuses = self.swallows = False
        self.delay = 0.0

    async def close(self) -> None:
        """Stop."""
        if self._server is not None:
            self._server.close()
        self.drop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        if self.refuses:
            writer.transport.abort()
            return
        try:
            other_reader, other_writer = await self._connect()
        except (OSError, asyncio.CancelledError):  # cancelled: the relay is closed
            writer.transport.abort()
            return
        self._open |= {writer, other_writer}
        try:
            await asyncio.gather(self._pass(reader, other_writer), self._pass(other_reader, writer))
        except asyncio.CancelledError:
            pass  # the relay is closed
        finally:
            for end in (writer, other_writer):
                self._open.discard(end)
                end.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                if self.delay:
                    await asyncio.sleep(self.delay)
                if not self.swallows:
                    writer.write(data)
                    await writer.drain()
        if not self.swallows:
            writer.transport.abort()
