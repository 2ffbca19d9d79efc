"""The time of each move of a bot that is a program or a class."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the column."""
    op.add_column("move_info", sa.Column("us", sa.Integer(), nullable=True))
