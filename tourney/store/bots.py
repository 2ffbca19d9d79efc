"""Bots across all runs: the runs of each version, their faults, what they wrote to stderr."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import func, select

from engines.messages import say
from tourney.domain.errors import NotFound, quoted
from tourney.domain.match_values import Fault
from tourney.domain.run_spec import BotEntry
from tourney.domain.safe_text import is_text
from tourney.store.connect import Database, insert_row
from tourney.store.events import StoredEvent
from tourney.store.models import (
    BOT,
    BOT_LOG,
    ENTRANT,
    EVENT,
    EVENT_BOT_LOG,
    FAULT,
    MATCH,
    RUN,
    RUN_BOT,
    SEAT,
)
from tourney.store.runs import RunIdentity, bot_id, lock_run


@dataclass(frozen=True, slots=True)
class BotHistory:
    """A bot in one version, its runs and its events, oldest first."""

    bot: BotEntry
    runs: tuple[str, ...]
    events: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BotFault:
    """A fault of a bot in match `match` of a run."""

    run: str
    match: int
    version: str
    fault: Fault


@dataclass(frozen=True, slots=True)
class BotOutput:
    """What a bot's process wrote to stderr in one session; `said` is the time, in UTC.

    `run` is the name of the run or, with `event:` before it, of the event.
    """

    run: str
    version: str
    said: datetime
    text: str


def all_bots(database: Database) -> list[BotEntry]:
    """Every bot in every version, by name, target and version."""
    columns = BOT.c["name", "target", "version"]
    with database.reading() as connection:
        rows = connection.execute(select(*columns).order_by(*columns)).all()
    return [BotEntry(*row) for row in rows]


def bot_histories(database: Database) -> list[BotHistory]:
    """Every bot in every version, by name, target and version.

    A bot that only a record names is left out if the same name and version is known otherwise.
    """
    columns = (BOT.c.name, BOT.c.target, BOT.c.version)
    query = (
        select(BOT.c.id, *columns, RUN.c.name)
        .join_from(BOT, RUN_BOT, RUN_BOT.c.bot_id == BOT.c.id, isouter=True)
        .join(RUN, RUN.c.id == RUN_BOT.c.run_id, isouter=True)
        .order_by(*columns, RUN.c.id)
    )
    # Once for each run, in the order of the runs, although a run may enter a bot twice.
    found: dict[int, tuple[BotEntry, dict[str, None]]] = {}
    with database.reading() as connection:
        for number, *bot, run in connection.execute(query):
            _, runs = found.setdefault(number, (BotEntry(*bot), {}))
            if run is not None:
                runs[run] = None
        entered = (
            select(ENTRANT.c.bot_id, EVENT.c.name)
            .join_from(ENTRANT, EVENT, EVENT.c.id == ENTRANT.c.event_id)
            .where(ENTRANT.c.bot_id.is_not(None))
            .order_by(EVENT.c.id)
        )
        events: dict[int, list[str]] = {}
        for number, name in connection.execute(entered):
            events.setdefault(number, []).append(name)
    # A record names no target, so the bot of a run is a second row of the same version.
    known = {(bot.name, bot.version) for bot, _ in found.values() if bot.target}
    return [
        BotHistory(bot, tuple(runs), tuple(events.get(number, ())))
        for number, (bot, runs) in found.items()
        if bot.target or (bot.name, bot.version) not in known
    ]


def bot_faults(database: Database, name: str, run: str | None = None) -> Iterator[BotFault]:
    """Faults of a bot in a run or in all, oldest run first, by match; NotFound at once."""
    # Asked here, because a generator would say it only when the first row is wanted.
    with database.reading() as connection:
        count = select(func.count()).select_from(BOT).where(BOT.c.name == name)
        if not is_text(name) or not connection.execute(count).scalar_one():
            where = quoted(database.place.shown)
            raise NotFound(say("store.no-bot", name=quoted(name), database=where))
    return _bot_faults(database, name, run)


def _bot_faults(database: Database, name: str, run: str | None) -> Iterator[BotFault]:
    query = (
        select(RUN.c.name, MATCH.c.number, BOT.c.version, *tuple(FAULT.columns)[2:])
        .join_from(FAULT, MATCH, MATCH.c.id == FAULT.c.match_id)
        .join(RUN, RUN.c.id == MATCH.c.run_id)
        # Seat -1, a failure of the program itself, is nobody's and falls out here.
        .join(SEAT, (SEAT.c.match_id == FAULT.c.match_id) & (SEAT.c.seat == FAULT.c.seat))
        .join(BOT, BOT.c.id == SEAT.c.bot_id)
        .where(BOT.c.name == name)
        .order_by(RUN.c.id, MATCH.c.number, FAULT.c.number)
    )
    with database.reading() as connection:
        rows = query if run is None else query.where(RUN.c.name == run)
        for where, match, version, *fault in connection.execute(rows):
            yield BotFault(where, match, version, Fault(*fault))


def bot_sayings(database: Database, name: str, run: str | None = None) -> list[BotOutput]:
    """What the processes of a bot wrote to stderr, in one run or in all, in order.

    Without `run` also what they wrote at tables of events.
    """
    in_runs = (
        select(RUN.c.name, BOT.c.version, BOT_LOG.c.said, BOT_LOG.c.text)
        .join_from(BOT_LOG, RUN, RUN.c.id == BOT_LOG.c.run_id)
        .join(BOT, BOT.c.id == BOT_LOG.c.bot_id)
        .where(BOT.c.name == name)
        .order_by(BOT_LOG.c.id)
    )
    in_events = (
        select(EVENT.c.name, BOT.c.version, EVENT_BOT_LOG.c.said, EVENT_BOT_LOG.c.text)
        .join_from(EVENT_BOT_LOG, EVENT, EVENT.c.id == EVENT_BOT_LOG.c.event_id)
        .join(BOT, BOT.c.id == EVENT_BOT_LOG.c.bot_id)
        .where(BOT.c.name == name)
        .order_by(EVENT_BOT_LOG.c.id)
    )
    with database.reading() as connection:
        if run:
            rows = connection.execute(in_runs.where(RUN.c.name == run)).all()
            return [BotOutput(*row) for row in rows]
        found = [BotOutput(*row) for row in connection.execute(in_runs)]
        return found + [
            BotOutput(f"event:{event}", *rest) for event, *rest in connection.execute(in_events)
        ]


def keep_event_saying(database: Database, event: StoredEvent, bot: BotEntry, text: str) -> None:
    """Store what a bot's process wrote to stderr at the tables of an event."""
    with database.writing() as connection:
        values = {"bot_id": bot_id(connection, bot), "said": datetime.now(UTC), "text": text}
        insert_row(connection, EVENT_BOT_LOG, event_id=event.id, **values)


def keep_saying(database: Database, run: RunIdentity, bot: BotEntry, text: str) -> None:
    """Store what a bot's process wrote to stderr in a session of a run."""
    version = {"name": bot.name, "target": bot.target, "version": bot.version}
    with database.writing() as connection:
        lock_run(connection, run)
        number = connection.execute(select(BOT.c.id).filter_by(**version)).scalar()
        if number is None:
            raise NotFound(say("store.no-version", bot=bot.name, version=bot.version))
        values = {"bot_id": number, "said": datetime.now(UTC), "text": text}
        insert_row(connection, BOT_LOG, run_id=run.id, **values)
