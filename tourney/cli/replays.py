"""Finds the match that a command names, in a file or in the database, and its viewer."""

from collections.abc import Sequence

from engines.api import EVERYTHING, Who, seat_letter
from engines.messages import say
from tourney.cli.base import App
from tourney.cli.record_input import content
from tourney.domain.errors import DataFault, UsageFault, quoted
from tourney.records import RecordFault, read_bytes
from tourney.records.model import Document, MatchRecord
from tourney.records.record_positions import replay_of, replay_of_stored
from tourney.render.frames import MatchReplay

STORED = "match:"


def chosen(app: App, name: str, wanted: str | None) -> tuple[str, tuple[str, ...], MatchReplay]:
    """The match to replay: its id, its players and its replay.

    `match:ID` is a stored match; any other name is a file, in which `wanted` is the match id.
    """
    from tourney.store.matches import match_named

    if name.startswith(STORED):
        from tourney.app.event_tables import match_id

        stored = match_named(app.store(), match_id(app, name.removeprefix(STORED)))
        return stored.name, stored.players, replay_of_stored(stored)
    match = named_match(name, wanted)
    return match.name, tuple(player.name for player in match.players), replay_of(match)


def named_match(name: str, wanted: str | None) -> MatchRecord:
    """The record in a file; `wanted` is its match id if the file has several."""
    return _one_of(_usable(read_bytes(content(name)), name), name, wanted)


def _usable(document: Document, name: str) -> Document:
    faults = document.faults()
    if faults:
        raise RecordFault(faults, name)
    if not document.matches:
        raise DataFault(say("records.no-match", name=quoted(name)))
    return document


def _one_of(document: Document, name: str, wanted: str | None) -> MatchRecord:
    ids = [match.name for match in document.matches]
    if wanted is None and len(ids) > 1:
        raise UsageFault(say("cli.several", name=quoted(name), count=len(ids), some=_some(ids)))
    if wanted is not None and wanted not in ids:
        fault = say("cli.not-in-file", wanted=quoted(wanted), name=quoted(name), some=_some(ids))
        raise UsageFault(fault)
    return document.matches[ids.index(wanted) if wanted else 0]


def _some(ids: Sequence[str]) -> str:
    """The first few of many."""
    return ", ".join(ids[:3]) + (", …" if len(ids) > 3 else "")


def eyes(text: str | None, seats: int) -> Who:
    """The viewer that `--as` names: a seat letter, `spectator` or `open`, the default."""
    given = (text or "open").strip().lower()
    if given in ("open", "spectator"):
        return EVERYTHING if given == "open" else None
    seat = "abcdefgh".find(given) if len(given) == 1 else -1
    if not 0 <= seat < seats:
        last = seat_letter(seats - 1)
        raise UsageFault(say("cli.no-seat", seat=quoted(text), last=last))
    return seat
