"""Swiss rounds of pods: optimal where that is claimed, and never against a hard rule."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import Bounds, LinearConstraint, milp

from tests.examples import examples, times, usual
from tests.formats.situations import (
    SWISS,
    Worth,
    all_rounds,
    first_round,
    next_round,
    rounds,
    table_worth,
    worth,
)
from tourney.domain.errors import UsageFault
from tourney.domain.event_log import Draw, Met, Situation
from tourney.formats.format_settings import Effort
from tourney.formats.seating import split
from tourney.formats.swiss_pods import best_round, finished
from tourney.formats.swiss_pricing import priced

FOURS = ((3, 4), 4)


@pytest.mark.parametrize("seed", usual({1}, range(1, 9)))
@pytest.mark.parametrize(("count", "sizes"), [(8, ((4,), 4)), (6, ((3,), 3)), (8, ((2, 4), 4))])
def test_no_round_is_better_than_a_proven_one(
    count: int, sizes: tuple[tuple[int, ...], int], seed: int
) -> None:
    """Against all rounds: first the fewest repeats, then the smallest squares of differences."""
    for situation, draw in rounds(first_round(count, *sizes, seed), 4, seed):
        tables = sorted((len(pod) for pod in draw.pods), reverse=True)
        best = min(worth(situation, pods) for pods in all_rounds(situation.entrants, tables))
        assert worth(situation, draw.pods) == best
        assert draw.cost == draw.bound
        assert draw.figures["repeats"] == (best[0], best[0])


def second_opinion(situation: Situation, sizes: list[int]) -> Worth:
    """The best round of pods by a solver over all tables, in two steps."""
    everyone = situation.entrants
    tables = [pod for size in set(sizes) for pod in combinations(everyone, size)]
    worths = [table_worth(situation, pod) for pod in tables]
    rows = [[one in pod for pod in tables] for one in everyone]
    rows += [[len(pod) == size for pod in tables] for size in set(sizes)]
    needed = [1] * len(everyone) + [sizes.count(size) for size in set(sizes)]

    def least(prices: list[float]) -> int:
        found = milp(
            np.array(prices),
            integrality=np.ones(len(tables)),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(np.array(rows, dtype=float), needed, needed),
            options={"mip_rel_gap": 0.0},
        )
        return round(found.fun)

    repeats = least([float(one) for one, _ in worths])
    rows.append([bool(one) for one, _ in worths])
    weights = [one for one, _ in worths]
    rows[-1] = weights  # type: ignore[assignment]
    needed.append(repeats)
    return repeats, Fraction(least([float(9 * squares) for _, squares in worths]), 9)


EVENTS = [(12, 3), (12, 4), (16, 4), (16, 5), (20, 4), (20, 6), (28, 5)]


@pytest.mark.parametrize("event", usual({(12, 3)}, EVENTS))
def test_a_solver_without_shortcuts_finds_no_better_round(event: tuple[int, int]) -> None:
    count, number = event
    situation, draw = list(rounds(first_round(count, *FOURS, 7), number, 7))[-1]
    assert worth(situation, draw.pods) == second_opinion(situation, [4] * (count // 4))
    assert draw.cost == draw.bound


def test_the_first_round_is_by_lot_and_the_lot_follows_from_the_seed() -> None:
    draws = {SWISS.draw(first_round(16, *FOURS, seed)).pods for seed in (1, 2, 3)}
    assert len(draws) == 3
    assert SWISS.draw(first_round(16, *FOURS, 1)).pods in draws


def test_sixteen_entrants_meet_nobody_twice_in_five_rounds_if_that_is_possible() -> None:
    """Four rounds of the affine plane of order 4 leave exactly one round without a repeat."""
    field = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]]  # addition in GF(4)
    times = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    met = [
        Met(slope + 1, tuple(4 * x + field[times[slope][x]][b] + 1 for x in range(4)))
        for slope in range(4)
        for b in range(4)
    ]
    rng = Random(3)
    points = {one: Fraction(rng.randrange(20)) for one in range(1, 17)}
    draw = SWISS.draw(first_round(16, *FOURS, round=5, met=tuple(met), points=points))
    columns = [{4 * x + y + 1 for y in range(4)} for x in range(4)]
    assert sorted(map(sorted, draw.pods)) == sorted(map(sorted, columns))
    assert draw.cost == draw.bound


def test_who_has_sat_at_a_small_table_sits_at_a_large_one_next() -> None:
    """Entrants 1 to 3 sat at tables of three with others, who have left since."""
    large = Met(1, (20, 21, 22, 23))
    met = (large, Met(1, (1, 8, 9)), Met(1, (2, 10, 11)), Met(1, (3, 12, 13)))
    for seed in range(5):
        draw = SWISS.draw(first_round(7, *FOURS, seed, round=2, met=met))
        (small,) = [pod for pod in draw.pods if len(pod) == 3]
        assert set(small) < {4, 5, 6, 7}
        assert draw.figures["small tables"] == (0, None)


def test_the_bye_goes_to_the_lowest_who_has_had_none() -> None:
    points = {1: Fraction(8), 2: Fraction(4), 3: Fraction(2), 4: Fraction(2), 5: Fraction(1)}
    before = first_round(5, *FOURS, round=3, points=points, byes={5: 1})
    assert SWISS.draw(before).byes == (4,)


def test_a_second_bye_is_refused() -> None:
    before = first_round(5, *FOURS, round=6, byes=dict.fromkeys(range(1, 6), 1))
    with pytest.raises(UsageFault, match="round 6 needs 1 bye, but only 0 entrants have had fewer"):
        SWISS.draw(before)
    assert len(SWISS.draw(replace(before, settings={"byes": "2"})).byes) == 1


def test_somebody_else_has_the_bye_if_restrictions_demand_it() -> None:
    """Entrants 1 and 2 may never meet, so one of them must have the bye."""
    draw = SWISS.draw(first_round(5, *FOURS, never=frozenset({frozenset({1, 2})})))
    assert draw.byes == (2,)


def test_restrictions_that_leave_no_round_are_refused() -> None:
    pairs = frozenset(frozenset(two) for two in combinations(range(1, 5), 2))
    with pytest.raises(UsageFault, match="no round of 6 entrants was found that keeps all"):
        SWISS.draw(first_round(6, *FOURS, never=pairs))


def test_meetings_can_be_limited() -> None:
    """1, 2 and 3 are leaders who have met twice; they may not meet again."""
    points = dict.fromkeys((1, 2, 3), Fraction(8))
    met = (Met(1, (1, 2, 3)), Met(2, (1, 2, 3)))
    before = first_round(9, (3,), 3, round=3, met=met, points=points, settings={"meetings": "2"})
    for pod in SWISS.draw(before).pods:
        assert len({1, 2, 3} & set(pod)) == 1


def test_who_did_not_appear_has_met_nobody() -> None:
    """1 was absent in round 1, so a second table with 2 and 3 repeats one meeting, not three."""
    met = (Met(1, (1, 2, 3), absent=(0,)), Met(2, (4, 5, 6)))
    points = dict.fromkeys((1, 2), Fraction(9)) | dict.fromkeys((3, 4, 5, 6), Fraction(0))
    draw = SWISS.draw(first_round(6, (3,), 3, round=3, met=met, points=points))
    assert any({1, 2} <= set(pod) or {1, 3} <= set(pod) for pod in draw.pods)
    assert draw.figures["repeats"] == (1, 1)


def test_a_round_that_the_time_limit_has_ended_keeps_the_rules_and_says_so() -> None:
    rng = Random(1)
    points = {one: Fraction(rng.randrange(24), 3) for one in range(1, 25)}
    met = tuple(Met(r, tuple(rng.sample(range(1, 25), 4))) for r in (1, 2) for _ in range(6))
    situation = first_round(24, *FOURS, round=3, points=points, met=met, seconds=0)
    draw = SWISS.draw(situation)
    check_hard_rules(situation, draw)
    assert draw.figures["time limit"] == (1, 0)


@st.composite
def histories(draw: st.DrawFn) -> Situation:
    """Up to three rounds of 4 to 13 entrants with late entries, withdrawals and restrictions."""
    count = draw(st.integers(4, 13))
    allowed = draw(st.sampled_from([(3, 4), (4,), (2, 3, 4, 5, 6), (3, 5), (2, 4)]))
    numbers = st.integers(1, count)
    never = draw(st.frozensets(st.frozensets(numbers, min_size=2, max_size=2), max_size=3))
    fixed = draw(st.dictionaries(numbers, st.integers(0, 2), max_size=2))
    seed = draw(st.integers(0, 999))
    now = first_round(count, allowed, max(allowed[:3]), seed, never=never, fixed=fixed)
    for _ in range(draw(st.integers(0, 3))):
        away = draw(st.sets(numbers, max_size=count - 4))
        playing = tuple(one for one in now.seeding if one not in away)
        try:
            drawn = SWISS.draw(replace(now, entrants=playing))
        except UsageFault:
            break
        now = next_round(now, drawn, Random(seed))
    return now


@examples(60)
@given(histories())
def test_hard_rules_are_never_broken(situation: Situation) -> None:
    try:
        draw = SWISS.draw(situation)
    except UsageFault:
        return
    check_hard_rules(situation, draw)


def check_hard_rules(situation: Situation, draw: Draw) -> None:
    everyone = [*draw.byes, *(one for pod in draw.pods for one in pod)]
    assert sorted(everyone) == sorted(situation.entrants)
    assert {len(pod) for pod in draw.pods} <= set(situation.sizes.allowed)
    assert all(situation.byes.get(one, 0) == 0 for one in draw.byes)
    for pod in draw.pods:
        assert not any(frozenset(two) in situation.never for two in combinations(pod, 2))
        assert all(pod.index(one) == situation.fixed.get(one, pod.index(one)) for one in pod)
    assert draw.cost is not None
    assert draw.bound is not None
    assert draw.bound <= draw.cost
    reached, least = draw.figures["repeats"]
    assert reached == worth(situation, draw.pods)[0]
    assert least is not None
    assert least <= reached
    reached, least = draw.figures["spread"]
    points = [[situation.points.get(one, Fraction(0)) for one in pod] for pod in draw.pods]
    assert reached == max(max(table) - min(table) for table in points)
    assert least is not None
    assert least <= reached


@pytest.mark.parametrize("event", usual({(26, 1)}, [(26, 1), (26, 2), (62, 2), (200, 2)]))
def test_many_entrants_keep_the_hard_rules_and_nobody_meets_twice(event: tuple[int, int]) -> None:
    count, number = event
    never = frozenset(frozenset(two) for two in pairwise(range(1, 21)))
    start = first_round(count, *FOURS, never=never, fixed={9: 0})
    for situation, draw in rounds(start, number, 1):
        check_hard_rules(situation, draw)
        assert draw.figures["repeats"] == (0, 0)


@pytest.mark.full
def test_the_same_situation_gives_the_same_round_in_every_process() -> None:
    program = (
        "from tests.formats.situations import *\n"
        "for n in (13, 30):\n"
        "    for _, draw in rounds(first_round(n, (3, 4), 4), 4, 1): print(draw.pods)\n"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(printed) == 1


def with_nodes(situation: Situation, nodes: int) -> Draw:
    """The draw if the solver may look at so many nodes: a version of it that proves less."""
    plan = split(len(situation.entrants), situation.sizes)
    effort = Effort(Effort.of(situation.seconds).steps, nodes)
    pricing = priced(situation, situation.entrants, plan.tables, None)
    found = best_round(pricing, f"{situation.seed} {situation.round}", effort)
    return finished(situation, found, (), effort)


PROVEN = [(22, (3, 5), 1), (30, (5,), 2), (28, (4,), 2)]
"""Entrants, sizes and seeds of events in which the solver improves some rounds."""


@pytest.mark.parametrize("case", usual(PROVEN[:1], PROVEN))
def test_a_round_that_another_solver_ended_with_passes_the_check(
    case: tuple[int, tuple[int, ...], int],
) -> None:
    """The search of this program finds cheaper ones, but the steps before its solver are equal."""
    (count, sizes, seed), fewer = case, 0
    for now, draw in rounds(first_round(count, sizes, max(sizes), seed), times(5, 3), seed):
        other = with_nodes(now, 0)
        assert other.cost is not None
        assert draw.cost is not None
        assert other.cost >= draw.cost
        fewer += other.cost > draw.cost
        assert SWISS.draw(replace(now, drawn=other)) == other
        assert SWISS.draw(replace(now, drawn=draw)) == draw
        assert with_nodes(replace(now, drawn=draw), 0).cost == other.cost
    assert fewer


@cache
def fourth_round() -> tuple[Situation, Draw]:
    """Of 22 entrants, after three drawn ones."""
    *_, last = rounds(first_round(22, (3, 5), 5, 1), 4, 1)
    return last


def test_a_cheaper_round_than_the_search_finds_passes_the_check() -> None:
    """A search with no steps, and the round of a search with all of them."""
    now, draw = fourth_round()
    poor = replace(now, seconds=0)
    own, other = SWISS.draw(poor), SWISS.draw(replace(poor, drawn=draw))
    assert own.cost is not None
    assert draw.cost is not None
    assert own.cost > draw.cost
    assert (other.pods, other.cost, other.bound) == (draw.pods, draw.cost, draw.bound)


@pytest.mark.parametrize("count", usual({12}, [12, 28]))
def test_no_exchange_of_two_players_passes_as_the_round_that_was_drawn(count: int) -> None:
    """With the price that the exchanged tables have, in all rounds and for every two players."""
    for now, draw in rounds(first_round(count, (4,), 4, 3), times(3, 2), 3):
        pricing = priced(now, now.entrants, [4] * (count // 4), None)
        at = {one: number for number, one in enumerate(pricing.entrants)}
        for one, two in combinations(range(1, 9), 2):
            swap = {one: two, two: one}
            pods = tuple(tuple(swap.get(each, each) for each in pod) for pod in draw.pods)
            if set(map(frozenset, pods)) == set(map(frozenset, draw.pods)):
                continue
            cost = pricing.total([at[each] for each in pod] for pod in pods)
            other = replace(draw, pods=pods, cost=cost)
            assert SWISS.draw(replace(now, drawn=other)).pods == draw.pods


def test_a_bound_above_the_price_of_a_known_round_is_not_believed() -> None:
    now, draw = fourth_round()
    other = with_nodes(now, 0)
    assert other.cost is not None
    claimed = replace(other, bound=other.cost)
    assert SWISS.draw(replace(now, drawn=claimed)).bound == draw.bound


def test_a_draw_asks_no_clock() -> None:
    """Not even a slow machine ends a search: no format imports a clock or lends a solver one."""
    sources = [each for each in files("tourney.formats").iterdir() if ".py" in each.name]
    assert len(sources) > 15
    clocks = r"^\s*(from|import) (time|datetime)\b|\"time_limit\""
    assert [one.name for one in sources if re.search(clocks, one.read_text(), re.MULTILINE)] == []
