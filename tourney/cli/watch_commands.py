"""`tourney watch`: watch a run that another process plays, or an event, through the database."""

import os
import sys
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.run_display import JSON_EVERY, PLAIN_EVERY, WAYS, plain_line
from tourney.cli.usage import OneWordOf
from tourney.domain.errors import UsageFault, quoted
from tourney.render.text import json_text

if TYPE_CHECKING:
    from tourney.app.event_picture import EventWatch
    from tourney.render.scenes import Theme
    from tourney.render.screen_values import RunView
    from tourney.runs.heartbeat import Follower, RunState

LOOK_EVERY: Final = 0.5
"""Seconds between two looks into the database."""
PAGE_SECONDS: Final = 8.0
"""Seconds for which each page of an event with many tables stays."""
WIDTH: Final = 100
"""Columns of the text if there is no terminal."""


@command("watch")
@click.argument("run", required=False, metavar="[RUN|EVENT]")
@click.option("--progress", type=OneWordOf(WAYS))
@click.option("--once", is_flag=True)
@click.option("--public", is_flag=True)
def watch(app: App, run: str | None, progress: str | None, once: bool, public: bool) -> int:
    """Watch RUN while another process plays it, or show the tables of EVENT."""
    from tourney.app.choose import choose_run
    from tourney.app.event_picture import EventWatch, event_to_watch
    from tourney.cli.terminal.screen import foreground
    from tourney.runs.heartbeat import Follower

    store = app.store()
    event = event_to_watch(app, run)
    # A whole screen needs a terminal to draw on and one for the key that leaves it; a process in
    # the background would be stopped when it takes the terminal.
    dumb = os.environ.get("TERM") == "dumb" or not sys.stdin.isatty()
    fits = app.width() is not None and not dumb and foreground(sys.stdout.fileno())
    if event is not None:
        if progress:
            raise UsageFault(say("cli.event-watch-for-runs", name=quoted(event.event.name)))
        events = EventWatch(event, public=public)
        events.read()
        events.say_unpublished()
        if once or not fits:
            _show_event(app, events)
        else:
            _follow_event(app, events)
        return 0
    # What is published matters only in an event: a run has no draws to keep back.
    if public:
        name = choose_run(store, run).spec.name
        raise UsageFault(say("cli.event-watch-for-events", name=quoted(name)))
    watcher = RunFollower(app, Follower(store, choose_run(store, run, app.say).spec.name))
    way = progress or ("json" if app.json else None)
    if once:
        watcher.once(way or "live")
    elif fits and way in (None, "live"):
        watcher.live()
    else:
        watcher.lines(way or "plain")
    return 0


def _theme(app: App, width: int) -> "Theme":
    from tourney.render.scenes import Theme

    return Theme(width, app.ascii, app.color, app.lang, app.wide_signs)


def _show_event(app: App, event: "EventWatch") -> None:
    """Write the present state of an event."""
    from tourney.render.live_screens import event_text
    from tourney.render.scenes import plain

    if app.format in ("table", "plain"):
        theme = _theme(app, app.width() or WIDTH)
        app.draw(plain(event_text(event.picture(), theme), theme))
    elif app.json:
        app.draw(f"{json_text(event.objects())}\n")
    else:
        raise UsageFault(say("cli.event-watch-no-format", format=quoted(app.format)))


def _follow_event(app: App, event: "EventWatch") -> None:
    """Show an event on the whole terminal until q is pressed, also after it is closed."""
    from tourney.cli.terminal.screen import taken
    from tourney.render.live_screens import event_pages
    from tourney.render.scenes import plain

    began, key = monotonic(), ""
    leave = app.text(say("cli.event-watch-leave"))
    with taken() as terminal:
        while key != "q":
            # Size and pages are new each time: the window or the event may have changed.
            width, height = terminal.size()
            theme = _theme(app, width)
            pages = event_pages(event.picture(leave), theme, height)
            page = pages[int((monotonic() - began) / PAGE_SECONDS) % len(pages)]
            terminal.show(plain(page, theme).splitlines())
            key = terminal.key(LOOK_EVERY)
            event.read()


class RunFollower:
    """Reads the state of a run and shows it as a screen, as lines or as JSON."""

    def __init__(self, app: App, follower: "Follower") -> None:
        from tourney.runs.run_snapshot import Rows

        self._app = app
        self._follower = follower
        self._rows = Rows()

    def once(self, way: str) -> None:
        """Show the current state of the run."""
        sight = self._whole()
        if way == "live":
            from tourney.render.live_screens import compose
            from tourney.render.scenes import plain

            theme = _theme(self._app, self._app.width() or WIDTH)
            self._app.draw(plain(compose(self._view(sight), theme), theme))
        else:
            self._app.write(self._line(way, sight) + "\n")

    def live(self) -> None:
        """Show the run on the whole terminal until it is complete or q is pressed."""
        from tourney.cli.live_screen import paint
        from tourney.cli.terminal.screen import taken
        from tourney.render.scenes import Theme

        app = self._app
        theme = Theme(ascii=app.ascii, color=app.color, lang=app.lang, wide=app.wide_signs)
        with taken() as terminal:
            key, sight = "", self._follower.look()
            while key != "q" and (sight.reading or sight.state != "complete"):
                paint(terminal, self._view(sight, app.text(say("cli.watch-leave"))), theme)
                key = terminal.key(0 if sight.reading else LOOK_EVERY)
                sight = self._follower.look()
        if key != "q":  # the screen is gone: what it showed last stays below the command
            self.once("live")

    def lines(self, way: str) -> None:
        """Write the state of the run line by line until it is complete."""
        every = JSON_EVERY if way == "json" else PLAIN_EVERY
        sight = self._whole()
        state, due = "", monotonic() + every
        while sight.state != "complete":
            # A line when the state changes and then at times; a run that waits for somebody to
            # resume it does not change, and is said once.
            status = sight.state != state and sight.state != "playing"
            if status or (monotonic() >= due and sight.state != "waiting"):
                self._app.write(self._line(way, sight) + "\n")
                sys.stdout.flush()  # a pipe would hold the lines back
                due = monotonic() + every
            state = sight.state
            sleep(LOOK_EVERY)
            sight = self._whole()
        self._app.write(self._line(way, sight) + "\n")

    def _whole(self) -> "RunState":
        """The state with all stored results, which are read in several steps."""
        sight = self._follower.look()
        while sight.reading:
            sight = self._follower.look()
        return sight

    def _line(self, way: str, sight: "RunState") -> str:
        from tourney.runs.run_snapshot import run_object

        if way != "json":
            return "; ".join([plain_line(sight.snapshot, self._app.lang), *self._notes(sight)])
        rows = self._rows.latest(sight.sums, sight.snapshot.cost)
        return json_text(run_object(sight.state, sight.snapshot, rows))

    def _view(self, sight: "RunState", *hints: str) -> "RunView":
        from tourney.runs.run_snapshot import run_view

        rows = self._rows.of(sight.sums, sight.snapshot.cost)
        notes = (*self._notes(sight), *hints)
        moving = sight.state in ("playing", "stopping")
        spec, lang = self._follower.run.spec, self._app.lang
        return run_view(spec, sight.snapshot, rows, notes, moving=moving, lang=lang)

    def _notes(self, sight: "RunState") -> list[str]:
        if sight.reading:
            note = say("cli.watch-reading")
        elif sight.state == "stopping":
            note = say("cli.watch-stopping")
        elif sight.state == "waiting":
            command = self._app.command("run", "--resume", self._follower.run.spec.name)
            note = say("cli.watch-waiting", command=command)
        else:
            return []
        return [self._app.text(note)]
