"""The display of a run that this process plays, and its live screen on the terminal of stderr.

Other output to stderr, mostly of bots, is kept and printed afterwards.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import click

from engines.messages import Message, say
from tourney.app.run_session import RunBeingPlayed, Watched
from tourney.cli.base import App
from tourney.cli.run_display import Display, Json, Plain, shows_standings
from tourney.cli.terminal.screen import Terminal, foreground, taken
from tourney.cli.terminal.signals import limited_patience
from tourney.domain.safe_text import visible
from tourney.render.live_screens import compose
from tourney.render.scenes import Theme, plain
from tourney.runs.heartbeat import ResultReader
from tourney.runs.run_snapshot import Rows, Snapshot, run_view

if TYPE_CHECKING:
    from tourney.render.screen_values import RunView

KEPT_MOST: Final = 1 << 20
"""Bytes on stderr that are kept while the screen is shown, before all of them are dropped."""
TOLD_MOST: Final = 1 << 12
TOLD_LINES: Final = 20
"""How much of it is printed after the screen: the last bytes, and the last lines of these."""


class Live(Display):
    """The screen, drawn four times a second."""

    every = 0.25

    def __init__(self, app: App, source: RunBeingPlayed, terminal: Terminal) -> None:
        super().__init__(app, source)
        self._terminal = terminal
        self._results = ResultReader(source.store, source.run)
        self._rows = Rows()
        self._notes = [app.text(say("cli.run-hint"))]
        self._last = 0.0

    def read(self) -> None:
        """Read the results stored since the last call."""
        self._results.read()

    def show(self, snapshot: Snapshot) -> None:
        """Draw the screen."""
        if os.fstat(2).st_size > KEPT_MOST:  # stderr is a file meanwhile: see `captured_stderr`
            os.ftruncate(2, 0)
        rows = self._rows.of(self._results.sums, snapshot.cost)
        spec, lang = self.source.run.spec, self.app.lang
        view = run_view(spec, snapshot, rows, self._notes, lang=lang)
        paint(self._terminal, view, _theme(self.app))

    def say(self, message: Message | str) -> None:
        """Show a message below the standings instead of the hint."""
        # As if it had been drawn long ago: the message is seen at once.
        self._notes = [self.app.text(message)]
        self._last = 0.0

    def end(self) -> "RunView":
        """The view of the run at the end of the session, with all results."""
        # Results are read in pieces while the run is played; now all that are left.
        while self._results.read():
            pass
        snapshot = self.source.snapshot()
        rows = self._rows.latest(self._results.sums, snapshot.cost)
        return run_view(self.source.run.spec, snapshot, rows, lang=self.app.lang)


def paint(terminal: Terminal, view: "RunView", theme: Theme) -> None:
    """Draw a run on the whole terminal."""
    width, height = terminal.size()
    fitting = replace(theme, width=width)
    terminal.show(plain(compose(view, fitting, height), fitting).splitlines())


def _theme(app: App, width: int = 80) -> Theme:
    return Theme(width, app.ascii, app.color_of_talk, app.lang, app.wide_signs)


@contextmanager
def live(app: App, source: RunBeingPlayed) -> Iterator[Display]:
    """Show the screen; afterwards, print its final state.

    Without the standings if they follow on stdout, on the same terminal.
    """
    with (
        captured_stderr(app.text(say("cli.run-last-output"))) as screen,
        taken(screen, screen) as terminal,
    ):
        width, _ = terminal.size()
        display = Live(app, source, terminal)
        yield display
        ended = replace(display.end(), ranked=not (app.width() and shows_standings(app)))
    theme = _theme(app, width)
    click.echo(plain(compose(ended, theme), theme), err=True, nl=False, color=theme.color)


@contextmanager
def captured_stderr(heading: str) -> Iterator[int]:
    """Capture stderr, yield a descriptor of its terminal and print the last output afterwards.

    The heading stands above that output. Output of C code and of child processes is captured too.
    """
    import fcntl  # not on Windows, where there is no live screen

    sys.stderr.flush()
    screen = os.dup(2)
    with tempfile.TemporaryFile() as kept:
        # Child processes write to the same file: each write goes to its end, also after it was
        # cut off because it grew too large.
        fcntl.fcntl(kept.fileno(), fcntl.F_SETFL, os.O_APPEND)
        os.dup2(kept.fileno(), 2)
        try:
            yield screen
        finally:
            sys.stderr.flush()
            os.dup2(screen, 2)
            os.close(screen)
            kept.seek(max(0, kept.seek(0, os.SEEK_END) - TOLD_MOST))
            lines = kept.read().decode("utf-8", "replace").splitlines()[-TOLD_LINES:]
            for line in [heading, *lines] if lines else []:
                click.echo(visible(line), err=True)


def watched(app: App, way: str | None) -> Watched:
    """Whoever watches a run at the terminal.

    They see the display that was asked for; by default a screen on a terminal and lines elsewhere.
    """

    @contextmanager
    def watch(played: RunBeingPlayed) -> Iterator[Display]:
        # A process in the background is stopped when it changes the terminal.
        fits = (
            sys.stderr.isatty()
            and os.environ.get("TERM") != "dumb"
            and foreground(sys.stderr.fileno())
        )
        # What bots in this process print goes to stderr, so that stdout has only data.
        with (
            redirect_stdout(sys.stderr),
            limited_patience(played.store) as hurry,
            ExitStack() as stack,
        ):
            if app.quiet:
                display = Display(app, played)
            elif fits and way in (None, "live"):
                display = stack.enter_context(live(app, played))
            else:
                display = Json(app, played) if way == "json" else Plain(app, played)
            display.hurry = hurry
            yield display
            display.last()

    return watch
