"""A hash of each bot's files beside the run; older runs have none and are not compared by it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column."""
    op.add_column("run_bot", sa.Column("content", sa.Text(), nullable=False, server_default=""))
