"""The standings of an event: the imported records that name it in their headers."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tourney.domain.match_values import Ending, StoredMatch
from tourney.events.adjusted import adjusted, adjustments
from tourney.results import ResultSums, ending_of
from tourney.scoring import DEFAULT_TIEBREAKS
from tourney.scoring.ledger import NO_RATINGS

_ROUND: Final = re.compile("[1-9][0-9]{0,5}")


@dataclass(frozen=True, slots=True)
class EventStandings:
    """Sums over an event, and the names of matches that were corrected, are void, or do not count.

    `open` are matches without a full result or with unknown players. `adjusted` are those whose
    scores the organiser corrected, which count with these scores.
    """

    sums: ResultSums
    corrected: list[str] = field(default_factory=list)
    void: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    adjusted: list[str] = field(default_factory=list)


def event_standings(
    matches: Iterable[StoredMatch],
    by: str = "scaled",
    tiebreaks: Sequence[str] = DEFAULT_TIEBREAKS,
    ratings: Mapping[str, int] = NO_RATINGS,
) -> EventStandings:
    """The standings over matches; void and undecided ones count nowhere."""
    sums = ResultSums(by=by, tiebreaks=tiebreaks, keep=True, ratings=ratings)
    found = EventStandings(sums)
    for match in matches:
        ending = ending_of(match)
        if match.status == "void":
            found.void.append(match.name)
        elif ending is None:
            found.open.append(match.name)
        else:
            sums.take(_with_adjusted(match, ending, found), round_of(match))
        if match.revision > 1 and match.status != "void":
            found.corrected.append(match.name)
    return found


def _with_adjusted(match: StoredMatch, ending: Ending, found: EventStandings) -> Ending:
    """The end of a match with the scores that the organiser corrected."""
    changes = adjustments(match)
    if ending.result is None or not changes:
        return ending
    found.adjusted.append(match.name)
    return ending._replace(result=adjusted(ending.result, changes))


def round_of(match: StoredMatch) -> int | None:
    """The round that the headers of a match name; None without a number."""
    text = dict(match.headers).get("round", "")
    return int(text) if _ROUND.fullmatch(text) else None
