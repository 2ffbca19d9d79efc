"""The sums over results that standings are made from, under one point system.

Memory grows with the number of players, not of matches. The sums can be stored and continued.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Self

from tourney.domain.matches import MatchResult, Standing
from tourney.scoring import (
    DEFAULT_TIEBREAKS,
    UNIT,
    Ledger,
    finishes,
    in_units,
    point_system,
    standings,
)
from tourney.scoring.tiebreaks import tiebreak
from tourney.stats import BlockMeans, Interval
from tourney.stats.blocks import Block

LEVEL = 0.95
"""Confidence level of all intervals in standings."""

Worth = list[tuple[str, int]]
"""Each player of a match with the points of that match, in units of `UNIT`."""


class ResultSums:
    """Results added one by one, in the order of their match numbers.

    `by` names the point system, `tiebreaks` the tie-breaks for players with equal points, in order;
    UsageFault for an unknown name.
    """

    def __init__(
        self,
        results: Iterable[MatchResult] = (),
        *,
        by: str = "scaled",
        tiebreaks: Sequence[str] = DEFAULT_TIEBREAKS,
    ) -> None:
        for name in tiebreaks:
            tiebreak(name)
        self.by = by
        self.tiebreaks = tuple(tiebreaks)
        self.matches = 0
        self.ledger = Ledger()
        self._points = in_units(point_system(by))
        self._means = BlockMeans(UNIT)
        for result in results:
            self.add(result)

    def add(self, result: MatchResult) -> None:
        """Add a result."""
        worth = map(self._points, self.ledger.add(result))
        self.add_points(result.block, zip(result.players, worth, strict=True))

    def worth(self, result: MatchResult) -> Worth:
        """The points of a result."""
        return list(zip(result.players, map(self._points, finishes(result)), strict=True))

    def add_points(self, block: Block | None, worth: Iterable[tuple[str, int]]) -> None:
        """Add the points of a result, whose finishes the caller adds to `ledger`."""
        self.matches += 1
        self._means.add(block, worth)

    def standings(self) -> list[Standing]:
        """The rows in order."""
        return standings(self.ledger, self.by, self.tiebreaks)

    def interval(self, player: str) -> Interval:
        """Mean points per match of a player, with the interval by deal block."""
        return self._means.interval(player, LEVEL)

    def chances(self) -> dict[str, float | None]:
        """Each player's probability of being the best, under this point system."""
        return self._means.chances()

    def packed(self) -> str:
        """The sums as JSON."""
        return json.dumps([self.matches, self.ledger.packed(), self._means.packed()])

    @classmethod
    def unpacked(cls, text: str, tiebreaks: Sequence[str] = DEFAULT_TIEBREAKS) -> Self:
        """The inverse of `packed`, for the default point system; ValueError for other text."""
        found = cls(tiebreaks=tiebreaks)
        try:
            found.matches, ledger, means = json.loads(text)
            found.ledger = Ledger.unpacked(ledger)
            found._means = BlockMeans.unpacked(means)
        except (TypeError, LookupError, AttributeError) as error:
            raise ValueError("not sums of results") from error
        return found
