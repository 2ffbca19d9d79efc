"""How the matches of events and runs count in standings: scores, places and points by seat."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from tourney.domain.match_values import CountedResult, StoredMatch
from tourney.events.adjusted import adjusted, adjustments
from tourney.events.ranking import table_points
from tourney.events.state import EventState
from tourney.results import ending_of
from tourney.scoring import finishes, point_system

SCALED: Final = point_system("scaled")


def counted_result(match: StoredMatch) -> CountedResult | None:
    """How a match of a run, or of an event without a plan, counts by the points `scaled`."""
    ending = ending_of(match)
    if ending is None or ending.result is None:
        return None
    changes = adjustments(match)
    result = adjusted(ending.result, changes) if changes else ending.result
    return CountedResult(result.scores, result.places, tuple(map(SCALED, finishes(result))))


def counted_results(state: EventState) -> Iterator[tuple[int, CountedResult]]:
    """How each match of an event with a plan counts, by the id of the match."""
    for stage in state.stages:
        for round_, table in stage.tables():
            found = table.result
            if found is None or table.match is None:
                continue
            worth = table_points(state, stage, round_, table)
            points = tuple(worth.get(one, Fraction(0)) for one in found.entrants)
            yield table.match, CountedResult(found.scores, found.places, points)
