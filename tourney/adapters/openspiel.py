"""Every game as an OpenSpiel game: `pyspiel.load_game("python_tourney_diams(seats=3)")`.

Importing this module registers them. Chance is explicit, one item of the dealer's order per node;
a seat's return is the number of seats it beat minus the number that beat it, so sums are zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

import numpy as np
import pyspiel

from engines.api import CHANCE
from engines.games import GAMES
from tourney.adapters.coding import flat
from tourney.adapters.episode import Episode, Setup, setup


class MatchGame(pyspiel.Game):
    """A game with its options and number of seats; one subclass for each registered game."""

    name: str
    game_type: pyspiel.GameType

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = params or {}
        # The inverse of `write_options`: `perfect:on;rounds:2`.
        words = str(given.get("options", "")).replace(";", " ").split()
        pairs = (word.partition(":") for word in words)
        options = tuple(sorted((key, value.replace("/", ",")) for key, _, value in pairs))
        seats = int(given.get("seats", GAMES[self.name].seats[0]))
        self.setup = setup(self.name, options, seats)
        written = {"options": write_options(options)} if options else {}
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setup.coding.actions,
            max_chance_outcomes=self.setup.coding.items,
            num_players=seats,
            min_utility=float(1 - seats),
            max_utility=float(seats - 1),
            utility_sum=0.0,
            max_game_length=self.setup.most_steps(),
        )
        super().__init__(self.game_type, info, {"seats": seats, **written})

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> MatchState:
        """The position before the dealer's first move."""
        return MatchState(self)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound on the dealer's actions."""
        return self.setup.most_draws()

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> MatchObserver:
        """An observer of the given kind."""
        if params:
            raise ValueError(f"observers take no parameters, but got {params}")
        return MatchObserver(
            self.setup, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        )


class MatchState(pyspiel.State):
    """A position; its Python data is one episode."""

    def __init__(self, game: MatchGame) -> None:
        super().__init__(game)
        self.episode = Episode(game.setup)

    def current_player(self) -> int:
        """The seat to decide, the dealer, or TERMINAL."""
        pending = self.episode.state.pending()
        return pending[0] if pending else int(pyspiel.PlayerId.TERMINAL)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> MatchState:
        """A random state with the same information state of `player`; its action history is empty.

        `sampler` draws a number from 0 to 1.
        """
        twin = MatchState(self.get_game())
        twin.episode = self.episode.resample(player, Random(sampler()))
        return twin

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.episode.branches())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible next items of the dealer's order, with their probabilities."""
        return self.episode.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.episode.dealer():
            self.episode.deal(action)
        else:
            self.episode.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"{self.episode.state.phase()} {action}"
        return self.episode.action_text(action)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return not self.episode.state.pending()

    def returns(self) -> list[float]:
        """The utilities by seat."""
        return [float(utility) for utility in self.episode.utilities()]

    def __str__(self) -> str:
        return self.episode.text()


class MatchObserver:
    """The observation of a seat as text and, for the default kind, as numbers."""

    def __init__(self, of: Setup, kind: pyspiel.IIGObservationType) -> None:
        self.recall = kind.perfect_recall
        self.own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.open = kind.public_info
        self.tensor: np.ndarray[Any, Any] | None = None
        self.dict: dict[str, np.ndarray[Any, Any]] = {}
        if self.own and self.open and not self.recall:
            # The entries of `dict` are windows on the tensor: filling it in fills them in.
            pieces = Episode(of).features(0)
            self.tensor = np.zeros(sum(len(row) for _, row in pieces), np.float32)
            start = 0
            for name, row in pieces:
                self.dict[name] = self.tensor[start : start + len(row)]
                start += len(row)

    def set_from(self, state: MatchState, player: int) -> None:
        """Fill in the numbers."""
        if self.tensor is not None:
            self.tensor[:] = flat(state.episode.features(player))

    def string_from(self, state: MatchState, player: int) -> str:
        """The observation as text."""
        episode = state.episode
        if not self.own:
            return episode.public() if self.open else ""
        if self.recall:
            return episode.information(player)
        return episode.observation(player) if self.open else episode.private(player)


def write_options(options: Iterable[tuple[str, str]]) -> str:
    """Options as one parameter; OpenSpiel's game strings cannot contain `=` and `,`."""
    return ";".join(f"{key}:{value}" for key, value in options).replace(",", "/")


def registered_name(name: str) -> str:
    """The name of a game in OpenSpiel."""
    return f"python_tourney_{name.replace('-', '_')}"


def register() -> None:
    """Register every game with OpenSpiel, once."""
    known = pyspiel.registered_names()
    kinds = pyspiel.GameType
    for name, game in GAMES.items():
        if registered_name(name) in known:
            continue
        kind = kinds(
            short_name=registered_name(name),
            long_name=game.title["en"],
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
            information=kinds.Information.IMPERFECT_INFORMATION,
            utility=kinds.Utility.ZERO_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=game.seats[-1],
            min_num_players=game.seats[0],
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={"seats": game.seats[0], "options": ""},
            provides_factored_observation_string=True,
        )
        # OpenSpiel releases its objects after the interpreter has ended; a class is part of a
        # reference cycle and therefore still exists then.
        pyspiel.register_game(
            kind, type("MatchGame", (MatchGame,), {"name": name, "game_type": kind})
        )


register()
