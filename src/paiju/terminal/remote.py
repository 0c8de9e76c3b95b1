"""A seat in a room on a server, for screens that know nothing of sockets.

The connection lives in a thread of its own and is made again when it breaks; the seat is kept by the server meanwhile.
`RemoteMatch` offers what a local `Session` offers: views, checks, actions, and what happened since the last look.
"""

import asyncio
import os
import queue
import secrets
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import TimeoutError as TookTooLong
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import httpx2
from websockets.exceptions import WebSocketException

from paiju.bots.base import Bot
from paiju.client import Client, LiveTable, Refused
from paiju.engine.game import HOST, NOBODY, SPECTATOR, Action, Outcome, Seat
from paiju.games.registry import find_game
from paiju.protocol import messages as m
from paiju.terminal.kept_seats import Place, forget_seat, keep_seat, kept_seat
from paiju.terminal.session import Answer, Awaited, Event, Seats, View

T = TypeVar("T")

USUAL_SERVER: Final = "http://127.0.0.1:8000"
ANSWER_SECONDS: Final = 30.0
"""After so long without an answer the server counts as gone."""
POLL_SECONDS: Final = 0.2
RETRY_SECONDS: Final = 0.1
PATIENCE_SECONDS: Final = 300.0
"""How long a server may be away in the middle of a match: a restart, a walk through a tunnel."""
LOST: Final = "lost"
BACK: Final = "back"


class ServerAway(Exception):
    """The server cannot be reached."""


def place_of(text: str, server: str = "") -> Place | None:
    """The place meant by a link (`http://host:8000/room/K7QWMX`) or a code (`K7QWMX`); None if it is neither."""
    text = text.strip()
    if "://" not in text:
        return (
            Place((server or os.environ.get("PAIJU_SERVER") or USUAL_SERVER).rstrip("/"), text)
            if text.isalnum()
            else None
        )
    link = urlsplit(text)
    code = (link.fragment or link.path).rstrip("/").rsplit("/", 1)[-1]
    if link.scheme not in ("http", "https") or not link.netloc or not code.isalnum():
        return None
    return Place(f"{link.scheme}://{link.netloc}", code)


class RemoteMatch:
    """One room, seen from one seat. After `enter`, `info` is the room and, once it has started, `look` the table."""

    def __init__(self, place: Place, language: str) -> None:
        self.place: Final = place
        self.language: Final = language
        self.info: m.RoomInfo
        self.news: list[tuple[str, int]] = []
        """What became of the connection: LOST, or BACK with the number of entries caught up."""
        self.goes_on = False
        """Whether a step between two rounds says that this player is ready: so for screens that ask before it."""
        self.gone = ""
        """Why the server ended the connection for good, or empty."""
        self.names: list[str] = []
        self.viewer = SPECTATOR
        self.seq = 0
        self._readied = -1
        self._secret: str | None = None
        self._view: View = {}
        self._legal: list[Action] = []
        self._clock = m.Clock(seat=int(NOBODY), left_ms=None)
        self._checked: dict[Action, Answer] = {}
        self._inbox: Final[queue.Queue[m.Update | m.RoomChanged | m.Gone | m.Entered | str]] = queue.Queue()
        self._loop: Final = asyncio.new_event_loop()
        self._thread: Final = threading.Thread(target=self._loop.run_forever, name="paiju room", daemon=True)
        self._client: Client
        self._table: LiveTable
        self._pumping: asyncio.Task[None] | None = None

    # --- coming and going -------------------------------------------------------------------------------

    def enter(self, name: str, *, watch: bool = False) -> None:
        """Take a seat, or the seat this player already has there. Raises `Refused` or `ServerAway`."""
        self._thread.start()
        self._take_entered(self._call(self._enter(name, watch)))

    async def _enter(self, name: str, watch: bool) -> m.Entered:
        self._client = Client(self.place.base, lang=self.language)
        kept = None if watch else kept_seat(self.place)
        if kept is not None:
            try:
                return await self._sit(kept)
            except Refused:
                forget_seat(self.place)  # the room is another one by now, or the seat was given up
        if watch:
            return await self._sit(None)
        seated = await self._client.join(self.place.room, name)
        keep_seat(self.place, seated.secret)
        return await self._sit(seated.secret)

    async def _sit(self, secret: str | None) -> m.Entered:
        self._secret = secret
        self._table = LiveTable(self._client, self.place.room, secret, "all", False)
        try:
            entered = await self._table.connect()
        except Refused:
            await self._table.close()
            raise
        self._pumping = asyncio.create_task(self._pump())
        return entered

    def close(self) -> None:
        """Leave the socket; the seat is kept."""
        if self._thread.is_alive():
            try:
                self._call(self._close())
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

    def leave(self) -> None:
        """Give the seat up."""
        if self._secret is not None:
            self._call(self._client.leave(self.place.room, self._secret))
            forget_seat(self.place)

    # --- the room ---------------------------------------------------------------------------------------

    @property
    def started(self) -> bool:
        """Whether there is a table to look at."""
        return bool(self._view)

    @property
    def host(self) -> bool:
        """Whether this seat may start the match."""
        return self.viewer >= 0 and self.info.host == self.viewer

    def start(self) -> None:
        """Start the match as the host; free seats get bots. Raises `Refused`."""
        if self._secret is not None:
            self._call(self._client.start(self.place.room, self._secret))

    def ready(self) -> None:
        """Ready for the start or the next round."""
        if self._secret is not None:
            try:
                self._call(self._persist(self._table.ready), PATIENCE_SECONDS)
            except Refused:
                pass  # it has begun meanwhile

    # --- what a screen needs of a match -----------------------------------------------------------------

    @property
    def commitment(self) -> str:
        """The fingerprint of the shuffles."""
        return self.info.commitment

    @property
    def seats(self) -> Seats:
        """Who is a person at this keyboard, as far as a screen asks."""
        specs = {Seat(seat.seat): seat.bot for seat in self.info.seats if seat.bot}
        people = [self.viewer] if self.viewer >= 0 else []
        return Seats(self.names, people, {seat: Bot() for seat in specs}, specs)

    @property
    def left_ms(self) -> int | None:
        """How long whoever is awaited had left when the last entry came; None without a clock."""
        return self._clock.left_ms

    def over(self) -> bool:
        """Whether the match has ended."""
        return self.info.status in ("ended", "closed") or bool(self.gone)

    def outcome(self) -> Outcome | None:
        """Standings are in the view; the server keeps the rest."""
        return None

    def look(self, seat: Seat | None = None) -> View:
        """What the own seat may know."""
        return self._view

    def legal(self, seat: Seat | None = None) -> list[Action]:
        """What the own seat may do, as the server lists it."""
        return self._legal

    def check(self, action: Action, seat: Seat | None = None) -> Answer:
        """Whether the server would accept an action; asked once in a position."""
        if action in self._legal:
            return Answer("", {}, [])
        if action not in self._checked:
            try:
                answer = self._call(self._persist(lambda: self._table.check(action.to_json())), PATIENCE_SECONDS)
            except Refused as refused:
                return _refusal(refused.problem, [])
            self._checked[action] = _refusal(answer.problem, []) if answer.problem is not None else Answer("", {}, [])
        return self._checked[action]

    def act(self, action: Action, seat: Seat | None = None) -> Answer:
        """Do something. The answer's events are everything that happened up to now."""
        try:
            acked = self._call(self._act(action.to_json()), PATIENCE_SECONDS)
        except Refused as refused:
            return _refusal(refused.problem, self.step())
        events: list[Event] = []
        while self.seq < acked.seq and not self.gone:
            new = self.step()
            events.extend(new)
            if not new and self.news:
                break  # the connection was lost on the way; the rest comes with the reconnection
        if acked.penalty is not None:
            return _refusal(acked.penalty, events)
        return Answer("", {}, events)

    def hint(self, seat: Seat | None = None) -> Action | None:
        """What a bot of the house would do."""
        try:
            action = self._call(self._persist(self._table.hint), PATIENCE_SECONDS)
        except Refused:
            return None
        return None if action is None else self.game.action_from_json(action)

    def awaited(self) -> Awaited:
        """Whose time runs."""
        if self.over():
            return Awaited(False, NOBODY)
        turn = Seat(self._clock.seat)
        mine = turn == self.viewer and bool(self._legal)
        return Awaited(mine, turn if turn >= 0 else HOST, [self.viewer] if self._legal and not mine else [])

    def step(self) -> list[Event]:
        """What happened since the last look; waits a moment if nothing did."""
        if self.goes_on and self._resting() and self._readied != self.seq:
            self._readied = self.seq
            self.ready()
        events: list[Event] = []
        try:
            events.extend(self._take(self._inbox.get(timeout=POLL_SECONDS)))
            while True:
                events.extend(self._take(self._inbox.get_nowait()))
        except queue.Empty:
            return events

    def _resting(self) -> bool:
        return self._view.get("phase") in ("round_over", "scored")

    def time_out(self, seat: Seat) -> list[Event]:
        """The clock is the server's: see what it did."""
        return self.step()

    # --- messages ---------------------------------------------------------------------------------------

    def _take(self, message: "m.Update | m.RoomChanged | m.Gone | m.Entered | str") -> list[Event]:
        if isinstance(message, str):
            self.news.append((message, 0))
        elif isinstance(message, m.RoomChanged):
            self._take_info(message.info)
        elif isinstance(message, m.Gone):
            self.gone = message.reason
        elif isinstance(message, m.Entered):
            self.news.append((BACK, len(message.events)))
            before = self._view
            self._take_entered(message)
            return self._events(message.events, before)
        elif message.seq > self.seq:
            before = self._view
            self.seq, self._clock = message.seq, message.clock
            if message.view is not None:
                self._take_view(message.view, message.legal or [])
            return self._events(message.events, before)
        return []

    def _take_entered(self, entered: m.Entered) -> None:
        snapshot = entered.snapshot
        self._take_info(entered.info)
        self.game = find_game(self.info.game)
        self.rules = self.game.rules(self.info.rulebook, self.info.changed)
        self.viewer, self.seq, self._clock = Seat(snapshot.seat), snapshot.seq, snapshot.clock
        if snapshot.view is not None:
            self._take_view(snapshot.view, snapshot.legal)

    def _take_info(self, info: m.RoomInfo) -> None:
        self.info = info
        self.names = ["".join(c for c in seat.name if c.isprintable()) for seat in info.seats]

    def _take_view(self, view: m.Json, legal: list[m.Json]) -> None:
        self._view = {**view, "legal": legal}  # as the engine writes it; the server sends them side by side
        self._checked.clear()
        self._legal = [self.game.action_from_json(action) for action in legal]

    def _events(self, entries: list[m.Event], before: View) -> list[Event]:
        """Entries of the log as events. Several may share one view: the first of them shows the change."""
        events: list[Event] = []
        for entry in entries:
            kind = str(entry.action.get("type", ""))
            if entry.seat < HOST or not self._view:
                continue  # news of the room, not of the table
            events.append(Event(entry.seq, Seat(entry.seat), kind, entry.action, before or self._view, self._view))
            if kind != "SHUFFLE":
                before = self._view
        return events

    # --- the thread of the connection -------------------------------------------------------------------

    def _call(self, work: Coroutine[Any, Any, T], seconds: float = ANSWER_SECONDS) -> T:
        try:
            return asyncio.run_coroutine_threadsafe(work, self._loop).result(seconds)
        except (OSError, httpx2.HTTPError, WebSocketException, TookTooLong) as error:
            raise ServerAway(str(error)) from error

    async def _act(self, action: m.Json) -> m.Acked:
        """Do something exactly once: if the answer was lost, the same request is sent again."""
        key = secrets.token_hex(8)
        acked: m.Acked = await self._persist(lambda: self._table.ask(m.Act(action=action, action_id=key)))
        return acked

    async def _persist(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Ask again after a lost connection. Only `_pump` connects: two connections would drive each other out."""
        while True:
            try:
                return await work()
            except ConnectionError:
                if self._pumping is None or self._pumping.done():
                    raise
                await asyncio.sleep(RETRY_SECONDS)

    async def _pump(self) -> None:
        while True:
            message = await self._table.inbox.get()
            if message is not None:
                if isinstance(message, m.Update | m.RoomChanged | m.Gone):
                    self._inbox.put(message)
                continue
            if self._table.gone and self._table.gone != "restarting":
                return
            self._inbox.put(LOST)
            entered = await self._reconnected()
            if entered is None:
                self._inbox.put(m.Gone(reason="closed"))
                return
            self._inbox.put(entered)

    async def _reconnected(self) -> m.Entered | None:
        """The room again, or None when the server does not come back or does not know the seat any more."""
        give_up = self._loop.time() + PATIENCE_SECONDS
        while self._loop.time() < give_up:
            try:
                return await self._table.reconnect()
            except Refused:
                return None
            except (OSError, WebSocketException):
                await asyncio.sleep(RETRY_SECONDS)
        return None


def _refusal(problem: m.Problem, events: list[Event]) -> Answer:
    return Answer(problem.code, {"text": problem.text, **problem.params}, events)


__all__ = ["BACK", "LOST", "Place", "Refused", "RemoteMatch", "ServerAway", "place_of"]
