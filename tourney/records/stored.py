"""Records of matches that were played here, written from what the database holds of them."""

from collections.abc import Iterator

from engines import GAMES
from engines.api import seat_letter
from tourney.domain.matches import StoredMatch
from tourney.records import values


def record(match: StoredMatch) -> str:
    """The canonical text of any stored match: as it came in, or written from its entries."""
    return engine_record(match) if match.text is None else match.text


def engine_record(match: StoredMatch) -> str:
    """The canonical text of a match played here."""
    lines = [*_headers(match), "", *GAMES[match.game].layout(match.entries)]
    if not match.entries:
        lines.pop()
    trailer = list(_trailer(match))
    return "".join(f"{line}\n" for line in ([*lines, "", *trailer] if trailer else lines))


def _headers(match: StoredMatch) -> Iterator[str]:
    yield f"match: {match.name}"
    yield f"game: {match.game}"
    yield f"rules: {match.game}/{match.rules}"
    if match.options:
        yield f"options: {' '.join(f'{key}={value}' for key, value in match.options)}"
    for key, value in match.headers:
        yield f"{key}: {value}"
    for seat, (name, version) in enumerate(zip(match.players, match.versions, strict=True)):
        attributes = f" [bot {version}]" if version else ""
        yield f"seat {seat_letter(seat)}: {name}{attributes}"


def _trailer(match: StoredMatch) -> Iterator[str]:
    if any(score is not None for score in match.scores):
        yield f"result: {values.scores_text(match.scores)}"
    places = [place for place in match.places if place is not None]
    if places and len(places) == len(match.players):
        yield f"rank: {values.rank_text(places)}"
    if match.status:
        yield f"status: {match.status}"
    if match.status in ("forfeit", "abandoned"):
        for seat, code in sorted({fault.seat: fault.code for fault in match.faults}.items()):
            yield f"forfeit: {seat_letter(seat)} {code}"
