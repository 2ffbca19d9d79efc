"""Quantiles of Student's t distribution, without numpy.

The distribution function is the regularised incomplete beta function, computed by its continued
fraction (NIST DLMF 8.17.22, Lentz's method); the quantile is found by bisection. Beyond `LARGE`
degrees of freedom the expansion around the normal quantile is exact to twelve digits.
"""

from functools import lru_cache
from math import exp, lgamma, log, log1p
from statistics import NormalDist

LARGE = 2000
TINY = 1e-300
STEPS = 400


@lru_cache(maxsize=1024)
def t_quantile(p: float, degrees: int) -> float:
    """The quantile of Student's t: the value below which it stays with probability `p`."""
    if not 0 < p < 1 or degrees < 1:
        raise ValueError(f"no quantile at {p} with {degrees} degrees of freedom")
    if p < 0.5:
        return -t_quantile(1 - p, degrees)
    if degrees > LARGE:
        return _expanded(NormalDist().inv_cdf(p), degrees)
    return _bisected(p, degrees)


def _bisected(p: float, degrees: int) -> float:
    low, high = 0.0, 2.0
    while t_cdf(high, degrees) < p:
        low, high = high, 2 * high
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        low, high = (middle, high) if t_cdf(middle, degrees) < p else (low, middle)


def t_cdf(t: float, degrees: int) -> float:
    """The probability that Student's t stays below `t`, which must not be negative."""
    square = t * t
    if square < degrees:
        # Near 0 the complement is more precise.
        return 0.5 + 0.5 * _beta(square / (degrees + square), 0.5, degrees / 2)
    return 1 - 0.5 * _beta(degrees / (degrees + square), degrees / 2, 0.5)


def _beta(x: float, a: float, b: float) -> float:
    """Regularised incomplete beta function I_x(a, b)."""
    if x <= 0:
        return 0.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    return front / a * _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction 1/(1+ d1/(1+ d2/(1+ …))) of the incomplete beta function."""
    value = c = 1.0
    d = 0.0
    for step in range(STEPS):
        term = _coefficient(step, x, a, b) if step else 1.0
        d = 1 / (1 + term * d or TINY)
        c = 1 + term / c or TINY
        value *= c * d
        if step and abs(c * d - 1) < 1e-16:
            break
    return value - 1


def _coefficient(step: int, x: float, a: float, b: float) -> float:
    m, odd = divmod(step, 2)
    if odd:
        return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
    return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))


def _expanded(z: float, degrees: int) -> float:
    """The Cornish-Fisher expansion (Abramowitz and Stegun 26.7.5)."""
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return sum(term / float(degrees) ** power for power, term in enumerate(terms))
