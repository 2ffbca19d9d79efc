"""The probability that each of several players is the best, from means and their covariance.

Block means are taken as jointly normal with an estimated covariance, so the true means follow a
multivariate Student's t distribution; the share in which a player is ahead of all others is counted
over a fixed set of draws. Cases with an exact solution are computed without draws.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import cycle
from math import inf, sqrt
from random import Random

from tourney.stats.prior import Prior
from tourney.stats.spread import Matrix, apart, scales
from tourney.stats.student import t_cdf

DRAWS = 4096
FAR = 8.0
"""Standard errors behind the leader beyond which a player is left out of the draws..."""
FAINT = 1e-6
"""... unless blocks are so few that being ahead after all is likelier than this."""

SCALES = 256
"""Number of possible shares of luck that are tried."""


def chances(means: Sequence[float], covariance: Matrix, degrees: int) -> list[float]:
    """Each player's probability of the highest true mean.

    `covariance` is that of the means, `degrees` the number of blocks less one. Exact for two
    players, within about 0.01 for three and more.
    """
    return _chances(means, covariance, degrees, (1.0,))


def shrunk(means: Sequence[float], covariance: Matrix, degrees: int) -> list[float]:
    """The same of four or more players: the leader of many is partly a lucky one.

    The distances of the means are shortened by the share of them that is luck.
    """
    return _chances(means, covariance, degrees, scales(means, covariance, degrees, SCALES))


def _chances(
    means: Sequence[float], covariance: Matrix, degrees: int, factors: Sequence[float]
) -> list[float]:
    """The same with distances in standard errors multiplied by `factors`, which are as likely."""
    leader = max(range(len(means)), key=means.__getitem__)
    behind = [min(factors) * _behind(means, covariance, leader, i) for i in range(len(means))]
    near = [i for i, gap in enumerate(behind) if _in_reach(gap, degrees)]
    found = [0.0] * len(means)
    if len(near) < 2:
        found[leader] = 1.0
    elif len(near) == 2:
        one, two = near
        gap, error = means[one] - means[two], apart(covariance, one, two)
        found[one] = sum([ahead(scale * gap, error, degrees) for scale in factors]) / len(factors)
        found[two] = 1 - found[one]
    else:
        inside = [[covariance[i][j] for j in near] for i in near]
        wins = _drawn([means[i] for i in near], inside, degrees, factors)
        for player, count in zip(near, wins, strict=True):
            found[player] = count / DRAWS
    return found


def _in_reach(gap: float, degrees: int) -> bool:
    """Whether a player so many standard errors behind may be ahead in truth."""
    return gap < FAR or (gap < inf and 1 - t_cdf(gap, degrees) > FAINT)


def _behind(means: Sequence[float], covariance: Matrix, leader: int, player: int) -> float:
    """Standard errors by which a player is behind."""
    gap, error = means[leader] - means[player], apart(covariance, leader, player)
    return gap / error if error else inf if gap else 0.0


def better(gap: float, error: float, degrees: int, known: Prior) -> float:
    """The same for a difference with known limits, some of whose values may not have occurred.

    An unseen loss on a share p of all blocks turns a lead if it costs more; `degrees` is the number
    of blocks. An unseen gain is as likely, which leaves half of the doubt.
    """
    far = known.room(gap)[0 if gap >= 0 else 1]
    doubt = 0.5 * (1 - min(1.0, abs(gap) / far if far else 1.0)) ** degrees
    usual = ahead(gap, error, degrees)
    return min(usual, 1 - doubt) if gap >= 0 else max(usual, doubt)


def ahead(gap: float, error: float, degrees: int) -> float:
    """The probability that a true difference is positive, from its estimate and its error."""
    if not error:
        return 0.5 if not gap else float(gap > 0)
    below = t_cdf(abs(gap) / error, degrees)
    return below if gap >= 0 else 1 - below


def _drawn(
    means: Sequence[float], covariance: Matrix, degrees: int, factors: Sequence[float]
) -> list[int]:
    """The number of draws in which each player is ahead."""
    rows = _root(covariance)
    wins = [0] * len(means)
    draws = zip(cycle(factors), _normals(len(means)), _stretches(degrees), strict=False)
    for scale, normals, chi in draws:
        worth = [
            scale * mean + chi * sum([a * z for a, z in zip(row, normals, strict=False)])
            for mean, row in zip(means, rows, strict=True)
        ]
        wins[worth.index(max(worth))] += 1
    return wins


def _root(covariance: Matrix) -> list[list[float]]:
    """The Cholesky factor of the covariance, which may be singular."""
    rows: list[list[float]] = []
    for i, wanted in enumerate(covariance):
        row: list[float] = []
        for j, other in enumerate(rows):
            rest = wanted[j] - sum([a * b for a, b in zip(row, other, strict=False)])
            row.append(rest / other[j] if other[j] else 0.0)
        rest = wanted[i] - sum([a * a for a in row])
        rows.append([*row, sqrt(rest) if rest > 1e-12 * wanted[i] else 0.0])
    return rows


@lru_cache(maxsize=16)
def _normals(players: int) -> tuple[tuple[float, ...], ...]:
    """Draws of independent normal numbers, each with its mirror image."""
    rng = Random(players)
    drawn = [tuple([rng.gauss(0, 1) for _ in range(players)]) for _ in range(DRAWS // 2)]
    return tuple(row for z in drawn for row in (z, tuple([-value for value in z])))


@lru_cache(maxsize=16)
def _stretches(degrees: int) -> tuple[float, ...]:
    """Factors that turn normal draws into Student's t; a draw and its mirror image share one."""
    rng = Random(degrees)
    each = [
        1 / sqrt(rng.gammavariate(degrees / 2, 2) / degrees) if degrees < 10_000 else 1.0
        for _ in range(DRAWS // 2)
    ]
    return tuple(stretch for stretch in each for _ in range(2))
