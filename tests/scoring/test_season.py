"""Seasons over several events, worked out by hand."""

from fractions import Fraction as F
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tourney.domain.errors import UsageFault
from tourney.domain.match_values import Standing
from tourney.scoring.season_points import SeasonEvent, season


def event(name: str, *groups: str) -> SeasonEvent:
    """An event with these groups of players on shared places; "a" "bc" gives places 1, 2 and 2."""
    rows: list[Standing] = []
    for group in groups:
        place = len(rows) + 1
        rows += [Standing(place, player, 3, F(20 - place)) for player in group]
    return SeasonEvent(name, rows)


EVENTS = (event("May", "a", "bc", "d"), event("June", "b", "a"), event("July", "d", "c", "a", "b"))


def found(worth: str, best: int | None = None, participation: int = 0) -> list[tuple[int, str, F]]:
    rows = season(EVENTS, worth, best=best, participation=F(participation))
    return [(row.place, row.player, row.points) for row in rows]


def test_places_bring_points_and_shared_places_the_mean() -> None:
    """May: a 10, b and c (6 + 4) / 2, d 0. June: b 10, a 6. July: d 10, c 6, a 4."""
    assert found("10,6,4") == [(1, "a", 20), (2, "b", 15), (3, "c", 11), (4, "d", 10)]


def test_only_the_best_events_count() -> None:
    """Best of each: a 10, b 10, c 6, d 10; of equals the list of results that count is the same."""
    assert found("10,6,4", best=1) == [
        (1, "a", 10), (1, "b", 10), (1, "d", 10), (4, "c", 6)
    ]  # fmt: skip
    rows = {row.player: row for row in season(EVENTS, "10,6,4", best=2)}
    assert rows["a"].counted == {"May", "June"}
    assert rows["a"].events == {"May": 10, "June": 6, "July": 4}
    assert [str(row.why) for row in rows.values()][:2] == [
        "ahead by points: 16.00 against 15.00", "ahead by points: 15.00 against 11.00"
    ]  # fmt: skip


def test_taking_part_brings_points_also_where_the_result_does_not_count() -> None:
    """a and b played 3 events, c and d 2."""
    assert found("10,6,4", best=1, participation=1) == [
        (1, "a", 13), (1, "b", 13), (3, "d", 12), (4, "c", 8)
    ]  # fmt: skip


def test_equal_totals_are_separated_by_the_best_result() -> None:
    """a 10 + 4, b 7 + 7, c 4 + 10, d 4."""
    events = (event("May", "a", "b", "c"), event("June", "c", "b", "d", "a"))
    rows = season(events, "10,7,4,4")
    assert [(row.place, row.player, row.points) for row in rows] == [
        (1, "a", 14), (1, "c", 14), (3, "b", 14), (4, "d", 4)
    ]  # fmt: skip
    assert [str(row.why) for row in rows[:2]] == [
        "place shared",
        "ahead by best results: 10.00 against 7.00",
    ]


def test_scaled_weighs_events_of_any_size_alike_and_points_adds_what_was_made() -> None:
    """May: a 4, b and c 2, d 0. June: b 4, a 0. July: d 4, c 8/3, a 4/3, b 0."""
    expected = {"a": F(16, 3), "b": F(6), "c": F(14, 3), "d": F(4)}
    assert {row.player: row.points for row in season(EVENTS)} == expected
    assert {row.player: row.points for row in season(EVENTS[1:2], "points")} == {"b": 19, "a": 18}


@pytest.mark.parametrize("worth", ["luck", "", "10,-6", "10;6"])
def test_unknown_points_are_refused(worth: str) -> None:
    with pytest.raises(UsageFault, match=r"unknown points '.*such as 10,6,4$"):
        season(EVENTS, worth)


def test_at_least_one_event_counts() -> None:
    with pytest.raises(UsageFault, match="0 is not a number of events; use --best 1 or more"):
        season(EVENTS, best=0)


GROUPS = st.permutations("abcdef").map(lambda names: ("".join(names[:2]), *names[2:5], names[5]))


@examples(60)
@given(st.lists(GROUPS, min_size=1, max_size=4), st.integers(1, 5))
def test_the_best_results_are_those_with_the_largest_sum(
    events: list[tuple[str, ...]], best: int
) -> None:
    """By trying every choice of events; the order of events does not matter."""
    played = [event(f"e{n}", *groups) for n, groups in enumerate(events)]
    rows = season(played, "9,5,3,2", best=best)
    for row in rows:
        choices = combinations(row.events.values(), min(best, len(row.events)))
        assert row.points == max(sum(choice) for choice in choices)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    other = season(played[::-1], "9,5,3,2", best=best)
    assert [(r.place, r.player, r.why) for r in other] == [(r.place, r.player, r.why) for r in rows]
