"""The log of changes, revisions of matches, readings and merges of players; all empty at first."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column and the tables."""
    op.add_column("player", sa.Column("reading", sa.Text(), nullable=False, server_default=""))
    _merged_players()
    _log()
    _revisions()


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=nullable)


def _number(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=nullable, autoincrement=False)


def _refers(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{other.partition('.')[0]}")
    return sa.ForeignKeyConstraint([column], [other], name)


def _merged_players() -> None:
    op.create_table(
        "merged_player",
        _number("player_id"),
        _number("into_id"),
        _number("person_id"),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_merged_player")),
        *(
            _refers("merged_player", column, "player.id")
            for column in ("player_id", "into_id", "person_id")
        ),
    )


def _log() -> None:
    op.create_table(
        "actor",
        sa.Column("id", sa.Integer(), nullable=False),
        _text("name"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_actor")),
        sa.UniqueConstraint("name", name=op.f("uq_actor_name")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "log",
        _number("number"),
        _text("at"),
        _number("actor_id"),
        *map(_text, ("what", "ids", "details", "previous", "hash")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_log")),
        _refers("log", "actor_id", "actor.id"),
    )
    op.create_table(
        "log_end",
        _number("id"),
        _number("count"),
        _text("hash"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_log_end")),
    )
    op.execute("INSERT INTO log_end VALUES (1, 0, '')")


def _revisions() -> None:
    op.create_table(
        "revision",
        _number("match_id"),
        _number("number"),
        _text("at"),
        _number("actor_id", nullable=True),
        _number("log_number", nullable=True),
        *map(_text, ("what", "reason", "status")),
        _text("text", nullable=True),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_revision")),
        _refers("revision", "match_id", "match.id"),
        _refers("revision", "actor_id", "actor.id"),
    )
