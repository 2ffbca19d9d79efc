"""The interface of a game's heuristic for the built-in bots, and the games that have one."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, Final, Protocol

from engines.api import Seat, View
from engines.registry import Registry
from tourney.domain.observation import Observation


class Heuristic(Protocol):
    """What a search needs for a game; reads only what the seat concerned may know.

    Rewards are between 0 and 1 per seat.
    """

    exploration: ClassVar[float]
    """Exploration constant: standard error of the difference of two moves in one world."""
    prior_visits: ClassVar[float]
    """The number of visits that the heuristic's estimate of a move counts as."""

    def ranked(
        self, state: Any, seat: Seat, worlds: Callable[[int], Sequence[Any]] | None = None
    ) -> Sequence[tuple[float, Any]]:
        """Moves worth a try, best first, each with its estimated reward relative to the first.

        `worlds` returns as many possible states, for moves that depend on hidden information;
        without it probabilities are estimated by counting.
        """

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
        "diamond-boxes": "tourney.bots.diamond_boxes.open_heuristic:HEURISTIC",
        "diamond-boxes-2": "tourney.bots.diamond_boxes.colour_heuristic:HEURISTIC",
        "diamonds": "tourney.bots.diamonds.heuristic:HEURISTIC",
        "diams": "tourney.bots.diams.heuristic:HEURISTIC",
    }
)
