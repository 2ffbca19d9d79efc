"""What the log says about events: its rows, and the results of matches at their tables.

Entrants are numbers; the rows contain no names of people.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Self

from tourney.domain.draw_values import EntrantId
from tourney.domain.match_values import MatchResult

NEW: Final = "event new"
RESULT: Final = "event result"
ADD_BOT: Final = "event add-bot"
PUT_BACK: Final = "event unpair undo"


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

    `player` is the id of the player who is about to enter, if there is one, or of the bot.
    """

    rows: Sequence[EventRow]
    persons: Mapping[EntrantId, int]
    player: int | None = None

    @property
    def entered(self) -> dict[int, EntrantId]:
        """The number of each person who has entered."""
        return {person: number for number, person in self.persons.items()}


@dataclass(frozen=True, slots=True)
class EventResult:
    """How the match at a table of an event stands after a change of that match.

    `entrants`, `scores` and `places` are by seat. A `status` without a result, such as `void` or
    `removed`, opens the table again.
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

    @property
    def decided(self) -> bool:
        """Whether it counts."""
        return bool(self.places)

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
