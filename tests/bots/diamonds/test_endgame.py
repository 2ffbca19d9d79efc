"""Diamonds for two: the last cards of a round, against a minimax that tries every card."""

from random import Random

import pytest

from engines.diamonds.state import Diamonds
from tests.bots.positions import begin, met
from tests.examples import usual
from tourney.bots import GreedyBot
from tourney.bots.diamonds.endgame import best_lead

# Every variant for two; the rules of the first and of the last one differ most.
VARIANTS = [0, 1]


def tried(state: Diamonds) -> float:
    """The lead of the first seat at the end of the round, as all ways of playing on tell it."""
    seat, round_ = state.pending()[0] if state.pending() else -1, state.round
    if state.phase() != "play" or seat < 0:
        a, b = (player["showroom"] for player in state.view(None)["players"])
        safe, hidden = state.vault
        return a - b + (2 + 1 / 64) * (safe - hidden)
    leads = []
    for card in state.legal_moves(seat):
        after = state.clone()
        after.apply(seat, card)
        assert after.round == round_
        leads.append(tried(after))
    return min(leads) if seat else max(leads)


@pytest.mark.parametrize("seed", usual([1], range(1, 30)))
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_best_ways_of_both_are_found(seed: int, variant: int) -> None:
    rng = Random(seed)
    game, state = begin("diamonds", 2, variant)
    found = 0
    for observation in met(game, state, rng, GreedyBot(), share=0.5):
        assert isinstance(state, Diamonds)
        cards = sum(map(len, state.hands[observation.seat]))
        if state.phase() == "play" and cards <= 4 and rng.random() < 0.4:
            found += 1
            assert best_lead(state) == pytest.approx(tried(state))
    assert found
