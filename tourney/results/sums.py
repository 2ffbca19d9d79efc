"""The sums over results that standings are made from, under one point system.

Memory grows with the number of players, not of matches. The sums can be stored and continued.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, Self

from tourney.domain.matches import Ending, MatchResult, Standing
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
from tourney.stats import BlockMeans, Interval, Prior
from tourney.stats.blocks import Block

LEVEL = 0.95
"""Confidence level of all intervals in standings."""

FEW_ABANDONED: Final = Fraction(3, 100)
"""Share of a player's matches that may be abandoned without its figures being withheld."""

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
        self.abandoned: Counter[str] = Counter()
        self.counts_abandoned = True
        self._system = point_system(by)
        self._points = in_units(self._system)
        self._means = BlockMeans(UNIT)
        for result in results:
            self.add(result)

    def add(self, result: MatchResult) -> None:
        """Add a result."""
        worth = map(self._points, self.ledger.add(result))
        self.add_points(result.block, zip(result.players, worth, strict=True))

    def take(self, ending: Ending) -> None:
        """Add the end of a match: its result, or that it was abandoned."""
        if ending.result is None:
            self.abandon(ending.players)
        else:
            self.add(ending.result)

    def abandon(self, players: Iterable[str]) -> None:
        """Count an abandoned match, which has no result."""
        self.abandoned.update(players)

    def withheld(self, player: str) -> bool:
        """Whether so many matches were abandoned that the interval of a player would mislead."""
        record = self.ledger.records.get(player)
        matches = record.matches if record else 0
        abandoned = self.abandoned[player]
        return abandoned > FEW_ABANDONED * (matches + abandoned)

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
        """Mean points per match of a player, with the interval by deal block.

        No bounds if too many matches were abandoned: results that are missing because a bot failed
        are not missing by chance.
        """
        found = self._means.interval(player, LEVEL, self._prior())
        return found._replace(low=None, high=None) if self.withheld(player) else found

    def chances(self) -> dict[str, float | None]:
        """Each player's probability of being the best, under this point system.

        None for every player if the interval of one is withheld.
        """
        if any(map(self.withheld, self.abandoned)):
            return dict.fromkeys(self.ledger.records)
        return self._means.chances(self._prior())

    def _prior(self) -> Prior | None:
        """The prior of points per match."""
        sides = self.ledger.sides()
        return Prior.of_places(self._system.of_places(sides)) if sides else None

    def packed(self) -> str:
        """The sums as JSON."""
        sums = [self.matches, self.ledger.packed(), self._means.packed(), self.abandoned]
        return json.dumps(sums)

    @classmethod
    def unpacked(cls, text: str, tiebreaks: Sequence[str] = DEFAULT_TIEBREAKS) -> Self:
        """The inverse of `packed`, for the default point system; ValueError for other text.

        Sums of older versions have no counts of abandoned matches; their caller must add them.
        """
        found = cls(tiebreaks=tiebreaks)
        try:
            found.matches, ledger, means, *counts = json.loads(text)
            found.counts_abandoned = bool(counts)
            found.abandoned.update(*counts)
            found.ledger = Ledger.unpacked(ledger)
            found._means = BlockMeans.unpacked(means)
        except (TypeError, LookupError, AttributeError) as error:
            raise ValueError("not sums of results") from error
        return found
