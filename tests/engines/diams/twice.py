"""Plays whole matches of Diam's in both implementations and counts the rules used."""

import itertools
from collections import Counter
from collections.abc import Iterator
from random import Random

from engines.api import CHANCE
from tests.engines.diams.drivers import DRIVERS, Driver
from tests.engines.diams.pair import Pair, random_deal

SETTINGS = list(
    itertools.product((2, 3, 4, 5), ("quick", "standard"), ("standard", "fixed"), DRIVERS)
)


def play(pair: Pair, driver: Driver, rng: Random) -> None:
    """Play to the end and compare both implementations at every ply."""
    while True:
        moves = pair.compare()
        pending = pair.state.pending()
        if not pending:
            break
        if pending != (CHANCE,):
            pair.apply(pending[0], driver(pair.naive, moves, rng))
        elif pair.state.chance() == "start 1":
            pair.begin(rng.sample(range(pair.naive.seats), pair.naive.seats))
        else:
            pair.deal(random_deal(pair, rng))
    pair.compare_told()


def matches(count: int, seed: int = 0) -> Iterator[tuple[str, Counter[str]]]:
    """Play `count` matches over all settings; yields the driver and the rules that each used."""
    for number in range(count):
        seats, length, closing, driver = SETTINGS[37 * number % len(SETTINGS)]
        pair = Pair(seats, length, closing)
        play(pair, DRIVERS[driver], Random(f"{seed} {number}"))
        yield driver, pair.naive.hits
