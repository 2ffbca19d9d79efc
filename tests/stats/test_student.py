"""Quantiles of Student's t, compared with scipy's."""

import pytest

from tourney.stats import t_quantile

LEVELS = (0.6, 0.9, 0.975, 0.9995)

# scipy.stats.t.ppf(level, freedom), scipy 1.17.1, twelve digits
SCIPY = [
    (1, 0.324919696233, 3.07768353718, 12.7062047362, 636.619248769),
    (2, 0.288675134595, 1.88561808316, 4.30265272975, 31.5990545764),
    (3, 0.276670662333, 1.6377443537, 3.18244630528, 12.9239786367),
    (5, 0.267180865704, 1.47588404882, 2.57058183564, 6.86882662588),
    (10, 0.260184829492, 1.37218364111, 2.22813885199, 4.5868938587),
    (29, 0.255683634571, 1.3114336473, 2.04522964213, 3.65940501947),
    (100, 0.254022182458, 1.29007476135, 1.98397151852, 3.39049131116),
    (999, 0.25341458333, 1.28239957004, 1.96234146113, 3.3002924404),
    (2000, 0.253380806821, 1.28197500068, 1.9611508261, 3.29539813673),
    (2001, 0.253380789976, 1.281974789, 1.96115023262, 3.29539569897),
    (10000, 0.253353843446, 1.28163622973, 1.96020123989, 3.29149996594),
    (1000000, 0.253347170538, 1.28155241213, 1.95996635681, 3.29053646125),
]


@pytest.mark.parametrize("row", SCIPY, ids=lambda row: f"freedom-{row[0]}")
def test_quantiles_agree_with_scipy(row: tuple[float, ...]) -> None:
    degrees, *expected = row
    found = [t_quantile(level, int(degrees)) for level in LEVELS]
    assert found == pytest.approx(expected, rel=1e-10)


def test_the_distribution_is_symmetric() -> None:
    assert t_quantile(0.5, 7) == pytest.approx(0, abs=1e-15)
    assert t_quantile(0.025, 7) == -t_quantile(0.975, 7)


@pytest.mark.parametrize(("level", "degrees"), [(0, 3), (1, 3), (0.5, 0)])
def test_what_has_no_quantile_is_refused(level: float, degrees: int) -> None:
    with pytest.raises(ValueError, match="no quantile"):
        t_quantile(level, degrees)
