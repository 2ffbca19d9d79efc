"""Defaults of the adapters: a view shows null for hidden values, a state stores its history."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from engines.api import CHANCE, Seat
from tests.engines.contract.playing import AnyState, Case

Moves: TypeAlias = Sequence[tuple[Seat, Any]]


class Ordinary:
    """The methods of an adapter that are the same for most games; see `secrets`."""

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
