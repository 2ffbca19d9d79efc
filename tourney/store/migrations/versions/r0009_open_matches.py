"""Matches with people that have not ended, and their decisions."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

TEXTS = ("options", "holders", "seed", "bot_seed")


def upgrade() -> None:
    """Add the tables; ids are never given twice."""
    server = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "open_match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in TEXTS),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("move_ms", sa.Integer(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("date", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_open_match")),
        sa.UniqueConstraint("name", name=op.f("uq_open_match_name")),
        **({} if server else {"sqlite_autoincrement": True}),
    )
    op.create_table(
        "decision",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("fault", sa.Text(), nullable=False),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_decision")),
        sa.ForeignKeyConstraint(
            ["match_id"], ["open_match.id"], op.f("fk_decision_match_id_open_match")
        ),
        **({} if server else {"sqlite_with_rowid": False}),
    )
