"""What a live socket sends for actions and changes: the second half of `match.hot_path`."""

from typing import Final

from mypy_extensions import mypyc_attr

from paiju.engine.game import SPECTATOR
from paiju.server.live.connection import Connection
from paiju.server.live.frames import frame
from paiju.server.live.updates import Updates
from paiju.server.match.changes import Change
from paiju.server.match.hot_path import PlayerConnection, try_act
from paiju.server.match.table import Table
from paiju.server.metrics import Metrics
from paiju.server.web.limits import Buckets
from paiju.storage.faults import StoreError

_ACT: Final = (b'{"type":"act"', b'{"type": "act"')
"""How the text of an action begins, as JavaScript and as Python write it."""

_ACKED: Final = b'{"type":"acked","re":%d,"seq":%d,"repeated":false,"penalty":null}'
"""`messages.Acked` for an ordinary action."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Recipient(PlayerConnection):
    """A connection that plays or watches at a table."""

    def __init__(self, connection: Connection, limit: Buckets, metrics: Metrics) -> None:
        """`limit` is the rate limit of actions."""
        self.connection: Final = connection
        self._limit: Final = limit
        self._metrics: Final = metrics
        self.table: Table | None = None
        self.secret: str | None = None
        self.seat: int = SPECTATOR
        self.views = "all"
        """Which changes come with the position: `all`, `turn` (those that let this seat act), `none`."""
        self.hints = False
        """Whether `on_turn` is called when this seat is on turn."""
        self.acting = 0
        """The request that is being carried out at once."""
        self.acting_text = b""

    @property
    def latency_ms(self) -> int | None:
        return self.connection.latency_ms

    def on_change(self, table: Table, change: Change) -> None:
        updates = Updates.of(table, change)
        if self.views == "all" or (self.views == "turn" and self.seat in updates.awaited):
            self.connection.send(updates.with_view(self.seat, self.connection.latency_ms))
        else:
            self.connection.send(updates.plain(self.seat))
        if change.of_room:
            self.on_room_change(table, change)
        state = change.after
        if self.hints and state is not None and state.turn() == self.seat and change.before is not state:
            self.on_turn(table)

    def on_turn(self, table: Table) -> None:
        """Called when it is the turn of this seat."""

    def on_room_change(self, table: Table, change: Change) -> None:
        """Something happened to the room itself. The events have been sent."""

    def handle_at_once(self, text: bytes) -> bool:
        """Carry out an ordinary action without a task. Returns False for everything else."""
        table = self.table
        if table is None or self.secret is None or self.seat < 0 or not text.startswith(_ACT):
            return False
        try:
            return try_act(table, self.seat, text, self)
        except Exception:  # `Table.act` meets the same error, and the middleware reports it
            self.connection.pending = False
            return False

    def admit(self, table: Table, request: int, text: bytes) -> bool:
        wait = table.limited(self._limit, self.seat)
        if wait:
            self.on_limit(request, wait)
            return False
        self.acting, self.acting_text = request, text
        self.connection.pending = True
        return True

    def on_limit(self, request: int, wait: int) -> None:
        """An action was refused by a rate limit and may be sent again after `wait` seconds."""

    def acknowledge(self, seq: int) -> None:
        self._metrics.accepted += 1
        self.connection.hold(frame(_ACKED % (self.acting, seq)))  # the update follows at once: one write for both

    def finish(self, fault: StoreError | None) -> None:
        self.connection.let_go()
        if fault is None:
            self.connection.resume()
        else:
            self.try_again(self.acting_text)

    def try_again(self, text: bytes) -> None:
        """Handle a message again that could not be stored on the fast path, then let the connection resume."""
        raise NotImplementedError
