"""A stored entry in memory, and the text of an action."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from paiju.engine.facts import Fact
from paiju.server.match.entries import AnyRoomEntry

_encode: Final = msgspec.json.Encoder().encode


class LogEntry:
    """A stored entry with everything in it, secrets included: the JSON of an action and its facts, or a change of the
    room."""

    __slots__ = ("actor", "at", "data", "encoded", "facts", "seq")

    def __init__(
        self,
        seq: int,
        at: int,
        actor: int,
        data: dict[str, Any] | AnyRoomEntry,
        facts: Sequence[Fact] = (),
        encoded: bytes = b"",
    ) -> None:
        self.seq: Final = seq
        self.at: Final = at
        self.actor: Final = actor
        self.data: Final = data
        self.facts: Final = facts
        self.encoded: Final = encoded
        """`data` of an action as JSON text, if it is available."""


def encode_action(action: dict[str, Any]) -> bytes:
    """The JSON text of an action."""
    return _encode(action)


def encode_game(action: bytes, due: int | None) -> str:
    """As `entries.encode(GameEntry(…))`, for an action that is encoded already."""
    return f'{{"a":{action.decode()}}}' if due is None else f'{{"a":{action.decode()},"due":{due}}}'
