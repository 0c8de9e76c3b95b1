"""The first tables: logs, matches, results. Migrations are written out, so that they never change afterwards."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.SmallInteger, nullable=False),
        sa.Column("version", sa.SmallInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("action_key", sa.String(80), nullable=True),
        sa.UniqueConstraint("match", "action_key", name="events_action_once"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "matches",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("room", sa.String(12), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rulebook", sa.String(64), nullable=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("dialect", sa.String(8), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("finished_at", sa.BigInteger, nullable=True),
        sa.Column("result", sa.Text, nullable=True),
    )
    op.create_index("matches_by_status", "matches", ["status"])
    op.create_index("matches_by_room", "matches", ["room", "created_at"])
    op.create_index("matches_by_finish", "matches", ["game", "mode", "finished_at", "match"])
    op.create_table(
        "results",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("finished_at", sa.BigInteger, nullable=False),
        sa.Column("player", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.String(100), nullable=False),
        sa.Column("placement", sa.SmallInteger, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
    )
    op.create_index("results_by_player", "results", ["player", "finished_at"])
