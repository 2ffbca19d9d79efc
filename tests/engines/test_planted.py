"""The tests of the engines find every planted bug."""

import pytest

from tests.engines.planted import BUGS, Bug, compiled_killers, killer, rows, source


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


@pytest.mark.campaign
@pytest.mark.parametrize("bugs", rows(BUGS), ids=lambda bugs: bugs[-1].name)
def test_planted_bugs_are_found_in_a_compiled_copy(bugs: list[Bug]) -> None:
    assert all(found for _, found in compiled_killers(bugs))
