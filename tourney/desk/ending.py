"""The end of a recording: result, rank and status, and the whole text of the record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engines.api import Seat, seat_letter
from tourney.desk.answers import TableSetup
from tourney.desk.session import Desk
from tourney.domain.errors import DataFault
from tourney.domain.match_values import StoredMatch, places_with_forfeits
from tourney.records import Document, MatchRecord, read, write
from tourney.records.field_values import FORFEITS, attributes, option_pairs, rank_text, scores_text
from tourney.records.lines import LineFault, line


@dataclass(frozen=True, slots=True)
class Closing:
    """How a recording ends; empty values are found from its lines."""

    status: str = ""
    result: str = ""
    rank: str = ""
    forfeits: tuple[tuple[Seat, str], ...] = ()


NOT_OVER: Final = ("abandoned", "unfinished")
"""Where a match may be over and a person says that it was not, nothing follows from its lines."""


def finished(desk: Desk, closing: Closing | None = None) -> str:
    """The canonical text of the record with its trailer."""
    closing = closing or Closing()
    given = closing.forfeits or tuple(
        (seat, code) for seat, (code, _) in sorted(_left(desk).items())
    )
    due = desk.due()
    # If nothing more happens, the match may be over.
    over = (due.over or due.ends) and closing.status not in NOT_OVER
    ended = "forfeit" if given else "complete"
    status = closing.status or (ended if over else "abandoned" if given else "unfinished")
    found = _outcome(desk) if over else {}
    lines = [
        f"{key}: {value}"
        for key, value in (
            ("result", closing.result or found.get("result")),
            ("rank", closing.rank or found.get("rank")),
            ("status", status),
        )
        if value
    ]
    lines += [f"forfeit: {seat_letter(seat)} {code}" for seat, code in given]
    return whole(desk.setup, desk.lines(), lines)


def whole(setup: TableSetup, body: Sequence[str], trailer: Sequence[str]) -> str:
    """The canonical text of a record; comments before the first line come first of all."""
    first = next((n for n, line in enumerate(body) if not line.startswith("#")), len(body))
    parts = (body[:first], setup.head(), body[first:], trailer)
    text = "".join(f"{line}\n" for part in parts for line in part)
    return write(read(text))


def result_only(
    setup: TableSetup, scores: Sequence[int | None], places: Sequence[int]
) -> StoredMatch:
    """A complete match of which only the result is known, with the text of its record.

    DataFault if the record could not be read again. `scores` may be empty.
    """
    game, count = setup.engine, setup.seats
    trailer = [f"rank: {rank_text(places)}", "status: complete"]
    if scores:
        trailer.insert(0, f"result: {scores_text(scores)}")
    try:
        for version in filter(None, setup.versions):
            attributes(f"bot {version}")
    except LineFault as slip:
        raise DataFault(slip.message) from None
    written = [*setup.head(), "", *trailer]
    for number, text in enumerate(written, 1):
        if not text.isascii() and (fault := line(number, text).fault):
            raise DataFault(fault)
    return StoredMatch(
        id=0,
        name=setup.match,
        game=setup.game,
        rules=game.version,
        options=tuple(sorted(option_pairs(game.options_text(setup.parsed_options())).items())),
        headers=setup.headers,
        players=setup.players,
        versions=tuple(version or None for version in setup.versions) or (None,) * count,
        scores=tuple(scores) or (None,) * count,
        places=tuple(places),
        status="complete",
        entries=[],
        text="".join(f"{text}\n" for text in written),
    )


def parsed(text: str) -> MatchRecord:
    """The match of a record's text."""
    document: Document = read(text)
    return document.matches[0]


def _left(desk: Desk) -> Mapping[Seat, tuple[str, int]]:
    """The seats that left: the reason, and the number of entries before."""
    found: dict[Seat, tuple[str, int]] = {}
    for at, text in enumerate(desk.lines()):
        words = text.split()
        if text.startswith("-- forfeit ") and len(words) > 2:
            code = words[3] if len(words) > 3 and words[3] in FORFEITS else "left"
            found[ord(words[2]) - ord("A")] = (code, desk.body.entries_before(at))
    return found


def _outcome(desk: Desk) -> dict[str, str]:
    """Result and rank, as far as they follow from the lines."""
    tracker = desk.body.before(len(desk.body.lines))
    tracker.close()
    outcome = tracker.outcome()
    if outcome is None:
        return {}
    found = {"result": scores_text(outcome.scores)}
    if all(outcome.places):
        sides = desk.game.sides(desk.body.options, desk.setup.seats)
        left = {seat: at for seat, (_, at) in _left(desk).items()}
        found["rank"] = rank_text(places_with_forfeits(outcome.places, left, sides))
    return found
