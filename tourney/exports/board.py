"""The books of a run in one pass: ledger and block means under one point system.

What it holds grows with the players, not with the matches. Knows nothing of how tables look.
"""

from collections.abc import Iterable, Sequence

from tourney.domain.matches import MatchResult, Standing
from tourney.scoring import DEFAULT_TIEBREAKS, UNIT, Ledger, in_units, point_system, standings
from tourney.scoring.tiebreaks import tiebreak
from tourney.stats import BlockMeans, Interval

LEVEL = 0.95


class Board:
    """Results entered one by one, by match number.

    `by` names the point system, `tiebreaks` what separates the level, in order; UsageFault for a
    name that is none.
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
        self._worth = in_units(point_system(by))
        self._means = BlockMeans(UNIT)
        for result in results:
            self.add(result)

    def begin(self, matches: int, ledger: Ledger, means: BlockMeans) -> None:
        """Go on from sums over so many matches, the means being by this board's point system."""
        self.matches, self.ledger, self._means = matches, ledger, means

    def add(self, result: MatchResult) -> None:
        """Enter a match."""
        self.matches += 1
        worth = map(self._worth, self.ledger.add(result))
        self._means.add(result.block, zip(result.players, worth, strict=True))

    def standings(self) -> list[Standing]:
        """The rows in order."""
        return standings(self.ledger, self.by, self.tiebreaks)

    def interval(self, player: str) -> Interval:
        """Mean points per match of a player, with the interval by deal block."""
        return self._means.interval(player, LEVEL)

    def chances(self) -> dict[str, float | None]:
        """Each player's probability of being the best, under this point system."""
        return self._means.chances()
