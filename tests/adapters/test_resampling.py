"""OpenSpiel's searches play on resampled states, which have nothing of the true cards."""

from random import Random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the extra rl is not installed")

import numpy as np  # noqa: E402

from tests.adapters.settings import FEW, set_up, several_cases  # noqa: E402
from tests.adapters.test_openspiel import load  # noqa: E402
from tests.engines.contract.playing import Case  # noqa: E402
from tests.examples import times, usual  # noqa: E402
from tourney.adapters.episode import Episode  # noqa: E402
from tourney.contracts.twin_worlds import World, pairs  # noqa: E402


def sampler(seed: int) -> Any:
    return Random(seed).random


def advanced(case: Case, seed: int, steps: int) -> Any:
    """The state of OpenSpiel after some random actions, where a seat is to decide."""
    state, rng = load(case).new_initial_state(), Random(seed)
    for _ in range(steps):
        before = state.clone()
        outcomes = [item for item, _ in state.chance_outcomes()] if state.is_chance_node() else []
        state.apply_action(rng.choice(outcomes or state.legal_actions()))
        if state.is_terminal():
            state = before
            break
    while state.is_chance_node():
        state.apply_action(rng.choice([item for item, _ in state.chance_outcomes()]))
    return state


@several_cases
def test_a_resampled_state_gives_its_seat_the_same_information(case: Case) -> None:
    other_cards = 0
    for steps in range(20, 140, 12):
        state = advanced(case, steps, steps)
        for seat in range(case.seats):
            found = state.resample_from_infostate(seat, sampler(steps))
            assert found.information_state_string(seat) == state.information_state_string(seat)
            assert found.observation_tensor(seat) == state.observation_tensor(seat)
            assert found.current_player() == state.current_player()
            if seat == state.current_player():
                assert found.legal_actions() == state.legal_actions()
            other_cards += found.episode.state.key() != state.episode.state.key()
    assert other_cards > 5 or case.game.name == "diamond-boxes"


@several_cases
def test_a_resampled_state_can_be_played_to_its_end(case: Case) -> None:
    rng = Random(9)
    state = advanced(case, 5, 60)
    found = state.resample_from_infostate(state.current_player(), sampler(1))
    found = found.resample_from_infostate(found.current_player(), sampler(2))
    while not found.is_terminal():
        assert found.clone().legal_actions() == found.legal_actions()
        outcomes = [item for item, _ in found.chance_outcomes()] if found.is_chance_node() else []
        found.apply_action(rng.choice(outcomes or found.legal_actions()))
        for seat in range(case.seats):
            found.information_state_string(seat)
    assert sum(found.returns()) == 0


def told(case: Case, world: World) -> Episode:
    """A match of the adapters at the position of a world."""
    episode = Episode(set_up(case))
    episode.state, episode.past = world.state, list(world.log)
    return episode


@several_cases
def test_resampling_is_blind_to_what_the_seat_cannot_know(case: Case) -> None:
    """In twin worlds the same luck gives the same state, with all that any seat is told in it."""
    for luck, (who, one, two) in enumerate(pairs(case, range(times(2, 1)), 30)):
        if who is None:
            continue
        found = [told(case, world).resample(who, Random(luck)) for world in (one, two)]
        assert found[0].text() == found[1].text()
        for seat in range(case.seats):
            assert found[0].information(seat) == found[1].information(seat)


@pytest.mark.parametrize("case", usual(FEW[:1], FEW), ids=str)
def test_openspiels_ismcts_plays(case: Case) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = load(case)
    luck = np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, luck), uct_c=2.0, max_simulations=5, random_state=luck
    )
    state = advanced(case, 4, 50)
    for _ in range(6):
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        if state.is_terminal():
            break
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
