"""A point system: 5 points for the first place, 2 for the second, none for others.

Who shares places shares their points.
"""

from fractions import Fraction

from tourney.scoring.points import Finish, PointSystem, shared_mean


def points(finish: Finish) -> Fraction:
    """The points for a finish: for every number of sides, also for shared places."""
    table = tuple(Fraction(worth) for worth in (5, 2, *[0] * 6)[: finish.sides])
    return shared_mean(table, finish.first, finish.last)


POINTS = PointSystem(points)
