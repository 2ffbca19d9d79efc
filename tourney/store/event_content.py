"""Reads everything about one event, in a form that does not depend on the ids of this database."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import Connection, func, select

from engines.messages import say
from tourney.domain.errors import NotFound, quoted
from tourney.domain.event_log import RESULT
from tourney.domain.event_schema import (
    ContentBot,
    ContentEntrant,
    ContentFault,
    ContentInfo,
    ContentMatch,
    ContentPlayer,
    ContentRevision,
    ContentRow,
    EventContent,
    renumbered,
)
from tourney.store.connect import Database
from tourney.store.models import (
    ACTOR,
    BOT,
    ENTRANT,
    EVENT,
    EVENT_LOG,
    FAULT,
    LOG,
    MATCH,
    MERGED_PLAYER,
    MOVE_INFO,
    RECORD_TEXT,
    SEAT,
)
from tourney.store.players import people
from tourney.store.reads import event_part, unpack_headers
from tourney.store.revisions import Revision, revisions_of

PORTION: Final = 500
"""Matches asked for in one query."""


def event_content(database: Database, name: str) -> EventContent:
    """Everything about the event of this name, as it is at one instant; NotFound."""
    with database.reading() as connection:
        found = content_of(connection, name)
    if found is None:
        where = quoted(database.place.shown)
        raise NotFound(say("store.no-event", name=quoted(name), database=where))
    return found


def content_of(connection: Connection, name: str) -> EventContent | None:
    """Everything about the event of this name; None if neither a plan nor a record names it."""
    event_id = connection.execute(select(EVENT.c.id).where(EVENT.c.name == name)).scalar()
    matches = matches_of_event(connection, name)
    if event_id is None and not matches:
        return None
    return _Reader(connection, name, event_id or 0, matches).content()


def matches_of_event(connection: Connection, name: str) -> dict[int, str]:
    """The ids and names of the records whose headers name an event, by id."""
    part = event_part(name)
    query = (
        select(MATCH.c.id, *RECORD_TEXT.c["name", "headers"])
        .join_from(MATCH, RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id)
        .where(part.where)
        .order_by(MATCH.c.id)
    )
    return {
        match_id: record
        for match_id, record, headers in connection.execute(query)
        if dict(unpack_headers(headers)).get("event") == name  # SQLite ignores the case
    }


class _Places:
    """Numbers ids from 1 in the order in which they are met first."""

    def __init__(self, ids: Iterable[int]) -> None:
        self.ids = list(dict.fromkeys(ids))
        self._places = {found: place for place, found in enumerate(self.ids, start=1)}

    def of(self, found: int) -> int:
        """The place of an id; 0 if there is none."""
        return self._places.get(found, 0)


class _Reader:
    """Reads the parts of one event, with places instead of ids."""

    def __init__(
        self, connection: Connection, name: str, event_id: int, matches: dict[int, str]
    ) -> None:
        self._connection = connection
        self._name = name
        self._matches = matches
        self._persons = dict(map(tuple, connection.execute(_persons())))
        self._entrants = self._rows(ENTRANT, ENTRANT.c.event_id == event_id)
        self._log = connection.execute(_log(event_id)).all()
        self._seats = self._of_matches(SEAT)
        self._people, self._bots = self._met_people(), self._met_bots()
        logged = [json.loads(row.details)["match"] for row in self._log if row.what == RESULT]
        self._numbers = _Places(sorted({*matches, *logged}))

    def _rows(self, table: Any, where: Any) -> Sequence[Any]:
        query = select(table).where(where).order_by(*table.primary_key.columns)
        return self._connection.execute(query).all()

    def _of_matches(self, table: Any) -> list[Any]:
        """The rows of the matches in a table, by match; databases limit the values of a query."""
        ids = list(self._matches)
        parts = (ids[at : at + PORTION] for at in range(0, len(ids), PORTION))
        return [row for part in parts for row in self._rows(table, table.c.match_id.in_(part))]

    def _met_people(self) -> _Places:
        met = (row.player_id for row in chain(self._entrants, self._seats))
        return _Places(self._persons.get(one, one) for one in met if one is not None)

    def _met_bots(self) -> _Places:
        entered = [row.bot_id for row in self._entrants if row.bot_id is not None]
        changed = (json.loads(row.details).get("bot") for row in self._log)
        sat = (row.bot_id for row in self._seats if row.bot_id is not None)
        return _Places(chain(entered, (bot[0] for bot in changed if bot), sat))

    def _person(self, player: int) -> int:
        return self._people.of(self._persons.get(player, player))

    def content(self) -> EventContent:
        """The whole event."""
        return EventContent(
            event=self._name,
            players=tuple(self._players()),
            bots=tuple(self._all_bots()),
            entrants=tuple(self._entries()),
            log=tuple(self._changes()),
            matches=tuple(self._all_matches()),
        )

    def _players(self) -> Iterator[ContentPlayer]:
        everybody = people(self._connection)
        for one in map(everybody.__getitem__, self._people.ids):
            yield ContentPlayer(one.name, one.reading, one.aliases)

    def _all_bots(self) -> Iterator[ContentBot]:
        rows = self._rows(BOT, BOT.c.id.in_(self._bots.ids))
        found = {row.id: ContentBot(row.name, row.target, row.version) for row in rows}
        yield from map(found.__getitem__, self._bots.ids)

    def _entries(self) -> Iterator[ContentEntrant]:
        for row in self._entrants:
            player = 0 if row.player_id is None else self._person(row.player_id)
            bot = 0 if row.bot_id is None else self._bots.of(row.bot_id)
            yield ContentEntrant(row.number, player, bot)

    def _changes(self) -> Iterator[ContentRow]:
        for at, by, what, details in self._log:
            found = json.loads(details)
            new = renumbered(what, found, self._person, self._bots.of, self._numbers.of)
            yield ContentRow(at, by, what, new)

    def _all_matches(self) -> Iterator[ContentMatch]:
        faults, infos = _by_match(self._of_matches(FAULT)), _by_match(self._of_matches(MOVE_INFO))
        versions = revisions_of(self._connection, event_part(self._name).where)
        for match_id, name in self._matches.items():
            yield ContentMatch(
                number=self._numbers.of(match_id),
                name=name,
                revisions=tuple(map(_revision, versions[match_id])),
                faults=tuple(map(_fault, faults.get(match_id, ()))),
                infos=tuple(
                    ContentInfo(i.ply, i.seat, i.text) for i in infos.get(match_id, ()) if i.text
                ),
            )


def _persons() -> Any:
    return select(MERGED_PLAYER.c.player_id, MERGED_PLAYER.c.person_id)


def _log(event_id: int) -> Any:
    return (
        select(LOG.c.at, func.coalesce(ACTOR.c.name, "").label("by"), LOG.c.what, LOG.c.details)
        .join_from(EVENT_LOG, LOG, LOG.c.number == EVENT_LOG.c.log_number)
        .join(ACTOR, ACTOR.c.id == LOG.c.actor_id, isouter=True)
        .where(EVENT_LOG.c.event_id == event_id)
        .order_by(LOG.c.number)
    )


def _by_match(rows: Sequence[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.match_id, []).append(row)
    return found


def _fault(row: Any) -> ContentFault:
    return ContentFault(*attrgetter("seat", "code", "ply", "evidence", "detail")(row))


def _revision(one: Revision) -> ContentRevision:
    words = (one.at, one.author, one.what, one.reason, one.status)
    return ContentRevision(one.number, *words, one.text or "")
