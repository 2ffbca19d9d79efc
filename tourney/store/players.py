"""People who play: one person with several names, readings, merges that can be undone.

Every name is a row of `player`; a name that belongs to the person of another row is in
`merged_player`. So a merge changes no match, and undoing it restores what was before.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import CompoundSelect, Connection, delete, func, insert, select, update

from engines.messages import say
from tourney.domain.bounds import PLAYER_NAME
from tourney.domain.errors import Conflict, NotFound, UsageFault, quoted
from tourney.domain.names import NameIndex, name_key
from tourney.domain.safe_text import is_text
from tourney.store.connect import Database, insert_row
from tourney.store.log import append, merged_digest, named_ids
from tourney.store.models import ENTRANT, EVENT, MATCH, MERGED_PLAYER, PLAYER, RECORD_TEXT, SEAT

EDITABLE = ("reading", "nick", "shown")
"""The columns of a person that are no names of their own."""


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """A person: the name in use, its reading, other names, and the number of matches.

    `nick` is the name on pages if `shown` is `nick`; an empty `shown` is no wish.
    """

    id: int
    name: str
    reading: str = ""
    aliases: tuple[str, ...] = ()
    matches: int = 0
    nick: str = ""
    shown: str = ""

    @property
    def order(self) -> str:
        """The key by which people are sorted: the reading if there is one."""
        return name_key(self.reading or self.name)


class Lookalike(NamedTuple):
    """A new name and the known name that looks like it; the known one belongs to `person`."""

    name: str
    known: str
    person: str


class PlayedSeat(NamedTuple):
    """A seat of a person in a match; `headers` is the JSON text of the record's headers."""

    match: str
    game: str
    status: str
    place: int | None
    headers: str


def people(connection: Connection) -> dict[int, StoredPlayer]:
    """Everybody by id, in the order of names or readings."""
    # Every name is a row; rows that were merged count for the person.
    persons = merged_into(connection)
    # One look at the seats for everybody; a club has few people and many matches.
    seats = select(SEAT.c.player_id, func.count()).where(SEAT.c.player_id.is_not(None))
    played = dict(map(tuple, connection.execute(seats.group_by(SEAT.c.player_id))))
    rows = connection.execute(select(*PLAYER.c["id", "name", "reading", "nick", "shown"])).all()
    names: dict[int, list[str]] = {}
    matches: dict[int, int] = {}
    wishes: dict[int, str] = {}
    for number, name, _, _, shown in rows:
        person = persons.get(number, number)
        if number == person or shown:  # who was merged keeps the wish, unless there is another one
            wishes[person] = (shown if number == person else "") or wishes.get(person, "") or shown
        matches[person] = matches.get(person, 0) + played.get(number, 0)
        if person != number:
            names.setdefault(person, []).append(name)
    found = [
        StoredPlayer(
            id=number,
            name=name,
            reading=reading,
            aliases=tuple(sorted(names.get(number, ()))),
            matches=matches[number],
            nick=nick,
            shown=wishes[number],
        )
        for number, name, reading, nick, _ in rows
        if number not in persons
    ]
    return {one.id: one for one in sorted(found, key=lambda one: (one.order, one.name))}


def merged_into(connection: Connection) -> dict[int, int]:
    """The person of each merged name."""
    merged = select(MERGED_PLAYER.c.player_id, MERGED_PLAYER.c.person_id)
    return dict(map(tuple, connection.execute(merged)))


def all_players(database: Database) -> list[StoredPlayer]:
    """Everybody, in the order of names or readings."""
    with database.reading() as connection:
        return list(people(connection).values())


def stored_player(database: Database, ref: str) -> StoredPlayer:
    """The person with this name, alias or id; NotFound."""
    with database.reading() as connection:
        return find_player(connection, ref)


def find_player(connection: Connection, ref: str) -> StoredPlayer:
    """The person with this name, alias or id; NotFound."""
    everybody = people(connection)
    number = row_named(connection, ref)
    persons = merged_into(connection)
    # A name of digits goes before the id; ids have at most nine digits.
    if number is None and ref.isascii() and ref.isdecimal():
        given = int(ref[:9])
        number = given if given in everybody or given in persons else None
    if number is None:
        # A typing error is answered with the name that was meant.
        near = NameIndex(_all_names(everybody.values())).find(ref)
        if near:
            raise NotFound(say("store.near-player", name=quoted(ref), near=quoted(near)))
        raise NotFound(say("store.no-player", name=quoted(ref)))
    return everybody[persons.get(number, number)]


def name_in_use(database: Database, name: str) -> str:
    """The name of the person who is known by `name`; the name itself if it is new."""
    with database.reading() as connection:
        number = row_named(connection, name)
        if number is None:
            return name
        person = merged_into(connection).get(number, number)
        named = select(PLAYER.c.name).where(PLAYER.c.id == person)
        return str(connection.execute(named).scalar_one())


def _all_names(everybody: Iterable[StoredPlayer]) -> Iterator[str]:
    for one in everybody:
        yield from filter(None, (one.name, one.reading, *one.aliases))


def row_named(connection: Connection, name: str) -> int | None:
    """The id of the player with this name; None if there is none."""
    if not is_text(name):
        return None
    found = connection.execute(select(PLAYER.c.id).where(PLAYER.c.name == name)).scalar()
    return None if found is None else int(found)


def person_of(connection: Connection, player_id: int) -> int:
    """The person to whom a name belongs, both as ids."""
    person = select(MERGED_PLAYER.c.person_id).where(MERGED_PLAYER.c.player_id == player_id)
    return connection.execute(person).scalar() or player_id


def lookalikes(database: Database, names: Iterable[str], *, reading: str = "") -> list[Lookalike]:
    """Those of `names` that are new and look like a known name, or like an earlier new one."""
    with database.reading() as connection:
        everybody = people(connection)
    # A reading leads to its owner, too, but only a name is taken.
    owner = {name: one.name for one in everybody.values() for name in _all_names([one])}
    taken = {name for one in everybody.values() for name in (one.name, *one.aliases)}
    # Of two new names that look alike, the second one is told.
    index = NameIndex(owner)
    found = []
    for name in dict.fromkeys(names):
        if name in taken:
            continue
        near = index.find(name) or (index.find(reading) if reading else None)
        if near:
            found.append(Lookalike(name, near, owner[near]))
        owner[name] = owner[near] if near else name
        index.add(name)
    return found


def player_matches(database: Database, person: StoredPlayer) -> list[PlayedSeat]:
    """The seats of a person in matches, oldest first."""
    # Also the seats that were taken under a name that was merged later.
    ids = rows_of(person.id)
    columns = (RECORD_TEXT.c.name, RECORD_TEXT.c.game, MATCH.c.status, SEAT.c.place)
    query = (
        select(*columns, RECORD_TEXT.c.headers)
        .join_from(SEAT, MATCH, MATCH.c.id == SEAT.c.match_id)
        .join(RECORD_TEXT, RECORD_TEXT.c.match_id == MATCH.c.id)
        .where(SEAT.c.player_id.in_(ids))
        .order_by(MATCH.c.id, SEAT.c.seat)
    )
    with database.reading() as connection:
        return [PlayedSeat(*row) for row in connection.execute(query)]


def rows_of(person: int) -> CompoundSelect[Any]:
    """A query for the ids of all names of a person."""
    merged = select(MERGED_PLAYER.c.player_id).where(MERGED_PLAYER.c.person_id == person)
    return merged.union(select(PLAYER.c.id).where(PLAYER.c.id == person))


def good_name(name: str) -> str:
    """The name if a record can hold it; UsageFault."""
    from tourney.records.reader import bracketed  # with all that reads records

    stripped = name.strip()
    plain = stripped.isprintable() and is_text(stripped)
    if not stripped or not plain or stripped == "?" or len(stripped) > PLAYER_NAME:
        raise UsageFault(say("store.bad-name", name=quoted(name), most=PLAYER_NAME))
    if bracketed(stripped)[1] is not None:  # a record would read another name, or none
        raise UsageFault(say("store.name-in-brackets", name=quoted(name)))
    return stripped


def add_player(database: Database, name: str, reading: str = "") -> StoredPlayer:
    """Store a new person; Conflict if the name is known."""
    name = good_name(name)

    def work(connection: Connection) -> int:
        _require_free(connection, name)
        number = insert_row(connection, PLAYER, name=name, reading=reading)
        append(connection, database.actor, "player add", named_ids(player=[number]), {})
        return number

    return StoredPlayer(database.first_or_again(work), name, reading)


def _require_free(connection: Connection, name: str) -> None:
    if row_named(connection, name) is not None:
        # An alias is refused with the name of its owner, else nobody would find it.
        person = find_player(connection, name).name
        if person == name:
            raise Conflict(say("store.known-player", name=quoted(name)))
        raise Conflict(say("store.known-alias", name=quoted(name), person=quoted(person)))


def edit_player(
    database: Database,
    ref: str,
    *,
    name: str | None = None,
    reading: str | None = None,
    nick: str | None = None,
    shown: str | None = None,
    aliases: Sequence[str] = (),
    removed: Sequence[str] = (),
) -> StoredPlayer:
    """Change the name, reading, nickname, name on pages or aliases of a person.

    The old name becomes an alias.
    """
    name = None if name is None else good_name(name)
    aliases = [good_name(alias) for alias in aliases]
    given = {"reading": reading, "nick": nick and good_name(nick), "shown": shown}
    values = {key: value for key, value in given.items() if value is not None}
    with database.writing() as connection:
        person = find_player(connection, ref)
        root, ids, changed = person.id, {person.id}, []
        if name is not None and name != person.name:
            root = _rename(connection, person, name)
            person = people(connection)[root]
            changed.append("name")
        for key, value in values.items():
            if value != getattr(person, key):
                row = update(PLAYER).where(PLAYER.c.id == root)
                connection.execute(row.values(**{key: value}))
                changed.append(key)
                if key == "shown":  # also the wishes of people who were merged
                    merged = select(MERGED_PLAYER.c.player_id)
                    of_root = merged.where(MERGED_PLAYER.c.person_id == root)
                    wishes = update(PLAYER).where(PLAYER.c.id.in_(of_root))
                    connection.execute(wishes.values(shown=""))
        for alias in aliases:
            _require_free(connection, alias)
            link_all(connection, [(insert_row(connection, PLAYER, name=alias, reading=""), root)])
            changed.append("alias")
        for alias in removed:
            _remove_alias(connection, person, alias)
            changed.append("no alias")
        if changed:
            details = {"changed": " ".join(changed), **merged_digest(connection)}
            append(
                connection, database.actor, "player edit", named_ids(player={*ids, root}), details
            )
        return people(connection)[root]


def _rename(connection: Connection, person: StoredPlayer, name: str) -> int:
    """Make a new name or an alias the name in use; returns its id.

    The row of the old name stays with its matches, so that later merges can be undone.
    """
    new = row_named(connection, name) if name in person.aliases else None
    if new is None:
        _require_free(connection, name)
        new = insert_row(connection, PLAYER, name=name, reading="")
    # An alias that becomes the name no longer leads to another row.
    connection.execute(delete(MERGED_PLAYER).where(MERGED_PLAYER.c.player_id == new))
    # The old name leads to the new row, as an alias.
    link_all(connection, [(person.id, new)])
    # Reading, nickname and wish belong to the person and move to the new row.
    kept = {key: getattr(person, key) for key in EDITABLE}
    connection.execute(update(PLAYER).where(PLAYER.c.id == new).values(**kept))
    return new


def _remove_alias(connection: Connection, person: StoredPlayer, alias: str) -> None:
    if alias not in person.aliases:
        raise NotFound(say("store.no-alias", alias=quoted(alias), person=quoted(person.name)))
    number = row_named(connection, alias)
    assert number is not None
    # Somebody sat at a table under this name: that stays in the record.
    uses = (SEAT.c.player_id, ENTRANT.c.player_id, MERGED_PLAYER.c.into_id)
    counts = [select(func.count()).where(column == number) for column in uses]
    if any(connection.execute(count).scalar_one() for count in counts):
        raise Conflict(say("store.alias-in-use", alias=quoted(alias)))
    connection.execute(delete(MERGED_PLAYER).where(MERGED_PLAYER.c.player_id == number))
    connection.execute(delete(PLAYER).where(PLAYER.c.id == number))


def merge_players(database: Database, ref: str, other: str) -> tuple[StoredPlayer, StoredPlayer]:
    """Join two people: the second is from now on the first; returns both as they were.

    Conflict if they sat at one table.
    """
    with database.writing() as connection:
        person, same = find_player(connection, ref), find_player(connection, other)
        if person.id == same.id:
            raise Conflict(say("store.already-one", one=quoted(ref), other=quoted(other)))
        _require_apart(connection, person, same)
        link_all(connection, [(same.id, person.id)])
        details = {"player": same.id, "into": person.id, **merged_digest(connection)}
        ids = named_ids(player=[person.id, same.id])
        append(connection, database.actor, "player merge", ids, details)
    return person, same


def link_all(connection: Connection, pairs: Iterable[tuple[int, int]]) -> None:
    """Make names belong to the persons of other names; the merges are followed only once."""
    values = [
        {"player_id": player_id, "into_id": into, "person_id": into} for player_id, into in pairs
    ]
    if values:
        connection.execute(insert(MERGED_PLAYER), values)
        _find_persons(connection)


def _find_persons(connection: Connection) -> None:
    """Follow all merges to their ends again."""
    columns = (MERGED_PLAYER.c.player_id, MERGED_PLAYER.c.into_id, MERGED_PLAYER.c.person_id)
    rows = connection.execute(select(*columns)).all()
    into = {player_id: into_id for player_id, into_id, _ in rows}
    for player_id, end, person_id in rows:
        # A merged into B, B into C: the person of A is C, and again B if the second is undone.
        while end in into:
            end = into[end]
        if end != person_id:
            mine = update(MERGED_PLAYER).where(MERGED_PLAYER.c.player_id == player_id)
            connection.execute(mine.values(person_id=end))


def _require_apart(connection: Connection, person: StoredPlayer, same: StoredPlayer) -> None:
    """Raise Conflict if two people sat at one table, or have entered the same event."""
    one, other = quoted(person.name), quoted(same.name)
    # One person cannot sit at a table twice, nor enter an event twice.
    at_tables = RECORD_TEXT.c.name, SEAT, "match_id", RECORD_TEXT.c.match_id
    in_events = EVENT.c.name, ENTRANT, "event_id", EVENT.c.id
    for place, table, key, named in (at_tables, in_events):
        mine, theirs = table.alias("mine"), table.alias("theirs")
        both = (
            select(place)
            .join_from(mine, theirs, theirs.c[key] == mine.c[key])
            .join(place.table, named == mine.c[key])
            .where(mine.c.player_id.in_(rows_of(person.id)))
            .where(theirs.c.player_id.in_(rows_of(same.id)))
            .order_by(mine.c[key])
        )
        together = connection.execute(both).scalars().first()
        if together is None:
            continue
        if table is SEAT:
            raise Conflict(say("store.sat-together", one=one, other=other, match=quoted(together)))
        raise Conflict(say("store.both-entered", one=one, other=other, event=quoted(together)))


def unmerge_players(database: Database, ref: str, other: str) -> tuple[StoredPlayer, StoredPlayer]:
    """Undo a merge: the name `other`, with the names merged into it, is a person again."""
    with database.writing() as connection:
        person, number = find_player(connection, ref), row_named(connection, other)
        if number is None or other not in person.aliases:
            into = quoted(person.name)
            raise NotFound(say("store.not-merged", name=quoted(other), person=into))
        connection.execute(delete(MERGED_PLAYER).where(MERGED_PLAYER.c.player_id == number))
        _find_persons(connection)
        details = {"player": number, "from": person.id, **merged_digest(connection)}
        ids = named_ids(player=[person.id, number])
        append(connection, database.actor, "player unmerge", ids, details)
        everybody = people(connection)
        return everybody[person.id], everybody[number]


def join_new(connection: Connection, same: Mapping[str, str], new: Sequence[str]) -> dict[str, str]:
    """Merge those of the `new` names that are keys of `same` into the people named there.

    Returns what the row of the log says about it. Conflict if two of one person sat at one table.
    """
    joined = [name for name in new if name in same]
    for name in joined:
        person, other = find_player(connection, same[name]), find_player(connection, name)
        _require_apart(connection, person, other)
        link_all(connection, [(other.id, person.id)])
    return merged_digest(connection) if joined else {}
