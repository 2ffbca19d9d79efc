"""The champion: tries all moves in the same worlds, and drops those that fall behind.

A lap is one more world, in which every move that is left is tried once. All of them meet the same
luck, so that only their differences count. In between moves are dropped: those that are behind the
best by more than luck explains, and the last ones, so that their number falls evenly with each part
of the budget (as in sequential halving by Karnin, Koren and Somekh, 2013). So most of the budget
goes to the moves that are hard to tell apart. The search with its upper confidence bounds spends
most on the move that it will choose anyway.

After a move the match is played on by the heuristic, with the last cards of Diamonds for two by
trying all, and in Diam's for longer than by the search, with drawing left to the heuristic;
`outlook` says what the position is then worth.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from time import perf_counter
from typing import Any, ClassVar, Final

from engines.api import State
from tourney.bots.heuristics import HEURISTICS, THOROUGH, Heuristic, NoHeuristic
from tourney.bots.outlook import Outlook
from tourney.bots.particles import particles
from tourney.bots.search import MOST_AHEAD, budget, whole_number
from tourney.domain.observation import Observation

ITERATIONS: Final = 800
MOST_PARTICLES: Final = 10_000
MOVES: Final = 24  # considered at the start
BATCH: Final = 8  # laps between two times that moves are dropped
PRIOR: Final = 8.0  # laps that the heuristic's estimate of a move counts as
DOUBT: Final = 1.0  # standard errors by which a move may be behind the best
LEAST_VARIANCE: Final = 0.0004  # of a difference: a few equal rewards do not make it certain


class ChampionBot:
    """Tries moves in possible worlds and drops those that fall behind; plays the last one left."""

    version: ClassVar[str] = "3"

    def __init__(
        self, iterations: str = "", ms: str = "", particles: str = "", ahead: str = ""
    ) -> None:
        """Set the budget per decision: tries of a move, or milliseconds (not reproducible).

        So many of the first worlds are `particles`, in which the moves of the others make sense.
        The value function judges after `ahead` turns of each seat, if not after the usual ones.
        """
        self._iterations, self._seconds = budget(iterations, ms, ITERATIONS)
        self._particles = whole_number("particles", particles, MOST_PARTICLES) if particles else 0
        self._ahead = whole_number("ahead", ahead, MOST_AHEAD, 0) if ahead else None
        self.reproducible = not ms

    def choose(self, observation: Observation[Any], rng: Random) -> Any:
        """The last move that is left."""
        moves = observation.legal()
        if len(moves) == 1:
            return moves[0]
        begin = perf_counter()
        race = Race(observation, rng, self._particles, self._ahead)
        spent = 0.0
        while len(race.left) > 1:
            for _ in range(BATCH):
                if spent < 1:
                    race.lap()
                    seconds = perf_counter() - begin
                    spent = max(race.tries / self._iterations, seconds / self._seconds)
            race.drop(spent)
        return race.moves[race.left[0]]


class Race:
    """The moves of one decision: their rewards in each world, and those that are left."""

    def __init__(
        self, observation: Observation[Any], rng: Random, informed: int, ahead: int | None = None
    ) -> None:
        name = observation.game.name
        self._observation = observation
        self._rng = rng
        usual: Heuristic = HEURISTICS.get(name) or NoHeuristic(observation.game)
        self._heuristic: Heuristic = THOROUGH.get(name) or usual
        self._worlds: list[State[Any]] = particles(observation, rng, informed)
        self._start = observation.resample(rng)
        seats = len(observation.view()["players"])
        turns = self._heuristic.ahead if ahead is None else ahead
        self._outlook = Outlook(observation.game, seats, self._heuristic, turns)
        ranked = self._heuristic.ranked(self._start, observation.seat, self._first_worlds)
        self.moves = [move for _, move in ranked[:MOVES]]
        """The moves considered, those that the heuristic likes best first."""
        self.left = list(range(len(self.moves)))
        """The numbers of the moves that may still be the best, the best so far first."""
        self.tries = 0
        """How often a move was tried."""
        self._priors = [prior for prior, _ in ranked[:MOVES]]
        self._rewards: list[list[float]] = [[] for _ in self.moves]  # by move and world
        self._laps = 0

    def lap(self) -> None:
        """Try every move that is left in the next world."""
        world = self._first_worlds(self._laps + 1)[self._laps]
        seat, start, outlook = self._observation.seat, self._start, self._outlook
        for number in self.left:
            state = world.clone()
            state.apply(seat, self.moves[number])
            self._rewards[number].append(outlook.rewards(state, start, self._rng)[seat])
        self._laps += 1
        self.tries += len(self.left)

    def drop(self, spent: float) -> None:
        """Drop moves, after a part of the budget was spent; with all of it one is left."""
        laps, rewards = self._laps, self._rewards
        worth = [0.0] * len(self.moves)
        for number in self.left:
            total = sum(rewards[number]) + PRIOR * self._priors[number]
            worth[number] = total / (laps + PRIOR)
        # The sort is stable: of equal moves the one that was ahead before is the best.
        self.left.sort(key=lambda number: -worth[number])
        best = self.left[0]
        most = round(len(self.moves) ** (1 - min(spent, 1.0)))
        kept = [best]
        for number in self.left[1:most]:
            mean = squares = 0.0
            for lap in range(laps):
                difference = rewards[number][lap] - rewards[best][lap]
                mean += difference / laps
                squares += difference * difference
            variance = (squares - laps * mean * mean) / max(1, laps - 1) + LEAST_VARIANCE
            if worth[number] - worth[best] + DOUBT * sqrt(variance / laps) > 0:
                kept.append(number)
        self.left = kept

    def _first_worlds(self, count: int) -> list[State[Any]]:
        while len(self._worlds) < count:
            self._worlds.append(self._heuristic.world(self._observation, self._rng, self._worlds))
        return self._worlds[:count]
