"""Events with the formats of the program: nobody without a place, nobody left out of a bracket."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.events.simulated import REAL, Organiser, event_of_format
from tests.events.test_life import (
    code,
    require_naive_standings,
    require_points,
    require_replay,
    require_same_after_recomputation,
    require_seats,
)
from tests.examples import usual
from tourney.domain.errors import Conflict, UsageFault
from tourney.domain.event_log import Sizes
from tourney.events import decisions, stages
from tourney.events.draws import Wanted, situation
from tourney.events.event_plan import EventPlan, StagePlan, StageSource
from tourney.events.final_standings import TablesOfStage
from tourney.formats.formats import FORMATS

BRACKETS = ("knockout", "double-elimination", "stepladder")


def two_seats(name: str, count: int = 4) -> Organiser:
    """An event of one stage at tables of two."""
    stage = StagePlan("main", name, ("diamonds",), Sizes((2,), 2), settings={})
    return Organiser(EventPlan((stage,)), count, rules=REAL)


def tables(one: Organiser) -> list[tuple[int, ...]]:
    """The pairs of the last round, whichever seats they have."""
    return sorted(tuple(sorted(table.seats)) for table in one.state.stage.rounds[-1].tables)


@pytest.mark.parametrize("name", ["roundrobin", "gauntlet", *BRACKETS])
def test_an_entry_by_mistake_leaves_no_trace_in_the_schedule(name: str) -> None:
    plain, mistaken = two_seats(name), two_seats(name)
    mistaken.enter()
    mistaken.do(decisions.dropped(mistaken.state, 5))
    for _ in range(REAL.length(plain.state, plain.state.stage) or 0):
        plain.pair()
        mistaken.pair()
        assert tables(mistaken) == tables(plain)
        assert mistaken.state.stage.rounds[-1].byes == plain.state.stage.rounds[-1].byes
        plain.play()
        mistaken.play()
    shown, expected = (REAL.standings(one.state, one.state.stage) for one in (mistaken, plain))
    assert [row.entrant for row in shown] == [row.entrant for row in expected]


def test_who_leaves_before_the_first_round_and_comes_back_enters_late() -> None:
    one = two_seats("roundrobin")
    one.do(decisions.dropped(one.state, 4))
    one.pair()
    assert len(one.state.stage.rounds[0].byes) == 1
    one.play()
    one.do(decisions.came_back(one.state, 4))
    one.pair()
    assert sorted(sum(tables(one), ())) == [1, 2, 3, 4]


@pytest.mark.parametrize("name", ["knockout", "double-elimination"])
def test_a_substitute_has_the_place_in_the_bracket(name: str) -> None:
    """Between two rounds: the winner of table 1 is replaced, and the substitute plays on."""
    one = two_seats(name)
    one.pair()
    one.play()
    winner = one.state.stage.rounds[0].tables[0].seats[0]
    one.replace(winner)
    one.pair()
    assert any(5 in table.seats for table in one.state.stage.rounds[1].tables)
    assert not any(winner in table.seats for table in one.state.stage.rounds[1].tables)


def test_a_substitute_plays_the_rest_of_the_schedule() -> None:
    plain, other = two_seats("roundrobin", 6), two_seats("roundrobin", 6)
    for at in range(5):
        plain.pair()
        other.pair()
        assert tables(other) == sorted(
            tuple(sorted(7 if one == 2 and at > 1 else one for one in pair))
            for pair in tables(plain)
        )
        plain.play()
        other.play()
        if at == 1:
            other.replace(2)


def test_who_was_replaced_by_mistake_takes_the_place_back() -> None:
    one = two_seats("knockout")
    one.pair()
    before = REAL.standings(one.state, one.state.stage)
    one.replace(2)
    one.replace(5, back=2)
    assert sorted(sum(tables(one), ())) == [1, 2, 3, 4]
    assert REAL.standings(one.state, one.state.stage) == before
    one.replace(2, back=5)
    assert sorted(sum(tables(one), ())) == [1, 3, 4, 5]


def test_a_place_that_changes_hands_twice_stays_where_it_is() -> None:
    """The best seed of a stepladder waits; two exchanges later the ladder goes on as before."""
    plain, other = two_seats("stepladder", 5), two_seats("stepladder", 5)
    other.replace(1)
    for at in range(4):
        if at == 2:
            other.replace(6, back=1)
        plain.pair()
        other.pair()
        assert tables(other) == tables(plain)
        plain.play()
        other.play()


def test_a_late_entrant_who_is_replaced_by_mistake_gains_nothing() -> None:
    """Round 3 was drawn without the late entrant, who had a place in no bracket."""
    one = two_seats("knockout", 8)
    for _ in range(2):
        one.pair()
        one.play()
    one.enter()
    one.pair()
    before = REAL.standings(one.state, one.state.stage)
    one.replace(9)
    one.replace(10, back=9)
    assert REAL.standings(one.state, one.state.stage) == before


def test_a_bracket_goes_on_although_a_round_has_no_match() -> None:
    """Of eight, one of each half-final leaves: the others have byes, then the final is played."""
    one = two_seats("knockout", 8)
    one.pair()
    one.play()
    won = [table.seats[0] for table in one.state.stage.rounds[0].tables]
    for gone in (won[0], won[2]):
        one.do(decisions.dropped(one.state, gone))
    one.pair()
    assert (one.state.stage.rounds[1].tables, sorted(one.state.stage.rounds[1].byes)) == (
        [],
        sorted((won[1], won[3])),
    )
    one.pair()
    assert tables(one) == [tuple(sorted((won[1], won[3])))]


@pytest.mark.parametrize("ties", ["seed", "lots"])
@pytest.mark.parametrize("count", range(9, 17))
def test_who_comes_second_by_lot_does_not_go_on_twice(ties: str, count: int) -> None:
    """Heats in which two share the second place, and the best of the others fill the tables."""
    settings = {"ties": ties, "fill": "full"}
    stage = StagePlan("main", "heats", ("diamonds",), Sizes((3, 4, 5), 4), settings=settings)
    one = Organiser(EventPlan((stage,)), count, rules=REAL)
    one.pair()
    for table in one.state.stage.rounds[0].tables:
        one.result(1, table.number, (9, 5, 5, 1, 0)[: len(table.seats)])
    one.pair()
    seated = [seat for table in one.state.stage.rounds[1].tables for seat in table.seats]
    assert len(seated) == len(set(seated))
    for table in one.state.stage.rounds[0].tables:
        assert table.seats[0] in (*seated, *one.state.stage.rounds[1].byes)


def test_a_correction_of_an_old_round_puts_nobody_at_two_tables() -> None:
    """The loser of a heat has played in the upper final; then the result of the heat changes."""
    settings = {"ties": "seed", "losers": "double"}
    stage = StagePlan("main", "heats", ("diamonds",), Sizes((3, 4, 5), 4), settings=settings)
    one = Organiser(EventPlan((stage,)), 6, rules=REAL)
    one.pair()
    one.play()
    one.pair()
    one.play()
    for table in one.state.stage.rounds[0].tables:
        scores = range(len(table.seats))
        one.result(1, table.number, scores, match=table.match)
    one.pair()
    seated = [seat for table in one.state.stage.rounds[2].tables for seat in table.seats]
    assert len(seated) == len(set(seated))


@pytest.mark.parametrize("name", ["swiss", "groups", "gauntlet", "arena", *BRACKETS])
def test_an_unpaired_round_comes_back_as_it_was(name: str) -> None:
    one = two_seats(name, 8)
    one.pair()
    one.play()
    one.pair()
    before, rows = one.state.stage.rounds[-1], REAL.standings(one.state, one.state.stage)
    one.do(decisions.unpaired(one.state))
    one.do(decisions.put_back(one.state))
    assert one.state.stage.rounds[-1] == before
    assert REAL.standings(one.state, one.state.stage) == rows
    one.do(decisions.unpaired(one.state))
    one.enter() if name == "swiss" else one.do(decisions.dropped(one.state, 8))
    with pytest.raises(Conflict) as fault:
        decisions.put_back(one.state)
    assert code(fault) == "events.not-taken-back"


def test_of_stages_side_by_side_only_the_newest_change_is_undone() -> None:
    """Round 2 of the main stage is taken back while the final is drawn and waits."""
    sizes = Sizes((2,), 2)
    main = StagePlan("main", "swiss", ("diamonds",), sizes, rounds=3)
    sources = tuple(StageSource.from_text(f"winner of match {number} of main") for number in (1, 2))
    final = StagePlan("final", "one-table", ("diamonds",), sizes, rounds=1, sources=sources)
    one = Organiser(EventPlan((main, final)), 8, rules=REAL)
    one.pair()
    one.play()
    one.do(stages.begun(one.state, REAL)[0])
    for name in ("final", "main"):
        for change in decisions.paired(one.state, REAL, Wanted(), name=name):
            one.do(change)
    drawn = one.state.stages[0].rounds[-1]
    one.do(decisions.unpaired(one.state))
    one.do(decisions.put_back(one.state))
    assert one.state.stages[0].rounds[-1] == drawn
    one.do(decisions.unpaired(one.state))
    for change in decisions.paired(one.state, REAL, Wanted(), name="main"):
        one.do(change)
    with pytest.raises(Conflict) as fault:
        decisions.put_back(one.state)
    assert code(fault) == "events.not-taken-back"


def test_tables_that_the_organiser_gives_keep_their_groups_and_give_nobody_a_bye_too_many() -> None:
    one = two_seats("groups", 8)
    one.pair()
    given = one.state.stage.rounds[0]
    group = {seat: table.group for table in given.tables for seat in table.seats}
    one.do(decisions.unpaired(one.state))
    one.pair(*(tuple(reversed(table.seats)) for table in given.tables))
    again = one.state.stage.rounds[0].tables
    assert [table.group for table in again] == [group[table.seats[0]] for table in again]
    for name in ("arena", "gauntlet"):
        other = two_seats(name, 8)
        other.pair((1, 2))
        assert other.state.stage.rounds[0].byes == []


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "manual"])
@pytest.mark.parametrize("part", usual((0,), range(11)))
def test_events_of_every_format_in_random_order_break_no_rule(name: str, part: int) -> None:
    """One event of each format, a thousand with `full`."""
    for number in range(100 if part else 1):
        one = event_of_format(name, 1000 * part + number)
        for stage in one.state.stages:
            require_points(one.state, stage)
        require_seats(one.state)
        require_naive_standings(one)
        require_same_after_recomputation(one)
        require_replay(one)


def test_tie_breaks_before_the_one_that_split_a_group_are_not_applied_again() -> None:
    """In this event the direct comparison of fewer players would change the order."""
    require_naive_standings(event_of_format("swiss", 1032))


@pytest.mark.parametrize("champion", ["", "1"])
def test_a_gauntlet_ends_when_its_champion_leaves_and_goes_on_with_a_substitute(
    champion: str,
) -> None:
    stage = StagePlan("main", "gauntlet", ("diamonds",), Sizes((2,), 2),
                      settings={"champion": champion})  # fmt: skip
    final = replace(stage, name="final", format="one-table", rounds=1, settings={},
                    sources=(StageSource.from_text("top 2 of main"),))  # fmt: skip
    one = Organiser(EventPlan((stage, final)), 4, rules=REAL)
    one.pair()
    one.play()
    one.do(decisions.dropped(one.state, 1))
    assert REAL.needed(one.state, one.state.stage) == [1]
    with pytest.raises(Conflict) as fault:
        one.pair()
    assert code(fault) == "events.not-without"
    assert stages.next_is_ready(one.state, REAL)
    one.do(decisions.came_back(one.state, 1))
    assert not stages.next_is_ready(one.state, REAL)
    one.replace(1)
    for _ in range(2):
        one.pair()
        one.play()
    met = [tables(one), REAL.length(one.state, one.state.stage)]
    assert met == [[(4, 5)], 3]
    require_replay(one)


def test_a_gauntlet_whose_fixed_champion_is_away_does_not_begin() -> None:
    stage = StagePlan("main", "gauntlet", ("diamonds",), Sizes((2,), 2),
                      settings={"champion": "3"})  # fmt: skip
    one = Organiser(EventPlan((stage,)), 4, rules=REAL)
    one.do(decisions.dropped(one.state, 3))
    with pytest.raises(Conflict) as fault:
        one.pair()
    assert code(fault) == "events.not-without"
    one.do(decisions.came_back(one.state, 3))
    one.pair()
    assert 3 in tables(one)[0]


def test_a_stepladder_without_its_top_seed_is_won_by_who_comes_up() -> None:
    """The last round has no match; who left had climbed nothing but stays second."""
    one = two_seats("stepladder")
    one.pair()
    one.play()
    winner = one.state.stage.rounds[0].tables[0].seats[0]
    one.do(decisions.dropped(one.state, 1))
    one.pair()
    one.play()
    second = one.state.stage.rounds[1].tables[0].seats[0]
    one.pair()
    last = one.state.stage.rounds[2]
    assert (last.tables, last.byes, one.state.missing()) == ([], [second], [])
    rows = REAL.standings(one.state, one.state.stage)
    assert [row.entrant for row in rows][:2] == [second, 1]
    assert winner in (row.entrant for row in rows)


@pytest.mark.parametrize("name", ["arena", "swiss", "roundrobin"])
def test_a_stage_in_which_one_is_left_ends(name: str) -> None:
    one = two_seats(name)
    one.pair()
    one.play()
    for gone in (2, 3, 4):
        one.do(decisions.dropped(one.state, gone))
    with pytest.raises(Conflict) as fault:
        one.pair()
    assert code(fault) == "events.too-few-play"
    one.do(decisions.closed(one.state))
    one.do(decisions.reopened(one.state))
    one.do(decisions.came_back(one.state, 3))
    one.pair()
    if name == "roundrobin":  # the two meet in round 3
        assert (tables(one), one.state.stage.rounds[1].byes) == ([], [1, 3])
        one.pair()
    assert tables(one) == [(1, 3)]


@pytest.mark.parametrize("name", ["swiss", "roundrobin", "groups"])
def test_a_stage_says_how_long_its_rounds_are_searched_for(name: str) -> None:
    def seconds(settings: dict[str, str]) -> float:
        sizes = Sizes((4,), 4)
        stage = StagePlan("main", name, ("diamonds",), sizes, rounds=2, settings=settings)
        one = Organiser(EventPlan((stage,)), 8, rules=REAL)
        one.pair()
        return situation(one.state, one.state.stage, (4,)).seconds

    assert seconds({"time-limit": "3"}) == 3
    assert seconds({}) == 10
    with pytest.raises(UsageFault, match="time-limit"):
        seconds({"time-limit": "long"})


@pytest.mark.parametrize(
    ("name", "sizes", "settings"),
    [
        ("double-elimination", 2, {}),
        ("double-elimination", 2, {"ties": "lots"}),
        ("double-elimination", 2, {"ties": "seed"}),
        ("heats", 4, {"losers": "double"}),
        ("heats", 4, {"losers": "double", "ties": "lots"}),
    ],
)
def test_who_has_lost_once_never_plays_among_the_unbeaten_again(
    name: str, sizes: int, settings: dict[str, str]
) -> None:
    stage = StagePlan("main", name, ("diamonds",), Sizes((sizes,), sizes), settings=settings)
    one = Organiser(EventPlan((stage,)), 16, rules=REAL)
    while len(one.state.stage.rounds) < (REAL.length(one.state, one.state.stage) or 0):
        one.pair()
        if not settings.get("ties"):
            one.play()
        for _, number, table in one.state.missing():  # who goes on is decided by lots or seeds
            one.result(number, table, [1] * sizes)
    found = one.state.stage
    known = TablesOfStage(one.state, found, REAL)
    upper, beaten = known.upper, set[int]()
    if sizes == 2:
        counts = Counter(number for number, _ in upper)
        assert [counts[number] for number in range(1, 9)] == [8, 4, 2, 1, 0, 0, 0, 1]
    if sizes == 2 and settings:
        for round_, table in found.tables():
            assert known.ahead(round_, table) in table.seats
        winner = one.rules.standings(one.state, found)[0].entrant
        assert known.ahead(found.rounds[-1], found.rounds[-1].tables[0]) == winner
    *rounds, final = found.rounds[:8]  # without the second match of a final
    assert {(1, table.number) for table in rounds[0].tables} <= upper
    for round_ in rounds:
        for table in round_.tables:
            if (round_.number, table.number) not in upper:
                beaten.update(table.seats)
            else:
                assert beaten.isdisjoint(table.seats)
    (last,) = final.tables
    # Who loses the last upper heat may wait for the final.
    assert len(beaten.intersection(last.seats)) <= sizes // 2
    assert len(beaten.difference(last.seats)) == 16 - sizes
