"""Bots that have entered events, and the process that plays the tables of an event."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, insert, select

from tourney.domain.draws import EntrantId
from tourney.domain.run_spec import BotEntry
from tourney.store.models import BOT, ENTRANT


def bot_id(connection: Connection, bot: BotEntry) -> int:
    """The id of a bot in one version; stores a new one."""
    values = {"name": bot.name, "target": bot.target, "version": bot.version}
    found = connection.execute(select(BOT.c.id).filter_by(**values)).scalar()
    if found is None:
        made = connection.execute(insert(BOT).values(**values)).inserted_primary_key
        assert made is not None
        found = made[0]
    return int(found)


def bot_names(connection: Connection, event_id: int) -> dict[EntrantId, str]:
    """The names of the bots that have entered an event."""
    query = (
        select(ENTRANT.c.number, BOT.c.name)
        .join_from(ENTRANT, BOT, BOT.c.id == ENTRANT.c.bot_id)
        .where(ENTRANT.c.event_id == event_id)
        .order_by(ENTRANT.c.number)
    )
    return dict(map(tuple, connection.execute(query)))


def enter_bots(
    connection: Connection, event_id: int, bots: Iterable[tuple[EntrantId, int]]
) -> None:
    """Store the entries of bots, given by number and id."""
    rows: list[dict[str, Any]] = [
        {"event_id": event_id, "number": number, "bot_id": bot} for number, bot in bots
    ]
    if rows:
        connection.execute(insert(ENTRANT), rows)
