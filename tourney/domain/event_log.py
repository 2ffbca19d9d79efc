"""Values of events: rows of the log, results at tables, the state of which a round is drawn, draws.

Entrants are numbers, so that these values and all that is made from them contain no names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, NamedTuple, Self, TypeAlias

from tourney.domain.match_values import MatchResult

# The number of an entrant in its event, from 1 in the order of entry; it never changes.
EntrantId: TypeAlias = int

Pod: TypeAlias = tuple[EntrantId, ...]  # the entrants of one table, in the order of its seats


class Sizes(NamedTuple):
    """How many entrants a table may have, and the number that is preferred."""

    allowed: tuple[int, ...]
    preferred: int


class Met(NamedTuple):
    """A pod of an earlier round. `places` by seat are None while the result is missing.

    Seats in `absent` did not appear: their meetings count for nobody. `group` numbers the groups of
    a stage from 0.
    """

    round: int
    pod: Pod
    places: tuple[int, ...] | None = None
    absent: tuple[int, ...] = ()
    group: int = 0


@dataclass(frozen=True, slots=True)
class Situation:
    """All that a format may use to draw the next round of a stage.

    `entrants` are those who play in this round, best seed first; `seeding` has all entrants of the
    stage, also those who left. `points` are those of the stage before this round. `met` has every
    pod of the stage in order of round and table. Pairs in `never` may not share a table. `fixed`
    gives entrants a seat, counted from 0. The same situation always gives the same draw.
    """

    entrants: tuple[EntrantId, ...]
    seeding: tuple[EntrantId, ...]
    round: int
    sizes: Sizes
    seed: int
    rounds: int | None = None
    points: Mapping[EntrantId, Fraction] = field(default_factory=dict)
    met: tuple[Met, ...] = ()
    byes: Mapping[EntrantId, int] = field(default_factory=dict)
    never: frozenset[frozenset[EntrantId]] = frozenset()
    fixed: Mapping[EntrantId, int] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    # How much work a search may do; it stands for a number of steps, not for time.
    seconds: int = 10
    # A seed that is the same in all rounds of the stage, for what is drawn once for all of
    # them; `seed` may be another one in each round.
    stage_seed: int = 0
    # The rounds of the stage in which an entrant had a bye: brackets need them, because who was
    # absent has no pod either.
    bye_rounds: Mapping[EntrantId, tuple[int, ...]] = field(default_factory=dict)
    # The first round of entrants who came after the first round of the stage; a later round
    # than this one for those who are in no draw before they come back.
    joined: Mapping[EntrantId, int] = field(default_factory=dict)
    # The entrants who were replaced, who are in no other value, with those at their places now.
    places: Mapping[EntrantId, EntrantId] = field(default_factory=dict)
    # The tables at which some entrants always sit, counted from 1.
    tables: Mapping[EntrantId, int] = field(default_factory=dict)
    # Whether nobody should get a seat again before all seats were used, if that is possible.
    new_seats: bool = False
    # The round as it was drawn, if that is checked: a search whose solver may prove less or
    # more on another machine returns these tables if it may have ended with them there.
    drawn: "Draw | None" = None


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn round: the pods in order of tables, who has a bye, and how good it is.

    `cost` is what the format minimises and `bound` is proven to be no larger than the smallest
    possible cost: equal to it if the draw is optimal, None if the format does not optimise.
    `figures` are measures that people read, such as repeats and the spread of points, each with the
    smallest value that is known to be possible or None.
    """

    pods: tuple[Pod, ...]
    byes: tuple[EntrantId, ...] = ()
    cost: int | None = None
    bound: int | None = None
    figures: Mapping[str, tuple[Fraction, Fraction | None]] = field(default_factory=dict)
    groups: tuple[int, ...] = ()  # the group of each pod, if the stage has groups
    # Which search made the draw: a program with a later search may find another round.
    method: int = 1


NEW: Final = "event new"
RESULT: Final = "event result"
ADD_PLAYER: Final = "event add-player"
ADD_BOT: Final = "event add-bot"
ENTRY_UNDO: Final = "event add undo"
PUT_BACK: Final = "event unpair undo"
REPORT: Final = "event report"
CHECK_IN: Final = "event check-in"
SEAL: Final = "event seal"
BEACON: Final = "event beacon"


class EventRow(NamedTuple):
    """One change of an event, as the log has it; `number` is the number of the row."""

    number: int
    what: str
    details: Mapping[str, Any]


class EventChange(NamedTuple):
    """A row of the log before it has a number."""

    what: str
    details: Mapping[str, Any] = {}


class EnteredBot(NamedTuple):
    """A bot that has entered an event: its id, its target, version, and hash of its files."""

    bot: int
    target: str
    version: str
    content: str = ""


class EventView(NamedTuple):
    """What a decision about an event is based on: all rows, and the person behind each entrant.

    `names` are those in use, also of bots. `player` is the id of the player who is about to enter,
    if there is one, or of the bot.
    """

    rows: Sequence[EventRow]
    persons: Mapping[EntrantId, int]
    names: Mapping[EntrantId, str]
    player: int | None = None

    @property
    def entered(self) -> dict[int, EntrantId]:
        """The number of each person who has entered."""
        return {person: number for number, person in self.persons.items()}


@dataclass(frozen=True, slots=True)
class EventResult:
    """How the match at a table of an event stands after a change of that match.

    `entrants`, `scores` and `places` are by seat; without `places` it does not count. A `status`
    without a result, such as `void` or `removed`, opens the table again.
    """

    stage: str
    round: str
    table: str
    match: int
    status: str
    entrants: tuple[EntrantId, ...] = ()
    scores: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    forfeits: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()
    fewer_wins: bool = False

    def with_result(self, result: MatchResult) -> Self:
        """The same match with its finish."""
        return replace(
            self,
            scores=result.scores,
            places=result.places,
            forfeits=result.forfeits,
            sides=result.sides,
            fewer_wins=result.fewer_wins,
        )

    def details(self) -> dict[str, Any]:
        """The result as details of a row of the log; values that say nothing are left out."""
        found = {
            "stage": self.stage,
            "round": self.round,
            "table": self.table,
            "match": self.match,
            "status": self.status,
            "entrants": list(self.entrants),
            "scores": list(self.scores),
            "places": list(self.places),
            "forfeits": list(self.forfeits),
            "sides": list(self.sides),
            "fewer_wins": self.fewer_wins,
        }
        return {key: value for key, value in found.items() if value not in ([], False, "")}

    @classmethod
    def of(cls, details: Mapping[str, Any]) -> Self:
        """The inverse of `details`."""
        given: dict[str, Any] = {"stage": "", "round": "", "table": ""}
        for name, value in details.items():
            given[name] = tuple(value) if isinstance(value, list) else value
        return cls(**given)


class ReportedResult(NamedTuple):
    """A result as somebody at the table reported it, by seat; it counts once it is confirmed."""

    entrants: tuple[EntrantId, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]

    @classmethod
    def of(cls, details: Mapping[str, Any]) -> Self:
        """The report in a row of the log."""
        return cls(*(tuple(details[name]) for name in cls._fields))
