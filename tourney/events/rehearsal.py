"""A stage of a plan tried out before the event: its tables if the better seed always wins.

What cannot be drawn raises the error of the format.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from tourney.domain.bounds import ROUNDS
from tourney.domain.draws import Draw, EntrantId, Met, Situation, Sizes
from tourney.events.actions import EventRules
from tourney.events.drawing import MANUAL
from tourney.events.plan import EventPlan, StagePlan
from tourney.events.ranking import SCHEDULED
from tourney.events.restrictions import at_fixed_tables
from tourney.formats.heats import require_second_chance
from tourney.formats.history import apart
from tourney.formats.table_sizes import split

CONTINUOUS: Final = "arena"
"""The format in which players come and go, so that a table may start later."""


class Rehearsal:
    """A stage with so many entrants; number 1 is the best seed.

    The restrictions of the `plan` apply to its first stage, because only its entrants are known.
    """

    def __init__(self, plan: EventPlan, stage: StagePlan, count: int, rules: EventRules) -> None:
        self.stage = stage
        self.count = count
        self._format = rules.formats.get(stage.format)
        self._rules = rules
        self._first = stage is plan.stages[0]
        self._plan = plan

    def _situation(self) -> Situation:
        everybody = tuple(range(1, self.count + 1))
        seats = self._rules.seats[self.stage.game(1)]
        sizes = Sizes(
            tuple(size for size in self.stage.sizes.allowed if size in seats),
            self.stage.sizes.preferred,
        )
        where = Situation(
            everybody, everybody, 1, sizes, 0,
            rounds=self.stage.rounds, settings=self.stage.settings, older=self._plan.older,
        )  # fmt: skip
        if not self._first:
            return where
        plan = self._plan
        return replace(
            where,
            never=plan.never,
            fixed=plan.fixed,
            tables=plan.tables,
            new_seats=plan.new_seats,
        )

    @cached_property
    def rounds(self) -> int | None:
        """How many rounds the stage has; None if the organiser ends it."""
        found = self._format.rounds(self._situation()) if self._format else None
        planned = self.stage.rounds
        return found if planned is None else planned if found is None else min(planned, found)

    @property
    def format_rounds(self) -> int | None:
        """How many rounds the format has, whatever the plan says."""
        return self._format.rounds(self._situation()) if self._format else None

    def draw_all(self) -> None:
        """Draw the first round, and all rounds of a schedule that has to keep restrictions."""
        given = self.stage.format == MANUAL and not self.stage.settings.get("schedule")
        if self._format is None or given or self.stage.format == CONTINUOUS:
            return
        where = self._situation()
        if self.stage.format == "heats":
            require_second_chance(where)
        scheduled = self.stage.format in SCHEDULED and apart(where)
        for number in range(1, (self.rounds or 1) + 1 if scheduled else 2):
            at = replace(where, round=number)
            at_fixed_tables(self._format.draw(at), at)

    @cached_property
    def groups(self) -> tuple[int, ...]:
        """How many entrants each group has; empty for a format without groups."""
        if self._format is None or "groups" not in self._format.settings:
            return ()
        number = int(self.stage.settings.get("groups", self._format.settings["groups"]))
        share, more = divmod(self.count, number)
        return tuple(share + (at < more) for at in range(number))

    def tables(self, number: int) -> Sequence[int]:
        """The sizes of the tables of a round, in their order."""
        if self._format is not None and self.stage.format in SCHEDULED:
            draw = self._format.draw(replace(self._situation(), round=number))
            return tuple(map(len, draw.pods))
        if self._decides:
            return self.bracket[number - 1]
        return split(self.count, self.stage.sizes).tables

    @cached_property
    def _decides(self) -> bool:
        return self._format is not None and self._format.order(self._situation()) is not None

    @cached_property
    def bracket(self) -> Sequence[Sequence[int]]:
        """The tables of all rounds of a bracket; empty for other formats."""
        if self._format is None or not self._decides:
            return ()
        where = replace(self._situation(), never=frozenset())
        found: list[Sequence[int]] = []
        for number in range(1, min(self.rounds or 0, ROUNDS) + 1):
            draw = self._format.draw(replace(where, round=number))
            found.append(tuple(map(len, draw.pods)))
            where = _played(where, draw, number)
        return found


def _played(where: Situation, draw: Draw, number: int) -> Situation:
    """The situation after a round in which the better seeds won."""
    met = tuple(Met(number, pod, tuple(_places(pod))) for pod in draw.pods)
    byes = {one: (*where.bye_rounds.get(one, ()), number) for one in draw.byes}
    counts = {one: where.byes.get(one, 0) + 1 for one in draw.byes}
    return replace(
        where,
        met=where.met + met,
        byes={**where.byes, **counts},
        bye_rounds={**where.bye_rounds, **byes},
    )


def _places(pod: Sequence[EntrantId]) -> list[int]:
    ranked = sorted(pod)
    return [1 + ranked.index(one) for one in pod]
