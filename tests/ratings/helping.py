"""Runs of made-up players of whom one may help another, with all that is true about them known.

The order of a match is that of strength, the luck of the cards at each seat of the deal, and the
luck of play. So of players without cards the odds are those of a Plackett-Luce model, in which
nobody plays better beside anybody.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from tourney.ratings.pairs import MatchGifts, TableResults

HELPER, HELPED = "p0", "p1"
PAYERS = ("helper", "others", "nobody")
"""At whose cost a helper helps: its own, that of all others, or that of whom it may concern."""


class MadeMatch(NamedTuple):
    """A match: its deal, the players by seat, their shares, and what help was worth in it."""

    deal: int
    players: tuple[str, ...]
    shares: Sequence[float]
    gained: float


@dataclass(frozen=True)
class Field:
    """Players at tables of `seats`; each deal is played by all line-ups in rotations, or by one.

    `spread` is the standard deviation of strengths, `cards` the size of the luck of cards against
    that of play, `help` what the helper adds to the strength of the one it helps.
    """

    players: int
    seats: int
    matches: int = 3600
    every: bool = True
    rotation: bool = True
    spread: float = 0.5
    cards: float = 1.0
    help: float = 0.0
    payer: str = "helper"

    def played(self, seed: int) -> Iterator[MadeMatch]:
        """The matches of a run, deal by deal."""
        rng = np.random.default_rng(seed)
        strengths = rng.normal(0, self.spread, self.players)
        lineups = list(combinations(range(self.players), self.seats))
        deal = played = 0
        while played < self.matches:
            cards = self.cards * rng.gumbel(size=self.seats)
            chosen = lineups if self.every else [lineups[rng.integers(len(lineups))]]
            for lineup in chosen:
                order = rng.permutation(lineup)
                for turn in range(self.seats if self.rotation else 1):
                    seated = np.roll(order, turn)
                    worth = strengths[seated] + cards + rng.gumbel(size=self.seats)
                    helped = worth + self._help(seated)
                    shares, before = (np.argsort(np.argsort(w)) for w in (helped, worth))
                    gained = float((shares - before)[seated == 1].sum()) / (self.seats - 1)
                    names = tuple([f"p{player}" for player in seated])
                    played += 1
                    yield MadeMatch(deal, names, (shares / (self.seats - 1)).tolist(), gained)
            deal += 1

    def _help(self, seated: np.ndarray) -> np.ndarray:
        help_ = np.zeros(len(seated))
        if self.help and 0 in seated and 1 in seated:
            help_[seated == 1] = self.help
            if self.payer == "helper":
                help_[seated == 0] = -self.help
            elif self.payer == "others":
                help_[seated > 1] = -self.help / (self.seats - 2)
        return help_

    def results(self, seed: int) -> tuple[TableResults, float]:
        """The first witness of a run, and the mean of what help was worth in a shared match."""
        results, gains = TableResults(), []
        for match in self.played(seed):
            results.add(match.deal, "game", match.players, match.shares)
            if HELPER in match.players and HELPED in match.players:
                gains.append(match.gained)
        return results, float(np.mean(gains))

    def gifts(self, seed: int, worth: float = 0.0) -> MatchGifts:
        """The second witness: gifts of each match; those of the helper bring `worth` more.

        Some err more than others and some get more than others, as the stronger ones do.
        """
        rng, gifts = np.random.default_rng([seed, 1]), MatchGifts()
        errs, gets = rng.uniform(0.02, 0.2, self.players), rng.uniform(0.5, 1.5, self.players)
        for match in self.played(seed):
            numbers = [int(name[1:]) for name in match.players]
            given = []
            for giver in numbers:
                loss = rng.exponential(errs[giver])
                parts = rng.exponential(size=len(numbers)) * gets[numbers]
                parts[numbers.index(giver)] = 0.0
                row = loss * parts / parts.sum()
                if giver == 0 and 1 in numbers:
                    row[numbers.index(1)] += worth
                given.append((row + 0.03 * rng.normal(size=len(numbers))).tolist())
            gifts.add(match.deal, "game", match.players, given)
        return gifts
