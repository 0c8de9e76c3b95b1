"""Tables. `matches` and `results` follow from `events` and are written in the same transaction."""

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, SmallInteger, String, Table, Text

METADATA: Final = MetaData()

EVENTS: Final = Table(
    "events",
    METADATA,
    Column("match", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("actor", SmallInteger, nullable=False),
    Column("version", SmallInteger, nullable=False),
    Column("data", Text, nullable=False),
    Column("action_key", String(80), nullable=True),
    sqlite_with_rowid=False,
)
"""One entry of a log. The primary key prevents two writers from using the same seq."""

EVENT_BATCHES: Final = Table(
    "event_batches",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("entries", LargeBinary, nullable=False),
)
"""SQLite only: entries as they were committed, until they are moved to `events`."""

MATCHES: Final = Table(
    "matches",
    METADATA,
    Column("match", String(32), primary_key=True),
    Column("room", String(12), nullable=False),
    Column("game", String(32), nullable=False),
    Column("rulebook", String(64), nullable=False),
    Column("mode", String(16), nullable=False),
    Column("dialect", String(8), nullable=False),
    Column("status", String(12), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("finished_at", BigInteger, nullable=True),
    Column("result", Text, nullable=True),
    Column("visibility", String(8), nullable=False, server_default="link"),
    Index("matches_by_status", "status"),
    Index("matches_by_room", "room", "created_at"),
    Index("matches_by_finish", "game", "mode", "finished_at", "match"),
    Index("matches_of_all", "visibility", "finished_at", "match"),
)
"""One match. Status: waiting, playing, ended, closed, or quarantined (its log cannot be replayed)."""

RESULTS: Final = Table(
    "results",
    METADATA,
    Column("match", String(32), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False),
    Column("mode", String(16), nullable=False),
    Column("finished_at", BigInteger, nullable=False),
    Column("player", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("bot", String(100), nullable=False),
    Column("placement", SmallInteger, nullable=False),
    Column("score", BigInteger, nullable=False),
    Index("results_by_player", "player", "finished_at"),
)
"""A seat of a finished match. `player` is empty for guests."""

SERVER_KEYS: Final = Table(
    "house_keys",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", String(64), nullable=False),
)
"""Random keys of this server, see `storage.keys`."""
