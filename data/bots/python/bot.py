#!/usr/bin/env python3
"""A bot that plays every game, two of them with a plan. Change `choose` or the plans.

`python3 bot.py` speaks the line protocol on stdin and stdout.
"""

from tmbp import Bot, run


def diams(move):
    """Diam's: prefer the vault, then the market action that takes the most cards."""
    word, _, rest = move.partition(" ")
    if word == "vault":
        return 100
    if word == "market":
        return 10 + rest.count("+")
    return 0


def boxes(move):
    """Diamond Boxes 2: prefer any placement to a pass."""
    return 0 if move == "pass" else 1


PLANS = {"diams": diams, "diamond-boxes-2": boxes}


class Starter(Bot):
    """Chooses one of the moves that its plan rates highest; without a plan any move."""

    name = "starter"

    def start(self, game, seat, seats, rules, rng):
        self.rng = rng
        self.plan = PLANS.get(game, lambda move: 0)

    def choose(self, view, legal):
        worth = [self.plan(move) for move in legal]
        best = max(worth)
        return self.rng.choice([legal[at] for at, value in enumerate(worth) if value == best])


if __name__ == "__main__":
    run(Starter)
