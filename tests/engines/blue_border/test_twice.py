"""Two independent implementations of Blue Border agree in matches that use every rule."""

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from tests.engines.blue_border.at_table import Table
from tests.engines.blue_border.crafted import CRAFTED, coverage, play_on
from tests.engines.blue_border.twice import EVERY, matches
from tests.engines.naive.blue_border_hits import HITS
from tests.examples import times

LEAST = times(3, 1)
MATCHES = EVERY // times(4, 8)


@cache
def met() -> Counter[str]:
    """The rules used in whole matches and hand-made positions, in which nothing differed."""
    return coverage(MATCHES)


def test_both_agree_at_every_ply() -> None:
    assert met()["BB-R4"] >= MATCHES


@pytest.mark.parametrize("crafted", CRAFTED, ids=lambda crafted: crafted.__name__)
def test_both_agree_in_positions_set_up_by_hand(crafted: Callable[[], Table]) -> None:
    play_on(crafted, 9)


def test_every_rule_and_ruling_is_met_often_enough() -> None:
    assert {name: met()[name] for name in HITS if met()[name] < LEAST} == {}


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1, 13))
def test_both_agree_over_thousands_of_matches(seed: int) -> None:
    hits: Counter[str] = Counter()
    for found in matches(EVERY, seed):
        hits.update(found)
    assert hits["BB-R4"] >= EVERY
