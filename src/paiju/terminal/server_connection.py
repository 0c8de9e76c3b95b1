"""The connection to a room, in a thread of its own. It reconnects when it is lost; the server keeps the seat.

Requests return futures, so that a screen can go on drawing while the server is away; `wait` blocks
until the answer is there. Messages that are not answers are put into `inbox`, in order and complete.
"""

import asyncio
import queue
import secrets
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from typing import Any, Final, TypeVar

import httpx2
from websockets.exceptions import WebSocketException

from paiju.client import Client, LiveTable, Refused
from paiju.protocol import messages as m
from paiju.protocol.base import Json
from paiju.protocol.play import Event
from paiju.protocol.rooms import Done
from paiju.terminal.kept_seats import RoomAddress, forget_seat, keep_seat, kept_seat

T = TypeVar("T")

ANSWER_SECONDS: Final = 60.0
"""After this long without an answer the server counts as gone."""
PATIENCE_SECONDS: Final = 300.0
"""How long a server may be away during a match, for example to restart."""
POLL_SECONDS: Final = 0.2
RETRY_SECONDS: Final = 0.1
LOST: Final = "lost"
GIVEN_UP: Final = "away"
PASSING: Final = frozenset({"rate_limited", "store_away", "stopping", "internal"})
"""Refusals of a server that is starting or busy: the request is sent again."""

PAST_ENTRIES: Final = 60
"""How many past entries are requested: enough for the log beside a table."""

Message = m.Update | m.RoomChanged | m.Gone | m.Entered | m.Snapshot | str


class ServerAway(Exception):
    """The server cannot be reached."""


class ServerConnection:
    """One room on one server."""

    def __init__(self, place: RoomAddress, language: str) -> None:
        self.inbox: Final[queue.Queue[Message]] = queue.Queue()
        self.arrived: Callable[[], object] = lambda: None
        """Called in the connection's own thread whenever something was put into `inbox`."""
        self.away = False
        """Whether the connection is lost just now."""
        self.losses = 0
        """How often it was lost so far."""
        self.watching = ""
        """Why there is no seat: `asked`, `queued` (one will be free in the next round) or `full`."""
        self.past: list[Event] = []
        """What happened before this player joined."""
        self._place: Final = place
        self._language: Final = language
        self._secret: str | None = None
        self._loop: Final = asyncio.new_event_loop()
        self._thread: Final = threading.Thread(target=self._loop.run_forever, name="paiju room", daemon=True)
        self._client: Client
        self._table: LiveTable
        self._pumping: asyncio.Task[None] | None = None

    # --- coming and going -------------------------------------------------------------------------------

    def enter(self, name: str, watch: bool) -> m.Entered:
        """Take a seat, or the seat this player already has there. Raises `Refused` or `ServerAway`."""
        self._thread.start()
        return self.wait(self._begin(self._enter(name, watch)), ANSWER_SECONDS)

    async def _enter(self, name: str, watch: bool) -> m.Entered:
        self._client = Client(self._place.base, lang=self._language, timeout=ANSWER_SECONDS, patience=PATIENCE_SECONDS)
        entered = await self._take_place(name, watch)
        if entered.snapshot.view is not None:
            since = max(0, entered.snapshot.seq - PAST_ENTRIES)
            self.past = (await self._client.events(self._place.room, since, self._secret)).events
        return entered

    async def _take_place(self, name: str, watch: bool) -> m.Entered:
        if watch:
            self.watching = "asked"
            return await self._sit(None)
        kept = kept_seat(self._place)
        if kept is not None:
            try:
                return await self._sit(kept)
            except Refused:
                forget_seat(self._place)  # the room is another one by now, or the seat was given up
        try:
            seated = await self._client.join(self._place.room, name)
        except Refused as refused:
            if refused.problem.code != "room_full":
                raise
            self.watching = "full"
            return await self._sit(None)
        keep_seat(self._place, seated.secret)
        self.watching = "queued" if seated.waiting else ""
        return await self._sit(seated.secret)

    async def _sit(self, secret: str | None) -> m.Entered:
        self._secret = secret
        self._table = LiveTable(self._client, self._place.room, secret, "all", False)
        try:
            entered = await self._table.connect()
        except Refused:
            await self._table.close()
            raise
        self._pumping = asyncio.create_task(self._pump())
        return entered

    def close(self) -> None:
        """Close the connection; the seat is kept."""
        if self._thread.is_alive():
            try:
                self.wait(self._begin(self._close()), ANSWER_SECONDS)
            except ServerAway:
                pass
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(5)
        self._loop.close()

    async def _close(self) -> None:
        if self._pumping is not None:
            self._pumping.cancel()
            await asyncio.gather(self._pumping, return_exceptions=True)
            await self._table.close()
        await self._client.__aexit__(None, None, None)

    # --- asking -----------------------------------------------------------------------------------------

    def start(self) -> "Future[Done]":
        """Start the match, as the host."""
        return self._begin(self._client.start(self._place.room, self._secret or ""))

    def ready(self, ready: bool = True) -> "Future[None]":
        """Ready for the start or the next round, or not any more."""
        return self._begin(self._persist(lambda: self._table.ask(m.ReadyMessage(ready=ready))))

    def leave(self) -> "Future[None]":
        """Give up the seat."""
        return self._begin(self._leave())

    async def _leave(self) -> None:
        await self._client.leave(self._place.room, self._secret or "")
        forget_seat(self._place)

    def act(self, action: Json) -> "Future[m.Acked]":
        """Take an action exactly once: if the answer is lost with the connection, the same request is sent again."""
        request = m.Act(action=action, action_id=secrets.token_hex(8))
        return self._begin(self._persist(lambda: self._table.ask(request)))

    def check(self, action: Json) -> "Future[m.CheckedMessage]":
        """Whether the server would accept this action."""
        return self._begin(self._persist(lambda: self._table.check(action)))

    def hint(self) -> "Future[Json | None]":
        """What a bot of the server would do."""
        return self._begin(self._persist(self._table.hint))

    def wait(self, future: "Future[T]", seconds: float = PATIENCE_SECONDS, away: Callable[[], None] | None = None) -> T:
        """Wait for the answer; call `away` once if the connection is lost. Raises `Refused` or `ServerAway`."""
        end = time.monotonic() + seconds
        while True:
            try:
                return future.result(POLL_SECONDS)
            except TookTooLong as error:
                if time.monotonic() > end or future.done():
                    future.cancel()
                    raise ServerAway(str(error)) from error
                if self.away and away is not None:
                    away()
                    away = None
            except (OSError, httpx2.HTTPError, WebSocketException) as error:
                raise ServerAway(str(error)) from error

    async def answer(self, future: "Future[T]") -> T:
        """Await the answer, in a caller's own event loop. Raises `Refused` or `ServerAway`."""
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), PATIENCE_SECONDS)
        except (OSError, httpx2.HTTPError, WebSocketException, TimeoutError) as error:
            raise ServerAway(str(error)) from error

    def _begin(self, work: Coroutine[Any, Any, T]) -> "Future[T]":
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def _persist(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Ask again after a lost connection. Only `_pump` connects: two connections would replace each other."""
        while True:
            try:
                return await work()
            except ConnectionError:
                if self._pumping is None or self._pumping.done():
                    raise
                await asyncio.sleep(RETRY_SECONDS)

    # --- listening --------------------------------------------------------------------------------------

    async def _pump(self) -> None:
        while True:
            message = await self._table.inbox.get()
            if message is not None:
                if isinstance(message, m.Update | m.RoomChanged | m.Gone | m.Snapshot):
                    self._deliver(message)
                continue
            if self._table.gone and self._table.gone != "restarting":
                return
            self.away, self.losses = True, self.losses + 1
            self._deliver(LOST)
            entered = await self._reconnected()
            self._deliver(entered)
            if not isinstance(entered, m.Entered):
                return
            self.away = False

    def _deliver(self, message: Message) -> None:
        self.inbox.put(message)
        self.arrived()

    async def _reconnected(self) -> "m.Entered | m.Gone | str":
        """Reconnect. Returns the room, or why there is none: the seat is gone, or the server does not come back."""
        while True:
            try:
                return await self._table.reconnect()
            except Refused as refused:
                if refused.problem.code not in PASSING:
                    return m.Gone(reason="closed")
            except (OSError, WebSocketException):
                return GIVEN_UP
            await asyncio.sleep(RETRY_SECONDS)


__all__ = ["GIVEN_UP", "LOST", "POLL_SECONDS", "ServerConnection", "Message", "Refused", "ServerAway"]
