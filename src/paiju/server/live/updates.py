"""Changes as messages for live sockets. What several recipients share is rendered and encoded once."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from paiju.engine.game import SPECTATOR
from paiju.server.live.connection import frame
from paiju.server.live.render import clock_of, events_for, insiders, view_at
from paiju.server.match.changes import Change
from paiju.server.match.entries import ROOM
from paiju.server.match.table import Table

encode: Final = msgspec.json.Encoder().encode
_GAP: Final = msgspec.Raw(b"\0")
"""Stands for a value. JSON never contains this byte."""


class Updates:
    """The messages about one change, for all its listeners: `messages.Update`, put together from encoded parts.

    Most recipients are told the same events, and most fields of a view are the same for everybody. Both are encoded
    when the first recipient needs them.
    """

    __slots__ = (
        "_entries",
        "_head",
        "_insiders",
        "_opened",
        "_plain",
        "_shared_view",
        "_table",
        "_tail",
        "_views",
        "awaited",
        "of_room",
    )

    def __init__(self, table: Table, change: Change) -> None:
        state = change.after
        entries = change.entries
        self._table: Final = table
        self._entries: Final = entries  # not the change itself: it knows us, and rings of references live long
        self.awaited: Final = () if state is None else (state.turn(), *state.reactors())
        """Seats that may act now."""
        self.of_room: Final = any(line.actor == ROOM for line in entries)
        """Whether something happened to the room itself."""
        self._insiders: Final = insiders(table.folded.game, entries)
        room = encode(table.folded.header.room)
        self._head: Final = b'{"type":"update","room":%b,"seq":%d,"events":' % (room, entries[-1].seq)
        self._tail: Final = b',"clock":%b' % encode(clock_of(table))
        self._opened: bytes | None = None
        self._plain: bytes | None = None
        self._shared_view: list[bytes] | None = None
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
        if seat in self._insiders:
            return frame(self._open(seat) + b"}")
        if self._plain is None:
            self._plain = frame(self._open(seat) + b"}")
        return self._plain

    def with_view(self, seat: int, latency_ms: int | None) -> bytes:
        """The frame for a seat, with the position and what the seat may do."""
        known = self._views.get(seat)
        if known is None:
            known = self._views[seat] = self._open(seat) + self._view(seat)
        return frame(known + (b"}" if latency_ms is None else b',"latencyMs":%d}' % latency_ms))

    def _open(self, seat: int) -> bytes:
        """The message up to its clock."""
        if seat in self._insiders:
            return self._with_events(seat)
        if self._opened is None:
            self._opened = self._with_events(SPECTATOR)
        return self._opened

    def _with_events(self, recipient: int) -> bytes:
        return self._head + encode(events_for(self._table.folded.game, self._entries, recipient)) + self._tail

    def _view(self, seat: int) -> bytes:
        view = view_at(self._table, seat)
        if view is None:
            return b',"view":null,"legal":[]'
        if self._shared_view is None:
            whole = view.to_json()
            own = {name: whole[name] for name in view.own_names()}
            self._shared_view = self._cut(whole, own)
        else:
            own = view.own_json()
        legal = own.pop("legal", [])
        parts = [b',"view":']
        shared = iter(self._shared_view)
        for value in own.values():
            parts.append(next(shared))
            parts.append(encode(value))
        parts.append(next(shared))
        parts.append(b',"legal":')
        parts.append(encode(legal))
        return b"".join(parts)

    def _cut(self, view: dict[str, object], own: Iterable[str]) -> list[bytes]:
        """An encoded view without `legal`, cut where the values of the fields `own` belong."""
        if "options" in view:
            view["options"] = self._table.encoded_options()
        for name in own:
            view[name] = _GAP
        view.pop("legal", None)
        encoded = encode(view)
        parts, start = [], 0
        while (end := encoded.find(b"\0", start)) >= 0:
            parts.append(encoded[start:end])
            start = end + 1
        parts.append(encoded[start:])
        return parts
