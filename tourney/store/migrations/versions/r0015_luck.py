"""What the random numbers of a run's bots depend on: their name, or in older runs their version."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the column."""
    op.add_column("run", sa.Column("luck", sa.Text(), nullable=False, server_default="version"))
