"""Every game as a PettingZoo AEC environment: `env("diams", seats=3, length="quick")`.

The dealer shuffles whole orders from the seed of `reset`; rewards come when the match is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from tourney.adapters.episode import Episode, setup
from tourney.adapters.gym import Seen, observation_space, observed


class MatchEnv(AECEnv[str, Seen, int | None]):
    """A match; agents are `seat_0` to `seat_N`, observations contain the mask of legal actions."""

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
        # Each agent has spaces of its own, because a space also draws random samples.
        self.observation_spaces = {
            agent: observation_space(self.setup) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(self.setup.coding.actions) for agent in self.possible_agents
        }
        self._luck = Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of a seat's features and action mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of all action numbers of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a new match; without a seed the random generator continues."""
        if seed is not None:
            self._luck = Random(seed)
        # AECEnv reads these attributes by their names.
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.episode = Episode(self.setup)
        self._go_on()

    def _go_on(self) -> None:
        episode = self.episode
        while episode.dealer():
            episode.shuffle(self._luck)
        seat = episode.seat()
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
            return
        # The match is over: rewards for all.
        outcome, utilities = episode.state.outcome(), episode.utilities()
        assert outcome is not None
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(utilities[seat])
            self.terminations[agent] = True
            self.infos[agent] = {"score": outcome.scores[seat], "place": outcome.places[seat]}

    def observe(self, agent: str) -> Seen:
        """The observation of a seat; its mask is empty unless the seat is to decide."""
        return observed(self.episode, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Make one action of the selected seat; None after the match."""
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
        """Do nothing; `tourney replay` displays matches."""

    def close(self) -> None:
        """Do nothing."""


def env(name: str, seats: int = 2, **given: Any) -> MatchEnv:
    """Create an environment for a registered game; options as on the command line."""
    return MatchEnv(name, seats, {key: str(value) for key, value in given.items()})
