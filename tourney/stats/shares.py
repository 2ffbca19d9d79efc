"""The confidence interval of a share."""

from math import sqrt
from statistics import NormalDist


def share_interval(hits: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval of a probability; it has a width even for no or only hits."""
    if not trials:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + level) / 2)
    share, extra = hits / trials, z * z / trials
    middle = (share + extra / 2) / (1 + extra)
    reach = z * sqrt(share * (1 - share) / trials + extra / (4 * trials)) / (1 + extra)
    return max(0.0, middle - reach), min(1.0, middle + reach)
