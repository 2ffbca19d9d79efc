"""Cycles of players who beat each other are found, and luck is hardly ever taken for one."""

import numpy as np
import pytest

from tests.examples import times
from tests.ratings.worlds import World, played, random_line_ups, world
from tourney.domain.rating_values import RatingCycle
from tourney.ratings import ResultArrays, rate


def cycle_of(made: World) -> RatingCycle | None:
    results = ResultArrays(made.columns)
    return rate(results, results.whole, cycles=True).cycle


def rock_paper_scissors(seed: int, share: float, matches: int, others: int = 0) -> World:
    """Each of three players wins this share of matches against the next; others are as any."""
    rng = np.random.default_rng(seed)
    count = 3 + others
    strengths = np.concatenate([np.zeros(3), rng.normal(0, 0.5, others)])
    who = random_line_ups(rng, count, matches * count * (count - 1) // 2, 2)
    made = played(rng, strengths, [who])
    three = (who < 3).all(axis=1)
    first_is_ahead = (who[:, 1] - who[:, 0]) % 3 == 1
    wins = rng.random(len(who)) < np.where(first_is_ahead, share, 1 - share)
    places = np.array(made.columns.seats).reshape(-1, 3)
    own = places[:, 2].reshape(-1, 2)
    own[three] = np.where(wins[:, None], (1, 2), (2, 1))[three]
    places[:, 2] = own.ravel()
    made.columns.seats[:] = type(made.columns.seats)("q", places.ravel())
    return made


def test_rock_paper_scissors_is_found_with_its_evidence() -> None:
    found = cycle_of(rock_paper_scissors(1, 0.7, 60, others=4))
    assert found is not None
    names = [player.name for player in found.players]
    assert (names * 2)[names.index("p0") :][:3] == ["p0", "p1", "p2"]
    assert found.shares == pytest.approx((0.7,) * 3, abs=0.15)
    assert found.matches == pytest.approx((60,) * 3, rel=0.4)
    assert found.chance < 0.01


@pytest.mark.full
@pytest.mark.parametrize(
    ("share", "matches", "others", "power"),
    [(0.6, 100, 0, 0.8), (0.7, 30, 0, 0.85), (0.7, 60, 7, 0.95), (0.6, 200, 7, 0.85)],
)
def test_most_cycles_are_found(share: float, matches: int, others: int, power: float) -> None:
    """With this many matches of every two players, without and with others at the tables."""
    made = (rock_paper_scissors(seed, share, matches, others) for seed in range(100))
    assert np.mean([cycle_of(one) is not None for one in made]) > power


@pytest.mark.parametrize(
    ("players", "matches", "seats", "spread"),
    [
        (3, 300, 2, 0.0),
        pytest.param(3, 60, 2, 0.0, marks=pytest.mark.full),
        pytest.param(3, 60, 3, 0.0, marks=pytest.mark.full),
        pytest.param(3, 300, 2, 1.0, marks=pytest.mark.full),
        pytest.param(6, 600, 2, 0.0, marks=pytest.mark.full),
        pytest.param(10, 2000, 2, 0.5, marks=pytest.mark.full),
        pytest.param(4, 200, 4, 0.3, marks=pytest.mark.full),
    ],
)
def test_luck_is_rarely_taken_for_a_cycle(
    players: int, matches: int, seats: int, spread: float
) -> None:
    count = times(400, 25)
    worlds = (
        world(np.random.default_rng(n), players, matches, (seats,), spread=spread)
        for n in range(count)
    )
    assert sum(cycle_of(one) is not None for one in worlds) <= max(2, 0.05 * count)
