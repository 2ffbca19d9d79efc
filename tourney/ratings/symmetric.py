"""Large symmetric matrices, changed in place: one of 2,000 players takes 32 MB."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from scipy.linalg import cho_factor, lapack

from tourney.ratings.kinds import Floats, Ints

ROWS: Final = 256
"""Rows that are computed at a time."""


def row_blocks(count: int) -> Iterator[slice]:
    """All rows of a matrix, some at a time."""
    return (slice(start, min(start + ROWS, count)) for start in range(0, count, ROWS))


def add_transpose(matrix: Floats) -> None:
    """Add its transpose to a matrix."""
    for at in row_blocks(len(matrix)):
        for to in row_blocks(at.stop):
            both = matrix[at, to] + matrix[to, at].T
            matrix[at, to], matrix[to, at] = both, both.T


def add_products(matrix: Floats, vector: Floats, parts: Ints, sign: float = 1.0) -> None:
    """Add the products of every two entries of a vector that are in the same part."""
    if not parts.any():
        for at in row_blocks(len(matrix)):
            matrix[at] += sign * vector[at, None] * vector
        return
    for part in range(int(parts.max()) + 1):
        inside = np.flatnonzero(parts == part)
        own = vector[inside]
        matrix[np.ix_(inside, inside)] += sign * own[:, None] * own


def factor(matrix: Floats) -> Floats:
    """The lower Cholesky factor of a positive definite matrix, in its place."""
    lower, _ = cho_factor(matrix.T, lower=True, overwrite_a=True)  # the order of LAPACK
    return np.asarray(lower)


def inverse(matrix: Floats) -> Floats:
    """The inverse of a positive definite matrix, in its place."""
    return inverse_of_factor(factor(matrix))


def inverse_of_factor(lower: Floats) -> Floats:
    """The inverse of a matrix, in the place of its Cholesky factor."""
    found, _ = lapack.dpotri(lower, lower=1, overwrite_c=1)
    for at in row_blocks(len(found)):
        found[: at.start, at] = found[at, : at.start].T
        own = np.tril(found[at, at])
        found[at, at] = own + np.tril(own, -1).T
    return np.asarray(found.T)
