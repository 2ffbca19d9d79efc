"""What bots write to stderr while they play tables of an event."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the table; ids are never given twice."""
    server = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "event_bot_log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("said", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_bot_log")),
        sa.ForeignKeyConstraint(
            ["event_id"], ["event.id"], op.f("fk_event_bot_log_event_id_event")
        ),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.id"], op.f("fk_event_bot_log_bot_id_bot")),
        **({} if server else {"sqlite_autoincrement": True}),
    )
