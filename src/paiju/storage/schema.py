"""Tables. `matches` and `results` follow from `events` and are written in the same transaction."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    String,
    Table,
    Text,
    text,
)

METADATA: Final = MetaData()

LIVE: Final = ("waiting", "playing", "ended")
"""Status of matches whose room exists."""
_IS_LIVE: Final = text("status IN ('waiting', 'playing', 'ended')")

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
    Column("holder", String(16), nullable=True),
    Column("epoch", Integer, nullable=False, server_default="0"),
    Index("matches_by_status", "status"),
    Index("matches_by_room", "room", "created_at"),
    Index("matches_by_finish", "game", "mode", "finished_at", "match"),
    Index("matches_of_all", "visibility", "finished_at", "match"),
    Index("matches_by_code", "room", unique=True, postgresql_where=_IS_LIVE, sqlite_where=_IS_LIVE),
    Index("matches_by_holder", "holder", postgresql_where=_IS_LIVE, sqlite_where=_IS_LIVE),
)
"""One match. Status: waiting, playing, ended, closed, or quarantined (its log cannot be replayed). A room code belongs
to one live match. With several nodes, `holder` is the node that carries out what is due; `epoch` counts its changes."""

SEATS: Final = Table(
    "seats",
    METADATA,
    Column("match", String(32), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("address", String(16), nullable=False),
    Column("label", String(64), nullable=False),
    Index("seats_by_address", "address"),
    Index("seats_by_label", "label"),
)
"""People in rooms whose match is not over: hashes of their address and of the label of an arena bot."""

NODES: Final = Table(
    "nodes",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("url", String(200), nullable=False),
    Column("entry_version", SmallInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),
)
"""The servers that share this database. `beat`: when each was last seen, in milliseconds of the database's clock."""

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

VERSION: Final = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""The last migration of this database. Alembic keeps it."""


def create_tables(connection: Connection) -> None:
    """Make an empty database what all migrations together would make of it, in a tenth of the time."""
    left_out = set() if connection.dialect.name == "sqlite" else {EVENT_BATCHES}
    METADATA.create_all(connection, [table for table in METADATA.sorted_tables if table not in left_out])
    VERSION.create(connection, checkfirst=True)
