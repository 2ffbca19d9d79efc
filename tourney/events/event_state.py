"""The state of an event: phase, entrants, stages, rounds, tables and results.

It follows from the rows of the log and from nothing else: `state_of(rows)`. Each kind of row has
one function that changes the state. The rows were checked before they were written
(`tourney.events.decisions`), so the functions do not check again.
"""

import hmac
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias

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
    ReportedResult,
)
from tourney.events.event_plan import EventPlan, Restrictions, StagePlan
from tourney.render.code_words import stage_code

PLANNED: Final = "planned"
OPEN: Final = "open"
CLOSED: Final = "closed"
RECORDED: Final = "recorded"
"""The phases of an event; the last one is that of an event which only records name."""


@dataclass(slots=True)
class Entrant:
    """Somebody who plays in an event: the number, the id of the player, and whether gone.

    A bot has no `player`; one that `fills` seats is in no draw and no standings. `replaced_by` is
    the entrant who plays instead. `no_show` is the row of the log by which somebody last left
    without appearing, and `left_before` whether that was somebody who had left already.
    """

    number: EntrantId
    player: int | None
    away: bool = False
    replaced_by: EntrantId | None = None
    bot: EnteredBot | None = None
    fills: bool = False
    left_before: bool = False
    no_show: int = 0
    checked_in: str = ""
    """`here` or `late`, as the player or the organiser said."""


@dataclass(slots=True)
class TableState:
    """A table of a round.

    `seats` are the entrants as drawn, also those who did not appear; of a stored match as it was
    played. `absent` has for each who did not appear the row of the log by which they left, 0 if
    they missed only this table.
    """

    number: int
    seats: list[EntrantId]
    group: int = 0
    absent: dict[EntrantId, int] = field(default_factory=dict)
    result: EventResult | None = None
    match: int | None = None
    least: int = 2
    changed: int = 0
    """The number of the row with the newest result."""
    said: dict[EntrantId, ReportedResult] = field(default_factory=dict)
    """The newest report of each entrant, also of players who sit elsewhere by now."""
    reported: int = 0
    """The number of the row with the newest report."""

    def present(self) -> tuple[EntrantId, ...]:
        """The entrants who play, in the order of seats."""
        return tuple(entrant for entrant in self.seats if entrant not in self.absent)

    @property
    def playable(self) -> bool:
        """Whether enough entrants are here for a match."""
        return len(self.seats) - len(self.absent) >= self.least

    @property
    def reports(self) -> dict[EntrantId, ReportedResult]:
        """The reports of those who sit here, about a match of those who sit here."""
        here = set(self.present())
        return {
            one: report
            for one, report in self.said.items()
            if one in here and set(report.entrants) == here
        }

    @property
    def missing(self) -> bool:
        """Whether a result is still to come."""
        return self.playable and self.result is None


@dataclass(slots=True)
class RoundState:
    """A drawn round; `row` is the number of the row of the log that drew it."""

    number: int
    game: str
    tables: list[TableState]
    byes: list[EntrantId]
    row: int
    details: Mapping[str, Any]
    locked: bool = False

    def missing(self) -> list[TableState]:
        """The tables without a result."""
        return [table for table in self.tables if table.missing]

    def table_of(self, entrant: EntrantId) -> TableState | None:
        """The table at which an entrant has a seat; None if there is none."""
        return next((table for table in self.tables if entrant in table.seats), None)


@dataclass(slots=True)
class TakenBack:
    """A round of a stage that was taken back, and what `joined` was before."""

    stage: str
    round: RoundState
    joined: dict[EntrantId, int]


def number_of(text: str) -> int | None:
    """The number that a header of a record says in plain digits; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


class OpenRounds(NamedTuple):
    """Rounds with results that are missing: how many are, of how many tables."""

    first: int
    last: int
    missing: int
    tables: int


@dataclass(slots=True)
class StageState:
    """A stage that has begun. `joined` is the number of rounds drawn before an entrant came."""

    plan: StagePlan
    seeding: list[EntrantId]
    rounds: list[RoundState] = field(default_factory=list)
    joined: dict[EntrantId, int] = field(default_factory=dict)
    undrawn: dict[int, int] = field(default_factory=dict)
    """How often each round was drawn and taken back."""
    row: int = 0

    @property
    def newest(self) -> int:
        """The row of the log that drew its last round, or that began it."""
        return self.rounds[-1].row if self.rounds else self.row

    def missing(self) -> list[tuple[int, int]]:
        """Round and table of every missing result."""
        return [
            (round_.number, table.number)
            for round_ in self.rounds
            for table in round_.tables
            if table.missing
        ]

    def open_rounds(self) -> OpenRounds | None:
        """The rounds from the first to the last one with a missing result; None without one."""
        missing = [round_.number for round_ in self.rounds if round_.missing()]
        if not missing:
            return None
        among = self.rounds[missing[0] - 1 : missing[-1]]
        counts = sum(len(one.missing()) for one in among), sum(len(one.tables) for one in among)
        return OpenRounds(missing[0], missing[-1], *counts)

    def round(self, number: int | None) -> RoundState | None:
        """The drawn round of this number; None if there is none."""
        return self.rounds[number - 1] if number and number <= len(self.rounds) else None

    def tables(self) -> Iterator[tuple[RoundState, TableState]]:
        """Every table of every round."""
        return ((round_, table) for round_ in self.rounds for table in round_.tables)

    def bye_rounds(self) -> dict[EntrantId, tuple[int, ...]]:
        """The rounds in which each entrant had a bye."""
        rounds_of: dict[EntrantId, tuple[int, ...]] = {}
        for round_ in self.rounds:
            for entrant in round_.byes:
                rounds_of[entrant] = (*rounds_of.get(entrant, ()), round_.number)
        return rounds_of

    def byes(self) -> dict[EntrantId, int]:
        """How many byes each entrant has had."""
        return {entrant: len(rounds) for entrant, rounds in self.bye_rounds().items()}


class Sealed(NamedTuple):
    """The commitment of an event, empty if it is not sealed; its source and its beacon."""

    commitment: str = ""
    source: str = ""
    beacon: str = ""

    @property
    def waits(self) -> bool:
        """Whether nothing can be drawn yet."""
        return bool(self.commitment) and not self.beacon


@dataclass(slots=True)
class EventState:
    """An event after some rows of the log; `row` is the number of the last one."""

    plan: EventPlan
    seed: str
    entrants: dict[EntrantId, Entrant]
    stages: list[StageState]
    phase: str = PLANNED
    row: int = 0
    earlier: list[Restrictions] = field(default_factory=list)
    """The restrictions before each change of them that was not taken back."""
    undrawn: dict[str, dict[int, int]] = field(default_factory=dict)
    """For each stage that was taken back: how often its rounds were drawn and taken back."""
    taken_back: TakenBack | None = None
    """The round that the newest row took back, if it did."""
    dates: dict[tuple[str, int], str] = field(default_factory=dict)
    """The dates of rounds that have one, by stage and number, also before the stage begins."""
    withdrawn: dict[EntrantId, int] = field(default_factory=dict)
    """How often the entry with a number was taken back, which is then given to somebody else."""
    sealed: Sealed = field(default_factory=Sealed)
    entered: dict[int, EntrantId] = field(default_factory=dict)
    """The number of each player who has entered, by the id of the player at that time."""

    @property
    def stage(self) -> StageState:
        """The stage that was begun last, or of which a round was drawn since then."""
        return max(self.stages, key=lambda one: one.newest)

    @property
    def open_stage(self) -> StageState:
        """The first stage with a missing result, else the one that was begun or drawn last.

        Of stages that are played at the same time, the earlier one is in the plan first, such as a
        final before a consolation.
        """
        return next((stage for stage in self.stages if stage.missing()), self.stage)

    def stage_named(self, name: str) -> StageState | None:
        """The begun stage of this name, the first one for an empty name; None if there is none.

        A stage that the program named is also found by its word in another language.
        """
        if not name:
            return self.stages[0]
        begun = {stage.plan.name: stage for stage in self.stages}
        return begun.get(name) or begun.get(stage_code(name))

    def place(
        self, stage: str, number: str, table: str
    ) -> tuple[StageState | None, RoundState | None, TableState | None]:
        """Stage, round and table that the headers of a match name; None for what is not there."""
        begun, at, seat = self.stage_named(stage), number_of(number) or 0, number_of(table) or 0
        round_ = begun.rounds[at - 1] if begun and 0 < at <= len(begun.rounds) else None
        seated = round_.tables[seat - 1] if round_ and 0 < seat <= len(round_.tables) else None
        return begun, round_, seated

    def next_plan(self) -> StagePlan | None:
        """The plan of the stage that follows; None after the last one."""
        begun = {stage.plan.name for stage in self.stages}
        return next((plan for plan in self.plan.stages if plan.name not in begun), None)

    def unplayed(self) -> list[str]:
        """The planned stages of which no round is drawn, by name."""
        played = {stage.plan.name for stage in self.stages if stage.rounds}
        return [plan.name for plan in self.plan.stages if plan.name not in played]

    def missing(self) -> list[tuple[str, int, int]]:
        """Stage, round and table of every missing result."""
        return [(stage.plan.name, *place) for stage in self.stages for place in stage.missing()]

    def playing(self, stage: StageState) -> list[EntrantId]:
        """The entrants of a stage who have not left, best seed first."""
        return [entrant for entrant in stage.seeding if not self.entrants[entrant].away]


Details: TypeAlias = Mapping[str, Any]
Change: TypeAlias = Callable[[EventState, Details], None]


def state_of(rows: Iterable[EventRow]) -> EventState:
    """The state after these rows, of which the first one is `event new`."""
    rest = iter(rows)
    new = next(rest)
    assert new.what == NEW
    plan = EventPlan.from_json(new.details["plan"])
    entrants = {number: Entrant(number, player) for number, player in new.details["entrants"]}
    fillers = new.details.get("fillers", ())
    for number, *bot in new.details.get("bots", ()):
        fills = number in fillers
        entrants[number] = Entrant(number, None, bot=EnteredBot(*bot), fills=fills)
    seeding = [number for number in entrants if number not in fillers]
    first = StageState(plan.stages[0], seeding, row=new.number)
    state = EventState(plan, new.details["seed"], entrants, [first], row=new.number)
    state.entered = {player: number for number, player in new.details["entrants"]}
    state.dates = {
        (stage.name, number): text
        for stage in plan.stages
        for number, text in enumerate(stage.dates, start=1)
        if text
    }
    for row in rest:
        apply(state, row)
    return state


def after(state: EventState, change: EventChange) -> EventState:
    """The state after one more change; the given state stays as it is."""
    # Decisions compare states: the functions below change one in place.
    changed = deepcopy(state)
    apply(changed, EventRow(state.row + 1, change.what, change.details))
    return changed


def apply(state: EventState, row: EventRow) -> None:
    """Change the state as a row says."""
    state.row = row.number
    # Only the change right after it can put a round back: others may rest on its absence.
    if row.what not in (PUT_BACK, CHECK_IN):
        state.taken_back = None
    CHANGES[row.what](state, row.details)


def _dates(state: EventState, details: Details) -> None:
    for number, text in enumerate(details["dates"], start=details["round"]):
        state.dates.pop((details["stage"], number), None)
        if text:
            state.dates[details["stage"], number] = text


def _seal(state: EventState, details: Details) -> None:
    state.sealed = Sealed(details["commitment"], details["source"])


def _beacon(state: EventState, details: Details) -> None:
    """All draws and cards follow from secret and beacon: nobody could try both out."""
    beacon = details["beacon"]
    state.sealed = state.sealed._replace(beacon=beacon)
    state.seed = hmac.digest(state.seed.encode(), beacon.encode(), "sha256").hex()


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


def _withdraw(state: EventState, details: Details) -> None:
    gone = state.entrants.pop(details["entrant"])
    if gone.player is not None:
        del state.entered[gone.player]
    state.withdrawn[gone.number] = state.withdrawn.get(gone.number, 0) + 1
    state.stage.seeding.remove(gone.number)
    del state.stage.joined[gone.number]


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
    # In the order of the row: each seat counts the bots that were put there before.
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
    # With another attempt the round has another seed, and other cards.
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
    # The same draw again, so it counts as the attempt that it was.
    stage.undrawn[kept.round.number] -= 1


def _swap(state: EventState, details: Details) -> None:
    round_ = _round(state, details)
    other = {details["a"]: details["b"], details["b"]: details["a"]}
    absent = {one: row for table in round_.tables for one, row in table.absent.items()}
    for table in round_.tables:
        table.seats = [other.get(entrant, entrant) for entrant in table.seats]
        # An absence goes along with the seat, not with the table.
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
    # Only the newest stage can be taken back, and only without a round.
    stage = state.stages.pop()
    state.undrawn[stage.plan.name] = dict(details.get("undrawn", ()))


def _result(state: EventState, details: Details) -> None:
    """Set the result of a table, or open the table again if the match does not count.

    The seats are then those of the match, which was perhaps played in another order than drawn.
    """
    result = EventResult.of(details)
    *_, table = state.place(result.stage, result.round, result.table)
    if table is None or (not result.places and table.match not in (None, result.match)):
        return
    # A match that is gone opens its table; an undecided one keeps it, because it can be continued.
    gone = result.status in ("void", "removed", "moved")
    table.match = None if gone else result.match
    if gone:
        table.said.clear()
    table.result = result if result.places else None
    table.changed = state.row
    if result.places and set(result.entrants) == set(table.present()):
        played = iter(result.entrants)
        table.seats = [
            entrant if entrant in table.absent else next(played) for entrant in table.seats
        ]


def _report(state: EventState, details: Details) -> None:
    table = _round(state, details).tables[details["table"] - 1]
    table.said[details["entrant"]], table.reported = ReportedResult.of(details), state.row


def _check_in(state: EventState, details: Details) -> None:
    state.entrants[details["entrant"]].checked_in = details["status"]


CHANGES: Final[Mapping[str, Change]] = {
    "event open": _open,
    "event close": _close,
    "event reopen": _open,
    ADD_PLAYER: _add,
    ADD_BOT: _add_bot,
    ENTRY_UNDO: _withdraw,
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
    REPORT: _report,
    CHECK_IN: _check_in,
    SEAL: _seal,
    BEACON: _beacon,
    RESULT: _result,
}
"""What each kind of row changes."""
