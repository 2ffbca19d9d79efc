"""Tie-breaks, which separate players with equal points.

Each gives a value to every player of a group of equals, higher being better, or None if it does not
apply. Values are per match, so that players with different numbers of matches compare fairly.
Does not depend on the order in which tie-breaks are applied.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from tourney.domain.errors import UsageFault, quoted
from tourney.scoring.ledger import Ledger
from tourney.scoring.points import POINT_SYSTEMS, PointSystem

Values = Mapping[str, Fraction]
TieBreak = Callable[[Ledger, Sequence[str]], Values | None]


def head_to_head(ledger: Ledger, level: Sequence[str]) -> Values | None:
    """The sum over the other players of the share of common matches finished above them.

    Applies only if every two of the group met as opponents. In matches with more than two seats
    each pair counts separately.
    """
    values = {}
    for player in level:
        shares = [ledger.share(player, other) for other in level if other != player]
        if None in shares:
            return None
        values[player] = sum((share for share in shares if share is not None), Fraction(0))
    return values


def per_match(system: PointSystem) -> TieBreak:
    """A point system as a tie-break: its mean per match."""

    def tiebreak(ledger: Ledger, level: Sequence[str]) -> Values:
        return {player: ledger.records[player].mean(system) for player in level}

    return tiebreak


TIEBREAKS: dict[str, TieBreak] = {
    "head-to-head": head_to_head,
    "wins": per_match(POINT_SYSTEMS["wins"]),
    "score": per_match(POINT_SYSTEMS["score"]),
    "chips": per_match(POINT_SYSTEMS["chips"]),
}


def tiebreak(name: str) -> TieBreak:
    """The tie-break of that name."""
    if name not in TIEBREAKS:
        raise UsageFault(f"unknown tie-break {quoted(name)}; use {', '.join(TIEBREAKS)}")
    return TIEBREAKS[name]
