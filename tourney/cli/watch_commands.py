"""`tourney watch`: watch a run that another process plays, through the database."""

import os
import sys
from collections.abc import Callable
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.run_display import JSON_EVERY, PLAIN_EVERY, WAYS, plain_line
from tourney.cli.usage import OneWordOf
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.render.text import json_text

if TYPE_CHECKING:
    from tourney.app.event_session import EventSession
    from tourney.render.live_screens import RunView
    from tourney.runs.heartbeat import Follower, RunState
    from tourney.store import Database

LOOK_EVERY: Final = 0.5


@command("watch")
@click.argument("run", required=False, metavar="[RUN|EVENT]")
@click.option("--progress", type=OneWordOf(WAYS))
@click.option("--once", is_flag=True)
@click.option("--public", is_flag=True)
def watch(app: App, run: str | None, progress: str | None, once: bool, public: bool) -> int:
    """Watch RUN while another process plays it, or show the tables of EVENT."""
    from tourney.app.choose import choose_run
    from tourney.runs.heartbeat import Follower

    store = app.store()
    event = _event(app, store, run)
    if event is not None:
        if progress:
            raise UsageFault(say("cli.event-watch-for-runs", name=quoted(event.event.name)))
        return _watch_event(app, event, once=once, public=public)
    if public:
        name = choose_run(store, run).spec.name
        raise UsageFault(say("cli.event-watch-for-events", name=quoted(name)))
    watcher = Watcher(app, Follower(store, choose_run(store, run, app.say).spec.name))
    way = progress or ("json" if app.format in {"json", "jsonl"} else None)
    if once:
        return watcher.once(way or "live")
    way = way or ("live" if _fits(app) else "plain")
    return watcher.live() if way == "live" and _fits(app) else watcher.lines(way)


def _event(app: App, store: "Database", name: str | None) -> "EventSession | None":
    """The event that is meant; None for a run. A run comes first if both have the name."""
    from tourney.app.choose import planned_event
    from tourney.app.event_session import EventSession, event_session
    from tourney.store.events import stored_events
    from tourney.store.runs import all_runs

    if not stored_events(store):
        return None
    if name is None:
        return None if all_runs(store) else event_session(app, None, any_phase=True)
    if name.startswith("run:") or any(run.spec.name == name for run in all_runs(store)):
        return None
    event = planned_event(store, name.removeprefix("event:"))
    if event is None and not name.startswith("event:"):
        try:
            return event_session(app, name)
        except NotFound:
            raise NotFound(say("cli.event-watch-neither", name=quoted(name))) from None
    return EventSession(app, store, event) if event else event_session(app, name)


def _watch_event(app: App, event: "EventSession", *, once: bool, public: bool) -> int:
    from tourney.cli.event_watch import EventWatcher

    watcher = EventWatcher(app, event, public=public)
    return watcher.once() if once or not _fits(app) else watcher.live()


def _fits(app: App) -> bool:
    from tourney.cli.terminal.screen import foreground

    dumb = os.environ.get("TERM") == "dumb" or not sys.stdin.isatty()
    return app.width() is not None and not dumb and foreground(sys.stdout.fileno())


class Watcher:
    """Reads the state of a run and shows it as a screen, as lines or as JSON."""

    def __init__(self, app: App, follower: "Follower") -> None:
        from tourney.runs.run_rows import Rows

        self._app = app
        self._follower = follower
        self._rows = Rows()

    def once(self, way: str) -> int:
        """Show the current state of the run."""
        sight = self._whole()
        if way == "live":
            from tourney.render.live_screens import compose
            from tourney.render.scenes import Theme, plain

            app = self._app
            width = app.width() or 100
            theme = Theme(width, app.ascii, app.color, app.lang, app.wide_signs)
            self._app.draw(plain(compose(self._view(sight), theme), theme))
        else:
            self._app.write(self._line(way)(sight) + "\n")
        return 0

    def _whole(self) -> "RunState":
        sight = self._follower.look()
        while sight.reading:
            sight = self._follower.look()
        return sight

    def live(self) -> int:
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
        if key == "q":
            return 0
        return self.once("live")

    def lines(self, way: str) -> int:
        """Write the state of the run line by line until it is complete."""
        every, line = (JSON_EVERY if way == "json" else PLAIN_EVERY), self._line(way)
        sight = self._whole()
        state, due = "", monotonic() + every
        while sight.state != "complete":
            status = sight.state != state and sight.state != "playing"
            if status or (monotonic() >= due and sight.state != "waiting"):
                self._app.write(line(sight) + "\n")
                sys.stdout.flush()
                due = monotonic() + every
            state = sight.state
            sleep(LOOK_EVERY)
            sight = self._whole()
        self._app.write(line(sight) + "\n")
        return 0

    def _line(self, way: str) -> "Callable[[RunState], str]":
        return self._object if way == "json" else self._words

    def _object(self, sight: "RunState") -> str:
        from tourney.runs.run_rows import run_object

        rows = self._rows.latest(sight.sums, sight.snapshot.cost)
        return json_text(run_object(sight.state, sight.snapshot, rows))

    def _words(self, sight: "RunState") -> str:
        return "; ".join([plain_line(sight.snapshot, self._app.lang), *self._notes(sight)])

    def _view(self, sight: "RunState", *hints: str) -> "RunView":
        from tourney.runs.run_rows import run_view

        rows = self._rows.of(sight.sums, sight.snapshot.cost)
        notes = (*self._notes(sight), *hints)
        moving = sight.state in ("playing", "stopping")
        spec, lang = self._follower.run.spec, self._app.lang
        return run_view(spec, sight.snapshot, rows, notes, moving=moving, lang=lang)

    def _notes(self, sight: "RunState") -> list[str]:

        text = self._app.text
        if sight.reading:
            return [text(say("cli.watch-reading"))]
        if sight.state == "stopping":
            return [text(say("cli.watch-stopping"))]
        if sight.state == "waiting":
            go_on = self._app.command("run", "--resume", self._follower.run.spec.name)
            return [text(say("cli.watch-waiting", command=go_on))]
        return []
