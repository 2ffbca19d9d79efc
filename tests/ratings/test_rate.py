"""Ratings of record: known strengths are found again, intervals and places cover the truth."""

from typing import NamedTuple

import numpy as np
import pytest

from tests.ratings.worlds import World, columns_of, finishing_places, world
from tourney.domain.ratings import RatingTable, ResultColumns
from tourney.ratings import MEAN, POINTS, ResultArrays, rate


def rated(columns: ResultColumns) -> RatingTable:
    results = ResultArrays(columns)
    return rate(results, results.of_game("game"))


def of_results(*matches: tuple[tuple[int, ...], tuple[int, ...]]) -> RatingTable:
    """The ratings after matches of (players, places)."""
    players, places = zip(*matches, strict=True)
    count = 1 + max(map(max, players))
    sizes = list(map(len, players))
    return rated(columns_of(sizes, sum(players, ()), sum(places, ()), count))


def values(table: RatingTable) -> dict[str, float]:
    return {row.player.name: row.rating.value for row in table.rows}


class Hits(NamedTuple):
    """How often an interval contains the truth: of strengths, of seats, of all places at once."""

    strengths: float
    seats: float
    places: bool
    slope: float


def hits(made: World) -> Hits:
    table = rated(made.columns)
    rows = sorted(table.rows, key=lambda row: int(row.player.name[1:]))
    truth = made.strengths[[int(row.player.name[1:]) for row in rows]]
    truth = truth - truth.mean()
    place = 1 + (truth[None, :] > truth[:, None]).sum(axis=1)
    found = np.array([row.rating.value for row in rows]) - MEAN
    far = np.abs(found - POINTS * truth)
    seats = [
        abs(one.effect.value - POINTS * made.seats[one.seats][one.seat]) < one.effect.half
        for one in table.seats
    ]
    return Hits(
        float(np.mean(far < [row.rating.half for row in rows])),
        float(np.mean(seats)),
        all(row.best <= p <= row.worst for row, p in zip(rows, place, strict=True)),
        float(np.polyfit(POINTS * truth, found, 1)[0]),
    )


def test_known_strengths_and_seats_are_found_again() -> None:
    found = hits(world(np.random.default_rng(1), 40, 1500, ties=0.5))
    assert found.strengths > 0.85
    assert found.places
    assert found.slope == pytest.approx(1, abs=0.05)


def shares(worlds: list[World]) -> tuple[float, float, float]:
    """The mean shares of intervals of strengths, of seats, and of whole tables that are right."""
    strengths, seats, places, _ = zip(*map(hits, worlds), strict=True)
    return float(np.mean(strengths)), float(np.mean(seats)), float(np.mean(places))


@pytest.mark.full
def test_a_large_world_is_covered() -> None:
    """200 players, 20,000 matches of three to six with ties: 2,000 intervals and ten tables."""
    made = [world(np.random.default_rng(n), 200, 20_000, ties=0.5) for n in range(10)]
    strengths, seats, places = shares(made)
    assert 0.935 < strengths < 0.965
    assert seats > 0.88
    assert places >= 0.9


@pytest.mark.full
@pytest.mark.parametrize(
    ("players", "matches", "sizes", "spread"),
    [
        (20, 60, (3, 4, 5, 6), 1.0),
        (20, 60, (3, 4, 5, 6), 0.4),
        (8, 400, (2,), 1.0),
        (5, 30, (3, 4), 1.0),
        (4, 1000, (4,), 0.05),
    ],
)
def test_small_worlds_are_covered(
    players: int, matches: int, sizes: tuple[int, ...], spread: float
) -> None:
    """Whether matches are few or many, players far apart or nearly equal."""
    made = [
        world(np.random.default_rng(n), players, matches, sizes, ties=0.3, spread=spread)
        for n in range(80)
    ]
    strengths, seats, places = shares(made)
    assert 0.92 < strengths < 0.99
    assert seats > 0.88
    assert places > 0.93


@pytest.mark.full
@pytest.mark.parametrize(("players", "matches"), [(4, 300), (12, 300), (30, 2000)])
def test_equal_players_are_rarely_told_apart(players: int, matches: int) -> None:
    """The hardest case for ranges of places: any pair that is told apart is an error."""
    worlds = [
        world(np.random.default_rng(n), players, matches, (4,), ties=0.3, spread=0.0)
        for n in range(200)
    ]
    apart = [
        any(row.worst - row.best < players - 1 for row in rated(one.columns).rows) for one in worlds
    ]
    assert 0.005 < np.mean(apart) < 0.09


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
@pytest.mark.parametrize(("luck", "most"), [(0.0, 1.1), (2.0, 0.75), (4.0, 0.55)])
def test_the_same_cards_in_all_seats_make_intervals_narrower_and_right(
    luck: float, most: float
) -> None:
    rngs = [np.random.default_rng(n) for n in range(100)]
    tables = [dealt(rng, luck, by_deal=True) for rng in rngs]
    rows = [row for table in tables for row in table.rows]
    covered = np.mean([abs(row.rating.value - MEAN) < row.rating.half for row in rows])
    assert 0.93 < covered < 0.985
    assert np.mean([any(row.worst - row.best < 3 for row in one.rows) for one in tables]) < 0.1
    single = dealt(np.random.default_rng(0), luck, by_deal=False).rows
    halves = np.mean([row.rating.half for row in rows])
    assert halves < most * np.mean([row.rating.half for row in single])


def test_a_player_who_always_wins_has_a_finite_rating_with_a_wide_interval() -> None:
    table = of_results(*[((0, 1, 2), (1, 2, 3)), ((0, 2, 1), (1, 2, 3))] * 4)
    first = table.rows[0]
    assert first.player.name == "p0"
    assert 1600 < first.rating.value < 2200
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
    ranges = {row.player.name: (row.best, row.worst) for row in table.rows}
    assert ranges["p0"] == (1, 3)  # ahead of its own group, anywhere between the other one
    assert ranges["p2"] == (1, 4)


def test_the_mean_of_all_players_is_1500() -> None:
    table = rated(world(np.random.default_rng(5), 12, 50).columns)
    assert np.mean(list(values(table).values())) == pytest.approx(1500)


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
