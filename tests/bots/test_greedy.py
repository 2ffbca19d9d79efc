"""Greedy plays legal moves, uses no hidden cards, and finds moves that are clearly best."""

from random import Random
from typing import Any

import pytest

from tests.bots.positions import DIAMS, EVERYWHERE, begin, met, seen
from tests.examples import times
from tourney.bots import GreedyBot
from tourney.bots.diams.heuristic import PLAIN
from tourney.bots.heuristics import HEURISTICS
from tourney.domain.observation import Observation

LAST_TURN = {"closing": {"by": 1, "turns_left": 0}}

POSITIONS = {
    "a collection is stored while there is still time": (
        seen("2 7 7 7* 9", "4 8", **LAST_TURN),
        "vault 7x3*",
    ),
    "collections take along what extends the vault (DI-E7)": (
        seen("1 1 1 5 5 7", "9", "5 5 5 7 7 7"),
        "vault 1x3 5x2 7x1",
    ),
    "the third of a quality comes by playing one of the two": (
        seen("2 7 7", "7 8 9"),
        "market 7",
    ),
    "a worthless ten buys the two that complete collections": (
        seen("3 3 7 7 10", "3 7 8"),
        "market 10 = 3+7",
    ),
    "a convoy brings the fourth and fifth on the last turn (DI-E8)": (
        seen("5 5 9 CV", "2", "5 5 5", **LAST_TURN),
        "convoy 5x2",
    ),
    "with nothing to store on the last turn the high cards stay for the hand bonus": (
        seen("1 9 10", "8 8 4", **LAST_TURN),
        "market 1 = -",
    ),
    "a victim keeps the special purity": (
        seen("2", "3", "9 9 9*", phase="give", asked={"by": 1, "kind": "9"}),
        "give 9",
    ),
    "over the hand limit the collection is kept": (
        seen("7 7 7 8 6 6", "3", phase="discard"),
        "discard 8",
    ),
    "a special card alone is no reason to pass: magic adds to the hand bonus": (
        seen("MG", "7 8", "7 7 7", **LAST_TURN),
        "magic 8",
    ),
}


@pytest.mark.parametrize(("view", "move"), POSITIONS.values(), ids=POSITIONS)
def test_greedy_finds(view: dict[str, Any], move: str) -> None:
    assert DIAMS.move_text(HEURISTICS["diams"].advice(view)) == move


@pytest.mark.parametrize(("name", "seats", "variant"), EVERYWHERE)
def test_greedy_is_legal_wherever_it_gets(name: str, seats: int, variant: int) -> None:
    bot, rng = GreedyBot(), Random(f"{name} {seats} {variant}")
    for _ in range(times(2, 1)):
        game, state = begin(name, seats, variant)
        for observation in met(game, state, rng, bot):
            assert state.is_legal(observation.seat, bot.choose(observation, rng))


@pytest.mark.parametrize(("name", "seats", "variant"), EVERYWHERE)
def test_greedy_chooses_alike_in_every_world_that_looks_alike(
    name: str, seats: int, variant: int
) -> None:
    if name not in HEURISTICS:
        return
    bot, rng = GreedyBot(), Random(f"{name} {seats} {variant}")
    game, state = begin(name, seats, variant)
    for observation in met(game, state, rng, bot):
        twin = Observation(game, game.resample(state, observation.seat, rng), observation.seat)
        assert bot.choose(twin, Random(1)) == bot.choose(observation, Random(1))


@pytest.mark.parametrize("seats", DIAMS.seats)
def test_the_heuristic_advises_on_a_view_what_it_plays_on_a_state(seats: int) -> None:
    heuristic, rng = HEURISTICS["diams"], Random(seats)
    game, state = begin("diams", seats, 0)
    for observation in met(game, state, rng, GreedyBot()):
        assert PLAIN.move(state, observation.seat) == heuristic.advice(observation.view())
