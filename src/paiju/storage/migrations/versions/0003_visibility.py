"""Which matches everybody may find: what entry 0 of each log says of its room."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("matches", sa.Column("visibility", sa.String(8), nullable=False, server_default="link"))
    op.create_index("matches_of_all", "matches", ["visibility", "finished_at", "match"])
    connection = op.get_bind()
    events = sa.table("events", sa.column("match"), sa.column("seq"), sa.column("data"))
    matches = sa.table("matches", sa.column("match"), sa.column("visibility"))
    headers = sa.select(matches.c.match, events.c.data).join(
        events, sa.and_(events.c.match == matches.c.match, events.c.seq == 0)
    )
    listed = [{"which": match} for match, data in connection.execute(headers).all() if _is_listed(data)]
    if listed:
        one = matches.update().where(matches.c.match == sa.bindparam("which")).values(visibility="listed")
        connection.execute(one, listed)


def _is_listed(data: str) -> bool:
    """False for a log that cannot be read: it is quarantined later and must not stop the migration."""
    try:
        header = json.loads(data)
    except ValueError:
        return False
    return isinstance(header, dict) and header.get("visibility") == "listed"
