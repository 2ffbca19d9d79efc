"""Another round, as a value to compare with the round drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from tourney.domain.draws import EntrantId


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another round, how much more it costs, and whether no other one is cheaper.

    `pods` are None if there is no such round.
    """

    pods: Sequence[Sequence[EntrantId]] | None
    change: int
    exact: bool
