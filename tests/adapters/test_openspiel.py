"""Every game passes OpenSpiel's own tests, and plays the same there as on the engine."""

import pickle
import subprocess
import sys
import unittest
from random import Random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="the extra rl is not installed")

from engines.api import CHANCE, seat_letter  # noqa: E402
from tests.adapters.settings import FEW, all_cases, few_cases  # noqa: E402
from tests.engines.contract.playing import Case  # noqa: E402
from tests.examples import usual  # noqa: E402
from tourney.adapters.openspiel import registered_name, write_options  # noqa: E402


def load(case: Case) -> Any:
    options = write_options(case.setting)
    params = {"seats": case.seats, **({"options": options} if options else {})}
    return pyspiel.load_game(registered_name(case.game.name), params)


def simulated(case: Case, serialize: bool) -> None:
    pyspiel.random_sim_test(load(case), num_sims=1, serialize=serialize, verbose=False)


def conforms(case: Case) -> None:
    """Runs the checks of sampled positions that OpenSpiel applies to its own games."""
    from absl import flags

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(sys.argv[:1])
    from open_spiel.integration_tests import api_test

    class Sampled(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game = load(case)
        game_name = registered_name(case.game.name)

    tests = unittest.defaultTestLoader.loadTestsFromTestCase(Sampled)
    result = tests.run(unittest.TestResult())
    assert result.testsRun >= 5
    assert [text for _, text in (*result.failures, *result.errors)] == []


@few_cases
@pytest.mark.parametrize("serialize", usual([True], [False, True]))
def test_random_matches_stand_openspiels_checks(case: Case, serialize: bool) -> None:
    simulated(case, serialize)


@pytest.mark.full
@pytest.mark.parametrize("case", FEW, ids=str)
def test_sampled_positions_stand_openspiels_checks(case: Case) -> None:
    conforms(case)


@pytest.mark.full
@all_cases
@pytest.mark.parametrize("serialize", [False, True])
def test_random_matches_of_every_setting_stand_openspiels_checks(
    case: Case, serialize: bool
) -> None:
    simulated(case, serialize)


@pytest.mark.full
@all_cases
def test_sampled_positions_of_every_setting_stand_openspiels_checks(case: Case) -> None:
    conforms(case)


@few_cases
def test_a_match_played_in_openspiel_is_the_same_on_the_bare_engine(case: Case) -> None:
    rng = Random(11)
    game, bare = load(case), case.start()
    state, order, log = game.new_initial_state(), [], []
    while not state.is_terminal():
        if bare.pending() == (CHANCE,):
            order.append(_dealt(state, rng))
            if not state.is_chance_node() or state.episode.dealt == []:
                rest = list(bare.pool())
                for item in order:
                    rest.remove(item)
                bare.apply(CHANCE, (*order, *rest), log)
                order = []
            continue
        seat = state.current_player()
        assert seat == bare.pending()[0]
        action = rng.choice(state.legal_actions())
        text = state.action_to_string(action)
        state.apply_action(action)
        if not text.endswith("…"):
            bare.apply(seat, case.game.parse_move(text), log)
    outcome = bare.outcome()
    assert outcome is not None
    beaten = [sum(own < other for other in outcome.places) for own in outcome.places]
    behind = [sum(own > other for other in outcome.places) for own in outcome.places]
    assert state.returns() == [won - lost for won, lost in zip(beaten, behind, strict=True)]
    for seat in range(case.seats):
        told = [line for line in state.episode.history(seat).split("\n")[1:] if line[0] != ">"]
        assert told == [_line(case, ply, seat) for ply in log]


def _dealt(state: Any, rng: Random) -> int:
    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
    item = int(rng.choices(outcomes, odds)[0])
    state.apply_action(item)
    return item


def _line(case: Case, ply: Any, seat: int) -> str:
    who = "-" if ply.seat == CHANCE else seat_letter(ply.seat)
    return f"{who}: {case.game.text(ply, seat)}"


@few_cases
def test_games_and_positions_can_be_written_down_and_read_back(case: Case) -> None:
    game = load(case)
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    state, rng = game.new_initial_state(), Random(12)
    for _ in range(50):
        if state.is_terminal():
            break
        outcomes = [item for item, _ in state.chance_outcomes()] if state.is_chance_node() else []
        state.apply_action(rng.choice(outcomes or state.legal_actions()))
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("python_tourney_diams(seats=7)", "2 to 5 seats, not 7"),
        ("python_tourney_diams(options=lenght:quick)", "no option 'lenght'"),
        ("python_tourney_diams(options=length:brief)", "'brief' is not valid for option length"),
    ],
)
def test_a_setting_that_a_game_does_not_have_is_refused(written: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        pyspiel.load_game(written)


def test_numbers_are_named_as_pieces() -> None:
    from open_spiel.python.observation import make_observation

    game = load(FEW[0])
    observation = make_observation(game)
    state = game.new_initial_state()
    observation.set_from(state, 0)
    assert len(observation.tensor) == game.observation_tensor_size()
    assert {"seat", "hand", "market", "spelled"} <= set(observation.dict)


def test_the_interpreter_ends_in_peace() -> None:
    """OpenSpiel keeps registered games until after the Python interpreter has shut down."""
    code = "import tourney.adapters.openspiel as o, pyspiel; pyspiel.load_game('{}')"
    name = registered_name(FEW[0].game.name)
    done = subprocess.run([sys.executable, "-c", code.format(name)], capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
