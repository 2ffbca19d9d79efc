"""The players of a match to be recorded: their names, checked and compared with known people."""

import re
from collections.abc import Sequence
from contextlib import suppress

from engines.api import seat_letter
from engines.messages import say
from tourney.app.similar import is_same
from tourney.cli.asking import Asker
from tourney.cli.base import App
from tourney.desk.players import folded
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.runs.spec import player_name

UNKNOWN = "?"
"""A player whose name nobody knows."""


def table_players(asker: Asker, given: str | None) -> tuple[str, ...]:
    """The names of the players, clockwise; a name that looks like a known one is asked about."""
    names = named_players(given or asker.ask(say("cli.record-players")))
    names = _with_known_names(asker.app, names)
    _require_different(names)
    return tuple(names)


def named_players(text: str) -> list[str]:
    """Names separated by commas; UsageFault if two of them cannot be told apart."""
    parts = (" ".join(part.split()) for part in re.split(r"[,,、]", text))
    names = [part if part == UNKNOWN else player_name(part) for part in parts if part]
    _require_different(names)
    return names


def _require_different(names: Sequence[str]) -> None:
    """UsageFault if a typed name could mean two players, or the seat of another player."""
    plain = [folded(name) for name in names]
    for at, name in enumerate(names):
        if name != UNKNOWN and plain[at] in plain[:at]:
            raise UsageFault(say("app.record-twice", name=quoted(name)))
        for seat in range(len(names)):
            if seat != at and plain[at] == seat_letter(seat).lower():
                raise UsageFault(
                    say("cli.record-named-like-seat", name=quoted(name), seat=seat_letter(seat))
                )


def _with_known_names(app: App, names: Sequence[str]) -> list[str]:
    """The names, with the known names of people who are written differently here."""
    people = set(names) - {UNKNOWN}
    known: dict[str, str] = {}
    with suppress(NotFound):  # there is no database yet
        for one in app.store().lookalikes(people):
            if not {one.known, one.person} & people and is_same(app, one, "ask"):
                known[one.name] = one.person
    return [known.get(name, name) for name in names]
