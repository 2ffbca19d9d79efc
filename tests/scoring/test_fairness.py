"""Tables of different sizes favour nobody: standings of equal players in simulation."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from tests.examples import times
from tourney.domain.match_values import MatchResult
from tourney.events.plan_file import PlanReader
from tourney.formats.seating import split
from tourney.scoring import DEFAULT_TIEBREAKS, Ledger, point_system, standings

COUNT, ROUNDS = 14, 3
PLAN = {
    "players": [f"P{number}" for number in range(COUNT)],
    "stage": [{"games": ["diamonds"], "sizes": "2,5", "prefer": 5, "rounds": ROUNDS}],
}


def firsts(
    points: str, breaks: Sequence[str], sizes: Sequence[int], events: int
) -> dict[int, tuple[float, float]]:
    """By number of small tables: how often a player is first, and the standard error of that."""
    luck = Random(1)
    won: Counter[int] = Counter()
    had: Counter[int] = Counter()
    for _ in range(events):
        ledger, small = Ledger(), Counter[str]()
        for _ in range(ROUNDS):
            order = iter(luck.sample(PLAN["players"], COUNT))
            for size in sizes:
                players = tuple(next(order) for _ in range(size))
                places = tuple(range(1, size + 1))
                scores = tuple(sorted((luck.randrange(60) for _ in places), reverse=True))
                ledger.add(MatchResult(0, players, scores, places))
                small.update(players if size < max(sizes) else ())
        rows = standings(ledger, points, [*breaks, f"lots:{luck.randrange(10**9)}"], total=True)
        won[small[rows[0].player]] += 1
        had.update(small[str(name)] for name in PLAN["players"])
    rates = {number: won[number] / had[number] for number in had}
    fair = 1 / COUNT
    return {n: (rate, sqrt(fair * (1 - fair) / had[n])) for n, rate in sorted(rates.items())}


def test_equal_players_are_first_equally_often_whatever_the_sizes_of_their_tables() -> None:
    """Fair is 1/14 = 0.071; 5+5+2+2 by points and tie-breaks that nobody has chosen."""
    (stage,) = PlanReader("flags", lambda _: range(2, 7)).read(PLAN).plan.stages
    tables = split(COUNT, stage.sizes).tables
    assert tables == (5, 5, 2, 2)
    assert (stage.points, stage.tiebreaks) == ("even", DEFAULT_TIEBREAKS)
    for rate, error in firsts(stage.points, stage.tiebreaks, tables, times(20_000, 400)).values():
        assert abs(rate - 1 / COUNT) < 4 * error + 0.002


@pytest.mark.full
def test_first_places_alone_favour_small_tables() -> None:
    """Points from 4 to 0 at every table; against a simulation with numpy, without our standings."""
    found = firsts("scaled", ("wins", "chips"), (5, 5, 2, 2), 8_000)
    assert [round(found[number][0], 2) for number in range(4)] == pytest.approx(
        [0.045, 0.075, 0.110, 0.125], abs=0.02
    )


@pytest.mark.parametrize("size", range(2, 7))
def test_even_points_of_equal_players_have_the_same_mean_and_variance(size: int) -> None:
    worth = point_system("even").of_places(size)
    mean = sum(worth, Fraction(0)) / size
    variance = sum(((one - mean) ** 2 for one in worth), Fraction(0)) / size
    assert mean == 2
    assert float(variance) == pytest.approx(0.64 * 35 / 12, rel=0.002)  # as of 4, 3.2, 2.4 … 0


def test_equal_tables_have_the_usual_points() -> None:
    for count, points in ((8, "scaled"), (9, "even"), (1, "scaled")):
        plan = {**PLAN, "players": PLAN["players"][:count]}
        plan["stage"] = [{"games": ["diamonds"], "sizes": "3-5", "prefer": 4, "rounds": 1}]
        (stage,) = PlanReader("flags", lambda _: range(2, 7)).read(plan).plan.stages
        assert stage.points == points
