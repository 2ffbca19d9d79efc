"""What a search needs to know of a game: its heuristic, or none, and rewards of seats."""

from collections.abc import Callable, Sequence
from math import exp, inf
from random import Random
from typing import Any, ClassVar, Final, Protocol

from engines.api import Game, Seat, State, View
from engines.games import Registry
from tourney.domain.observation import Observation, playout

# The expected reward of a seat: the share of the other seats that it beats.

STEEPEST: Final = 30.0  # exponent from which a difference is certain; `exp` must not overflow


def likely(values: Sequence[float], spread: float) -> list[float]:
    """Shares from an estimate per seat, higher being better; `spread` is their typical error."""
    others = len(values) - 1
    # The sums include the seat itself, which the curve counts as one half.
    return [
        (sum(1 / (1 + exp(min(STEEPEST, (other - own) / spread))) for other in values) - 0.5)
        / others
        for own in values
    ]


def by_places(places: Sequence[int]) -> list[float]:
    """1 for a seat ahead of all others, 0 for a seat behind them all; ties count half."""
    others = len(places) - 1 or 1
    return [
        (sum((own < other) + (own == other) / 2 for other in places) - 0.5) / others
        for own in places
    ]


# The interface of a game's heuristic for the built-in bots, and the games that have one.


class Heuristic(Protocol):
    """What a search needs for a game; reads only what the seat concerned may know.

    Rewards are between 0 and 1 per seat.
    """

    exploration: ClassVar[float]
    """Exploration constant: standard error of the difference of two moves in one world."""
    prior_visits: ClassVar[float]
    """The number of visits that the heuristic's estimate of a move counts as."""
    ahead: ClassVar[int]
    """Turns of each seat after which the value function tells more than a playout; -1: never."""

    def ranked(
        self, state: Any, seat: Seat, worlds: Callable[[int], Sequence[Any]] | None = None
    ) -> Sequence[tuple[float, Any]]:
        """Moves worth a try, best first, each with its estimated reward relative to the first.

        `worlds` returns as many possible states, for moves that depend on hidden information;
        without it probabilities are estimated by counting.
        """

    def move(self, state: Any, seat: Seat) -> Any:
        """The best move for a seat of a state, quickly, for playing on."""

    def world(self, observation: Observation[Any], rng: Random, known: Sequence[Any]) -> Any:
        """Draw one more possible state (world) for the seat, by probability as far as known.

        `known` are the worlds drawn before, which may save work or spread the draws better.
        """

    def settled(self, state: Any, start: Any) -> bool:
        """Whether the search ends at `state`, for example because the round of `start` is over."""

    def playout(self, state: Any, start: Any, rng: Random) -> Sequence[float]:
        """Play on from `state` as far as is useful; returns the expected reward of each seat."""


class AdvisingHeuristic(Heuristic, Protocol):
    """A heuristic that can also choose a move from a view."""

    def advice(self, view: View) -> Any:
        """The best move for the seat of a view."""


HEURISTICS: Final[Registry[AdvisingHeuristic]] = Registry(
    {
        "blue-border": "tourney.bots.blue_border.heuristic:HEURISTIC",
        "diamond-boxes": "tourney.bots.diamond_boxes.heuristic:OPEN_HEURISTIC",
        "diamond-boxes-2": "tourney.bots.diamond_boxes.heuristic:COLOUR_HEURISTIC",
        "diamonds": "tourney.bots.diamonds.heuristic:HEURISTIC",
        "diams": "tourney.bots.diams.heuristic:HEURISTIC",
    }
)

THOROUGH: Final[Registry[Heuristic]] = Registry(
    {
        "diamonds": "tourney.bots.diamonds.heuristic:EXACT_HEURISTIC",
        "diams": "tourney.bots.diams.heuristic:THOROUGH_HEURISTIC",
    }
)
"""Heuristics that play on better and slower, where a game has one."""


# How likely moves are: what a seat does tells what it holds.


class Telling(Protocol):
    """A heuristic by which the moves of a seat tell what it holds."""

    recent: ClassVar[int]
    """The number of latest moves that are looked at; what is older tells little about now."""

    def likelihood(self, state: Any, seat: Seat, move: Any) -> float:
        """The probability that a seat makes this move in a state, above 0."""


TELLING: Final[Registry[Telling]] = Registry(
    {
        "diamond-boxes-2": "tourney.bots.diamond_boxes.heuristic:COLOUR_HEURISTIC",
        "diamonds": "tourney.bots.diamonds.heuristic:HEURISTIC",
        "diams": "tourney.bots.diams.heuristic:HEURISTIC",
    }
)


def softmax(
    choices: Sequence[tuple[float, Any]], move: Any, temperature: float, slips: float
) -> float:
    """The probability of a move, by the values of all moves that come into consideration.

    The share `slips` of all moves is made for other reasons: each is then as probable as another.
    """
    best = -inf
    for value, _ in choices:
        if value > best:
            best = value
    total = own = 0.0
    for value, other in choices:
        weight = exp((value - best) / temperature)
        total += weight
        if other == move:
            own = weight
    return (1 - slips) * own / total + slips / (len(choices) + 1)


# The substitute for a missing heuristic: all moves are equal, playouts are random.


class NoHeuristic:
    """A heuristic for any game, which uses only the game's contract."""

    exploration: ClassVar[float] = 0.5
    prior_visits: ClassVar[float] = 12.0
    ahead: ClassVar[int] = -1

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    def ranked(
        self,
        state: State[Any],
        seat: Seat,
        worlds: Callable[[int], Sequence[State[Any]]] | None = None,
    ) -> Sequence[tuple[float, Any]]:
        """Every legal move, none better than another."""
        return [(0.0, move) for move in state.legal_moves(seat)]

    def move(self, state: State[Any], seat: Seat) -> Any:
        """The first legal move, as none is better than another."""
        return state.legal_moves(seat)[0]

    def world(
        self, observation: Observation[Any], rng: Random, known: Sequence[State[Any]]
    ) -> State[Any]:
        """A random possible state for the seat."""
        return observation.resample(rng)

    def settled(self, state: State[Any], start: State[Any]) -> bool:
        """Whether the match is over."""
        return not state.pending()

    def playout(self, state: State[Any], start: State[Any], rng: Random) -> Sequence[float]:
        """Play at random to the end; the share of others that each seat beats, ties count half."""
        return by_places(playout(self._game, state, rng).places)
