"""Games, options and numbers of seats on which the adapters are tested, and random matches."""

from random import Random
from typing import Any

import pytest

from engines.games import GAMES
from tests.engines.contract.playing import CASES, Case
from tourney.adapters.episode import Episode, Setup, setup

FEW = [next(case for case in CASES if case.game.name == name) for name in GAMES]
"""Every game once, with default options; `make full` tests all options and numbers of seats."""

SEVERAL = [case._replace(seats=case.game.seats[1]) for case in FEW]
"""The same games with one more seat, so that two opponents can want the same card."""

few_cases = pytest.mark.parametrize("case", FEW, ids=str)
several_cases = pytest.mark.parametrize("case", SEVERAL, ids=str)
all_cases = pytest.mark.parametrize("case", CASES, ids=str)


def set_up(case: Case) -> Setup:
    return setup(case.game.name, tuple(sorted(case.setting)), case.seats)


def draw(episode: Episode, rng: Random) -> int:
    """A random action of the seat or dealer that has to act next."""
    if episode.dealer():
        items, weights = zip(*episode.outcomes(), strict=True)
        return int(rng.choices(items, weights)[0])
    return rng.choice(list(episode.branches()))


def go_on(episode: Episode, action: int) -> None:
    if episode.dealer():
        episode.deal(action)
    else:
        episode.act(action)


def wander(case: Case, seed: int, most: int = 10**6) -> Any:
    """The positions of a random match, each with the action taken there (None at the end).

    All positions are the same `Episode` object, which changes as the match goes on.
    """
    rng = Random(seed)
    episode = Episode(set_up(case))
    for _ in range(most):
        if not episode.state.pending():
            yield episode, None
            return
        action = draw(episode, rng)
        yield episode, action
        go_on(episode, action)
