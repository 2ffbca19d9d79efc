"""Stopping rules as people write them, and their messages."""

from fractions import Fraction
from itertools import pairwise

import pytest

from tourney.domain.errors import UsageFault
from tourney.stats import Quantity, rule


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("ci<0.02", "ci<0.02"),
        (" ci < .5 ", "ci<0.5"),
        ("sprt(0,0.1)", "sprt(0,0.1,0.05,0.05)"),
        ("sprt( -0.10, 0.1, .01, 0.2 )", "sprt(-0.1,0.1,0.01,0.2)"),
        ("sprt(-0,1)", "sprt(0,1,0.05,0.05)"),
    ],
)
def test_a_rule_is_kept_in_one_form(written: str, kept: str) -> None:
    assert rule(written).text == kept
    assert rule(kept) == rule(written)


@pytest.mark.parametrize(
    "written",
    [
        "",
        "ci",
        "ci<0",
        "ci<-1",
        "ci<nan",
        "ci>0.1",
        "sprt",
        "sprt(0)",
        "sprt(0,0.1,0.05)",
        "ci<1e-3",
    ],
)
def test_what_is_no_rule_is_told_the_forms(written: str) -> None:
    with pytest.raises(UsageFault, match=r"write ci<X, sprt\(S0,S1\) or sprt\(S0,S1,ALPHA,BETA\)"):
        rule(written)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("sprt(0.1,0.1)", "S0 must be less than S1"),
        ("sprt(0,4)", "S0 and S1 must be between -4 and 4 points"),
        ("sprt(-4,0)", "S0 and S1 must be between -4 and 4 points"),
        ("sprt(0,1,0,0.05)", "ALPHA and BETA must be above 0 and together below 1"),
        ("sprt(0,1,0.6,0.5)", "ALPHA and BETA must be above 0 and together below 1"),
    ],
)
def test_numbers_that_make_no_test_are_named(written: str, words: str) -> None:
    with pytest.raises(UsageFault, match=words):
        rule(written)


def test_with_several_means_the_least_known_one_counts() -> None:
    means = [Quantity(name, Fraction(0), Fraction(4)) for name in ("ann", "ben")]
    watch = rule("ci<0.5").watch(means)
    for deal in range(100):
        watch.add([Fraction(1 + deal % 2), Fraction(3 * (deal % 2))])
    found = watch.state()
    # The values of ben have a standard deviation of 1.5 * sqrt(100 / 99), which gives 0.458; an
    # unseen 4 may move the mean by 2.5 * (2.5 + ln 20) / 100 = 0.137.
    assert found.enough
    assert found.words == "every mean is known to ± 0.478 or better; widest: ben"
    assert not rule("ci<0.4").watch(means).state().enough


def test_a_long_run_is_looked_at_less_often_but_never_before_twenty_deals() -> None:
    watch = rule("ci<0.5").watch([Quantity("a - b", Fraction(-4), Fraction(4))])
    due = []
    for _ in range(5000):
        watch.add([Fraction(0)])
        if watch.due:
            due.append(watch.deals)
    assert due[:3] == [20, 21, 22]
    assert 2000 < len(due) < 3000
    assert max(b - a for a, b in pairwise(due)) <= 6
