"""How much stronger each bot is than the one below it, in chips a match of Diam's.

    python -m tests.benchmarks.strength [--deals N] [--seats 2 3 4 5] [--length standard]
                                        [--pair search greedy] [--seed N]

One seat plays the stronger bot, all others the weaker one. A block is one deal played once with
the stronger bot in each seat, so it holds every hand once; the value of a match is its chips less
the mean chips of the others, and the block is the unit of evidence. Chips are those of DI-R15:
summed over the rounds of a standard match, those of the one round in a quick match. The bar: the
lower bound of the 95 % interval is above 0.5 chips a match.
"""

import argparse
from collections.abc import Iterator, Sequence
from fractions import Fraction
from time import process_time
from typing import Any

from engines import GAMES
from engines.diams.scoring import chips
from tourney.agents.loader import load
from tourney.bots.look import Look
from tourney.domain.matches import Fixture
from tourney.play.agent import Agent
from tourney.play.referee import Referee, Setting
from tourney.play.texts import Texts
from tourney.stats.blocks import Blocks, Interval

BAR = 0.5
PAIRS = (("greedy", "random"), ("search", "greedy"))
HEAD = (
    f"{'':24}{'length':10}{'seats':>5}{'deals':>7}{'chips':>9}"
    f"{'95 % interval':>18}{'ms a decision':>15}"
)


class Timed:
    """An agent under a stop-watch."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.decisions = 0
        self.seconds = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.agent, name)

    def choose(self, look: Look[Any]) -> Any:
        """What the agent chooses; processor time is counted."""
        begin = process_time()
        move = self.agent.choose(look)
        self.seconds += process_time() - begin
        self.decisions += 1
        return move


def played(setting: Setting, deal: int, seat: int, agents: Sequence[Agent]) -> Fraction:
    """Chips of one seat less the mean of the others, from one match."""
    fixture = Fixture(1, deal, 0, seat, tuple(range(setting.seats)))
    outcome = Referee(setting, fixture, agents).play().outcome
    got = chips(outcome.scores) if setting.options.length == "quick" else outcome.scores
    return got[seat] - Fraction(sum(got) - got[seat], setting.seats - 1)


def duel(pair: tuple[str, str], setting: Setting, deals: int) -> tuple[Interval, float]:
    """The difference between two bots, and milliseconds that the stronger one takes to decide."""
    strong, weak = map(load, pair)
    blocks, seconds, decisions = Blocks(), 0.0, 0
    for deal in range(deals):
        total = Fraction(0)
        for seat in range(setting.seats):
            hero = Timed(strong.sit())
            agents = [hero if s == seat else weak.sit() for s in range(setting.seats)]
            total += played(setting, deal, seat, agents)
            seconds += hero.seconds
            decisions += hero.decisions
        blocks.add(setting.seats, total)
    return blocks.interval(), 1000 * seconds / decisions


def lines(args: argparse.Namespace) -> Iterator[str]:
    """The table, row by row as it gets known."""
    game = GAMES["diams"]
    yield HEAD
    for pair in [tuple(args.pair)] if args.pair else PAIRS:
        for seats in args.seats:
            options = game.options({"length": args.length}, seats)
            setting = Setting(game, options, seats, args.seed, "abort", Texts(game))
            found, cost = duel(pair, setting, args.deals)
            low, high = found.low or 0.0, found.high or 0.0
            yield (
                f"{' - '.join(pair):24}{args.length:10}{seats:5}{args.deals:7}"
                f"{float(found.mean):+9.2f}{f'{low:+.2f} .. {high:+.2f}':>18}{cost:15.2f}"
                f"  {'reached' if low > BAR else 'missed'}"
            )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4, 5])
    parser.add_argument("--length", choices=("standard", "quick"), default="standard")
    parser.add_argument("--pair", nargs=2, metavar=("STRONGER", "WEAKER"))
    parser.add_argument("--seed", type=int, default=1)
    for line in lines(parser.parse_args()):
        print(line, flush=True)


if __name__ == "__main__":
    main()
