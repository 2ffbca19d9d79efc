"""What bots write about their moves; older matches have nothing of it."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "move_info",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_move_info")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], op.f("fk_move_info_match_id_match")),
        sqlite_with_rowid=False,
    )
