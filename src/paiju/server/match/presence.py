"""Who is at a table: connections, spectators, chat. Everybody is told when that changes."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

from paiju.engine.game import SPECTATOR
from paiju.server.match.changes import Listener
from paiju.server.match.context import MatchContext
from paiju.server.match.replay import Folded
from paiju.server.match.schedule import Schedule
from paiju.server.rooms.chat import Chat, Said

_GATHER_SECONDS: Final = 0.02


class TablePresence(Schedule):
    """The people at a table. Their seats are in the log; whether they are connected is known here only."""

    def __init__(self, folded: Folded, context: MatchContext) -> None:
        super().__init__(folded, context)
        self.listeners: Final[dict[Listener[Any], int]] = {}
        """Listeners, and the seat (or SPECTATOR) that each of them shows."""
        self.present: Final[dict[int, Listener[Any]]] = {}
        """The connection of each seat; a seat has at most one."""
        self.elsewhere: Final[dict[int, Sequence[str]]] = {}
        """Seats whose owners are connected to other nodes, and what their clients can do."""
        self.chat: Final = Chat()
        self._telling = False

    def is_present(self, seat: int) -> bool:
        return seat in self.present or seat in self.elsewhere

    def anybody(self) -> bool:
        return bool(self.present or self.elsewhere)

    def add_listener(self, listener: Listener[Any], seat: int) -> None:
        """Add a listener. A new connection of a seat replaces its older one."""
        self.touched = self.now()
        self.listeners[listener] = seat
        self.context.cluster.followed(self.folded.match)
        if seat != SPECTATOR:
            older = self.present.get(seat)
            self.present[seat] = listener
            if older is not None and older is not listener:
                self.listeners.pop(older, None)
                older.on_gone(self, "replaced")
            self.context.cluster.entered(self.folded.match, seat, listener.features)

    def leave(self, listener: Listener[Any]) -> None:
        """Remove a listener. The owner keeps the seat."""
        seat = self.listeners.pop(listener, None)
        self.touched = self.now()
        if seat is None:
            return
        if seat != SPECTATOR and self.present.get(seat) is listener:
            del self.present[seat]
            if seat not in self.elsewhere:
                self.absent_since[seat] = self.now()
            self.context.cluster.left(self.folded.match, seat)
            self._tell_departure()
            self.plan()
        self.tell_room()

    def connected_elsewhere(self, seats: Mapping[int, Sequence[str]]) -> None:
        """The seats whose owners are connected to other nodes, and what their clients can do."""
        before = set(self.elsewhere)
        asleep = self.frozen()
        self.elsewhere.clear()
        self.elsewhere.update(seats)
        now = self.now()
        for seat in self.folded.people():
            if self.is_present(seat):
                self.absent_since.pop(seat, None)
            else:
                self.absent_since.setdefault(seat, now)
        if before == set(seats):
            return
        self.touched = now
        if asleep:
            self.restart_clocks()
        self.plan()
        self.tell_room()
        if not before <= set(seats):
            self._tell_departure()

    def hear(self, line: Said) -> None:
        """Tell a chat line to everybody here who has not muted its speaker."""
        self.chat.add(line)
        for listener, seat in list(self.listeners.items()):
            if self.chat.hears(self.public_of(seat), line.public):
                listener.on_chat(self, line)

    def public_of(self, seat: int) -> str:
        """The public id of a seat; "" for spectators."""
        return "" if seat < 0 else self.folded.places[seat].public

    def send_away(self, seat: int, reason: str) -> None:
        """Disconnect a seat that was given up or taken away."""
        listener = self.present.pop(seat, None)
        self.absent_since.pop(seat, None)
        self.bots.pop(seat, None)
        if listener is not None:
            self.context.cluster.left(self.folded.match, seat)
            self.listeners.pop(listener, None)
            listener.on_gone(self, reason)
        self._tell_departure()

    def replaced(self, seat: int) -> None:
        """The owner of a seat has connected to another node: the connection here is the older one."""
        older = self.present.pop(seat, None)
        if older is not None:
            self.listeners.pop(older, None)
            older.on_gone(self, "replaced")

    def _tell_departure(self) -> None:
        for watcher in self.context.watchers:
            watcher.on_departure(self)

    def tell_room(self) -> None:
        """Tell everybody who is present and ready, soon. Changes within a short time are told together."""
        if not self._telling:
            self._telling = True
            asyncio.get_running_loop().call_later(_GATHER_SECONDS, self._tell_room)

    def _tell_room(self) -> None:
        self._telling = False
        memo: dict[object, Any] = {}
        for listener in list(self.listeners):
            listener.on_room(self, memo)
