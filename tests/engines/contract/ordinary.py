"""What holds of most games: views show null for what a seat may not see, a state knows its past."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from engines.api import CHANCE, Seat
from tests.engines.contract.playing import AnyState, Case

Moves: TypeAlias = Sequence[tuple[Seat, Any]]


class Ordinary:
    """The part of an adapter that few games need of their own; see `secrets`."""

    LIKENESS = 0.5
    KEPT = 0.2
    OWN = True

    def less(self, key: str, part: Any, whole: Any, options: Mapping[str, Any]) -> bool:
        """Null, or the whole."""
        return part in (None, whole)

    def lived(self, case: Case, moves: Moves, deal: int, world: AnyState) -> Moves:
        """As the world itself remembers it, from the last deal on."""
        order, past = self.past(world)
        return [*moves[:deal], (CHANCE, order), *past]

    def past(self, state: AnyState) -> tuple[Sequence[int], list[tuple[Seat, Any]]]:
        """The order last dealt and the decisions since, as the state itself remembers them."""
        raise AssertionError("a game says how it remembers, or how else it has lived")
