"""Ratings beside those of openskill: time and how well they predict; time and memory from a store.

    python -m tests.benchmarks.ratings [--matches N] [--players K] [--only]

Matches of three to six made-up players, some with ties, with an advantage of early seats. All times
are processor times of one core. The loss is the mean -log of the probability that a rating gave to
what happened between two players of a later match; the oracle knows the true strengths.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import resource
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from math import log, pi
from pathlib import Path
from time import process_time
from typing import Any, TypeVar

import numpy as np

from engines.api import Outcome
from tests.ratings.worlds import World, world
from tourney.domain.match_values import Fixture, KeptMatch
from tourney.domain.rating_values import ResultColumns
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.ratings import ResultArrays, rate
from tourney.ratings.design import RatingDesign, design
from tourney.ratings.fit import RatingFit, fit
from tourney.ratings.rate import LiveRatings
from tourney.store import open_store
from tourney.store.match_writer import MatchWriter
from tourney.store.ratings import result_columns
from tourney.store.runs import add_run

T = TypeVar("T")
Match = tuple[list[int], list[int]]
"""Players and places by seat."""
Chance = Callable[[int, int, int, int, int], float]
"""The probability that a player in a seat finishes above another: players, seats, table size."""


def timed(work: Callable[[], T]) -> tuple[T, float]:
    began = process_time()
    found = work()
    return found, process_time() - began


def listed(columns: ResultColumns) -> list[Match]:
    """The matches one by one."""
    players, places = columns.seats[1::3].tolist(), columns.seats[2::3].tolist()
    found, start = [], 0
    for code in columns.matches[1::3]:
        end = start + len(columns.kinds[columns.kind_codes[code]].sides)
        found.append((players[start:end], places[start:end]))
        start = end
    return found


def loss(matches: list[Match], chance: Chance) -> float:
    """The mean loss over all pairs of players of all matches; a tie is half of both."""
    total, count = 0.0, 0
    for players, places in matches:
        for a, b in combinations(range(len(players)), 2):
            p = chance(players[a], players[b], a, b, len(players))
            won = 0.5 * ((places[a] < places[b]) - (places[a] > places[b])) + 0.5
            total -= won * log(p) + (1 - won) * log(1 - p)
            count += 1
    return total / count


def logistic(gap: float) -> float:
    return float(1 / (1 + np.exp(-gap)))


def of_world(made: World) -> Chance:
    def chance(one: int, two: int, a: int, b: int, size: int) -> float:
        seats = made.seats[size]
        return logistic(made.strengths[one] - made.strengths[two] + seats[a] - seats[b])

    return chance


def of_fit(made: RatingDesign, found: RatingFit) -> Chance:
    """Chances with uncertain strengths: a wide interval moves them towards a half."""
    unit = {int(player): number for number, player in enumerate(made.player)}
    seat = {(key.seats, key.seat): made.units + n for n, key in enumerate(made.seats)}

    def chance(one: int, two: int, a: int, b: int, size: int) -> float:
        at = np.array([unit[one], unit[two], seat[size, a], seat[size, b]])
        signs = np.array([1.0, -1.0, 1.0, -1.0])
        variance = signs @ found.inverse[np.ix_(at, at)] @ signs
        return logistic((signs @ found.values[at]) / np.sqrt(1 + pi * variance / 8))

    return chance


def of_live(matches: list[Match]) -> Chance:
    live = LiveRatings()
    for players, places in matches:
        order = sorted(range(len(players)), key=places.__getitem__)
        ties = tuple(places.count(place) for place in sorted(set(places)))
        live.add([[(players[seat], seat)] for seat in order], ties)

    def chance(one: int, two: int, *_: int) -> float:
        first, second = live.beliefs[one], live.beliefs[two]
        variance = first.variance + second.variance
        return logistic((first.mean - second.mean) / float(np.sqrt(1 + pi * variance / 8)))

    return chance


def of_openskill(matches: list[Match], name: str) -> Chance:
    from openskill import models

    model: Any = getattr(models, name)()
    found: dict[int, Any] = {}
    for players, places in matches:
        teams = [[found.get(player) or model.rating()] for player in players]
        for player, (rating,) in zip(players, model.rate(teams, ranks=places), strict=True):
            found[player] = rating

    def chance(one: int, two: int, *_: int) -> float:
        first, second = found[one], found[two]
        scale = (first.sigma**2 + second.sigma**2 + 2 * model.beta**2) ** 0.5
        return logistic((first.mu - second.mu) / scale)

    return chance


def compare(players: int, matches: int) -> None:
    """Print times and losses of all methods after the same matches."""
    made = world(np.random.default_rng(1), players, matches + matches // 4, ties=0.5)
    every = listed(made.columns)
    past, later = every[:matches], every[matches:]
    results = ResultArrays(made.columns)
    chosen = results.of_game("game") & (np.arange(len(results)) < matches)
    ours, fitted = timed(lambda: (made_ := design(results, chosen), fit(made_)))
    _, whole = timed(lambda: rate(results, chosen))
    live, stepped = timed(lambda: of_live(past))
    print(f"{players} players, {matches} matches of three to six")
    print(f"  oracle                          loss {loss(later, of_world(made)):.4f}")
    print(f"  fit                   {fitted:7.2f} s loss {loss(later, of_fit(*ours)):.4f}")
    print(f"  with all intervals    {whole:7.2f} s")
    print(f"  live                  {stepped:7.2f} s loss {loss(later, live):.4f}")
    for name in ("BradleyTerryPart", "BradleyTerryFull", "PlackettLuce"):
        theirs, seconds = timed(lambda name=name: of_openskill(past, name))
        ratio = f"{seconds / whole:.1f} times as long as with intervals"
        print(f"  {name:21} {seconds:7.2f} s loss {loss(later, theirs):.4f}  {ratio}")


def kept(made: World) -> Iterator[KeptMatch]:
    for number, (players, places) in enumerate(listed(made.columns), 1):
        at = Fixture(number, number - 1, 0, 0, tuple(players))
        scores = tuple(-place for place in places)
        yield KeptMatch(at, Outcome(scores, tuple(places)), "complete", (), None)


def from_store(players: int, matches: int) -> None:
    """Print the time and memory to read and rate stored matches."""
    made = world(np.random.default_rng(2), players, matches, (4,), ties=0.3)
    bots = tuple(BotEntry(f"b{number}", "random", "1") for number in range(players))
    spec = RunSpec(
        "big", "diams", 1, (), bots, 4, matches, "fixed", "none", "1", "2", log="results"
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        with (
            open_store(str(Path(folder) / "x.db"), create=True) as store,
            MatchWriter(store, add_run(store, spec), batch=5000, seconds=60) as writer,
        ):
            for match in kept(made):
                writer.take(match)
        del made
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with open_store(str(Path(folder) / "x.db")) as store:
            columns, reading = timed(partial(result_columns, store))
        results, arrays = timed(lambda: ResultArrays(columns))
        _, rating = timed(lambda: rate(results, results.of_game("diams")))
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    size = 8 * (len(columns.matches) + len(columns.seats))
    print(f"{matches} stored matches of four: read {reading:.2f} s, rated {arrays + rating:.2f} s")
    print(f"  columns {size / 1e6:.0f} MB, process at most {(after - before) / 1e3:.0f} MB more")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--only", action="store_true", help="only rate, and print the memory")
    given = parser.parse_args()
    if given.only:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
        made = world(np.random.default_rng(1), given.players, given.matches, ties=0.5)
        results = ResultArrays(made.columns)
        _, seconds = timed(lambda: rate(results, results.of_game("game")))
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
        print(f"{given.players} players, {given.matches} matches: {seconds:.2f} s, {most:.0f} MB")
        print(f"  {most - before:.0f} MB of them beside what imports take")
        return
    from_store(given.players, given.matches)
    compare(given.players, given.matches)
    compare(given.players, given.matches // 20)


if __name__ == "__main__":
    main()
