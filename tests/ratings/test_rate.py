"""Ratings of record: known strengths are found again, intervals and places cover the truth."""

import tracemalloc

import numpy as np
import pytest

from tests.ratings.coverage import hits, mean_hits, rated
from tests.ratings.worlds import (
    clubs,
    columns_of,
    finishing_places,
    newcomers,
    world,
)
from tourney.domain.rating_values import RatingTable
from tourney.ratings import MEAN, POINTS


def of_results(*matches: tuple[tuple[int, ...], tuple[int, ...]]) -> RatingTable:
    """The ratings after matches of (players, places)."""
    players, places = zip(*matches, strict=True)
    count = 1 + max(map(max, players))
    sizes = list(map(len, players))
    return rated(columns_of(sizes, sum(players, ()), sum(places, ()), count))


def values(table: RatingTable) -> dict[str, float]:
    return {row.player.name: row.rating.value for row in table.rows}


def test_known_strengths_and_seats_are_found_again() -> None:
    found = hits(world(np.random.default_rng(1), 40, 1500, ties=0.5))
    assert found.strengths > 0.85
    assert found.places > 0.85
    assert found.slope == pytest.approx(1, abs=0.05)


@pytest.mark.full
def test_a_large_world_is_covered_and_places_say_something() -> None:
    """200 players of three to six with ties: 2,000 intervals each."""
    many = [world(np.random.default_rng(n), 200, 20_000, ties=0.5) for n in range(10)]
    found = mean_hits(many)
    assert 0.935 < found.strengths < 0.965
    assert found.seats > 0.88
    assert 0.93 < found.places < 0.99
    assert found.width < 20
    some = [world(np.random.default_rng(n), 200, 5_000, ties=0.3) for n in range(10)]
    found = mean_hits(some)
    assert 0.92 < found.strengths < 0.98
    assert 0.93 < found.places < 0.99
    assert found.width < 40


@pytest.mark.full
@pytest.mark.parametrize(
    ("players", "matches", "sizes", "spread"),
    [
        (20, 60, (3, 4, 5, 6), 2.5),
        (20, 60, (3, 4, 5, 6), 1.0),
        (20, 60, (3, 4, 5, 6), 0.4),
        (20, 60, (3, 4, 5, 6), 0.1),
        (8, 400, (2,), 1.0),
        (5, 30, (3, 4), 1.0),
        (4, 1000, (4,), 0.05),
        (12, 300, (4,), 0.02),
        (30, 2000, (4,), 0.02),
    ],
)
def test_small_worlds_are_covered(
    players: int, matches: int, sizes: tuple[int, ...], spread: float
) -> None:
    """Whether matches are few or many, players far apart or nearly equal."""
    found = mean_hits(
        world(np.random.default_rng(n), players, matches, sizes, ties=0.3, spread=spread)
        for n in range(80)
    )
    assert 0.92 < found.strengths < 0.985
    assert found.seats > 0.88
    assert found.places > 0.9


def test_intervals_allow_for_the_few_matches_that_join_two_clubs() -> None:
    found = mean_hits(clubs(seed, 3) for seed in range(8))
    assert found.strengths > 0.8
    assert mean_hits((newcomers(seed, 3, 4) for seed in range(2)), range(40, 60)).strengths > 0.85


@pytest.mark.full
@pytest.mark.parametrize("size", [2, 4])
def test_two_clubs_that_few_matches_join_are_covered(size: int) -> None:
    found = mean_hits(clubs(seed, 3, size) for seed in range(150))
    assert 0.92 < found.strengths < 0.985
    assert found.places > 0.9


def test_newcomers_who_are_weaker_leave_the_places_of_others_alone() -> None:
    """As if newcomers were as strong as those they met, places were right in 86 % and 52 wide."""
    made = [newcomers(seed, 5, 2) for seed in range(6)]
    old, new = mean_hits(made, range(40)), mean_hits(made, range(40, 60))
    assert old.places > 0.92
    assert new.places > 0.92
    assert new.width < 40
    assert old.slope == pytest.approx(1, abs=0.12)


@pytest.mark.full
@pytest.mark.parametrize(("each", "size"), [(3, 4), (9, 4), (5, 2)])
@pytest.mark.parametrize("stronger", [-2.0, 2.0])
def test_newcomers_and_those_they_join_are_covered(each: int, size: int, stronger: float) -> None:
    made = [newcomers(seed, each, size, stronger) for seed in range(40)]
    for some, most in ((range(40, 60), 0.999), (range(40), 0.98)):
        found = mean_hits(made, some)
        assert 0.92 < found.strengths < most
        assert found.places > 0.92
        assert found.slope == pytest.approx(1, abs=0.1)


def test_groups_that_few_matches_join_are_named() -> None:
    (joint,) = rated(clubs(1, 3).columns).joints
    assert {int(player.name[1:]) < 10 for player in joint.first} == {True}
    assert (len(joint.first), len(joint.second), joint.matches) == (10, 10, 3)
    assert abs(joint.difference.value - 347) < joint.difference.half
    assert joint.difference.half > 150
    assert not rated(clubs(1, 300).columns).joints
    assert not rated(world(np.random.default_rng(1), 20, 60).columns).joints


@pytest.mark.full
def test_the_difference_of_groups_that_few_matches_join_is_covered() -> None:
    inside = []
    for seed in range(150):
        made = clubs(seed, 3)
        for joint in rated(made.columns).joints:
            sides = [[int(one.name[1:]) for one in side] for side in (joint.first, joint.second)]
            gap = made.strengths[sides[0]].mean() - made.strengths[sides[1]].mean()
            inside.append(abs(joint.difference.value - POINTS * gap) < joint.difference.half)
    assert len(inside) > 140
    assert np.mean(inside) > 0.92


def test_clubs_without_a_match_between_them_are_not_compared() -> None:
    """Each has its own mean and its own places, and intervals are right inside of each."""
    inside = []
    for seed in range(5):
        made = clubs(seed, 0)
        table = rated(made.columns)
        for part in table.parts():
            who = [int(row.player.name[1:]) for row in part]
            assert len({player < 10 for player in who}) == 1
            assert np.mean([row.rating.value for row in part]) == pytest.approx(MEAN)
            assert sorted(row.place for row in part)[0] == 1
            assert max(row.worst for row in part) <= 10
            truth = made.strengths[who] - made.strengths[who].mean()
            inside += [
                abs(row.rating.value - MEAN - POINTS * strength) < row.rating.half
                for row, strength in zip(part, truth, strict=True)
            ]
    assert np.mean(inside) > 0.88


@pytest.mark.full
def test_intervals_are_by_block_if_matches_of_a_deal_are_alike() -> None:
    """Four matches of each deal with the same result say no more than one."""
    one = world(np.random.default_rng(2), 6, 300, (3,))
    alike = columns_of(
        [3] * 1200, list(one.columns.seats[1::3]) * 4, list(one.columns.seats[2::3]) * 4, 6
    )
    for number in range(1200):
        alike.matches[3 * number + 2] = number % 300
    before = {row.player.name: row.rating.half for row in rated(one.columns).rows}
    after = {row.player.name: row.rating.half for row in rated(alike).rows}
    assert [after[n] / before[n] for n in after] == pytest.approx([1] * 6, abs=0.1)


def dealt(rng: np.random.Generator, luck: float, *, by_deal: bool) -> RatingTable:
    """Four equal players, forty deals, every player with every hand; hands differ by `luck`."""
    turns = np.array([np.roll(np.arange(4), turn) for turn in range(4)])
    hands = np.repeat(rng.normal(0, luck, (40, 4)), 4, axis=0)
    places = finishing_places(rng, hands, 0.0)
    columns = columns_of([4] * 160, np.tile(turns, (40, 1)).ravel(), places.ravel(), 4)
    for number in range(160 if by_deal else 0):
        columns.matches[3 * number + 2] = number // 4
    return rated(columns)


@pytest.mark.full
@pytest.mark.parametrize(("luck", "most"), [(0.0, 1.1), (2.0, 0.8), (4.0, 0.7)])
def test_the_same_cards_in_all_seats_make_intervals_narrower_and_right(
    luck: float, most: float
) -> None:
    rngs = [np.random.default_rng(n) for n in range(100)]
    tables = [dealt(rng, luck, by_deal=True) for rng in rngs]
    rows = [row for table in tables for row in table.rows]
    covered = np.mean([abs(row.rating.value - MEAN) < row.rating.half for row in rows])
    assert 0.93 < covered < 0.985
    single = dealt(np.random.default_rng(0), luck, by_deal=False).rows
    halves = np.mean([row.rating.half for row in rows])
    assert halves < most * np.mean([row.rating.half for row in single])


def test_a_player_who_always_wins_has_a_finite_rating_with_a_wide_interval() -> None:
    table = of_results(*[((0, 1, 2), (1, 2, 3)), ((0, 2, 1), (1, 2, 3))] * 4)
    first = table.rows[0]
    assert first.player.name == "p0"
    assert 1600 < first.rating.value < 2400
    assert first.rating.half > 200
    assert first.provisional
    assert first.best == 1


def test_everybody_tied_has_the_mean_and_every_place() -> None:
    table = of_results(*[((0, 1, 2, 3), (1, 1, 1, 1))] * 5)
    assert [row.rating.value for row in table.rows] == pytest.approx([1500] * 4)
    assert {(row.place, row.best, row.worst) for row in table.rows} == {(1, 1, 4)}
    assert all(row.rating.half > 20 for row in table.rows)


def test_groups_that_never_met_are_not_compared() -> None:
    strong, weak = ((0, 1, 4), (1, 2, 3)), ((2, 3), (1, 2))
    table = of_results(*[strong, weak] * 40)
    assert [sorted(row.player.name for row in part) for part in table.parts()] == [
        ["p0", "p1", "p4"],
        ["p2", "p3"],
    ]
    found = {row.player.name: (row.place, row.best, row.worst) for row in table.rows}
    assert found["p0"] == found["p2"] == (1, 1, 1)
    assert found["p3"] == (2, 2, 2)


def test_the_mean_of_all_players_is_1500() -> None:
    table = rated(world(np.random.default_rng(5), 12, 50).columns)
    assert np.mean(list(values(table).values())) == pytest.approx(1500)


def test_rating_many_players_holds_few_tables_of_all_pairs() -> None:
    """It held 16 of five hundred players at the same time, draws of places included."""
    players = 500
    made = world(np.random.default_rng(7), players, 1500).columns
    tracemalloc.start()
    rated(made)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most / (8 * players * players) < 13


def test_results_with_unknown_players_or_a_player_twice_do_not_count() -> None:
    columns = columns_of([2, 2, 2, 2], [0, 1, -1, 1, 1, 1, 0, 1], [1, 2, 1, 2, 1, 2, 1, 0], 2)
    table = rated(columns)
    assert table.matches == 1


def test_the_order_of_matches_does_not_matter() -> None:
    made = world(np.random.default_rng(6), 8, 60, (4,), ties=0.3).columns
    turned = columns_of([4] * 60, made.seats[1::3][::-1], made.seats[2::3][::-1], 8)
    seats = rated(turned).seats[::-1]
    assert values(rated(turned)) == pytest.approx(values(rated(made)), abs=1e-3)
    assert [s.effect.value for s in seats] == pytest.approx(
        [s.effect.value for s in rated(made).seats], abs=1e-3
    )
