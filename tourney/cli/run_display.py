"""Progress on stderr: of a run that this process plays, and of other long tasks.

A run has a screen, plain lines or JSON: the one that was asked for, or one that fits the terminal.
"""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from math import inf
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Final, Self

import click

from engines.messages import Message
from tourney.cli.base import App
from tourney.cli.terminal.signals import Interruption, interruptible
from tourney.domain.safe_text import visible
from tourney.render.text import json_text

if TYPE_CHECKING:
    from tourney.app.run_session import RunBeingPlayed
    from tourney.render.screen_values import BotRow
    from tourney.runs.run_snapshot import Snapshot

WAYS: Final = ("json", "plain", "live")
PLAIN_EVERY: Final = 10.0
JSON_EVERY: Final = 1.0
BAR_EVERY: Final = 0.2
"""Seconds between two updates."""
BAR_WIDTH: Final = 24
LATE: Final = 0.9
"""Seconds after which another thread updates a display that the playing thread did not."""


def plain_line(snapshot: "Snapshot", lang: str = "en") -> str:
    """Health and progress; speed and remaining time while matches are played."""
    from tourney.app.run_session import health
    from tourney.render.live_screens import line, open_line
    from tourney.runs.run_snapshot import gauge

    # With a stopping rule nobody knows how many matches there will be: the line is open at its end.
    s = snapshot
    rate = s.rate if s.played else None
    if s.rule and s.done < s.total:
        return open_line(health(s).text(lang), s.done, s.total, rate, gauge(s), lang)
    return line(health(s).text(lang), s.done, s.total, rate, s.eta, lang)


def shows_standings(app: App) -> bool:
    """Whether a run ends with its standings on stdout; with JSON it ends with one object."""
    return app.format == "csv" or (not app.quiet and app.format not in {"json", "jsonl"})


class Display:
    """A progress display; the base class shows nothing.

    The thread that plays calls `watch` often. Another thread calls `beat` every second; it updates
    the display if a long match keeps the first thread busy.
    """

    every: float = PLAIN_EVERY

    def __init__(self, app: App, source: "RunBeingPlayed") -> None:
        self.app = app
        self.source = source
        self.hurry: Callable[[], None] = lambda: None
        self._lock = Lock()
        self._last = monotonic()

    def watch(self, snapshot: "Snapshot") -> None:
        """Show the state of the run if an update is due."""
        self._tick(self.every, snapshot)

    def beat(self) -> None:
        """Show the state of the run if an update is overdue."""
        self._tick(self.every + LATE, None)

    def _tick(self, patience: float, snapshot: "Snapshot | None") -> None:
        # Whoever comes while the other thread draws does not wait: it has drawn the same state.
        if monotonic() - self._last < patience or not self._lock.acquire(blocking=False):
            return
        try:
            self._last = monotonic()
            if snapshot:  # so this is the thread that plays, which alone uses the database
                self.read()
            self.show(snapshot or self.source.snapshot())
        finally:
            self._lock.release()

    def read(self) -> None:
        """Read results from the database; called only in the thread that plays."""

    def show(self, snapshot: "Snapshot") -> None:
        """Show the state of the run."""

    def last(self) -> None:
        """Show the state of the run at the end of the session."""

    def say(self, message: Message | str) -> None:
        """Show a message."""
        self.app.say(message)

    def stoppable(self) -> AbstractContextManager[Interruption]:
        """While it lasts, a signal asks the run to stop, and a second one interrupts it."""
        return interruptible(self.say, self.hurry)


class Plain(Display):
    """A line every ten seconds."""

    def show(self, snapshot: "Snapshot") -> None:
        """Write the line."""
        click.echo(visible(plain_line(snapshot, self.app.lang)), err=True)


class Json(Display):
    """A JSON object in one line at the beginning, every second, and at the end."""

    every = JSON_EVERY

    def __init__(self, app: App, source: "RunBeingPlayed") -> None:
        from tourney.runs.heartbeat import ResultReader
        from tourney.runs.run_snapshot import Rows

        super().__init__(app, source)
        self._last = -inf  # the first object comes at once
        self._results = ResultReader(source.store, source.run)
        self._rows = Rows()

    def read(self) -> None:
        """Read the results stored since the last call."""
        self._results.read()

    def show(self, snapshot: "Snapshot") -> None:
        """Write the object."""
        rows = self._rows.of(self._results.sums, snapshot.cost)
        self._write("stopping" if snapshot.interrupted else "playing", snapshot, rows)

    def last(self) -> None:
        """Write the final object."""
        # Results are read in pieces, so that a display never keeps a run waiting; now to the last.
        while self._results.read():
            pass
        snapshot = self.source.snapshot()
        rows = self._rows.latest(self._results.sums, snapshot.cost)
        self._write("stopped" if snapshot.interrupted else "complete", snapshot, rows)

    def _write(self, state: str, snapshot: "Snapshot", rows: "list[BotRow]") -> None:
        from tourney.runs.run_snapshot import run_object

        click.echo(json_text(run_object(state, snapshot, rows)), err=True)


class WorkBar:
    """Shows how much of a task is done; a context manager that clears its line."""

    def __init__(self, app: App, what: str) -> None:
        self._ascii = app.ascii
        self._what = what
        self._shown = not app.quiet and sys.stderr.isatty()
        self._last = monotonic()
        self._first: tuple[float, int] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Clear the line, before something else is printed."""
        if self._shown:
            # Back to the first column, and clear the line: nothing of the bar stays.
            click.echo("\r\x1b[K", nl=False, err=True)

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` parts are done."""
        from tourney.render.live_screens import bar
        from tourney.render.text import duration

        now = monotonic()
        # The time that is left follows from the speed since the first call: what comes before the
        # first part says nothing about the others.
        if self._first is None:
            self._first = (now, done)
        if not self._shown or now - self._last < BAR_EVERY:
            return
        self._last = now
        begun, before = self._first
        left = (now - begun) * (total - done) / max(done - before, 1)
        drawn = bar(done, total, BAR_WIDTH, ascii=self._ascii)
        line = f"{drawn} {done}/{total} {self._what}, {duration(left)}"
        click.echo(f"\r{line}\x1b[K", nl=False, err=True)
