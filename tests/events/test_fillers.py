"""Bots that fill empty seats play at tables below the preferred size and nowhere else."""

from dataclasses import replace
from fractions import Fraction

from tests.events.simulated import RULES, Organiser, random_event, simple_plan
from tourney.domain.event_log import Sizes
from tourney.events import stages
from tourney.events.attendance import without
from tourney.events.draws import situation
from tourney.events.event_plan import EventPlan
from tourney.events.stage_standings import points, ranking


def plan_for(preferred: int) -> EventPlan:
    """Three rounds at tables of 3 to 5."""
    plan = simple_plan()
    main = replace(plan.stages[0], sizes=Sizes((3, 4, 5), preferred))
    return replace(plan, stages=(main, *plan.stages[1:]))


def test_sixteen_people_at_tables_of_four_get_a_fifth_player_each() -> None:
    one = Organiser(plan_for(5), count=16, fillers=2)
    pods = [tuple(range(first, first + 4)) for first in (1, 5, 9, 13)]
    one.pair(*pods)
    tables = one.state.stage.rounds[0].tables
    assert [len(table.seats) for table in tables] == [5, 5, 5, 5]
    assert [tuple(n for n in table.seats if n < 17) for table in tables] == pods
    assert all(len({17, 18}.intersection(table.seats)) == 1 for table in tables)


def test_a_full_table_has_no_bot_and_a_stage_one_qualifies_for_neither() -> None:
    one = Organiser(plan_for(4), count=9, fillers=1)
    for _ in range(3):
        one.pair((1, 2, 3, 4), (5, 6, 7, 8, 9))
        one.result(one.state.stage.rounds[-1].number, 1, (9, 8, 7, 6))
        one.result(one.state.stage.rounds[-1].number, 2, (5, 4, 3, 2, 1))
    assert all(10 not in table.seats for _, table in one.state.stage.tables())
    change, _ = stages.begun(one.state, RULES, lots=True)
    one.do(change)
    one.pair()
    assert 10 not in one.state.stage.rounds[0].tables[0].seats


def test_draws_and_standings_do_not_know_the_bot_but_its_place_counts_for_others() -> None:
    one = Organiser(plan_for(4), count=3, fillers=1)
    one.pair((1, 2, 3))
    seats = one.state.stage.rounds[0].tables[0].present()
    scores = {1: 5, 4: 4, 2: 3, 3: 1}
    one.result(1, 1, [scores[seat] for seat in seats])
    where = situation(one.state, one.state.stage, RULES.seats["diamonds"])
    assert where.seeding == (1, 2, 3)
    (met,) = where.met
    assert dict(zip(met.pod, met.places or (), strict=True)) == {1: 1, 2: 2, 3: 3}
    assert [row.entrant for row in ranking(one.state, one.state.stage)] == [1, 2, 3]
    assert [float(points(one.state, one.state.stage)[n]) for n in (1, 2, 3)] == [4, 4 / 3, 0]


def test_places_without_bots_stay_shared() -> None:
    one = Organiser(plan_for(4), count=3, fillers=1)
    one.pair((1, 2, 3))
    seats = one.state.stage.rounds[0].tables[0].present()
    one.result(1, 1, [9 if seat == 4 else 2 if seat < 3 else 1 for seat in seats])
    result = one.state.stage.rounds[0].tables[0].result
    assert result is not None
    entrants, places = without(result, [4])
    assert dict(zip(entrants, places, strict=True)) == {1: 1, 2: 1, 3: 3}


def test_a_bot_that_fills_seats_does_not_keep_equals_from_being_compared() -> None:
    """The bot has as many points as two players who met; it did not meet one of them."""
    one = random_event(2031)
    rows = [(row.entrant, row.points) for row in ranking(one.state, one.state.stages[0])]
    at = rows.index((6, Fraction(14, 3)))
    assert rows[at + 1] == (5, Fraction(14, 3)), "6 finished above 5 in their only match"
