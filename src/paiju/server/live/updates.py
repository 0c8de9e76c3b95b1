"""Changes as messages for live sockets. What several recipients share is rendered and encoded once."""

from typing import Any, Final

import msgspec

from paiju.engine.facts import known_to
from paiju.engine.game import SPECTATOR, Game
from paiju.server.live.frames import frame
from paiju.server.live.render import clock_values, insiders, iso, view_at, visible_part
from paiju.server.match.changes import Change
from paiju.server.match.log_entry import LogEntry, text_of
from paiju.server.match.table import Table

encode: Final = msgspec.json.Encoder().encode


class Updates:
    """The messages about one change, for all its listeners: `messages.Update`, put together from pieces of text.

    Most recipients are told the same events, and most fields of a view are the same for everybody. Both are written
    once, when they are needed.
    """

    __slots__ = (
        "_entries",
        "_head",
        "_insiders",
        "_opened",
        "_plain",
        "_shared",
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
        self._head: Final = f'{{"type":"update","room":{table.room_json},"seq":{entries[-1].seq},"events":['
        self._tail: Final = f'],"clock":{_clock(table)}'
        self._opened = ""
        self._plain = b""
        self._shared = ""
        """The fields that all views have in common, up to the end of the object."""
        self._views: Final[dict[int, str]] = {}

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
            return _frame(self._open(seat) + "}")
        if not self._plain:
            self._plain = _frame(self._open(seat) + "}")
        return self._plain

    def with_view(self, seat: int, latency_ms: int | None) -> bytes:
        """The frame for a seat, with the position and what the seat may do."""
        known = self._views.get(seat)
        if known is None:
            known = self._views[seat] = self._open(seat) + self._view(seat)
        return _frame(known + ("}" if latency_ms is None else f',"latencyMs":{latency_ms}}}'))

    def _open(self, seat: int) -> str:
        """The message up to its clock."""
        if seat in self._insiders:
            return self._with_events(seat)
        if not self._opened:
            self._opened = self._with_events(SPECTATOR)
        return self._opened

    def _with_events(self, recipient: int) -> str:
        game = self._table.folded.game
        return self._head + ",".join([_event(game, line, recipient) for line in self._entries]) + self._tail

    def _view(self, seat: int) -> str:
        view = view_at(self._table, seat)
        if view is None:
            return ',"view":null,"legal":[]'
        if not self._shared:
            shared = text_of(view.shared_part())
            self._shared = "}" if shared == "{}" else "," + shared[1:]
        legal = ",".join([text_of(action.fields()) for action in view.listed()])
        return f',"view":{text_of(view.own_part())[:-1]}{self._shared},"legal":[{legal}]'


def _frame(text: str) -> bytes:
    return frame(text.encode())


def _event(game: Game, line: LogEntry, recipient: int) -> str:
    """`render.event_for` as text."""
    shown = visible_part(game, line, recipient)
    same = line.text and isinstance(line.data, dict) and len(shown) == len(line.data)
    facts = [fact.to_json() for fact in known_to(line.facts, recipient)]
    return (
        f'{{"seq":{line.seq},"at":"{iso(line.at)}","seat":{line.actor},'
        f'"action":{line.text if same else text_of(shown)},"facts":{encode(facts).decode() if facts else "[]"}}}'
    )


def _clock(table: Table) -> str:
    """`render.clock_of` as text."""
    seat, left, total, deadline = clock_values(table)
    quoted = "null" if deadline is None else f'"{deadline}"'
    return (
        f'{{"seat":{seat},"leftMs":{"null" if left is None else left},"totalMs":{"null" if total is None else total},'
        f'"deadline":{quoted}}}'
    )
