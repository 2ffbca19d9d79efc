"""The state of an event: phase, entrants, stages, rounds, tables and results.

It is made from the rows of the log by `tourney.events.life` and changed by nothing else.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from tourney.domain.event_log import EnteredBot, EntrantId, EventResult
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

    def present(self) -> tuple[EntrantId, ...]:
        """The entrants who play, in the order of seats."""
        return tuple(entrant for entrant in self.seats if entrant not in self.absent)

    @property
    def playable(self) -> bool:
        """Whether enough entrants are here for a match."""
        return len(self.seats) - len(self.absent) >= self.least

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

    def table(self, number: int | None) -> TableState | None:
        """The table of this number; None if there is none."""
        return self.tables[number - 1] if number and number <= len(self.tables) else None

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
            (round_.number, table.number) for round_ in self.rounds for table in round_.missing()
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
