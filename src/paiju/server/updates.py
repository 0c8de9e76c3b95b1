"""A change as it is sent to live sockets: what is the same for several recipients is rendered and encoded once."""

from typing import Any, Final

import msgspec

from paiju.engine.game import SPECTATOR
from paiju.server.entries import ROOM
from paiju.server.line import frame
from paiju.server.render import clock_of, events_for, same_for_all, view_of
from paiju.server.step import Change
from paiju.server.table import Table

encode: Final = msgspec.json.Encoder().encode


class _Update(msgspec.Struct, tag_field="type", tag="update", rename="camel", omit_defaults=True):
    """`messages.Update` with parts that were encoded before."""

    room: str
    seq: int
    events: msgspec.Raw
    clock: msgspec.Raw
    view: msgspec.Raw = msgspec.Raw(b"null")
    legal: msgspec.Raw = msgspec.Raw(b"null")
    latency_ms: int | None = None


class Updates:
    """The messages about one change, for all its listeners."""

    __slots__ = ("_change", "_clock", "_events", "_plain", "_table", "_views", "awaited", "of_room")

    def __init__(self, table: Table, change: Change) -> None:
        state = change.after
        self._table: Final = table
        self._change: Final = change
        self.awaited: frozenset[int] = frozenset(() if state is None else (state.turn(), *state.reactors()))
        """Seats that could do something now."""
        self.of_room: Final = any(line.actor == ROOM for line in change.entries)
        """Whether something happened to the room itself."""
        self._clock: Final = msgspec.Raw(encode(clock_of(table)))
        self._events: Final[msgspec.Raw | None] = (
            msgspec.Raw(encode(events_for(table.kind, change.entries, SPECTATOR)))
            if same_for_all(table.kind, change.entries)
            else None
        )
        self._plain: bytes | None = None
        self._views: Final[dict[int, tuple[msgspec.Raw, msgspec.Raw]]] = {}

    @staticmethod
    def of(table: Table, change: Change) -> "Updates":
        """Made by the first listener, shared by all."""
        found: Any = change.memo.get("updates")
        if found is None:
            found = change.memo["updates"] = Updates(table, change)
        updates: Updates = found
        return updates

    def plain(self, seat: int) -> bytes:
        """The frame for a seat, without the position."""
        if self._events is None:
            return frame(encode(self._update(seat)))
        if self._plain is None:
            self._plain = frame(encode(self._update(seat)))
        return self._plain

    def with_view(self, seat: int, latency_ms: int | None) -> bytes:
        """The frame for a seat, with the position and what the seat may do."""
        update = self._update(seat)
        update.latency_ms = latency_ms
        if seat not in self._views:
            position, legal = view_of(self._table, seat)
            self._views[seat] = (msgspec.Raw(encode(position)), msgspec.Raw(encode(legal)))
        update.view, update.legal = self._views[seat]
        return frame(encode(update))

    def _update(self, seat: int) -> _Update:
        events = self._events
        if events is None:
            events = msgspec.Raw(encode(events_for(self._table.kind, self._change.entries, seat)))
        return _Update(self._table.folded.header.room, self._change.entries[-1].seq, events, self._clock)
