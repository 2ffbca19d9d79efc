"""The tests of the engines find every planted bug."""

import pytest

from tests.engines.planted import BUGS, Bug, killer, source


def test_the_place_of_a_planted_bug_is_still_there() -> None:
    for bug in BUGS:
        assert source(bug).replace(bug.right, bug.wrong) != source(bug), bug.name


@pytest.mark.full
@pytest.mark.parametrize("family", sorted({bug.family for bug in BUGS}))
def test_without_a_bug_the_same_tests_pass(family: str) -> None:
    assert killer(family, None) == ""


@pytest.mark.full
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_planted_bug_is_found(bug: Bug) -> None:
    assert killer(bug.family, bug)
