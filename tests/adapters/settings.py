"""Which games, options and seats the adapters are tried on, and how a random match goes there."""

from random import Random
from typing import Any

import pytest

from engines.games import GAMES
from tests.engines.contract.playing import CASES, Case
from tourney.adapters.episode import Episode, Setup, setup

FEW = [next(case for case in CASES if case.game.name == name) for name in GAMES]
"""Every game once, as it comes; all options at all seats are for the long run."""

SEVERAL = [case._replace(seats=case.game.seats[1]) for case in FEW]
"""The same with one seat more, so that more than one other may want the same."""

few_cases = pytest.mark.parametrize("case", FEW, ids=str)
several_cases = pytest.mark.parametrize("case", SEVERAL, ids=str)
all_cases = pytest.mark.parametrize("case", CASES, ids=str)


def set_up(case: Case) -> Setup:
    return setup(case.game.name, tuple(sorted(case.setting)), case.seats)


def draw(episode: Episode, rng: Random) -> int:
    """An action of the seat or of the dealer, whoever is next."""
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
    """The positions of a random match, live, and the action taken in each (None at its end)."""
    rng = Random(seed)
    episode = Episode(set_up(case))
    for _ in range(most):
        if not episode.state.pending():
            yield episode, None
            return
        action = draw(episode, rng)
        yield episode, action
        go_on(episode, action)
