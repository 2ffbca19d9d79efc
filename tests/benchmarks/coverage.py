"""What holds of ratings in simulations with known strengths: the table of docs/ratings.md.

    python -m tests.benchmarks.coverage [--times N] [WORD ...]

Each row is the mean over N worlds, fewer for large ones, with the standard error of the mean. Words
choose the rows that contain all of them.
"""

import argparse
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from tests.ratings.coverage import hits
from tests.ratings.worlds import World, clubs, newcomers, world

SIZES = (3, 4, 5, 6)
OLD, NEW = range(40), range(40, 60)


class Row(NamedTuple):
    """A world by its seed, which players are looked at, and the part of the times it is made."""

    name: str
    made: Callable[[int], World]
    some: range | None = None
    part: int = 1


def random_world(players: int, matches: int, sizes: tuple[int, ...], points: float) -> Row:
    spread = points * np.log(10) / 400
    return Row(
        f"{players} players, {matches} matches of {'-'.join(map(str, sizes))}, {points} points",
        lambda seed: world(
            np.random.default_rng(seed), players, matches, sizes, ties=0.3, spread=spread
        ),
        part=1 + players // 40,
    )


def joined_clubs(members: int, size: int) -> Row:
    return Row(
        f"two clubs of {members}, three matches of {size} join them",
        lambda seed: clubs(seed, 3, size, members),
    )


def joining(each: int, size: int, stronger: float, some: range) -> Row:
    who = "others" if some == OLD else "newcomers"
    points = round(stronger * 400 / np.log(10))
    return Row(
        f"newcomers {points:+} points, {each} matches of {size} each: {who}",
        lambda seed: newcomers(seed, each, size, stronger),
        some,
    )


ROWS = [
    random_world(200, 5000, SIZES, 174),
    *(random_world(20, 60, SIZES, points) for points in (434, 174, 69, 17)),
    random_world(20, 60, (2,), 434),
    random_world(4, 1000, (4,), 9),
    random_world(30, 2000, (4,), 3),
    joined_clubs(10, 2),
    joined_clubs(10, 4),
    joined_clubs(40, 2),
    *(
        joining(each, size, stronger, some)
        for stronger in (-2.0, 2.0)
        for each, size in ((1, 4), (2, 4), (3, 4), (5, 2), (9, 4))
        for some in (NEW, OLD)
    ),
    random_world(300, 100, (4,), 174),
    random_world(300, 300, (2,), 174),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*")
    parser.add_argument("--times", type=int, default=60)
    given = parser.parse_args()
    print(f"{'':66}  in interval   half   in range  width")
    for row in ROWS:
        if not all(word in row.name for word in given.words):
            continue
        times = max(given.times // row.part, 2)
        found = np.array([hits(row.made(seed), row.some) for seed in range(times)])
        mean, error = found.mean(axis=0), found.std(axis=0) / times**0.5
        print(
            f"{row.name:66}  {mean[0]:.3f} ±{error[0]:.3f}  {mean[1]:4.0f}"
            f"  {mean[3]:.3f} ±{error[3]:.3f}  {mean[4]:5.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
