"""The schedule: for each match number the deal and the bot at each seat."""

from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.runs.run_schedule import Schedule, missing, total


def spec(
    bots: int,
    seats: int,
    *,
    deals: int = 10,
    schedule: str = "roundrobin",
    block: str = "rotation",
    seed: str = "0",
) -> RunSpec:
    entries = tuple(BotEntry(f"b{n}", "random", "1") for n in range(bots))
    return RunSpec(
        name="x",
        game="diams",
        rules=1,
        options=(),
        bots=entries,
        seats=seats,
        deals=deals,
        schedule=schedule,
        block=block,
        seed=seed,
        bot_seed="bots",
    )


def test_every_line_up_plays_every_deal_in_every_rotation_once() -> None:
    run = spec(5, 3, deals=4)
    found = [Schedule(run).fixture(number) for number in range(1, total(run) + 1)]
    assert len(found) == 4 * 10 * 3
    keys = {(each.deal, each.lineup, each.rotation) for each in found}
    assert keys == {(d, k, r) for d in range(4) for k in range(10) for r in range(3)}
    assert {frozenset(each.seats) for each in found} == {
        frozenset(three) for three in permutations(range(5), 3)
    }


def test_in_a_block_every_bot_holds_every_seat_once() -> None:
    run = Schedule(spec(4, 4))
    for deal in range(10):
        block = [run.fixture(4 * deal + number) for number in (1, 2, 3, 4)]
        assert {each.deal for each in block} == {deal}
        for seat in range(4):
            assert sorted(each.seats[seat] for each in block) == [0, 1, 2, 3]


def swaps(run: Schedule, deals: int) -> list[frozenset[int]]:
    """The two bots that change seats on each deal; all others keep theirs."""
    found = []
    for deal in range(deals):
        first, second = (run.fixture(2 * deal + number) for number in (1, 2))
        assert (first.deal, first.rotation, second.deal, second.rotation) == (deal, 0, deal, 1)
        pairs = zip(first.seats, second.seats, strict=True)
        moved = [pair for pair in pairs if pair[0] != pair[1]]
        assert len(moved) == 2
        assert moved[0] == moved[1][::-1]
        found.append(frozenset(moved[0]))
    return found


def test_in_a_swap_the_first_two_exchange_seats_and_the_others_stay() -> None:
    run = Schedule(spec(4, 4, block="swap"))
    assert (run.block_size, run.total) == (2, 20)
    assert swaps(run, 10) == [frozenset({0, 1})] * 10


def test_in_a_swap_of_a_gauntlet_the_champion_changes_with_each_other_in_turn() -> None:
    run = Schedule(spec(4, 4, block="swap", schedule="gauntlet:b2"))
    assert swaps(run, 4) == [frozenset({2, other}) for other in (0, 1, 3, 0)]


def test_in_a_block_of_all_every_order_is_played_once() -> None:
    run = Schedule(spec(4, 3, schedule="fixed", block="all"))
    seatings = [run.fixture(number).seats for number in range(1, 7)]
    assert sorted(seatings) == list(permutations(range(3)))
    assert {run.fixture(number).deal for number in range(7, 13)} == {1}


def test_base_orders_differ_from_deal_to_deal() -> None:
    run = Schedule(spec(3, 3, deals=600, block="none"))
    orders = Counter(run.fixture(number).seats for number in range(1, 601))
    assert len(orders) == 6


def test_more_deals_leave_the_first_matches_as_they_are() -> None:
    short, long = spec(4, 3, deals=5), spec(4, 3, deals=500)
    for number in range(1, total(short) + 1):
        assert Schedule(short).fixture(number) == Schedule(long).fixture(number)


def test_another_seed_seats_otherwise() -> None:
    seatings = [
        [Schedule(spec(5, 5, seed=seed)).fixture(number).seats for number in range(1, 30)]
        for seed in "12"
    ]
    assert seatings[0] != seatings[1]


def test_a_huge_schedule_costs_nothing() -> None:
    run = Schedule(spec(60, 5, deals=10**9))
    assert run.total == 10**9 * 5_461_512 * 5
    last = run.fixture(run.total)
    assert (last.deal, sorted(last.seats)) == (10**9 - 1, [55, 56, 57, 58, 59])


@given(st.integers(0, 60).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.integers(1, n or 1)))))
def test_what_is_missing_is_what_is_not_finished(case: tuple[int, set[int]]) -> None:
    number, finished = case
    finished = {each for each in finished if each <= number}
    gaps = missing(number, sorted(finished))
    assert [n for gap in gaps for n in gap] == [
        n for n in range(1, number + 1) if n not in finished
    ]
