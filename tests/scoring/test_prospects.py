"""Who is surely among the first and what is still needed, against every continuation one by one."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction as F
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tourney.domain.errors import UsageFault
from tourney.domain.match_values import MatchResult
from tourney.scoring import Ledger, finishes, point_system
from tourney.scoring.prospects import (
    Prospect,
    Prospects,
    Table,
    finish_orders,
    prospects,
    remaining_event,
    table_sizes,
)

Rounds = Sequence[Sequence[Table]]


def scored(players: Table, scores: Sequence[int]) -> MatchResult:
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    return MatchResult(0, players, tuple(scores), places)


def look(ledger: Ledger, rounds: Rounds, top: int, by: str = "scaled", **more: int) -> Prospects:
    return prospects(remaining_event(ledger, point_system(by), rounds), top, **more)


def all_results(table: Table) -> list[MatchResult]:
    """Every result that a match can have, shared places included, each once."""
    found = {
        scored(table, scores).places for scores in product(range(len(table)), repeat=len(table))
    }
    return [MatchResult(0, table, (0,) * len(table), places) for places in sorted(found)]


def every_end(
    ledger: Ledger, rounds: Rounds, by: str
) -> Iterator[tuple[list[MatchResult], dict[str, F]]]:
    """Every continuation with the points per round of all players at its end."""
    system = point_system(by)
    for results in product(*(all_results(table) for one in rounds for table in one)):
        totals = {name: record.total(system) for name, record in ledger.records.items()}
        counts = {name: record.rounds() for name, record in ledger.records.items()}
        for result in results:
            for name, finish in zip(result.players, finishes(result), strict=True):
                totals[name] += system(finish)
                counts[name] += 1
        yield list(results), {name: totals[name] / max(counts[name], 1) for name in totals}


def naive(ledger: Ledger, rounds: Rounds, top: int, by: str) -> Mapping[str, Prospect]:
    """The definitions, applied to the list of all continuations."""
    ends = list(every_end(ledger, rounds, by))
    return {name: naive_prospect(name, ends, top) for name in ledger.records}


def naive_prospect(
    name: str, ends: list[tuple[list[MatchResult], dict[str, F]]], top: int
) -> Prospect:
    sure: dict[int, bool] = {}
    possible: dict[int, bool] = {}
    for results, means in ends:
        place = next((unshared(r, name) for r in results if name in r.players), 0)
        others = [mean for other, mean in means.items() if other != name]
        inside = sum(mean >= means[name] for mean in others) < top
        maybe = sum(mean > means[name] for mean in others) < top
        sure[place] = sure.get(place, True) and inside
        possible[place] = possible.get(place, False) or maybe
    if all(sure.values()):
        return Prospect(name, "clinched")
    if not any(possible.values()):
        return Prospect(name, "out")
    alone = [place for place in sure if place > 0]
    enough = [p for p in alone if all(sure[q] for q in alone if q <= p)]
    needs = [place for place in alone if possible[place]]
    lowest = max(needs, default=None)
    every = max(sure)
    return Prospect(name, "open", max(enough, default=None), None if lowest == every else lowest)


def unshared(result: MatchResult, name: str) -> int:
    """The place of a player; -1 if it is shared."""
    place = result.places[result.players.index(name)]
    return place if result.places.count(place) == 1 else -1


@pytest.mark.parametrize(("seats", "orders"), [(1, 1), (2, 3), (3, 13), (4, 75), (5, 541)])
def test_the_orders_of_a_match_are_counted_by_the_fubini_numbers(seats: int, orders: int) -> None:
    """OEIS A000670: weak orders of 1, 2, 3, … elements."""
    found = finish_orders(seats)
    assert len(found) == len(set(found)) == orders


def played(rng: Random, names: str, sizes: Sequence[int], rounds: int) -> Ledger:
    """An event in which every player has as many rounds; who has no table has a bye."""
    ledger = Ledger(keep=True)
    for number in range(rounds):
        for table in tables(rng, names, sizes):
            ledger.add(scored(table, [rng.randrange(3) for _ in table]), round=number + 1)
        for name in set(names) - set(ledger.records):
            ledger.unplayed(name, number + 1, "bye", 1)
    return ledger


def tables(rng: Random, names: str, sizes: Sequence[int]) -> list[Table]:
    order = rng.sample(names, len(names))
    found = []
    for size in sizes:
        table, order = tuple(order[:size]), order[size:]
        found.append(table)
    return found


@examples(60)
@given(
    st.randoms(use_true_random=False),
    st.sampled_from([("abcde", [(3, 2)]), ("abcdef", [(3, 2)]), ("abcd", [(2, 2), (2, 2)]),
                     ("abcd", [(3,), (2,)]), ("abcde", [(2, 2), (2,)]), ("abcd", [])]),
    st.sampled_from(["scaled", "chips", "wins", "placement:2=5,2;3=9,4,1"]),
    st.integers(1, 3),
)  # fmt: skip
def test_what_is_possible_equals_the_list_of_all_continuations(
    rng: Random, shape: tuple[str, list[tuple[int, ...]]], by: str, top: int
) -> None:
    names, sizes = shape
    ledger = played(rng, names, (2, 2), rng.randrange(1, 4))
    for name in set(names) - set(ledger.records):
        ledger.unplayed(name, 1, "late", 0)
    rounds = [tables(rng, names, each) for each in sizes]
    found = look(ledger, rounds, top, by)
    assert found.exact
    assert {row.player: row for row in found.players} == naive(ledger, rounds, top, by)


def club() -> Ledger:
    """After two rounds at one table of four: Ken 8, Mei 16/3, Yui 8/3, Ren 0 points."""
    table = ("Ken", "Mei", "Yui", "Ren")
    return Ledger([scored(table, (4, 3, 2, 1))] * 2, keep=True)


def test_the_last_round_of_one_table() -> None:
    """Scaled points are 4, 8/3, 4/3 and 0; Ken has 8, Mei 16/3, Yui 8/3.

    Mei has 28/3 with a first place. Ken has 32/3 with a second, but 28/3 with a third; as last he
    has 8, which Mei has as second. Yui and Ren have at most 20/3.
    """
    found = look(club(), [[("Ken", "Mei", "Yui", "Ren")]], 1)
    assert (found.exact, found.counted) == (True, 75)
    ken, mei, ren, yui = found.players
    assert ken == Prospect("Ken", "open", enough=2, needs=None)
    assert mei == Prospect("Mei", "open", enough=None, needs=2)
    assert (ren.status, yui.status) == ("out", "out")


def test_many_continuations_are_drawn_and_what_is_sure_follows_from_bounds() -> None:
    """Nine matches were played; in three more nobody gains more than 12 points on another."""
    table = ("Ken", "Mei", "Yui")
    ledger = Ledger([scored(table, (3, 2, 1))] * 9, keep=True)
    rounds = [[table]] * 3
    exact = look(ledger, rounds, 1)
    assert exact.exact
    drawn = look(ledger, rounds, 1, states=10, seed=5)
    assert (drawn.exact, drawn.counted) == (False, 2000)
    assert drawn == look(ledger, rounds, 1, states=10, seed=5)
    assert [row.status for row in exact.players] == ["clinched", "out", "out"]
    assert [row.status for row in drawn.players] == ["clinched", "out", "out"]
    assert [row.share for row in drawn.players] == [1, 0, 0]
    loose = look(Ledger([scored(table, (3, 2, 1))]), rounds, 1, states=10)
    assert [row.status for row in loose.players] == ["open"] * 3


def test_the_share_of_drawn_continuations_is_that_of_orders_without_shared_places() -> None:
    """Two who are equal and meet three times: who wins more matches is first, each with ½."""
    ledger = Ledger([scored(("a", "b"), (1, 1))], keep=True)
    [a, b] = look(ledger, [[("a", "b")]] * 3, 1, states=1).players
    assert a.share is not None
    assert b.share is not None
    assert a.share + b.share == 1
    assert abs(a.share - F(1, 2)) < F(5, 100)  # 4.5 standard deviations of 2,000 draws


@pytest.mark.parametrize(
    ("players", "seats", "sizes"),
    [(18, 5, (5, 5, 4, 4)), (9, 4, (3, 3, 3)), (5, 4, (3, 2)), (7, 2, (3, 2, 2)), (3, 2, (3,)),
     (1, 4, ())],
)  # fmt: skip
def test_tables_of_a_round_that_is_not_paired_are_as_equal_as_possible(
    players: int, seats: int, sizes: tuple[int, ...]
) -> None:
    assert table_sizes(players, seats) == sizes


def test_a_round_that_is_not_paired_is_drawn_by_chance() -> None:
    """Three at one table; Ken has 4 of 4 points, Mei 2, Yui 0, and 4, 2 or 0 follow in 6 orders.

    Ken first (2 orders): 8, alone. Ken second: 6 with Mei 6, or with Mei 2 and Yui 4. Ken last: 4
    with Mei 6, or all three have 4. Together 2 + 1/2 + 1 + 0 + 1/3 of 6.
    """
    ledger = Ledger([scored(("Ken", "Mei", "Yui"), (3, 2, 1))], keep=True)
    system = point_system("scaled")
    found = prospects(remaining_event(ledger, system, [], [3]), 1)
    assert (found.exact, found.counted) == (False, 2000)
    ken = found.players[0]
    assert ken.status == "open"
    assert ken.share is not None
    assert abs(ken.share - F(23, 36)) < F(5, 100)  # 4.5 standard deviations of 2,000 draws
    assert sum(row.share or 0 for row in found.players) == 1
    far = Ledger([scored(("Ken", "Mei", "Yui"), (3, 2, 1))] * 5, keep=True)
    sure = prospects(remaining_event(far, system, [], [3]), 2)
    assert [row.status for row in sure.players] == ["clinched", "clinched", "out"]


def test_a_last_round_of_many_tables_is_exact() -> None:
    """15 tables of four: the number of continuations is 75 to the 15th power."""
    rng = Random(3)
    names = [f"p{number:03}" for number in range(60)]
    ledger = Ledger(keep=True)
    for _ in range(3):
        order = rng.sample(names, 60)
        last = [tuple(order[at : at + 4]) for at in range(0, 60, 4)]
        for table in last:
            ledger.add(scored(table, rng.sample(range(9), 4)))
    found = look(ledger, [last], 8)
    assert (found.exact, found.counted) == (True, 75 * 15)
    assert {"out", "open"} <= {row.status for row in found.players}


@pytest.mark.parametrize(
    ("rounds", "by", "message"),
    [
        ([[("Ken", "Tom")]], "scaled", "player 'Tom' of a match that is left is not in the stand"),
        ([[("Ken", "Mei"), ("Ken", "Yui")]], "wins", "'Ken' is at two tables of one round"),
        ([[("Ken", "Mei")]], "score", "what is still possible is computed for points that depend"),
    ],
)
def test_matches_that_cannot_be_left_are_refused(rounds: Rounds, by: str, message: str) -> None:
    with pytest.raises(UsageFault, match=message):
        look(club(), rounds, 1, by)
