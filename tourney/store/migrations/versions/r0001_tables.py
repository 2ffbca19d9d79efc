"""The first tables: players, bots, runs, matches, seats, faults, plies and records."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table in an empty database."""
    _people()
    _runs()
    _matches()
    _logs()


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _number(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=nullable)


def _small(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.SmallInteger(), nullable=nullable)


def _refers(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], op.f(f"fk_{table}_{column}_{other}"))


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=op.f(f"pk_{table}"))


def _once(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))


def _people() -> None:
    op.create_table(
        "player", _number("id"), _text("name"), _key("player", "id"), _once("player", "name")
    )
    op.create_table(
        "bot",
        _number("id"),
        _text("name"),
        _text("target"),
        _text("version"),
        _key("bot", "id"),
        _once("bot", "name", "target", "version"),
    )


def _runs() -> None:
    op.create_table(
        "run",
        _number("id"),
        _text("name"),
        _text("game"),
        _number("rules"),
        _text("options"),
        _number("seats"),
        _number("deals"),
        _text("schedule"),
        _text("block"),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        _text("event"),
        _text("date"),
        _text("on_fault"),
        sa.Column("reproducible", sa.Boolean(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        _key("run", "id"),
        _once("run", "name"),
    )
    op.create_table(
        "run_bot",
        _number("run_id"),
        _number("number"),
        _number("bot_id"),
        _key("run_bot", "run_id", "number"),
        _refers("run_bot", "run_id", "run"),
        _refers("run_bot", "bot_id", "bot"),
        sqlite_with_rowid=False,
    )


def _matches() -> None:
    op.create_table(
        "match",
        _number("id"),
        _number("run_id", nullable=True),
        _number("number", nullable=True),
        _number("deal", nullable=True),
        _number("lineup", nullable=True),
        _number("rotation", nullable=True),
        _text("status"),
        _key("match", "id"),
        _once("match", "run_id", "number"),
        _refers("match", "run_id", "run"),
    )
    op.create_table(
        "seat",
        _number("match_id"),
        _small("seat"),
        _number("bot_id", nullable=True),
        _number("player_id", nullable=True),
        _number("score", nullable=True),
        _small("place", nullable=True),
        _key("seat", "match_id", "seat"),
        sa.CheckConstraint("bot_id IS NULL OR player_id IS NULL", op.f("ck_seat_who")),
        _refers("seat", "match_id", "match"),
        _refers("seat", "bot_id", "bot"),
        _refers("seat", "player_id", "player"),
        sqlite_with_rowid=False,
    )


def _logs() -> None:
    op.create_table(
        "fault",
        _number("match_id"),
        _number("number"),
        _small("seat"),
        _text("code"),
        _number("ply"),
        _text("evidence"),
        _key("fault", "match_id", "number"),
        _refers("fault", "match_id", "match"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ply",
        _number("match_id"),
        _number("number"),
        _small("seat"),
        _text("text"),
        _key("ply", "match_id", "number"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "record_text",
        _number("match_id"),
        _text("name"),
        _text("game"),
        _number("rules"),
        _text("options"),
        _text("headers"),
        _text("text"),
        _key("record_text", "match_id"),
        _refers("record_text", "match_id", "match"),
        _once("record_text", "name"),
    )
