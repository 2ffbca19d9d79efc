"""The life of an event: its state follows from its rows of the log and from nothing else.

    state = state_of(rows)

Each kind of row has one function that changes the state. The rows were checked before they were
written (`tourney.events.decisions`), so the functions do not check again.
"""

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from itertools import chain
from typing import Any, Final, TypeAlias

from tourney.domain.event_log import (
    ADD_BOT,
    NEW,
    PUT_BACK,
    RESULT,
    EnteredBot,
    EntrantId,
    EventChange,
    EventResult,
    EventRow,
)
from tourney.events.event_plan import EventPlan, Restrictions, StagePlan
from tourney.events.event_state import (
    CLOSED,
    OPEN,
    Entrant,
    EventState,
    RoundState,
    StageState,
    TableState,
    TakenBack,
    number_of,
)

Details: TypeAlias = Mapping[str, Any]
Change: TypeAlias = Callable[[EventState, Details], None]


def state_of(rows: Iterable[EventRow]) -> EventState:
    """The state after these rows, of which the first one is `event new`."""
    rest = iter(rows)
    state = _new(next(rest))
    for row in rest:
        apply(state, row)
    return state


def after(state: EventState, change: EventChange) -> EventState:
    """The state after one more change; the given state stays as it is."""
    changed = deepcopy(state)
    apply(changed, EventRow(state.row + 1, change.what, change.details))
    return changed


def apply(state: EventState, row: EventRow) -> None:
    """Change the state as a row says."""
    state.row = row.number
    if row.what != PUT_BACK:
        state.taken_back = None
    CHANGES[row.what](state, row.details)


def _new(row: EventRow) -> EventState:
    assert row.what == NEW
    plan = EventPlan.from_json(row.details["plan"])
    entrants = {number: Entrant(number, player) for number, player in row.details["entrants"]}
    fillers = row.details.get("fillers", ())
    for number, *bot in row.details.get("bots", ()):
        fills = number in fillers
        entrants[number] = Entrant(number, None, bot=EnteredBot(*bot), fills=fills)
    seeding = [number for number in entrants if number not in fillers]
    first = StageState(plan.stages[0], seeding, row=row.number)
    state = EventState(plan, row.details["seed"], entrants, [first], row=row.number)
    state.entered = {player: number for number, player in row.details["entrants"]}
    state.dates = {
        (stage.name, number): text
        for stage in plan.stages
        for number, text in enumerate(stage.dates, start=1)
        if text
    }
    return state


def _dates(state: EventState, details: Details) -> None:
    for number, text in enumerate(details["dates"], start=details["round"]):
        state.dates.pop((details["stage"], number), None)
        if text:
            state.dates[details["stage"], number] = text


def _open(state: EventState, _: Details) -> None:
    state.phase = OPEN


def _close(state: EventState, _: Details) -> None:
    state.phase = CLOSED


def _add(state: EventState, details: Details) -> None:
    number = details["entrant"]
    state.entrants[number] = Entrant(number, details["player"])
    state.entered[details["player"]] = number
    _join(state.stage, number)


def _add_bot(state: EventState, details: Details) -> None:
    number = details["entrant"]
    state.entrants[number] = Entrant(number, None, bot=EnteredBot(*details["bot"]))
    _join(state.stage, number)


def _change_bot(state: EventState, details: Details) -> None:
    state.entrants[details["entrant"]].bot = EnteredBot(*details["bot"])


def _join(stage: StageState, entrant: EntrantId) -> None:
    stage.seeding.append(entrant)
    stage.joined[entrant] = len(stage.rounds)


def _drop(state: EventState, details: Details) -> None:
    state.entrants[details["entrant"]].away = True


def _return(state: EventState, details: Details) -> None:
    entrant = details["entrant"]
    state.entrants[entrant].away = details.get("away", False)
    for table in _tables(state, details):
        table.absent.pop(entrant, None)


def _no_show(state: EventState, details: Details) -> None:
    entrant = details["entrant"]
    one = state.entrants[entrant]
    leaves = not details.get("stays")
    if leaves:
        # What an undo of this row restores.
        one.left_before, one.away, one.no_show = one.away, True, state.row
    for table in _tables(state, details):
        table.absent[entrant] = state.row if leaves else 0


def _tables(state: EventState, details: Details) -> list[TableState]:
    """The tables that a row names, each by stage, round and number."""
    return [
        _round(state, {"stage": stage, "round": number}).tables[table - 1]
        for stage, number, table in details.get("tables", ())
    ]


def _replace(state: EventState, details: Details) -> None:
    old, new, stage = details["entrant"], details["by"], state.stage
    if new not in state.entrants:
        state.entrants[new] = Entrant(new, details["player"])
        state.entered[details["player"]] = new
        _join(stage, new)
    if details["joined"] is not None:
        stage.joined[new] = details["joined"]
    state.entrants[new].away, state.entrants[new].replaced_by = False, None
    state.entrants[old].away, state.entrants[old].replaced_by = True, new
    tables = _tables(state, details)
    for table in tables:
        table.seats[table.seats.index(old)] = new
        table.absent.pop(old, None)
    # A late entrant who gave back the only seat has been in no round.
    if len(stage.rounds) - stage.joined.get(old, -1) <= len(tables):
        drawn = [round_ for other in state.stages for round_ in other.rounds]
        seated = (table.seats for round_ in drawn for table in round_.tables)
        if not any(old in some for some in chain(seated, (round_.byes for round_ in drawn))):
            stage.joined[old] = len(stage.rounds)


def _round(state: EventState, details: Details) -> RoundState:
    """The round that a row names; the row was checked, so it is there."""
    stage = state.stage_named(details["stage"])
    assert stage is not None
    number: int = details["round"]
    return stage.rounds[number - 1]


def _pair(state: EventState, details: Details) -> None:
    state.phase = OPEN
    pods = [list(pod) for pod in details["pods"]]
    for table, seat, bot in details["filled"]:
        pods[table - 1].insert(seat, bot)
    groups = details["groups"] or [0] * len(pods)
    tables = [
        TableState(number, pod, group, least=details["least"])
        for number, (pod, group) in enumerate(zip(pods, groups, strict=True), 1)
    ]
    stage = state.stage_named(details["stage"])
    assert stage is not None
    stage.rounds.append(
        RoundState(
            details["round"], details["game"], tables, list(details["byes"]), state.row, details
        )
    )


def _unpair(state: EventState, details: Details) -> None:
    stage = state.stage_named(details["stage"])
    assert stage is not None
    round_ = stage.rounds.pop()
    state.taken_back = TakenBack(stage.plan.name, round_, dict(stage.joined))
    number = round_.number
    stage.undrawn[number] = stage.undrawn.get(number, 0) + 1
    # Who came late to the round that is gone is in time for it when it is drawn again.
    for entrant, joined in stage.joined.items():
        stage.joined[entrant] = min(joined, len(stage.rounds))


def _put_back(state: EventState, details: Details) -> None:
    stage = state.stage_named(details["stage"])
    assert stage is not None
    kept, state.taken_back = state.taken_back, None
    assert kept is not None
    stage.rounds.append(kept.round)
    stage.joined = kept.joined
    stage.undrawn[kept.round.number] -= 1


def _swap(state: EventState, details: Details) -> None:
    round_ = _round(state, details)
    other = {details["a"]: details["b"], details["b"]: details["a"]}
    absent = {one: row for table in round_.tables for one, row in table.absent.items()}
    for table in round_.tables:
        table.seats = [other.get(entrant, entrant) for entrant in table.seats]
        table.absent = {one: row for one, row in absent.items() if one in table.seats}
    round_.byes = [other.get(entrant, entrant) for entrant in round_.byes]


def _restrict(state: EventState, details: Details) -> None:
    state.earlier.append(state.plan.restrictions)
    state.plan = state.plan.restricted(Restrictions.from_json(details))


def _restrict_undo(state: EventState, _: Details) -> None:
    state.plan = state.plan.restricted(state.earlier.pop())


def _lock(state: EventState, details: Details) -> None:
    _round(state, details).locked = True


def _unlock(state: EventState, details: Details) -> None:
    _round(state, details).locked = False


def _begin(state: EventState, details: Details) -> None:
    plan = StagePlan.from_json(details["plan"])
    undrawn = dict(state.undrawn.get(plan.name, {}))
    stage = StageState(plan, list(details["entrants"]), undrawn=undrawn, row=state.row)
    state.stages.append(stage)


def _cancel(state: EventState, details: Details) -> None:
    stage = state.stages.pop()
    state.undrawn[stage.plan.name] = dict(details.get("undrawn", ()))


def _result(state: EventState, details: Details) -> None:
    """Set the result of a table, or open the table again if the match does not count.

    The seats are then those of the match, which was perhaps played in another order than drawn.
    """
    result = EventResult.of(details)
    table = table_of(state, result)
    if table is None or (not result.decided and table.match not in (None, result.match)):
        return
    # A match that is gone opens its table; an undecided one keeps it, because it can be continued.
    gone = result.status in ("void", "removed", "moved")
    table.match = None if gone else result.match
    table.result = result if result.decided else None
    table.changed = state.row
    if result.decided and set(result.entrants) == set(table.present()):
        played = iter(result.entrants)
        table.seats = [
            entrant if entrant in table.absent else next(played) for entrant in table.seats
        ]


def table_of(state: EventState, result: EventResult) -> TableState | None:
    """The table to which a result belongs; None if there is none."""
    stage = state.stage_named(result.stage)
    round_ = stage and stage.round(number_of(result.round))
    return round_.table(number_of(result.table)) if round_ else None


CHANGES: Final[Mapping[str, Change]] = {
    "event open": _open,
    "event close": _close,
    "event reopen": _open,
    "event add-player": _add,
    ADD_BOT: _add_bot,
    "event change-bot": _change_bot,
    "event drop": _drop,
    "event return": _return,
    "event no-show": _no_show,
    "event replace": _replace,
    "event pair": _pair,
    "event unpair": _unpair,
    PUT_BACK: _put_back,
    "event swap": _swap,
    "event restrict": _restrict,
    "event restrict undo": _restrict_undo,
    "event dates": _dates,
    "event lock": _lock,
    "event unlock": _unlock,
    "event final": _begin,
    "event final undo": _cancel,
    RESULT: _result,
}
"""What each kind of row changes."""
