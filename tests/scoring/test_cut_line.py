"""Who is above a line, who is below, and who shares it."""

from fractions import Fraction as F

import pytest

from tourney.domain.errors import UsageFault
from tourney.domain.match_values import Standing
from tourney.scoring.order import cut_line

PLACES = {"a": 1, "b": 2, "c": 2, "d": 4, "e": 4, "f": 4, "g": 7}
ROWS = [Standing(place, player, 3, F(9 - place)) for player, place in PLACES.items()]


@pytest.mark.parametrize(
    ("top", "inside", "shared", "outside"),
    [(1, "a", "", "bcdefg"), (2, "a", "bc", "defg"), (3, "abc", "", "defg"),
     (5, "abc", "def", "g"), (6, "abcdef", "", "g"), (7, "abcdefg", "", ""),
     (9, "abcdefg", "", "")],
)  # fmt: skip
def test_a_line_among_equals_leaves_them_open(
    top: int, inside: str, shared: str, outside: str
) -> None:
    found = cut_line(ROWS, top)
    assert (found.inside, found.shared) == (tuple(inside), tuple(shared))
    assert found.outside == tuple(outside)
    assert len(found.inside) + found.free == min(top, 7)
    assert bool(found.warning()) == bool(shared)


def test_the_warning_names_the_equals_and_how_many_go_on() -> None:
    assert str(cut_line(ROWS, 5).warning()) == (
        "the line below the first 5 falls among equals: d, e and f share place 4, and only 2 of "
        "them can go on; draw lots (lots:SEED as the last tie-break) or let them play"
    )


def test_a_line_needs_a_place() -> None:
    with pytest.raises(UsageFault, match="0 is not a number of places; use 1 or more"):
        cut_line(ROWS, 0)
