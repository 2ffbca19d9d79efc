"""The scale of ratings: 1500 is the mean of all players, 400 points are odds of ten to one.

So in a match of two, a player who is 400 points ahead wins ten times as often as the other.
"""

from math import log
from typing import Final

MEAN: Final = 1500.0
POINTS: Final = 400 / log(10)
"""Points of one unit of natural logarithms of odds, in which strengths are computed."""
PROVISIONAL: Final = 150.0
"""A rating is provisional while its interval is wider than this to each side."""
ALIKE: Final = 1e-6
"""Ratings closer than this are equal; computers differ in the last digits."""
