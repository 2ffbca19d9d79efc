"""Three ways to watch a run that this program plays: a screen, a plain line now and then, JSON.

All of it is talk and goes to stderr.
"""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, redirect_stdout
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Final

import click

from tourney.cli.base import App
from tourney.render.text import json_text, visible
from tourney.runs.snapshots import Snapshot

if TYPE_CHECKING:
    from tourney.render.run_screen import BotRow
    from tourney.store import Store, StoredRun

PLAIN_EVERY: Final = 10.0
JSON_EVERY: Final = 1.0
LATE: Final = 0.9
"""Seconds after which a display that is due is told by another thread than the one that plays."""


def health(snapshot: Snapshot) -> str:
    """`no faults`, or whose faults of which kind."""
    if not snapshot.faults:
        return "no faults"
    told = [f"{bot} {code} {n}".strip() for (bot, code), n in sorted(snapshot.faults.items())]
    number = sum(snapshot.faults.values())
    return f"{number} fault{'s' if number > 1 else ''}: {', '.join(told)}"


def plain_line(snapshot: Snapshot) -> str:
    """Health first, then how far; how fast and how long if something is being played."""
    from tourney.render.progress import line

    s = snapshot
    return line(health(s), s.done, s.total, s.rate if s.played else None, s.eta)


def aside() -> AbstractContextManager[object]:
    """Stdout goes to stderr meanwhile: what a bot prints is no data."""
    return redirect_stdout(sys.stderr)


@dataclass(frozen=True, slots=True)
class Source:
    """The run that is being played: where it is stored, and how it stands."""

    store: "Store"
    run: "StoredRun"
    snapshot: Callable[[], Snapshot]


class Display:
    """One way to watch; by itself it shows nothing.

    `watch` is called often by the thread that plays, `beat` every second by another: it steps in
    where a match takes so long that the first has no time.
    """

    every: float = PLAIN_EVERY

    def __init__(self, app: App, source: Source) -> None:
        self.app = app
        self.source = source
        self._lock = Lock()
        self._last = monotonic()

    def watch(self, snapshot: Snapshot) -> None:
        """Show how the run stands, if that is due."""
        self._tick(self.every, snapshot)

    def beat(self) -> None:
        """Show how the run stands, if that is overdue."""
        self._tick(self.every + LATE, None)

    def _tick(self, patience: float, snapshot: Snapshot | None) -> None:
        if monotonic() - self._last < patience or not self._lock.acquire(blocking=False):
            return
        try:
            self._last = monotonic()
            if snapshot:
                self.read()
            self.tell(snapshot or self.source.snapshot())
        finally:
            self._lock.release()

    def read(self) -> None:
        """Take in from the database what is to be shown; only in the thread that plays."""

    def tell(self, snapshot: Snapshot) -> None:
        """Show it."""

    def last(self) -> None:
        """Show how the run stands at the end of the session."""

    def say(self, text: str) -> None:
        """Tell something beside."""
        self.app.say(text)


class Plain(Display):
    """A line now and then."""

    def tell(self, snapshot: Snapshot) -> None:
        """Write the line."""
        click.echo(visible(plain_line(snapshot)), err=True)


class Json(Display):
    """An object in a line every second, and one at the end."""

    every = JSON_EVERY

    def __init__(self, app: App, source: Source) -> None:
        from tourney.runs.following import Results
        from tourney.runs.views import Rows

        super().__init__(app, source)
        self._results = Results(source.store, source.run)
        self._rows = Rows()

    def read(self) -> None:
        """Take in what was stored since."""
        self._results.read()

    def tell(self, snapshot: Snapshot) -> None:
        """Write the object."""
        rows = self._rows.of(self._results.sums, snapshot.cost)
        self._write("stopping" if snapshot.interrupted else "playing", snapshot, rows)

    def last(self) -> None:
        """Write the object of the end."""
        while self._results.read():
            pass
        snapshot = self.source.snapshot()
        rows = self._rows.latest(self._results.sums, snapshot.cost)
        self._write("stopped" if snapshot.interrupted else "complete", snapshot, rows)

    def _write(self, state: str, snapshot: Snapshot, rows: "list[BotRow]") -> None:
        from tourney.runs.views import run_object

        click.echo(json_text(run_object(state, snapshot, rows)), err=True)
