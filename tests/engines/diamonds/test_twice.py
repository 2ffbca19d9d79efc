"""Two independent implementations of Diamonds agree in matches that use every rule."""

from collections import Counter
from functools import cache

import pytest

from tests.engines.diamonds.drivers import DRIVERS
from tests.engines.diamonds.twice import SETTINGS, coverage, matches
from tests.engines.naive.diamonds_hits import HITS

LEAST = 1
MATCHES = 9
MANY = len(SETTINGS) * len(DRIVERS) * 2


@cache
def met() -> Counter[str]:
    """The rules used in a match of every third setting or so, with all drivers in turn."""
    return coverage(MATCHES)


def test_both_agree_at_every_ply() -> None:
    assert met()["DM-R2"] >= MATCHES


def test_every_rule_and_ruling_is_met_often_enough() -> None:
    assert {name: met()[name] for name in HITS if met()[name] < LEAST} == {}


@pytest.mark.full
def test_every_rule_and_ruling_is_met_several_times() -> None:
    hits = coverage(MANY)
    assert {name: hits[name] for name in HITS if hits[name] < 3} == {}


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1, 26))
def test_both_agree_over_thousands_of_matches(seed: int) -> None:
    hits: Counter[str] = Counter()
    for found in matches(len(SETTINGS) * 4, seed):
        hits.update(found)
    assert hits["DM-R2"] == len(SETTINGS) * 4
