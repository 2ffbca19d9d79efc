"""Keeps two processes from playing one run on a server, also if one of them is silent.

The server releases the lock when its connection ends, so a runner that was killed leaves none. In a
SQLite file, where both processes are on one machine, the stored status of the run is enough.
"""

from contextlib import suppress
from time import monotonic, sleep
from typing import Final, Self

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from engines.messages import say
from tourney.domain.errors import TakenOver
from tourney.store.connect import Database
from tourney.store.errors import DatabaseGone
from tourney.store.schema import CLASS
from tourney.store.state import RunIdentity

RELEASED: Final = 2.0
"""Seconds for a server to notice that a connection has ended."""


class RunLock:
    """The right to write matches of a run; a context manager that gives it back."""

    def __init__(self, database: Database, run: RunIdentity) -> None:
        self._database = database
        self._run = run
        self._connection: Connection | None = None
        self.held = database.is_file

    def __enter__(self) -> Self:
        if not self.held:
            self._database.patiently(self._wait_for_release)
        if self.held:
            self._database.held_lock = self
        return self

    def _wait_for_release(self) -> None:
        deadline = monotonic() + RELEASED
        while not self._take() and monotonic() < deadline:
            sleep(0.1)

    def __exit__(self, *failure: object) -> None:
        self._database.held_lock = None
        self._close()

    def require(self) -> None:
        """Take the lock again if the connection was lost; TakenOver if another process has it."""
        if self._database.is_file or self._alive():
            return
        self.held = False
        if not self._take():
            raise TakenOver(say("store.run-taken-over"))

    def _alive(self) -> bool:
        with suppress(DatabaseGone), self._database.translating():
            if self._connection is not None:
                self._connection.exec_driver_sql("SELECT 1")
                return True
        return False

    def _take(self) -> bool:
        self._close()
        with self._database.translating():
            connection = self._database.engine.connect()
            self._connection = connection.execution_options(isolation_level="AUTOCOMMIT")
            asked = "SELECT pg_try_advisory_lock(%s, %s)"
            values = (CLASS, self._run.id)  # runs are numbered from 1; 0 is the lock of the schema
            self.held = bool(self._connection.exec_driver_sql(asked, values).scalar_one())
        if not self.held:
            self._close()
        return self.held

    def _close(self) -> None:
        """Close the connection for good; a pool would keep it, and with it the lock."""
        if self._connection is not None:
            with suppress(DBAPIError):
                self._connection.invalidate()
            self._connection.close()
            self._connection = None
