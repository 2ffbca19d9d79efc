"""What pages say about each player: places, seats and opponents, counted from results.

Counts results one by one; of a match it keeps numbers only.
"""

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from engines.api import seat_letter
from engines.messages import say
from tourney.domain.match_values import MatchResult
from tourney.render.text_tables import Column, Row, Table
from tourney.scoring import UNIT, finishes, in_units, point_system

_WORTH: Final = in_units(point_system("scaled"))

GAMES_PLAYED = (
    Column("game", importance=9),
    Column("matches", align="right"),
    Column("points_mean", say("render.heading-per-match"), "right"),
    Column("first", say("render.heading-1st"), "right"),
    Column("second", say("render.heading-2nd"), "right"),
    Column("third", say("render.heading-3rd"), "right"),
    Column("later", say("render.heading-4th"), "right"),
    Column("score_mean", say("render.heading-mean-score"), "right"),
)
SEATS_PLAYED = (
    Column("game", importance=9),
    Column("seats", align="right"),
    Column("seat"),
    Column("matches", align="right"),
    Column("points_mean", say("render.heading-per-match"), "right"),
)
OPPONENTS = (
    Column("player", importance=9),
    Column("matches", align="right"),
    Column("above", align="right", digits=0),
    Column("level", align="right", digits=0),
    Column("below", align="right", digits=0),
    Column("share", align="right"),
)


class Identity(NamedTuple):
    """A person or a bot, by name."""

    name: str
    bot: bool


@dataclass(slots=True)
class PlayedGame:
    """The matches of a player in one game: units of points, scores, places."""

    matches: int = 0
    units: int = 0
    score: int = 0
    places: Counter[int] = field(default_factory=Counter)


@dataclass(slots=True)
class PlayerPart:
    """What is counted for one player."""

    games: dict[str, PlayedGame] = field(default_factory=dict)
    seats: dict[tuple[str, int, int], list[int]] = field(default_factory=dict)
    met: dict[Identity, list[int]] = field(default_factory=dict)


class PlayerBook:
    """The results of all players."""

    def __init__(self) -> None:
        self.parts: dict[Identity, PlayerPart] = {}

    def add(self, game: str, result: MatchResult, who: tuple[Identity, ...]) -> None:
        """Count the result of a match between these players, by seat."""
        ends = finishes(result)
        count = len(who)
        sides = result.sides or tuple(range(count))
        for seat, player in enumerate(who):
            part = self.parts.setdefault(player, PlayerPart())
            units, place = _WORTH(ends[seat]), result.places[seat]
            played = part.games.setdefault(game, PlayedGame())
            played.matches += 1
            played.units += units
            played.score += result.scores[seat]
            played.places[place] += 1
            sums = part.seats.setdefault((game, count, seat), [0, 0])
            sums[0] += 1
            sums[1] += units
            for other, opponent in enumerate(who):
                if sides[other] != sides[seat]:
                    met = part.met.setdefault(opponent, [0, 0, 0])
                    met[1 + (place > result.places[other]) - (place < result.places[other])] += 1

    def games(self, player: Identity) -> Table:
        """The games of a player: matches, points and places."""
        part = self.parts.get(player, PlayerPart())
        return Table(
            GAMES_PLAYED, [_game_row(name, one) for name, one in sorted(part.games.items())]
        )

    def seats(self, player: Identity) -> Table:
        """The points of a player at each seat."""
        part = self.parts.get(player, PlayerPart())
        rows: list[Row] = [
            (game, count, seat_letter(seat), matches, Fraction(units, UNIT * matches))
            for (game, count, seat), (matches, units) in sorted(part.seats.items())
        ]
        return Table(SEATS_PLAYED, rows)

    def opponents(self, player: Identity) -> Table:
        """Whom a player met, the most frequent opponents first; a shared place counts half."""
        part = self.parts.get(player, PlayerPart())
        met = sorted(part.met.items(), key=lambda one: (-sum(one[1]), one[0]))
        rows: list[Row] = []
        for (name, _), (above, level, below) in met:
            total = above + level + below
            score = Fraction(2 * above + level, 2 * total)
            rows.append((name, total, above, level, below, score))
        return Table(OPPONENTS, rows)

    def matches(self, player: Identity) -> int:
        """The number of matches of a player that count."""
        part = self.parts.get(player, PlayerPart())
        return sum(one.matches for one in part.games.values())


def _game_row(name: str, one: PlayedGame) -> Row:
    firsts = [one.places[place] for place in (1, 2, 3)]
    mean = Fraction(one.units, UNIT * one.matches)
    later = one.matches - sum(firsts)
    return (name, one.matches, mean, *firsts, later, Fraction(one.score, one.matches))
