"""An interrupted session does not wait for a server that hangs."""

import threading
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest

from tests.until import AGES
from tourney.cli.terminal import signals
from tourney.cli.terminal.signals import limited_patience
from tourney.store.database_faults import DatabaseGone


class HangingDatabase:
    """A database on a server that does not answer, until its connections are ended."""

    is_file = False

    def __init__(self) -> None:
        self.ended = Event()

    @property
    def given_up(self) -> bool:
        return self.ended.is_set()

    def give_up(self) -> None:
        self.ended.set()


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr(signals, "LAST_CHANCE", 0.05)
    before = set(threading.enumerate())
    yield HangingDatabase()
    for each in set(threading.enumerate()) - before:
        each.join(AGES)


def interrupted(database: Any, error: BaseException) -> None:
    """A session that is interrupted at once, and ends with an error when the server is given up."""
    with limited_patience(database) as hurry:
        hurry()
        if isinstance(error, DatabaseGone):
            assert database.ended.wait(AGES)
        raise error


def test_what_is_done_after_an_interrupted_session_does_not_hang(database: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted(database, KeyboardInterrupt())
    assert database.ended.wait(AGES)


def test_a_session_that_fails_for_want_of_patience_counts_as_interrupted(database: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted(database, DatabaseGone("no answer"))


def test_a_lost_server_is_no_interruption(database: Any) -> None:
    with pytest.raises(DatabaseGone), limited_patience(database):
        raise DatabaseGone("no answer")
    assert not database.given_up
