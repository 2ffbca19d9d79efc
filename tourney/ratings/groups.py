"""Which players can be compared: groups who never met, and groups that few matches join."""

from typing import Final, NamedTuple

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import LinearOperator, eigsh

from tourney.ratings.design import RatingDesign
from tourney.ratings.kinds import Bools, Floats, Ints
from tourney.ratings.symmetric import row_blocks

TINY: Final = 1e-12
LEAK: Final = 0.2
"""A group is apart if at most this share of what is known about its players comes from others."""


def connected(design: RatingDesign, place: Ints) -> Ints:
    """The groups of players who met, over others or directly; the largest has number 0.

    `place` has the number of the player of each unit.
    """
    rows, columns = [], []
    for group in design.groups:
        seats = place[group.players]
        rows.append(np.repeat(seats[:, :1], seats.shape[1] - 1, axis=1).ravel())
        columns.append(seats[:, 1:].ravel())
    ends = (np.concatenate(rows), np.concatenate(columns))
    count = int(place.max()) + 1
    edges = csr_array((np.ones(len(ends[0])), ends), shape=(count, count))
    _, labels = connected_components(edges, directed=False)
    ranks = np.argsort(np.argsort(-np.bincount(labels), kind="stable"))
    return np.asarray(ranks[labels], dtype=np.int64)


class Cut(NamedTuple):
    """Two groups of players, the one with fewer players marked by `first`, the other by `second`.

    `deviation` is the standard deviation of the difference of their mean strengths.
    """

    first: Bools
    second: Bools
    deviation: float


def weak_cuts(information: Floats, covariance: Floats, parts: Ints, least: float) -> list[Cut]:
    """Groups of two players or more that met others so rarely that `least` is exceeded.

    `information` has what matches say about every two players, negative beside the diagonal. Each
    part of players who met is cut in two where the cut takes away least of it (a sweep over the
    second eigenvector of the normalised Laplacian), and so are both sides again.
    """
    found = []
    waiting = [np.flatnonzero(parts == part) for part in range(int(parts.max(initial=0)) + 1)]
    while waiting:
        inside = waiting.pop()
        weights = information[np.ix_(inside, inside)]
        np.negative(weights, out=weights)
        first = _loosest(np.maximum(weights, 0, out=weights))
        if first is None:
            continue
        sides = [inside[first], inside[~first]]
        signs = np.zeros(len(parts))
        signs[sides[0]], signs[sides[1]] = 1 / len(sides[0]), -1 / len(sides[1])
        deviation = float(signs @ covariance @ signs) ** 0.5
        if deviation > least:
            marks = [np.isin(np.arange(len(parts)), side) for side in sorted(sides, key=len)]
            found.append(Cut(marks[0], marks[1], deviation))
            waiting += sides
    return found


def _loosest(weights: Floats) -> Bools | None:
    """One side of the cut that takes away the least share of a side's weights; None above LEAK."""
    count = len(weights)
    if count < 4:
        return None
    np.fill_diagonal(weights, 0)
    sums = np.maximum(weights.sum(axis=1), TINY)
    root = np.sqrt(sums)

    # The second eigenvector of the Laplacian: the first is known and taken away.
    def left(vector: Floats) -> Floats:
        return np.asarray(weights @ (vector / root) / root - root * (root @ vector) / sums.sum())

    begin = np.random.default_rng(0).standard_normal(count)
    laplacian = LinearOperator((count, count), matvec=left, dtype=np.float64)
    _, vectors = eigsh(laplacian, k=1, which="LA", v0=begin, tol=1e-3)
    order = np.argsort(vectors[:, 0] / root, kind="stable")
    # The weights across the cut after each player: those it adds, less those it takes inside.
    inside = np.concatenate(
        [
            np.tril(weights[np.ix_(order[at], order)], at.start - 1).sum(axis=1)
            for at in row_blocks(count)
        ]
    )
    across = np.cumsum(sums[order] - 2 * inside)
    volume = np.cumsum(sums[order])
    leaks = across / np.maximum(np.minimum(volume, volume[-1] - volume), TINY)
    at = 2 + int(np.argmin(leaks[1 : count - 2]))
    if leaks[at - 1] > LEAK:
        return None
    return np.isin(np.arange(count), order[:at])
