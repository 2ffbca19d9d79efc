"""Every game as a Gymnasium environment for one learner, with bots at the other seats.

    table = env("diams", seats=3, opponents="greedy", length="quick")
    many = vector("diams", 8, seats=3, opponents="greedy")

The bots are built-in ones, by their targets, or objects with `choose(observation, rng)`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from operator import index
from random import Random
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces

from engines.api import Seat
from tourney.adapters.coding import flat
from tourney.adapters.episode import Episode, Setup, setup
from tourney.bots import BOTS
from tourney.domain.errors import quoted
from tourney.domain.observation import Bot, Observation

Seen: TypeAlias = dict[str, np.ndarray[Any, Any]]
# These choose from the legal moves, so nobody has to check what they choose.
BUILT_IN = tuple(made for made in BOTS.values() if isinstance(made, type))
Opponents: TypeAlias = str | Bot | Sequence[str | Bot]


class MatchGym(gymnasium.Env[Any, Any]):
    """A match as one seat plays it; observations contain the mask of legal actions.

    The learner sits at `seat`, by default at another one in every match, by lot. The reward comes
    at the end: the number of seats that it beats, less those that beat it. `info` then has its
    score and its place.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        seats: int,
        opponents: Opponents,
        seat: Seat | None,
        given: Mapping[str, str],
    ) -> None:
        self.setup = setup(name, tuple(sorted(given.items())), seats)
        if seat is not None and seat not in range(seats):
            raise ValueError(f"no seat {seat!r}; seats are counted from 0 to {seats - 1}")
        self._seat = seat
        self.learner: Seat = seat or 0
        self._bots = _bots(opponents, seats - 1)
        self._luck = Random()
        self.episode: Episode | None = None
        self.observation_space = observation_space(self.setup)
        self.action_space = spaces.Discrete(self.setup.coding.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Deal a new match, and play it up to the first decision of the learner."""
        super().reset(seed=seed)
        if seed is not None:
            self._luck = Random(seed)
        seats = self.setup.seats
        self.learner = self._luck.randrange(seats) if self._seat is None else self._seat
        others = [other for other in range(seats) if other != self.learner]
        self._at = dict(zip(others, self._bots, strict=True))
        self.episode = Episode(self.setup)
        self._go_on(self.episode)
        return observed(self.episode, self.learner), {"seat": self.learner}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Make one action of the learner, and what follows until its next decision."""
        if self.episode is None:
            raise ValueError("no match is dealt; call reset first")
        episode, me, chosen = self.episode, self.learner, index(action)
        if episode.seat() != me or chosen not in episode.branches():
            raise ValueError(f"action {chosen} is not legal; see the action_mask")
        episode.act(chosen)
        self._go_on(episode)
        outcome = episode.state.outcome() if episode.seat() is None else None
        if outcome is None:
            return observed(episode, me), 0.0, False, False, {}
        info = {"score": outcome.scores[me], "place": outcome.places[me]}
        return observed(episode, me), float(episode.utilities()[me]), True, False, info

    def _go_on(self, episode: Episode) -> None:
        game = self.setup.game
        while True:
            if episode.dealer():
                episode.shuffle(self._luck)
                continue
            seat = episode.seat()
            if seat is None or seat == self.learner:
                return
            look: Observation[Any] = Observation(game, episode.state, seat)
            bot = self._at[seat]
            move = bot.choose(look, self._luck)
            # The engine trusts moves, so a wrong one would spoil the match unnoticed.
            if not isinstance(bot, BUILT_IN) and move not in look.legal():
                raise ValueError(f"opponent {bot!r} chose {move!r}, which is no legal move")
            episode.make(move)


def observation_space(of: Setup) -> spaces.Dict:
    """The space of what a seat sees: its features, and the mask of its legal actions."""
    size = len(flat(Episode(of).features(0)))
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (of.coding.actions,), np.int8),
        }
    )


def observed(episode: Episode, seat: Seat) -> Seen:
    """What a seat sees; its mask is empty unless it is to decide."""
    mask = np.zeros(episode.setup.coding.actions, np.int8)
    if seat == episode.seat():
        mask[list(episode.branches())] = 1
    return {"observation": np.array(flat(episode.features(seat)), np.float32), "action_mask": mask}


def _bots(opponents: Opponents, count: int) -> list[Bot]:
    listed = (
        [opponents] * count
        if isinstance(opponents, str) or not isinstance(opponents, Sequence)
        else list(opponents)
    )
    if len(listed) != count:
        raise ValueError(f"{len(listed)} opponents for {count} seats; give one for each, or one")
    for opponent in listed:
        if not isinstance(opponent, str) and not callable(getattr(opponent, "choose", None)):
            raise ValueError(f"opponent {opponent!r} is no bot: it has no method choose")
    bots: list[Bot] = []
    for opponent in listed:
        if not isinstance(opponent, str):
            bots.append(opponent)
            continue
        # A built-in bot, perhaps with settings: greedy, search:iterations=50.
        name, _, settings = opponent.partition(":")
        if name not in BOTS:
            known = ", ".join(BOTS)
            raise ValueError(f"no built-in bot {quoted(name)}; known: {known}")
        pairs = (pair.partition("=") for pair in settings.split(",") if pair)
        try:
            bots.append(BOTS[name](**{key: value for key, _, value in pairs}))
        except TypeError:
            raise ValueError(f"bot {quoted(opponent)} has no such settings") from None
    return bots


def env(
    name: str,
    seats: int = 2,
    opponents: Opponents = "random",
    seat: Seat | None = None,
    **given: Any,
) -> MatchGym:
    """Create an environment for a registered game; options as on the command line."""
    options = {key: str(value) for key, value in given.items()}
    return MatchGym(name, seats, opponents, seat, options)


def vector(
    name: str, count: int, *, processes: bool = False, **given: Any
) -> gymnasium.vector.VectorEnv[Any, Any, Any]:
    """Several environments that step together, in one process or each in its own."""
    if count < 1:
        raise ValueError(f"there must be one environment or more, not {count}")
    make = [partial(env, name, **given)] * count
    kind = gymnasium.vector.AsyncVectorEnv if processes else gymnasium.vector.SyncVectorEnv
    return kind(make)
