"""What can go wrong with a store, and which of it is the end."""

import sqlite3

from sqlalchemy.exc import DBAPIError


class StoreError(Exception):
    """Base of the store's errors."""


class VersionConflict(StoreError):
    """Somebody else wrote this seq first. Reload, check again, try again."""


class Repeated(StoreError):
    """This action id was accepted before, at `seq`."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"already at {seq}")
        self.seq = seq


class StoreAway(StoreError):
    """Disk full, connection lost, locked: nothing was acknowledged; it may work again later."""


class SyncFailed(StoreError):
    """The system could not say that the data is on the disk. Nothing after this can be trusted: the server stops."""


class BadStore(StoreError):
    """The database cannot be used at all; the text says why in one sentence."""


class DamagedLog(StoreError):
    """A match whose log cannot be replayed. It is put aside; others run on."""


def _sqlite_name(error: BaseException | None) -> str:
    """SQLite's own name of an error, wherever in the chain of causes it stands."""
    while error is not None:
        if isinstance(error, sqlite3.Error):
            return str(getattr(error, "sqlite_errorname", ""))
        error = error.orig if isinstance(error, DBAPIError) else error.__cause__
    return ""


def judged(error: Exception) -> StoreError:
    """The store's name for a database error other than a broken constraint."""
    if isinstance(error, StoreError):
        return error
    name = _sqlite_name(error)
    if name.startswith(("SQLITE_IOERR", "SQLITE_CORRUPT")):
        return SyncFailed(name)
    return StoreAway(type(error).__name__)
