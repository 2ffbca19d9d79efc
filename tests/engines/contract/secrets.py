"""What a seat cannot know, stated once more per game, from the rules and not from the engine.

The tests of twin worlds swap what `hidden` lists, let unseen decisions differ within one `guise`,
and drop a pair of worlds once the rules themselves make the difference public (`revealed`).
"""

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Protocol, TypeAlias

import pytest

from engines.api import Game, Seat, Who
from tests.engines.contract.ordinary import Moves
from tests.engines.contract.playing import AnyPly, AnyState, Case
from tests.engines.own import folder, own

Hidden: TypeAlias = Mapping[int, str]
"""Place in the dealer's order -> where its card went, or one of `UNDRAWN`."""
UNDRAWN = ("deck", "END")


class Secrets(Protocol):
    """The adapter of one game."""

    LIKENESS: float  # how often only cards that are akin are to change places
    KEPT: float  # how often a decision unseen long ago is to stay as it was
    OWN: bool  # whether a seat sees all of what it does itself
    KINDS: frozenset[str]  # what has to differ between twin worlds often enough

    def pursue(self, game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
        """A way to play in which much is decided unseen."""

    def akin(self, one: int, two: int) -> bool:
        """Whether two unlike cards may often stand for each other."""

    def sort(self, card: int) -> str:
        """What sort of card it is."""

    def all_there(self, state: AnyState) -> None:
        """Assert that every card is somewhere, once."""

    def hidden(self, order: Sequence[int], log: Sequence[AnyPly], who: Who) -> Hidden:
        """Places in the last dealer's order whose cards `log` has not shown to `who`.

        Each with a word for where such a card went; `log` starts with that deal's first entry.
        """

    def guise(self, state: AnyState, seat: Seat, move: Any, who: Who) -> object:
        """What `who` may see of a decision about to be made: equal for all that look alike."""

    def revealed(self, state: AnyState, seat: Seat, move: Any) -> object:
        """What making this move shows to all, beyond the move, as the rules want it."""

    def public(self, state: AnyState) -> object:
        """What hidden cards have led to that all may see: scores, an end that has begun."""

    def held(self, state: AnyState) -> frozenset[int]:
        """Cards that somebody has and not everybody sees; others were played in the open."""

    def less(self, key: str, part: Any, whole: Any, options: Mapping[str, Any]) -> bool:
        """Whether a seat may see `part` under a key of a view where all there is is `whole`."""

    def lived(self, case: Case, moves: Moves, deal: int, world: AnyState) -> Moves:
        """All moves so far as they were made in a resampled world, the last deal being `deal`."""


@cache
def _adapter(name: str) -> Secrets | None:
    module = own(name, "secrets")
    return None if module is None else module.SECRETS.get(name)


def secrets_of(name: str) -> Secrets:
    """The adapter of a game, from its own folder of tests; skips the test where there is none."""
    found = _adapter(name)
    if found is None:
        pytest.skip(f"no SECRETS[{name!r}] in {folder(name)}/secrets.py")
    return found


def hands_are_hidden(name: str) -> bool:
    """Whether more is hidden in a game than the order of its deck."""
    return any("hand" in kind for kind in secrets_of(name).KINDS)
