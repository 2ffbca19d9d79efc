"""An interrupted session does not wait for a server that hangs."""

from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from tests.until import AGES
from tourney.cli import patience
from tourney.cli.patience import limited_patience
from tourney.store.server_faults import DatabaseGone


class HangingStore:
    """A store on a server that does not answer, until its connections are ended."""

    def __init__(self) -> None:
        self.database = SimpleNamespace(is_file=False)
        self.ended = Event()

    @property
    def given_up(self) -> bool:
        return self.ended.is_set()

    def give_up(self) -> None:
        self.ended.set()


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(patience, "LAST_CHANCE", 0.05)
    return HangingStore()


def interrupted(store: Any, error: BaseException) -> None:
    """A session that is interrupted at once, and ends with an error when the server is given up."""
    with limited_patience(store) as hurry:
        hurry()
        if isinstance(error, DatabaseGone):
            assert store.ended.wait(AGES)
        raise error


def test_what_is_done_after_an_interrupted_session_does_not_hang(store: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted(store, KeyboardInterrupt())
    assert store.ended.wait(AGES)


def test_a_session_that_fails_for_want_of_patience_counts_as_interrupted(store: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted(store, DatabaseGone("no answer"))


def test_a_lost_server_is_no_interruption(store: Any) -> None:
    with pytest.raises(DatabaseGone), limited_patience(store):
        raise DatabaseGone("no answer")
    assert not store.given_up
