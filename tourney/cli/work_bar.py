"""A progress bar with the remaining time on stderr, if stderr is a terminal."""

import sys
from time import monotonic
from types import TracebackType
from typing import Final, Self

import click

from tourney.cli.base import App
from tourney.render.run_screen import bar, duration

EVERY: Final = 0.2
"""Seconds between two updates."""
BAR: Final = 24


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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` parts are done."""
        now = monotonic()
        if self._first is None:  # what comes before the first part says nothing about the others
            self._first = (now, done)
        if not self._shown or now - self._last < EVERY:
            return
        self._last = now
        begun, before = self._first
        left = (now - begun) * (total - done) / max(done - before, 1)
        drawn = bar(done, total, BAR, ascii=self._ascii)
        line = f"{drawn} {done}/{total} {self._what}, {duration(left)}"
        click.echo(f"\r{line}\x1b[K", nl=False, err=True)
