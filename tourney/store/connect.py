"""From a path or URL to connections, and from a driver's errors to one clear line.

Knows the two dialects and their settings; knows no table.
"""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from tourney.domain.errors import Conflict, NotFound, TourneyError, UsageFault

T = TypeVar("T")
QUICKER: Final = 5  # how often others may be quicker before that is thought to be a bug

SQLITE = "sqlite+pysqlite"
POSTGRES = "postgresql+psycopg"
DRIVERS = {"sqlite": SQLITE, "postgresql": POSTGRES, "postgres": POSTGRES}


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database is: its URL and, for SQLite, its file."""

    url: URL
    path: Path | None

    @property
    def shown(self) -> str:
        """How messages name it, without a password."""
        if self.path is not None:
            return str(self.path)
        return self.url.set(drivername="postgresql").render_as_string(hide_password=True)


def address(target: str) -> Address:
    """Read a path or URL; anything without "://" is the path of a SQLite file."""
    if "://" not in target:
        return _file(target)
    try:
        url = make_url(target)
    except (ArgumentError, ValueError):
        raise UsageFault(f"not a database URL '{target}': try postgresql://host/name") from None
    driver = DRIVERS.get(url.drivername.partition("+")[0])
    if driver is None:
        raise UsageFault(
            f"unknown kind of database '{url.drivername}': use a file, sqlite:// or postgresql://"
        )
    if driver == SQLITE:
        return _file(url.database or "")
    return Address(url.set(drivername=driver), None)


def _file(path: str) -> Address:
    if path in ("", ":memory:"):
        raise UsageFault(f"no database file '{path}': name a file")
    return Address(URL.create(SQLITE, database=path), Path(path))


def look(place: Address, *, create: bool = False) -> None:
    """Refuse what opening would turn into an empty file or an obscure message."""
    path = place.path
    if path is None or (path.is_file() and _begins_well(path)):
        return
    if path.exists():
        raise Conflict(f"'{path}' is not a database: name another file")
    if not create:
        raise NotFound(f"no database '{path}': play a run first, or name one with --db")
    if not path.parent.is_dir():
        raise NotFound(f"no folder '{path.parent}' for the database: make it first")


def _begins_well(path: Path) -> bool:
    """Whether a file may be SQLite's, which takes a short file of anything for an empty one."""
    try:
        with path.open("rb") as file:
            head = file.read(16)
    except PermissionError:
        raise TourneyError(f"no permission to read '{path}': change its permissions") from None
    return head in (b"", b"SQLite format 3\0")


class Database:
    """Connections to one database, each with the errors of its driver told in one line."""

    def __init__(self, place: Address, timeout: float) -> None:
        """Prepare; connects to nothing yet. A lock is waited for `timeout` seconds."""
        self.place = place
        self.timeout = timeout
        self.engine = _file_engine(place, timeout) if place.path else _server(place, timeout)
        self.writer = self.engine.execution_options(writes=True)

    @property
    def is_file(self) -> bool:
        """Whether this is SQLite."""
        return self.place.path is not None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database; results arrive in portions."""
        with self.told(), self.engine.connect() as connection, connection.begin():
            yield connection.execution_options(yield_per=1000)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that holds the write lock from its first statement on."""
        with self.told(), self.writer.connect() as connection, connection.begin():
            yield connection

    def first_or_again(self, work: Callable[[], T]) -> T:
        """What `work` gives; it is done anew while others are quicker to store a row it stores.

        A server lets two look for a name before either of them stores it.
        """
        for _ in range(QUICKER):
            try:
                return work()
            except IntegrityError:
                continue
        return work()

    @contextmanager
    def told(self) -> Iterator[None]:
        """Turn what can go wrong in the world into the program's own errors; bugs stay bugs."""
        try:
            yield
        except (DBAPIError, self.engine.dialect.loaded_dbapi.Error) as error:
            fault = _fault(self.place, getattr(error, "orig", error) or error)
            if fault is None:
                raise
            raise fault from error

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def _file_engine(place: Address, timeout: float) -> Engine:
    engine = create_engine(place.url, connect_args={"timeout": timeout})
    event.listen(engine, "connect", _settle)
    event.listen(engine, "begin", _begin)
    return engine


def _settle(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = NORMAL")


def _begin(connection: Connection) -> None:
    """Begin as a writer where one is meant: SQLite does not wait for a lock it upgrades to."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _server(place: Address, timeout: float) -> Engine:
    options = f"-c lock_timeout={int(timeout * 1000)}"
    try:
        return create_engine(place.url, connect_args={"options": options})
    except ModuleNotFoundError:
        raise UsageFault(
            f"no driver for '{place.shown}': pip install 'tourney[postgres]'"
        ) from None


WORLD: tuple[tuple[str, type[TourneyError], str], ...] = (
    (
        r"is locked|lock timeout",
        Conflict,
        "'{0}' is locked by another writer: wait for it to end, or stop it",
    ),
    (r"file is not a database", Conflict, "'{0}' is not a database: name another file"),
    (
        r"malformed|no such (table|column)",
        Conflict,
        "'{0}' is damaged: see tourney db integrity, go back to a backup",
    ),
    (
        r"readonly database|read-only|permission denied",
        TourneyError,
        "no permission to write '{0}': change its permissions or name another",
    ),
    (
        r"unable to open database file",
        TourneyError,
        "cannot open '{0}': check the permissions of the file and its folder",
    ),
    (r"is full|no space left", TourneyError, "disk full while writing '{0}': make room"),
    (r"disk i/o error", TourneyError, "the disk under '{0}' fails or is full: check it"),
    (r'database "[^"]*" does not exist', NotFound, "no database '{0}': create it on the server"),
)


def _fault(place: Address, fault: BaseException) -> TourneyError | None:
    """What to tell the user; None for what no user can cause."""
    words = " ".join(str(fault).split())
    names = {kind.__name__ for kind in type(fault).__mro__}
    plain = type(fault) is sqlite3.DatabaseError
    if not (plain or names & {"OperationalError", "InsufficientPrivilege"}):
        return None
    for pattern, kind, message in WORLD:
        if re.search(pattern, words, re.IGNORECASE):
            return kind(message.format(place.shown))
    if place.path is None:
        return TourneyError(f"no answer from '{place.shown}': {words}")
    return None
