"""Reads the records that a command names: files, stdin, or matches in the database."""

import sys
from collections.abc import Iterator

from engines.games import GAMES
from engines.messages import say
from tourney.app.check_records import Source, corrected, file_content, numbered
from tourney.cli.base import App
from tourney.domain.errors import NotFound, quoted
from tourney.domain.match_values import StoredMatch
from tourney.records import record

STDIN = "-"


def held(app: App, name: str, after: int = 0, *, spreads: bool = False) -> Iterator[Source]:
    """The records of a file, `-`, run:NAME, match:ID or event:NAME.

    Of a run only the matches with a number above `after`; if it `spreads`, only their numbers.
    """
    kind, _, ref = name.partition(":")
    # A file may have a colon in its name, too, but not after these words.
    if kind not in ("run", "match", "event") or not ref:
        yield name, content(name)
        return
    if kind == "run" and spreads and (matches := numbered(app.store(), ref, after)) is not None:
        yield from matches
        return
    for match in _stored_matches(app, kind, ref, after):
        if known := corrected(match):
            app.say(known)
        # A record of an unknown game cannot even be written.
        played_here = match.text is None and match.game in GAMES
        yield match.name, match if played_here else record(match)


def _stored_matches(app: App, kind: str, ref: str, after: int) -> Iterator[StoredMatch]:
    from tourney.store.matches import NumberRange, event_matches, match_named, run_matches
    from tourney.store.runs import run_named

    store = app.store()
    if kind == "match":
        from tourney.app.event_tables import match_id

        yield match_named(store, match_id(app, ref))
    elif kind == "event":
        from tourney.app.choose import chosen_event

        # An event that has no match yet is no source of records.
        event = chosen_event(store, f"event:{ref}")
        matches = list(event_matches(store, event)) if event is not None else []
        if not matches:
            raise NotFound(say("app.no-event", name=quoted(ref)))
        yield from matches
    else:
        yield from run_matches(store, run_named(store, ref), stretch=NumberRange(after))


def content(name: str) -> bytes:
    """The bytes of a file, or of stdin for `-`."""
    if name == STDIN:
        return sys.stdin.buffer.read()
    return file_content(name)
