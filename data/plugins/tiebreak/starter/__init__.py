"""A tie-break: who was last less often is ahead."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tourney.domain.match_values import P
from tourney.scoring.ledger import PlayerTables
from tourney.scoring.tiebreaks import TieBreak


def values(tables: PlayerTables[P], level: Sequence[P]) -> Mapping[P, Fraction]:
    """The share of the matches of each player that did not end in the last place."""
    found = {}
    for player in level:
        record = tables.ledger.records[player]
        last = sum(times for (sides, _, end), times in record.spans.items() if end == sides)
        found[player] = Fraction(record.matches - last, record.matches or 1)
    return found


TIEBREAK = TieBreak("starter", values, room="starter")
