"""What people read about a round: differences of points, seats, and small tables."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from tourney.domain.draws import EntrantId, Situation
from tourney.formats.meetings import Meetings
from tourney.formats.seating import Seats
from tourney.formats.swiss.bounds import least_spread
from tourney.formats.swiss.pricing import points_of

Figure: TypeAlias = tuple[Fraction, Fraction | None]
Figures: TypeAlias = dict[str, Figure]
Pods: TypeAlias = Sequence[Sequence[EntrantId]]


def figures_of(situation: Situation, pods: Pods, fewest: int) -> Figures:
    """The figures of a round; `fewest` is a number that repeats cannot be below."""
    history = Meetings(situation.met)
    found: Figures = {
        "repeats": (Fraction(sum(history.among(pod) for pod in pods)), Fraction(fewest)),
        "spread": _spread(situation, pods),
        "seats": (Fraction(_seat_difference(situation, pods)), None),
    }
    largest = max(len(pod) for pod in pods)
    small = [one for pod in pods if len(pod) < largest for one in pod]
    if small:
        found["small tables"] = (Fraction(sum(history.small[one] > 0 for one in small)), None)
    return found


def _spread(situation: Situation, pods: Pods) -> Figure:
    """The largest difference of points at a table, and the least possible one."""
    points = [[points_of(situation, one) for one in pod] for pod in pods]
    everyone = sorted(value for table in points for value in table)
    least = least_spread(everyone, [len(pod) for pod in pods])
    return max(max(table) - min(table) for table in points), least


def _seat_difference(situation: Situation, pods: Pods) -> int:
    """How much more often somebody has had one seat than another, including this round."""
    seats = Seats(situation.met)
    for pod in pods:
        seats.add(tuple(pod))
    size = min(len(pod) for pod in pods)
    return max(seats.spread(one, size) for pod in pods for one in pod)
