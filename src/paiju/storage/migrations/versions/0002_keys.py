"""Keys of the server, which must survive a restart."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "house_keys",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
