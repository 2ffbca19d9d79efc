"""Recordings in progress: matches that somebody is typing in at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the tables."""
    lasting = {} if op.get_bind().dialect.name == "postgresql" else {"sqlite_autoincrement": True}
    op.create_table(
        "recording",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recording")),
        sa.UniqueConstraint("name", name=op.f("uq_recording_name")),
        **lasting,
    )
    op.create_table(
        "recording_change",
        sa.Column("recording_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("recording_id", "number", name=op.f("pk_recording_change")),
        sa.ForeignKeyConstraint(
            ["recording_id"], ["recording.id"], op.f("fk_recording_change_recording_id_recording")
        ),
        sqlite_with_rowid=False,
    )
