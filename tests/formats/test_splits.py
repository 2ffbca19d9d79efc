"""Entrants are split into tables of the allowed sizes."""

import pytest

from tourney.domain.errors import UsageFault
from tourney.domain.event_log import Sizes
from tourney.formats.seating import sizes_text, split

FOURS = Sizes((3, 4), 4)


@pytest.mark.parametrize(
    ("count", "tables"),
    [
        (3, (3,)), (4, (4,)), (6, (3, 3)), (7, (4, 3)), (8, (4, 4)), (9, (3, 3, 3)),
        (10, (4, 3, 3)), (13, (4, 3, 3, 3)), (16, (4, 4, 4, 4)),
    ],
)  # fmt: skip
def test_tables_of_four_and_three(count: int, tables: tuple[int, ...]) -> None:
    """Every number but 1, 2 and 5 is a sum of fours and threes."""
    assert split(count, FOURS) == (tables, 0)


def test_five_entrants_need_a_bye_if_tables_have_three_or_four() -> None:
    assert split(5, FOURS) == ((4,), 1)


@pytest.mark.parametrize("count", [1, 2])
def test_too_few_entrants_are_refused_with_what_is_missing(count: int) -> None:
    with pytest.raises(UsageFault, match="fill a table of 3; add entrants until there are 3"):
        split(count, FOURS)


@pytest.mark.parametrize(
    ("count", "tables"), [(18, (5, 5, 4, 4)), (17, (6, 6, 5)), (10, (5, 5)), (7, (4, 3)), (2, (2,))]
)
def test_tables_are_near_the_preferred_size(count: int, tables: tuple[int, ...]) -> None:
    assert split(count, Sizes((2, 3, 4, 5, 6), 5)) == (tables, 0)


def test_seventeen_entrants_at_tables_of_about_four() -> None:
    """The example of a player who leaves: 18 play at 5+5+4+4, 17 at 5+4+4+4."""
    sizes = Sizes((2, 3, 4, 5, 6), 4)
    assert [split(count, sizes).tables for count in (18, 17)] == [(5, 5, 4, 4), (5, 4, 4, 4)]


def test_sizes_are_listed_or_counted_if_there_are_many() -> None:
    assert sizes_text((5, 5, 4, 4)) == "5+5+4+4"
    assert sizes_text(split(980, Sizes((4, 5), 5)).tables) == "196x5"
    assert sizes_text((5,) * 180 + (4,) * 20) == "180x5+20x4"


def test_no_split_has_fewer_byes_or_sizes_nearer_to_the_preferred_one() -> None:
    """Against a list of all multisets of sizes."""
    sizes = Sizes((3, 5), 5)
    for count in range(3, 40):
        tables, byes = split(count, sizes)
        ways = [(a, b) for a in range(14) for b in range(9) if 0 < 3 * a + 5 * b <= count]
        best = min((count - 3 * a - 5 * b, 4 * a) for a, b in ways)
        assert (byes, 4 * tables.count(3)) == best
        assert sum(tables) + byes == count
