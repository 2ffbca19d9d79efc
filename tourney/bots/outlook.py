"""The outlook of a position in a world: what each seat may expect of the match.

The match is played on by the heuristic. A playout goes to the end of the round, or as far as the
heuristic finds useful, and estimates the rewards there. Or, where that tells more, the value
function judges after some turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engines.api import CHANCE, Game, State
from tourney.bots.heuristics import Heuristic
from tourney.bots.values import Value, value_of

PLAYOUT: Final = -1
"""In the place of turns: no value function."""


class Outlook:
    """How positions are judged: by playouts, or by the value function some turns later."""

    def __init__(
        self,
        game: Game[Any],
        seats: int,
        heuristic: Heuristic,
        ahead: int,
        value: Value | None = None,
    ) -> None:
        """Let a value function judge after `ahead` turns of each seat, or do without.

        It is that of the game if none is given.
        """
        self._game = game
        self._heuristic = heuristic
        self._value: Value | None = (value or value_of(game.name)) if ahead >= 0 else None
        self._turns = ahead * seats

    def stands(self, state: State[Any]) -> bool:
        """Whether a position is judged as it is, without playing on."""
        value = self._value
        return value is not None and not self._turns and value.features.quiet(state)

    def rewards(self, state: State[Any], start: State[Any], rng: Random) -> Sequence[float]:
        """The expected reward of each seat; `state`, which came from `start`, is played on."""
        heuristic, value = self._heuristic, self._value
        if value is None:
            return heuristic.playout(state, start, rng)
        turns = self._turns
        while owing := state.pending():
            quiet = value.features.quiet(state)
            if quiet and (not turns or owing[0] == CHANCE):  # nobody knows what comes next
                break
            turns -= quiet
            if owing[0] == CHANCE:
                state.apply(CHANCE, self._game.shuffle(state, rng))
            else:
                state.apply(owing[0], heuristic.move(state, owing[0]))
        return value.shares(state)
