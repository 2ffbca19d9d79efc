"""Whether two playings of a match agree: the same moves, results and faults.

The form of the stored log, the texts of bots about their moves and their output do not count.
"""

from engines.api import Outcome, Seat
from tourney.domain.match_values import Entries, Fixture, KeptMatch
from tourney.play.logs import unpack

Content = tuple[
    Fixture, Outcome, str, tuple[tuple[object, ...], ...], tuple[tuple[Seat, str], ...] | None
]


def content(match: KeptMatch) -> Content:
    """Everything about a match that a repeated playing must give again."""
    faults = tuple((each.seat, each.code, each.ply, each.evidence) for each in match.faults)
    scores, places = tuple(match.outcome.scores), tuple(match.outcome.places)
    outcome = Outcome(scores, places)
    return match.fixture, outcome, match.status, faults, _entries(match.log)


def _entries(log: Entries | bytes | None) -> tuple[tuple[Seat, str], ...] | None:
    if log is None:
        return None
    return tuple(unpack(log) if isinstance(log, bytes) else log.listed())
