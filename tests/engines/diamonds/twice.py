"""Plays whole matches of Diamonds in both implementations and counts the rules used."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from engines.api import CHANCE
from tests.engines.diamonds.at_table import at
from tests.engines.diamonds.drivers import DRIVERS, Driver
from tests.engines.diamonds.pair import Pair, random_deal

SETTINGS = [
    (seats, options)
    for seats in range(2, 7)
    for options in (
        {},
        {"rounds": "1"},
        {"perfect": "on", "rounds": "2"},
        {"perfect": "on", "show": "on", "rounds": "1"},
        {"teams": "on"},
        {"teams": "on", "perfect": "on", "rounds": "2", "show": "on"},
    )
    if seats in (4, 6) or "teams" not in options
    if options or seats < 6
]


def play(pair: Pair, driver: Driver, rng: Random) -> None:
    """Play to the end and compare both implementations at every ply."""
    while True:
        pair.compare()
        pending = pair.state.pending()
        if not pending:
            break
        if pending != (CHANCE,):
            seat = rng.choice(pending)  # sealed choices may come in any order
            pair.apply(seat, driver(pair.naive, pair.legal(seat), rng))
        elif pair.state.chance() == "start 1":
            pair.begin(rng.sample(range(pair.naive.seats), pair.naive.seats))
        else:
            pair.deal(random_deal(pair, rng))
    pair.compare_told()


def matches(count: int, seed: int = 0) -> Iterator[Counter[str]]:
    """Play `count` matches over all settings and drivers; yields the rules each used.

    A few matches, too, have every number of seats.
    """
    for number in range(count):
        seats, options = SETTINGS[5 * number % len(SETTINGS)]
        driver = list(DRIVERS.values())[number % len(DRIVERS)]
        pair = Pair(seats, options)
        play(pair, driver, Random(f"{seed} {number}"))
        yield pair.naive.hits


def no_diamonds() -> Pair:
    """Two hands without diamonds before the first trick (DM-Q11)."""
    pair = Pair(2, {"rounds": "1"})
    pair.begin([1, 0])
    rest = [card for card in pair.naive.deck() if card[0] != "D"]
    pair.deal(rest[::2] + [card for card in pair.naive.deck() if card not in rest[::2]])
    return pair


def wealthy() -> Pair:
    """The seats have more crystals than the box contains (DM-Q7)."""
    pair = Pair(3, {"rounds": "1"})
    pair.begin([2, 0, 1])
    pair.state.vault[:] = pair.naive.vaults[:] = [100, 90, 80]
    return pair


def even() -> Pair:
    """After the last trick A and B have the same number of cards of every suit (DM-Q12)."""
    low = [f"{suit}{rank}" for suit in "DHSC" for rank in range(1, 6)]
    high = [f"{suit}{rank}" for suit in "HSC" for rank in range(6, 11)]
    return at(
        "A D8 · B D10 · C D6 · D D7",
        taken=[("A", " ".join(low)), ("B", " ".join([*high, "D9"]))],
    ).pair


def helpless() -> Pair:
    """A has taken nine tricks and takes the last one; the partners B and D have none (DM-R15)."""
    cards = [f"{suit}{rank}" for suit in "DHSC" for rank in range(1, 10)]
    hands = "A H15 · B H11 · C H12 · D H13"
    return at(hands, leads="A", taken=[("A", " ".join(cards))], options={"teams": "on"}).pair


CRAFTED = (no_diamonds, wealthy, even, helpless)


def coverage(count: int) -> Counter[str]:
    """The rules used in `count` matches and in the hand-made positions."""
    total: Counter[str] = Counter()
    for hits in matches(count):
        total.update(hits)
    for number, crafted in enumerate(CRAFTED * 3):
        pair = crafted()
        play(pair, DRIVERS["uniform"], Random(number))
        total.update(pair.naive.hits)
    return total
