"""The bot that looks ahead: Monte-Carlo tree search over worlds its seat could be in.

One tree over what the seat knows: every iteration walks it in a world drawn by `resample`, so what
the seat cannot know differs from walk to walk. Works on any game by its contract; a guide, where
the game has one, says which moves are worth a try, how play goes on below the tree and what the
seats can then expect.

Few iterations are all there is time for, and most moves differ little. So a move counts as if it
had been tried before with what the guide believes of it, and the moves at the root are tried in
the same worlds, which leaves their differences.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, sqrt
from random import Random
from time import perf_counter
from typing import Any, ClassVar, Final

from engines.api import CHANCE, Seat, State
from tourney.bots.heuristics import HEURISTICS, Heuristic
from tourney.bots.no_heuristic import NoHeuristic
from tourney.domain.observation import Observation

ITERATIONS: Final = 200
MANY: Final = 1_000_000  # more than a budget of time allows
WIDTH: Final = 8  # moves considered at the root
HOPE: Final = 2.0  # errors by which a move may be better than it looked, to be tried again
STRIDE: Final = 6  # iterations between two looks at whether it is decided
PATIENCE: Final = 24  # tries that a node below the root needs for each move it gets to know


class Node:
    """A move: how often it was tried, what it brought the seat that made it, what came after."""

    __slots__ = ("believed", "children", "total", "visits")

    def __init__(self, believed: float = 0.0) -> None:
        self.believed = believed
        self.visits = 0
        self.total = 0.0
        self.children: dict[Any, Node] = {}

    def worth(self, base: float, faith: float) -> float:
        """The mean of what it brought, the belief (above `base`) counted as tries before."""
        believed = faith * (base + self.believed)
        return (self.total + believed) / (self.visits + faith)

    def promise(self, base: float, faith: float, doubt: float) -> float:
        """What it may be worth if doubt is given its benefit."""
        return self.worth(base, faith) + doubt / sqrt(self.visits + faith)

    def best(self, moves: Iterable[Any], faith: float, doubt: float) -> Any:
        """The most promising of `moves`, the first among equals."""
        known = [self.children[move] for move in moves]
        tries = sum(child.visits for child in known)
        base = sum(child.total - child.believed * child.visits for child in known) / (tries or 1)
        return max(moves, key=lambda move: self.children[move].promise(base, faith, doubt))


class SearchBot:
    """Tries moves in likely worlds and makes the one that did best."""

    version: ClassVar[str] = "3"

    def __init__(self, iterations: str = "", ms: str = "") -> None:
        """A budget per decision: so many iterations, or so much time, which does not repeat."""
        if iterations and ms:
            raise ValueError("give iterations or ms, not both")
        self._iterations = MANY if ms else int(iterations or ITERATIONS)
        self._seconds = float(ms) / 1000 if ms else inf
        if self._iterations < 1 or not self._seconds > 0:
            raise ValueError("a budget is positive")
        self.reproducible = not ms

    def choose(self, look: Observation[Any], rng: Random) -> Any:
        """The move that did best in the worlds it was tried in."""
        moves = look.legal()
        if len(moves) == 1:
            return moves[0]
        search = Search(look, rng)
        end = perf_counter() + self._seconds
        for done in range(self._iterations):
            if (done % STRIDE == 0 and not search.open()) or perf_counter() >= end:
                break
            search.iterate()
        return search.best()


class Search:
    """One decision. The root's rewards count above those of the guide's own choice."""

    def __init__(self, look: Observation[Any], rng: Random) -> None:
        self._look = look
        self._rng = rng
        self._guide: Heuristic = HEURISTICS.get(look.game.name) or NoHeuristic(look.game)
        self._worlds: list[State[Any]] = [self._guide.world(look, rng, ())]
        self._rewards: list[float] = []  # of the guide's choice, world by world
        ranked = self._guide.ranked(self._worlds[0], look.seat, self._first)[:WIDTH]
        self._moves = [move for _, move in ranked]
        self._nodes = [Node(believed) for believed, _ in ranked]

    def open(self) -> bool:
        """Whether another move may still turn out better than the guide's choice or the best."""
        faith = self._guide.faith
        best = max(node.worth(0.0, faith) for node in self._nodes)
        hope = HOPE * self._guide.doubt
        return sum(node.promise(0.0, faith, hope) >= best for node in self._nodes) > 1

    def best(self) -> Any:
        """The move that is worth most so far; the guide's choice among equals."""
        worth = [node.worth(0.0, self._guide.faith) for node in self._nodes]
        return self._moves[worth.index(max(worth))]

    def iterate(self) -> None:
        """Try the most promising move in the next world, the guide's choice there before it."""
        guide = self._guide
        promise = [node.promise(0.0, guide.faith, guide.doubt) for node in self._nodes[1:]]
        choice = 1 + promise.index(max(promise))
        number = self._nodes[choice].visits
        if number == len(self._rewards):
            self._rewards.append(self._walk(0, number))
        else:
            reward = self._walk(choice, number)
            self._nodes[choice].total += reward - self._rewards[number]

    def _walk(self, choice: int, number: int) -> float:
        """Down the tree, on below it, and back up; what the seat that looks got."""
        state, start = self._world(number), self._worlds[0]
        node, seat = self._nodes[choice], self._look.seat
        state.apply(seat, self._moves[choice])
        path = [node]
        seats = [seat]
        while node.visits >= PATIENCE and not self._guide.settled(state, start):
            owing = state.pending()[0]
            if owing == CHANCE:
                state.apply(owing, self._look.game.shuffle(state, self._rng))
                continue
            move = self._step(node, state, owing)
            state.apply(owing, move)
            node = node.children[move]
            path.append(node)
            seats.append(owing)
        rewards = self._guide.playout(state, start, self._rng)
        path[0].visits += 1
        for node, owing in zip(path[1:], seats[1:], strict=True):
            node.visits += 1
            node.total += rewards[owing]
        return rewards[seat]

    def _first(self, count: int) -> list[State[Any]]:
        """The worlds that the moves at the root meet first."""
        for number in range(count):
            self._world(number)
        return self._worlds[:count]

    def _world(self, number: int) -> State[Any]:
        """A copy of the world of that number; every move at the root meets the same ones."""
        if number == len(self._worlds):
            self._worlds.append(self._guide.world(self._look, self._rng, self._worlds))
        return self._worlds[number].clone()

    def _step(self, node: Node, state: State[Any], seat: Seat) -> Any:
        """A move below the root, where the worlds differ in what is legal."""
        legal = [move for move in node.children if state.is_legal(seat, move)]
        if (len(legal) + 1) * PATIENCE <= node.visits or not legal:
            for believed, move in self._guide.ranked(state, seat):
                if move not in node.children:
                    node.children[move] = Node(believed)
                    return move
        return node.best(legal, self._guide.faith, self._guide.doubt)
