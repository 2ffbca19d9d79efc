"""Every row of an event can be checked: one that cannot have been written is named by number."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from engines.messages import Message
from tests.events.simulated import BY_LOT, REAL, RULES, Organiser, simple_plan
from tourney.domain.errors import DataFault, SearchFault
from tourney.domain.event_log import Draw, EnteredBot, EventRow, Situation, Sizes
from tourney.events import decisions, stages
from tourney.events.draws import EventRules
from tourney.events.event_plan import EventPlan, Restrictions, StagePlan
from tourney.events.log_replay import replay


def afternoon() -> Organiser:
    """Eight entrants, two more, and at least one row of most kinds."""
    one = Organiser(simple_plan(never=frozenset({frozenset((3, 7))})), count=8)
    one.do(decisions.opened(one.state))
    one.do(decisions.dated(one.state, RULES, "main", 2, ("2026-10-04", "2026-10-11")))
    one.do(decisions.restricted(one.state, Restrictions(tables={2: 1})))
    one.do(decisions.lifted(one.state, [2]))
    one.do(decisions.unrestricted(one.state))
    one.do(decisions.unrestricted(one.state))
    one.pair((1, 2, 3, 4), (5, 6, 7, 8))
    one.do(decisions.swapped(one.state, 2, 6))
    one.do(decisions.no_show(one.state, 8))
    one.do(decisions.came_back(one.state, 8))
    one.replace(7)
    one.do(decisions.locked(one.state))
    one.do(decisions.unlocked(one.state))
    one.play()
    one.do(decisions.dropped(one.state, 3))
    one.enter()
    one.do(decisions.added_bot(one.state, EnteredBot(1, "greedy", "1")))
    one.do(decisions.changed_bot(one.state, 11, EnteredBot(1, "random", "2")))
    for _ in range(2):
        one.pair()
        one.do(decisions.unpaired(one.state))
        one.do(decisions.put_back(one.state))
        one.play()
    one.do(stages.begun(one.state, RULES, lots=True)[0])
    one.do(stages.cancelled(one.state))
    one.do(stages.begun(one.state, RULES, lots=True)[0])
    one.pair()
    one.play()
    one.do(decisions.closed(one.state))
    return one


AFTERNOON = afternoon().rows


def fault_in(rows: Sequence[EventRow]) -> str:
    """The error of a replay, with numbers for entrants."""
    with pytest.raises(DataFault) as fault:
        replay(rows, RULES)
    message = fault.value.message
    assert isinstance(message, Message)
    return message.text("en", [f"#{number}" for number in range(20)])


def replayed(what: str, **changes: Any) -> str:
    """The error of a replay in which the details of the first row of a kind were changed."""
    at = next(number for number, row in enumerate(AFTERNOON) if row.what == what)
    row = AFTERNOON[at]
    changed = EventRow(row.number, what, {**row.details, **changes})
    text = fault_in([*AFTERNOON[:at], changed, *AFTERNOON[at + 1 :]])
    assert text.startswith(f"row {row.number} of the log: ")
    return text.removeprefix(f"row {row.number} of the log: ")


def test_the_untouched_log_passes() -> None:
    replay(AFTERNOON, RULES)


def test_of_a_draw_by_an_earlier_search_only_the_tables_are_checked() -> None:
    """122 entrants are too many for an exact matching."""
    stage = StagePlan("main", "swiss", ("diamonds",), Sizes((2,), 2), settings={})
    one = Organiser(EventPlan((stage,)), 122, rules=REAL)
    one.pair()
    *before, row = one.rows
    pods = row.details["pods"]
    others = [[pods[1][0], pods[0][1]], [pods[0][0], pods[1][1]], *pods[2:]]

    def again(**changes: Any) -> int:
        details = {name: value for name, value in row.details.items() if name != "method"}
        return replay([*before, EventRow(row.number, row.what, details | changes)], REAL).earlier

    assert replay(one.rows, REAL).earlier == 0
    assert again(pods=others) == 1
    with pytest.raises(DataFault):
        again(pods=others, method=row.details["method"])
    with pytest.raises(DataFault):
        again(pods=[pods[0], *pods])
    with pytest.raises(DataFault):
        again(seed=row.details["seed"] + 1)


def finds_nothing(situation: Situation) -> Draw:
    """A later search, the second one, that ends in tables which are not allowed."""
    raise SearchFault("they may not meet", method=2)


def test_a_round_that_only_an_earlier_search_found_is_checked_by_its_tables() -> None:
    one = Organiser(simple_plan(), 8)
    one.pair()
    later = EventRules({**RULES.formats, "lots": replace(BY_LOT, draw=finds_nothing)}, RULES.seats)
    *before, row = one.rows
    for changes, passes in (
        ({}, True),
        ({"method": 2}, False),
        ({"pods": [[1, 2, 3], [4, 5, 6, 7]]}, False),
        ({"seed": row.details["seed"] + 1}, False),
    ):
        changed = EventRow(row.number, row.what, {**row.details, **changes})
        if passes:
            assert replay([*before, changed], later).earlier == 1
        else:
            with pytest.raises(DataFault):
                replay([*before, changed], later)


OTHER = "'{what}' changes something else there; the row or the program was changed"
IMPOSSIBLE = "'{what}' is not possible there: "
CHANGED: list[tuple[str, Mapping[str, Any], str]] = [
    ("event new", {"entrants": [[1, 101], [3, 102]]}, OTHER),
    ("event restrict", {"never": []}, OTHER),
    ("event swap", {"a": 2, "b": 7}, IMPOSSIBLE + "#7 and #3 may not share a table"),
    ("event swap", {"a": 2, "b": 99}, IMPOSSIBLE + "there is no entrant 99"),
    ("event swap", {"round": 2}, OTHER),
    ("event swap", {"b": 2}, IMPOSSIBLE + "#2 and #2 have nothing to exchange"),
    ("event no-show", {"tables": []}, OTHER),
    ("event return", {"entrant": 7}, IMPOSSIBLE + "#7 has not left the event"),
    ("event return", {"away": True}, OTHER),
    ("event replace", {"by": 4}, OTHER),
    ("event replace", {"player": 101}, IMPOSSIBLE + "#1 has already entered the event"),
    ("event replace", {"joined": 5}, OTHER),
    ("event dates", {"stage": "heats"}, IMPOSSIBLE + "no stage 'heats'"),
    ("event dates", {"round": 3}, IMPOSSIBLE + "a date for round 4, but main has 3 rounds"),
    ("event lock", {"round": 2}, IMPOSSIBLE + "round 2 cannot be changed"),
    ("event drop", {"entrant": 7}, IMPOSSIBLE + "#7 has already left the event"),
    ("event add-player", {"entrant": 12}, OTHER),
    ("event add-player", {"player": 101}, IMPOSSIBLE + "#1 has already entered the event"),
    ("event add-bot", {"entrant": 3}, OTHER),
    ("event change-bot", {"entrant": 44}, IMPOSSIBLE + "there is no entrant 44"),
    ("event pair", {"pods": [[1, 2, 3, 7], [4, 5, 6, 8]]}, IMPOSSIBLE),
    ("event pair", {"round": 2}, IMPOSSIBLE + "round 2 cannot be drawn"),
    ("event unpair", {"stage": "final"}, IMPOSSIBLE + "no stage 'final' has begun"),
    ("event unpair undo", {"round": 1}, OTHER),
    ("event result", {"places": [1]}, OTHER),
    ("event final undo", {"stage": "main"}, OTHER),
    ("event swap", {"a": [2]}, "no '{what}' can say this: a: expected a whole number"),
    ("event pair", {"sizes": None}, "no '{what}' can say this: sizes: expected a list"),
]


@pytest.mark.parametrize(("what", "changes", "fault"), CHANGED)
def test_a_row_with_other_details_is_named(
    what: str, changes: Mapping[str, Any], fault: str
) -> None:
    assert replayed(what, **changes).startswith(fault.format(what=what))


def test_a_stage_that_is_neither_planned_nor_a_final_is_named() -> None:
    plan = replace(simple_plan().stages[1], rounds=4)
    text = replayed("event final", plan=plan.as_json())
    assert text == OTHER.format(what="event final")


REPEATABLE = {
    "event result",
    "event swap",
    "event restrict",
    "event restrict undo",
    "event change-bot",
    "event dates",
}


@pytest.mark.parametrize("what", sorted({row.what for row in AFTERNOON} - REPEATABLE))
def test_a_row_that_is_there_twice_is_named(what: str) -> None:
    at = next(number for number, row in enumerate(AFTERNOON) if row.what == what)
    twice = AFTERNOON[at]._replace(number=1000)
    text = fault_in([*AFTERNOON[: at + 1], twice, *AFTERNOON[at + 1 :]])
    assert text.startswith("row 1000 of the log: ")


def test_a_row_of_an_unknown_kind_is_named() -> None:
    text = fault_in([*AFTERNOON, EventRow(99, "event swop", {})])
    assert text == "row 99 of the log: 'event swop' is no change that can stand there"
