"""Several nodes on one database: who they are, who holds a match, one live match per room code, who sits where."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_LIVE = sa.text("status IN ('waiting', 'playing', 'ended')")


def upgrade() -> None:
    op.add_column("matches", sa.Column("holder", sa.String(16), nullable=True))
    op.add_column("matches", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.execute(  # the newest match of a room is its current one
        "UPDATE matches SET status = 'closed' WHERE status IN ('waiting', 'playing', 'ended') AND EXISTS ("
        "SELECT 1 FROM matches AS newer WHERE newer.room = matches.room AND newer.status IN "
        "('waiting', 'playing', 'ended') AND (newer.created_at, newer.match) > (matches.created_at, matches.match))"
    )
    op.create_index("matches_by_code", "matches", ["room"], unique=True, postgresql_where=_LIVE, sqlite_where=_LIVE)
    op.create_index("matches_by_holder", "matches", ["holder"], postgresql_where=_LIVE, sqlite_where=_LIVE)
    op.create_table(
        "seats",
        sa.Column("match", sa.String(32), primary_key=True),
        sa.Column("seat", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("address", sa.String(16), nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
    )
    op.create_index("seats_by_address", "seats", ["address"])
    op.create_index("seats_by_label", "seats", ["label"])
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("url", sa.String(200), nullable=False),
        sa.Column("entry_version", sa.SmallInteger, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )
