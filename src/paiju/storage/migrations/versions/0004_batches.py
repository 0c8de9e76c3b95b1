"""SQLite: commits are stored as batches first. No index over action keys: writers know those of their match."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        op.drop_constraint("events_action_once", "events", type_="unique")
        return
    op.create_table(
        "event_batches",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("entries", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "events_without_key_index",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.SmallInteger, nullable=False),
        sa.Column("version", sa.SmallInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("action_key", sa.String(80), nullable=True),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO events_without_key_index (match, seq, at, actor, version, data, action_key) "
        "SELECT match, seq, at, actor, version, data, action_key FROM events ORDER BY match, seq"
    )
    op.drop_table("events")
    op.rename_table("events_without_key_index", "events")
