"""Bots in other processes: clocks, limits, packed logs, details of faults."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

NUMBERS = {"move_ms": "0", "bank_ms": "0", "memory_mb": "0"}
WORDS = {"isolation": "limits", "log": "rows", "until": ""}


def upgrade() -> None:
    """Add the columns and tables; older runs had no limits and stored every ply as a row."""
    for name, old in (NUMBERS | WORDS).items():
        kind = sa.Integer() if name in NUMBERS else sa.Text()
        op.add_column("run", sa.Column(name, kind, nullable=False, server_default=old))
    op.add_column("fault", sa.Column("detail", sa.Text(), nullable=False, server_default=""))
    _logs()
    _state()


def _logs() -> None:
    op.create_table(
        "packed_log",
        sa.Column("match_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("entries", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_packed_log")),
    )
    op.create_table(
        "bot_log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("said", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bot_log")),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], op.f("fk_bot_log_run_id_run")),
        sa.ForeignKeyConstraint(["bot_id"], ["bot.id"], op.f("fk_bot_log_bot_id_bot")),
    )


def _state() -> None:
    op.create_table(
        "run_state",
        sa.Column("run_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.Column("snapshot", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", name=op.f("pk_run_state")),
        sa.ForeignKeyConstraint(["run_id"], ["run.id"], op.f("fk_run_state_run_id_run")),
    )
