"""The tables of the database; rows of these classes do not leave this package.

What has a name of its own is a class. What belongs to one of these, and is written and read by
many rows at once, is a plain table in the same metadata: a class takes eight times as long to
declare, at every start.

Does not depend on how rows are read or written in bulk. Column types need no conversion, so that
fast paths can pass plain ints and strings.
"""

from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel, UTCDateTime

TABLES: Final = SQLModel.metadata
TABLES.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

COMPACT: Final[dict[str, Any]] = {"sqlite_with_rowid": False}
LASTING: Final[dict[str, Any]] = {"sqlite_autoincrement": True}
"""Keeps SQLite from giving an id twice after the last row was removed; servers never do."""


WIDE = BigInteger().with_variant(Integer(), "sqlite")
"""A match id: 64 bits on a server, too; SQLite gives ids by itself only to its own integers."""


class TableRow(SQLModel):
    """A row of a table; nothing validates them, so pydantic need not prepare for it."""

    model_config = {"defer_build": True}


def needed(name: str, *form: Any, **more: Any) -> Column[Any]:
    """A column that is never NULL; SQLModel takes that from the type of a field."""
    return Column(name, *form, nullable=False, **more)


class PlayerTable(TableRow, table=True):
    """A person who plays at tables.

    `shown` says how pages name the person: full, nick, initials, hidden, or empty for no wish.
    """

    __tablename__ = "player"
    __table_args__ = LASTING
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text, unique=True)
    reading: str = Field(default="", sa_type=Text)
    nick: str = Field(default="", sa_type=Text)
    shown: str = Field(default="", sa_type=Text)


PLAYER = TABLES.tables["player"]


MERGED_PLAYER = Table(
    "merged_player",
    TABLES,
    Column("player_id", Integer, ForeignKey("player.id"), primary_key=True, autoincrement=False),
    needed("into_id", Integer, ForeignKey("player.id")),
    needed("person_id", Integer, ForeignKey("player.id")),
)
"""A player who is the same person as another one; also a name added as an alias.

`into_id` is the player named in the merge, `person_id` the one at the end of all merges.
"""


class BotTable(TableRow, table=True):
    """A bot in one version; `target` is its source, empty if only a record names the bot."""

    __tablename__ = "bot"
    __table_args__ = (UniqueConstraint("name", "target", "version"), LASTING)
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text)
    target: str = Field(sa_type=Text)
    version: str = Field(sa_type=Text)


BOT = TABLES.tables["bot"]


class RunTable(TableRow, table=True):
    """One execution of a schedule: the settings that determine all its matches.

    `uid` is unique across databases: in a copy of the database another run may get the same id.
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
    move_ms: int
    bank_ms: int
    memory_mb: int
    isolation: str = Field(sa_type=Text)
    log: str = Field(sa_type=Text)
    until: str = Field(sa_type=Text)
    bot_seed: str = Field(sa_type=Text)
    uid: str = Field(sa_type=Text, unique=True)


RUN = TABLES.tables["run"]


RUN_BOT = Table(
    "run_bot",
    TABLES,
    Column("run_id", Integer, ForeignKey("run.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    needed("bot_id", Integer, ForeignKey("bot.id")),
    needed("content", Text, default=""),
    **COMPACT,
)
"""The bots of a run, in the order its schedule numbers them.

`content` is a hash of the bot's files, empty if unknown.
"""


class MatchTable(TableRow, table=True):
    """A match. A match of a run has its place in the schedule and is always complete."""

    __tablename__ = "match"
    __table_args__ = (UniqueConstraint("run_id", "number"), LASTING)
    id: int | None = Field(default=None, primary_key=True, sa_type=WIDE)
    run_id: int | None = Field(default=None, foreign_key="run.id")
    number: int | None
    deal: int | None
    lineup: int | None
    rotation: int | None
    status: str = Field(sa_type=Text)


MATCH = TABLES.tables["match"]


RECORD_TEXT = Table(
    "record_text",
    TABLES,
    Column("match_id", WIDE, ForeignKey("match.id"), primary_key=True),
    needed("name", Text, unique=True),
    needed("game", Text),
    needed("rules", Integer),
    needed("options", Text),
    needed("headers", Text),
    needed("text", Text),
)
"""An imported record, unchanged, and the values read from its headers."""


SEAT = Table(
    "seat",
    TABLES,
    Column("match_id", WIDE, ForeignKey("match.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("bot_id", Integer, ForeignKey("bot.id")),
    Column("player_id", Integer, ForeignKey("player.id")),
    Column("score", Integer),
    Column("place", SmallInteger),
    CheckConstraint("bot_id IS NULL OR player_id IS NULL", name="who"),
    **COMPACT,
)
"""The player and result of a seat in a match; without bot and player it is unknown."""


FAULT = Table(
    "fault",
    TABLES,
    Column("match_id", WIDE, ForeignKey("match.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    needed("seat", SmallInteger),
    needed("code", Text),
    needed("ply", Integer),
    needed("evidence", Text),
    needed("detail", Text),
    **COMPACT,
)
"""A fault of a bot, or the reason of a forfeit; `number` keeps their order.

Seat -1 is a failure of the program itself. `evidence` is one line, `detail` any further output.
"""


MOVE_INFO = Table(
    "move_info",
    TABLES,
    Column("match_id", WIDE, ForeignKey("match.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    needed("ply", Integer),
    needed("seat", SmallInteger),
    needed("text", Text),
    Column("us", Integer),
    **COMPACT,
)
"""What a bot wrote about its move, entry `ply` of the log; `number` keeps their order.

The text is empty if it wrote nothing; `us` is the time of the move in microseconds.
"""


PLY = Table(
    "ply",
    TABLES,
    Column("match_id", WIDE, primary_key=True),
    Column("number", Integer, primary_key=True),
    needed("seat", SmallInteger),
    needed("text", Text),
    **COMPACT,
)
"""One entry of a match's log, numbered from 1; seat -1 is the dealer.

No foreign key: checking it would take a seventh of the insert time, and a ply is only written
in the transaction of its match. `tourney db integrity` looks for orphans instead.
"""


PACKED_LOG = Table(
    "packed_log",
    TABLES,
    Column("match_id", WIDE, primary_key=True, autoincrement=False),
    needed("entries", LargeBinary),
)
"""The whole log of a match in one value, for runs that store packed logs instead of plies."""


ANALYSIS = Table(
    "analysis",
    TABLES,
    Column("match_id", WIDE, ForeignKey("match.id"), primary_key=True, autoincrement=False),
    needed("judge", Text),
    needed("content", LargeBinary),
)
"""Where the points of a match came from, by the judge that was asked last."""


SERVER_KEY = Table(
    "server_key",
    TABLES,
    Column("id", Integer, primary_key=True),
    needed("value", Text),
)
"""The secret from which a server makes links; there is one row, or none yet."""


SIGN_UP = Table(
    "sign_up",
    TABLES,
    Column("id", Integer, primary_key=True),
    needed("event_id", Integer, ForeignKey("event.id")),
    needed("name", Text),
    **LASTING,
)
"""Somebody who wants to play in an event, and whom the organiser has not accepted yet.

It is no part of the log, which has no names: the row is gone once the organiser has decided.
"""


OPEN_MATCH = Table(
    "open_match",
    TABLES,
    Column("id", Integer, primary_key=True),
    needed("name", Text, unique=True),
    needed("game", Text),
    needed("rules", Integer),
    needed("options", Text),
    needed("holders", Text),
    needed("seed", Text),
    needed("bot_seed", Text),
    needed("deal", Integer),
    needed("origin", Text),
    needed("move_ms", Integer),
    needed("practice", Boolean),
    needed("date", Text),
    needed("headers", Text),
    **LASTING,
)
"""A match with people that has not ended; `holders` lists the players by seat, JSON.

`headers` are those of its future record that name its place in an event, JSON.
"""


DECISION = Table(
    "decision",
    TABLES,
    Column("match_id", Integer, ForeignKey("open_match.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    needed("seat", SmallInteger),
    needed("move", Text),
    needed("fault", Text),
    needed("evidence", Text),
    **COMPACT,
)
"""One decision of a match that has not ended, numbered from 1: a move or a fault."""


RUN_STATE = Table(
    "run_state",
    TABLES,
    Column("run_id", Integer, ForeignKey("run.id"), primary_key=True, autoincrement=False),
    needed("seen", UTCDateTime),
    needed("snapshot", Text),
)
"""The last reported state of a run, for watchers in other processes; JSON."""


SEALING = Table(
    "sealing",
    TABLES,
    Column("run_id", Integer, ForeignKey("run.id"), primary_key=True, autoincrement=False),
    needed("text", Text),
    needed("beacon", Text),
    needed("stopped", Boolean),
    needed("opened", Text),
)
"""What a sealed run was committed to; `text` has the secret, see `sealings`."""


TALLY = Table(
    "tally",
    TABLES,
    Column("run_id", Integer, ForeignKey("run.id"), primary_key=True, autoincrement=False),
    needed("upto", Integer),
    needed("sums", Text),
)
"""Sums over the matches of a run from its first to number `upto`, for standings; JSON."""


RUN_DIGEST = Table(
    "run_digest",
    TABLES,
    Column("run_id", Integer, ForeignKey("run.id"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    needed("first", Integer),
    needed("entries", LargeBinary),
    needed("hash", Text),
)
"""A row of the chain of a run: what was written or removed at once, see `digests`.

`first` is the lowest number in `entries`; `hash` covers them and the hash of the row before.
"""


RECORD_DIGEST = Table(
    "record_digest",
    TABLES,
    Column("match_id", WIDE, primary_key=True, autoincrement=False),
    Column("log_number", Integer, primary_key=True, autoincrement=False),
    needed("salt", Text),
    needed("digest", Text),
    **COMPACT,
)
"""The digest of a record as a row of the log left it, "" if that row removed it.

A missing row of the log is found by its own check, so `log_number` is no foreign key; nor is
the id of a match that may be removed. The salt is deleted when a name in the text is forgotten.
"""


BOT_LOG = Table(
    "bot_log",
    TABLES,
    Column("id", Integer, primary_key=True),
    needed("run_id", Integer, ForeignKey("run.id")),
    needed("bot_id", Integer, ForeignKey("bot.id")),
    needed("said", UTCDateTime),
    needed("text", Text),
    **LASTING,
)
"""What a bot's process wrote to stderr in one session of a run."""


ACTOR = Table(
    "actor",
    TABLES,
    Column("id", Integer, primary_key=True),
    needed("name", Text, unique=True),
    **LASTING,
)
"""Somebody who has changed stored data. The log contains the id, so the name can be erased."""


LOG = Table(
    "log",
    TABLES,
    Column("number", Integer, primary_key=True, autoincrement=False),
    needed("at", Text),
    needed("actor_id", Integer, ForeignKey("actor.id")),
    needed("what", Text),
    needed("ids", Text),
    needed("details", Text),
    needed("previous", Text),
    needed("hash", Text),
)
"""One change of stored data, with ids and without personal names; rows are never changed.

`hash` covers the other columns, `previous` is the hash of the row before.
"""


LOG_END = Table(
    "log_end",
    TABLES,
    Column("id", Integer, primary_key=True, autoincrement=False),
    needed("count", Integer),
    needed("hash", Text),
)
"""The number of rows of the log and the hash of the last one, in a single row."""


class RevisionTable(TableRow, table=True):
    """A version of a corrected match, numbered from 1; the newest is the one in use.

    `text` is the record, NULL for a match of a run, whose moves are never corrected. The first
    revision has neither author nor row of the log if it is of a run, or another program changed it.
    A missing row of the log is found by its own check, so `log_number` is no foreign key.
    """

    __tablename__ = "revision"
    match_id: int = Field(primary_key=True, foreign_key="match.id", sa_type=WIDE)
    number: int = Field(primary_key=True)
    at: str = Field(sa_type=Text)
    actor_id: int | None = Field(default=None, foreign_key="actor.id")
    log_number: int | None = None
    what: str = Field(sa_type=Text)
    reason: str = Field(sa_type=Text)
    status: str = Field(sa_type=Text)
    text: str | None = Field(default=None, sa_type=Text)


REVISION = TABLES.tables["revision"]


RECORDING = Table(
    "recording",
    TABLES,
    Column("id", Integer, primary_key=True),
    needed("name", Text, unique=True),
    needed("setup", Text),
    needed("holder", Text),
    needed("created", UTCDateTime, default=lambda: datetime.now(UTC)),
    **LASTING,
)
"""A match that is being recorded at a table; it becomes a record when it is finished.

`setup` is JSON; `holder` describes the process that records it, empty if there is none.
"""


RECORDING_CHANGE = Table(
    "recording_change",
    TABLES,
    Column("recording_id", Integer, ForeignKey("recording.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    needed("line", Integer),
    needed("lines", Text),
    **COMPACT,
)
"""One accepted input: all lines from `line` on were replaced by `lines`, a JSON list."""


class EventTable(TableRow, table=True):
    """An event. Everything else about it is in its rows of the log.

    `runner` is the process that plays tables of bots, JSON, empty if none has; it is no part of
    the event.
    """

    __tablename__ = "event"
    __table_args__ = LASTING
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text, unique=True)
    runner: str = Field(default="", sa_type=Text)


EVENT = TABLES.tables["event"]


EVENT_LOG = Table(
    "event_log",
    TABLES,
    Column("event_id", Integer, ForeignKey("event.id"), primary_key=True),
    Column("log_number", Integer, primary_key=True),
    **COMPACT,
)
"""A row of the log that belongs to an event.

A missing row of the log is found by its own check, so `log_number` is no foreign key.
"""


EVENT_BOT_LOG = Table(
    "event_bot_log",
    TABLES,
    Column("id", Integer, primary_key=True),
    needed("event_id", Integer, ForeignKey("event.id")),
    needed("bot_id", Integer, ForeignKey("bot.id")),
    needed("said", UTCDateTime),
    needed("text", Text),
    **LASTING,
)
"""What a bot's process wrote to stderr while it played tables of an event."""


class EntrantTable(TableRow, table=True):
    """The player or bot behind an entrant of an event; the log has its id at entry."""

    __tablename__ = "entrant"
    __table_args__ = (
        CheckConstraint("(bot_id IS NULL) <> (player_id IS NULL)", name="who"),
        COMPACT,
    )
    event_id: int = Field(primary_key=True, foreign_key="event.id")
    number: int = Field(primary_key=True)
    player_id: int | None = Field(default=None, foreign_key="player.id")
    bot_id: int | None = Field(default=None, foreign_key="bot.id")


ENTRANT = TABLES.tables["entrant"]
