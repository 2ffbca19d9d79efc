"""Reads the records that a command names: files, stdin, or matches in the database."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from engines.messages import say
from tourney.cli.base import App
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.match_values import StoredMatch
from tourney.records import record

if TYPE_CHECKING:
    from tourney.store import Database

STDIN = "-"


def held(app: App, names: tuple[str, ...], after: int = 0) -> Iterator[tuple[str, str | bytes]]:
    """The records of each name: a file, `-`, run:NAME, match:ID or event:NAME.

    Of a run only the matches with a number above `after`.
    """
    for name in names:
        kind, _, rest = name.partition(":")
        if kind in ("run", "match", "event") and rest:
            yield from (
                (one.name, record(one)) for one in _noted(app, _stored(app, kind, rest, after))
            )
        else:
            yield name, content(name)


def _noted(app: App, matches: Iterator[StoredMatch]) -> Iterator[StoredMatch]:
    """The matches; says which were corrected."""
    for one in matches:
        if one.revision > 1:
            app.say(say("app.match-is-corrected", match=one.name, number=one.revision))
        yield one


def _stored(app: App, kind: str, ref: str, after: int) -> Iterator[StoredMatch]:
    from tourney.store.matches import match_named, run_matches
    from tourney.store.runs import run_named

    store = app.store()
    if kind == "match":
        from tourney.app.event_tables import match_id

        yield match_named(store, match_id(app, ref))
    elif kind == "event":
        yield from _of_event(store, ref)
    else:
        from tourney.store.matches import NumberRange

        yield from run_matches(store, run_named(store, ref), stretch=NumberRange(after))


def _of_event(store: "Database", event: str) -> Iterator[StoredMatch]:
    """The matches of an event; NotFound if there is none."""
    from tourney.app.choose import chosen_event
    from tourney.store.matches import event_matches

    name = chosen_event(store, f"event:{event}")
    matches = list(event_matches(store, name)) if name is not None else []
    if not matches:
        raise NotFound(say("app.no-event", name=quoted(event)))
    yield from matches


def content(name: str) -> bytes:
    """The bytes of a file, or of stdin for `-`."""
    if name == STDIN:
        return sys.stdin.buffer.read()
    path = Path(name)
    if "\0" in name:
        raise NotFound(say("cli.nul-name", name=quoted(name)))
    if path.is_dir():
        raise UsageFault(say("app.a-folder", name=quoted(name)))
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise NotFound(say("cli.no-file", name=quoted(name))) from None
