"""Changes as messages for live sockets. What several recipients share is rendered and encoded once."""

from typing import Any, Final

import msgspec

from paiju.engine.game import SPECTATOR
from paiju.server.live.connection import frame
from paiju.server.live.render import clock_of, events_for, same_for_all, view_of
from paiju.server.match.changes import Change
from paiju.server.match.entries import ROOM
from paiju.server.match.table import Table

encode: Final = msgspec.json.Encoder().encode


class Updates:
    """The messages about one change, for all its listeners: `messages.Update`, put together from encoded parts."""

    __slots__ = ("_entries", "_head", "_opened", "_plain", "_same", "_table", "_tail", "_views", "awaited", "of_room")

    def __init__(self, table: Table, change: Change) -> None:
        state = change.after
        self._table: Final = table
        self._entries: Final = change.entries  # not the change itself: it knows us, and rings of references live long
        self.awaited: frozenset[int] = frozenset(() if state is None else (state.turn(), *state.reactors()))
        """Seats that may act now."""
        of_room, same = False, True
        for line in change.entries:
            if line.actor == ROOM:
                of_room = True
            elif not same_for_all(table.folded.game, line):
                same = False
        self.of_room: Final = of_room
        """Whether something happened to the room itself."""
        self._same: Final = same
        """Whether these entries look alike to everybody."""
        room = encode(table.folded.header.room)
        self._head: Final = b'{"type":"update","room":%b,"seq":%d,"events":' % (room, change.entries[-1].seq)
        self._tail: Final = b',"clock":%b' % encode(clock_of(table))
        self._opened: bytes | None = None
        self._plain: bytes | None = None
        self._views: Final[dict[int, bytes]] = {}

    @staticmethod
    def of(table: Table, change: Change) -> "Updates":
        """The messages about this change. The first listener creates them, the others share them."""
        found: Any = change.memo.get("updates")
        if found is None:
            found = change.memo["updates"] = Updates(table, change)
        updates: Updates = found
        return updates

    def plain(self, seat: int) -> bytes:
        """The frame for a seat, without the position."""
        if self._plain is not None:
            return self._plain
        framed = frame(self._open(seat) + b"}")
        if self._same:
            self._plain = framed
        return framed

    def with_view(self, seat: int, latency_ms: int | None) -> bytes:
        """The frame for a seat, with the position and what the seat may do."""
        known = self._views.get(seat)
        if known is None:
            position, legal = view_of(self._table, seat)
            if position is not None and "options" in position:
                position["options"] = self._table.encoded_options()
            known = b'%b,"view":%b,"legal":%b' % (self._open(seat), encode(position), encode(legal))
            self._views[seat] = known
        return frame(known + (b"}" if latency_ms is None else b',"latencyMs":%d}' % latency_ms))

    def _open(self, seat: int) -> bytes:
        """The message up to its clock."""
        if not self._same:
            return self._with_events(seat)
        if self._opened is None:
            self._opened = self._with_events(SPECTATOR)
        return self._opened

    def _with_events(self, recipient: int) -> bytes:
        return self._head + encode(events_for(self._table.folded.game, self._entries, recipient)) + self._tail
