"""Particles are worlds weighted by the moves of the others, and tell nothing that is hidden."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engines.api import Seat, State
from engines.games import GAMES
from tests.bots.positions import begin, met
from tests.engines.contract.playing import CASES, EACH, Case
from tests.examples import times, usual
from tourney.bots import GreedyBot
from tourney.bots.heuristics import TELLING, softmax
from tourney.bots.particles import (
    BlindObservation,
    effective,
    log_likelihood,
    particles,
    systematic,
)
from tourney.contracts.twin_worlds import pairs
from tourney.domain.observation import Observation

TOLD = [case for case in CASES if case.game.name in TELLING]
every_told = pytest.mark.parametrize(
    "case", usual([case for case in EACH if case in TOLD], TOLD), ids=str
)
"""All cases of games in which moves tell what a seat holds; one for each game in `make test`."""


def keys(states: list[State[Any]]) -> list[Any]:
    return [state.key() for state in states]


def late(name: str, seats: int, count: int) -> Iterator[Observation[Any]]:
    """Decisions of a match of greedy bots after the others have moved."""
    game, state = begin(name, seats, 0)
    for observation in met(game, state, Random(3), GreedyBot()):
        past = game.since_deal(observation._state)
        if past and len(past[1]) >= 3 * seats and len(observation.legal()) > 1:
            yield observation
            count -= 1
        if not count:
            return


@every_told
def test_twin_worlds_have_the_same_particles(case: Case) -> None:
    compared = weighted = 0
    for who, one, two in pairs(case, range(3), 60):
        if who is None or who not in one.state.pending():
            continue
        both = [Observation(case.game, world.state, who) for world in (one, two)]
        drawn = [keys(particles(look, Random(compared), 5)) for look in both]
        blind = [BlindObservation(look, Random(4)) for look in both]
        assert drawn[0] == drawn[1]
        assert len({repr(keys(look.particles(5, Random(7)))) for look in blind}) == 1
        compared += 1
        plain = Random(compared - 1)
        weighted += drawn[0] != keys([both[0].resample(plain) for _ in range(5)])
        if compared == times(1_000, 8):
            break
    assert compared >= 5
    assert weighted >= 3


@every_told
def test_the_moves_since_the_deal_of_a_greedy_match_lead_to_its_positions(case: Case) -> None:
    for look in late(case.game.name, case.seats, 40):
        past = case.game.since_deal(look._state)
        assert past is not None
        dealt, moves = past
        for seat, move in moves:
            dealt.apply(seat, move)
        assert dealt.key() == look._state.key()
        assert dealt.view(look.seat) == look.view()


@every_told
def test_a_blind_observation_has_the_particles_of_the_observation(case: Case) -> None:
    for look in late(case.game.name, case.seats, 4):
        blind = BlindObservation(look, Random(1))
        assert keys(blind.particles(5, Random(2))) == keys(particles(look, Random(2), 5))


@every_told
def test_particles_are_possible_and_explain_the_moves_better(case: Case) -> None:
    game, telling = case.game, TELLING[case.game.name]
    better = total = 0
    for look in late(game.name, case.seats, 4):
        rng = Random(total)

        def mean(worlds: list[State[Any]], seat: Seat = look.seat) -> float:
            logs = [log_likelihood(game, telling, world, seat) for world in worlds]
            return sum(logs) / len(logs)

        drawn = particles(look, rng, 8)
        assert all(world.view(look.seat) == look.view() for world in drawn)
        better += mean(drawn) > mean([look.resample(rng) for _ in range(8)])
        total += 1
    assert better >= total - 1


def test_what_two_particles_have_in_common_changes_in_one_of_them_only() -> None:
    for look in late("diamonds", 3, 6):
        drawn = particles(look, Random(1), 12)
        before = keys(drawn)
        assert len({id(world) for world in drawn}) == 12
        drawn[0].apply(look.seat, look.legal()[0])
        assert keys(drawn)[1:] == before[1:]


@pytest.mark.parametrize("name", [name for name in GAMES if name not in TELLING])
def test_without_hidden_hands_particles_are_plain_worlds(name: str) -> None:
    game, state = begin(name, 2, 0)
    for number, look in enumerate(met(game, state, Random(2))):
        plain = Random(number)
        assert keys(particles(look, Random(number), 3)) == keys(
            [look.resample(plain) for _ in range(3)]
        )
        if number == 5:
            return


def test_systematic_draws_keep_the_proportions() -> None:
    for seed in range(50):
        assert Counter(systematic([1.0, 2.0, 0.0, 1.0], 8, Random(seed))) == {0: 2, 1: 4, 3: 2}


def test_the_effective_number_is_that_of_equal_weights() -> None:
    assert effective([0.5] * 7) == pytest.approx(7)
    assert effective([1.0, 1.0, 0.0, 0.0]) == pytest.approx(2)


def test_the_probabilities_of_all_moves_are_one_together() -> None:
    """With one move more for all that nobody considered."""
    choices = [(2.0, "a"), (1.5, "b"), (-3.0, "c")]
    found = [softmax(choices, move, 0.5, 0.1) for move in ("a", "b", "c", "other")]
    assert sum(found) == pytest.approx(1)
    assert found == sorted(found, reverse=True)
    assert found[3] == pytest.approx(0.1 / 4)
