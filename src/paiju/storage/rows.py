"""Entries of a log, and the rows that hold them."""

from typing import Final

import msgspec

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
