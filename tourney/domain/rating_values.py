"""What ratings are computed from, in columns, and what they consist of.

Columns instead of objects: a hundred thousand matches are read and rated without a loop over them.
"""

from array import array
from calendar import monthrange
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

# The statuses of matches that were played to their end or decided by a person.
RATED: Final = ("complete", "adjudicated")


class RatedPlayer(NamedTuple):
    """A person, or a bot in one version; people have no version."""

    name: str
    version: str | None = None

    @property
    def bot(self) -> bool:
        """Whether it is a bot."""
        return self.version is not None


class MatchSetting(NamedTuple):
    """What many matches share: game, side of each seat, day (ISO, or empty), event (or empty)."""

    game: str
    sides: tuple[int, ...]
    day: str = ""
    event: str = ""


@dataclass(slots=True)
class ResultColumns:
    """Results of matches as numbers, in rows of three.

    A row of `matches` is the id of a match, the code of its kind, and a number that matches with
    the same cards share; ids ascend. A row of `seats` is the id of the match, the code of the
    player and the place, 0 if it is not known; in order of matches and seats. Codes that are not in
    `kind_codes` belong to matches that do not count, as do seats of matches without a row. Codes
    that are not in `player_codes` belong to unknown players. `left_out` counts matches that have no
    row or no kind, by game and reason. `several` has the targets of bots
    that share a name and a version.
    """

    people: list[RatedPlayer] = field(default_factory=list)
    kinds: list[MatchSetting] = field(default_factory=list)
    player_codes: dict[int, int] = field(default_factory=dict)
    kind_codes: dict[int, int] = field(default_factory=dict)
    matches: "array[int]" = field(default_factory=lambda: array("q"))
    seats: "array[int]" = field(default_factory=lambda: array("q"))
    left_out: Counter[tuple[str, str]] = field(default_factory=Counter)
    several: dict[RatedPlayer, list[str]] = field(default_factory=dict)


class Estimate(NamedTuple):
    """A number in rating points with its 95 % interval: from `value - half` to `value + half`."""

    value: float
    half: float


class PlayerRating(NamedTuple):
    """A row of the ratings: the rating is compared with the mean of the player's part.

    `place` is the most likely place in the part, `best` and `worst` are the places that the player
    may have in truth. `part` is the number of the group of players who met, over others or
    directly; 0 is the largest.
    """

    place: int
    best: int
    worst: int
    player: RatedPlayer
    rating: Estimate
    matches: int
    provisional: bool
    part: int


class SeatEffect(NamedTuple):
    """How many rating points a seat is worth, compared with the mean of all seats."""

    seats: int
    seat: int
    effect: Estimate
    matches: int


class WeakJoint(NamedTuple):
    """Two groups of players that few matches join, and by how much the first one is stronger."""

    first: Sequence[RatedPlayer]
    second: Sequence[RatedPlayer]
    matches: int
    difference: Estimate


class RatingCycle(NamedTuple):
    """Three players of whom each beats the next and the last one the first.

    `shares` are those of the matches in which each finished above the next, ties as a half, out of
    `matches`. `chance` is at least the probability that luck makes a cycle like this anywhere.
    """

    players: tuple[RatedPlayer, RatedPlayer, RatedPlayer]
    shares: tuple[float, float, float]
    matches: tuple[int, int, int]
    chance: float


@dataclass(frozen=True, slots=True)
class RatingTable:
    """The ratings of a game, or of all games together, and how many matches they come from.

    `deviation` is the estimated standard deviation of strengths from those of the players that
    somebody met, in points. `cycle` is the one that luck explains least, if it hardly does.
    """

    rows: Sequence[PlayerRating]
    seats: Sequence[SeatEffect]
    joints: Sequence[WeakJoint]
    cycle: RatingCycle | None
    matches: int
    first_day: str
    last_day: str
    deviation: float

    def parts(self) -> list[list[PlayerRating]]:
        """The groups of players that never met each other, largest first."""
        found: dict[int, list[PlayerRating]] = {}
        for row in self.rows:
            found.setdefault(row.part, []).append(row)
        return [found[number] for number in sorted(found)]


def last_possible_day(text: str) -> str:
    """The last day that a date of a record may mean; empty if that is unknown.

    `2026-02` may be the 28th; a digit that is unknown makes the whole part unknown.
    """
    year, month, day = (*text[:10].split("-"), "", "")[:3]
    if not (year.isascii() and year.isdecimal()):
        return ""
    whole_month = int(month) if month.isdecimal() else 12
    known = month.isdecimal() and day.isdecimal()
    last = int(day) if known else monthrange(int(year), whole_month)[1]
    return f"{int(year):04}-{whole_month:02}-{last:02}"
