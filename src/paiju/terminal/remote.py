"""A seat in a room on a server, for screens that know nothing of sockets.

`RemoteMatch` offers what a local `Session` offers: views, checks, actions, and what happened since the last look. It
belongs to one thread, the screen's; the connection lives in `ServerConnection`.
"""

import os
import queue
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, TypeVar
from urllib.parse import urlsplit

from paiju.bots.base import Bot
from paiju.engine.facts import fact_from_json
from paiju.engine.game import HOST, NOBODY, SPECTATOR, Action, Outcome, Seat
from paiju.games.registry import find_game
from paiju.guide import word
from paiju.i18n import translator
from paiju.protocol import messages as m
from paiju.protocol import play
from paiju.protocol.base import Json, Problem
from paiju.protocol.rooms import RoomInfo, SeatInfo
from paiju.terminal.cells import harmless
from paiju.terminal.kept_seats import RoomAddress
from paiju.terminal.narrator import ROOM_FACTS
from paiju.terminal.server_connection import (
    GIVEN_UP,
    LOST,
    POLL_SECONDS,
    Message,
    Refused,
    ServerAway,
    ServerConnection,
)
from paiju.terminal.session import ActionResult, Awaited, MatchEvent, Seats, ViewJson

T = TypeVar("T")

USUAL_SERVER: Final = "http://127.0.0.1:8000"
BACK: Final = "back"
GONE: Final = {
    "replaced": "room.gone.replaced",
    "kicked": "ui.gone.kicked",
    "left": "ui.gone.left",
    "closed": "closed",
    "restarting": "stopping",
    GIVEN_UP: "room.gone.away",
}
"""Why a room is gone → the text that says so."""
WATCHING: Final = {"queued": "room.watching.queued", "full": "room.watching.full"}


def place_of(text: str, server: str = "") -> RoomAddress | None:
    """The place meant by a link (`http://host:8000/room/K7QWMX`, also without `http://`) or a code (`K7QWMX`).

    None if it is neither.
    """
    text = text.strip()
    if text.isalnum():
        return RoomAddress(_with_scheme(server or os.environ.get("PAIJU_SERVER") or USUAL_SERVER).rstrip("/"), text)
    link = urlsplit(_with_scheme(text))
    code = (link.fragment or link.path).rstrip("/").rsplit("/", 1)[-1]
    if link.scheme not in ("http", "https") or not link.netloc or not code.isalnum():
        return None
    return RoomAddress(f"{link.scheme}://{link.netloc}", code)


def _with_scheme(address: str) -> str:
    return address if "://" in address else f"http://{address}"


def shown_names(seats: list[SeatInfo], language: str) -> list[str]:
    """The names in a room: the server's bots in the player's language, unless somebody there has that name."""
    t = translator("engine", language)
    taken = {seat.name for seat in seats}
    own = [word(f"ui.houseBot.{seat.name}", seat.name, t) if seat.bot else seat.name for seat in seats]
    return [harmless(seat.name if name in taken else name) for seat, name in zip(seats, own, strict=True)]


class RemoteMatch:
    """One room, seen from one seat. After `enter`, `info` is the room and, once it has started, `look` the table."""

    def __init__(self, place: RoomAddress, language: str) -> None:
        self.place: Final = place
        self._language: Final = language
        self.connection: Final = ServerConnection(place, language)
        self.info: RoomInfo
        self.news: list[tuple[str, int]] = []
        """Changes of the connection: LOST, or BACK with the number of entries that were missed."""
        self.gone = ""
        """Why the connection has ended for good; empty while it has not."""
        self.past: list[MatchEvent] = []
        """What happened before this player joined, as far as the log of a screen goes back."""
        self.names: list[str] = []
        self.viewer = SPECTATOR
        self.seq = 0
        self.while_away: Callable[[], None] | None = None
        """Called if the connection is lost while an answer is awaited."""
        self._view: ViewJson = {}
        self._legal: list[Action] = []
        self._clock = play.TurnClock(seat=int(NOBODY), left_ms=None)
        self._checked: dict[Action, ActionResult] = {}
        self._untold: list[MatchEvent] = []
        """What happened while the player was asked something."""

    # --- coming and going -------------------------------------------------------------------------------

    def enter(self, name: str, *, watch: bool = False) -> None:
        """Take a seat, or the seat this player already has there. Raises `Refused` or `ServerAway`."""
        self._take_entered(self.connection.enter(name, watch))
        self.past = self._events(self.connection.past)

    def close(self) -> None:
        """Leave the room's table; the seat is kept."""
        self.connection.close()

    # --- the room ---------------------------------------------------------------------------------------

    @property
    def started(self) -> bool:
        """Whether there is a table to look at."""
        return bool(self._view)

    @property
    def watching(self) -> str:
        """The message that says why this player only watches; empty with a seat."""
        return WATCHING.get(self.connection.watching, "ui.youWatch") if self.viewer < 0 else ""

    @property
    def host(self) -> bool:
        """Whether this seat may start the match."""
        return self.viewer >= 0 and self.info.host == self.viewer

    def start(self) -> None:
        """Start the match as the host; free seats get bots. Raises `Refused`."""
        self.connection.wait(self.connection.start())

    def ready(self) -> None:
        """Ready for the start or the next round."""
        if self.viewer >= 0:
            try:
                self._wait(self.connection.ready())
            except Refused:
                pass  # it has begun meanwhile

    # --- what a screen needs of a match -----------------------------------------------------------------

    @property
    def seats(self) -> Seats:
        """The players and the bots of the room. The only person at this machine is the viewer."""
        specs = {Seat(seat.seat): seat.bot for seat in self.info.seats if seat.bot}
        people = [self.viewer] if self.viewer >= 0 else []
        return Seats(self.names, people, {seat: Bot() for seat in specs}, specs)

    @property
    def left_ms(self) -> int | None:
        """Milliseconds that were left for the open decision when the last entry came; None without a clock."""
        return self._clock.left_ms

    def over(self) -> bool:
        """Whether the match has ended."""
        return self.info.status == "ended" or bool(self.gone)

    def outcome(self) -> Outcome | None:
        """Standings are in the view; the server keeps the rest."""
        return None

    def look(self, seat: Seat | None = None) -> ViewJson:
        """The view of this player's seat."""
        return self._view

    def legal(self, seat: Seat | None = None) -> list[Action]:
        """The legal actions of this player's seat, as the server lists them."""
        return self._legal

    def check(self, action: Action, seat: Seat | None = None) -> ActionResult:
        """Whether the server would accept an action; asked once in a position."""
        if action in self._legal:
            return ActionResult("", {}, [])
        if action not in self._checked:
            try:
                self._checked[action] = judged(self._wait(self.connection.check(action.to_json())))
            except Refused as refused:
                return refusal(refused.problem)
        return self._checked[action]

    def act(self, action: Action, seat: Seat | None = None) -> ActionResult:
        """Take an action. The events of the result are everything that has happened up to now."""
        try:
            acked = self._wait(self.connection.act(action.to_json()))
        except Refused as refused:
            return refusal(refused.problem, self.step())
        events: list[MatchEvent] = []
        while self.seq < acked.seq and not self.gone:
            new = self.step()
            events.extend(new)
            if not new and self.news:
                break  # the connection was lost on the way; the rest comes with the reconnection
        return ActionResult("", {}, events) if acked.penalty is None else refusal(acked.penalty, events)

    def hint(self, seat: Seat | None = None) -> Action | None:
        """What a bot of the server would do."""
        try:
            action = self._wait(self.connection.hint())
        except Refused:
            return None
        return None if action is None else self.game.action_from_json(action)

    def _wait(self, future: "Future[T]") -> T:
        return self.connection.wait(future, away=self.while_away)

    def awaited(self) -> Awaited:
        """Whose time runs."""
        if self.over():
            return Awaited(False, NOBODY)
        turn = Seat(self._clock.seat)
        mine = turn == self.viewer and bool(self._legal)
        return Awaited(mine, turn if turn >= 0 else HOST, [self.viewer] if self._legal and not mine else [])

    def outdated(self) -> bool:
        """Whether what this player may be asked has been decided since the last look, by time or by others.

        What happened meanwhile is told by the next `step` or `collect`.
        """
        before, legal, new = self.awaited(), self._legal, self._received()
        self._untold += new
        now = self.awaited()
        return (
            self.over()
            or (before.person and not now.person)
            or (before.seat == HOST and now.seat != HOST)
            or any(action not in self._legal for action in legal)
            or any(fact.type == "timed_out" and fact.seat == self.viewer for event in new for fact in event.facts)
        )

    def step(self) -> list[MatchEvent]:
        """What happened since the last look; waits a moment if nothing did."""
        if self._untold:
            return self.collect()
        try:
            first = self.connection.inbox.get(timeout=POLL_SECONDS)
        except queue.Empty:
            return []
        return [*self._take(first), *self.collect()]

    def collect(self) -> list[MatchEvent]:
        """What happened since the last look, without waiting."""
        events, self._untold = self._untold, []
        return [*events, *self._received()]

    def _received(self) -> list[MatchEvent]:
        events: list[MatchEvent] = []
        while True:
            try:
                events.extend(self._take(self.connection.inbox.get_nowait()))
            except queue.Empty:
                return events

    # --- messages ---------------------------------------------------------------------------------------

    def _take(self, message: Message) -> list[MatchEvent]:
        if message == GIVEN_UP:
            self.gone = GIVEN_UP
        elif isinstance(message, str):
            self.news.append((message, 0))
        elif isinstance(message, m.RoomChanged):
            self._take_info(message.info)
        elif isinstance(message, m.Gone):
            self.gone = message.reason
        elif isinstance(message, m.Snapshot):
            self._take_snapshot(message.snapshot)
        elif isinstance(message, m.Entered):
            self.news.append((BACK, len(message.events)))
            self._take_entered(message)
            return self._events(message.events)
        elif message.seq > self.seq:
            self.seq, self._clock = message.seq, message.clock
            if message.view is not None:
                self._take_view(message.view, message.legal or [])
            return self._events(message.events)
        return []

    def _take_entered(self, entered: m.Entered) -> None:
        self._take_info(entered.info)
        self.game = find_game(self.info.game)
        self.rules = self.game.rules(self.info.rulebook, self.info.changed)
        self._take_snapshot(entered.snapshot)

    def _take_snapshot(self, snapshot: play.ViewAnswer) -> None:
        """The table as it is; also sent when a player gets the seat they waited for."""
        if snapshot.seat >= 0:
            self.connection.watching = ""
        self.viewer, self.seq, self._clock = Seat(snapshot.seat), snapshot.seq, snapshot.clock
        if snapshot.view is not None:
            self._take_view(snapshot.view, snapshot.legal)

    def _take_info(self, info: RoomInfo) -> None:
        self.info = info
        if info.status == "closed" and not self.gone:
            self.gone = "closed"
        self.names = shown_names(info.seats, self._language)

    def _take_view(self, view: Json, legal: list[Json]) -> None:
        self._view = {**view, "legal": legal}  # as the engine writes it; the server sends them side by side
        self._checked.clear()
        self._legal = [self.game.action_from_json(action) for action in legal]

    def _events(self, entries: list[play.Event]) -> list[MatchEvent]:
        """Entries of the log as events; news of the room are told like facts of the game."""
        if not self._view:
            return []
        events: list[MatchEvent] = []
        for entry in entries:
            facts = [fact_from_json(fact) for fact in entry.facts]
            if entry.seat == play.ROOM and entry.action.get("type") in ROOM_FACTS:
                facts = [fact_from_json(entry.action)]
            kind = str(entry.action.get("type", ""))
            events.append(MatchEvent(entry.seq, Seat(entry.seat), kind, facts, self._view))
        return events


def refusal(problem: Problem, events: list[MatchEvent] | None = None) -> ActionResult:
    """A refusal in the words of the server."""
    return ActionResult(problem.code, {"text": problem.text, **problem.params}, events or [])


def judged(checked: m.CheckedMessage) -> ActionResult:
    """The server's answer to a check."""
    return ActionResult("", {}, []) if checked.problem is None else refusal(checked.problem)


__all__ = ["BACK", "LOST", "RoomAddress", "Refused", "RemoteMatch", "ServerAway", "place_of"]
