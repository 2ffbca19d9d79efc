"""Tie-breaks for matches of any number of seats. All values are per match of the player.

Opponents are the players of other sides. Does not depend on the order of tie-breaks.
"""

from fractions import Fraction

from tourney.scoring.tables import PlayedRound, PlayerTables, PlayerValue


def mean(values: list[Fraction]) -> Fraction:
    """The mean of values; 0 without any."""
    return sum(values, Fraction(0)) / (len(values) or 1)


def opponents(low: int = 0) -> PlayerValue:
    """The mean over matches of the opponents' mean points per match, without the `low` least.

    An unplayed round counts as a match against opponents with the player's own mean, but not more
    than the mean of all players.
    """

    def value(tables: PlayerTables, player: str) -> Fraction:
        rows = [_strength(tables, row) for row in tables.played(player)]
        missed = len(tables.rounds(player)) - len(rows)
        if missed:
            rows += [min(tables.means[player], tables.usual)] * missed
        return mean(sorted(rows)[low:])

    return value


def _strength(tables: PlayerTables, row: PlayedRound) -> Fraction:
    return mean([tables.means[opponent] for opponent, _ in row.opponents()])


def sonneborn_berger(tables: PlayerTables, player: str) -> Fraction:
    """The mean over matches of the opponents' points per match, as far as they were beaten.

    An opponent who was beaten counts whole, an equal one half; each match is divided by the number
    of opponents.
    """
    return mean([_beaten_strength(tables, row) for row in tables.played(player)])


def _beaten_strength(tables: PlayerTables, row: PlayedRound) -> Fraction:
    beaten = [_part(row, end.first) * tables.means[name] for name, end in row.opponents()]
    return mean(beaten)


def _part(row: PlayedRound, first: int) -> Fraction:
    """1 for an opponent further down, ½ for one on the same place, 0 for one above."""
    return Fraction((row.end.first < first) + (row.end.first <= first), 2)


def beaten(tables: PlayerTables, player: str) -> Fraction:
    """The number of different opponents above whom the player finished at least once."""
    below = {
        opponent
        for row in tables.played(player)
        for opponent, end in row.opponents()
        if row.end.first < end.first
    }
    return Fraction(len(below))


def table_share(tables: PlayerTables, player: str) -> Fraction:
    """The mean share of the scores of all sides of a match.

    If a score is negative, or the lowest wins, scores are counted from the lowest of the match.
    """
    return mean([_share(row) for row in tables.played(player)])


def _share(row: PlayedRound) -> Fraction:
    scores = _side_scores(row)
    base = min(Fraction(0), *scores)
    total = sum(scores, Fraction(0)) - base * len(scores)
    return (row.end.score - base) / total if total else Fraction(1, len(scores))


def margin(tables: PlayerTables, player: str) -> Fraction:
    """The mean distance of the score from the mean score of all sides of the match."""
    return mean([row.end.score - mean(_side_scores(row)) for row in tables.played(player)])


def _side_scores(row: PlayedRound) -> list[Fraction]:
    """The score of each side; partners have one score. A higher one is better."""
    result = row.match.result
    sides = result.sides or range(len(result.players))
    scores = {side: end.score for side, end in zip(sides, row.match.ends, strict=True)}
    return [Fraction(score) for score in scores.values()]
