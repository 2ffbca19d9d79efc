"""Chooses the progress display of a run: the one requested, or one that fits the terminal."""

import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

from tourney.cli.base import App
from tourney.cli.progress import Display, Json, Plain, Source

WAYS: Final = ("json", "plain", "live")


@contextmanager
def watching(app: App, way: str | None, source: Source) -> Iterator[Display]:
    """The requested display; by default, a screen on a terminal and lines elsewhere."""
    way = way or ("live" if live_fits() else "plain")
    with _display(app, way, source) as display:
        yield display
        display.last()


def _display(app: App, way: str, source: Source) -> AbstractContextManager[Display]:
    if app.quiet:
        return nullcontext(Display(app, source))
    if way == "live" and live_fits():
        from tourney.cli.live import live

        return live(app, source)
    return nullcontext(Json(app, source) if way == "json" else Plain(app, source))


def live_fits() -> bool:
    """Whether stderr is a terminal that can be drawn on, with this process in the foreground."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return False
    from tourney.cli.terminal import foreground

    return foreground(sys.stderr.fileno())
