"""Three ways to watch a run: a bar on a terminal, a plain line now and then, JSON lines.

All of it is talk and goes to stderr. Also the one place that turns Ctrl-C into a request.
"""

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, redirect_stdout
from time import monotonic
from types import FrameType
from typing import Final

import click

from tourney.cli.base import App
from tourney.runs.snapshots import Snapshot

WAYS: Final = ("json", "plain", "live")
PLAIN_EVERY: Final = 10.0
JSON_EVERY: Final = 1.0

Watch = Callable[[Snapshot], None]


def health(snapshot: Snapshot) -> str:
    """`no faults`, or whose faults of which kind."""
    if not snapshot.faults:
        return "no faults"
    told = [f"{bot} {code} {n}".strip() for (bot, code), n in sorted(snapshot.faults.items())]
    return f"{sum(snapshot.faults.values())} faults: {', '.join(told)}"


def aside() -> AbstractContextManager[object]:
    """Stdout goes to stderr meanwhile: what a bot prints is no data."""
    return redirect_stdout(sys.stderr)


@contextmanager
def watching(app: App, way: str | None) -> Iterator[Watch]:
    """The way asked for, else the one that fits where stderr goes."""
    if app.quiet:
        yield lambda snapshot: None
    elif (way or ("live" if sys.stderr.isatty() else "plain")) == "live":
        yield from _live(app)
    elif way == "json":
        yield _every(JSON_EVERY, _json)
    else:
        yield _every(PLAIN_EVERY, _plain)


def _live(app: App) -> Iterator[Watch]:
    from tourney.render.progress import Bar

    with Bar(sys.stderr, ascii=app.ascii, color=app.color) as bar:
        yield lambda s: bar.show(health(s), not s.faults, s.done, s.total, s.rate, s.eta)


def _every(seconds: float, tell: Watch) -> Watch:
    last = monotonic()

    def watch(snapshot: Snapshot) -> None:
        nonlocal last
        if monotonic() - last >= seconds:
            last = monotonic()
            tell(snapshot)

    return watch


def _plain(s: Snapshot) -> None:
    from tourney.render.progress import line

    click.echo(line(health(s), s.done, s.total, s.rate, s.eta), err=True)


def _json(s: Snapshot) -> None:
    fields = {
        "run": s.run,
        "done": s.done,
        "total": s.total,
        "rate": round(s.rate, 1),
        "eta": None if s.eta is None else round(s.eta, 1),
        "faults": faults_by_bot(s),
    }
    click.echo(json.dumps(fields, ensure_ascii=False), err=True)


def faults_by_bot(snapshot: Snapshot) -> dict[str, dict[str, int]]:
    """Bot -> kind of fault -> how often."""
    found: dict[str, dict[str, int]] = {}
    for (bot, code), number in sorted(snapshot.faults.items()):
        found.setdefault(bot, {})[code] = number
    return found


@contextmanager
def interruptible(app: App) -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C came; a second one interrupts at once."""
    asked = False

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        signal.signal(signal.SIGINT, before)
        app.say("finishing the running match; Ctrl-C again to stop at once")

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)
