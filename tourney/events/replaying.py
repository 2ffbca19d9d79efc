"""Rebuilds an event from its rows of the log alone, and checks every decision of the program.

Every round that a format drew is drawn again from the stored seed, and every qualification is
computed again. A difference is an error that names the row.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from tourney.domain.errors import DataFault, TourneyError
from tourney.domain.event_log import NEW, PUT_BACK, RESULT, EventResult, EventRow
from tourney.events import messages as say
from tourney.events.actions import EventRules, check_result, put_back
from tourney.events.drawing import AUTO, Wanted, drawn
from tourney.events.life import apply, state_of
from tourney.events.plan import StagePlan
from tourney.events.ranking import StageRow
from tourney.events.stages import begun
from tourney.events.state import EventState, StageState

COMPARED: Final = (
    "seed",
    "pods",
    "filled",
    "byes",
    "groups",
    "cost",
    "bound",
    "figures",
    "game",
    "away",
)
"""The values of a drawn round that must come out again."""
CHANGING_TABLES: Final = (
    "event pair",
    PUT_BACK,
    "event swap",
    "event no-show",
    "event replace",
    "event return",
)
"""Rows that make or change tables."""


def replay(rows: Iterable[EventRow], rules: EventRules) -> tuple[EventState, str]:
    """The state after the rows, and all pairings and standings as lines of JSON.

    DataFault names the first row that cannot have been written there.
    """
    rest = iter(rows)
    first = next(rest)
    assert first.what == NEW
    state = state_of([first])
    lines: list[str] = []
    for number, row in enumerate(rest, start=2):
        _check(state, row, rules)
        apply(state, row)
        lines += _lines(state, row, number, rules)
    lines += (_line(_standing(stage, state, rules)) for stage in state.stages)
    return state, "".join(chain.from_iterable((line, "\n") for line in lines))


def _check(state: EventState, row: EventRow, rules: EventRules) -> None:
    try:
        if row.what == "event pair":
            _check_draw(state, row, rules)
        elif row.what == "event final":
            _check_stage(state, row, rules)
        elif row.what == PUT_BACK:
            put_back(state)
        elif row.what == RESULT:
            check_result(state, EventResult.of(row.details))
    except DataFault:
        raise
    except TourneyError as fault:
        words = fault.message
        raise DataFault(say.IMPOSSIBLE(row=row.number, what=row.what, fault=words)) from None


def _check_draw(state: EventState, row: EventRow, rules: EventRules) -> None:
    """DataFault if drawing the round again gives another one."""
    stored = row.details
    stage = state.stage_named(stored["stage"])
    assert stage is not None
    pods = () if stored["how"] == AUTO else tuple(map(tuple, stored["pods"]))
    wanted = Wanted(pods, tuple(stored["sizes"]))
    allowed = rules.seats[stage.plan.game(len(stage.rounds) + 1)]
    again = drawn(state, stage, rules.format(stage), allowed=allowed, wanted=wanted)
    other = [name for name in COMPARED if _plain(again[name]) != _plain(stored[name])]
    if other:
        fault = say.OTHER_DRAW(
            row=row.number, round=stored["round"], stage=stored["stage"], what=", ".join(other)
        )
        raise DataFault(fault)


def _check_stage(state: EventState, row: EventRow, rules: EventRules) -> None:
    """DataFault if other entrants qualify."""
    plan = StagePlan.from_json(row.details["plan"])
    entry, _ = begun(state, rules, added_plan=plan, lots=True, ahead=row.details["ahead"])
    stored = {name: row.details[name] for name in ("entrants", "lots")}
    if any(entry.details[name] != value for name, value in stored.items()):
        raise DataFault(say.OTHER_STAGE(row=row.number, stage=plan.name))


def _plain(value: Any) -> Any:
    """A value as it comes back from JSON."""
    return json.loads(json.dumps(value))


def _lines(state: EventState, row: EventRow, number: int, rules: EventRules) -> Iterator[str]:
    """The pairing that a row makes or changes, and the standings after a round.

    `number` counts the rows of the event: other events of a database do not change the lines.
    """
    if row.what in CHANGING_TABLES:
        round_ = state.stage.rounds[-1] if state.stage.rounds else None
        if round_ is not None:
            yield _line(
                {
                    "change": number,
                    "stage": state.stage.plan.name,
                    "round": round_.number,
                    "game": round_.game,
                    "tables": [table.seats for table in round_.tables],
                    "absent": [sorted(table.absent) for table in round_.tables],
                    "byes": round_.byes,
                }
            )
    elif row.what == RESULT:
        stage = state.stage_named(EventResult.of(row.details).stage)
        if stage is not None and not stage.missing():
            yield _line({"change": number, **_standing(stage, state, rules)})


def _standing(stage: StageState, state: EventState, rules: EventRules) -> dict[str, Any]:
    return {
        "stage": stage.plan.name,
        "rounds": len(stage.rounds),
        "standings": [_row(row) for row in rules.standings(state, stage)],
    }


def _row(row: StageRow) -> list[Any]:
    breaks = [[name, str(value)] for name, value in row.tiebreaks]
    missed = [[one.round, one.kind, str(one.points)] for one in row.unplayed]
    return [row.place, row.entrant, str(row.points), row.matches, breaks, missed]


def _line(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))
