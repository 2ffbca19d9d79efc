"""Records that came in: kept byte for byte, with what was read from them beside the text."""

from dataclasses import replace

from sqlalchemy import Connection, delete, select
from sqlmodel import Session
from sqlmodel import select as select_rows

from tourney.domain.errors import Conflict, NotFound, UsageFault, quoted
from tourney.domain.matches import StoredMatch
from tourney.domain.runs import BotEntry
from tourney.domain.texts import is_text
from tourney.play.logs import columns
from tourney.store import reads
from tourney.store.bulk import BULK, fault_rows, ply_rows
from tourney.store.connect import Database
from tourney.store.models import (
    FAULT,
    MATCH,
    PLY,
    RECORD_TEXT,
    RUN,
    SEAT,
    Match,
    Player,
    RecordText,
    Seat,
)
from tourney.store.runs import all_runs, bot_row, pack_options


def find(database: Database, ref: str) -> int:
    """The database's id of a match given by record id or by that id itself; NotFound."""
    found = None
    if is_text(ref):
        with database.reading() as connection:
            found = _named(connection, ref)
            if found is None:
                itself = select(MATCH.c.id).where(MATCH.c.id == _number(ref))
                found = connection.execute(itself).scalar()
    if found is None:
        where = quoted(database.place.shown)
        raise NotFound(f"no match {quoted(ref)} in {where}: see tourney match list")
    return found


def _named(connection: Connection, name: str) -> int | None:
    """The id of the match that a record of this name would be, if there is one."""
    run, _, number = name.rpartition("/")
    played = (
        select(MATCH.c.id)
        .join_from(MATCH, RUN, RUN.c.id == MATCH.c.run_id)
        .where(RUN.c.name == run, MATCH.c.number == _number(number))
    )
    came_in = select(RECORD_TEXT.c.match_id).where(RECORD_TEXT.c.name == name)
    ids = (connection.execute(query).scalar() for query in (played, came_in))
    return next((int(match_id) for match_id in ids if match_id is not None), None)


def _number(text: str) -> int:
    """A number as people write it, -1 for anything that cannot be one of a match."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def match(database: Database, ref: str, *, entries: bool = True) -> StoredMatch:
    """One match; NotFound, or DataFault if entries are wanted that were not kept."""
    part = reads.single_part(find(database, ref))
    for record in reads.record_matches(database, part=part, entries=entries):
        return record
    with database.reading() as connection:
        run_id = connection.execute(select(MATCH.c.run_id).where(part.where)).scalar_one()
    run = next(run for run in all_runs(database) if run.id == run_id)
    return next(reads.run_matches(database, run, part=part, entries=entries))


def add_match(database: Database, new: StoredMatch) -> int:
    """Store a record that came in; its id is ignored, and one that is here already is left.

    Conflict if there is another match of this name with other content.
    """
    text = new.text
    if text is None or "\0" in text:
        raise UsageFault(f"record '{new.name}' has no text that can be kept")
    return database.first_or_again(lambda: _add_match(database, new, text))


def _add_match(database: Database, new: StoredMatch, text: str) -> int:
    with database.told(), Session(database.writer) as session:
        if _named(session.connection(), new.name) is None:
            match_id = _insert(session, new, text)
            session.commit()
            return match_id
    return _same(match(database, new.name), new)


def _same(old: StoredMatch, new: StoredMatch) -> int:
    here = old if old.text is not None else replace(old, text=new.text)
    if here.text == new.text and (old.text or replace(here, id=new.id) == new):
        return old.id
    raise Conflict(f"match '{new.name}' is already there with other content: rename the new one")


def _insert(session: Session, new: StoredMatch, text: str) -> int:
    row = Match(status=new.status, number=None, deal=None, lineup=None, rotation=None)
    session.add(row)
    session.flush()
    assert row.id is not None
    session.add(_record(row.id, new, text))
    session.add_all([_seat(session, row.id, new, seat) for seat in range(len(new.players))])
    session.flush()
    connection = session.connection()
    bulk = BULK[connection.dialect.name]
    bulk.insert(connection, FAULT, fault_rows(row.id, new.faults))
    bulk.insert(connection, PLY, ply_rows(row.id, columns(new.entries)))
    return row.id


def _record(match_id: int, new: StoredMatch, text: str) -> RecordText:
    return RecordText(
        match_id=match_id,
        name=new.name,
        game=new.game,
        rules=new.rules,
        options=pack_options(new.options),
        headers=reads.pack_headers(new.headers),
        text=text,
    )


def _seat(session: Session, match_id: int, new: StoredMatch, seat: int) -> Seat:
    name, version = new.players[seat], new.versions[seat]
    row = Seat(match_id=match_id, seat=seat, score=new.scores[seat], place=new.places[seat])
    if version is not None:
        row.bot_id = bot_row(session, BotEntry(name, "", version)).id
    elif name != reads.UNKNOWN:
        row.player_id = _player(session, name).id
    return row


def _player(session: Session, name: str) -> Player:
    player = session.exec(select_rows(Player).where(Player.name == name)).first()
    if player is None:
        player = Player(name=name)
        session.add(player)
        session.flush()
    return player


def delete_match(database: Database, ref: str) -> None:
    """Remove a record that came in; a run's match goes with its run only."""
    match_id = find(database, ref)
    with database.writing() as connection:
        kept = select(RECORD_TEXT.c.match_id).where(RECORD_TEXT.c.match_id == match_id)
        if connection.execute(kept).scalar() is None:
            raise Conflict(f"match '{ref}' belongs to a run: delete the run, or void the match")
        for table in (PLY, FAULT, SEAT, RECORD_TEXT):
            connection.execute(delete(table).where(table.c.match_id == match_id))
        connection.execute(delete(MATCH).where(MATCH.c.id == match_id))
