"""Whether a row of the log could have been written where it stands.

Every decision is taken again: what an organiser chose is read from the row, and the program must
come to the same row. A difference is an error that names the number of the row.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Final, TypeAlias

from engines.messages import say
from tourney.domain.documents import WrongValue, path_text, typed
from tourney.domain.errors import DataFault, NotFound, SearchFault, TourneyError, UsageFault
from tourney.domain.event_log import (
    ADD_BOT,
    ADD_PLAYER,
    BEACON,
    CHECK_IN,
    ENTRY_UNDO,
    NEW,
    PUT_BACK,
    REPORT,
    RESULT,
    SEAL,
    EnteredBot,
    EntrantId,
    EventChange,
    EventResult,
    EventRow,
    Pod,
    ReportedResult,
)
from tourney.domain.event_schema import DETAILS
from tourney.events import decisions, stages
from tourney.events.draws import AUTO, EventRules, Wanted, as_draw, method_of
from tourney.events.event_plan import EventPlan, Restrictions, StagePlan, read_date
from tourney.events.event_state import EventState
from tourney.events.plan_check import check_plan, check_sound

Details: TypeAlias = Mapping[str, Any]
Decision: TypeAlias = Callable[[], EventChange]
"""Takes a decision again; an error if it is not possible."""
Decisions: TypeAlias = Callable[[EventState, Details, EventRules], Iterator[Decision]]
"""The decisions that may have led to a row with these details; one of them must lead to it."""

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
    "least",
)
"""The values of a drawn round that must come out again."""
OF_TABLES: Final = ("seed", "pods", "filled", "byes", "groups", "game", "away", "least")
"""Those of them that follow from the tables of the round and need no search."""


def check_first(row: EventRow, rules: EventRules) -> None:
    """DataFault unless the row makes a new event, whose plan a command would take."""
    if row.what != NEW:
        raise DataFault(say("events.unknown-row", row=row.number, what=row.what))
    _require_shape(row)
    details = row.details
    bots = [EnteredBot(*bot) for _, *bot in details.get("bots", ())]
    players = [player for _, player in details["entrants"]]
    fillers = len(details.get("fillers", ()))
    try:
        plan = EventPlan.from_json(details["plan"])
        again = _plain(decisions.new(plan, details["seed"], players, bots, fillers).details)
        if any(again.get(name) != details.get(name) for name in ("entrants", "bots", "fillers")):
            raise DataFault(say("events.other-row", row=row.number, what=row.what))
        count = len(players) + len(bots) - fillers
        check_sound(plan, count)
        check_plan(plan, count, rules)
    except SearchFault:
        return  # an earlier search may have found rounds: those of the log are checked
    except UsageFault as fault:
        words = fault.message
        raise DataFault(
            say("events.impossible", row=row.number, what=row.what, fault=words)
        ) from None


def _require_shape(row: EventRow) -> None:
    """DataFault unless the details of a row have their types and are within their limits."""
    if row.what not in DETAILS:
        raise DataFault(say("events.unknown-row", row=row.number, what=row.what))
    try:
        typed(row.details, DETAILS[row.what])
    except WrongValue as wrong:
        fault = say("events.in-row", path=path_text(wrong.path), fault=wrong.fault)
        raise DataFault(
            say("events.wrong-row", row=row.number, what=row.what, fault=fault)
        ) from None


def check_row(state: EventState, row: EventRow, rules: EventRules) -> bool:
    """DataFault unless the row can follow in this state.

    False if it is a draw of an earlier search, so that only its tables could be checked.
    """
    whole = True
    _require_shape(row)
    try:
        _require_entrants(state, row)
        if row.what == "event pair":
            whole = _check_draw(state, row, rules)
        elif row.what == "event final":
            _check_stage(state, row, rules)
        elif row.what == RESULT:
            _check_result(state, row)
        else:
            _check_decision(state, row, rules)
    except DataFault:
        raise
    except TourneyError as fault:
        words = fault.message
        raise DataFault(
            say("events.impossible", row=row.number, what=row.what, fault=words)
        ) from None
    # A shape that the types allow may still be nonsense for the decision.
    except (AttributeError, LookupError, TypeError, ValueError) as fault:  # details of any shape
        raise DataFault(say("events.unreadable-row", row=row.number, what=row.what)) from fault
    return whole


def _require_entrants(state: EventState, row: EventRow) -> None:
    """NotFound if a row names an entrant who does not exist; late entries are checked later."""
    # The entrant of a row that enters one does not exist before it.
    enters = row.what in (ADD_PLAYER, ADD_BOT)
    names = ("a", "b") if enters else ("entrant", "a", "b")
    named = [row.details[name] for name in names if name in row.details]
    if row.what == "event restrict":
        wanted = Restrictions.from_json(row.details)
        named += sorted({entrant for pair in wanted.never for entrant in pair})
        named += [*wanted.fixed, *wanted.tables]
    elif row.what == "event pair":
        named += [*chain.from_iterable(row.details["pods"]), *row.details["byes"]]
    elif row.what == "event final":
        named += [*row.details["entrants"], *row.details["ahead"]]
    elif row.what == RESULT:
        named += row.details.get("entrants", ())
    for number in named:
        if number not in state.entrants:
            raise NotFound(say("events.no-such-entrant", number=number))


def _check_decision(state: EventState, row: EventRow, rules: EventRules) -> None:
    """DataFault unless one of the decisions that may have led to the row leads to it."""
    faults: list[TourneyError] = []
    if row.what not in DECISIONS:
        raise DataFault(say("events.unknown-row", row=row.number, what=row.what))
    possible = list(DECISIONS[row.what](state, row.details, rules))
    for decision in possible:
        try:
            if _plain(decision().details) == row.details:
                return
        except TourneyError as fault:
            faults.append(fault)
    # If none of them is possible, the usual one says why.
    if faults and len(faults) == len(possible):
        raise faults[0]
    raise DataFault(say("events.other-row", row=row.number, what=row.what))


def _check_draw(state: EventState, row: EventRow, rules: EventRules) -> bool:
    """DataFault if drawing the round again gives another one; False for an earlier search."""
    stored = row.details
    given = tuple(map(tuple, stored["pods"]))
    names: Sequence[str] = COMPARED
    try:
        # Tables that were given are the organiser's choice; all others must come out again.
        again = _drawn_again(state, row, rules, () if stored["how"] == AUTO else given)
        earlier = method_of(stored) < method_of(again)
    # An earlier search found a round where the one of today finds none.
    except SearchFault as nothing:
        if method_of(stored) >= nothing.method:
            raise
        earlier = True
    if earlier:
        again, names = _drawn_again(state, row, rules, given, searched=True), OF_TABLES
        # Byes have no order, and an earlier search may have listed them in another one.
        again["byes"].sort()
        stored = {**stored, "byes": sorted(stored["byes"])}
    other = [name for name in names if again[name] != stored[name]]
    if other:
        fault = say(
            "events.other-draw",
            row=row.number,
            round=stored["round"],
            stage=stored["stage"],
            what=", ".join(other),
        )
        raise DataFault(fault)
    return not earlier


def _drawn_again(
    state: EventState,
    row: EventRow,
    rules: EventRules,
    pods: tuple[Pod, ...],
    *,
    searched: bool = False,
) -> dict[str, Any]:
    """The row of a round if it were drawn now, or if these pods were given or `searched`."""
    stored = row.details
    wanted = Wanted(pods, tuple(stored["sizes"]), drawn=as_draw(stored), searched=searched)
    (drawn,) = decisions.paired(state, rules, wanted, stored["round"], stored["stage"])
    again: dict[str, Any] = _plain(drawn.details)
    return again


def _check_stage(state: EventState, row: EventRow, rules: EventRules) -> None:
    """DataFault if other entrants qualify, or the stage is neither planned nor a final."""
    plan = StagePlan.from_json(row.details["plan"])
    if plan not in _possible_stages(state, plan, rules):
        raise DataFault(say("events.other-row", row=row.number, what=row.what))
    entry, _ = stages.begun(state, rules, added_plan=plan, lots=True, ahead=row.details["ahead"])
    # Lots are computed again; whether they were wanted is for the organiser to say.
    if any(entry.details[name] != row.details[name] for name in ("entrants", "lots")):
        raise DataFault(say("events.other-stage", row=row.number, stage=plan.name))


def _possible_stages(
    state: EventState, plan: StagePlan, rules: EventRules
) -> Iterator[StagePlan | None]:
    """The next stage of the plan, and a final of as many entrants as in the given one."""
    planned = state.next_plan()
    yield planned
    for source in plan.sources[:1]:
        if source.last is not None:
            of = (planned or state.stage.plan).games[-1]
            yield stages.final_plan(state, source.last, None, rules.seats[of])
            game = plan.games[-1]
            yield stages.final_plan(state, source.last, game, rules.seats[game])


def _check_result(state: EventState, row: EventRow) -> None:
    """DataFault if a result does not fit the pairing, or does not have values for all seats."""
    result = EventResult.of(row.details)
    decisions.check_result(state, result)
    seats = len(result.entrants)
    if result.places and not len(result.places) == len(result.scores) == seats:
        raise DataFault(say("events.other-row", row=row.number, what=row.what))


def _plain(value: Any) -> Any:
    """A value as it comes back from JSON."""
    return json.loads(json.dumps(value))


# What an organiser may have decided


def _return(state: EventState, details: Details, _: EventRules) -> Iterator[Decision]:
    for undo in (False, True):
        yield partial(decisions.came_back, state, details["entrant"], undo=undo)
    for number in _rounds_of(details):
        yield partial(decisions.came_back, state, details["entrant"], undo=True, number=number)


def _no_show(state: EventState, details: Details, _: EventRules) -> Iterator[Decision]:
    numbers = _rounds_of(details) if details.get("stays") else [None]
    for number in numbers:
        yield partial(decisions.no_show, state, details["entrant"], number)


def _rounds_of(details: Details) -> list[int]:
    """The number of the only round in which a row names a table; none if there are several."""
    numbers = {number for _, number, _ in details["tables"]}
    return list(numbers) if len(numbers) == 1 else []


def _replace(state: EventState, details: Details, _: EventRules) -> Iterator[Decision]:
    """Another player, or the entrant who was replaced before and comes back.

    Players are those who entered: the log does not know who is the same person by now.
    """
    by = state.entrants.get(details["by"])
    player = details.get("player", by and by.player)
    if player is not None:
        yield partial(decisions.replaced, state, details["entrant"], player, state.entered)


def _swap(state: EventState, details: Details, _: EventRules) -> Iterator[Decision]:
    for number in (None, details["round"]):
        yield partial(decisions.swapped, state, details["a"], details["b"], number)


def _restrict(state: EventState, details: Details, _: EventRules) -> Iterator[Decision]:
    """More restrictions; or they were lifted, of one entrant or among several."""
    now, wanted = state.plan.restrictions, Restrictions.from_json(details)
    yield partial(decisions.restricted, state, wanted)
    named = {entrant for pair in now.never for entrant in pair} | {*now.fixed, *now.tables}
    # Lifting among several is seen by the pairs that are gone.
    apart = {entrant for pair in now.never - wanted.never for entrant in pair}
    lifted: list[Sequence[EntrantId]] = [[one] for one in sorted(named)]
    for who in (*lifted, sorted(apart)):
        yield partial(decisions.lifted, state, who)


def _dates(state: EventState, details: Details, rules: EventRules) -> Iterator[Decision]:
    stage, first = details["stage"], details["round"]
    # Read again: a date that no command writes would be shown, and exported, as it is.
    dates = [text and read_date(text) for text in details["dates"]]
    yield partial(decisions.dated, state, rules, stage, first, dates)


def _one(decide: Callable[[EventState, Details], EventChange]) -> Decisions:
    """A row that only one decision can lead to."""

    def found(state: EventState, details: Details, _: EventRules) -> Iterator[Decision]:
        yield partial(decide, state, details)

    return found


DECISIONS: Final[Mapping[str, Decisions]] = {
    "event open": _one(lambda state, _: decisions.opened(state)),
    "event close": _one(lambda state, _: decisions.closed(state)),
    "event reopen": _one(lambda state, _: decisions.reopened(state)),
    ADD_PLAYER: _one(
        lambda state, row: decisions.added(
            state, row["player"], state.entered, signed_up="signed_up" in row
        )
    ),
    ADD_BOT: _one(lambda state, row: decisions.added_bot(state, EnteredBot(*row["bot"]))),
    ENTRY_UNDO: _one(lambda state, row: decisions.withdrawn(state, row["entrant"])),
    "event change-bot": _one(
        lambda state, row: decisions.changed_bot(state, row["entrant"], EnteredBot(*row["bot"]))
    ),
    "event drop": _one(lambda state, row: decisions.dropped(state, row["entrant"])),
    "event return": _return,
    "event no-show": _no_show,
    "event replace": _replace,
    "event unpair": _one(lambda state, row: decisions.unpaired(state, row["round"], row["stage"])),
    PUT_BACK: _one(lambda state, _: decisions.put_back(state)),
    "event swap": _swap,
    "event restrict": _restrict,
    "event restrict undo": _one(lambda state, _: decisions.unrestricted(state)),
    "event dates": _dates,
    "event lock": _one(lambda state, row: decisions.locked(state, row["round"], row["stage"])),
    "event unlock": _one(lambda state, row: decisions.unlocked(state, row["round"], row["stage"])),
    "event final undo": _one(lambda state, _: stages.cancelled(state)),
    REPORT: _one(
        lambda state, row: decisions.reported(
            state,
            (row["stage"], row["round"], row["table"]),
            row["entrant"],
            ReportedResult.of(row),
        )
    ),
    SEAL: _one(lambda state, row: decisions.sealed(state, row["source"])),
    BEACON: _one(lambda state, row: decisions.beacon_given(state, row["beacon"])),
    CHECK_IN: _one(lambda state, row: decisions.checked_in(state, row["entrant"], row["status"])),
}
"""The decisions behind each kind of row that is neither a draw, a stage nor a result."""
