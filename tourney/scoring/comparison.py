"""Points for tables with the same cards: every seat is compared with the same seat elsewhere.

As in duplicate bridge, the strength of the cards does not count: who holds bad cards is compared
with those who held the same ones.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from engines.api import Seat
from tourney.domain.matches import MatchResult

TOP: Final = 4
"""The points of a seat that is ahead of the same seat at all other tables."""


def comparison(results: Sequence[MatchResult]) -> list[tuple[Fraction, ...]]:
    """The points of every seat of every table, from 0 to 4.

    A seat has one part for each other table with as many seats at which the same seat did worse,
    and half a part for each at which it did equally well. A table without such another one gives
    the mean, 2, to all its seats.
    """
    return [_points(result, _others(results, at)) for at, result in enumerate(results)]


def _others(results: Sequence[MatchResult], at: int) -> list[MatchResult]:
    size = len(results[at].players)
    return [one for n, one in enumerate(results) if n != at and len(one.players) == size]


def _points(result: MatchResult, others: Sequence[MatchResult]) -> tuple[Fraction, ...]:
    if not others:
        return (Fraction(TOP, 2),) * len(result.players)
    return tuple(
        TOP * sum((_part(result, other, seat) for other in others), Fraction(0)) / len(others)
        for seat in range(len(result.players))
    )


def _part(result: MatchResult, other: MatchResult, seat: Seat) -> Fraction:
    mine, theirs = _worth(result, seat), _worth(other, seat)
    return Fraction((mine > theirs) + (mine >= theirs), 2)


def _worth(result: MatchResult, seat: Seat) -> tuple[bool, int]:
    """The higher, the better; a forfeit is below every score."""
    gone = seat in result.forfeits
    score = -result.scores[seat] if result.fewer_wins else result.scores[seat]
    return not gone, 0 if gone else score
