"""Every game passes PettingZoo's own tests, and plays the same there as on the engine."""

import warnings
from random import Random

import pytest

pytest.importorskip("pettingzoo", reason="the extra rl is not installed")

from pettingzoo.test import api_test, seed_test

from tests.adapters.settings import FEW, all_cases, few_cases
from tests.engines.contract.playing import Case
from tests.examples import usual
from tourney.adapters.pettingzoo import MatchEnv, env

# PettingZoo advises plain arrays as observations; the mask of legal actions needs a dictionary.
ADVICE = ("Observation space for each agent probably", "Observation is not a NumPy array")


def make(case: Case) -> MatchEnv:
    return env(case.game.name, case.seats, **case.given)


def conforms(case: Case) -> None:
    with warnings.catch_warnings():
        for words in ADVICE:
            warnings.filterwarnings("ignore", words)
        api_test(make(case), num_cycles=200)
    seed_test(lambda: make(case), num_cycles=100)


@pytest.mark.parametrize("case", usual(FEW[:2], FEW), ids=str)
def test_an_environment_stands_pettingzoos_checks(case: Case) -> None:
    conforms(case)


@pytest.mark.full
@all_cases
def test_environments_of_every_setting_stand_pettingzoos_checks(case: Case) -> None:
    conforms(case)


@few_cases
def test_the_same_seed_and_actions_give_the_engines_match(case: Case) -> None:
    table, luck, rng = make(case), Random(5), Random(6)
    table.reset(seed=5)
    bare = case.start()
    while bare.pending():
        if bare.pending()[0] < 0:
            bare.apply(-1, case.game.shuffle(bare, luck))
            continue
        seat = bare.pending()[0]
        assert table.agent_selection == f"seat_{seat}"
        mask = table.observe(table.agent_selection)["action_mask"]
        action = rng.choice(mask.nonzero()[0].tolist())
        text = table.episode.action_text(action)
        table.step(action)
        if not text.endswith("…"):
            bare.apply(seat, case.game.parse_move(text))
    outcome = bare.outcome()
    assert outcome is not None
    found = [table.infos[f"seat_{seat}"] for seat in range(case.seats)]
    assert [each["score"] for each in found] == list(outcome.scores)
    assert [each["place"] for each in found] == list(outcome.places)
    assert all(table.terminations.values())
    assert sum(table.rewards.values()) == 0


def test_the_mask_is_empty_for_a_seat_that_owes_nothing() -> None:
    table = make(FEW[0])
    table.reset(seed=1)
    others = set(table.agents) - {table.agent_selection}
    assert table.observe(table.agent_selection)["action_mask"].sum() > 0
    assert {int(table.observe(other)["action_mask"].sum()) for other in others} == {0}


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    table = make(FEW[0])
    table.reset(seed=1)
    before = table.episode.text()
    wrong = int(table.observe(table.agent_selection)["action_mask"].argmin())
    for action in (wrong, None, -1):
        with pytest.raises(ValueError, match="is not legal for seat_"):
            table.step(action)
    assert table.episode.text() == before


def test_a_game_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown game 'chess'"):
        env("chess")
