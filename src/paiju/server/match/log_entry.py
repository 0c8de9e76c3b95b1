"""A stored entry in memory, and JSON objects as text."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from paiju.engine.facts import Fact
from paiju.engine.game import Fields
from paiju.server.match.entries import AnyRoomEntry

_encode: Final = msgspec.json.Encoder().encode


class LogEntry:
    """A stored entry with everything in it, secrets included: the JSON of an action and its facts, or a change of the
    room."""

    __slots__ = ("actor", "at", "data", "facts", "seq", "text")

    def __init__(
        self,
        seq: int,
        at: int,
        actor: int,
        data: dict[str, Any] | AnyRoomEntry,
        facts: Sequence[Fact] = (),
        text: str = "",
    ) -> None:
        self.seq: Final = seq
        self.at: Final = at
        self.actor: Final = actor
        self.data: Final = data
        self.facts: Final = facts
        self.text: Final = text
        """`data` of an action as JSON text, if it is available."""


def text_of(fields: Fields) -> str:
    """A JSON object as text."""
    return fields if isinstance(fields, str) else _encode(fields).decode()


def encode_game(action: str, due: int | None) -> str:
    """As `entries.encode(GameEntry(…))`, for the text of an action."""
    return f'{{"a":{action}}}' if due is None else f'{{"a":{action},"due":{due}}}'
