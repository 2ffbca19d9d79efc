"""What a seat cannot know, written for each game from its rules, independent of the engine.

The tests of twin worlds swap the cards that `hidden` lists, replace unseen decisions by others
with the same `guise`, and drop a pair of worlds if a rule makes the difference public (`revealed`).
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, Protocol, TypeAlias

import pytest

from engines.api import CHANCE, Game, Seat, Who
from tourney.contracts.playing import AnyPly, AnyState, Case

Moves: TypeAlias = Sequence[tuple[Seat, Any]]
Hidden: TypeAlias = Mapping[int, str]
"""Index in the dealer's order -> where the card at that index went, or one of `UNDRAWN`."""
UNDRAWN = ("deck", "END")


class Secrets(Protocol):
    """The adapter of one game."""

    LIKENESS: float  # probability that only similar cards are swapped
    KEPT: float  # probability that an old unseen decision is kept
    OWN: bool  # whether a seat sees all of its own moves
    KINDS: frozenset[str]  # the kinds of difference that must occur often enough

    def pursue(self, game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
        """A move of a player who makes many decisions that the others do not see."""

    def akin(self, one: int, two: int) -> bool:
        """Whether two different cards are similar enough to be swapped often."""

    def sort(self, card: int) -> str:
        """The kind of a card, in words."""

    def all_there(self, state: AnyState) -> None:
        """Assert that every card is in exactly one place."""

    def hidden(self, order: Sequence[int], log: Sequence[AnyPly], who: Who) -> Hidden:
        """Indices in the last dealer's order whose cards `log` has not shown to `who`.

        Each has a word for where its card went. `log` starts with the first entry of that deal.
        """

    def guise(self, state: AnyState, seat: Seat, move: Any, who: Who) -> object:
        """What `who` may see of the coming decision: equal for moves that look the same."""

    def revealed(self, state: AnyState, seat: Seat, move: Any) -> object:
        """What this move reveals to everybody by the rules, in addition to the move itself."""

    def public(self, state: AnyState) -> object:
        """Public consequences of hidden cards, such as scores or the start of the last turns."""

    def held(self, state: AnyState) -> frozenset[int]:
        """Cards that a seat has and that are not visible to every seat."""

    def less(self, key: str, part: Any, whole: Any, options: Mapping[str, Any]) -> bool:
        """Whether a seat may see `part` under a key of a view whose full value is `whole`."""

    def lived(self, case: Case, moves: Moves, deal: int, world: AnyState) -> Moves:
        """All moves so far as a resampled world has them; `deal` is the index of the last deal."""


class Ordinary:
    """The methods of an adapter that are the same for most games.

    A view shows null for hidden values, a state stores its history.
    """

    LIKENESS = 0.5
    KEPT = 0.2
    OWN = True

    def less(self, key: str, part: Any, whole: Any, options: Mapping[str, Any]) -> bool:
        """Whether the value is null or the full value."""
        return part in (None, whole)

    def lived(self, case: Case, moves: Moves, deal: int, world: AnyState) -> Moves:
        """The moves before the last deal, then the history that the world itself stores."""
        order, past = self.past(world)
        return [*moves[:deal], (CHANCE, order), *past]

    def past(self, state: AnyState) -> tuple[Sequence[int], list[tuple[Seat, Any]]]:
        """The order of the last deal and the decisions since, as the state stores them."""
        raise AssertionError("a game says how it remembers, or how else it has lived")


ADAPTERS: Final[list[Callable[[str], Secrets | None]]] = []
"""Where the adapter of a game may be found by its name."""


def secrets_of(name: str) -> Secrets:
    """The adapter of a game; skips the test if there is none."""
    for look in ADAPTERS:
        if (found := look(name)) is not None:
            return found
    pytest.skip(f"nobody says what a seat cannot know in {name!r}: give its secrets to `of_game`")


def hands_are_hidden(name: str) -> bool:
    """Whether a game hides hands, not only the order of its deck."""
    return any("hand" in kind for kind in secrets_of(name).KINDS)
