"""Opens a database, and creates a new one."""

from tourney.store import schema
from tourney.store.connect import NO_WAIT, UNKNOWN_ACTOR, Database, Wait, address, look

BUSY_SECONDS = 5.0


def open_store(
    url: str,
    *,
    create: bool = False,
    busy_seconds: float = BUSY_SECONDS,
    actor: str = UNKNOWN_ACTOR,
    wait: Wait = NO_WAIT,
) -> Database:
    """Open the database at a path or URL; with `create` a missing one is created.

    The log of the database names `actor` as the author of all changes. A server that does not
    answer is waited for as `wait` says.
    NotFound if there is none; Conflict if it is not a database of tourney, has another schema, or
    is locked for longer than `busy_seconds`.
    """
    place = address(url)
    look(place, create=create)
    new = place.path if place.path and not place.path.exists() else None
    database = Database(place, busy_seconds, create=create)
    database.actor = actor
    database.wait = wait
    try:
        database.patiently(lambda: _check(database, create=create))
    except BaseException:
        database.close()
        if new and new.exists() and not new.stat().st_size:
            new.unlink()  # no unfinished file is left on a full disk
        raise
    return database


def _check(database: Database, *, create: bool) -> None:
    with database.reading() as connection:
        found = schema.schema(connection)
        if found is schema.Schema.CURRENT:
            schema.require_whole(database.place, connection)
    if create and found is schema.Schema.EMPTY:
        schema.create(database)
    else:
        schema.require_usable(database.place, found)
