"""What compiling gives: `python -m tests.benchmarks.compiled [GAME …] [--turns N]`.

Decisions a second of the search bot with 100 iterations, and moves a second of random playouts, of
the modules that `make fast` compiled in this checkout and of the same sources in Python. A playout
copies a position just after the deal and plays it to the end of the match; in Diamonds that is one
round. The playouts are compared with OpenSpiel's own loop over hearts, in C++, which does the same
with a deal of hearts (needs `pip install -e '.[bench]'`). Each measurement has a process of its
own, in turn; processor time, the best of several turns.
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
from tourney.bots.search import SearchBot
from tourney.domain.observation import Observation, playout

BAR: Final = 3.0  # decisions of the search bot, compiled / pure
HEARTS_BAR: Final = 0.5  # compiled playouts of Diamonds and Blue Border / C++ loop over hearts
SEATS: Final = {"diams": 4}  # three in the other games
OPTIONS: Final = {"diams": {"length": "quick"}}
ONE_DEAL: Final = {"diamonds": {"rounds": "1"}}  # of the playouts, as in hearts
DEALS: Final = 10  # from which playouts start
SECONDS: Final = 1.2


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


def played_out(game: Game[Any], seats: int, options: dict[str, str]) -> float:
    """Moves of the seats a second in playouts, each one call, from a few deals."""
    given, rng = game.options(options | ONE_DEAL.get(game.name, {}), seats), Random(1)
    used, moves = 0.0, 0
    for _ in range(DEALS):
        dealt = game.start(given, seats)
        while dealt.pending()[0] == CHANCE:
            dealt.apply(CHANCE, game.shuffle(dealt, rng))
        before, playouts = rng.getstate(), 0
        start = process_time()
        while process_time() - start < SECONDS / DEALS:
            for _ in range(10):
                playout(game, dealt.clone(), rng)
            playouts += 10
        used += process_time() - start
        rng.setstate(before)  # the same playouts, to count their moves
        for _ in range(playouts):
            state = dealt.clone()
            while owing := state.pending():
                chance = owing[0] == CHANCE
                moves += not chance
                move = game.shuffle(state, rng) if chance else state.sample(owing[0], rng)
                state.apply(owing[0], move)
    return moves / used


def hearts() -> float:
    """Moves a second of OpenSpiel's rollouts of hearts; 0 if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return 0.0
    game, rng, rollouts = pyspiel.load_game("hearts"), Random(1), 2000
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    moves, rest = 0, state.clone()
    while not rest.is_terminal():  # every match has as many moves
        rest.apply_action(rng.choice(rest.legal_actions()))
        moves += 1
    # The search does one iteration, whose value is the mean of so many rollouts.
    bot = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(rollouts, 1), 1.4, 1, 100, False, 1, False
    )
    start = process_time()
    bot.step(state)
    return rollouts * moves / (process_time() - start)


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
        print((searched if what == "search" else played_out)(game, seats, options))
        return
    if BUILD != "compiled":
        sys.exit(f"not compiled ({WHY_PURE}): make fast")
    print(f"{'a second':15}{'decisions of search':>30}{'moves of playouts':>30}")
    heading = f"{'':15}" + f"{'pure':>12}{'compiled':>10}{'':>8}" * 2
    print(heading + ("  of C++ hearts" if hearts() else ""))
    for game in given.games:
        line = f"{game:15}"
        for what in ("search", "playout"):
            best = {"pure": 0.0, "compiled": 0.0}
            for _ in range(given.turns):
                for build, before in best.items():
                    best[build] = max(before, measured(game, what, build))
            ratio = best["compiled"] / best["pure"]
            line += f"{best['pure']:12,.0f}{best['compiled']:10,.0f}{ratio:7.2f}x"
        loop = max(hearts() for _ in range(given.turns))
        print(line + (f"{best['compiled'] / loop:15.2f}" if loop else ""), flush=True)
    print(f"bars: search {BAR:g} times; of C++ hearts {HEARTS_BAR:g} in Diamonds and Blue Border")


if __name__ == "__main__":
    main()
