"""A trained policy as a bot: the numbers of a decision in, an action number out, a move back.

    class Mine(PolicyBot):
        def act(self, numbers, actions):
            return max(actions, key=lambda action: my_model(numbers)[action])

The numbers and actions are those of the environments, so a policy plays as it was trained. Needs no
learning library.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.api import Seat, State
from tourney.adapters.coding import SeatKnowledge, SpelledDecision, flat
from tourney.adapters.episode import Setup, setup
from tourney.domain.observation import Observation


class CodedDecision:
    """A decision of a seat as numbers and actions: what an environment shows of it.

    `numbers` are from 0 to 1, as many in every position of a match. Call `choose` with one of
    `actions` until `move` is the move; a decision about several cards needs several actions.
    """

    def __init__(self, of: Setup, state: State[Any], seat: Seat, moves: Sequence[Any]) -> None:
        self._coding = of.coding
        memory = of.coding.memory(state, seat, None)
        self._look = SeatKnowledge(state.view(seat), seat, of.seats, memory)
        self._open: SpelledDecision = of.coding.decision(seat, of.seats, moves)
        self.move: Any = moves[0] if len(moves) == 1 else None

    @property
    def actions(self) -> list[int]:
        """The actions that can be chosen next, ascending."""
        return list(self._open.branches())

    @property
    def numbers(self) -> list[float]:
        """The features of the position, with the actions that are chosen so far."""
        return flat(self._coding.numbers(self._look, self._open.spelled()))

    def choose(self, action: int) -> None:
        """Choose the next action; KeyError if it is none of `actions`."""
        left = self._open.branches()[action]
        if len(left) == 1:
            self.move = left[0][1]
        else:
            self._open = SpelledDecision(left)


class PolicyBot(ABC):
    """A bot whose decisions a policy makes; write `act`, and `tourney run` plays the class.

    A decision with one legal move is not asked for, as in the environments.
    """

    setup: Setup

    def start(
        self,
        game: str,
        seat: Seat,
        seats: int,
        rules: str,
        *,
        options: Mapping[str, str],
        rng: Random,
    ) -> None:
        """Begin a match; a class that overrides it calls this one first."""
        self.setup = setup(game, tuple(sorted(options.items())), seats)
        self.rng = rng

    @abstractmethod
    def act(self, numbers: Sequence[float], actions: Sequence[int]) -> int:
        """One of the legal actions, for a position of which these are the numbers."""

    def decide(self, observation: Observation[Any]) -> Any:
        """The move that the policy makes of a decision."""
        # Every world that the seat considers possible has the same view and the same past for it.
        world = observation.resample(Random(0))
        open_ = CodedDecision(self.setup, world, observation.seat, observation.legal())
        while open_.move is None:
            open_.choose(int(self.act(open_.numbers, open_.actions)))
        return open_.move
