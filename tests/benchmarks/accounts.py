"""What an account of a match costs, and how much of the spread of results is luck that it finds.

    python -m tests.benchmarks.accounts [--game diams …] [--seats N …] [--bot greedy] [--matches N]
        [--worlds N] [--ahead N] [--hindsight] [-o KEY=VALUE]

A bot plays against itself. Luck is that of the first seat with its 95 % interval, which should hold
0. Removed is the share of the variance of results that is gone without the luck. Loss is the mean
of the own errors of a seat; unexplained is the standard deviation of that line.
"""

import argparse
from random import Random
from statistics import mean, stdev, variance
from time import process_time
from typing import Final

from engines.games import GAMES
from tests.bots.positions import played_out
from tourney.bots import BOTS
from tourney.insight.account import Judge, account

HEAD: Final = ("game", "seats", "s a match", "luck", "removed", "loss", "counted", "unexplained")


def main() -> None:
    """Print a row for each game and number of seats."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=list(GAMES), nargs="+", default=list(GAMES))
    parser.add_argument("--seats", type=int, nargs="+")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=16)
    parser.add_argument("--ahead", type=int, default=0)
    parser.add_argument("--hindsight", action="store_true")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="KEY=VALUE")
    args = parser.parse_args()
    judge = Judge(args.worlds, args.ahead, fair=not args.hindsight)
    given = dict(pair.split("=") for pair in args.option)
    print(" | ".join(HEAD))
    for name in args.game:
        game = GAMES[name]
        for seats in args.seats or game.seats:
            options = game.options(given, seats)
            results, lucks, rests, losses, counted = [], [], [], list[float](), 0
            seconds = 0.0
            for number in range(args.matches):
                rng = Random(f"{name} {seats} {number}")
                moves = played_out(game, options, seats, rng, BOTS[args.bot]())
                begin = process_time()
                book = account(game, options, seats, moves, judge, rng)
                seconds += process_time() - begin
                results.append(book.result[0])
                lucks.append(book.deal[0] + book.draws[0])
                rests.append(book.unexplained[0])
                losses += book.errors
                counted += sum(one.counted for one in book.decisions)
            adjusted = [result - luck for result, luck in zip(results, lucks, strict=True)]
            error = 1.96 * stdev(lucks) / len(lucks) ** 0.5
            cells = (
                *(name, str(seats), f"{seconds / args.matches:.3f}"),
                f"{mean(lucks):+.3f} ± {error:.3f}",
                f"{1 - variance(adjusted) / variance(results):.0%}",
                *(f"{mean(losses):.3f}", f"{counted / args.matches:.0f}", f"{stdev(rests):.2f}"),
            )
            print(" | ".join(cells), flush=True)


if __name__ == "__main__":
    main()
