"""Errors of the store."""

import errno
import sqlite3
from pathlib import Path
from shutil import disk_usage
from typing import Final

from sqlalchemy.exc import DBAPIError

from paiju.i18n import translator


class StoreError(Exception):
    """Base of the store's errors."""


class VersionConflict(StoreError):
    """Another writer has already used this seq. Reload the log, check again, retry."""


class Repeated(StoreError):
    """This action id was accepted before, at `seq`."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"already at {seq}")
        self.seq = seq


class StoreAway(StoreError):
    """The store is temporarily unavailable (disk full, connection lost, locked). Nothing was acknowledged."""


class SyncFailed(StoreError):
    """The operating system failed to sync data to disk. Nothing written afterwards can be trusted: the server stops."""


class BadStore(StoreError):
    """The database cannot be used at all. `code` and `params` are a sentence of the catalogue `server` that says why;
    the text of the error is this sentence in English."""

    def __init__(self, code: str, /, **params: object) -> None:
        super().__init__(translator("server", "en-US")(code, **params))
        self.code: Final = code
        self.params: Final = params


class DiskFull(BadStore):
    """There is no room on the disk of the database, so it cannot be opened."""

    def __init__(self, path: str) -> None:
        super().__init__("store.full", path=path)


class DamagedLog(StoreError):
    """The log of a match cannot be replayed. The match is quarantined; others are not affected."""


def _sqlite_name(error: BaseException | None) -> str:
    """The SQLite error name of an exception or of one of its causes; "" if there is none."""
    while error is not None:
        if isinstance(error, sqlite3.Error):
            return str(getattr(error, "sqlite_errorname", ""))
        error = error.orig if isinstance(error, DBAPIError) else error.__cause__
    return ""


_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)
_LEAST_ROOM: Final = 1_000_000
"""Bytes. With less, SQLite's "disk I/O error" means that the disk is full: its shared memory could not be made."""


def disk_full(error: Exception, path: str) -> DiskFull | None:
    """The error for a SQLite file that cannot be opened, if the reason is that its disk is full."""
    name = _sqlite_name(error) or (str(error) if isinstance(error, StoreError) else "")
    if (isinstance(error, OSError) and error.errno in _NO_ROOM) or name.startswith("SQLITE_FULL"):
        return DiskFull(path)
    if name.startswith(("SQLITE_IOERR", "SQLITE_CANTOPEN")) and disk_usage(Path(path).parent).free < _LEAST_ROOM:
        return DiskFull(path)
    return None


_DAMAGE: Final = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "DataCorruptedError", "IndexCorruptedError")
"""The errors of SQLite, and of asyncpg for PostgreSQL, for rows that cannot be read."""


def unreadable(error: Exception) -> StoreError:
    """The `StoreError` for a read that failed: the rows are damaged, or the store is unavailable."""
    if isinstance(error, StoreError):
        return error
    name = _sqlite_name(error) or type(error).__name__
    return DamagedLog(name) if name.startswith(_DAMAGE) else StoreAway(type(error).__name__)


def judged(error: Exception) -> StoreError:
    """The `StoreError` for a database error other than a violated constraint."""
    if isinstance(error, StoreError):
        return error
    name = _sqlite_name(error)
    if name.startswith(("SQLITE_IOERR", "SQLITE_CORRUPT")):
        return SyncFailed(name)
    return StoreAway(type(error).__name__)
