"""The file of a SQLite database: how it is opened, and whether its name still leads to it.

SQLite continues to write to a file that was renamed, replaced or deleted, and to a write-ahead log
that was removed. Therefore every transaction compares the files found under the names with the
opened ones.
"""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

from engines.messages import say
from tourney.domain.errors import TourneyError
from tourney.store.database_faults import Damaged

Identity = tuple[int, int]
"""Device and inode of a file, which do not change when it is renamed."""

LOGS: Final = ("-wal", "-journal")
"""Files beside a database that may contain a part of its content."""
SHARED: Final = ("-wal", "-shm")
"""Files beside a database that all processes using it must share."""
STILL: Final = "mode=ro&immutable=1"
"""Makes SQLite treat a file as unchanging: it takes no locks and opens no log."""


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


def _open(path: Path, mode: str, timeout: float) -> FileConnection:
    name = quote(os.fsencode(path))
    return sqlite3.connect(
        f"file:{'/' + name.lstrip('/') if name.startswith('/') else name}?{mode}",
        timeout=timeout,
        uri=True,
        check_same_thread=False,
        factory=FileConnection,
    )


def _mode(path: Path) -> str:
    """The parameters with which SQLite opens a file: for writing if permissions allow it.

    SQLite needs files beside a database with a write-ahead log. Without write permission it cannot
    create them in the folder; if it can, they keep the owner from writing. Such a database is
    opened as unchanging, unless another process is writing to it.
    """

    def writable(name: str) -> bool:
        return os.access(name, os.W_OK, effective_ids=os.access in os.supports_effective_ids)

    real = os.path.realpath(path)
    beside = writable(os.path.dirname(real)) or all(os.path.exists(real + one) for one in SHARED)
    if beside and writable(real):
        return "mode=rw"
    if not any(filled(real + suffix) for suffix in LOGS):
        return STILL
    if filled(real + "-wal") and not beside:
        raise TourneyError(say("store.log-beside", path=str(path)))
    return "mode=ro"


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


def outdated(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether a file that SQLite treats as unchanging has changed."""
    stamp = getattr(connection, "stamp", None)
    return stamp is not None and (identity(path) is None or stamp != _stamp(path))


def _require_own_log(path: Path, timeout: float) -> None:
    """Damaged if the write-ahead log was left behind by another database of this name.

    SQLite would treat it as a part of this database, show its content and write it into the file.
    File and log both contain the number that a database gets when it is created.
    """

    def number(mode: str) -> int | None:
        with suppress(sqlite3.Error), closing(_open(path, mode, timeout)) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
        return None

    if filled(f"{os.path.realpath(path)}-wal"):
        alone, together = number(STILL), number("mode=ro")
        if alone and together is not None and alone != together:
            raise Damaged(say("store.foreign-log", path=str(path)))


class FileWatch:
    """Remembers from which file a database was opened, and which files lie beside it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._real = os.path.realpath(path)
        self._opened: Identity | None = None
        self._beside: dict[str, Identity] = {}

    def connect(self, timeout: float, *, create: bool) -> FileConnection:
        """Open the file; DatabaseMoved if it is not the one that was opened before."""
        self.require()
        # The file may be exchanged meanwhile, so it is looked at before and after.
        before = identity(self.path)
        if self._opened is None:
            _require_own_log(self.path, timeout)
        mode = "mode=rwc" if create and not self.path.exists() else _mode(self.path)
        stamp = _stamp(self.path) if mode == STILL else None
        connection = _open(self.path, mode, timeout)
        connection.stamp = stamp
        if self._opened is None:
            self._opened = before or identity(self.path)
        self.require()
        return connection

    def locked(self) -> None:
        """Remember the files beside it, which exist while somebody writes."""
        for suffix in SHARED:
            found = identity(self._real + suffix)
            if found is not None:
                self._beside.setdefault(suffix, found)
        self.require()

    @property
    def moved(self) -> bool:
        """Whether the name of the database leads to another file or to none."""
        return self._opened is not None and identity(self.path) != self._opened

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
        for suffix, opened in self._beside.items():
            if identity(self._real + suffix) == opened:
                continue
            # The folder of the database may have been renamed since.
            if identity(os.path.realpath(self.path) + suffix) != opened:
                raise DatabaseMoved(say("store.file-removed", file=f"{path}{suffix}"))

    def whereabouts(self) -> Path | None:
        """The current name of the opened file; None if it has none or the system cannot tell."""
        if not self.moved:
            return self.path
        folder = "/proc/self/fd"
        for number in os.listdir(folder) if os.path.isdir(folder) else ():
            with suppress(OSError):
                name = os.readlink(f"{folder}/{number}")
                if identity(f"{folder}/{number}") != self._opened or identity(name) != self._opened:
                    continue
                # Relative to the current folder, if the database was named so.
                inside = Path(name).is_relative_to(os.getcwd()) and not self.path.is_absolute()
                return Path(os.path.relpath(name) if inside else name)
        return None
