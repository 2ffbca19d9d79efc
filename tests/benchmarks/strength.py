"""How much stronger each bot is than the next weaker one: chips in Diam's, places in other games.

    python -m tests.benchmarks.strength [--game diams] [--deals N] [--seats 2 3 4 5] [-o KEY=VALUE]
                                        [--pair search greedy] [--seed N]

The stronger bot has one seat, the weaker bot all others. A block is one deal played once with the
stronger bot in each seat, so that this bot gets every hand once. The value of a match is the gain
of the stronger bot's seat minus the mean gain of the others; the interval is computed from blocks.
The gain in Diam's is chips (DI-R15), summed over the rounds of a match; in other games it is the
share of opponents that a seat beats, where ties count half. The bar: the lower bound of the 95 %
interval is above 0.5 chips or a share of 0.05 per match.
"""

import argparse
from collections.abc import Iterator, Sequence
from fractions import Fraction
from time import process_time
from typing import Any

from engines.api import Outcome
from engines.diams.scoring import chips
from engines.games import GAMES
from tourney.agents.loader import load
from tourney.bots.heuristics import by_places
from tourney.domain.match_values import Fixture
from tourney.domain.observation import Observation
from tourney.play.agent import Agent
from tourney.play.referee import MatchSetup, Referee, Texts
from tourney.stats import Interval
from tourney.stats.block_means import Blocks

CHIPS, SHARE = 0.5, 0.05
PAIRS = (("greedy", "random"), ("guide", "greedy"), ("search", "greedy"))
HEAD = (
    f"{'':20}{'options':18}{'seats':>5}{'deals':>7}{'gain':>9}"
    f"{'95 % interval':>18}{'ms a decision':>15}"
)


class Timed:
    """An agent whose decisions are counted and timed."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.decisions = 0
        self.seconds = 0.0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.agent, name)

    def choose(self, observation: Observation[Any]) -> Any:
        """The agent's choice; adds its processor time to `seconds`."""
        begin = process_time()
        move = self.agent.choose(observation)
        self.seconds += process_time() - begin
        self.decisions += 1
        return move


def played(setup: MatchSetup, deal: int, seat: int, agents: Sequence[Agent]) -> Fraction:
    """The gain of one seat in a match minus the mean gain of the others."""
    fixture = Fixture(1, deal, 0, seat, tuple(range(setup.seats)))
    outcome = Referee(setup, fixture, agents).play().outcome
    got = gained(setup, outcome)
    return got[seat] - (sum(got) - got[seat]) / (setup.seats - 1)


def gained(setup: MatchSetup, outcome: Outcome) -> Sequence[Fraction]:
    """The gain of each seat: chips in Diam's, else the share of opponents beaten."""
    if setup.game.name != "diams":
        return [Fraction(share) for share in by_places(outcome.places)]
    quick = setup.options.length == "quick"
    return [Fraction(n) for n in (chips(outcome.scores) if quick else outcome.scores)]


def duel(pair: tuple[str, str], setup: MatchSetup, deals: int) -> tuple[Interval, float]:
    """The difference between two bots, and milliseconds per decision of the stronger one."""
    strong, weak = map(load, pair)
    blocks, seconds, decisions = Blocks(), 0.0, 0
    for deal in range(deals):
        total = Fraction(0)
        for seat in range(setup.seats):
            hero = Timed(strong.sit(deal))
            agents = [hero if s == seat else weak.sit(deal) for s in range(setup.seats)]
            total += played(setup, deal, seat, agents)
            seconds += hero.seconds
            decisions += hero.decisions
        blocks.add(setup.seats, total)
    return blocks.interval(), 1000 * seconds / decisions


def lines(args: argparse.Namespace) -> Iterator[str]:
    """The table, row by row as soon as each is measured."""
    game = GAMES[args.game]
    given = dict(pair.split("=") for pair in args.option)
    bar = CHIPS if game.name == "diams" else SHARE
    yield HEAD
    for pair in [tuple(args.pair)] if args.pair else PAIRS:
        for seats in args.seats or game.seats:
            options = game.options(given, seats)
            setup = MatchSetup(game, options, seats, args.seed, "bots", "abort", Texts(game))
            found, cost = duel(pair, setup, args.deals)
            low, high = found.low or 0.0, found.high or 0.0
            yield (
                f"{' - '.join(pair):20}{game.options_text(options):18}{seats:5}{args.deals:7}"
                f"{float(found.mean):+9.2f}{f'{low:+.2f} .. {high:+.2f}':>18}{cost:15.2f}"
                f"  {'reached' if low > bar else 'missed'}"
            )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--game", choices=sorted(GAMES), default="diams")
    parser.add_argument("--seats", type=int, nargs="+")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--pair", nargs=2, metavar=("STRONGER", "WEAKER"))
    parser.add_argument("--seed", default="1")
    for line in lines(parser.parse_args()):
        print(line, flush=True)


if __name__ == "__main__":
    main()
