"""Results without luck are fair and their intervals hold the truth, whatever the judge believes."""

from fractions import Fraction
from random import Random

import pytest

from tests.examples import times
from tourney.insight.totals import FITTED_FROM, paired
from tourney.stats import Paired


@pytest.mark.parametrize("believed", [0.0, 0.5, 1.0, 3.0])
def test_intervals_without_luck_hold_the_truth(believed: float) -> None:
    """A judge who sees the luck `believed` times too large, with noise of its own."""
    rng, truth = Random(int(10 * believed)), 0.1
    covered, widths, raws = 0, 0.0, 0.0
    runs = times(2_000, 100)
    for _ in range(runs):
        deals = []
        for _ in range(FITTED_FROM + 20):
            luck, rest = rng.gauss(0, 0.3), rng.gauss(0, 0.2)
            deals.append((truth + luck + rest, believed * luck + rng.gauss(0, 0.1)))
        adjusted, _ = paired(deals, None)
        raw = Paired()
        for result, _ in deals:
            raw.add(Fraction(0), Fraction(result))
        assert adjusted.low is not None
        assert adjusted.high is not None
        covered += adjusted.low <= truth <= adjusted.high
        widths += adjusted.high - adjusted.low
        raws += 2 * (raw.difference().half() or 0)
    share = covered / runs
    # 95 %, as far as so many runs tell.
    assert abs(share - 0.95) < 4 * (0.95 * 0.05 / runs) ** 0.5
    if believed in (0.5, 1.0):
        assert widths < 0.75 * raws
    else:
        assert widths < 1.05 * raws


def test_with_few_deals_all_the_luck_is_taken_out() -> None:
    deals = [(0.5, 0.25), (0.0, -0.5), (1.0, 0.75)]
    adjusted, luck = paired(deals, None)
    assert float(luck.mean) == pytest.approx(1 / 6)
    assert float(adjusted.mean) == pytest.approx(0.5 - 1 / 6)
