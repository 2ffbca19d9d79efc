"""The sample classes that look ahead: they play every game, and beat greedy in short Diamonds."""

from pathlib import Path
from random import Random

import pytest

from engines.api import CHANCE
from engines.games import GAMES
from tourney.agents.loader import load
from tourney.botlab.ladder import Duel, measured
from tourney.botlab.trials import Trial
from tourney.domain.observation import Observation
from tourney.play.agent import Seating
from tourney.play.luck import bot_luck
from tourney.work.executors import ALONE

FOLDER = Path(__file__).parents[2] / "data" / "bots" / "python"
SAMPLES = ("rollout", "determinize")


def target(sample: str) -> str:
    return str(FOLDER / f"{sample}.py")


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("name", GAMES)
def test_a_sample_answers_with_a_legal_move_late_in_a_match(name: str, sample: str) -> None:
    game, rng = GAMES[name], Random(3)
    seats = game.seats[0]
    options = game.options({}, seats)
    decisions, state = [], game.start(options, seats)
    while owing := state.pending():
        seat = owing[0]
        if seat == CHANCE:
            state.apply(seat, game.shuffle(state, rng))
        else:
            decisions.append((state.clone(), seat))
            state.apply(seat, state.sample(seat, rng))
    late, seat = decisions[-4]
    agent = load(target(sample)).sit(0)
    agent.start(Seating(game, options, seat, seats, bot_luck("1", 1, seat, "1")))
    assert late.is_legal(seat, agent.choose(Observation(game, late, seat)))


@pytest.mark.full
@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_beats_greedy_in_a_round_of_diamonds_for_two(sample: str) -> None:
    duel = Duel(target(sample), Trial("diamonds", 2, {"rounds": "1"}, 60, "5", "greedy"))
    assert measured(duel, ALONE, lambda played: None).result == "stronger"
