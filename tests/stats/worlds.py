"""Made-up results with a known truth, and the usual figures that do without any correction."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import numpy as np

from tourney.domain.match_values import MatchResult
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.results.sums import Design, ResultSums
from tourney.scoring import UNIT
from tourney.stats import BlockMeans, Interval

NAMES = tuple("abcdefghij")

Order = Callable[[Random, int, Random, int], list[int]]
"""How the bots finish a match: from luck, number of seats, luck of the deal, and rotation."""


def match(number: int, deal: int, order: list[int], failed: tuple[int, ...] = ()) -> MatchResult:
    """A match in which bots finish in this order; `failed` are bots that forfeited."""
    places = tuple(range(1, len(order) + 1))
    players = tuple(NAMES[bot] for bot in order)
    scores = tuple(range(len(order), 0, -1))
    return MatchResult(number, players, scores, places, (deal, 0), failed)


def even(rng: Random, seats: int, _deal: Random, _turn: int) -> list[int]:
    """All bots are equal."""
    return rng.sample(range(seats), seats)


def ahead(share: float) -> Order:
    """The first bot wins this share of its matches; the rest is random."""

    def order(rng: Random, seats: int, _deal: Random, _turn: int) -> list[int]:
        others = rng.sample(range(1, seats), seats - 1)
        at = 0 if rng.random() < share else rng.randrange(1, seats)
        return [*others[:at], 0, *others[at:]]

    return order


def dealt(rng: Random, seats: int, deal: Random, turn: int) -> list[int]:
    """In seven of ten deals the cards alone decide; the first bot wins 9 of 10 other matches."""
    decided, order = deal.random() < 0.7, deal.sample(range(seats), seats)
    return (
        [(seat + turn) % seats for seat in order] if decided else ahead(0.9)(rng, seats, deal, turn)
    )


WORLDS: dict[str, Order] = {
    "equal bots": even,
    "one wins 9 of 10": ahead(0.9),
    "one wins 49 of 50": ahead(0.98),
    "cards decide": dealt,
}


def truth(world: str, seats: int) -> float:
    """The true mean of the first bot, in points from 0 to 4."""
    others = sum(4 * (seats - place) / (seats - 1) for place in range(2, seats + 1)) / (seats - 1)
    nine = 4 * 0.9 + 0.1 * others
    return {
        "equal bots": 2.0,
        "one wins 9 of 10": nine,
        "one wins 49 of 50": 4 * 0.98 + 0.02 * others,
        "cards decide": 0.7 * 2 + 0.3 * nine,
    }[world]


def deals(
    world: str, seats: int, count: int, seed: object, seatings: int = 0
) -> Iterator[MatchResult]:
    """The matches of some deals, each played in as many seatings as there are seats."""
    rng, number = Random(f"{world}/{seats}/{count}/{seed}"), 0
    for deal in range(count):
        luck = rng.getrandbits(64)
        for turn in range(seatings or seats):
            number += 1
            yield match(number, deal, WORLDS[world](rng, seats, Random(luck), turn))


def plain(results: list[MatchResult]) -> BlockMeans:
    """Means by deal of these results alone, without a prior or a design."""
    worth, means = ResultSums(), BlockMeans(UNIT)
    for result in results:
        means.add(result.block, worth.worth(result))
    return means


def covers(found: Interval, true: float) -> bool:
    """Whether an interval contains the truth."""
    if found.low is None or found.high is None:
        return False
    return found.low - 1e-9 <= true <= found.high + 1e-9


def duel_of_two(until: str, deals: int) -> RunSpec:
    """A run of two bots with a stopping rule."""
    bots = BotEntry("a", "random", "1"), BotEntry("b", "random", "1")
    return RunSpec(
        "x", "diams", 1, (), bots, 2, deals, "fixed", "rotation", "0", "1", until=until
    )  # fmt: skip


def gauntlet(seed: int, wins: dict[int, float], deals: int) -> tuple[ResultSums, list[MatchResult]]:
    """A gauntlet of the first bot, which wins this share of its matches against each opponent.

    Each opponent plays each deal twice.
    """
    rng, sums, results = Random(seed), ResultSums(design=Design("a")), []
    for deal in range(deals):
        for other, share in (*wins.items(), *wins.items()):
            order = [0, other] if rng.random() < share else [other, 0]
            results.append(match(len(results) + 1, deal, order))
            sums.add(results[-1])
    return sums, results


@dataclass(frozen=True, slots=True)
class RareWorld:
    """Values on deals with known limits and a known mean; `draw` makes many of them.

    `variance` is that of the prior deal, 0 for scores, which have none.
    """

    draw: Callable[[np.random.Generator, tuple[int, int]], np.ndarray]
    low: int
    high: int
    mean: float
    variance: Fraction = Fraction(4)


def _rare(share: float, rare: int, usual: float, noise: float) -> RareWorld:
    """The usual value with some noise, and rarely another one."""

    def draw(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
        usually = usual + noise * rng.integers(-1, 2, shape)
        return np.where(rng.random(shape) < share, rare, usually)

    ends, variance = ((-4, 4), Fraction(4)) if rare == -4 else ((-50, 30), Fraction(0))
    return RareWorld(draw, *ends, usual * (1 - share) + rare * share, variance)


def _wins(share: float) -> RareWorld:
    return RareWorld(lambda rng, shape: 4.0 * (rng.random(shape) < share), 0, 4, 4 * share)


RARE: dict[str, RareWorld] = {
    "like a normal distribution": RareWorld(
        lambda rng, shape: np.clip(np.round(rng.normal(2, 0.8, shape), 2), 0, 4), 0, 4, 2.0
    ),
    "all but 2 % of the deals won": _wins(0.98),
    "all but 10 % of the deals won": _wins(0.9),
    "+0.1, but -4 on 2 % of the deals": _rare(0.02, -4, 0.1, 0.1),
    "+0.2, but -4 on 5 % of the deals": _rare(0.05, -4, 0.2, 0.1),
    "score 10, but -50 on 2 % of the deals": _rare(0.02, -50, 10, 3),
    "ties only": RareWorld(lambda _rng, shape: np.full(shape, 2.0), 0, 4, 2.0),
    "equal bots": RareWorld(lambda _rng, shape: np.zeros(shape), -4, 4, 0.0),
}
"""Worlds in which a few deals may say little about the rest."""


def small_noise(rng: Random, usual: Fraction, rare: float) -> Iterator[Fraction]:
    """Differences that are nearly always close to the usual one, rarely a loss of all points."""
    while True:
        noise = Fraction(rng.choice((-1, 0, 1)), 10)
        yield Fraction(-4) if rng.random() < rare else usual + noise
