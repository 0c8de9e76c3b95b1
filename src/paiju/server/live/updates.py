"""Changes as messages for live sockets. What several recipients share is rendered and encoded once."""

from collections.abc import Collection
from typing import Any, Final

import msgspec

from paiju.engine.facts import known_to
from paiju.engine.game import SPECTATOR, Game
from paiju.server.live.frames import frame
from paiju.server.live.render import clock_values, insiders, iso, view_at, visible_part
from paiju.server.match.changes import Change
from paiju.server.match.log_entry import LogEntry
from paiju.server.match.table import Table

encode: Final = msgspec.json.Encoder().encode
_GAP: Final = msgspec.Raw(b"\0")
"""Placeholder of a value. JSON never contains this byte."""


class Updates:
    """The messages about one change, for all its listeners: `messages.Update`, put together from encoded parts.

    Most recipients are told the same events, and most fields of a view are the same for everybody. Both are encoded
    once, when they are needed.
    """

    __slots__ = (
        "_entries",
        "_first_view",
        "_head",
        "_insiders",
        "_opened",
        "_own_names",
        "_plain",
        "_shared_view",
        "_table",
        "_tail",
        "_views",
        "awaited",
    )

    def __init__(self, table: Table, change: Change) -> None:
        state = change.after
        entries = change.entries
        self._table: Final = table
        self._entries: Final = entries  # not the change itself, which refers to this object: reference cycles live long
        self.awaited: Final = () if state is None else (state.turn(), *state.reactors())
        """Seats that may act now."""
        self._insiders: Final = insiders(table.folded.game, entries)
        self._head: Final = b'{"type":"update","room":%b,"seq":%d,"events":[' % (table.room_json, entries[-1].seq)
        self._tail: Final = b'],"clock":%b' % _clock(table)
        self._opened: bytes | None = None
        self._plain: bytes | None = None
        self._first_view: dict[str, object] | None = None
        self._own_names: Collection[str] = ()
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
        game = self._table.folded.game
        return self._head + b",".join([_event(game, line, recipient) for line in self._entries]) + self._tail

    def _view(self, seat: int) -> bytes:
        view = view_at(self._table, seat)
        if view is None:
            return b',"view":null,"legal":[]'
        if self._first_view is None:  # often the only one: it is encoded as it is
            whole = self._first_view = view.to_json()
            self._own_names = view.own_names()
            if "options" in whole:
                whole["options"] = self._table.encoded_options()
            legal = whole.pop("legal", [])
            return b',"view":%b,"legal":%b' % (encode(whole), encode(legal))
        if self._shared_view is None:
            self._shared_view = _cut(self._first_view, self._own_names)
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


def _event(game: Game, line: LogEntry, recipient: int) -> bytes:
    """`render.event_for`, encoded."""
    shown = visible_part(game, line, recipient)
    same = line.encoded and isinstance(line.data, dict) and len(shown) == len(line.data)
    facts = [fact.to_json() for fact in known_to(line.facts, recipient)]
    return b'{"seq":%d,"at":"%b","seat":%d,"action":%b,"facts":%b}' % (
        line.seq,
        iso(line.at).encode(),
        line.actor,
        line.encoded if same else encode(shown),
        encode(facts) if facts else b"[]",
    )


def _clock(table: Table) -> bytes:
    """`render.clock_of`, encoded."""
    seat, left, total, deadline = clock_values(table)
    return b'{"seat":%d,"leftMs":%b,"totalMs":%b,"deadline":%b}' % (
        seat,
        b"null" if left is None else b"%d" % left,
        b"null" if total is None else b"%d" % total,
        b"null" if deadline is None else b'"%b"' % deadline.encode(),
    )


def _cut(view: dict[str, object], own: Collection[str]) -> list[bytes]:
    """An encoded view without `legal`, cut where the values of the fields `own` belong."""
    gaps = {name: _GAP if name in own else value for name, value in view.items()}
    encoded = encode(gaps)
    parts, start = [], 0
    while (end := encoded.find(b"\0", start)) >= 0:
        parts.append(encoded[start:end])
        start = end + 1
    parts.append(encoded[start:])
    return parts
