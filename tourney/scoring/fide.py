"""Tie-breaks for matches between two, by the FIDE Handbook C.07 in the version of March 2026.

Each function names its article. Unplayed rounds follow article 16; in a round robin, forfeits count
as matches and other unplayed rounds count for nothing (article 15). The points are those of the
standings, so that codes that add points grow with the point system; `--by wins` gives 1 for a win
and ½ for a draw as in chess.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Final, NamedTuple

from tourney.domain.match_values import P
from tourney.scoring.ledger import (
    PlayedRound,
    PlayerRound,
    PlayerTables,
    PlayerValue,
    UnplayedRound,
)

BLACK = 1  # the second seat is that of Black


class Contribution(NamedTuple):
    """What one round adds to Buchholz or Sonneborn-Berger; `score` is that of the opponent."""

    score: Fraction
    value: Fraction
    voluntary: bool = False


# Own results.


def rounds_won(tables: PlayerTables[P], player: P) -> Fraction:
    """WIN, art. 7.1: rounds with as many points as a win, played or not."""
    won = 0
    for row in tables.rounds(player):
        won += _won(row) if isinstance(row, PlayedRound) else row.points == tables.win
    return Fraction(won)


def _won(row: PlayedRound[P]) -> bool:
    return row.end.last == 1


def games_won(tables: PlayerTables[P], player: P) -> Fraction:
    """WON, art. 7.2: played matches won."""
    return Fraction(sum(map(_won, tables.played(player))))


def games_with_black(tables: PlayerTables[P], player: P) -> Fraction:
    """BPG, art. 7.3: matches played on the second seat."""
    return Fraction(sum(row.seat == BLACK for row in tables.played(player)))


def wins_with_black(tables: PlayerTables[P], player: P) -> Fraction:
    """BWG, art. 7.4: matches won on the second seat."""
    return Fraction(sum(row.seat == BLACK and _won(row) for row in tables.played(player)))


def progressive_score(tables: PlayerTables[P], player: P) -> Fraction:
    """PS, art. 7.5: the sum of the total after every round."""
    last = tables.last_round
    rows = tables.rounds(player)
    return sum((row.points * (last + 1 - (row.round or 0)) for row in rows), Fraction(0))


def rounds_elected(tables: PlayerTables[P], player: P) -> Fraction:
    """REP, art. 7.6: rounds that the player was willing to play."""
    return Fraction(sum(not _voluntary(row) for row in tables.rounds(player)))


def _voluntary(row: PlayerRound[P]) -> bool:
    return isinstance(row, UnplayedRound) and row.voluntary


# Opponents' results.


def adjusted_score(tables: PlayerTables[P], player: P) -> Fraction:
    """The score of a player for the tie-breaks of its opponents, art. 16.3.

    Requested byes after the last round in which the player was available count as draws.
    """
    return _adjusted(tables, player, fore=False)


def fore_score(tables: PlayerTables[P], player: P) -> Fraction:
    """The same as if matches of the last round were drawn, art. 8.3."""
    return _adjusted(tables, player, fore=True)


def _adjusted(tables: PlayerTables[P], player: P, fore: bool) -> Fraction:
    rows = tables.rounds(player)
    available = [
        at for at, row in enumerate(rows) if not _voluntary(row) or (fore and _final(tables, row))
    ]
    last = max(available, default=-1)
    swiss = not tables.ledger.scheduled
    score = Fraction(0)
    for at, row in enumerate(rows):
        gone = swiss and at > last and not _paired(row)
        score += tables.draw if gone or (fore and _final(tables, row)) else row.points
    return score


def _score(tables: PlayerTables[P], player: P, fore: bool) -> Fraction:
    return tables.value(fore_score if fore else adjusted_score, player)


def _paired(row: PlayerRound[P]) -> bool:
    return isinstance(row, PlayedRound) or row.paired


def _final(tables: PlayerTables[P], row: PlayerRound[P]) -> bool:
    """Whether the player was paired with an opponent in the last round."""
    return _paired(row) and row.round == tables.last_round


def contributions(tables: PlayerTables[P], player: P, fore: bool = False) -> list[Contribution]:
    """What every round adds: the opponent's score, and that times the points against it."""
    rows = tables.rounds(player)
    if tables.ledger.scheduled:
        rows = tuple(row for row in rows if row.opponent is not None)
    found = []
    for row in rows:
        met = _met(tables, row) or (fore and _final(tables, row))
        if met and row.opponent is not None:
            score, voluntary = _score(tables, row.opponent, fore), False
        else:
            score = _dummy_score(tables, player, row.opponent, fore)
            voluntary = _voluntary(row) and not met
        found.append(Contribution(score, score * row.points, voluntary))
    return found


def _met(tables: PlayerTables[P], row: PlayerRound[P]) -> bool:
    """Whether a round counts as a match against an opponent (art. 15.2)."""
    played = isinstance(row, PlayedRound)
    return played or (tables.ledger.scheduled and row.opponent is not None)


def _dummy_score(tables: PlayerTables[P], player: P, opponent: P | None, fore: bool) -> Fraction:
    """The score of the dummy opponent of an unplayed round, art. 16.4.

    It is the player's own score, but not more than the score of the opponent who was paired
    (16.4.1), or than draws in all rounds (16.4.2).
    """
    finals = [row for row in tables.rounds(player) if fore and _final(tables, row)]
    own = tables.totals[player] + sum((tables.draw - row.points for row in finals), Fraction(0))
    if opponent is not None:
        return min(own, _score(tables, opponent, fore))
    return min(own, tables.draw * tables.last_round)


def cut(rows: Sequence[Contribution], low: int, high: int = 0) -> Fraction:
    """The sum without the `low` least and the `high` greatest contributions, art. 14 and 16.5."""
    left = list(rows)
    for _ in range(min(low, len(left))):
        left.remove(_first_cut(left))
    for _ in range(min(high, len(left))):
        left.remove(max(left, key=lambda row: (row.score, row.value)))
    return sum((row.value for row in left), Fraction(0))


def _first_cut(rows: Sequence[Contribution]) -> Contribution:
    """The contribution to cut: that of a voluntarily unplayed round, unless it is worth less."""
    least = min(rows, key=lambda row: (row.score, row.value))
    voluntary = [row for row in rows if row.voluntary]
    if not voluntary:
        return least
    missed = min(voluntary, key=lambda row: (row.value, row.score))
    return least if least.value > missed.value else missed


def buchholz(low: int = 0, high: int = 0, *, fore: bool = False) -> PlayerValue:
    """BH, art. 8.1, and FB, art. 8.3: the sum of the scores of the opponents."""

    def value(tables: PlayerTables[P], player: P) -> Fraction:
        rows = contributions(tables, player, fore)
        return cut([row._replace(value=row.score) for row in rows], low, high)

    return value


BUCHHOLZ: Final = buchholz()


def opponents_buchholz(tables: PlayerTables[P], player: P) -> Fraction:
    """AOB, art. 8.2: the mean Buchholz of the opponents in played matches."""
    met = [opponent for row in tables.played(player) for opponent, _ in row.opponents()]
    found = [tables.value(BUCHHOLZ, opponent) for opponent in met]
    return sum(found, Fraction(0)) / (len(found) or 1)


def sonneborn_berger(low: int = 0) -> PlayerValue:
    """SB, art. 9.1: the sum of each opponent's score times the points against it."""

    def value(tables: PlayerTables[P], player: P) -> Fraction:
        return cut(contributions(tables, player), low)

    return value


def koya(tables: PlayerTables[P], player: P) -> Fraction:
    """KS, art. 9.2: points against opponents who scored at least half of the possible points.

    Those of all rounds, also of rounds that an opponent missed; but in a round robin with an odd
    number of players nobody can score in the round of the bye (art. 15).
    """
    rows = tables.rounds(player)
    return sum((row.points for row in rows if _scored_half(tables, row.opponent)), Fraction(0))


def _scored_half(tables: PlayerTables[P], opponent: P | None) -> bool:
    if opponent is None:
        return False
    rounds = tables.last_round
    if tables.ledger.scheduled:
        rows = tables.rounds(opponent)
        rounds -= sum(isinstance(row, UnplayedRound) and row.kind == "bye" for row in rows)
    return 2 * tables.totals[opponent] >= tables.win * rounds


# Direct encounter.


def direct_encounter(tables: PlayerTables[P], level: Sequence[P]) -> Mapping[P, Fraction]:
    """DE, art. 6: points in the matches among players who are equal.

    If some have not met, only a player who would be first whatever these matches bring is
    separated, with 1 against 0 (6.2). The caller repeats it among those who stay equal (6.3).
    """
    met = {player: _encounters(tables, player, level) for player in level}
    sure = {player: sum(found.values(), Fraction(0)) for player, found in met.items()}
    others = len(level) - 1
    if all(len(found) == others for found in met.values()):
        return sure
    most = {player: sure[player] + tables.win * (others - len(met[player])) for player in level}
    first = [p for p in level if all(sure[p] > most[other] for other in level if other != p)]
    return {player: Fraction(player in first) for player in level}


def _encounters(tables: PlayerTables[P], player: P, level: Sequence[P]) -> Mapping[P, Fraction]:
    """The mean points of a player against each of the others whom it has met (6.1.2)."""
    found: dict[P, list[Fraction]] = {}
    for row in tables.rounds(player):
        opponent = row.opponent
        if opponent is not None and opponent in level and _met(tables, row):
            found.setdefault(opponent, []).append(row.points)
    return {opponent: sum(points, Fraction(0)) / len(points) for opponent, points in found.items()}


# Ratings.


def mean_rating(tables: PlayerTables[P], player: P) -> Fraction:
    """ARO, art. 10.1: the mean rating of the opponents in played matches, rounded; ½ goes up."""
    ratings = [
        tables.rating(opponent) for row in tables.played(player) for opponent, _ in row.opponents()
    ]
    return Fraction(half_up(Fraction(sum(ratings), len(ratings) or 1)))


def half_up(value: Fraction) -> int:
    """The nearest whole number; halves go up."""
    return floor(value + Fraction(1, 2))
