"""What the decisions of bots are worth, measured with much less luck than in matches.

    python -m tests.benchmarks.regret --game diamonds -o rounds=1 [--seats 3] [--matches 40]
                                      [--share 0.2] [--worlds 50] search champion

Positions come from matches of `search:iterations=50`. Each bot is asked for its move; then each of
these moves is tried in worlds that the seat considers possible, and the match is played to its end
by the heuristic. All moves meet the same luck, so a difference of one in a thousand is seen after
a thousand positions, where matches would need ten thousands. The figure is the mean share of
others beaten, in thousandths above that of the first bot, with its 95 % interval; matches against
bots that play better than the heuristic may say otherwise. Worlds are drawn without a look at the
moves of the others; `--worlds 0` takes the true position instead, which shows what inference
gives, with more luck.
"""

import argparse
from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import process_time
from typing import Any

from engines.api import CHANCE, Game, State
from engines.games import GAMES
from tests.bots.positions import met
from tourney.bots import BOTS
from tourney.bots.heuristics import HEURISTICS, by_places
from tourney.domain.observation import Bot, Observation


def decisions(
    game: Game[Any], args: argparse.Namespace
) -> Iterator[tuple[Observation[Any], State[Any]]]:
    """A part of the decisions of some matches with more than one move, and their positions."""
    given = dict(pair.split("=") for pair in args.option)
    player, rng = BOTS["search"](iterations="50"), Random(f"regret {args.seed}")
    for _ in range(args.matches):
        state = game.start(game.options(given, args.seats), args.seats)
        for observation in met(game, state, rng, player, 1):
            if len(observation.legal()) > 1 and rng.random() < args.share:
                position = state.clone()
                yield Observation(game, position, observation.seat), position


def finished(game: Game[Any], state: State[Any], rng: Random) -> list[float]:
    """The shares of the seats after the heuristic has played a match to its end."""
    heuristic = HEURISTICS[game.name]
    while owing := state.pending():
        seat = owing[0]
        chance = seat == CHANCE
        state.apply(seat, game.shuffle(state, rng) if chance else heuristic.move(state, seat))
    outcome = state.outcome()
    assert outcome is not None, "no decision is pending, so the match is over"
    return by_places(outcome.places)


def made(target: str) -> Bot:
    """A built-in bot with its settings."""
    name, _, settings = target.partition(":")
    return BOTS[name](**dict(pair.split("=") for pair in settings.split(",") if pair))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bots", nargs="+", metavar="BOT")
    parser.add_argument("--game", choices=sorted(GAMES), required=True)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("-o", "--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--share", type=float, default=0.2, help="of the decisions")
    parser.add_argument("--worlds", type=int, default=50)
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    game = GAMES[args.game]
    bots = [made(target) for target in args.bots]
    seconds = [0.0] * len(bots)
    gains: list[list[float]] = [[] for _ in bots]
    for number, (observation, truth) in enumerate(decisions(game, args)):
        moves = []
        for index, bot in enumerate(bots):
            begin = process_time()
            moves.append(bot.choose(observation, Random(f"{args.seed} {number}")))
            seconds[index] += process_time() - begin
        worth = dict.fromkeys(moves, 0.0)
        worlds = max(1, args.worlds)
        for world in range(worlds if len(worth) > 1 else 0):
            state = truth
            if args.worlds:
                state = observation.resample(Random(f"{args.seed} {number} {world}"))
            for move in worth:
                after = state.clone()
                after.apply(observation.seat, move)
                shares = finished(game, after, Random(f"{args.seed} {number} {world}"))
                worth[move] += shares[observation.seat] / worlds
        for index, move in enumerate(moves):
            gains[index].append(worth[move] - worth[moves[0]])
    options = " ".join(args.option)
    print(f"{args.game} {options} {args.seats} seats, {len(gains[0])} decisions")
    for target, gain, used in zip(args.bots, gains, seconds, strict=True):
        spread = 1.96 * stdev(gain) / sqrt(len(gain))
        mean = f"{1000 * fmean(gain):+7.2f} ± {1000 * spread:.2f}"
        print(f"{target:36}{mean:18}{1000 * used / len(gain):8.2f} ms")


if __name__ == "__main__":
    main()
