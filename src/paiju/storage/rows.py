"""Entries of a log, and appends: entries that are stored together."""

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import Executable

VERSION: Final = 2
"""Newest version of entries that this code reads and writes. All older versions stay readable."""


class Entry(msgspec.Struct, frozen=True):
    """One line of a log."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    actor: int
    data: str
    """JSON."""
    key: str | None = None
    """Seat and action id of the request that caused it. Unique in the match: its writer has seen all earlier keys."""
    version: int = 1
    """The first version of this program's entries that can read it, see `server.match.entries`."""


EntryRow = tuple[str, int, int, int, int, str, str | None]
"""The columns of the table `events` in their order: match, seq, at, actor, version, data, key."""


def entry_of(row: EntryRow) -> Entry:
    """The entry that a row holds."""
    _match, seq, at, actor, version, data, key = row
    return Entry(seq, at, actor, data, key, version)


def _row(match: str, entry: Entry) -> EntryRow:
    return (match, entry.seq, entry.at, entry.actor, entry.version, entry.data, entry.key)


class Append:
    """Entries that are stored together, and statements to execute in the same transaction."""

    __slots__ = ("also", "rows")

    def __init__(self, match: str, entries: Sequence[Entry], also: Sequence[Executable] = ()) -> None:
        self.rows: Final = [_row(match, entry) for entry in entries]
        self.also: Final = list(also)

    def add(self, match: str, entries: Sequence[Entry], also: Sequence[Executable] = ()) -> "Append":
        """Add entries of another match to the same transaction."""
        self.rows.extend(_row(match, entry) for entry in entries)
        self.also.extend(also)
        return self
