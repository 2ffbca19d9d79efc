"""Events: their names, their rows of the log, and the players behind their entrants."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the tables."""
    lasting = {} if op.get_bind().dialect.name == "postgresql" else {"sqlite_autoincrement": True}
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("runner", sa.Text(), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
        sa.UniqueConstraint("name", name=op.f("uq_event_name")),
        **lasting,
    )
    op.create_table(
        "event_log",
        sa.Column("event_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("log_number", sa.Integer(), nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("event_id", "log_number", name=op.f("pk_event_log")),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], op.f("fk_event_log_event_id_event")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "entrant",
        sa.Column("event_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("bot_id", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("event_id", "number", name=op.f("pk_entrant")),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], op.f("fk_entrant_event_id_event")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], op.f("fk_entrant_player_id_player")),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.id"], op.f("fk_entrant_bot_id_bot")),
        sa.CheckConstraint("(bot_id IS NULL) <> (player_id IS NULL)", op.f("ck_entrant_who")),
        sqlite_with_rowid=False,
    )
