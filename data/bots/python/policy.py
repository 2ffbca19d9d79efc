"""A policy that is trained and then played: linear scores of the legal actions, learnt by play.

    python policy.py diams 2 1500 length=quick     trains against random, writes policy.json
    tourney run -g diams -O length=quick --bot mine=./policy.py --bot random

Replace `scores` and `learn` by your own model. Training needs the extra `rl`; playing only numpy.
"""

import json
import sys
from pathlib import Path

import numpy as np

from tourney.adapters.policy import PolicyBot

WEIGHTS = Path(__file__).with_name("policy.json")


class Model:
    """A row of weights for each action; the probabilities are a softmax over the legal ones."""

    def __init__(self, weights: np.ndarray) -> None:
        self.weights = weights

    def odds(self, numbers: np.ndarray, actions: np.ndarray) -> np.ndarray:
        scores = self.weights[actions] @ np.append(numbers, 1.0)
        raised = np.exp(scores - scores.max())
        return raised / raised.sum()


class Policy(PolicyBot):
    """Plays the most probable action of the weights in policy.json."""

    version = "1"

    def start(self, *args, options, rng) -> None:
        super().start(*args, options=options, rng=rng)
        self.model = Model(np.array(json.loads(WEIGHTS.read_text())))

    def act(self, numbers, actions):
        odds = self.model.odds(np.array(numbers), np.array(actions))
        return actions[int(odds.argmax())]


def train(game: str, seats: int, matches: int, seed: int = 1, **options) -> Model:
    """REINFORCE: make what was done in better than usual matches more probable."""
    from tourney.adapters.gym import env

    table, luck = env(game, seats, "random", **options), np.random.default_rng(seed)
    seen, _ = table.reset(seed=seed)
    model = Model(np.zeros((table.action_space.n, len(seen["observation"]) + 1)))
    usual = 0.0
    for number in range(matches):
        steps, reward, over = [], 0.0, not seen["action_mask"].any()
        while not over:
            numbers, actions = seen["observation"], seen["action_mask"].nonzero()[0]
            odds = model.odds(numbers, actions)
            place = luck.choice(len(actions), p=odds)
            steps.append((numbers, actions, odds, place))
            seen, reward, over, _, _ = table.step(actions[place])
        for numbers, actions, odds, place in steps:
            toward = -odds
            toward[place] += 1
            model.weights[actions] += (
                0.02 * (reward - usual) * np.outer(toward, np.append(numbers, 1.0))
            )
        usual += 0.02 * (reward - usual)
        if number % 200 == 199:
            print(f"{number + 1} matches: {usual:+.2f} a match", flush=True)
        seen, _ = table.reset()
    return model


if __name__ == "__main__":
    game, seats, matches = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    model = train(game, seats, matches, **dict(word.split("=") for word in sys.argv[4:]))
    WEIGHTS.write_text(json.dumps(model.weights.round(4).tolist()))
