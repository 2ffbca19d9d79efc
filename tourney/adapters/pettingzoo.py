"""Every game as a PettingZoo AEC environment: `env("diams", seats=3, length="quick")`.

The dealer shuffles whole orders from the seed of `reset`; rewards come when the match is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from tourney.adapters.episode import Episode, setup
from tourney.adapters.features import flat

Observation = dict[str, np.ndarray[Any, Any]]


class MatchEnv(AECEnv[str, Observation, int | None]):
    """A match; agents are `seat_0` to `seat_N`, observations hold the mask of legal actions."""

    def __init__(self, name: str, seats: int, given: Mapping[str, str]) -> None:
        super().__init__()
        self.setup = setup(name, tuple(sorted(given.items())), seats)
        self.metadata = {
            "name": f"tourney_{name}_v{self.setup.game.version}",
            "render_modes": [],
            "is_parallelizable": False,
        }
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        size = len(flat(Episode(self.setup).features(0)))
        actions = self.setup.coding.actions
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._luck = Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers a seat sees and the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All action numbers of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new match; without a seed the luck of the one before goes on."""
        if seed is not None:
            self._luck = Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.episode = Episode(self.setup)
        self._go_on()

    def _go_on(self) -> None:
        """Let the dealer do his part, then name the seat to decide."""
        episode = self.episode
        while episode.dealer():
            episode.shuffle(self._luck)
        seat = episode.seat()
        if seat is None:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[seat]

    def _finish(self) -> None:
        outcome = self.episode.state.outcome()
        assert outcome is not None
        utilities = self.episode.utilities()
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(utilities[seat])
            self.terminations[agent] = True
            self.infos[agent] = {"score": outcome.scores[seat], "place": outcome.places[seat]}

    def observe(self, agent: str) -> Observation:
        """What a seat sees; the mask is empty for a seat that owes nothing."""
        seat = self.possible_agents.index(agent)
        row = flat(self.episode.features(seat))
        mask = np.zeros(self.setup.coding.actions, np.int8)
        if seat == self.episode.seat():
            mask[list(self.episode.branches())] = 1
        return {"observation": np.array(row, np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """One action of the selected seat; None for a seat whose match is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.episode.branches():
            raise ValueError(f"action {action} is not legal for {agent}; see its action_mask")
        self._cumulative_rewards[agent] = 0.0
        self.episode.act(int(action))
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> None:
        """There is nothing to draw with here; matches are drawn by `tourney replay`."""

    def close(self) -> None:
        """Nothing is open."""


def env(name: str, seats: int = 2, **given: Any) -> MatchEnv:
    """A game of the registry; options as the command line writes them."""
    return MatchEnv(name, seats, {key: str(value) for key, value in given.items()})
