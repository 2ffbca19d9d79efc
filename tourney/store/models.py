"""The tables, named after what they hold; rows of these classes do not leave this package.

Knows nothing of how rows are read or written in bulk. Types are chosen so that the fast paths may
hand over plain ints and strings: no enum, no type that converts on the way.
"""

from datetime import UTC, datetime

from sqlalchemy import (
    CheckConstraint,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

COMPACT = {"sqlite_with_rowid": False}
LASTING = {"sqlite_autoincrement": True}
"""SQLite gives no id twice, not even after the last row was removed; servers never do."""


def since(old: str) -> dict[str, str]:
    """How a column is declared that came later: what the rows from before have in it."""
    return {"server_default": old}


class PlayerTable(SQLModel, table=True):
    """Somebody who sits at tables, known by name."""

    __tablename__ = "player"

    __table_args__ = LASTING
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text, unique=True)


class BotTable(SQLModel, table=True):
    """A bot in one version; `target` is where it comes from, empty if only a record names it."""

    __tablename__ = "bot"

    __table_args__ = (UniqueConstraint("name", "target", "version"), LASTING)
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text)
    target: str = Field(sa_type=Text)
    version: str = Field(sa_type=Text)


class RunTable(SQLModel, table=True):
    """One execution of a schedule: the settings that every match of it follows from.

    `uid` is unique in all databases: it tells a run from another one that got its id in a copy of
    the database. A run from before random keys has no `bot_seed` and cannot be continued.
    """

    __tablename__ = "run"

    __table_args__ = LASTING
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text, unique=True)
    game: str = Field(sa_type=Text)
    rules: int
    options: str = Field(sa_type=Text)
    seats: int
    deals: int
    schedule: str = Field(sa_type=Text)
    block: str = Field(sa_type=Text)
    seed: str = Field(sa_type=Text)
    event: str = Field(sa_type=Text)
    date: str = Field(sa_type=Text)
    on_fault: str = Field(sa_type=Text)
    reproducible: bool
    created: datetime = Field(default_factory=lambda: datetime.now(UTC))
    move_ms: int = Field(sa_column_kwargs=since("0"))
    bank_ms: int = Field(sa_column_kwargs=since("0"))
    memory_mb: int = Field(sa_column_kwargs=since("0"))
    isolation: str = Field(sa_type=Text, sa_column_kwargs=since("limits"))
    log: str = Field(sa_type=Text, sa_column_kwargs=since("rows"))
    until: str = Field(sa_type=Text, sa_column_kwargs=since(""))
    bot_seed: str = Field(sa_type=Text, sa_column_kwargs=since(""))
    uid: str = Field(sa_type=Text, unique=True)


class RunBotTable(SQLModel, table=True):
    """The bots of a run, in the order its schedule numbers them."""

    __tablename__ = "run_bot"
    __table_args__ = COMPACT
    run_id: int = Field(primary_key=True, foreign_key="run.id")
    number: int = Field(primary_key=True)
    bot_id: int = Field(foreign_key="bot.id")


class MatchTable(SQLModel, table=True):
    """A match. One of a run has its place in the schedule and is complete once it is here."""

    __tablename__ = "match"

    __table_args__ = (UniqueConstraint("run_id", "number"), LASTING)
    id: int | None = Field(default=None, primary_key=True)
    run_id: int | None = Field(default=None, foreign_key="run.id")
    number: int | None
    deal: int | None
    lineup: int | None
    rotation: int | None
    status: str = Field(sa_type=Text)


class RecordTextTable(SQLModel, table=True):
    """A record that came in, as it came in, and what was read from its headers."""

    __tablename__ = "record_text"
    match_id: int = Field(primary_key=True, foreign_key="match.id")
    name: str = Field(sa_type=Text, unique=True)
    game: str = Field(sa_type=Text)
    rules: int
    options: str = Field(sa_type=Text)
    headers: str = Field(sa_type=Text)
    text: str = Field(sa_type=Text)


class SeatTable(SQLModel, table=True):
    """Who sat where in a match, and the result; neither bot nor player means not known."""

    __tablename__ = "seat"

    __table_args__ = (
        CheckConstraint("bot_id IS NULL OR player_id IS NULL", name="who"),
        COMPACT,
    )
    match_id: int = Field(primary_key=True, foreign_key="match.id")
    seat: int = Field(primary_key=True, sa_type=SmallInteger)
    bot_id: int | None = Field(default=None, foreign_key="bot.id")
    player_id: int | None = Field(default=None, foreign_key="player.id")
    score: int | None
    place: int | None = Field(sa_type=SmallInteger)


class FaultTable(SQLModel, table=True):
    """What a bot did that it must not, or why a seat forfeited; `number` keeps their order.

    Seat -1 is the program's own failure. `evidence` is one line, `detail` whatever else was seen.
    """

    __tablename__ = "fault"

    __table_args__ = COMPACT
    match_id: int = Field(primary_key=True, foreign_key="match.id")
    number: int = Field(primary_key=True)
    seat: int = Field(sa_type=SmallInteger)
    code: str = Field(sa_type=Text)
    ply: int
    evidence: str = Field(sa_type=Text)
    detail: str = Field(sa_type=Text, sa_column_kwargs=since(""))


class PlyTable(SQLModel, table=True):
    """One entry of a match's log, numbered from 1; seat -1 is the dealer.

    No foreign key: checking it costs a seventh of the insert, and a ply is only ever written in
    the transaction that writes its match. `tourney db integrity` looks for orphans instead.
    """

    __tablename__ = "ply"

    __table_args__ = COMPACT
    match_id: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    seat: int = Field(sa_type=SmallInteger)
    text: str = Field(sa_type=Text)


class PackedLogTable(SQLModel, table=True):
    """The whole log of a match in one piece, of runs that ask for that instead of plies."""

    __tablename__ = "packed_log"
    match_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    entries: bytes = Field(sa_type=LargeBinary)


class RunStateTable(SQLModel, table=True):
    """How a run stood when it was last heard of, for those who watch from elsewhere; JSON."""

    __tablename__ = "run_state"
    run_id: int = Field(
        primary_key=True, foreign_key="run.id", sa_column_kwargs={"autoincrement": False}
    )
    seen: datetime
    snapshot: str = Field(sa_type=Text)


class TallyTable(SQLModel, table=True):
    """Sums over the matches of a run from its first to number `upto`, for standings; JSON."""

    __tablename__ = "tally"

    run_id: int = Field(
        primary_key=True, foreign_key="run.id", sa_column_kwargs={"autoincrement": False}
    )
    upto: int
    sums: str = Field(sa_type=Text)


class BotLogTable(SQLModel, table=True):
    """What a bot's process said aside from its moves, in one session of a run."""

    __tablename__ = "bot_log"
    __table_args__ = LASTING
    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id")
    bot_id: int = Field(foreign_key="bot.id")
    said: datetime
    text: str = Field(sa_type=Text)


_TABLES = SQLModel.metadata.tables
PLAYER: Table = _TABLES["player"]
BOT: Table = _TABLES["bot"]
RUN: Table = _TABLES["run"]
RUN_BOT: Table = _TABLES["run_bot"]
MATCH: Table = _TABLES["match"]
RECORD_TEXT: Table = _TABLES["record_text"]
SEAT: Table = _TABLES["seat"]
FAULT: Table = _TABLES["fault"]
PLY: Table = _TABLES["ply"]
PACKED_LOG: Table = _TABLES["packed_log"]
RUN_STATE: Table = _TABLES["run_state"]
BOT_LOG: Table = _TABLES["bot_log"]
TALLY: Table = _TABLES["tally"]
