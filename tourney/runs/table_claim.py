"""Keeps two processes from playing the tables of an event at the same time.

The process that plays stores who it is, and a new text every second. Of a process on another
machine it is not known whether it has ended: it counts as playing if its text changes.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from time import monotonic, sleep
from typing import Final

from engines.messages import say
from tourney.domain.errors import Conflict, TourneyError, quoted
from tourney.runs.heartbeat import BEAT
from tourney.runs.runner import UNKNOWN, Runner
from tourney.store import Database
from tourney.store.events import StoredEvent, event_runner, set_event_runner

PATIENCE: Final = 1.5 * BEAT


class TableClaim:
    """The right of this process to play the tables of an event."""

    def __init__(self, store: Database, event: StoredEvent) -> None:
        self._store = store
        self._event = event
        self._runner = Runner.here()
        self._beats = 0
        self._next = 0.0

    def take(self) -> None:
        """Claim the tables; Conflict if another process plays them."""
        before = event_runner(self._store, self._event)
        runner = _runner(before)
        if runner.pid and not (runner.gone or runner.is_this):
            if not runner.exists:
                sleep(PATIENCE)
            if runner.exists or event_runner(self._store, self._event) != before:
                raise self._conflict(runner)
        set_event_runner(self._store, self._event, lambda now: self._first(before, now))
        self._next = monotonic() + BEAT

    def _first(self, before: str, now: str) -> str:
        if now != before:
            raise self._conflict(_runner(now))
        return self._text()

    def _conflict(self, runner: Runner) -> Conflict:
        return Conflict(
            say("runs.event-played", event=quoted(self._event.name), runner=runner.message())
        )

    def _text(self) -> str:
        return json.dumps({"beat": self._beats, **asdict(self._runner)}, ensure_ascii=False)

    def beat(self) -> None:
        """Show other machines that this process still plays."""
        if monotonic() >= self._next:
            self._beats += 1
            self._next = monotonic() + BEAT
            set_event_runner(self._store, self._event, lambda now: self._mine(now, self._text()))

    def release(self) -> None:
        """Give the tables back."""
        with suppress(TourneyError):  # the error that ended the playing is the one to report
            set_event_runner(self._store, self._event, lambda now: self._mine(now, ""))

    def _mine(self, now: str, text: str) -> str:
        """The new text, unless another process has taken the tables over."""
        return text if _runner(now) == self._runner else now


def _runner(text: str) -> Runner:
    with suppress(ValueError, TypeError, AttributeError):
        fields = json.loads(text)
        fields.pop("beat", None)
        return Runner(**fields)
    return UNKNOWN


@contextmanager
def claimed(store: Database, event: StoredEvent) -> Iterator[TableClaim]:
    """Claim the tables of an event for the time of the context."""
    claim = TableClaim(store, event)
    claim.take()
    try:
        yield claim
    finally:
        claim.release()
