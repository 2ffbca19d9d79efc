"""How well the hands of others are guessed: `python -m tests.benchmarks.inference`.

    python -m tests.benchmarks.inference [--game diams ...] [--bots greedy ...] [--positions N]
                                         [--worlds N] [--seed N]

Bots play matches, and at some decisions as many plain worlds and particles are drawn. What is
guessed is which hand has a card; in Diam's, where cards are alike, how many cards of a quality a
hand has. Only what differs between worlds counts. The loss is the mean of -log of the probability
of the truth, in which 4 worlds with the mean of all plain ones are included, so that a case that no
world has is not impossible. The share is of the loss of a bot that knows nothing but what is
possible; "worlds that count" is the effective number of weighted worlds, of a hundred.
"""

import argparse
from collections.abc import Iterator, Mapping
from math import log
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple

from engines.api import Game, Seat, State
from engines.games import GAMES
from tests.bots.positions import met
from tourney.bots import BOTS
from tourney.bots.heuristics import TELLING
from tourney.bots.particles import effective, log_likelihood, particles, relative
from tourney.domain.observation import Bot, Observation

TABLES: Final[tuple[tuple[str, int, Mapping[str, str]], ...]] = (
    ("diams", 2, {"length": "quick"}),
    ("diams", 3, {"length": "quick"}),
    ("diams", 5, {"length": "quick"}),
    ("diamonds", 2, {"rounds": "2"}),
    ("diamonds", 4, {"rounds": "2"}),
    ("diamonds", 6, {"rounds": "2"}),
    ("diamond-boxes-2", 2, {}),
    ("diamond-boxes-2", 4, {}),
)
INCLUDED: Final = 4  # worlds with the mean of all plain ones
CHOSEN: Final = 0.06  # share of the decisions that are looked at
HEAD = (
    f"{'':17}{'seats':>5}  {'others':8}{'guesses':>8}{'plain':>8}{'particles':>11}{'':8}"
    f"{'count':>7}{'drawing':>10}{'weighing':>10}{'a particle':>12}"
)


class Guesses(NamedTuple):
    """Sums over positions: guesses, losses, worlds that count, seconds a world."""

    guesses: int = 0
    plain: float = 0.0
    inferred: float = 0.0
    counting: float = 0.0
    drawing: float = 0.0
    weighing: float = 0.0
    particle: float = 0.0


def decisions(
    game: Game[Any], seats: int, given: Mapping[str, str], bot: Bot, rng: Random
) -> Iterator[Observation[Any]]:
    """Decisions in matches of a bot with itself, after every seat has moved."""
    while True:
        state = game.start(game.options(given, seats), seats)
        for look in met(game, state, rng, bot, 1):
            past = game.since_deal(state)
            late = past is not None and len(past[1]) >= 2 * seats
            if late and len(look.legal()) > 1 and rng.random() < CHOSEN:
                yield look


def held(name: str, world: State[Any], seat: Seat) -> dict[Any, int]:
    """What the other seats hold: which seat has a card; in Diam's, how many a seat has of what."""
    full = world.view(-2)["players"]
    found: dict[Any, int] = {}
    for other, player in enumerate(full):
        for card in player["hand"] if other != seat else ():
            if name != "diams":
                found[card] = other
                continue
            quality = card.rstrip("*")
            found[other, quality] = found.get((other, quality), 0) + 1
    return found


def guessed(look: Observation[Any], truth: State[Any], count: int, rng: Random) -> Guesses:
    """The losses at one position."""
    game, seat, name = look.game, look.seat, look.game.name
    begin = process_time()
    worlds = [look.resample(rng) for _ in range(count)]
    drawn = process_time()
    logs = [log_likelihood(game, TELLING[name], world, seat) for world in worlds]
    weighed = process_time()
    inferred = particles(look, rng, count)
    end = process_time()
    plain = [held(name, world, seat) for world in worlds]
    likely = [held(name, world, seat) for world in inferred]
    true = held(name, truth, seat)
    losses = [0.0, 0.0]
    guesses = 0
    for item in {*true}.union(*plain):
        if len({world.get(item, -1) for world in plain}) == 1:
            continue
        guesses += 1
        hits = [
            sum(world.get(item, -1) == true.get(item, -1) for world in each)
            for each in (plain, likely)
        ]
        mean = (hits[0] + 0.5) / (count + 1)
        for which in (0, 1):
            losses[which] -= log((hits[which] + INCLUDED * mean) / (count + INCLUDED))
    return Guesses(
        guesses,
        losses[0],
        losses[1],
        effective(relative(logs)) / count,
        (drawn - begin) / count,
        (weighed - drawn) / count,
        (end - weighed) / count,
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", nargs="+", choices=sorted(TELLING), default=[*TELLING])
    parser.add_argument("--bots", nargs="+", default=["greedy", "search:iterations=60"])
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print(HEAD, flush=True)
    for name, seats, given in TABLES:
        for target in args.bots if name in args.game else ():
            kind, _, setting = target.partition(":")
            bot = BOTS[kind](**dict([setting.split("=")] if setting else []))
            rng = Random(args.seed)
            total = Guesses()
            looks = decisions(GAMES[name], seats, given, bot, rng)
            for _ in range(args.positions):
                look = next(looks)
                # The truth is read here and nowhere else.
                one = guessed(look, look._state, args.worlds, Random(args.seed))
                total = Guesses(*map(sum, zip(total, one, strict=True)))
            plain, inferred = total.plain / total.guesses, total.inferred / total.guesses
            n = args.positions
            print(
                f"{name:17}{seats:5}  {kind:8}{total.guesses:8}{plain:8.3f}{inferred:11.3f}"
                f"{f'{100 * (inferred / plain - 1):+.1f} %':>8}{100 * total.counting / n:7.0f}"
                f"{1e6 * total.drawing / n:7.0f} µs"
                f"{1e6 * total.weighing / n:7.0f} µs{1e6 * total.particle / n:9.0f} µs",
                flush=True,
            )


if __name__ == "__main__":
    main()
