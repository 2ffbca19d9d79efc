"""Sums for standings beside the matches of a run; older runs have none and are read as a whole."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "tally",
        sa.Column("run_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("upto", sa.Integer(), nullable=False),
        sa.Column("sums", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", name=op.f("pk_tally")),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], op.f("fk_tally_run_id_run")),
    )
