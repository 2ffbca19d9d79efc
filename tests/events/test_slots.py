"""Stages filled from groups, tables and matches of earlier ones.

In these events the entrant with the lower number wins, so that everybody can work out who goes on.
"""

from collections.abc import Sequence

import pytest

from tests.conftest import Tourney
from tests.events.simulated import SEATS, Organiser
from tourney.domain.errors import Conflict, UsageFault
from tourney.domain.event_log import Sizes
from tourney.events import stages
from tourney.events.draws import EventRules
from tourney.events.event_plan import EventPlan, StagePlan, StageSource
from tourney.events.final_standings import final_ranking
from tourney.events.log_replay import replay
from tourney.events.plan_check import check_plan, rehearsals
from tourney.formats.formats import FORMATS

RULES = EventRules(FORMATS, SEATS)


def stage(
    name: str, format_: str, *sources: str, sizes: Sequence[int] = (4,), rounds: int | None = None,
    **settings: str
) -> StagePlan:  # fmt: skip
    return StagePlan(
        name, format_, ("diamonds",), Sizes(tuple(sizes), sizes[-1]), rounds=rounds,
        sources=tuple(map(StageSource.from_text, sources)), settings=settings
    )  # fmt: skip


GROUPS = stage("groups", "groups", rounds=2, groups="4")
HEATS = (
    stage("heat-1", "one-table", "winner of group 1 of groups", "winner of group 3 of groups",
          "place 2 of group 2 of groups", "place 2 of group 4 of groups"),
    stage("heat-2", "one-table", "winner of group 2 of groups", "winner of group 4 of groups",
          "place 2 of group 1 of groups", "place 2 of group 3 of groups")
)  # fmt: skip
ENDS = (
    stage("final", "one-table", "places 1-2 of heat-1", "places 1-2 of heat-2"),
    stage("consolation", "one-table", "places 3-4 of heat-1", "places 3-4 of heat-2"),
)


def organiser(*stages_: StagePlan, count: int) -> Organiser:
    plan = EventPlan(stages_)
    check_plan(plan, count, RULES)
    return Organiser(plan, count=count, rules=RULES)


def play(one: Organiser, name: str) -> None:
    """Results of all open tables of a stage: lower numbers win."""
    at = one.state.stage_named(name)
    assert at is not None
    for number, table in at.missing():
        seats = at.rounds[number - 1].tables[table - 1].present()
        one.result(number, table, [100 - seat for seat in seats], stage=name)


def watched(one: Organiser) -> list[str]:
    """The stages that a screen shows."""
    return [each.plan.name for each in stages.stages_to_watch(one.state, RULES)]


def begin(one: Organiser) -> list[int]:
    """Begin the next stage and draw its first round; those who play in it, best seed first."""
    change, found = stages.begun(one.state, RULES)
    one.do(change)
    one.pair()
    return list(found.entrants)


def test_groups_feed_two_heats_and_these_a_final_and_a_consolation() -> None:
    one = organiser(GROUPS, *HEATS, *ENDS, count=16)
    for _ in range(2):
        one.pair()
        play(one, "groups")
    # Seeds dealt back and forth: 1 8 9 16, 2 7 10 15, 3 6 11 14, 4 5 12 13.
    assert begin(one) == [1, 3, 7, 5]
    assert begin(one) == [2, 4, 8, 6]  # while heat 1 is played
    assert watched(one) == ["heat-1", "heat-2"]
    play(one, "heat-2")
    assert watched(one) == ["heat-1", "heat-2"]
    with pytest.raises(Conflict):
        stages.begun(one.state, RULES)
    assert not stages.next_is_ready(one.state, RULES)
    play(one, "heat-1")
    assert begin(one) == [1, 3, 2, 4]
    assert begin(one) == [5, 7, 6, 8]
    assert one.state.open_stage.plan.name == "final"
    assert watched(one) == ["final", "consolation"]
    play(one, "final")
    assert one.state.open_stage.plan.name == "consolation"
    play(one, "consolation")
    assert watched(one) == ["final", "consolation"], "nothing follows them"
    state = replay(one.rows, RULES).state
    assert [each.plan.name for each in state.stages][-2:] == ["final", "consolation"]
    rows = final_ranking(state, RULES)
    assert [row.entrant for row in rows[:8]] == list(range(1, 9))
    assert [row.stage for row in rows] == ["final"] * 4 + ["consolation"] * 4 + ["groups"] * 8
    assert [row.matches for row in rows] == [4] * 8 + [2] * 8
    assert [str(row.why) for row in rows[3:9:4]] == [
        "stage final before consolation", "stage consolation before groups"
    ]  # fmt: skip


def test_the_standings_of_an_event_with_a_plate_for_losers_begin_with_the_winners() -> None:
    """The plate orders places 5 to 8 of the cup."""
    plate = stage("plate", "one-table", "losers of round 1 of cup")
    one = organiser(stage("cup", "knockout", sizes=(2,)), plate, count=8)
    while any(len(each.rounds) < 3 for each in one.state.stages[:1]):
        one.pair()
        play(one, "cup")
    begin(one)
    one.result(1, 1, list(one.state.stage.rounds[0].tables[0].seats), stage="plate")
    rows = final_ranking(one.state, RULES)
    assert [row.entrant for row in rows] == [1, 2, 3, 4, 8, 7, 6, 5]
    assert [row.place for row in rows] == [1, 2, 3, 3, 5, 6, 7, 8]


def test_double_elimination_feeds_a_stepladder() -> None:
    double = stage("main", "double-elimination", sizes=(2,))
    one = organiser(double, stage("ladder", "stepladder", "top 4 of main", sizes=(2,)), count=8)
    while not stages.next_is_ready(one.state, RULES):
        one.pair()
        play(one, "main")
    assert begin(one) == [1, 2, 3, 4]
    assert set(one.state.stage.rounds[0].tables[0].seats) == {3, 4}


def test_tables_of_a_round_and_the_best_runners_up_feed_a_final() -> None:
    """The runners-up of round 3 are compared by their points per round, then by their scores."""
    plan = EventPlan(
        (
            stage("main", "swiss", sizes=(4,), rounds=3),
            stage("final", "one-table", "winners of round 3 of main",
                  "best runner-up of round 3 of main")
        )
    )  # fmt: skip
    check_plan(plan, 12, RULES)
    one = Organiser(plan, count=12, rules=RULES)
    for _ in range(3):
        one.pair()
        play(one, "main")
    last = one.state.stage.rounds[2].tables
    winners = [min(table.seats) for table in last]
    seconds = {sorted(table.seats)[1] for table in last}
    rows = [row.entrant for row in RULES.standings(one.state, one.state.stage)]
    best = next(entrant for entrant in rows if entrant in seconds)
    assert begin(one) == [*winners, best]


def test_the_losers_of_a_round_begin_while_the_bracket_goes_on() -> None:
    bracket = stage("cup", "knockout", sizes=(2,))
    plate = stage("plate", "knockout", "losers of round 1 of cup", sizes=(2,))
    one = organiser(bracket, plate, count=8)
    one.pair()
    assert not stages.next_is_ready(one.state, RULES)
    play(one, "cup")
    one.pair()  # round 2 of the cup, whose newest stage can go on
    assert begin(one) == [8, 5, 7, 6]
    play(one, "cup")
    one.pair()  # the plate has no results: the cup goes on
    assert [(each.plan.name, len(each.rounds)) for each in one.state.stages] == [
        ("cup", 3), ("plate", 1)
    ]  # fmt: skip


def test_equals_at_a_table_need_lots() -> None:
    final = stage("final", "one-table", "winner of match 1 of main", "winner of match 2 of main",
                  sizes=(2,))  # fmt: skip
    one = organiser(stage("main", "swiss", rounds=1), final, count=8)
    one.pair()
    play(one, "main")
    one.result(1, 2, (9, 9, 3, 1), match=2)
    with pytest.raises(Conflict) as fault:
        stages.begun(one.state, RULES)
    message = fault.value.message
    assert not isinstance(message, str)
    assert message.code == "events.shared-line"
    _, found = stages.begun(one.state, RULES, lots=True)
    assert len(found.entrants) == 2


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("winner  of match 5 of main", "winner of match 5 of main"),
        ("winner of table 3 of main", "winner of table 3 of last round of main"),
        ("place 1 of each table of round 2 of main", "winners of round 2 of main"),
        ("loser of match 5 of main", "losers of match 5 of main"),
        ("best runner-up of each group of g", "best runner-up of each group of g"),
        ("best 2 of places 2-2 of each table of round 1 of g", "best 2 runners-up of round 1 of g"),
        ("places 1-1 of main", "place 1 of main"),
    ],
)
def test_a_slot_has_one_usual_form_that_means_the_same(text: str, usual: str) -> None:
    assert str(StageSource.from_text(text)) == usual
    assert StageSource.from_text(usual) == StageSource.from_text(text)


@pytest.mark.parametrize(
    "text",
    ["losers of main", "places 3-2 of main", "place 0 of main", "best winner of match 1 of main",
     "round 2 of main", "winner of main of round 2", "top 4 main"]
)  # fmt: skip
def test_words_that_mean_no_slot_are_refused(text: str) -> None:
    with pytest.raises(UsageFault, match="cannot read"):
        StageSource.from_text(text)


KNOCKOUT = stage("main", "knockout", sizes=(2,))


@pytest.mark.parametrize(
    ("main", "slots", "fault"),
    [
        (KNOCKOUT, ["winner of match 8 of main"],
         "stage final takes 'winner of match 8 of main', but stage main has 7 matches in all "
         "rounds: 2+2+2+2+2+2+2 entrants"),
        (KNOCKOUT, ["winners of round 4 of main"],
         "stage final takes 'winners of round 4 of main', but stage main has 3 rounds with 8 "
         "entrants"),
        (KNOCKOUT, ["winner of table 3 of round 2 of main"],
         "stage final takes 'winner of table 3 of round 2 of main', but this round of stage main "
         "has 2 tables: 2+2 entrants"),
        (KNOCKOUT, ["winner of group 1 of main"],
         "stage final takes 'winner of group 1 of main', but stage main has no groups: its format "
         "is knockout"),
        (stage("main", "groups", rounds=1, groups="2"), ["places 4-5 of each group of main"],
         "stage final takes 'places 4-5 of each group of main', but place 5 does not exist with 4 "
         "entrants: 4+4 in stage main"),
        (stage("main", "groups", rounds=1, groups="2"), ["best 3 runners-up of each group of main"],
         "stage final takes 'best 3 runners-up of each group of main', but only 2 entrants hold "
         "this place in stage main, and 3 go on"),
        (stage("main", "groups", rounds=1, groups="2"),
         ["place 2 of each group of main", "places 1-3 of group 2 of main"],
         "stage final takes some entrants twice: 'place 2 of each group of main' and 'places 1-3 "
         "of group 2 of main'; change one of them")
    ]
)  # fmt: skip
def test_a_slot_that_nobody_can_hold_is_refused_with_the_arithmetic(
    main: StagePlan, slots: list[str], fault: str
) -> None:
    plan = EventPlan((main, stage("final", "one-table", *slots)))
    with pytest.raises(UsageFault) as found:
        rehearsals(plan, 8, RULES)
    assert str(found.value) == fault


PLAN = """\
name = "Cup"
players = ["Aiko", "Ben", "Chie", "Dan", "Emi", "Fumi"]
seed = "1"

[[stage]]
format = "manual"
games = ["diamonds"]
sizes = "3"
rounds = 1

[[stage]]
name = "final"
games = ["diamonds"]
sizes = "3"
from = ["winners of round 1 of main", "best runner-up of round 1 of main"]
"""


def test_a_correction_says_that_others_would_have_qualified(tourney: Tourney) -> None:
    from pathlib import Path

    Path("plan.toml").write_text(PLAN, "utf-8")
    printed = tourney("event", "new", "--plan", "plan.toml", "--dry-run")
    assert ('from = ["winners of round 1 of main", '
            '"best runner-up of round 1 of main"]') in printed.out  # fmt: skip
    assert tourney("event", "new", "--plan", "plan.toml").code == 0
    assert tourney("event", "pair", "--pods", "Aiko,Ben,Chie;Dan,Emi,Fumi").code == 0
    assert tourney("match", "result", "r1/t1", "Aiko=9", "Ben=8", "Chie=7").code == 0
    assert tourney("match", "result", "r1/t2", "Dan=6", "Emi=5", "Fumi=4").code == 0
    assert tourney("event", "pair").err.startswith(
        "stage final begins with 3 entrants: Aiko, Dan and Ben\n"
    )
    fixed = tourney("match", "result", "Cup/main/r1/t2", "Emi=7", "Fumi=10", "--reason", "misread",
                    "--yes")  # fmt: skip
    assert fixed.code == 0
    assert "stage final has begun with Dan; with the new result it would be Fumi\n" in fixed.out
