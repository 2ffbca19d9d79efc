"""Who plays better beside whom: compared with plain least squares, and where the truth is known."""

from dataclasses import replace

import numpy as np
import pytest

from tests.examples import times
from tests.ratings.helping import HELPED, HELPER, PAYERS, Field
from tourney.ratings.pairs import LEAST_DEALS, MatchGifts, PairEvidence, TableResults

pytestmark = pytest.mark.slow

SMALL = Field(6, 4, matches=720)
DRAWS = 200
TURNS = times(6, 3)


def better(evidence: PairEvidence) -> set[tuple[str, str]]:
    found = evidence.findings(DRAWS)
    return {(one.helper, one.player) for one in found if one.verdict > 0}


@pytest.mark.parametrize(
    "field",
    [SMALL, Field(6, 3, matches=720, spread=1.5), Field(8, 4, 720, every=False, rotation=False)],
)
def test_where_nobody_helps_hardly_anybody_is_flagged(field: Field) -> None:
    """Each has a probability of 0.05: three of twelve then have one of 0.02, two of six 0.03."""
    alarms = sum(bool(better(field.results(seed)[0])) for seed in range(times(12, 6)))
    assert alarms <= times(2, 1)


def test_where_errors_favour_nobody_hardly_anybody_is_flagged() -> None:
    assert sum(bool(better(SMALL.gifts(seed))) for seed in range(times(12, 6))) <= times(2, 1)


@pytest.mark.parametrize("payer", PAYERS)
def test_who_is_helped_is_found_and_nobody_beside(payer: str) -> None:
    field = replace(SMALL, help=1.0, payer=payer)
    found = [better(field.results(seed)[0]) for seed in range(TURNS)]
    assert sum((HELPER, HELPED) in pairs for pairs in found) == TURNS
    assert sum(len(pairs) > 1 for pairs in found) <= 1


def test_who_helps_at_its_own_cost_plays_worse_beside_the_one_it_helps() -> None:
    results, gained = replace(SMALL, help=0.8).results(1)
    found = {(one.helper, one.player): one for one in results.findings(DRAWS)}
    helped, helper = found[HELPER, HELPED], found[HELPED, HELPER]
    assert (helped.verdict, helper.verdict) == (1, -1)
    assert abs(helped.effect - gained) < helped.half
    assert abs(helper.effect + gained) < helper.half


def test_gifts_to_one_are_found_and_nothing_else() -> None:
    found = [better(SMALL.gifts(seed, worth=0.06)) for seed in range(TURNS)]
    assert sum((HELPER, HELPED) in pairs for pairs in found) == TURNS
    assert sum(len(pairs) > 1 for pairs in found) <= 1


def test_the_effect_of_a_pair_is_that_of_plain_least_squares() -> None:
    """Row by row, with a parameter for each player, for each opponent, and one for the pair.

    Players are nearly equal, so that what strengths explain is nearly a sum.
    """
    results, rows, values = TableResults(), [], []
    for match in Field(5, 3, matches=600, spread=0.2).played(1):
        results.add(match.deal, "game", match.players, match.shares)
        for one, share in zip(match.players, match.shares, strict=True):
            own = [one == f"p{number}" for number in range(5)]
            others = [f"p{number}" in match.players and not own[number] for number in range(5)]
            rows.append([*own, *others])
            values.append(share)
    for found in results.findings(DRAWS):
        player, helper = int(found.player[1:]), int(found.helper[1:])
        with_pair = [[*row, row[player] and row[5 + helper]] for row in rows]
        plain = np.linalg.lstsq(np.array(with_pair, dtype=float), np.array(values), rcond=None)
        assert found.effect == pytest.approx(plain[0][-1], abs=0.005)
        assert found.matches == sum(row[-1] for row in with_pair)


def test_deals_that_all_end_alike_leave_nothing_to_chance() -> None:
    results = TableResults()
    tables = [("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d")]
    for deal in range(LEAST_DEALS):
        for table in tables:
            results.add(deal, "game", table, [1.0, 0.5, 0.0])
    assert better(results) == set()


@pytest.mark.parametrize(
    ("players", "seats", "matches"), [(3, 3, 60), (4, 4, 240), (6, 4, 60 * (LEAST_DEALS - 1))]
)
def test_of_too_few_players_tables_and_deals_nothing_is_said(
    players: int, seats: int, matches: int
) -> None:
    field = Field(players, seats, matches)
    assert field.results(1)[0].findings(DRAWS) == []


def test_gifts_are_judged_also_where_all_sit_at_one_table() -> None:
    gifts: MatchGifts = Field(4, 4, 240).gifts(1, worth=0.1)
    assert better(gifts) == {(HELPER, HELPED)}
    assert Field(3, 3, 60).gifts(1).findings(DRAWS) == []


def test_deals_in_a_row_count_as_one_in_a_long_run() -> None:
    """Single matches of 5,100 deals: the same pair as where each deal counts for itself."""
    field = Field(5, 3, 5100, every=False, rotation=False, help=0.8)
    assert better(field.results(1)[0]) == {(HELPER, HELPED)}
