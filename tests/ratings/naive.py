"""The likelihood of orders of finish, the slow way: every order of tied sides in turn."""

from collections.abc import Sequence
from itertools import permutations, product
from math import exp, log


def order_likelihood(strengths: Sequence[float]) -> float:
    """The log-probability that sides finish in this order: each is drawn among those left."""
    return sum(
        strengths[first] - log(sum(exp(other) for other in strengths[first:]))
        for first in range(len(strengths))
    )


def likelihood(blocks: Sequence[Sequence[float]]) -> float:
    """The mean over all orders of tied sides; `blocks` has the strengths at each place."""
    orders = [sum(one, ()) for one in product(*(list(permutations(b)) for b in blocks))]
    return sum(map(order_likelihood, orders)) / len(orders)
