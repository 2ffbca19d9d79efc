"""Opens connections to the database at a path or URL, and guards a SQLite file that is in use.

Knows the two dialects and their settings, but no tables.

SQLite continues to write to a file that was renamed, replaced or deleted, and to a write-ahead log
that was removed. Therefore every transaction compares the files found under the names with the
opened ones.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass, field
from logging import NullHandler, getLogger
from pathlib import Path
from socket import SHUT_RDWR, socket
from threading import current_thread, main_thread
from time import monotonic, sleep
from typing import Any, Final, NamedTuple, Protocol, TypeVar
from urllib.parse import quote
from weakref import WeakSet

from sqlalchemy import (
    URL,
    Connection,
    CursorResult,
    Engine,
    Table,
    create_engine,
    event,
    insert,
    make_url,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError, IntegrityError
from sqlalchemy.util import LRUCache

from engines.messages import Message, say
from tourney.domain.errors import Conflict, NotFound, TourneyError, UsageFault, quoted
from tourney.domain.safe_text import without_password
from tourney.store.database_faults import Damaged, DatabaseGone, fault_of

T = TypeVar("T")
SMALLEST: Final = 512
"""Bytes of the smallest SQLite database that holds anything."""
RETRY: Final = 0.5
"""Seconds between two attempts to reach a server."""
QUICKER: Final = 5  # attempts lost to other processes before the error is taken for a bug

UNKNOWN_ACTOR: Final = "unknown"
"""Who changes data, in the log, unless a name is given."""

Identity = tuple[int, int]
"""Device and inode of a file, which do not change when it is renamed."""
LOGS: Final = ("-wal", "-journal")
"""Files beside a database that may contain a part of its content."""
SHARED: Final = ("-wal", "-shm")
"""Files beside a database that all processes using it must share."""
STILL: Final = "mode=ro&immutable=1"
"""Makes SQLite treat a file as unchanging: it takes no locks and opens no log."""

SQLITE = "sqlite+pysqlite"
POSTGRES = "postgresql+psycopg"
DRIVERS = {"sqlite": SQLITE, "postgresql": POSTGRES, "postgres": POSTGRES}


@dataclass(frozen=True, slots=True)
class Address:
    """The place of a database: its URL, for SQLite its file, and its name in messages."""

    url: URL
    path: Path | None
    shown: str
    """Without a password, and otherwise as the user wrote it."""


def address(target: str) -> Address:
    """Read a path or URL; anything without "://" is the path of a SQLite file."""
    path = target
    if "://" in target:
        try:
            url = make_url(target)
        except (ArgumentError, ValueError):
            shown = quoted(without_password(target))
            raise UsageFault(say("store.bad-url", url=shown)) from None
        # Users write `postgres://` as elsewhere; the driver behind it is our choice.
        driver = DRIVERS.get(url.drivername.partition("+")[0])
        if driver is None:
            raise UsageFault(say("store.unknown-kind", kind=url.drivername))
        if driver != SQLITE:
            return Address(url.set(drivername=driver), None, without_password(target))
        path = url.database or ""
    # Nobody could read such a database again.
    if path in ("", ":memory:"):
        raise UsageFault(say("store.not-a-file", path=path))
    return Address(URL.create(SQLITE, database=path), Path(path), str(Path(path)))


def look(place: Address, *, create: bool = False) -> None:
    """Report missing or unusable files before SQLite creates an empty file or an obscure error."""
    path = place.path
    if path is None:
        return
    if path.is_file():
        if not os.access(path, os.R_OK):
            raise TourneyError(say("store.not-readable", path=str(path)))
        # SQLite would treat any short file as empty. Longer files are not opened here: closing
        # them would release SQLite's locks in this process.
        if not 0 < path.stat().st_size < SMALLEST:
            return
    if path.exists():
        raise Conflict(say("store.not-a-database", path=str(path)))
    if not create:
        raise NotFound(say("store.no-database", path=str(path)))
    if not path.parent.is_dir():
        raise NotFound(say("store.no-folder", folder=str(path.parent)))


class DatabaseMoved(TourneyError):
    """The file of a database that is in use was renamed, replaced or deleted."""


class FileConnection(sqlite3.Connection):
    """A connection to a file; `stamp` describes the file if SQLite treats it as unchanging."""

    stamp: tuple[object, ...] | None = None


def identity(path: Path | str) -> Identity | None:
    """The file that a name leads to; None if there is none or it cannot be reached."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def filled(path: str) -> bool:
    """Whether a file exists and is not empty."""
    with suppress(OSError):
        return os.path.getsize(path) > 0
    return False


def _stamp(path: Path) -> tuple[object, ...]:
    """Properties of a file that change when somebody writes to it."""
    found = os.stat(path)
    logs = tuple(filled(f"{os.path.realpath(path)}{suffix}") for suffix in LOGS)
    return found.st_ino, found.st_size, found.st_mtime_ns, logs


def _require_own_log(path: Path, uri: str, timeout: float) -> None:
    """Damaged if the write-ahead log was left behind by another database of this name.

    SQLite would treat it as a part of this database, show its content and write it into the file.
    File and log both contain the number that a database gets when it is created.
    """
    numbers = []
    for mode in (STILL, "mode=ro"):  # without the log, and with it
        with (
            suppress(sqlite3.Error),
            closing(sqlite3.connect(f"{uri}?{mode}", timeout=timeout, uri=True)) as connection,
        ):
            numbers.append(connection.execute("PRAGMA user_version").fetchone()[0])
    if len(numbers) == 2 and numbers[0] and numbers[0] != numbers[1]:
        raise Damaged(say("store.foreign-log", path=str(path)))


@dataclass
class FileWatch:
    """Remembers from which file a database was opened, and which files lie beside it.

    `real` is the path without symbolic links at that time.
    """

    path: Path
    real: str
    opened: Identity | None = None
    beside: dict[str, Identity] = field(default_factory=dict)

    @property
    def moved(self) -> bool:
        """Whether the name of the database leads to another file or to none."""
        return self.opened is not None and identity(self.path) != self.opened

    def require(self) -> None:
        """DatabaseMoved if the database or a file beside it is not the opened one."""
        path = str(self.path)
        if self.moved:
            if found := self.whereabouts():
                raise DatabaseMoved(say("store.renamed", path=path, new=str(found)))
            if identity(self.path) is not None:
                raise DatabaseMoved(say("store.replaced", path=path))
            if os.path.lexists(self.path):
                raise DatabaseMoved(say("store.unreachable", path=path))
            raise DatabaseMoved(say("store.deleted", path=path))
        for suffix, opened in self.beside.items():
            if identity(self.real + suffix) == opened:
                continue
            # The folder of the database may have been renamed since.
            if identity(os.path.realpath(self.path) + suffix) != opened:
                raise DatabaseMoved(say("store.file-removed", file=f"{path}{suffix}"))

    def whereabouts(self) -> Path | None:
        """The current name of the opened file; None if it has none or the system cannot tell."""
        if not self.moved:
            return self.path
        # Linux tells the present name of an open file; elsewhere it stays unknown.
        folder = "/proc/self/fd"
        for number in os.listdir(folder) if os.path.isdir(folder) else ():
            with suppress(OSError):
                name = os.readlink(f"{folder}/{number}")
                if identity(f"{folder}/{number}") != self.opened or identity(name) != self.opened:
                    continue
                # Relative to the current folder, if the database was named so.
                inside = Path(name).is_relative_to(os.getcwd()) and not self.path.is_absolute()
                return Path(os.path.relpath(name) if inside else name)
        return None


class HeldLock(Protocol):
    """The right to write matches of a run."""

    def require(self) -> None:
        """Raise an error if it was lost."""


def unsaid(line: Message) -> None:
    """Say nothing."""


class Wait(NamedTuple):
    """How many seconds the main thread waits for a server that is gone, and how it says so."""

    seconds: float = 0.0
    say: Callable[[Message], None] = unsaid


NO_WAIT: Final = Wait()


class Compiled(LRUCache[Any, Any]):
    """Compiled statements of all SQLite databases of this process.

    SQLAlchemy would compile each statement again for every database: the first part of its keys is
    a dialect, of which every engine has its own. The dialects of SQLite files are all alike.
    """

    def get(self, key: Any, default: Any = None) -> Any:
        """The compiled statement, or the default."""
        return super().get(key[1:], default)

    def __setitem__(self, key: Any, value: Any) -> None:
        """Keep a compiled statement."""
        super().__setitem__(key[1:], value)


COMPILED: Final = Compiled(500)


class Database(AbstractContextManager["Database"]):
    """An open database, closed at the end of a context.

    Errors of the driver become one-line errors of this program."""

    def __init__(
        self, place: Address, timeout: float, *, create: bool = False, read_only: bool = False
    ) -> None:
        """Prepare without connecting. Transactions wait `timeout` seconds for a lock.

        With `create` a missing file of a SQLite database is created. With `read_only` nothing can
        be written.
        """
        self.place = place
        self.timeout = timeout
        self.read_only = read_only
        self.actor = UNKNOWN_ACTOR
        self.wait = NO_WAIT
        self.held_lock: HeldLock | None = None
        self.watch: FileWatch | None = None
        self.given_up = False
        self._open = set[Connection]()
        self._streams = set[CursorResult[Any]]()
        self._drivers = WeakSet[Any]()
        one_state = {}
        if place.path:
            self.watch = FileWatch(place.path, os.path.realpath(place.path))
            self.engine = create_engine(place.url, creator=lambda: self.connect(create=create))
            self.engine.update_execution_options(compiled_cache=COMPILED)
            event.listen(self.engine, "checkout", self._check_out)
            event.listen(self.engine, "begin", self._begin)
        else:
            self.engine = _server(place, timeout, read_only)
            # On a server each statement of a usual transaction would see a state of its own.
            one_state = {"isolation_level": "REPEATABLE READ"}
            event.listen(self.engine, "do_connect", self._refuse_if_given_up)
            event.listen(self.engine, "connect", self._note_driver)
        self.reading_engine = self.engine.execution_options(**one_state)
        self.writing_engine = self.engine.execution_options(writes=True)
        self.durable_engine = self.engine.execution_options(writes=True, durable=True)

    def say_waits(self, say: Callable[[Message], None]) -> None:
        """From now on say in this way that a server is waited for."""
        self.wait = self.wait._replace(say=say)

    def _refuse_if_given_up(self, *given: object) -> None:
        """Refuse to connect to a server that was given up."""
        if self.given_up:
            raise DatabaseGone(
                say("store.no-answer", database=quoted(self.place.shown), words="given up")
            )

    def _note_driver(self, driver: Any, _record: object) -> None:
        self._drivers.add(driver)
        if self.given_up:  # while this connection was being made
            self._shut(driver)

    def give_up(self) -> None:
        """End all connections to a server, and make no others.

        Whoever waits for an answer, in any thread, gets an error at once.
        """
        self.given_up = not self.is_file
        drivers: tuple[Any, ...] | None = None
        while drivers is None:
            with suppress(RuntimeError):  # another thread adds one just now
                drivers = tuple(self._drivers)
        for driver in drivers:
            self._shut(driver)

    def _shut(self, driver: Any) -> None:
        failures = OSError, self.engine.dialect.loaded_dbapi.Error
        # The driver waits in C for an answer; only the end of its socket wakes it.
        with suppress(*failures), socket(fileno=os.dup(driver.fileno())) as own:
            own.shutdown(SHUT_RDWR)

    def connect(self, *, create: bool = False) -> FileConnection:
        """A separate connection to the file of a SQLite database, without open transaction.

        DatabaseMoved if it is not the file that was opened before.
        """
        path, watch = self.place.path, self.watch
        assert path is not None
        assert watch is not None
        watch.require()
        # The file may be exchanged meanwhile, so it is looked at before and after.
        before = identity(path)
        real, name = os.path.realpath(path), quote(os.fsencode(path))
        uri = f"file:{'/' + name.lstrip('/') if name.startswith('/') else name}"
        if watch.opened is None and filled(f"{real}-wal"):
            _require_own_log(path, uri, self.timeout)
        # For writing SQLite needs files beside a database with a write-ahead log. If it may create
        # them but not write the file itself, they would keep the owner from writing.
        own = {"effective_ids": os.access in os.supports_effective_ids}
        beside = os.access(os.path.dirname(real), os.W_OK, **own) or all(
            os.path.exists(real + suffix) for suffix in SHARED
        )
        stamp = None
        if create and not path.exists():
            mode = "mode=rwc"
        elif beside and os.access(real, os.W_OK, **own):
            mode = "mode=rw"
        elif any(filled(real + suffix) for suffix in LOGS):  # another process is writing to it
            if filled(f"{real}-wal") and not beside:
                raise TourneyError(say("store.log-beside", path=str(path)))
            mode = "mode=ro"
        else:
            mode, stamp = STILL, _stamp(path)
        connection = sqlite3.connect(
            f"{uri}?{mode}",
            timeout=self.timeout,
            uri=True,
            check_same_thread=False,
            isolation_level=None,
            factory=FileConnection,
        )
        connection.stamp = stamp
        try:
            if watch.opened is None:
                watch.opened = before or identity(path)
            watch.require()
            connection.execute("PRAGMA foreign_keys = ON")
            # If the machine loses power, the last commits can be lost, but nothing is damaged;
            # `durable` transactions wait for the disk.
            connection.execute("PRAGMA synchronous = NORMAL")
            if self.read_only:
                connection.execute("PRAGMA query_only = ON")
        except BaseException:
            connection.close()  # nobody else knows it yet
            raise
        return connection

    def require_unchanged(self, driver: Any) -> None:
        """Raise Conflict if a file opened as immutable changed while `driver` read it."""
        path, stamp = self.place.path, getattr(driver, "stamp", None)
        if path and stamp is not None and (identity(path) is None or stamp != _stamp(path)):
            raise Conflict(say("store.changed-meanwhile", path=str(path)))

    def _check_out(self, driver: sqlite3.Connection, _record: object, _proxy: object) -> None:
        """Have the pool open a file again that changed since it was opened as immutable."""
        try:
            self.require_unchanged(driver)
        except Conflict:
            raise DisconnectionError from None

    def _begin(self, connection: Connection) -> None:
        """Take the write lock at once if writing: SQLite does not wait when it upgrades a lock."""
        watch, options = self.watch, connection.get_execution_options()
        assert watch is not None
        watch.require()
        if options.get("durable"):
            connection.exec_driver_sql("PRAGMA synchronous = FULL")
        if not options.get("writes"):
            connection.exec_driver_sql("BEGIN")
            return
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        # The files beside it exist while somebody writes.
        for suffix in SHARED:
            found = identity(watch.real + suffix)
            if found is not None:
                watch.beside.setdefault(suffix, found)
        watch.require()

    @property
    def is_file(self) -> bool:
        """Whether this is SQLite."""
        return self.place.path is not None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database; results arrive in batches."""
        if self.wait.seconds and not self.is_file:
            self._require_server()
        with self.translating(), self.reading_engine.connect() as connection, connection.begin():
            self._open.add(connection)  # closed with the database if it is not read to the end
            try:
                yield connection.execution_options(yield_per=1000)
                self.require_unchanged(connection.connection.driver_connection)
            finally:
                self._open.discard(connection)

    @contextmanager
    def streamed(self, result: CursorResult[Any]) -> Iterator[None]:
        """Close a result that is being read at the end, or with the database if that comes first.

        A result that is closed after its database would complain on stderr.
        """
        self._streams.add(result)
        try:
            yield
        finally:
            self._streams.discard(result)
            result.close()

    @contextmanager
    def writing(self, *, durable: bool = False) -> Iterator[Connection]:
        """A transaction that holds the write lock from its start.

        With `durable` it is on disk when it ends, also if the machine loses power then.
        """
        if self.read_only:
            raise UsageFault(say("store.read-only", database=quoted(self.place.shown)))
        if self.wait.seconds and not self.is_file:
            self._require_server()
        writer = self.durable_engine if durable else self.writing_engine
        with self.translating(), writer.connect() as connection, connection.begin():
            yield connection
        if self.watch is not None:
            self.watch.require()

    def _require_server(self) -> None:
        """Wait until the server can be reached, if one is waited for."""

        def connect() -> None:
            with self.translating(), self.engine.connect():
                pass

        self.patiently(connect)

    def patiently(self, work: Callable[[], T]) -> T:
        """The result of `work`, which is repeated while the server is gone, as long as `wait` says.

        Only in the main thread: others can fail, and must not keep the program from ending.
        """
        deadline = monotonic() + self.wait.seconds
        patient = current_thread() is main_thread()
        said = False
        while True:
            try:
                return work()
            except DatabaseGone:
                if not patient or self.given_up or monotonic() >= deadline:
                    raise
            # Said once, and only when the first attempt has failed.
            if not said:
                self.wait.say(say("store.database-lost", database=quoted(self.place.shown)))
                said = True
            sleep(RETRY)

    def first_or_again(self, work: Callable[[Connection], T], *, durable: bool = False) -> T:
        """The result of `work` in a transaction, repeated if another process was first.

        On a server two processes can both find a name unused before one of them stores it.
        """
        for attempt in range(QUICKER + 1):
            try:
                with self.writing(durable=durable) as connection:
                    return work(connection)
            except IntegrityError:
                if attempt == QUICKER:
                    raise
        raise AssertionError("the last attempt ends")

    @contextmanager
    def translating(self, *, writes_to: Path | None = None) -> Iterator[None]:
        """Translate driver errors that the machine or a user can cause into the program's errors.

        Write errors name the file `writes_to` if it is given; all other errors pass unchanged.
        """
        try:
            yield
        except (DBAPIError, self.engine.dialect.loaded_dbapi.Error) as error:
            cause = getattr(error, "orig", error) or error
            fault = fault_of(cause, self.place.shown, self.place.path, writes_to)
            if fault is None:
                raise
            raise fault from error
        except UnicodeDecodeError as error:  # SQLite's messages contain damaged names of tables
            raise Damaged(say("store.damaged", path=self.place.shown)) from error

    def close(self, *failure: object) -> None:
        """Close every connection."""
        if self.watch is not None and self.watch.moved:
            self.empty_log()
        # Whoever has stopped reading in the middle has streams and transactions open.
        for result in tuple(self._streams):
            result.close()
        for connection in tuple(self._open):
            connection.close()
        self.engine.dispose()

    __exit__ = close

    def empty_log(self) -> bool:
        """Write the content of the log into the file, wherever that is now; True on success.

        The log of a moved file keeps the old name, and SQLite would use it as the log of the next
        file of that name.
        """
        failures = DBAPIError, sqlite3.Error, TourneyError
        with suppress(*failures), closing(self.engine.raw_connection()) as connection:
            cursor = connection.cursor()
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return [busy for busy, *_ in cursor.fetchall()] == [0]
        return False


def _server(place: Address, timeout: float, read_only: bool) -> Engine:
    settings = {
        "lock_timeout": int(timeout * 1000),
        # Limits of a server are meant for small requests; a batch or an export takes longer.
        "statement_timeout": 0,
        "idle_in_transaction_session_timeout": 0,
        "tcp_keepalives_idle": 30,  # a lost client must not keep its locks for hours
        "tcp_keepalives_interval": 10,
        "tcp_keepalives_count": 3,
    }
    # Set by the client library; what the address itself says goes before these.
    given: dict[str, int | str] = {
        "connect_timeout": 10,
        "keepalives_idle": 30,  # nor a lost server its clients
        "keepalives_interval": 10,
        "keepalives_count": 3,
        "tcp_user_timeout": 60_000,
    }
    mine = {key: value for key, value in given.items() if key not in place.url.query}
    options = [f"-c {name}={value}" for name, value in settings.items()]
    options += place.url.normalized_query.get("options", ())  # the last one counts
    options += ["-c default_transaction_read_only=on"] if read_only else []
    mine |= {"options": " ".join(options), "client_encoding": "utf8"}
    # The driver would print on stderr what it does about an interrupted statement.
    getLogger("psycopg").addHandler(NullHandler())
    try:
        return create_engine(place.url, connect_args=mine, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise UsageFault(say("store.no-driver", database=place.shown)) from None


def insert_row(connection: Connection, table: Table, **values: object) -> int:
    """Insert a row; its id."""
    made = connection.execute(insert(table).values(**values)).inserted_primary_key
    assert made is not None
    return int(made[0])
