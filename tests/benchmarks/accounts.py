"""What an account of a match costs, and how much of the spread of results is luck that it finds.

    python -m tests.benchmarks.accounts [--game diams …] [--seats N …] [--bot greedy] [--matches N]
        [--worlds N] [--ahead N] [--hindsight] [--senseless] [-o KEY=VALUE]

A bot plays against itself. The judge is the usual one, but for what is given here. The lines of
every account are checked: they add up to the result, and each over the seats. Luck is that of the
seat where it is farthest from 0, with the interval that holds 0 for all seats together in 95 % of
such tables, also with `--senseless`, a value function with random weights. Removed is the share of
the variance of results that is gone without the luck, all seats together. Loss is the mean of the
own errors of a seat; unexplained is the standard deviation of that line for the first one.
"""

import argparse
from operator import sub
from random import Random
from statistics import NormalDist, mean, stdev, variance
from time import process_time
from typing import Final

from engines.games import GAMES
from tests.bots.positions import played_out
from tests.insight.test_account import LEAST, senseless
from tourney.bots import BOTS
from tourney.insight.account import Account, Judge, account
from tourney.insight.match_analysis import judge_for

HEAD: Final = ("game", "seats", "s a match", "luck", "removed", "loss", "counted", "unexplained")


def main() -> None:
    """Print a row for each game and number of seats."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=list(GAMES), nargs="+", default=list(GAMES))
    parser.add_argument("--seats", type=int, nargs="+")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=16)
    parser.add_argument("--ahead", type=int)
    parser.add_argument("--hindsight", action="store_true")
    parser.add_argument("--senseless", action="store_true")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="KEY=VALUE")
    args = parser.parse_args()
    given = dict(pair.split("=") for pair in args.option)
    print(" | ".join(HEAD))
    for name in args.game:
        game = GAMES[name]
        value = senseless(name) if args.senseless else None
        judge = Judge(args.worlds, args.ahead, fair=not args.hindsight, value=value)
        judge = judge_for(game, judge)
        for seats in args.seats or game.seats:
            options = game.options(given, seats)
            rests, losses, counted = list[float](), list[float](), 0
            results: list[list[float]] = [[] for _ in range(seats)]
            lucks: list[list[float]] = [[] for _ in range(seats)]
            seconds = 0.0
            for number in range(args.matches):
                rng = Random(f"{name} {seats} {number}")
                moves = played_out(game, options, seats, rng, BOTS[args.bot]())
                begin = process_time()
                book = account(game, options, seats, moves, judge, rng)
                seconds += process_time() - begin
                require_identity(book, seats)
                for seat in range(seats):
                    results[seat].append(book.result[seat])
                    lucks[seat].append(book.deal[seat] + book.draws[seat])
                rests.append(book.unexplained[0])
                losses += book.errors
                counted += sum(one.counted for one in book.decisions)
            adjusted = [list(map(sub, *pair)) for pair in zip(results, lucks, strict=True)]
            left = sum(map(variance, adjusted)) / sum(map(variance, results))
            errors = [stdev(luck) / args.matches**0.5 for luck in lucks]
            far = max(range(seats), key=lambda seat: abs(mean(lucks[seat])) / errors[seat])
            error = NormalDist().inv_cdf(1 - 0.025 / seats) * errors[far]
            cells = (
                *(name, str(seats), f"{seconds / args.matches:.3f}"),
                f"{mean(lucks[far]):+.4f} ± {error:.4f}",
                f"{1 - left:.0%}",
                *(f"{mean(losses):.3f}", f"{counted / args.matches:.0f}", f"{stdev(rests):.2f}"),
            )
            print(" | ".join(cells), flush=True)


def require_identity(book: Account, seats: int) -> None:
    """AssertionError unless all lines add up, to a billionth."""
    for line in (book.deal, book.draws, book.unexplained, book.unknown):
        assert abs(sum(line)) < LEAST
    assert abs(sum(book.result) - seats / 2) + abs(sum(book.start) - seats / 2) < LEAST
    for seat in range(seats):
        assert abs(book.total(seat) - book.result[seat]) < LEAST


if __name__ == "__main__":
    main()
