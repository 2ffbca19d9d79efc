"""The place in an event of matches with people that have not ended; older ones have none."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the column."""
    op.add_column(
        "open_match", sa.Column("headers", sa.Text(), nullable=False, server_default="[]")
    )
