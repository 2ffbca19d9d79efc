"""Imported records, stored byte for byte, with the values read from them beside the text.

Records are added, replaced, corrected and removed here; each change is one row of the log.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import Connection, Table, delete, insert, select, update

from engines.messages import say
from tourney.domain.errors import Conflict, UsageFault, quoted
from tourney.domain.match_values import Entries, StoredMatch
from tourney.store.bulk import BULK, Row, fault_rows, info_rows, ply_rows
from tourney.store.connect import Database, insert_row
from tourney.store.corrections import (
    Content,
    Reason,
    Revised,
    add_revision,
    content,
    require_newest,
)
from tourney.store.events import ResultCheck, TableChanges, require_free_place
from tourney.store.log import altered, append, named_ids, next_row
from tourney.store.matches import LOGS, PLAYED_NAME, UNKNOWN, id_in_run, id_named, match_with_id
from tourney.store.models import (
    ANALYSIS,
    BOT,
    EVENT,
    FAULT,
    MATCH,
    MOVE_INFO,
    PLAYER,
    PLY,
    RECORD_TEXT,
    REVISION,
    RUN,
    SEAT,
)
from tourney.store.players import join_new
from tourney.store.runs import run_named

PORTION: Final = 200
"""Number of records in memory at a time."""

Clash: TypeAlias = Literal["skip", "update", "error"]
"""What to do with a record whose name is already stored with other content."""
Records: TypeAlias = Callable[[], Iterable[StoredMatch]]
"""Returns the records from the first one; called again if another process stored a name first."""


def import_records(
    database: Database,
    records: Records,
    clash: Clash = "error",
    same: Mapping[str, str] | None = None,
    *,
    check: ResultCheck,
) -> Counter[str]:
    """Import records in one transaction: all or none; results at tables of events pass `check`.

    A new name in `same` belongs to the known person that it is mapped to.
    Returns the number of records by outcome: `new`, `same` as a stored one, `skip` or `update`.
    Conflict if a record is stored with other content and `clash` is "error", or if a match of a
    run would be replaced.
    """

    def work(connection: Connection) -> Counter[str]:
        fates: Counter[str] = Counter()
        updates: list[Revised] = []
        importer = Importer(database, connection)
        for batch in _portions(records()):
            decided = importer.fates(batch, clash)
            importer.add([new for new, fate in decided if fate == "new"])
            for new in (new for new, fate in decided if fate == "update"):
                mine = select(RECORD_TEXT.c.match_id).where(RECORD_TEXT.c.name == new.name)
                match_id = int(connection.execute(mine).scalar_one())
                updates.append(importer.revised(match_id, new))
            fates.update(fate for _, fate in decided)
        joined = join_new(connection, same or {}, importer.new_names)
        number, _ = next_row(connection)
        for revised in updates:
            add_revision(connection, revised, Reason(database.actor, "import", log_number=number))
        importer.log("import", {**fates, **joined}, check)
        return fates

    return database.first_or_again(work)


def add_record(
    database: Database, connection: Connection, match: StoredMatch, what: str, check: ResultCheck
) -> None:
    """Store a new record in the transaction of `connection`; Conflict if its name is taken.

    `what` names the command in the log. A result at a table of an event passes `check`.
    """
    importer = Importer(database, connection)
    importer.fates([match], "error")
    importer.add([match])
    importer.log(what, Counter(new=1), check)


def add_match(
    database: Database, match: StoredMatch, what: str = "record", *, check: ResultCheck
) -> None:
    """Store a new match; Conflict if its name or its place in an event is taken.

    `what` names the command in the log. A result at a table of an event passes `check`.
    """

    def work(connection: Connection) -> None:
        if id_named(connection, match.name) is not None:
            raise Conflict(say("store.name-taken", name=quoted(match.name)))
        require_free_place(connection, dict(match.headers))
        importer = Importer(database, connection)
        importer.add([match])
        importer.log(what, Counter(new=1), check)

    database.first_or_again(work)


def correct_match(
    database: Database,
    old: StoredMatch,
    new: StoredMatch,
    why: Reason,
    same: Mapping[str, str] | None = None,
    *,
    check: ResultCheck,
) -> int:
    """Store `new` as the newest revision of an imported record; returns its number.

    A result at a table of an event passes `check`. A new name in `same` belongs to the known person
    that it is mapped to. Conflict if `old` is no longer the newest revision.
    """

    def work(connection: Connection) -> int:
        # Who corrects has seen a certain revision; a newer one would be lost.
        require_newest(connection, old.id, old.name, old.revision)
        importer = Importer(database, connection)
        revised = importer.revised(old.id, new)
        joined = join_new(connection, same or {}, importer.new_names)
        number, _ = next_row(connection)
        revision = add_revision(connection, revised, why._replace(log_number=number))
        importer.log(f"match {why.what}", {"revision": revision, **joined}, check)
        return revision

    return database.first_or_again(work)


def remove_records(database: Database, records: Records, *, check: ResultCheck) -> Counter[str]:
    """Remove records in one transaction; counts removed (`undo`) and missing (`gone`) ones.

    Conflict if a record is stored with other content, or is a match of a run. That tables of
    events lose their results passes `check`.
    """
    fates: Counter[str] = Counter()
    with database.writing() as connection:
        importer = Importer(database, connection)
        for batch in _portions(records()):
            decided = importer.fates(batch, None)
            importer.remove([old.name for old, fate in decided if fate == "undo"])
            fates.update(fate for _, fate in decided)
        importer.log("import undo", fates, check)
    return fates


def foresee_records(
    database: Database,
    records: Records,
    clash: Clash | None,
    each: Callable[[str, str], None] | None = None,
) -> Counter[str]:
    """The outcome of importing records; without `clash`, the outcome of removing them.

    `each` is called with the name and the outcome of every record; then the first Conflict is
    raised, if there is one.
    """
    fates: Counter[str] = Counter()
    conflict: Conflict | None = None
    with database.reading() as connection:
        importer = Importer(database, connection)
        for batch in _portions(records()):
            decided = importer.foreseen(batch, clash) if clash else importer.fates(batch, None)
            for match, fate in decided:
                # A record that is refused does not keep the others from being told.
                if isinstance(fate, Conflict):
                    conflict, fate = conflict or fate, "refused"
                fates[fate] += 1
                if each is not None:
                    each(match.name, fate)
    if conflict is not None:
        raise conflict
    return fates


def _portions(records: Iterable[StoredMatch]) -> Iterator[Sequence[StoredMatch]]:
    rest = iter(records)
    while batch := tuple(islice(rest, PORTION)):
        yield batch


class _Old(NamedTuple):
    """A stored match: the text of an imported record, or the id of a match of a run."""

    text: str = ""
    played: int | None = None


class Importer:
    """Imports and removes records within one transaction."""

    def __init__(self, database: Database, connection: Connection) -> None:
        self._database = database
        self._connection = connection
        self.new_names: list[str] = []
        self._ids: dict[tuple[str, ...], int] = {}
        self._changed: dict[str, list[int]] = {"match": [], "player": [], "bot": []}
        self.doubted: dict[int, bool] = {}
        """Whether another program had changed a record before it is revised here.

        It gets no new digest, which would say that all is well: the old one goes on telling.
        """
        events = dict(map(tuple, connection.execute(select(EVENT.c.name, EVENT.c.id))))
        self._tables = TableChanges(database, connection, events)

    def log(self, what: str, details: Mapping[str, object], check: ResultCheck) -> int | None:
        """Write the row of the log for all changes, if there were any; returns its number.

        Results at tables of events have rows of their own after it, if they pass `check`.
        """
        if not any(self._changed.values()):
            return None
        ids, actor = named_ids(**self._changed), self._database.actor
        vouched = [one for one in self._changed["match"] if not self.doubted.get(one)]
        number = append(self._connection, actor, what, ids, details, records=vouched)
        self._tables.write(check)
        return number

    def revised(self, match_id: int, new: StoredMatch) -> Revised:
        """Replace the content of an imported record; the caller stores the revision."""
        old = content(self._connection, match_id)
        if match_id not in self.doubted:
            self.doubted[match_id] = bool(altered(self._connection, [match_id]))
        # Before the new content is stored: the old place at a table opens again.
        self._tables.revised(match_id, new)
        self._changed["match"].append(match_id)
        for table in (ANALYSIS, PLY, MOVE_INFO, FAULT, SEAT, RECORD_TEXT):
            self._connection.execute(delete(table).where(table.c.match_id == match_id))
        # The id of the match stays, which events and revisions name.
        status = update(MATCH).where(MATCH.c.id == match_id).values(status=new.status)
        self._connection.execute(status)
        self._fill([(match_id, new)])
        after = Content(new.status, new.text)
        return Revised(match_id, old, after, altered=self.doubted[match_id])

    def fates(
        self, batch: Sequence[StoredMatch], clash: Clash | None
    ) -> list[tuple[StoredMatch, str]]:
        """The outcome of importing each record; without `clash`, of removing it. Conflict."""
        decided = []
        for match, fate in self.foreseen(batch, clash):
            if isinstance(fate, Conflict):
                raise fate
            decided.append((match, fate))
        return decided

    def foreseen(
        self, batch: Sequence[StoredMatch], clash: Clash | None
    ) -> Iterator[tuple[StoredMatch, str | Conflict]]:
        """The outcome of importing or removing each record, or why that is refused."""
        names = [match.name for match in batch]
        texts = select(RECORD_TEXT.c.name, RECORD_TEXT.c.text).where(RECORD_TEXT.c.name.in_(names))
        here = {name: _Old(text) for name, text in self._connection.execute(texts)}
        # Matches of runs have no such row: their name is that of the run and a number.
        for name in names:
            at = PLAYED_NAME.fullmatch(name)
            if at is not None and at[1] in self._runs:
                played = id_in_run(self._connection, *at.groups())
                if played is not None:
                    here[name] = _Old(played=played)
        for match in batch:
            yield match, self._fate(match, here.get(match.name), clash)

    @cached_property
    def _runs(self) -> frozenset[str]:
        """The names of all runs."""
        return frozenset(self._connection.execute(select(RUN.c.name)).scalars())

    def _fate(self, match: StoredMatch, old: _Old | None, clash: Clash | None) -> str | Conflict:
        name = quoted(match.name)
        if clash is None:
            if old is None:
                return "gone"
            if old.played is not None:
                return Conflict(say("store.played-in-run", match=name))
            # Who corrected a record since it was imported does not lose the correction.
            if old.text != match.text:
                return Conflict(say("store.not-as-imported", match=name))
            return "undo"
        if match.text is None or "\0" in match.text:
            raise UsageFault(say("store.no-text", record=match.name))
        if old is None:
            return "new"
        text = old.text
        if old.played is not None:
            # A match of a run is the same if its record would be, which needs its moves.
            from tourney.records.stored import engine_record  # slow to import, rarely needed

            run = run_named(self._database, match.name.rpartition("/")[0])
            if run.spec.log in LOGS:
                text = engine_record(match_with_id(self._database, old.played, entries=True))
        if match.text == text:
            return "same"
        if clash == "error":
            return Conflict(say("store.other-content", match=name))
        if old.played is not None and clash == "update":
            return Conflict(say("store.of-a-run", match=name))
        return clash

    def remove(self, names: Sequence[str]) -> None:
        """Remove imported records."""
        found = select(RECORD_TEXT.c.match_id).where(RECORD_TEXT.c.name.in_(names))
        ids = self._connection.execute(found).scalars().all() if names else ()
        # While the headers are there, which say which tables of events open again.
        self._tables.removed(ids)
        # The digests stay: that the record was removed is in the log.
        for table in (ANALYSIS, REVISION, PLY, MOVE_INFO, FAULT, SEAT, RECORD_TEXT):
            self._connection.execute(delete(table).where(table.c.match_id.in_(ids)))
        self._connection.execute(delete(MATCH).where(MATCH.c.id.in_(ids)))
        self._changed["match"] += ids

    def add(self, batch: Sequence[StoredMatch]) -> None:
        """Store records whose names are new."""
        if not batch:
            return
        bulk = BULK[self._connection.dialect.name]
        # Ids are known before the rows are, so that all tables can be written in bulk.
        ids = bulk.reserve(self._connection, len(batch))
        self._changed["match"] += ids
        pairs = list(zip(ids, batch, strict=True))
        rows = [(i, None, None, None, None, None, new.status) for i, new in pairs]
        bulk.insert(self._connection, MATCH, iter(rows))
        self._fill(pairs)
        if self._tables.events:
            self._tables.stored += pairs

    def _fill(self, pairs: Sequence[tuple[int, StoredMatch]]) -> None:
        """Store texts, seats, faults, plies and texts about moves; bots and players who are new."""
        texts = []
        # Make all rows first: a server answers no other query during COPY.
        made: dict[Table, list[Row]] = {SEAT: [], FAULT: [], PLY: [], MOVE_INFO: []}
        for match_id, new in pairs:
            if new.text is None or "\0" in new.text:  # which a server cannot store
                raise UsageFault(say("store.no-text", record=new.name))
            options = " ".join(f"{key}={value}" for key, value in new.options)
            headers = json.dumps(new.headers, ensure_ascii=False)
            text = (match_id, new.name, new.game, new.rules, options, headers, new.text)
            texts.append(dict(zip(RECORD_TEXT.columns.keys(), text, strict=True)))
            people = zip(new.players, new.versions, new.scores, new.places, strict=True)
            for seat, (name, version, score, place) in enumerate(people):
                table, who = PLAYER, {"name": name}
                if version is not None:
                    table, who = BOT, {"name": name, "target": "", "version": version}
                # A league of 20 people sits at a thousand tables: each is looked up once.
                key = (table.name, *who.values())
                if key not in self._ids and (version is not None or name != UNKNOWN):
                    same = select(table.c.id).filter_by(**who)
                    known = self._connection.execute(same).scalar()
                    if known is None:
                        known = insert_row(self._connection, table, **who)
                        self._changed[table.name].append(known)
                        self.new_names += [name] if table is PLAYER else []
                    self._ids[key] = int(known)
                number = self._ids.get(key)  # nobody, if the player is not known
                ids = (number, None) if table is BOT else (None, number)
                made[SEAT].append((match_id, seat, *ids, score, place))
            # Records of people seldom have more than their seats.
            if new.faults:
                made[FAULT] += fault_rows(match_id, new.faults)
            if new.entries:
                made[PLY] += ply_rows(match_id, Entries.of(new.entries))
            if new.infos:
                made[MOVE_INFO] += info_rows(match_id, new.infos)
        # Not in bulk, so that SQLAlchemy reports a name that another process stored meanwhile.
        self._connection.execute(insert(RECORD_TEXT), texts)
        for table, rows in made.items():
            if rows:
                BULK[self._connection.dialect.name].insert(self._connection, table, iter(rows))
