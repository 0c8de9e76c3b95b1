"""Entries that are stored together."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Executable

from paiju.storage.rows import Entry, EntryRow


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
