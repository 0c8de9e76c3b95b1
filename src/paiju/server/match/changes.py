"""One step of a match: how it is stored, what it changed, and who is told."""

from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from paiju.engine.facts import Fact
from paiju.engine.game import State
from paiju.server.errors import Refusal
from paiju.server.match.draft import Draft
from paiju.server.match.entries import ROOM
from paiju.server.match.log_entry import LogEntry
from paiju.server.rooms.chat import Said
from paiju.storage.append import Append

Table_contra = TypeVar("Table_contra", contravariant=True)
"""The class `Table`, which this module cannot import."""


class Change:
    """What a stored step changed, or several. `memo` lets listeners share what they render."""

    __slots__ = ("after", "before", "entries", "memo", "of_room")

    def __init__(self, entries: list[LogEntry], before: State | None, after: State | None) -> None:
        self.entries: Final = entries
        self.before: Final = before
        """The position before them. It is never modified again."""
        self.after: Final = after
        self.memo: Final[dict[object, Any]] = {}
        self.of_room: Final = any(line.actor == ROOM for line in entries)
        """Whether something happened to the room itself."""


class PreparedStep:
    """A draft ready for the log. It is stored as a whole and then applied to the table as a whole."""

    __slots__ = ("append", "at", "decision", "draft", "due", "game_seq", "key", "told")

    def __init__(
        self, append: Append, draft: Draft, key: str | None, at: int, due: int | None, decision: object
    ) -> None:
        self.append: Final = append
        """What is stored."""
        self.draft: Final = draft
        self.at: Final = at
        self.due: Final = due
        """Milliseconds for the decision that it leads to; None without a limit."""
        self.decision: Final = decision
        self.key: Final = key
        """The action key of its first entry."""
        self.told: Final[list[LogEntry]] = []
        self.game_seq = 0


class Accepted:
    """The answer to an action that was stored."""

    __slots__ = ("facts", "penalty", "repeated", "seq")

    def __init__(
        self, seq: int, facts: Sequence[Fact] = (), *, repeated: bool = False, penalty: Refusal | None = None
    ) -> None:
        self.seq: Final = seq
        self.facts: Final = facts
        """All facts of the action, private ones included; empty for a repeat."""
        self.repeated: Final = repeated
        self.penalty: Final = penalty
        """Why the action was punished instead of carried out."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Listener(Generic[Table_contra]):
    """Receives the changes of one table. Methods must return at once."""

    @property
    def latency_ms(self) -> int | None:
        """Round trip of the connection in milliseconds, if known."""
        return None

    @property
    def features(self) -> Sequence[str]:
        """What this client can do beyond what every client can."""
        return ()

    @property
    def step_by_step(self) -> bool:
        """Whether each change has to be a single step. Otherwise steps that other nodes have stored come together."""
        return False

    def on_change(self, table: Table_contra, change: Change) -> None:
        """The log went on."""

    def on_room(self, table: Table_contra, memo: dict[object, Any]) -> None:
        """Presence or readiness changed. `memo` lets listeners share what they render."""

    def on_chat(self, table: Table_contra, said: Said) -> None:
        """A chat line or emote was sent."""

    def on_gone(self, table: Table_contra, reason: str) -> None:
        """This listener has been removed."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Watcher(Generic[Table_contra]):
    """Receives the changes of every table of the server. Methods must return at once."""

    def on_change(self, table: Table_contra, change: Change) -> None:
        """The log of this table went on."""

    def on_departure(self, table: Table_contra) -> None:
        """A player has left this table or lost the connection."""

    async def on_countdown(self, table: Table_contra) -> None:
        """The countdown of this table has run out. The caller holds the table's lock."""
