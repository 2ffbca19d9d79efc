"""Standings of a stage: tie-breaks with unplayed rounds, plans that lack something, chances."""

import sys
from fractions import Fraction as F

import pytest

from tests.events.simulated import RULES, Organiser, simple_plan
from tourney.domain.errors import UsageFault
from tourney.domain.event_log import Draw, Sizes
from tourney.domain.match_values import ResultOf
from tourney.events import decisions
from tourney.events.event_plan import EventPlan, StagePlan
from tourney.events.plan_check import check_plan
from tourney.events.stage_standings import StageRow, chances, ledger_of, ranking, table_points
from tourney.scoring import TIEBREAKS, Ledger, point_system
from tourney.scoring.ledger import PlayerTables


def duel_plan(*tiebreaks: str, points: str = "wins", sizes: tuple[int, ...] = (2,)) -> EventPlan:
    """Three rounds, drawn by the organiser; a bye is worth a win."""
    main = StagePlan("main", "lots", ("diamonds",), Sizes(sizes, sizes[0]), rounds=3,
                     points=points, tiebreaks=tiebreaks)  # fmt: skip
    return simple_plan(stages=(main,), bye=F(1))


def rows(one: Organiser) -> dict[int, StageRow]:
    return {row.entrant: row for row in ranking(one.state, one.state.stage)}


def test_unplayed_rounds_count_in_tie_breaks_as_by_fide() -> None:
    """1 beats 2, 3 has a bye; then 3 beats 1, and 2 does not appear for a match against 4.

    Totals 1, 0, 2 and 1 + 0: 4 came late to round 2 and has the walkover. Round 1 of 4 is a
    requested bye. 1 met 2 (adjusted 0) and 3 (2); the opponents of 3 are a dummy with
    min(2, ½ · 2) and 1; those of 4 are a dummy with min(1, 1) and one with min(1, 0).
    """
    one = Organiser(duel_plan("BH"), count=3)
    one.pair((1, 2))
    one.result(1, 1, (5, 3))
    one.enter()
    one.pair((3, 1), (2, 4))
    one.do(decisions.no_show(one.state, 2))
    one.result(2, 1, (5, 3))
    found = rows(one)
    assert [found[n].points for n in (1, 2, 3, 4)] == [1, 0, 2, 1]
    breaks = [dict(found[n].tiebreaks)["BH"] for n in (1, 3, 4)]
    assert breaks == [2, 2, 1]
    assert [found[n].place for n in (3, 1, 4, 2)] == [1, 2, 3, 4]
    assert str(found[1].why) == "ahead by Buchholz: 2.00 against 1.00"


def test_every_entrant_has_a_row_while_tables_are_open() -> None:
    one = Organiser(duel_plan("SB"), count=6)
    one.pair((1, 2), (3, 4), (5, 6))
    one.result(1, 1, (5, 3))
    found = rows(one)
    assert sorted(found) == [1, 2, 3, 4, 5, 6]
    assert [found[n].place for n in (1, 2, 6)] == [1, 2, 2]
    assert str(found[1].why) == "ahead by points: 1.00 against 0.00"


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (duel_plan("BH", sizes=(2, 3)), "tie-break 'BH' is for matches between two players, and a"),
        (duel_plan("ARO"), "tie-break 'ARO' needs ratings; give standings a file"),
        (duel_plan("DE", points="score"), "tie-break 'DE' needs points that depend on places"),
        (duel_plan("luck"), "unknown tie-break 'luck'"),
        (
            duel_plan(points="placement:3=3,2,1"),
            "has no points for 2 seats; add ;2= and the points",
        ),
    ],
)
def test_a_plan_whose_standings_could_not_be_computed_is_refused(
    plan: EventPlan, message: str
) -> None:
    with pytest.raises(UsageFault, match=message):
        check_plan(plan, 6, RULES)


def test_what_is_possible_follows_from_open_tables_and_rounds() -> None:
    """Three rounds between four: 1 and 2 won twice against 3 and 4, and meet in the last round.

    Then the winner is first; 3 and 4 can reach 1 point against the 2 of both.
    """
    one = Organiser(duel_plan(), count=4)
    for pods in (((1, 3), (2, 4)), ((1, 4), (2, 3))):
        one.pair(*pods)
        one.result(len(one.state.stage.rounds), 1, (5, 3))
        one.result(len(one.state.stage.rounds), 2, (5, 3))
    stage = one.state.stage
    early = chances(one.state, stage, 2, 3)
    assert early is not None
    assert str(early.method).startswith("what is still possible for the first 2: not all results")
    assert {n: str(text) for n, text in early.texts.items()} == {
        1: "clinched", 2: "clinched", 3: "out", 4: "out"
    }  # fmt: skip
    one.pair((1, 2), (3, 4))
    last = chances(one.state, stage, 1, 3)
    assert last is not None
    assert str(last.method).startswith("what is still possible for the first 1: exact")
    assert {n: str(text) for n, text in last.texts.items()} == {
        1: "place 1 in the next match is enough", 2: "place 1 in the next match is enough",
        3: "out", 4: "out"
    }  # fmt: skip
    one.result(3, 1, (5, 3))
    one.result(3, 2, (5, 3))
    assert chances(one.state, stage, 1, 3) is None


def test_rounds_of_a_schedule_that_are_not_drawn_yet_are_searched_exactly() -> None:
    """Four players, 1 and 2 have won; 4 needs two wins and 1 to lose to 2, or 2 to lose twice."""
    one = Organiser(duel_plan(), count=4)
    one.pair((1, 3), (2, 4))
    one.result(1, 1, (5, 3))
    one.result(1, 2, (5, 3))
    coming = [Draw(((1, 4), (3, 2))), Draw(((1, 2), (3, 4)))]
    found = chances(one.state, one.state.stage, 1, 3, coming)
    assert found is not None
    assert str(found.method).startswith("what is still possible for the first 1: exact")
    assert str(found.texts[4]) == "needs at least place 1 in the next match"
    resting = [Draw(((1, 4),), (2, 3)), Draw(((1, 2),), (3, 4))]
    worth = chances(one.state, one.state.stage, 1, 3, resting)
    assert worth is not None
    # A bye is worth a win: 2 has 2 and 3 with the win, which 1 cannot have then. 3 will have 2, as
    # all have if 4 beats 1 and 1 beats 2.
    assert str(worth.texts[2]) == "place 1 in the next match is enough"
    assert str(worth.texts[3]) == "open"


def test_a_walkover_of_two_is_an_unplayed_round_for_the_tie_breaks_of_chess() -> None:
    """C.07 art. 16: not won over the board, and the absent one is not an opponent with a score."""
    stage = StagePlan("main", "lots", ("diamonds",), Sizes((2,), 2), rounds=3, points="wins")
    one = Organiser(simple_plan(stages=(stage,), policy="walkover", bye=F(1)), count=4)
    one.pair((1, 2), (3, 4))
    one.do(decisions.no_show(one.state, 4))
    one.result(1, 1, (5, 3))
    one.pair((1, 3))
    one.do(decisions.unpaired(one.state))
    one.do(decisions.came_back(one.state, 4))
    one.pair((1, 3), (2, 4))
    one.result(2, 1, (1, 1))
    one.result(2, 2, (1, 5))
    by_hand = Ledger(keep=True)
    by_hand.add(ResultOf(1, (1, 2), (5, 3), (1, 2)), round=1)
    by_hand.unplayed(3, 1, "walkover", 1, opponent=4)
    by_hand.unplayed(4, 1, "no-show", 0, opponent=3)
    by_hand.add(ResultOf(2, (1, 3), (1, 1), (1, 1)), round=2)
    by_hand.add(ResultOf(3, (2, 4), (1, 5), (2, 1)), round=2)
    found = PlayerTables(ledger_of(one.state, one.state.stage), point_system("wins"))
    expected = PlayerTables(by_hand, point_system("wins"))
    players = list(by_hand.records)
    for name in ("WON", "WIN", "BH", "BH-C1", "SB", "DE", "PS", "KS", "REP", "AOB", "FB"):
        values = TIEBREAKS[name].values
        assert values(found, players) == values(expected, players), name
    assert values_of(found, "WON", players) == [1, 0, 0, 1]
    assert values_of(found, "WIN", players) == [1, 0, 1, 1]
    # Player 3 met player 1 (1½ points); for round 1 the absent opponent's score of 1 is the limit.
    assert values_of(found, "BH", players) == [1.5, 2.5, 2.5, 1]


def values_of(tables: PlayerTables[int], name: str, players: list[int]) -> list[float]:
    found = TIEBREAKS[name].values(tables, players)
    assert found is not None
    return [float(found[player]) for player in players]


@pytest.mark.parametrize("points", ["scaled", "chips", "placement:4=10,6,3,1"])
def test_two_who_do_not_appear_at_a_table_have_no_points(points: str) -> None:
    stage = StagePlan("main", "lots", ("diamonds",), Sizes((3, 4), 4), rounds=1, points=points)
    one = Organiser(simple_plan(stages=(stage,), policy="walkover"), count=4)
    one.pair((1, 2, 3, 4))
    one.do(decisions.no_show(one.state, 3))
    one.do(decisions.no_show(one.state, 4))
    one.result(1, 1, (5, 3))
    found = [row.points for row in ranking(one.state, one.state.stage)]
    assert found == [*point_system(points).of_places(4)[:2], 0, 0]


def calls(tables: int) -> int:
    """How many functions are called for the results and standings of a round."""
    one = Organiser(duel_plan("BH"), count=2 * tables)
    one.pair(*((2 * at + 1, 2 * at + 2) for at in range(tables)))
    one.play()
    stage, found = one.state.stage, 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal found
        found += event == "call"

    sys.setprofile(count)
    try:
        for table in stage.rounds[0].tables:
            table_points(one.state, stage, stage.rounds[0], table)
        ranking(one.state, stage)
    finally:
        sys.setprofile(None)
    return found


def test_results_and_standings_cost_in_proportion_to_the_number_of_tables() -> None:
    assert calls(80) < 6 * calls(20)
