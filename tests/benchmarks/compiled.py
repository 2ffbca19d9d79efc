"""What compiling gives: `python -m tests.benchmarks.compiled [GAME …] [--turns N]`.

Decisions a second of the search bot with 100 iterations, and random moves a second, of the modules
that `make fast` compiled in this checkout and of the same sources in Python. Each measurement has a
process of its own, in turn; processor time, the best of several turns.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any, Final

from engines.api import CHANCE, Game
from engines.build import BUILD, WHY_PURE
from engines.games import GAMES
from tests.benchmarks.engines import self_play
from tourney.bots.search import SearchBot
from tourney.domain.observation import Observation

BAR: Final = 3.0  # decisions of the search bot, compiled / pure
SEATS: Final = {"diams": 4}  # three in the other games
OPTIONS: Final = {"diams": {"length": "quick"}}
SECONDS: Final = 1.5


def decisions(game: Game[Any], seats: int, options: dict[str, str]) -> Iterator[Observation[Any]]:
    """Decisions with a choice in matches at random; some come later than others."""
    rng = Random(1)
    while True:
        state = game.start(game.options(options, seats), seats)
        while owing := state.pending():
            if owing[0] == CHANCE:
                state.apply(CHANCE, game.shuffle(state, rng))
                continue
            if rng.random() < 0.3 and len(state.legal_moves(owing[0])) > 1:
                yield Observation(game, state, owing[0])
            state.apply(owing[0], state.sample(owing[0], rng))


def searched(game: Game[Any], seats: int, options: dict[str, str]) -> float:
    """Decisions a second of the search bot."""
    bot, rng, used, done = SearchBot(iterations="100"), Random(1), 0.0, 0
    for observation in decisions(game, seats, options):
        start = process_time()
        bot.choose(observation, rng)
        used, done = used + process_time() - start, done + 1
        if used > SECONDS:
            break
    return done / used


def measured(game: str, what: str, build: str) -> float:
    """A rate measured in a new process with this build."""
    environment = {**os.environ, "TOURNEY_PURE": str(int(build == "pure"))}
    command = [sys.executable, "-m", "tests.benchmarks.compiled", game, "--here", what, build]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--here", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.here:
        what, build = given.here
        assert build == BUILD
        game = GAMES[given.games[0]]
        seats, options = SEATS.get(game.name, 3), OPTIONS.get(game.name, {})
        if what == "search":
            print(searched(game, seats, options))
        else:
            print(self_play(game, seats, options, logged=False)(SECONDS))
        return
    if BUILD != "compiled":
        sys.exit(f"not compiled ({WHY_PURE}): make fast")
    print(f"{'a second':18}{'decisions of search':>30}{'random moves':>32}")
    print(f"{'':18}{'pure':>12}{'compiled':>10}{'':>8}{'pure':>14}{'compiled':>10}")
    for game in given.games:
        line = f"{game:18}"
        for what, width in (("search", 12), ("random", 14)):
            best = {"pure": 0.0, "compiled": 0.0}
            for _ in range(given.turns):
                for build, before in best.items():
                    best[build] = max(before, measured(game, what, build))
            ratio = best["compiled"] / best["pure"]
            line += f"{best['pure']:{width},.0f}{best['compiled']:10,.0f}{ratio:7.2f}x"
        print(line, flush=True)
    print(f"bar: search at least {BAR:g} times")


if __name__ == "__main__":
    main()
