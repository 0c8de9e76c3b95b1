"""Messages between nodes over Valkey. Losing any of them delays something and breaks nothing."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import msgspec
import structlog
from redis.asyncio import Redis
from redis.asyncio.client import Pipeline, PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from paiju.server.clock import Clock

FAULTS: Final = (RedisError, OSError, TimeoutError)
_SECONDS: Final = 1.5
"""How long Valkey may take to answer."""
_PAUSE_SECONDS: Final = 0.5
_MOST_WAITING: Final = 10_000

_log: Final = structlog.get_logger("paiju.cluster")

Received = Callable[[str, Any], None]
"""Called with the kind of a message and its content."""


class Channel:
    """Publishes and receives messages of several kinds, and reads and writes keys that all nodes share."""

    def __init__(self, address: str, clock: Clock) -> None:
        self._redis: Final = _client(
            address, connections=8, retries=1
        )  # connections to a restarted Valkey are opened again
        self._subscriber: Final = _client(
            address, connections=1, retries=0
        )  # a silent reconnection would hide what was missed
        self._clock: Final = clock
        self.listeners: Final[list[Received]] = []
        self.prefix = ""
        """Prefix of all names in Valkey, which several clusters may share. Set before `listen`."""
        self._decode: Final = msgspec.json.Decoder().decode
        self._outbox: list[tuple[str, bytes, bool]] = []
        self._sending: asyncio.Task[None] | None = None
        self._again: Final = asyncio.Event()
        self.heard = False
        """Whether the subscription is open, as far as is known."""

    def key(self, *parts: str) -> str:
        """The name of something in Valkey."""
        return ":".join((self.prefix, *parts))

    # --- out --------------------------------------------------------------------------------------------------

    def publish(self, kind: str, content: object, again: bool = False) -> None:
        """Send to all nodes, this one included, without waiting. With `again`, a message that Valkey may not have taken
        is sent once more with the next one."""
        if len(self._outbox) < _MOST_WAITING:
            self._outbox.append((self.key(kind), msgspec.json.encode(content), again))
        if self._sending is None or self._sending.done():
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        while self._outbox:
            waiting, self._outbox = self._outbox, []
            try:
                if len(waiting) == 1:
                    await self._redis.publish(*waiting[0][:2])
                else:
                    async with self._redis.pipeline(transaction=False) as pipeline:
                        for name, content, _again in waiting:
                            pipeline.publish(name, content)
                        await pipeline.execute()
            except FAULTS:
                self._outbox[:0] = [message for message in waiting if message[2]]
                return

    async def run(self, commands: Callable[[Pipeline], object]) -> list[Any]:
        """The answers to several commands, sent at once. Raises one of `FAULTS`."""
        async with asyncio.timeout(_SECONDS), self._redis.pipeline(transaction=False) as pipeline:
            commands(pipeline)
            return list(await pipeline.execute())

    # --- in ---------------------------------------------------------------------------------------------------

    def subscribe_again(self) -> None:
        """Give the subscription up and make a new one."""
        self._again.set()

    async def listen(self, kinds: Sequence[str], subscribed: Callable[[], Awaitable[None]]) -> None:
        """Receive messages of these kinds until cancelled. `subscribed` is called after every new subscription."""
        names = {self.key(kind): kind for kind in kinds}
        while True:
            try:
                await self._listen(names, subscribed)
            except FAULTS as error:
                if self.heard:
                    _log.warning("Valkey is away", kind=type(error).__name__)
            self.heard = False
            await self._clock.sleep(_PAUSE_SECONDS)

    async def _listen(self, names: dict[str, str], subscribed: Callable[[], Awaitable[None]]) -> None:
        self._again.clear()
        subscription = self._subscriber.pubsub()
        try:
            async with asyncio.timeout(_SECONDS):
                await subscription.subscribe(*names)
            self.heard = True
            await subscribed()
            hearing = asyncio.ensure_future(self._hear(subscription, names))
            leaving = asyncio.ensure_future(self._again.wait())
            try:
                await asyncio.wait((hearing, leaving), return_when=asyncio.FIRST_COMPLETED)
                if hearing.done():
                    hearing.result()
            finally:
                hearing.cancel()
                leaving.cancel()
                await asyncio.wait((hearing, leaving))
        finally:
            try:
                await subscription.aclose()  # type: ignore[no-untyped-call]
            except FAULTS:
                pass

    async def _hear(self, subscription: PubSub, names: dict[str, str]) -> None:
        while True:
            what, name, data = await subscription.parse_response()  # without the time limit of `get_message`
            if what == "message":
                self._take(names.get(name, ""), data)

    def received(self, kind: str, content: Any) -> None:
        """Tell the listeners of a message."""
        for listener in self.listeners:
            listener(kind, content)

    def _take(self, kind: str, data: str) -> None:
        try:
            self.received(kind, self._decode(data))
        except (msgspec.MsgspecError, TypeError, ValueError, KeyError, IndexError) as error:
            _log.warning("a message from Valkey cannot be read", kind=type(error).__name__)

    async def close(self) -> None:
        """Send what waits and disconnect."""
        if self._sending is not None:
            await asyncio.wait([self._sending], timeout=_SECONDS)
        for client in (self._redis, self._subscriber):
            try:
                await client.aclose()
            except FAULTS:
                pass


def _client(address: str, connections: int, retries: int) -> Redis:
    return Redis.from_url(
        address,
        socket_timeout=_SECONDS,
        socket_connect_timeout=_SECONDS,
        decode_responses=True,
        max_connections=connections,
        retry=Retry(NoBackoff(), retries),
    )
