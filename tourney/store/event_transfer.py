"""Reads everything about one event with places instead of ids, and stores it elsewhere.

An event that comes from another database is stored as a whole or not at all. Rows of the log keep
their time and author; they follow a row that says who imported them.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Final, TypeAlias

from sqlalchemy import Connection, Table, delete, func, insert, select

from engines.messages import say
from tourney.domain.errors import Conflict, NotFound, quoted
from tourney.domain.event_log import ENTRY_UNDO, RESULT
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
from tourney.domain.run_spec import BotEntry
from tourney.store.bulk import BULK
from tourney.store.connect import Database, insert_row
from tourney.store.corrections import revisions_of
from tourney.store.events import entries_of_row, event_records
from tourney.store.imports import Clash, Importer
from tourney.store.log import actor_id, append, merged_digest, named_ids, next_row
from tourney.store.matches import event_part, id_named, kind_of
from tourney.store.models import (
    ACTOR,
    BOT,
    ENTRANT,
    EVENT,
    EVENT_LOG,
    FAULT,
    LOG,
    MATCH,
    MOVE_INFO,
    PLAYER,
    RECORD_TEXT,
    REVISION,
    SEAT,
)
from tourney.store.players import link_all, merged_into, people, person_of, row_named
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
    persons = merged_into(connection)
    mine = select(ENTRANT).where(ENTRANT.c.event_id == event_id).order_by(ENTRANT.c.number)
    entrants = connection.execute(mine).all()
    rows = (
        select(LOG.c.at, func.coalesce(ACTOR.c.name, "").label("by"), LOG.c.what, LOG.c.details)
        .join_from(EVENT_LOG, LOG, LOG.c.number == EVENT_LOG.c.log_number)
        .join(ACTOR, ACTOR.c.id == LOG.c.actor_id, isouter=True)
        .where(EVENT_LOG.c.event_id == event_id)
        .order_by(LOG.c.number)
    )
    log = [(*row, json.loads(packed)) for *row, packed in connection.execute(rows)]
    seats = _of_matches(connection, SEAT, matches)
    # Places are given in the order in which somebody is met first: entrants, changes, seats.
    # In the order of the log: an entry that was taken back is a change, too.
    entries = chain.from_iterable(entries_of_row(what, details) for *_, what, details in log)
    entered = (player for _, column, player in entries if column == "player_id")
    met = chain(entered, (row.player_id for row in chain(entrants, seats)))
    places = _numbered(persons.get(one, one) for one in met if one is not None)
    changed = (details["bot"][0] for *_, details in log if details.get("bot"))
    # Entrants first, then bots that took over, then those that sat at tables.
    met_bots = chain((row.bot_id for row in entrants), changed, (row.bot_id for row in seats))
    bots = _numbered(one for one in met_bots if one is not None)
    # Also matches that were removed: their numbers stay free in every copy.
    logged = (details["match"] for *_, what, details in log if what == RESULT)
    numbers = _numbered(sorted({*matches, *logged}))

    def place(player: int) -> int:
        return places.get(persons.get(player, player), 0)

    def bot(one: int) -> int:
        return bots.get(one, 0)

    def match(one: int) -> int:
        return numbers.get(one, 0)

    everybody = people(connection)
    found = connection.execute(select(BOT).where(BOT.c.id.in_(bots)))
    known = {row.id: ContentBot(row.name, row.target, row.version) for row in found}
    return EventContent(
        event=name,
        players=tuple(
            ContentPlayer(one.name, one.reading, one.aliases)
            for one in map(everybody.__getitem__, places)
        ),
        bots=tuple(map(known.__getitem__, bots)),
        entrants=tuple(
            ContentEntrant(row.number, place(row.player_id), bots.get(row.bot_id, 0))
            for row in entrants
        ),
        log=tuple(
            ContentRow(at, by, what, renumbered(what, details, place, bot, match))
            for at, by, what, details in log
        ),
        matches=tuple(_matches(connection, name, matches, numbers)),
    )


def _numbered(ids: Iterable[int]) -> dict[int, int]:
    """Numbers from 1 for ids, in the order in which they come first."""
    return {one: place for place, one in enumerate(dict.fromkeys(ids), start=1)}


def _of_matches(connection: Connection, table: Table, matches: Iterable[int]) -> list[Any]:
    """The rows of some matches in a table, by match; databases limit the values of a query."""
    ids = list(matches)
    found: list[Any] = []
    for at in range(0, len(ids), PORTION):
        mine = select(table).where(table.c.match_id.in_(ids[at : at + PORTION]))
        found += connection.execute(mine.order_by(*table.primary_key.columns))
    return found


def _matches(
    connection: Connection, name: str, matches: Mapping[int, str], numbers: Mapping[int, int]
) -> Iterator[ContentMatch]:
    faults: dict[int, list[ContentFault]] = {}
    for row in _of_matches(connection, FAULT, matches):
        fault = ContentFault(row.seat, row.code, row.ply, row.evidence, row.detail)
        faults.setdefault(row.match_id, []).append(fault)
    infos: dict[int, list[ContentInfo]] = {}
    for row in _of_matches(connection, MOVE_INFO, matches):
        # The times of moves belong to the computer on which they were played.
        if row.text:
            infos.setdefault(row.match_id, []).append(ContentInfo(row.ply, row.seat, row.text))
    revisions = revisions_of(connection, event_part(name).where)
    for match_id, match in matches.items():
        yield ContentMatch(
            number=numbers[match_id],
            name=match,
            revisions=tuple(
                ContentRevision(
                    one.number, one.at, one.author, one.what, one.reason, one.status, one.text or ""
                )
                for one in revisions[match_id]
            ),
            faults=tuple(faults.get(match_id, ())),
            infos=tuple(infos.get(match_id, ())),
        )


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
        # Decided in the transaction that stores it, on what is there then.
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
    here = content_of(connection, content.event)
    known = {one.number: one for one in here.matches} if here else {}
    if here is not None:
        name, names = quoted(content.event), [one.name for one in content.matches]
        # Players may have other names here.
        same_people = _same_people(connection, here, content)
        if same_people and replace(here, players=content.players) == content:
            return EventOutcome(dict.fromkeys(names, "same"))
        if clash == "error":
            raise Conflict(say("store.event-differs", name=name))
        if clash == "skip":
            return EventOutcome(dict.fromkeys(names, "skip"))
        if not (same_people and _continues(here, content)):
            raise Conflict(say("store.event-not-older", name=name))
    fates = {}
    for one in content.matches:
        fates[one.name] = "same" if known.get(one.number) == one else "update"
        if one.number not in known:
            fates[one.name] = "new"
            if id_named(connection, one.name) is not None or kind_of(connection, one.name):
                raise Conflict(say("store.match-taken", name=quoted(one.name)))
    return EventOutcome(fates, changed=True)


def _same_people(connection: Connection, here: EventContent, content: EventContent) -> bool:
    """Whether every player of the stored event is known by the name in the content."""
    for one, other in zip(here.players, content.players, strict=False):
        mine, theirs = row_named(connection, one.name), row_named(connection, other.name)
        if theirs is None or person_of(connection, theirs) != mine:
            return False
    return len(here.players) <= len(content.players)


def _continues(here: EventContent, content: EventContent) -> bool:
    """Whether the content is a later state of the stored event, apart from its players."""

    def follows(old: ContentMatch, new: ContentMatch | None) -> bool:
        if new is None or new.name != old.name:
            return False
        before = old.revisions
        # A correction adds a revision and never changes an old one.
        more = new == old or len(new.revisions) > len(before)
        return more and new.revisions[: len(before)] == before

    later = {one.number: one for one in content.matches}
    kept = _kept_entrants(here, content)
    return (
        content.bots[: len(here.bots)] == here.bots
        and content.entrants[:kept] == here.entrants[:kept]
        and content.log[: len(here.log)] == here.log
        and all(follows(one, later.get(one.number)) for one in here.matches)
    )


def _kept_entrants(here: EventContent, content: EventContent) -> int:
    """How many of the first entrants have not been taken back in the newer rows of the log."""
    newer = content.log[len(here.log) :]
    numbers: Iterable[int] = (one.details["entrant"] for one in newer if one.what == ENTRY_UNDO)
    return min((len(here.entrants), *(number - 1 for number in numbers)))


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
        content, here = self._content, self._here
        players = [0, *map(self._person, content.players)]
        link_all(self._connection, self._links)
        # Two entrants cannot become one person: which result would count?
        if len(set(players)) < len(players):
            raise Conflict(say("store.two-are-one", event=quoted(content.event)))
        versions = (BotEntry(one.name, one.target, one.version) for one in content.bots)
        bots = [0, *(bot_id(self._connection, one) for one in versions)]
        # What is there stays as it is; only what follows is stored.
        stored = here.matches if here else ()
        # Numbers in the content, ids here.
        self._matches = {one.number: self._id_of(one.name) for one in stored}
        new = self._store_matches(stored)
        # The row of the log that says what was imported.
        ids = named_ids(match=new, player=players[1:], bot=bots[1:])
        details: dict[str, object] = {"rows": len(content.log) - len(here.log if here else ())}
        if self._links:
            details |= merged_digest(self._connection)
        actor = self._database.actor
        vouched = [one for one in new if not self._importer.doubted.get(one)]
        connection = self._connection
        number, _ = next_row(connection)
        revisions = {one.number: len(one.revisions) for one in stored}
        for one in content.matches:
            self._store_revisions(one, revisions.get(one.number, 0), number)
        append(connection, actor, "import event", ids, details, records=vouched)
        if content.log:
            self._store_log(players, bots)

    def _person(self, one: ContentPlayer) -> int:
        """The id of a person, who gets all names of the content; stores a new one."""
        # One person there may be two here: then nobody can say whose the results are.
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
        # Somebody known here gets the names that are new here; nobody loses one.
        if known:
            root = known.pop()
        else:
            root = insert_row(self._connection, PLAYER, name=one.name, reading=one.reading)
            new.remove(one.name)
        for name in new:
            alias = insert_row(self._connection, PLAYER, name=name, reading="")
            self._links.append((alias, root))
        return root

    def _id_of(self, name: str) -> int:
        found = select(RECORD_TEXT.c.match_id).where(RECORD_TEXT.c.name == name)
        return int(self._connection.execute(found).scalar_one())

    def _store_matches(self, stored: Sequence[ContentMatch]) -> list[int]:
        """Store the new matches in their order, and the new content of stored ones; their ids."""
        there = {one.number: one for one in stored}
        logged = {one.details["match"] for one in self._content.log if one.what == RESULT}
        changed = []
        for number in sorted({*self._records, *logged} - there.keys()):
            if number in self._records:
                self._importer.add([self._records[number]])
                self._matches[number] = self._id_of(self._records[number].name)
            else:  # use up an id for a match that was removed
                (unused,) = BULK[self._connection.dialect.name].reserve(self._connection, 1)
                insert_row(self._connection, MATCH, id=unused, status="")
                self._connection.execute(delete(MATCH).where(MATCH.c.id == unused))
                self._matches[number] = int(unused)
            changed.append(self._matches[number])
        for one in self._content.matches:
            if one.number in there and one != there[one.number]:
                changed.append(self._matches[one.number])
                self._importer.revised(changed[-1], self._records[one.number])
        return changed

    def _store_revisions(self, match: ContentMatch, old: int, log_number: int) -> None:
        match_id = self._matches[match.number]
        first = select(REVISION.c.number).where(REVISION.c.match_id == match_id)
        kept = set(self._connection.execute(first).scalars())
        for one in match.revisions:
            if one.number not in kept and (one.number > old or len(match.revisions) > old):
                author = actor_id(self._connection, one.by) if one.by else None
                row = (match_id, one.number, one.at, author, log_number, one.what, one.reason)
                self._connection.execute(insert(REVISION).values((*row, one.status, one.text)))

    def _store_log(self, players: Ids, bots: Ids) -> None:
        """Store the event if it is new, and its entrants and rows that are not there."""
        content, here, connection = self._content, self._here, self._connection
        mine = select(EVENT.c.id).where(EVENT.c.name == content.event)
        event_id = connection.execute(mine).scalar()
        if event_id is None:
            event_id = insert_row(connection, EVENT, name=content.event)
        kept = _kept_entrants(here, content) if here else 0
        gone = ENTRANT.c.event_id == event_id, ENTRANT.c.number > kept
        connection.execute(delete(ENTRANT).where(*gone))
        for one in content.entrants[kept:]:
            who = {"player_id": players[one.player]} if one.player else {"bot_id": bots[one.bot]}
            row = insert(ENTRANT).values(event_id=event_id, number=one.number, **who)
            connection.execute(row)
        by_place, by_bot = players.__getitem__, bots.__getitem__
        for change in content.log[len(here.log if here else ()) :]:
            what = change.what
            # Rows name places in the content; here they name ids again.
            details = renumbered(what, change.details, by_place, by_bot, self._matches.__getitem__)
            ids = named_ids(event=[event_id], match=[details["match"]] if what == RESULT else [])
            number = append(connection, change.by, what, ids, details, change.at)
            connection.execute(insert(EVENT_LOG).values(event_id=event_id, log_number=number))
