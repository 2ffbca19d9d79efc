"""The tables of the database; rows of these classes do not leave this package.

Does not depend on how rows are read or written in bulk. Column types need no conversion, so that
fast paths can pass plain ints and strings.
"""

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Integer,
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
"""Keeps SQLite from giving an id twice after the last row was removed; servers never do."""


WIDE = BigInteger().with_variant(Integer(), "sqlite")
"""A match id: 64 bits on a server, too; SQLite gives ids by itself only to its own integers."""


class TableRow(SQLModel):
    """A row of a table; nothing validates them, so pydantic need not prepare for it."""

    model_config = {"defer_build": True}


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


class MergedPlayerTable(TableRow, table=True):
    """A player who is the same person as another one; also a name added as an alias.

    `into_id` is the player named in the merge, `person_id` the one at the end of all merges.
    """

    __tablename__ = "merged_player"
    player_id: int = Field(
        primary_key=True, foreign_key="player.id", sa_column_kwargs={"autoincrement": False}
    )
    into_id: int = Field(foreign_key="player.id")
    person_id: int = Field(foreign_key="player.id")


class BotTable(TableRow, table=True):
    """A bot in one version; `target` is its source, empty if only a record names the bot."""

    __tablename__ = "bot"
    __table_args__ = (UniqueConstraint("name", "target", "version"), LASTING)
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text)
    target: str = Field(sa_type=Text)
    version: str = Field(sa_type=Text)


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


class RunBotTable(TableRow, table=True):
    """The bots of a run, in the order its schedule numbers them.

    `content` is a hash of the bot's files, empty if unknown.
    """

    __tablename__ = "run_bot"
    __table_args__ = COMPACT
    run_id: int = Field(primary_key=True, foreign_key="run.id")
    number: int = Field(primary_key=True)
    bot_id: int = Field(foreign_key="bot.id")
    content: str = Field(default="", sa_type=Text)


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


class RecordTextTable(TableRow, table=True):
    """An imported record, unchanged, and the values read from its headers."""

    __tablename__ = "record_text"
    match_id: int = Field(primary_key=True, foreign_key="match.id", sa_type=WIDE)
    name: str = Field(sa_type=Text, unique=True)
    game: str = Field(sa_type=Text)
    rules: int
    options: str = Field(sa_type=Text)
    headers: str = Field(sa_type=Text)
    text: str = Field(sa_type=Text)


class SeatTable(TableRow, table=True):
    """The player and result of a seat in a match; without bot and player it is unknown."""

    __tablename__ = "seat"
    __table_args__ = (
        CheckConstraint("bot_id IS NULL OR player_id IS NULL", name="who"),
        COMPACT,
    )
    match_id: int = Field(primary_key=True, foreign_key="match.id", sa_type=WIDE)
    seat: int = Field(primary_key=True, sa_type=SmallInteger)
    bot_id: int | None = Field(default=None, foreign_key="bot.id")
    player_id: int | None = Field(default=None, foreign_key="player.id")
    score: int | None
    place: int | None = Field(sa_type=SmallInteger)


class FaultTable(TableRow, table=True):
    """A fault of a bot, or the reason of a forfeit; `number` keeps their order.

    Seat -1 is a failure of the program itself. `evidence` is one line, `detail` any further output.
    """

    __tablename__ = "fault"
    __table_args__ = COMPACT
    match_id: int = Field(primary_key=True, foreign_key="match.id", sa_type=WIDE)
    number: int = Field(primary_key=True)
    seat: int = Field(sa_type=SmallInteger)
    code: str = Field(sa_type=Text)
    ply: int
    evidence: str = Field(sa_type=Text)
    detail: str = Field(sa_type=Text)


class MoveInfoTable(TableRow, table=True):
    """What a bot wrote about its move, entry `ply` of the log; `number` keeps their order.

    The text is empty if it wrote nothing; `us` is the time of the move in microseconds.
    """

    __tablename__ = "move_info"
    __table_args__ = COMPACT
    match_id: int = Field(primary_key=True, foreign_key="match.id", sa_type=WIDE)
    number: int = Field(primary_key=True)
    ply: int
    seat: int = Field(sa_type=SmallInteger)
    text: str = Field(sa_type=Text)
    us: int | None


class PlyTable(TableRow, table=True):
    """One entry of a match's log, numbered from 1; seat -1 is the dealer.

    No foreign key: checking it would take a seventh of the insert time, and a ply is only written
    in the transaction of its match. `tourney db integrity` looks for orphans instead.
    """

    __tablename__ = "ply"
    __table_args__ = COMPACT
    match_id: int = Field(primary_key=True, sa_type=WIDE)
    number: int = Field(primary_key=True)
    seat: int = Field(sa_type=SmallInteger)
    text: str = Field(sa_type=Text)


class PackedLogTable(TableRow, table=True):
    """The whole log of a match in one value, for runs that store packed logs instead of plies."""

    __tablename__ = "packed_log"
    match_id: int = Field(primary_key=True, sa_type=WIDE, sa_column_kwargs={"autoincrement": False})
    entries: bytes = Field(sa_type=LargeBinary)


class OpenMatchTable(TableRow, table=True):
    """A match with people that has not ended; `holders` lists the players by seat, JSON.

    `headers` are those of its future record that name its place in an event, JSON.
    """

    __tablename__ = "open_match"
    __table_args__ = LASTING
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text, unique=True)
    game: str = Field(sa_type=Text)
    rules: int
    options: str = Field(sa_type=Text)
    holders: str = Field(sa_type=Text)
    seed: str = Field(sa_type=Text)
    bot_seed: str = Field(sa_type=Text)
    deal: int
    origin: str = Field(sa_type=Text)
    move_ms: int
    practice: bool
    date: str = Field(sa_type=Text)
    headers: str = Field(sa_type=Text)


class DecisionTable(TableRow, table=True):
    """One decision of a match that has not ended, numbered from 1: a move or a fault."""

    __tablename__ = "decision"
    __table_args__ = COMPACT
    match_id: int = Field(primary_key=True, foreign_key="open_match.id")
    number: int = Field(primary_key=True)
    seat: int = Field(sa_type=SmallInteger)
    move: str = Field(sa_type=Text)
    fault: str = Field(sa_type=Text)
    evidence: str = Field(sa_type=Text)


class RunStateTable(TableRow, table=True):
    """The last reported state of a run, for watchers in other processes; JSON."""

    __tablename__ = "run_state"
    run_id: int = Field(
        primary_key=True, foreign_key="run.id", sa_column_kwargs={"autoincrement": False}
    )
    seen: datetime
    snapshot: str = Field(sa_type=Text)


class TallyTable(TableRow, table=True):
    """Sums over the matches of a run from its first to number `upto`, for standings; JSON."""

    __tablename__ = "tally"
    run_id: int = Field(
        primary_key=True, foreign_key="run.id", sa_column_kwargs={"autoincrement": False}
    )
    upto: int
    sums: str = Field(sa_type=Text)


class RunDigestTable(TableRow, table=True):
    """A row of the chain of a run: what was written or removed at once, see `digests`.

    `first` is the lowest number in `entries`; `hash` covers them and the hash of the row before.
    """

    __tablename__ = "run_digest"
    run_id: int = Field(
        primary_key=True, foreign_key="run.id", sa_column_kwargs={"autoincrement": False}
    )
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    first: int
    entries: bytes = Field(sa_type=LargeBinary)
    hash: str = Field(sa_type=Text)


class RecordDigestTable(TableRow, table=True):
    """The digest of a record as a row of the log left it, "" if that row removed it.

    A missing row of the log is found by its own check, so `log_number` is no foreign key; nor is
    the id of a match that may be removed. The salt is deleted when a name in the text is forgotten.
    """

    __tablename__ = "record_digest"
    __table_args__ = COMPACT
    match_id: int = Field(primary_key=True, sa_type=WIDE, sa_column_kwargs={"autoincrement": False})
    log_number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    salt: str = Field(sa_type=Text)
    digest: str = Field(sa_type=Text)


class BotLogTable(TableRow, table=True):
    """What a bot's process wrote to stderr in one session of a run."""

    __tablename__ = "bot_log"
    __table_args__ = LASTING
    id: int | None = Field(default=None, primary_key=True)
    run_id: int = Field(foreign_key="run.id")
    bot_id: int = Field(foreign_key="bot.id")
    said: datetime
    text: str = Field(sa_type=Text)


class ActorTable(TableRow, table=True):
    """Somebody who has changed stored data. The log contains the id, so the name can be erased."""

    __tablename__ = "actor"
    __table_args__ = LASTING
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text, unique=True)


class LogTable(TableRow, table=True):
    """One change of stored data, with ids and without personal names; rows are never changed.

    `hash` covers the other columns, `previous` is the hash of the row before.
    """

    __tablename__ = "log"
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: str = Field(sa_type=Text)
    actor_id: int = Field(foreign_key="actor.id")
    what: str = Field(sa_type=Text)
    ids: str = Field(sa_type=Text)
    details: str = Field(sa_type=Text)
    previous: str = Field(sa_type=Text)
    hash: str = Field(sa_type=Text)


class LogEndTable(TableRow, table=True):
    """The number of rows of the log and the hash of the last one, in a single row."""

    __tablename__ = "log_end"
    id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    count: int
    hash: str = Field(sa_type=Text)


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


class RecordingTable(TableRow, table=True):
    """A match that is being recorded at a table; it becomes a record when it is finished.

    `setup` is JSON; `holder` describes the process that records it, empty if there is none.
    """

    __tablename__ = "recording"
    __table_args__ = LASTING
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=Text, unique=True)
    setup: str = Field(sa_type=Text)
    holder: str = Field(sa_type=Text)
    created: datetime = Field(default_factory=lambda: datetime.now(UTC))


class RecordingChangeTable(TableRow, table=True):
    """One accepted input: all lines from `line` on were replaced by `lines`, a JSON list."""

    __tablename__ = "recording_change"
    __table_args__ = COMPACT
    recording_id: int = Field(primary_key=True, foreign_key="recording.id")
    number: int = Field(primary_key=True)
    line: int
    lines: str = Field(sa_type=Text)


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


class EventLogTable(TableRow, table=True):
    """A row of the log that belongs to an event.

    A missing row of the log is found by its own check, so `log_number` is no foreign key.
    """

    __tablename__ = "event_log"
    __table_args__ = COMPACT
    event_id: int = Field(primary_key=True, foreign_key="event.id")
    log_number: int = Field(primary_key=True)


class EventBotLogTable(TableRow, table=True):
    """What a bot's process wrote to stderr while it played tables of an event."""

    __tablename__ = "event_bot_log"
    __table_args__ = LASTING
    id: int | None = Field(default=None, primary_key=True)
    event_id: int = Field(foreign_key="event.id")
    bot_id: int = Field(foreign_key="bot.id")
    said: datetime
    text: str = Field(sa_type=Text)


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


_TABLES = SQLModel.metadata.tables
PLAYER: Table = _TABLES["player"]
BOT: Table = _TABLES["bot"]
RUN: Table = _TABLES["run"]
RUN_BOT: Table = _TABLES["run_bot"]
MATCH: Table = _TABLES["match"]
RECORD_TEXT: Table = _TABLES["record_text"]
SEAT: Table = _TABLES["seat"]
FAULT: Table = _TABLES["fault"]
MOVE_INFO: Table = _TABLES["move_info"]
PLY: Table = _TABLES["ply"]
PACKED_LOG: Table = _TABLES["packed_log"]
RUN_STATE: Table = _TABLES["run_state"]
BOT_LOG: Table = _TABLES["bot_log"]
EVENT_BOT_LOG: Table = _TABLES["event_bot_log"]
RUN_DIGEST: Table = _TABLES["run_digest"]
RECORD_DIGEST: Table = _TABLES["record_digest"]
TALLY: Table = _TABLES["tally"]
OPEN_MATCH: Table = _TABLES["open_match"]
DECISION: Table = _TABLES["decision"]
MERGED_PLAYER: Table = _TABLES["merged_player"]
ACTOR: Table = _TABLES["actor"]
LOG: Table = _TABLES["log"]
LOG_END: Table = _TABLES["log_end"]
REVISION: Table = _TABLES["revision"]
RECORDING: Table = _TABLES["recording"]
RECORDING_CHANGE: Table = _TABLES["recording_change"]
EVENT: Table = _TABLES["event"]
EVENT_LOG: Table = _TABLES["event_log"]
ENTRANT: Table = _TABLES["entrant"]
