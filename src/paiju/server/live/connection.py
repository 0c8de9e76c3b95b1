"""Messages in and out of one live socket."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Protocol

EXTENSION: Final = "paiju.connection"
"""Where a scope has the protocol of its socket."""
_GOODBYE_SECONDS: Final = 5.0
"""Time for a peer to answer a close frame before the connection is dropped."""
_MOST_UNREAD: Final = 8
"""Reading pauses while this many messages wait to be handled."""

CLOSE_UNSUPPORTED: Final = 1003
CLOSE_UNREADABLE: Final = 1007
CLOSE_POLICY: Final = 1008
CLOSE_SLOW: Final = 4008


class SocketProtocol(Protocol):
    """What a connection asks of the protocol of its socket, see `protocol.py`."""

    transport: Any
    queue: "asyncio.Queue[Any]"
    connection: "Connection | None"
    read_paused: bool
    last_ping_rtt: Any

    def stop_keepalive(self) -> None: ...
    def send_keepalive_ping(self) -> None: ...

    def send_close(self, code: int, patience: float) -> None:
        """Send a close frame. The connection is dropped if the peer does not answer within `patience` seconds."""

    def charge(self) -> None:
        """Charge the allowance of the peer, for a ping or a message that was refused."""

    def read_on(self) -> None:
        """Go on with what has arrived, then read, unless something else is in the way."""


class Connection:
    """Messages in and out of one connection. What a slow peer has not read waits in a bounded queue."""

    def __init__(self, scope: Any, queue_messages: int, queue_bytes: int) -> None:
        protocol: SocketProtocol = scope["extensions"][EXTENSION]
        self._protocol: Final = protocol
        self._transport: Final = protocol.transport
        self._most: Final = (queue_messages, queue_bytes)
        self._queue: Final[deque[bytes]] = deque()
        self._queued = 0
        self._held = b""
        self._unread: Final[deque[bytes]] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self.at_once: Callable[[bytes], bool] | None = None
        """Called with each message while no other is waiting. False leaves the message to `message`."""
        self.pending = False
        """Whether a message that `at_once` has taken is still being handled. Later messages wait until `resume`."""
        self.blocked_since: float | None = None
        """Since when (monotonic) the peer has not read; None while it reads."""
        self.close_code = 0
        self.lost = False
        protocol.connection = self
        while not protocol.queue.empty():  # what came before the handshake was over
            self.receive(str(protocol.queue.get_nowait().get("text") or "").encode())
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

    def close(self, code: int) -> None:
        """Close after what was sent. A peer that does not read has little time left for that, and none if it is closed
        for being slow."""
        if self.close_code:
            return
        self.close_code = code
        queued = b"".join(self._queue)
        self._queue.clear()
        if code == CLOSE_SLOW:
            self._protocol.send_close(code, 0)
        else:
            self._transport.write(queued)
            self._protocol.send_close(code, _GOODBYE_SECONDS)
        self._wake()

    # --- in ---------------------------------------------------------------------------------------------------

    def charge(self) -> None:
        """The peer has sent a ping, or something that was refused. Too many of them slow it down and close it."""
        self._protocol.charge()

    def receive(self, text: bytes) -> None:
        """Called by the protocol with each message of the peer."""
        if not self._unread and self._handled_at_once(text):
            return
        self._unread.append(text)
        if len(self._unread) > _MOST_UNREAD and not self._protocol.read_paused:
            self._protocol.read_paused = True
            self._transport.pause_reading()
        self._wake()

    def _handled_at_once(self, text: bytes) -> bool:
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

    async def message(self) -> bytes | None:
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
