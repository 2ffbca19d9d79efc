"""Imported records, stored byte for byte, with the values read from them beside the text.

Records are added, replaced, corrected and removed here; each change is one row of the log.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias

from sqlalchemy import Connection, Table, delete, insert, select, update

from engines.messages import say
from tourney.domain.errors import Conflict, UsageFault, quoted
from tourney.domain.match_values import Entries, StoredMatch
from tourney.store.bulk import BULK, Row, fault_rows, info_rows, ply_rows
from tourney.store.connect import Database
from tourney.store.corrections import (
    Content,
    Reason,
    Revised,
    add_revision,
    content,
    require_newest,
)
from tourney.store.digests import RecordDigests, altered, digests_of
from tourney.store.events import ResultCheck, TableChanges, require_free_place
from tourney.store.log import append, named_ids
from tourney.store.matches import LOGS, UNKNOWN, id_in_run, is_stored, match_with_id, pack_headers
from tourney.store.models import (
    BOT,
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
from tourney.store.runs import all_runs, pack_options

PORTION: Final = 200
"""Number of records in memory at a time."""

Clash: TypeAlias = Literal["skip", "update", "error"]
"""What to do with a record whose name is already stored with other content."""
Records: TypeAlias = Callable[[], Iterable[StoredMatch]]
"""Returns the records from the first one; called again if another process stored a name first."""


def _named_record(connection: Connection, name: str) -> int:
    came_in = select(RECORD_TEXT.c.match_id).where(RECORD_TEXT.c.name == name)
    return int(connection.execute(came_in).scalar_one())


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
    return database.first_or_again(lambda: _import(database, records(), clash, same or {}, check))


def _import(
    database: Database,
    records: Iterable[StoredMatch],
    clash: Clash,
    same: Mapping[str, str],
    check: ResultCheck,
) -> Counter[str]:
    fates: Counter[str] = Counter()
    updates: list[Revised] = []
    with database.writing() as connection:
        importer = Importer(database, connection)
        for batch in _portions(records):
            decided = importer.fates(batch, clash)
            importer.add([new for new, fate in decided if fate == "new"])
            updates += importer.updated([new for new, fate in decided if fate == "update"])
            fates.update(fate for _, fate in decided)
        join_new(connection, same, importer.new_names)
        number = importer.log("import", fates, check)
        for revised in updates:
            add_revision(connection, revised, Reason(database.actor, "import", log_number=number))
    return fates


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

    def add() -> None:
        with database.writing() as connection:
            if is_stored(connection, match.name):
                raise Conflict(say("store.name-taken", name=quoted(match.name)))
            require_free_place(connection, dict(match.headers))
            add_record(database, connection, match, what, check)

    database.first_or_again(add)


def remove_records(database: Database, records: Records, *, check: ResultCheck) -> Counter[str]:
    """Remove records in one transaction; counts removed (`undo`) and missing (`gone`) ones.

    Conflict if a record is stored with other content, or is a match of a run. That tables of
    events lose their results passes `check`.
    """
    fates: Counter[str] = Counter()
    with database.writing() as connection:
        importer = Importer(database, connection)
        for batch in _portions(records()):
            decided = importer.ends(batch)
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
            decided = importer.foreseen(batch, clash) if clash else importer.ends(batch)
            for one, fate in decided:
                if isinstance(fate, Conflict):
                    conflict, fate = conflict or fate, "refused"
                fates[fate] += 1
                if each is not None:
                    each(one.name, fate)
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
        self._runs = set(connection.execute(select(RUN.c.name)).scalars())
        self._ids: dict[tuple[str, ...], int] = {}
        self.new_names: list[str] = []
        self._altered: dict[int, bool] = {}
        self._changed: dict[str, list[int]] = {"match": [], "player": [], "bot": []}
        self._tables = TableChanges(database, connection)

    def log(self, what: str, details: Mapping[str, object], check: ResultCheck) -> int | None:
        """Write the row of the log for all changes, if there were any; returns its number.

        Results at tables of events have rows of their own after it, if they pass `check`.
        """
        if not any(self._changed.values()):
            return None
        ids = named_ids(**self._changed)
        digests = self.digests(self._changed["match"])
        details = {**details, **digests.details()}
        number = append(self._connection, self._database.actor, what, ids, details)
        digests.store(self._connection, number)
        self._tables.write(check)
        return number

    def digests(self, ids: Iterable[int]) -> RecordDigests:
        """The digests of changed records; none of those that had another content than was written.

        A new one would say that all is well: the old one goes on naming what another program did.
        """
        return digests_of(self._connection, (one for one in ids if not self._altered.get(one)))

    def updated(self, batch: Sequence[StoredMatch]) -> list[Revised]:
        """Replace the content of imported records of the same names."""
        return [self.revised(_named_record(self._connection, new.name), new) for new in batch]

    def revised(self, match_id: int, new: StoredMatch) -> Revised:
        """Replace the content of an imported record; the caller stores the revision."""
        old = content(self._connection, match_id)
        if match_id not in self._altered:
            self._altered[match_id] = bool(altered(self._connection, [match_id]))
        self._tables.revised(match_id, new)
        self._replace(match_id, new)
        after = Content(new.status, new.text)
        return Revised(match_id, old, after, altered=self._altered[match_id])

    def fates(
        self, batch: Sequence[StoredMatch], clash: Clash
    ) -> Sequence[tuple[StoredMatch, str]]:
        """The outcome of importing each record."""
        here = self._here(batch)
        return [(new, self._fate(new, here.get(new.name), clash)) for new in batch]

    def foreseen(
        self, batch: Sequence[StoredMatch], clash: Clash
    ) -> Iterator[tuple[StoredMatch, str | Conflict]]:
        """The outcome of importing each record, or why it cannot be imported."""
        here = self._here(batch)
        for new in batch:
            try:
                yield new, self._fate(new, here.get(new.name), clash)
            except Conflict as fault:
                yield new, fault

    def ends(self, batch: Sequence[StoredMatch]) -> Sequence[tuple[StoredMatch, str]]:
        """The outcome of removing each record."""
        here = self._here(batch)
        return [(old, _end(old, here.get(old.name))) for old in batch]

    def _here(self, batch: Sequence[StoredMatch]) -> Mapping[str, _Old]:
        """The stored matches of these names."""
        names = [match.name for match in batch]
        found = select(RECORD_TEXT.c.name, RECORD_TEXT.c.text).where(RECORD_TEXT.c.name.in_(names))
        here = {name: _Old(text) for name, text in self._connection.execute(found)}
        for name in names:
            if name.rpartition("/")[0] in self._runs:
                played = id_in_run(self._connection, name)
                if played is not None:
                    here[name] = _Old(played=played)
        return here

    def _text(self, old: _Old) -> str:
        """The record of a stored match; empty if its run stores no moves."""
        if old.played is None:
            return old.text
        from tourney.records.stored import engine_record  # slow to import, rarely needed

        found = match_with_id(self._database, old.played, entries=False)
        run = next(
            r for r in all_runs(self._database) if r.spec.name == found.name.rpartition("/")[0]
        )
        if run.spec.log not in LOGS:
            return ""
        return engine_record(match_with_id(self._database, old.played, entries=True))

    def _fate(self, new: StoredMatch, old: _Old | None, clash: Clash) -> str:
        if new.text is None or "\0" in new.text:
            raise UsageFault(say("store.no-text", record=new.name))
        if old is None or self._text(old) == new.text:
            return "new" if old is None else "same"
        if clash == "error":
            raise Conflict(say("store.other-content", match=quoted(new.name)))
        if old.played is not None and clash == "update":
            raise Conflict(say("store.of-a-run", match=quoted(new.name)))
        return clash

    def remove(self, names: Sequence[str]) -> None:
        """Remove imported records."""
        found = select(RECORD_TEXT.c.match_id).where(RECORD_TEXT.c.name.in_(names))
        ids = self._connection.execute(found).scalars().all() if names else ()
        self._tables.removed(ids)
        for table in (REVISION, PLY, MOVE_INFO, FAULT, SEAT, RECORD_TEXT):
            self._connection.execute(delete(table).where(table.c.match_id.in_(ids)))
        self._connection.execute(delete(MATCH).where(MATCH.c.id.in_(ids)))
        self._changed["match"] += ids

    def add(self, batch: Sequence[StoredMatch]) -> None:
        """Store records whose names are new."""
        if not batch:
            return
        bulk = BULK[self._connection.dialect.name]
        ids = bulk.reserve(self._connection, len(batch))
        self._changed["match"] += ids
        pairs = list(zip(ids, batch, strict=True))
        rows = [(i, None, None, None, None, None, new.status) for i, new in pairs]
        bulk.insert(self._connection, MATCH, iter(rows))
        # Not in bulk, so that SQLAlchemy reports a name that another process stored meanwhile.
        self._connection.execute(insert(RECORD_TEXT), [_record(i, new) for i, new in pairs])
        self._fill(pairs)
        self._tables.added(pairs)

    def _replace(self, match_id: int, new: StoredMatch) -> None:
        self._changed["match"].append(match_id)
        for table in (PLY, MOVE_INFO, FAULT, SEAT):
            self._connection.execute(delete(table).where(table.c.match_id == match_id))
        status = update(MATCH).where(MATCH.c.id == match_id).values(status=new.status)
        self._connection.execute(status)
        values = _record(match_id, new)
        row = update(RECORD_TEXT).where(RECORD_TEXT.c.match_id == match_id)
        self._connection.execute(row.values(**values))
        self._fill([(match_id, new)])

    def _fill(self, pairs: Sequence[tuple[int, StoredMatch]]) -> None:
        """Store seats, faults and plies of matches."""
        bulk = BULK[self._connection.dialect.name]
        for table, make in (
            (SEAT, self._seats),
            (FAULT, lambda i, new: fault_rows(i, new.faults)),
            (PLY, lambda i, new: ply_rows(i, Entries.of(new.entries))),
            (MOVE_INFO, lambda i, new: info_rows(i, new.infos)),
        ):
            # Make all rows first: a server answers no other query during COPY.
            made = [row for pair in pairs for row in make(*pair)]
            bulk.insert(self._connection, table, iter(made))

    def _seats(self, match_id: int, new: StoredMatch) -> Iterator[Row]:
        people = zip(new.players, new.versions, new.scores, new.places, strict=True)
        for seat, (name, version, score, place) in enumerate(people):
            bot = player = None
            if version is not None:
                bot = self._id(BOT, name=name, target="", version=version)
            elif name != UNKNOWN:
                player = self._id(PLAYER, name=name)
            yield match_id, seat, bot, player, score, place

    def _id(self, table: Table, **values: str) -> int:
        """The id of a bot or player; stores a new one."""
        key = (table.name, *values.values())
        if key not in self._ids:
            same = select(table.c.id).filter_by(**values)
            found = self._connection.execute(same).scalar()
            if found is None:
                made = self._connection.execute(insert(table).values(**values))
                assert made.inserted_primary_key is not None
                (found,) = made.inserted_primary_key
                self._changed[table.name].append(found)
                self.new_names += [values["name"]] if table is PLAYER else []
            self._ids[key] = int(found)
        return self._ids[key]


def _end(gone: StoredMatch, old: _Old | None) -> str:
    if old is None:
        return "gone"
    if old.played is not None:
        raise Conflict(say("store.played-in-run", match=quoted(gone.name)))
    if old.text != gone.text:
        raise Conflict(say("store.not-as-imported", match=quoted(gone.name)))
    return "undo"


def _record(match_id: int, new: StoredMatch) -> Mapping[str, object]:
    return {
        "match_id": match_id,
        "name": new.name,
        "game": new.game,
        "rules": new.rules,
        "options": pack_options(new.options),
        "headers": pack_headers(new.headers),
        "text": new.text,
    }


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

    A result at a table of an event passes `check`.

    Conflict if `old` is no longer the newest one. A new name in `same` belongs to the known person
    that it is mapped to.
    """

    def work() -> int:
        with database.writing() as connection:
            require_newest(connection, old.id, old.name, old.revision)
            importer = Importer(database, connection)
            revised = importer.revised(old.id, new)
            join_new(connection, same or {}, importer.new_names)
            number = importer.log(f"match {why.what}", {"revision": old.revision + 1}, check)
            return add_revision(connection, revised, why._replace(log_number=number))

    return database.first_or_again(work)
