"""The plan of an event: its stages, points, tie-breaks, table sizes and policies.

A plan is stored in the log as JSON. It has no names of people.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, Self

from tourney.domain.draws import EntrantId, Sizes
from tourney.domain.run_spec import BotRules
from tourney.events.slots import StageSource
from tourney.scoring import DEFAULT_TIEBREAKS, PointSystem, point_system

FEWER_SEATS: Final = "fewer-seats"
WALKOVER: Final = "walkover"
COMPARISON: Final = "comparison"
"""The points of a duplicate event: every seat is compared with the same seat at other tables."""
POLICIES: Final = (FEWER_SEATS, WALKOVER)
"""What an absent player is to the others at the table: an empty seat, or the last place."""
FIRST_VERSION: Final = 1
VERSION: Final = 2
"""The rules by which new events are counted. Those of version 1 were in force before 2026-11-27:
a bye was a match without points for all values per match, it had points in brackets, too, and the
Koya system halved the most matches of a player. What an event was told stays true to its end."""


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A part of an event with one format.

    `games` has one game for each round; the last one is also played in all later rounds. Without
    `sources` all entrants of the event play. `rounds` is None if the format decides. `dates` are
    those of the first rounds; a date is empty if there is none.
    """

    name: str
    format: str
    games: tuple[str, ...]
    sizes: Sizes
    rounds: int | None = None
    points: str = "scaled"
    tiebreaks: tuple[str, ...] = DEFAULT_TIEBREAKS
    sources: tuple[StageSource, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    dates: tuple[str, ...] = ()

    @property
    def system(self) -> PointSystem:
        """The point system for single results; that of a comparison has the same mean."""
        return point_system("scaled" if self.points == COMPARISON else self.points)

    def game(self, number: int) -> str:
        """The game of a round, counted from 1."""
        return self.games[min(number, len(self.games)) - 1]

    def as_json(self) -> dict[str, Any]:
        """The plan as JSON values."""
        return {
            "name": self.name,
            "format": self.format,
            "games": list(self.games),
            "sizes": [list(self.sizes.allowed), self.sizes.preferred],
            "rounds": self.rounds,
            "points": self.points,
            "tiebreaks": list(self.tiebreaks),
            "sources": list(map(str, self.sources)),
            "settings": dict(self.settings),
            "options": dict(self.options),
            **({"dates": list(self.dates)} if self.dates else {}),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """The inverse of `as_json`."""
        allowed, preferred = values["sizes"]
        return cls(
            name=values["name"],
            format=values["format"],
            games=tuple(values["games"]),
            sizes=Sizes(tuple(allowed), preferred),
            rounds=values["rounds"],
            points=values["points"],
            tiebreaks=tuple(values["tiebreaks"]),
            sources=tuple(map(StageSource.from_json, values["sources"])),
            settings=dict(values["settings"]),
            options=dict(values["options"]),
            dates=tuple(values.get("dates", ())),
        )


@dataclass(frozen=True, slots=True)
class Restrictions:
    """What holds for the tables and seats of single entrants, as in `EventPlan`."""

    never: frozenset[frozenset[EntrantId]] = frozenset()
    fixed: Mapping[EntrantId, int] = field(default_factory=dict)
    tables: Mapping[EntrantId, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The restrictions as JSON values."""
        return {
            "never": sorted(sorted(pair) for pair in self.never),
            "fixed": sorted([entrant, seat] for entrant, seat in self.fixed.items()),
            "tables": sorted([entrant, table] for entrant, table in self.tables.items()),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """The inverse of `as_json`."""
        return cls(
            frozenset(frozenset(pair) for pair in values["never"]),
            dict(values["fixed"]),
            dict(values.get("tables", [])),  # older logs have no fixed tables
        )


@dataclass(frozen=True, slots=True)
class EventPlan:
    """The stages of an event in their order, and what holds in all of them.

    `bye` and `missed` are points: for a bye, and for each round before a late entry. Pairs in
    `never` may not share a table; `fixed` gives entrants a seat, counted from 0, and `tables` a
    table, counted from 1. With `new_seats` nobody has a seat again before all others, if that is
    possible. Without `repeats` a draw in which two entrants meet again is refused. With `duplicate`
    all tables of a round have the same cards. `bot_rules` are for tables of bots. `version` is that
    of the rules by which the event is counted, see `VERSION`.
    """

    stages: tuple[StagePlan, ...]
    bye: Fraction = Fraction(0)
    missed: Fraction = Fraction(0)
    policy: str = FEWER_SEATS
    repeats: bool = True
    never: frozenset[frozenset[EntrantId]] = frozenset()
    fixed: Mapping[EntrantId, int] = field(default_factory=dict)
    tables: Mapping[EntrantId, int] = field(default_factory=dict)
    new_seats: bool = False
    duplicate: bool = False
    bot_rules: BotRules = field(default_factory=BotRules)
    version: int = VERSION

    @property
    def older(self) -> bool:
        """Whether the event is counted by rules that new events do not have."""
        return self.version < VERSION

    @property
    def restrictions(self) -> Restrictions:
        """What holds for the tables and seats of single entrants."""
        return Restrictions(self.never, self.fixed, self.tables)

    def restricted(self, to: Restrictions) -> Self:
        """The same plan with other restrictions."""
        return replace(self, never=to.never, fixed=to.fixed, tables=to.tables)

    def stage(self, name: str) -> StagePlan | None:
        """The stage of this name; None if there is none."""
        return next((stage for stage in self.stages if stage.name == name), None)

    def as_json(self) -> dict[str, Any]:
        """The plan as JSON values."""
        return {
            "stages": [stage.as_json() for stage in self.stages],
            "bye": str(self.bye),
            "missed": str(self.missed),
            "policy": self.policy,
            "repeats": self.repeats,
            **self.restrictions.as_json(),
            "new_seats": self.new_seats,
            "duplicate": self.duplicate,
            "bot_rules": asdict(self.bot_rules),
            **({"version": self.version} if self.version > FIRST_VERSION else {}),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """The inverse of `as_json`; a plan without a version is older than versions."""
        stages = tuple(map(StagePlan.from_json, values["stages"]))
        # Even points came with the second version, so a plan that names them has it.
        named = {name for stage in stages for name in (stage.points, *stage.tiebreaks)}
        return cls(
            stages=stages,
            bye=Fraction(values["bye"]),
            missed=Fraction(values["missed"]),
            policy=values["policy"],
            repeats=values["repeats"],
            new_seats=values.get("new_seats", False),  # older logs do not have it
            duplicate=values["duplicate"],
            bot_rules=BotRules(**values["bot_rules"]),
            version=values.get("version", VERSION if "even" in named else FIRST_VERSION),
        ).restricted(Restrictions.from_json(values))
