"""The fit of a value function: against a general minimizer, and with a known truth."""

from math import log
from random import Random

import numpy as np
import pytest
from scipy.optimize import minimize

from tourney.training.value_fit import RIDGE, Positions, doubled, fitted, losses

FEATURES = 3


def made(seed: int, positions: int, seats: int, truth: list[float]) -> Positions:
    """Positions whose places are drawn from utilities with Gumbel noise: pairs are logistic."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(positions, seats, FEATURES)).astype(np.float32)
    stage = rng.random(positions).astype(np.float32)
    weights = np.array(truth)
    utility = rows @ weights[:FEATURES] + stage[:, None] * (rows @ weights[FEATURES:])
    drawn = utility + rng.gumbel(size=utility.shape)
    beaten = (drawn[:, :, None] > drawn[:, None, :]).sum(axis=2)
    shares = (beaten / (seats - 1)).astype(np.float32)
    empty = np.full_like(shares, np.nan)
    return Positions(np.arange(1, positions + 1), stage, rows, shares, empty)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_fit_is_the_minimum_that_a_general_minimizer_finds(seats: int) -> None:
    piece = made(1, 120, seats, [1.0, -0.5, 0.2, 0.5, 0.0, -1.0])
    fit = fitted(lambda: [piece], 1000)
    used = [n for n in range(120) if piece.match[n] % 5]
    numbers = doubled(piece)
    deviation = numbers[used].reshape(-1, 2 * FEATURES).std(axis=0)

    def cost(weights: list[float]) -> float:
        """The negative log-likelihood of who ended before whom, and the ridge; pair by pair."""
        total = RIDGE / 2 * sum((w * d) ** 2 for w, d in zip(weights, deviation, strict=True))
        for n in used:
            for one in range(seats):
                for other in range(seats):
                    if piece.shares[n, one] > piece.shares[n, other]:
                        difference = float((numbers[n, one] - numbers[n, other]) @ weights)
                        total += log(1 + np.exp(-difference))
        return total

    best = minimize(cost, np.zeros(2 * FEATURES), method="BFGS", options={"gtol": 1e-7}).x
    assert [*fit.start, *fit.change] == pytest.approx(list(best), rel=2e-3, abs=2e-3)


def test_the_truth_is_found_from_many_positions() -> None:
    truth = [1.0, -0.5, 0.2, 0.5, 0.0, -1.0]
    pieces = [made(seed, 4000, 3, truth) for seed in range(4)]
    fit = fitted(lambda: pieces, 10_000)
    assert [*fit.start, *fit.change] == pytest.approx(truth, abs=0.12)


def test_what_is_held_out_is_not_learned() -> None:
    piece = made(3, 400, 2, [1.0] * 6)
    others = piece._replace(shares=np.where(piece.match[:, None] % 5 == 0, 0.5, piece.shares))
    assert fitted(lambda: [piece], 1000) == fitted(lambda: [others], 1000)
    assert losses(lambda: [piece], fitted(lambda: [piece], 1000)).positions == 80


def test_equal_seats_are_foretold_by_nothing_better_than_equal_shares() -> None:
    piece = made(4, 2000, 3, [0.0] * 6)
    found = losses(lambda: [piece], fitted(lambda: [piece], 10_000))
    # The entropy of a share that is 0, 1/2 or 1 is log 2 if 1/2 is said.
    assert found.nothing == pytest.approx(log(2))
    assert found.value == pytest.approx(log(2), abs=0.02)


def test_the_order_of_the_pieces_does_not_matter() -> None:
    pieces = [made(seed, 300, 3, [1.0, 0.0, -1.0, 0.5, 0.5, 0.5]) for seed in range(3)]
    mixed = pieces[:]
    Random(1).shuffle(mixed)
    assert fitted(lambda: pieces, 1000) == fitted(lambda: mixed, 1000)
