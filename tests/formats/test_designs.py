"""Known designs, the search for others, and seats, compared with what theory says."""

from itertools import chain, combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples, usual
from tests.formats.stages import meetings, seats, sizes
from tourney.formats.pod_schedule import (
    DEVELOPED,
    PodSchedule,
    finite_field,
    lowest_cost,
    pod_schedule,
)
from tourney.formats.seating import Split, equal_seats, improved_seats


def schedule(entrants: int, size: int, rounds: int | None = None, seed: int = 1) -> PodSchedule:
    allowed = (size,) if entrants % size == 0 else tuple(range(2, 7))
    return pod_schedule(entrants, sizes(size, allowed), rounds, seed, 60)


def pods(found: PodSchedule) -> list[tuple[int, ...]]:
    return [pod for number in range(found.rounds) for pod in found.pods(number)]


# Handbook of Combinatorial Designs, 2nd edition: affine planes and spaces, Kirkman 15 and 21, the
# resolvable design of 28 points, whist tournaments; (7,4,2) beside the Fano plane. For tables of 2
# sizes every pair can meet equally often if the number of meetings is divisible by that of pairs.
DESIGNS = {
    (4, 2): (3, 1), (9, 3): (4, 1), (16, 4): (5, 1), (25, 5): (6, 1),
    (27, 3): (13, 1), (64, 4): (21, 1), (15, 3): (7, 1), (21, 3): (10, 1), (28, 4): (9, 1),
    (8, 4): (7, 3), (12, 4): (11, 3), (12, 6): (11, 5), (6, 3): (10, 4), (12, 3): (11, 2),
    (20, 4): (19, 3), (24, 4): (23, 3), (7, 4): (7, 3), (8, 3): (8, 2), (11, 3): (11, 2),
    (11, 4): (11, 3), (11, 6): (11, 5), (19, 5): (19, 4), (5, 3): (10, 4),
}  # fmt: skip


@pytest.mark.parametrize(("entrants", "size"), DESIGNS)
def test_where_a_design_exists_every_pair_meets_equally_often(entrants: int, size: int) -> None:
    rounds, times = DESIGNS[entrants, size]
    found = schedule(entrants, size)
    tables = [found.tables(number) for number in range(found.rounds)]
    assert found.rounds == rounds
    assert all(sorted(chain.from_iterable(round_)) == list(range(entrants)) for round_ in tables)
    pairs = dict.fromkeys(combinations(range(entrants), 2), times)
    assert meetings(chain.from_iterable(tables)) == pairs
    assert found.cost == found.bound


# Published by the social golfer literature: nobody meets twice (Triska 2008, table of solved
# instances; 24 entrants in 7 rounds and 32 in 9 are beyond plain annealing).
NO_REPEATS = [
    (16, 4, 5),
    (20, 4, 5),
    (24, 4, 7),
    (18, 3, 8),
    (24, 3, 11),
    (32, 4, 9),
    (64, 4, 7),
    (40, 4, 7),
]


@pytest.mark.parametrize("case", usual(NO_REPEATS[:-1], NO_REPEATS))
def test_nobody_meets_twice_where_that_is_published(case: tuple[int, int, int]) -> None:
    assert set(meetings(pods(schedule(*case))).values()) == {1}


@pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 32])
def test_a_finite_field_has_an_inverse_for_every_element(order: int) -> None:
    field = finite_field(order)
    assert field is not None
    for element in range(1, order):
        products = {field.times(element, other) for other in range(order)}
        assert products == {field.add(element, other) for other in range(order)}
        assert products == set(range(order))
    triples = [tuple(Random(order).choices(range(order), k=3)) for _ in range(20)]
    for a, b, c in triples:
        left = field.times(a, field.add(b, c))
        assert left == field.add(field.times(a, b), field.times(a, c))


def test_there_is_no_field_of_six_or_ten() -> None:
    assert [finite_field(order) for order in (1, 6, 10, 12)] == [None] * 4


@pytest.mark.parametrize(("entrants", "size", "rounds"), [
    (12, 4, 5), (13, 4, 4), (10, 4, 3),
])  # fmt: skip
def test_a_search_reaches_the_bound(entrants: int, size: int, rounds: int) -> None:
    found = schedule(entrants, size, rounds)
    assert found.cost == found.bound


def brute_force(entrants: int, shape: tuple[int, ...], rounds: int) -> int:
    """The smallest cost over all schedules."""
    splits = [
        list(tables)
        for tables in product(range(len(shape)), repeat=entrants)
        if [tables.count(number) for number in range(len(shape))] == list(shape)
    ]
    first = splits[0]
    best = 10**9
    for rest in product(splits, repeat=rounds - 1):
        met = meetings(
            [who for who in range(entrants) if tables[who] == number]
            for tables in (first, *rest)
            for number in range(len(shape))
        )
        best = min(best, sum(m * (m - 1) for m in met.values()))
    return best


@pytest.mark.parametrize(
    ("entrants", "size", "rounds"), [(6, 3, 2), (6, 3, 3), (5, 3, 3), (7, 4, 2)]
)
def test_a_small_schedule_costs_as_little_as_the_best_of_all(
    entrants: int, size: int, rounds: int
) -> None:
    found = schedule(entrants, size, rounds)
    cheapest = brute_force(entrants, found.sizes.tables, rounds)
    assert found.bound <= cheapest == found.cost


def test_the_same_input_gives_the_same_schedule() -> None:
    """Found by the same steps on every machine: the first round of a search with seed 5."""
    pod_schedule.cache_clear()
    first = pods(schedule(14, 5, 3, seed=5))
    pod_schedule.cache_clear()
    assert pods(schedule(14, 5, 3, seed=5)) == first
    assert pods(schedule(14, 5, 3, seed=6)) != first


def test_a_search_that_the_time_limit_stops_says_so() -> None:
    found = pod_schedule(18, sizes(5), 6, 1, 0)
    assert found.figures["time limit"] == (1, 0)
    assert "time limit" not in schedule(12, 4, 5).figures


def test_a_large_number_of_entrants_needs_no_search() -> None:
    """Tables of four only: 2,001 entrants have one bye in each round, never the same one."""
    found = pod_schedule(2001, sizes(4, (4,)), 5, 1, 60)
    byes = [set(range(2001)) - set(chain.from_iterable(found.taken(number))) for number in range(5)]
    assert [len(each) for each in byes] == [1] * 5
    assert len(set().union(*byes)) == 5
    assert found.cost is None


def test_a_bound_counts_entrants_who_come_from_the_same_table() -> None:
    """Twelve at tables of four: any two rounds have at least one common pair at each table."""
    assert lowest_cost(12, Split((4, 4, 4), 0), 2) == 2 * 3
    assert lowest_cost(16, Split((4, 4, 4, 4), 0), 6) == 24 * 2


def columns(rows: int, size: int, rounds: int, seed: int) -> list[list[list[int]]]:
    """Rounds of equal tables by lot."""
    random, who = Random(seed), list(range(rows * size))
    found = []
    for _ in range(rounds):
        random.shuffle(who)
        found.append([who[start : start + size] for start in range(0, len(who), size)])
    return found


@pytest.mark.parametrize(
    ("entrants", "size", "rounds"), [(16, 4, 4), (16, 4, 5), (20, 4, 6), (24, 3, 6), (12, 4, 8)]
)
def test_at_equal_tables_everyone_has_every_seat_equally_often(
    entrants: int, size: int, rounds: int
) -> None:
    """König's theorem on edge colouring; the cases are those of the research for the project."""
    tables = columns(entrants // size, size, rounds, seed=entrants)
    seated = equal_seats(tables, size)
    assert [[set(pod) for pod in round_] for round_ in seated] == [
        [set(table) for table in round_] for round_ in tables
    ]
    for counts in seats(chain.from_iterable(seated)).values():
        times = [counts[seat] for seat in range(size)]
        assert max(times) - min(times) == (rounds % size > 0)


@examples(60)
@given(st.integers(2, 6), st.integers(2, 6), st.integers(1, 13), st.integers(0, 9))
def test_seats_are_equal_to_within_one_for_any_equal_tables(
    rows: int, size: int, rounds: int, seed: int
) -> None:
    seated = equal_seats(columns(rows, size, rounds, seed), size)
    for counts in seats(chain.from_iterable(seated)).values():
        times = [counts[seat] for seat in range(size)]
        assert max(times) - min(times) <= 1
        assert sum(times) == rounds


def test_exchanges_improve_the_seats_of_unequal_tables() -> None:
    lopsided = [[(1, 2, 3, 4), (5, 6, 7)]] * 4
    counts = seats(chain.from_iterable(improved_seats(lopsided)))
    assert {max(counts[who].values()) for who in (1, 2, 3, 4)} == {1}
    assert {max(counts[who].values()) for who in (5, 6, 7)} == {2}


def test_the_table_of_designs_keeps_its_promise() -> None:
    """Equal meetings, or no pair twice if there are fewer rounds than all meetings take."""
    for shape, designs in DEVELOPED.items():
        for design in designs:
            rounds = [design.tables(number) for number in range(design.rounds)]
            met = meetings(chain.from_iterable(rounds))
            assert all(sorted(map(len, tables)) == sorted(shape) for tables in rounds)
            everybody = len(met) == sum(shape) * (sum(shape) - 1) // 2
            assert len(set(met.values())) == 1, shape
            assert everybody or set(met.values()) == {1}
