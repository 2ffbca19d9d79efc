"""Names of people who want to play in an event, until the organiser has decided."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Create the table of these names."""
    op.create_table(
        "sign_up",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_sign_up_event_id_event")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_up")),
        sqlite_autoincrement=True,
    )
