"""Rebuilds an event from its rows of the log alone, and checks that each row could be written.

Every round is drawn again from the stored seed, every qualification is computed again, and every
other change is decided again. A difference is an error that names the row. Ratings come last.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final, NamedTuple

from tourney.domain.event_log import PUT_BACK, RESULT, EventResult, EventRow
from tourney.domain.rating_values import (
    RATED,
    MatchSetting,
    PlayerRating,
    RatedPlayer,
    ResultColumns,
)
from tourney.events.draws import EventRules
from tourney.events.event_state import EventState, StageState, apply, state_of
from tourney.events.row_check import check_first, check_row

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
    # The first row has its own check: it makes the state in which the others are checked.
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
    lines = []
    for game, rated in event_ratings(state):
        rows: list[list[Any]] = []
        for row in rated:
            value, half = (f"{number:.1f}" for number in (row.rating.value, row.rating.half))
            rows.append([row.place, int(row.player.name), value, half, row.matches])
        lines.append(f"{_line({'ratings': game, 'rows': rows})}\n")
    return "".join(lines)


def _lines(state: EventState, row: EventRow, number: int, rules: EventRules) -> Iterator[str]:
    """The pairing that a row makes or changes, and the standings after a round.

    `number` counts the rows of the event: other events of a database do not change the lines.
    """
    if row.what in CHANGING_TABLES:
        round_ = state.stage.rounds[-1] if state.stage.rounds else None
        # A row that changes no drawn round, such as a return before round 1, has no line.
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
    rows = [
        [
            row.place,
            row.entrant,
            str(row.points),
            row.matches,
            [[name, str(value)] for name, value in row.tiebreaks],
            [[missed.round, missed.kind, str(missed.points)] for missed in row.unplayed],
        ]
        for row in rules.standings(state, stage)
    ]
    return {"stage": stage.plan.name, "rounds": len(stage.rounds), "standings": rows}


def _line(values: Mapping[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


ALL = "all"


def event_ratings(state: EventState) -> Iterator[tuple[str, list[PlayerRating]]]:
    """The ratings of each game in the order of the rounds, then of all games if there are several.

    Players are named by `key`; a bot that entered more than once by its first entrant.
    """
    from tourney.ratings import ResultArrays, rate

    columns = _columns(state)
    if not columns.kinds:
        return
    results = ResultArrays(columns)
    games = list(dict.fromkeys(kind.game for kind in columns.kinds))
    chosen = {game: results.of_game(game) for game in games}
    for game in games:
        if chosen[game].any():
            yield game, list(rate(results, chosen[game]).rows)
    if len(games) > 1 and results.whole.any():
        yield ALL, list(rate(results, results.whole, overall=True).rows)


def _columns(state: EventState) -> ResultColumns:
    """The results of all stages that count for ratings, in the order of their matches."""
    columns = ResultColumns()
    played = [
        (round_, table.result)
        for stage in state.stages
        for round_, table in stage.tables()
        if table.result is not None and table.result.status in RATED
    ]
    # A bot that entered more than once is one player; a person is by the id of then.
    codes: dict[tuple[str, int], int] = {}
    for number, one in sorted(state.entrants.items()):
        # Without a stored player nobody knows who is the same: each is one alone.
        person = ("player", one.player or -number)
        who = codes.setdefault(("bot", one.bot.bot) if one.bot else person, len(columns.people))
        if who == len(columns.people):
            # Digits of one width, so that names sort like numbers.
            columns.people.append(RatedPlayer(f"{number:05d}"))
        columns.player_codes[number] = who
    kinds: dict[MatchSetting, int] = {}
    # In the order of storing, as the ratings of a database have them.
    for round_, result in sorted(played, key=lambda one: one[1].match):
        sides = result.sides or tuple(range(len(result.entrants)))
        kind = kinds.setdefault(MatchSetting(round_.game, sides), len(kinds))
        columns.kind_codes[kind] = kind
        columns.matches.extend((result.match, kind, result.match))
        for entrant, place in zip(result.entrants, result.places, strict=True):
            columns.seats.extend((result.match, entrant, place))
    columns.kinds = list(kinds)
    return columns
