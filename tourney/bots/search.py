"""The search bot: Monte-Carlo tree search over determinizations of the seat's position.

There is one tree, over what the seat knows. Every iteration walks it in a world drawn by
`resample`, so hidden information differs from iteration to iteration. It works for any game by its
contract. A heuristic, if the game has one, ranks the moves, plays on below the tree, and estimates
the rewards.

There is time for few iterations only, and most moves differ little. Therefore a move starts with
prior visits, whose mean is the heuristic's estimate, and the moves at the root are tried in the
same worlds, so that only their differences count.
"""

from __future__ import annotations

from math import inf, sqrt
from random import Random
from time import perf_counter
from typing import Any, ClassVar, Final, NamedTuple

from engines.api import CHANCE, Seat, State
from engines.messages import say
from tourney.bots.heuristics import HEURISTICS, Heuristic, NoHeuristic
from tourney.bots.outlook import PLAYOUT, Outlook
from tourney.domain.observation import Observation

ITERATIONS: Final = 200
MOST_ITERATIONS: Final = 1_000_000  # with a time budget never reached
MOST_MS: Final = 3_600_000  # for a decision
MOST_AHEAD: Final = 100  # turns of each seat
MOST_DIGITS: Final = 20  # digits of no possible setting
ROOT_MOVES: Final = 8  # moves considered at the root
HOPE: Final = 2.0  # factor of the exploration constant for a move that may still be the best
DRAWS: Final = 1000  # from which the probabilities of an advice are estimated
CHECK_EVERY: Final = 6  # iterations between two checks whether the search is decided
VISITS_A_MOVE: Final = 24  # visits of a node below the root for each move that it adds


class Node:
    """A move in the tree: its visits, the total reward of its seat, and the moves after it."""

    __slots__ = ("children", "prior", "total", "visits")

    def __init__(self, prior: float = 0.0) -> None:
        self.prior = prior
        self.visits = 0
        self.total = 0.0
        self.children: dict[Any, Node] = {}

    def worth(self, base: float, prior_visits: float) -> float:
        """The mean reward; the prior (added to `base`) counts as `prior_visits` visits."""
        prior = prior_visits * (base + self.prior)
        return (self.total + prior) / (self.visits + prior_visits)

    def upper_bound(self, base: float, prior_visits: float, exploration: float) -> float:
        """The upper confidence bound of its worth."""
        return self.worth(base, prior_visits) + exploration / sqrt(self.visits + prior_visits)


class MoveEstimate(NamedTuple):
    """A move with its expected reward, from 0 to 1, and the probability that it is the best."""

    move: Any
    reward: float
    chance: float


def advice(observation: Observation[Any], rng: Random, seconds: float) -> list[MoveEstimate]:
    """The best moves by a search of so many seconds, the best first."""
    search = Search(observation, rng)
    end = perf_counter() + seconds
    while search.open() and perf_counter() < end:
        for _ in range(CHECK_EVERY):
            search.iterate()
    return search.estimates()


class SearchBot:
    """Tries moves in possible worlds and chooses the one with the best mean reward."""

    version: ClassVar[str] = "3"

    def __init__(self, iterations: str = "", ms: str = "", ahead: str = "") -> None:
        """Set the budget per decision: iterations, or milliseconds, which is not reproducible.

        With `ahead` a playout ends after so many turns of each seat, and the value function judges.
        """
        self._iterations, self._seconds = budget(iterations, ms, ITERATIONS)
        self._ahead = whole_number("ahead", ahead, MOST_AHEAD, 0) if ahead else PLAYOUT
        self.reproducible = not ms

    def choose(self, observation: Observation[Any], rng: Random) -> Any:
        """The move with the best mean reward."""
        moves = observation.legal()
        if len(moves) == 1:
            return moves[0]
        search = Search(observation, rng, self._ahead)
        end = perf_counter() + self._seconds
        for done in range(self._iterations):
            if (done % CHECK_EVERY == 0 and not search.open()) or perf_counter() >= end:
                break
            search.iterate()
        return search.best()


def budget(iterations: str, ms: str, usual: int) -> tuple[int, float]:
    """Iterations and seconds for a decision, from settings of which one may be given; ValueError.

    The other one is then as good as unlimited.
    """
    if iterations and ms:
        raise ValueError(say("bots.one-budget"))
    if ms:
        return MOST_ITERATIONS, whole_number("ms", ms, MOST_MS) / 1000
    return whole_number("iterations", iterations or str(usual), MOST_ITERATIONS), inf


def whole_number(key: str, text: str, most: int, least: int = 1) -> int:
    """The whole number from `least` to `most` that a setting gives; ValueError if it is none."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < MOST_DIGITS else -1
    if not least <= number <= most:
        raise ValueError(say("bots.not-whole", key=key, least=least, most=most, text=text))
    return number


class Search:
    """The search for one decision; rewards at the root are relative to the heuristic's choice."""

    def __init__(self, observation: Observation[Any], rng: Random, ahead: int = PLAYOUT) -> None:
        self._observation = observation
        self._rng = rng
        self._heuristic: Heuristic = HEURISTICS.get(observation.game.name) or NoHeuristic(
            observation.game
        )
        seats = len(observation.view()["players"])
        self._outlook = Outlook(observation.game, seats, self._heuristic, ahead)
        self._worlds: list[State[Any]] = [self._heuristic.world(observation, rng, ())]
        self._rewards: list[float] = []  # of the heuristic's choice, world by world
        ranked = self._heuristic.ranked(self._worlds[0], observation.seat, self._first_worlds)
        self._moves = [move for _, move in ranked[:ROOT_MOVES]]
        self._nodes = [Node(prior) for prior, _ in ranked[:ROOT_MOVES]]

    def open(self) -> bool:
        """Whether more than one move may still be the best."""
        prior_visits = self._heuristic.prior_visits
        best = max(node.worth(0.0, prior_visits) for node in self._nodes)
        hope = HOPE * self._heuristic.exploration
        return sum(node.upper_bound(0.0, prior_visits, hope) >= best for node in self._nodes) > 1

    def best(self) -> Any:
        """The move with the highest worth so far; the heuristic's choice among equals."""
        worth = [node.worth(0.0, self._heuristic.prior_visits) for node in self._nodes]
        return self._moves[worth.index(max(worth))]

    def estimates(self) -> list[MoveEstimate]:
        """The moves considered at the root, the best first."""
        heuristic = self._heuristic
        while len(self._rewards) < VISITS_A_MOVE:  # the search may have been decided at once
            self._rewards.append(self._walk(0, len(self._rewards)))
        base = sum(self._rewards) / len(self._rewards)
        worth = [node.worth(0.0, heuristic.prior_visits) for node in self._nodes]
        # The exploration constant is the error of a difference of two moves, hence the 2.
        errors = [
            heuristic.exploration / sqrt(2 * (node.visits + heuristic.prior_visits))
            for node in self._nodes
        ]
        # The probability of each move to be the best, from draws of all true values.
        firsts = [0] * len(worth)
        for _ in range(DRAWS):
            values = [
                self._rng.gauss(mean, error) for mean, error in zip(worth, errors, strict=True)
            ]
            firsts[values.index(max(values))] += 1
        estimates = [
            MoveEstimate(move, base + gain, first / DRAWS)
            for move, gain, first in zip(self._moves, worth, firsts, strict=True)
        ]
        return sorted(estimates, key=lambda estimate: -estimate.reward)

    def iterate(self) -> None:
        """Try the most promising move in its next world, after the heuristic's choice in it."""
        heuristic = self._heuristic
        upper_bound = [
            node.upper_bound(0.0, heuristic.prior_visits, heuristic.exploration)
            for node in self._nodes[1:]
        ]
        choice = 1 + upper_bound.index(max(upper_bound))
        number = self._nodes[choice].visits
        if number == len(self._rewards):
            self._rewards.append(self._walk(0, number))
        else:
            reward = self._walk(choice, number)
            self._nodes[choice].total += reward - self._rewards[number]

    def _walk(self, choice: int, number: int) -> float:
        """One pass down the tree, a playout, and the update; the reward of the searching seat."""
        state, start = self._world(number), self._worlds[0]
        node, seat = self._nodes[choice], self._observation.seat
        state.apply(seat, self._moves[choice])
        path = [node]
        seats = [seat]  # `seats[i]` made the move of `path[i]`, and its rewards count there
        while node.visits >= VISITS_A_MOVE and not self._heuristic.settled(state, start):
            owing = state.pending()[0]
            if owing == CHANCE:
                state.apply(owing, self._observation.game.shuffle(state, self._rng))
                continue
            move = self._next_move(node, state, owing)
            state.apply(owing, move)
            node = node.children[move]
            path.append(node)
            seats.append(owing)
        rewards = self._outlook.rewards(state, start, self._rng)
        path[0].visits += 1  # its total is a difference of rewards, which `iterate` adds
        for node, owing in zip(path[1:], seats[1:], strict=True):
            node.visits += 1
            node.total += rewards[owing]
        return rewards[seat]

    def _first_worlds(self, count: int) -> list[State[Any]]:
        for number in range(count):
            self._world(number)
        return self._worlds[:count]

    def _world(self, number: int) -> State[Any]:
        """A copy of world `number`; every move at the root is tried in the same worlds."""
        if number == len(self._worlds):
            self._worlds.append(self._heuristic.world(self._observation, self._rng, self._worlds))
        return self._worlds[number].clone()

    def _next_move(self, node: Node, state: State[Any], seat: Seat) -> Any:
        """The next move below the root, where legal moves differ between worlds."""
        heuristic, children = self._heuristic, node.children
        legal = [move for move in children if state.is_legal(seat, move)]
        if (len(legal) + 1) * VISITS_A_MOVE <= node.visits or not legal:
            for prior, move in heuristic.ranked(state, seat):
                if move not in children:
                    children[move] = Node(prior)
                    return move
        # Priors are differences: `base` is what the reference move of this node seems to be worth.
        known = [children[move] for move in legal]
        tries = sum(child.visits for child in known)
        base = sum(child.total - child.prior * child.visits for child in known) / (tries or 1)
        prior_visits, exploration = heuristic.prior_visits, heuristic.exploration
        return max(
            legal, key=lambda move: children[move].upper_bound(base, prior_visits, exploration)
        )
