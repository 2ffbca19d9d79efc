"""What a heuristic of a game tells the built-in bots, and the games that have one."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar, Protocol

from engines.api import Seat, View
from tourney.bots.blue_border.heuristic import BlueBorderHeuristic
from tourney.bots.diamond_boxes.colour_heuristic import ColourBoxesHeuristic
from tourney.bots.diamond_boxes.open_heuristic import OpenBoxesHeuristic
from tourney.bots.diamonds.heuristic import DiamondsHeuristic
from tourney.bots.diams.heuristic import DiamsHeuristic
from tourney.domain.observation import Observation


class Heuristic(Protocol):
    """What a search needs to know of a game; it reads no more than the seat concerned may know.

    Rewards are between 0 and 1 per seat. What is settled is decided as far as a search cares,
    even if the match goes on.
    """

    exploration: ClassVar[float]
    """Exploration constant: standard error of the difference of two moves in one world."""
    prior_visits: ClassVar[float]
    """How many visits the heuristic's estimate of a move counts for."""

    def ranked(
        self, state: Any, seat: Seat, worlds: Callable[[int], Sequence[Any]] | None = None
    ) -> Sequence[tuple[float, Any]]:
        """Moves worth a try, best first, each with the reward it adds to that of the first.

        `worlds` gives so many states that the seat could be in, for moves that hang on what it
        cannot know; without them what is likely is told by counting.
        """

    def world(self, observation: Observation[Any], rng: Random, known: Sequence[Any]) -> Any:
        """One more world that the seat could be in, as likely as the heuristic can tell.

        `known` are those drawn before, which may save work or spread them better.
        """

    def settled(self, state: Any, start: Any) -> bool:
        """Whether what was open at `start` is decided."""

    def playout(self, state: Any, start: Any, rng: Random) -> Sequence[float]:
        """Play on from `state` as far as it tells something; what each seat can expect."""


class AdvisingHeuristic(Heuristic, Protocol):
    """A heuristic that knows good moves when it sees a view."""

    def advice(self, view: View) -> Any:
        """The move that is sound for the seat of a view."""


HEURISTICS: dict[str, AdvisingHeuristic] = {
    "blue-border": BlueBorderHeuristic(),
    "diamond-boxes": OpenBoxesHeuristic(),
    "diamond-boxes-2": ColourBoxesHeuristic(),
    "diamonds": DiamondsHeuristic(),
    "diams": DiamsHeuristic(),
}
