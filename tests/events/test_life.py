"""The life of an event on its log: what organisers complain about elsewhere."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.events.naive_standings import NaiveEvent
from tests.events.simulated import RULES, Organiser, random_event, simple_plan
from tests.examples import usual
from tourney.domain.errors import Conflict, DataFault, TourneyError, UsageFault
from tourney.domain.event_log import EventResult, EventRow, Sizes
from tourney.domain.match_values import ResultOf
from tourney.events import decisions, stages
from tourney.events.draws import coming_seed, seed_of, witness
from tourney.events.event_plan import WALKOVER
from tourney.events.event_state import EventState, StageState, state_of
from tourney.events.log_replay import replay
from tourney.events.stage_standings import points, ranking, result_of, table_points, unplayed
from tourney.scoring import finishes, point_system

SCALED = {2: (4, 0), 3: (4, 2, 0), 4: (4, Fraction(8, 3), Fraction(4, 3), 0), 5: (4, 3, 2, 1, 0)}
"""Points by place without ties: from 4 in equal steps down to 0."""


def code(fault: pytest.ExceptionInfo[TourneyError]) -> str:
    message = fault.value.message
    assert not isinstance(message, str)
    return message.code


def missed(one: Organiser, entrant: int) -> list[tuple[int, str, Fraction]]:
    """Round, kind and points of the rounds without a match."""
    found = unplayed(one.state, one.state.stages[0])
    return [(each.round, each.kind, each.points) for each in found if each.entrant == entrant]


def test_a_late_entrant_gets_the_configured_value_for_each_missed_round() -> None:
    one = Organiser(simple_plan(missed=Fraction(1)))
    for _ in range(2):
        one.pair()
        one.play()
    one.enter()
    one.pair()
    assert missed(one, 10) == [(1, "late", 1), (2, "late", 1)]
    assert points(one.state, one.state.stage)[10] == 2


def test_who_leaves_and_comes_back_gains_nothing() -> None:
    one = Organiser(simple_plan(missed=Fraction(1)))
    one.pair()
    one.play()
    one.do(decisions.dropped(one.state, 9))
    before = points(one.state, one.state.stage)[9]
    one.pair()
    one.play()
    one.do(decisions.came_back(one.state, 9))
    assert missed(one, 9) == [(2, "absent", 0)]
    assert points(one.state, one.state.stage)[9] == before
    with pytest.raises(Conflict):
        one.enter(109)  # the same player under a new number
    one.do(decisions.dropped(one.state, 9))
    with pytest.raises(Conflict) as fault:
        one.enter(109)
    assert code(fault) == "events.entered-away"


def test_an_absent_player_is_not_beaten_unless_the_policy_says_so() -> None:
    for policy, wins in (("fewer-seats", 0), (WALKOVER, 1)):
        one = Organiser(simple_plan(policy=policy), count=3)
        one.pair((1, 2, 3))
        one.do(decisions.no_show(one.state, 3))
        one.result(1, 1, (5, 3))
        rows = {row.entrant: row for row in ranking(one.state, one.state.stage)}
        tables = (result_of(one.state, table) for _, table in one.state.stage.tables())
        beaten = [found.players for found in tables if found]
        assert (3 in beaten[0]) == bool(wins)
        assert rows[2].points == (2 if wins else 0)  # middle of three, or last of two
        assert rows[3].points == 0


def test_who_is_alone_at_a_table_has_the_value_of_a_bye_or_a_win() -> None:
    for policy, worth in (("fewer-seats", 1), (WALKOVER, 4)):
        one = Organiser(simple_plan(policy=policy, bye=Fraction(1)), count=3)
        one.pair((1, 2, 3))
        one.do(decisions.no_show(one.state, 3))
        one.do(decisions.no_show(one.state, 2))
        assert one.state.missing() == []
        assert points(one.state, one.state.stage)[1] == worth


def test_a_no_show_can_be_taken_back_until_the_table_has_a_result() -> None:
    one = Organiser(simple_plan(), count=8)
    one.pair((1, 2, 3, 4), (5, 6, 7, 8))
    one.do(decisions.no_show(one.state, 1))
    assert one.state.stage.rounds[0].tables[0].present() == (2, 3, 4)
    one.do(decisions.came_back(one.state, 1))
    assert one.state.stage.rounds[0].tables[0].present() == (1, 2, 3, 4)
    one.do(decisions.no_show(one.state, 1))
    one.result(1, 1, (3, 2, 1))
    one.do(decisions.came_back(one.state, 1))
    assert one.state.stage.rounds[0].tables[0].present() == (2, 3, 4)


def test_who_returns_after_the_round_plays_in_the_next_one() -> None:
    """A table of two was not played, the others are done: only `--undo` opens it again."""
    plan = simple_plan(policy=WALKOVER)
    sizes = Sizes((2, 3), 2)
    one = Organiser(replace(plan, stages=(replace(plan.stages[0], sizes=sizes),)), count=4)
    one.pair((1, 2), (3, 4))
    one.do(decisions.no_show(one.state, 4))
    one.do(decisions.came_back(one.state, 4))
    assert one.state.missing() == [("main", 1, 1), ("main", 1, 2)]
    one.do(decisions.no_show(one.state, 4))
    one.result(1, 1, (5, 3))
    one.do(decisions.came_back(one.state, 4))
    assert (one.state.missing(), one.state.entrants[4].away) == ([], False)
    one.do(decisions.dropped(one.state, 4))
    one.do(decisions.came_back(one.state, 4, undo=True))
    assert one.state.missing() == [("main", 1, 2)]


def test_a_no_show_of_somebody_who_had_left_is_undone_without_a_return() -> None:
    one = Organiser(simple_plan(), count=8)
    one.pair((1, 2, 3, 4), (5, 6, 7, 8))
    one.do(decisions.dropped(one.state, 8))
    one.do(decisions.no_show(one.state, 8))
    one.do(decisions.came_back(one.state, 8, undo=True))
    assert one.state.stage.rounds[0].tables[1].present() == (5, 6, 7, 8)
    assert one.state.entrants[8].away


def test_a_table_that_was_not_played_stays_so_in_later_rounds() -> None:
    """Alone in round 1 is worth a bye; later absences and returns of the two do not change it."""
    one = Organiser(simple_plan(bye=Fraction(2)), count=7)
    one.pair((1, 2, 3, 4), (5, 6, 7))
    for gone in (6, 7):
        one.do(decisions.no_show(one.state, gone))
    one.play()
    assert missed(one, 5) == [(1, "walkover", 2)]
    one.pair((1, 2, 3, 4, 5))
    one.do(decisions.came_back(one.state, 6))
    one.do(decisions.no_show(one.state, 5))
    assert missed(one, 5) == [(1, "walkover", 2), (2, "no-show", 0)]
    assert {stage for stage, round_, _ in one.state.missing() if round_ == 1} == set()
    one.replace(6)
    assert one.state.stage.rounds[0].tables[1].seats == [5, 6, 7]


def test_a_second_bye_is_refused_while_somebody_has_had_none() -> None:
    one = Organiser(simple_plan(), count=5)
    one.pair((1, 2, 3, 4))
    one.play()
    with pytest.raises(UsageFault) as fault:
        one.pair((4, 3, 2, 1))
    assert code(fault) == "events.second-bye"
    one.pair((5, 3, 2, 1))
    with pytest.raises(Conflict) as fault_of_swap:
        one.do(decisions.swapped(one.state, 4, 5))
    assert code(fault_of_swap) == "events.second-bye"


def test_an_exchange_that_brings_two_together_again_is_refused_without_repeats() -> None:
    stage = replace(simple_plan().stages[0], sizes=Sizes((2,), 2))
    for repeats in (False, True):
        one = Organiser(simple_plan(stages=(stage,), repeats=repeats), count=4)
        one.pair((1, 2), (3, 4))
        one.play()
        one.pair((1, 3), (2, 4))
        if repeats:
            one.do(decisions.swapped(one.state, 3, 2))
            continue
        with pytest.raises(Conflict) as fault:
            decisions.swapped(one.state, 3, 2)
        assert code(fault) == "events.swap-repeats"


def test_a_substitute_takes_the_seat_and_enters_late() -> None:
    one = Organiser(simple_plan(missed=Fraction(1)), count=8)
    one.pair((1, 2, 3, 4), (5, 6, 7, 8))
    one.play()
    one.pair((1, 5, 2, 6), (3, 7, 4, 8))
    one.replace(8)
    assert one.state.stage.rounds[1].tables[1].seats == [3, 7, 4, 9]
    assert missed(one, 9) == [(1, "late", 1)]
    one.play()
    assert points(one.state, one.state.stage)[9] == 1  # one missed round, then last
    with pytest.raises(Conflict) as fault:
        one.do(decisions.came_back(one.state, 8))
    assert code(fault) == "events.was-replaced"


def test_no_round_is_drawn_while_results_are_missing() -> None:
    one = Organiser(simple_plan(), count=8)
    one.pair((1, 2, 3, 4), (5, 6, 7, 8))
    one.result(1, 2, (4, 3, 2, 1))
    with pytest.raises(Conflict) as fault:
        one.pair()
    message = fault.value.message
    assert not isinstance(message, str)
    assert message.text() == (
        "round 1 has no result for table 1; enter it with tourney match result"
    )


def test_an_unpaired_round_is_kept_in_the_log_and_drawn_with_another_seed() -> None:
    one = Organiser(simple_plan())
    one.pair()
    first = one.rows[-1].details
    one.do(decisions.unpaired(one.state))
    one.pair()
    again = one.rows[-1].details
    assert (first["round"], again["round"]) == (1, 1)
    assert first["seed"] != again["seed"]
    assert [row.what for row in one.rows] == [
        "event new", "event pair", "event unpair", "event pair"
    ]  # fmt: skip


def test_a_stage_that_was_drawn_and_taken_back_is_drawn_with_another_seed() -> None:
    """Also the second time, and the hash that is published before is that of the seed."""
    one = Organiser(simple_plan(), count=8)
    for _ in range(3):
        one.pair()
        one.play()
    seeds, promised = [], []
    for _ in range(3):
        promised.append(witness(coming_seed(one.state, one.state.stage, 3)))
        one.do(stages.begun(one.state, RULES, lots=True)[0])
        assert promised[-1] == witness(coming_seed(one.state, one.state.stage, 1))
        one.do(stages.cancelled(one.state))
        one.do(stages.begun(one.state, RULES, lots=True)[0])
        one.pair()
        seeds.append(one.rows[-1].details["seed"])
        one.do(decisions.unpaired(one.state))
        one.do(stages.cancelled(one.state))
    assert len(set(seeds)) == 3
    assert [witness(seed) for seed in seeds] == promised
    require_replay(one)


def test_the_seed_of_a_round_is_fixed_before_and_its_hash_can_be_published() -> None:
    from hashlib import sha256

    one = Organiser(simple_plan(), seed="secret")
    promised = witness(seed_of(one.state, "main", 2))
    one.pair()
    one.play()
    one.pair()
    seed = one.rows[-1].details["seed"]
    assert sha256(str(seed).encode()).hexdigest() == promised


def test_a_locked_round_stays_as_it_is() -> None:
    one = Organiser(simple_plan(), count=8)
    one.pair((1, 2, 3, 4), (5, 6, 7, 8))
    one.do(decisions.locked(one.state))
    for change in (
        lambda: decisions.unpaired(one.state),
        lambda: decisions.swapped(one.state, 1, 5),
    ):
        with pytest.raises(Conflict) as fault:
            change()
        assert code(fault) == "events.locked"
    one.do(decisions.unlocked(one.state))
    one.do(decisions.swapped(one.state, 1, 5))
    assert one.state.stage.rounds[0].tables[0].seats == [5, 2, 3, 4]


def test_a_tie_across_the_cut_line_needs_lots() -> None:
    one = Organiser(simple_plan(), count=5)
    for _ in range(3):
        one.pair((1, 2, 3, 4, 5))
        one.result(one.state.stage.rounds[-1].number, 1, (9, 8, 7, 5, 5))
    with pytest.raises(Conflict) as fault:
        stages.begun(one.state, RULES)
    assert code(fault) == "events.shared-line"
    change, found = stages.begun(one.state, RULES, lots=True)
    assert found.entrants[:3] == (1, 2, 3)
    assert [(line.equals, line.places) for line in found.lines] == [((4, 5), 1)]
    one.do(change)
    one.pair()
    assert sorted(one.state.stage.rounds[0].tables[0].seats) == sorted(found.entrants)


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ((1, 2, 3, 9), "events.not-at-table"),
        ((1, 2, 3), "events.left-out"),
        ((1, 2, 2, 3, 4), "events.seated-twice-at"),
    ],
)
def test_a_result_must_fit_the_pairing(seats: tuple[int, ...], expected: str) -> None:
    one = Organiser(simple_plan(), count=8)
    one.pair((1, 2, 3, 4), (5, 6, 7, 8))
    scores = tuple(range(len(seats)))
    with pytest.raises(UsageFault) as fault:
        one.put(EventResult("", "1", "1", 1, "complete", seats, scores, scores))
    assert code(fault) == expected


def test_nothing_enters_a_closed_event() -> None:
    one = Organiser(simple_plan(), count=4)
    one.pair((1, 2, 3, 4))
    with pytest.raises(Conflict):
        one.do(decisions.closed(one.state))  # a result is missing
    one.play()
    one.do(decisions.closed(one.state))
    with pytest.raises(Conflict) as fault:
        one.result(1, 1, (1, 2, 3, 4), match=1)
    assert code(fault) == "events.closed"
    one.do(decisions.reopened(one.state))
    one.result(1, 1, (1, 2, 3, 4), match=1)
    assert ranking(one.state, one.state.stage)[0].entrant == 4


# Many events in random order


def require_rules(state: EventState) -> None:
    """The rules of an event that nothing may break."""
    require_seats(state)
    for stage in state.stages:
        require_byes(state, stage)
        require_points(state, stage)


def require_seats(state: EventState) -> None:
    """Everybody has one place in a round, and results are of those who are there."""
    bots = {one.number for one in state.entrants.values() if one.fills}
    for stage in state.stages:
        for round_ in stage.rounds:
            seated = [one for table in round_.tables for one in table.seats if one not in bots]
            assert all(len(table.seats) == len(set(table.seats)) for table in round_.tables)
            assert len(seated) == len(set(seated))
            assert not set(seated) & set(round_.byes)
            assert set(seated) | set(round_.byes) <= set(stage.seeding)
            for table in round_.tables:
                if table.result is not None:
                    assert sorted(table.result.entrants) == sorted(table.present())


def require_byes(state: EventState, stage: StageState) -> None:
    """A second bye only if everybody who was drawn had one."""
    had: dict[int, int] = {}
    for round_ in stage.rounds:
        drawn = {one for table in round_.tables for one in table.seats}
        for one in round_.byes:
            if had.get(one) and not state.entrants[one].replaced_by:
                assert all(had.get(other) for other in drawn if stage.joined.get(other, 0) == 0
                           and not state.entrants[other].away), (one, had)  # fmt: skip
        for one in round_.byes:
            had[one] = had.get(one, 0) + 1


def require_points(state: EventState, stage: StageState) -> None:
    """The points of a table are those of its places, except those of absent players."""
    system = point_system(stage.plan.points)
    total = Fraction(0)
    for round_, table in stage.tables():
        result = result_of(state, table)
        if result is None:
            continue
        worth = dict(zip(result.players, map(system, finishes(result)), strict=True))
        assert sum(worth.values()) == sum(SCALED[len(result.players)])
        absent = table.absent.keys() & worth.keys()
        bots = of_bots(state, result)
        total += sum(n for player, n in worth.items() if player not in absent | bots)
        shown = table_points(state, stage, round_, table)
        assert all(shown[one] == 0 for one in absent)
    rest = sum((one.points for one in unplayed(state, stage)), Fraction(0))
    assert sum(points(state, stage).values(), Fraction(0)) == total + rest


def of_bots(state: EventState, result: ResultOf[int]) -> set[int]:
    """The bots that only fill seats, whose points count for nobody; they can be absent, too."""
    return {player for player in result.players if state.entrants[player].fills}


def require_naive_standings(one: Organiser) -> None:
    """A second implementation finds the same points, matches and places in the rows."""
    naive = NaiveEvent(one.rows)
    for stage in one.state.stages:
        rows = ranking(one.state, stage)
        found = [(row.place, row.entrant, row.points, row.matches) for row in rows]
        assert found == naive.standings(stage.plan.name)


def require_replay(one: Organiser) -> None:
    """The log alone gives the same state and the same bytes, twice."""
    state, text, _ = replay(one.rows, one.rules)
    assert state == one.state
    if one.seed.endswith("0"):
        assert replay(one.rows, one.rules)[1] == text


def require_same_after_recomputation(one: Organiser) -> None:
    """Corrections leave what would be there if only the last results had ever been entered."""
    tables = [table for stage in one.state.stages for _, table in stage.tables()]
    last = {table.changed for table in tables if table.result is not None}
    kept = [row for row in one.rows if row.what != "event result" or row.number in last]
    again = state_of(kept)
    for old, new in zip(one.state.stages, again.stages, strict=True):
        assert ranking(one.state, old) == ranking(again, new)


@pytest.mark.parametrize("part", usual((0,), range(101)))
def test_events_in_random_order_break_no_rule(part: int) -> None:
    """A hundred events each, ten thousand with `full`."""
    for one in simulated(part, 100 if part else 10):
        require_rules(one.state)
        require_naive_standings(one)
        require_same_after_recomputation(one)
        require_replay(one)


def simulated(part: int, count: int) -> Iterator[Organiser]:
    return (random_event(1000 * part + number) for number in range(count))


def test_a_replay_names_the_row_that_was_changed() -> None:
    one = random_event(3)
    pairs = [row for row in one.rows if row.what == "event pair" and row.details["how"] == "auto"]
    row = pairs[0]
    pods = [list(reversed(pod)) for pod in row.details["pods"]]
    rows = [
        EventRow(row.number, row.what, {**row.details, "pods": pods}) if each is row else each
        for each in one.rows
    ]
    with pytest.raises(DataFault) as fault:
        replay(rows, RULES)
    assert str(fault.value).startswith(f"row {row.number} of the log: drawing round 1")
