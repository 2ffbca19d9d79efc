"""Reads everything about one event with places instead of ids, and stores it elsewhere.

An event that comes from another database is stored as a whole or not at all. Rows of the log keep
their time and author; they follow a row that says who imported them.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, delete, func, insert, select

from engines.messages import say
from tourney.domain.errors import Conflict, NotFound, quoted
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
    EventOutcome,
    IncomingEvent,
    renumbered,
)
from tourney.domain.match_values import StoredMatch
from tourney.domain.run_spec import BotEntry
from tourney.store.bulk import BULK
from tourney.store.connect import Database, insert_row
from tourney.store.corrections import Revision, revisions_of
from tourney.store.events import event_records
from tourney.store.imports import Clash, Importer
from tourney.store.log import actor_id, append, named_ids
from tourney.store.matches import event_part, is_stored, kind_of
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
    REVISION,
    SEAT,
)
from tourney.store.players import link_all, new_player, people, person_of, row_named
from tourney.store.runs import bot_id

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
    matches = event_records(connection, name)
    if event_id is None and not matches:
        return None
    return _Reader(connection, name, event_id or 0, matches).content()


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


Ids: TypeAlias = Sequence[int]
"""Ids by place in a content, from 1; place 0 is 0."""


def import_event(
    database: Database, incoming: IncomingEvent, clash: Clash, same: Mapping[str, str]
) -> EventOutcome:
    """Store an event; returns the outcome of each match.

    A new name in `same` belongs to the known person that it is mapped to. Conflict if an event of
    this name has other content and `clash` is "error"; "update" continues an older state of it.
    """

    def work(connection: Connection) -> EventOutcome:
        found = _foreseen(connection, incoming.content, clash)
        if found.changed:
            _Arrival(database, connection, incoming, same).store()
        return found

    return database.first_or_again(work)


def foresee_event(database: Database, content: EventContent, clash: Clash) -> EventOutcome:
    """The outcome of importing an event."""
    with database.reading() as connection:
        return _foreseen(connection, content, clash)


def _foreseen(connection: Connection, content: EventContent, clash: Clash) -> EventOutcome:
    """The outcome of importing an event."""
    names = [one.name for one in content.matches]
    name, here = quoted(content.event), content_of(connection, content.event)
    if here is None:
        _require_free_names(connection, content.matches)
        return EventOutcome(dict.fromkeys(names, "new"), changed=True)
    if _same(connection, here, content):
        return EventOutcome(dict.fromkeys(names, "same"))
    if clash == "error":
        raise Conflict(say("store.event-differs", name=name))
    if clash == "skip":
        return EventOutcome(dict.fromkeys(names, "skip"))
    if not _continues(connection, here, content):
        raise Conflict(say("store.event-not-older", name=name))
    known = {one.number: one for one in here.matches}
    fates = {
        one.name: "new" if one.number not in known else "same" if known[one.number] == one
        else "update"
        for one in content.matches
    }  # fmt: skip
    _require_free_names(connection, [one for one in content.matches if one.number not in known])
    return EventOutcome(fates, changed=True)


def _require_free_names(connection: Connection, matches: Sequence[ContentMatch]) -> None:
    for one in matches:
        if is_stored(connection, one.name) or kind_of(connection, one.name):
            raise Conflict(say("store.match-taken", name=quoted(one.name)))


def _same(connection: Connection, here: EventContent, content: EventContent) -> bool:
    """Whether the stored event is this one; its players may have other names here."""
    return replace(here, players=content.players) == content and _same_people(
        connection, here, content
    )


def _same_people(connection: Connection, here: EventContent, content: EventContent) -> bool:
    """Whether every player of the stored event is known by the name in the content."""
    for one, other in zip(here.players, content.players, strict=False):
        mine, theirs = row_named(connection, one.name), row_named(connection, other.name)
        if theirs is None or person_of(connection, theirs) != mine:
            return False
    return len(here.players) <= len(content.players)


def _continues(connection: Connection, here: EventContent, content: EventContent) -> bool:
    """Whether the content is a later state of the stored event."""
    later = {one.number: one for one in content.matches}
    return (
        _same_people(connection, here, content)
        and content.bots[: len(here.bots)] == here.bots
        and content.entrants[: len(here.entrants)] == here.entrants
        and content.log[: len(here.log)] == here.log
        and all(_follows(one, later.get(one.number)) for one in here.matches)
    )


def _follows(old: ContentMatch, new: ContentMatch | None) -> bool:
    if new is None or new.name != old.name:
        return False
    first, before = new.revisions[: len(old.revisions)], old.revisions
    return first == before and (new == old or len(new.revisions) > len(before))


class _Arrival:
    """Stores one event, or what is new of it, within one transaction."""

    def __init__(
        self,
        database: Database,
        connection: Connection,
        incoming: IncomingEvent,
        same: Mapping[str, str],
    ) -> None:
        self._database = database
        self._connection = connection
        self._content, self._records = incoming.content, incoming.records
        self._same = same
        self._here = content_of(connection, self._content.event)
        self._importer = Importer(database, connection)
        self._matches: dict[int, int] = {}
        self._links: list[tuple[int, int]] = []  # new names, and the persons whom they belong to

    def store(self) -> None:
        """Store everything that is not there."""
        players = [0, *map(self._person, self._content.players)]
        link_all(self._connection, self._links)
        if len(set(players)) < len(players):
            raise Conflict(say("store.two-are-one", event=quoted(self._content.event)))
        bots = [0, *(self._bot(one.name, one.target, one.version) for one in self._content.bots)]
        stored = self._here.matches if self._here else ()
        self._matches = {one.number: self._id_of(one.name) for one in stored}
        new = self._store_matches(stored)
        number = self._note(new, players, bots)
        revisions = {one.number: len(one.revisions) for one in stored}
        for one in self._content.matches:
            self._store_revisions(one, revisions.get(one.number, 0), number)
        if self._content.log:
            event_id = self._event_id()
            self._store_entrants(event_id, players, bots)
            self._store_log(event_id, players, bots)

    def _person(self, one: ContentPlayer) -> int:
        """The id of a person, who gets all names of the content; stores a new one."""
        rows = {name: row_named(self._connection, name) for name in one.names}
        known = {person_of(self._connection, row) for row in rows.values() if row is not None}
        if one.name in self._same and not known:
            row = row_named(self._connection, self._same[one.name])
            assert row is not None
            known = {person_of(self._connection, row)}
        if len(known) > 1:
            names = ", ".join(quoted(name) for name, row in rows.items() if row is not None)
            raise Conflict(say("store.two-here", names=names))
        new = [name for name, row in rows.items() if row is None]
        if known:
            root = known.pop()
        else:
            root = new_player(self._connection, one.name, one.reading)
            new.remove(one.name)
        self._links += [(new_player(self._connection, name), root) for name in new]
        return root

    def _bot(self, name: str, target: str, version: str) -> int:
        return bot_id(self._connection, BotEntry(name, target, version))

    def _id_of(self, name: str) -> int:
        found = select(RECORD_TEXT.c.match_id).where(RECORD_TEXT.c.name == name)
        return int(self._connection.execute(found).scalar_one())

    def _store_matches(self, stored: Sequence[ContentMatch]) -> list[int]:
        """Store the new matches in their order, and the new content of stored ones; their ids."""
        there = {one.number: one for one in stored}
        logged = {one.details["match"] for one in self._content.log if one.what == RESULT}
        changed = []
        for number in sorted({*self._records, *logged} - there.keys()):
            self._matches[number] = self._store_match(self._records.get(number))
            changed.append(self._matches[number])
        for one in self._content.matches:
            if one.number in there and one != there[one.number]:
                changed.append(self._matches[one.number])
                self._importer.revised(changed[-1], self._records[one.number])
        return changed

    def _store_match(self, record: StoredMatch | None) -> int:
        """Store a match; without a record, use up an id for a match that was removed."""
        if record is not None:
            self._importer.add([record])
            return self._id_of(record.name)
        (unused,) = BULK[self._connection.dialect.name].reserve(self._connection, 1)
        self._connection.execute(insert(MATCH).values(id=unused, status=""))
        self._connection.execute(delete(MATCH).where(MATCH.c.id == unused))
        return int(unused)

    def _note(self, matches: Sequence[int], players: Ids, bots: Ids) -> int:
        """The number of the row of the log that says what was imported."""
        ids = named_ids(match=matches, player=players[1:], bot=bots[1:])
        rows = len(self._content.log) - len(self._here.log if self._here else ())
        digests = self._importer.digests(matches)
        details = {"rows": rows, **digests.details()}
        number = append(self._connection, self._database.actor, "import event", ids, details)
        digests.store(self._connection, number)
        return number

    def _store_revisions(self, match: ContentMatch, old: int, log_number: int) -> None:
        match_id = self._matches[match.number]
        first = select(REVISION.c.number).where(REVISION.c.match_id == match_id)
        kept = set(self._connection.execute(first).scalars())
        for one in match.revisions:
            if one.number not in kept and (one.number > old or len(match.revisions) > old):
                self._connection.execute(
                    insert(REVISION).values(**self._revision(one, match_id, log_number))
                )

    def _revision(self, one: ContentRevision, match_id: int, log_number: int) -> dict[str, object]:
        return {
            "match_id": match_id,
            "number": one.number,
            "at": one.at,
            "actor_id": actor_id(self._connection, one.by) if one.by else None,
            "log_number": log_number,
            "what": one.what,
            "reason": one.reason,
            "status": one.status,
            "text": one.text,
        }

    def _event_id(self) -> int:
        """The id of the event; stores a new one."""
        mine = select(EVENT.c.id).where(EVENT.c.name == self._content.event)
        found = self._connection.execute(mine).scalar()
        if found is None:
            return insert_row(self._connection, EVENT, name=self._content.event)
        return int(found)

    def _store_entrants(self, event_id: int, players: Ids, bots: Ids) -> None:
        for one in self._content.entrants[len(self._here.entrants if self._here else ()) :]:
            values = {"event_id": event_id, "number": one.number}
            who = {"player_id": players[one.player]} if one.player else {"bot_id": bots[one.bot]}
            self._connection.execute(insert(ENTRANT).values(**values, **who))

    def _store_log(self, event_id: int, players: Ids, bots: Ids) -> None:
        for one in self._content.log[len(self._here.log if self._here else ()) :]:
            by_place: Callable[[int], int] = players.__getitem__
            bot: Callable[[int], int] = bots.__getitem__
            details = renumbered(one.what, one.details, by_place, bot, self._matches.__getitem__)
            match = [details["match"]] if one.what == RESULT else []
            ids = named_ids(event=[event_id], match=match)
            number = append(self._connection, one.by, one.what, ids, details, one.at)
            row = {"event_id": event_id, "log_number": number}
            self._connection.execute(insert(EVENT_LOG).values(**row))
