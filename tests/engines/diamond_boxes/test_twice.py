"""Two independent implementations of Diamond Boxes agree in matches that use every rule."""

from collections import Counter
from functools import cache

import pytest

from tests.engines.diamond_boxes.twice import DRIVERS, coverage, matches
from tests.engines.naive.diamond_boxes_hits import HITS_1, HITS_2

LEAST = 1
HITS = {1: HITS_1, 2: HITS_2}
MATCHES = 3
SEED = {1: 1, 2: 8}
"""Seed with which these few matches use every rule."""
MANY = {1: 36, 2: 30}
every_rule = pytest.mark.parametrize("rule", [1, 2])


@cache
def met(rule: int) -> Counter[str]:
    """The rules used in one match for each number of seats, each with a different driver."""
    return coverage(rule, MATCHES, 1, SEED[rule])


@every_rule
def test_both_agree_at_every_ply(rule: int) -> None:
    assert met(rule)[f"DJ{rule}-R1"] >= MATCHES


@every_rule
def test_every_rule_and_ruling_is_met_often_enough(rule: int) -> None:
    assert {name: met(rule)[name] for name in HITS[rule] if met(rule)[name] < LEAST} == {}


@pytest.mark.full
@every_rule
def test_every_rule_and_ruling_is_met_several_times(rule: int) -> None:
    hits = coverage(rule, MANY[rule], 3)
    assert {name: hits[name] for name in HITS[rule] if hits[name] < 3} == {}


@pytest.mark.full
@every_rule
@pytest.mark.parametrize("seed", range(1, 26))
def test_both_agree_over_thousands_of_matches(rule: int, seed: int) -> None:
    hits: Counter[str] = Counter()
    for found in matches(rule, 12 * len(DRIVERS[rule]), seed):
        hits.update(found)
    assert hits[f"DJ{rule}-R1"] == 12 * len(DRIVERS[rule])
