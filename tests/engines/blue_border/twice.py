"""Plays whole matches of Blue Border in both implementations and counts the rules used."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from engines.api import CHANCE
from tests.engines.blue_border.drivers import DRIVERS, Driver
from tests.engines.blue_border.pair import Pair

SETTINGS: list[dict[str, str]] = [
    {},
    {"bl": "8", "sight": "1", "limit": "90"},
    {"bl": "14", "bt": "20", "limit": "60"},
    {"bl": "9,6,15", "bt": "25,12,30", "rounds": "3", "limit": "40", "sight": "7"},
    {"cards": "least", "limit": "70"},
    {"limit": "9", "sight": "32"},
    {"rounds": "2", "limit": "4"},
]
FEWEST = {2: "18", 3: "24", 4: "30"}


def play(pair: Pair, driver: Driver, rng: Random) -> None:
    """Play to the end and compare both implementations at every ply."""
    while True:
        pair.compare()
        pending = pair.state.pending()
        if not pending:
            break
        if pending == (CHANCE,):
            pair.shuffled(rng)
        else:
            seat = rng.choice(pending)  # sealed answers may come in any order
            pair.apply(seat, driver(pair.naive, seat, pair.legal(seat), rng))
    pair.compare_told()


def begun(number: int) -> Pair:
    """The start of a match; seats and options change with its number."""
    seats = 2 + number % 3
    setting = dict(SETTINGS[number // 3 % len(SETTINGS)])
    if "cards" in setting:
        setting["cards"] = FEWEST[seats]
    return Pair(seats, setting)


EVERY = 3 * len(SETTINGS) * len(DRIVERS)
"""Matches until every setting was played by every driver: their numbers are coprime."""


def matches(count: int, seed: int = 0) -> Iterator[Counter[str]]:
    """Play `count` matches over all settings and drivers in turn; yields the rules each used."""
    drivers = list(DRIVERS.values())
    for number in range(count):
        pair = begun(number)
        driver = drivers[number // 3 % len(drivers)]
        play(pair, driver, Random(f"{seed} {number}"))
        yield pair.naive.hits
