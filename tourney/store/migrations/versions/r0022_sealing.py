"""What sealed runs were committed to before their first match."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Create the table of sealed runs."""
    op.create_table(
        "sealing",
        sa.Column("run_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("beacon", sa.Text(), nullable=False),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.Column("opened", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", name=op.f("pk_sealing")),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], name=op.f("fk_sealing_run_id_run")),
    )
