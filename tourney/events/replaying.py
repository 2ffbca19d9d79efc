"""Rebuilds an event from its rows of the log alone, and checks that each row could be written.

Every round is drawn again from the stored seed, every qualification is computed again, and every
other change is decided again. A difference is an error that names the row. Ratings come last.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final, NamedTuple

from tourney.domain.event_log import PUT_BACK, RESULT, EventResult, EventRow
from tourney.domain.rating_values import Estimate
from tourney.events.actions import EventRules
from tourney.events.event_ratings import event_ratings
from tourney.events.life import apply, state_of
from tourney.events.ranking import StageRow, entrant_of
from tourney.events.row_check import check_first, check_row
from tourney.events.state import EventState, StageState

CHANGING_TABLES: Final = (
    "event pair",
    PUT_BACK,
    "event swap",
    "event no-show",
    "event replace",
    "event return",
)
"""Rows that make or change tables."""


class Replay(NamedTuple):
    """The state after all rows, all pairings and standings as lines of JSON, and the draws of an
    earlier search: of these, only the tables could be checked.
    """

    state: EventState
    text: str
    earlier: int


def checked(
    rows: Iterable[EventRow],
    rules: EventRules,
    each: Callable[[EventState, EventRow, int], None] | None = None,
) -> tuple[EventState, int]:
    """Follows the rows and checks each; the state after all, and the draws of an earlier search.

    `each` is called after a row with its number among the rows of the event. DataFault names the
    first row that cannot have been written there.
    """
    rest = iter(rows)
    first = next(rest)
    check_first(first, rules)
    state = state_of([first])
    earlier = 0
    for number, row in enumerate(rest, start=2):
        earlier += not check_row(state, row, rules)
        apply(state, row)
        if each is not None:
            each(state, row, number)
    return state, earlier


def replay(rows: Iterable[EventRow], rules: EventRules) -> Replay:
    """Follows the rows, checks each, and writes down what follows from them; DataFault."""
    lines: list[str] = []

    def each(state: EventState, row: EventRow, number: int) -> None:
        lines.extend(_lines(state, row, number, rules))

    state, earlier = checked(rows, rules, each)
    lines += (_line(_standing(stage, state, rules)) for stage in state.stages)
    text = "".join(chain.from_iterable((line, "\n") for line in lines))
    return Replay(state, text, earlier)


def rating_text(state: EventState) -> str:
    """The ratings from the matches of the event as lines of JSON, a line for each game.

    A row has place, entrant, rating and half of its interval in points, and matches.
    """
    rated = (
        {
            "ratings": game,
            "rows": [
                [row.place, entrant_of(row.player.name), *_points(row.rating), row.matches]
                for row in rows
            ],
        }
        for game, rows in event_ratings(state)
    )
    return "".join(f"{_line(one)}\n" for one in rated)


def _points(rating: Estimate) -> tuple[str, str]:
    return f"{rating.value:.1f}", f"{rating.half:.1f}"


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
