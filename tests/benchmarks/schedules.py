"""Fixed schedules next to a search alone and to tables by lot: repeats, bound, seats, time.

    python -m tests.benchmarks.schedules [--seed 1]

A repeat is a pair in two rounds: the cost of a schedule is twice their number. `published` is what
the literature reaches (designs, social golfers, seatings for mahjong), where that is known.
"""

import argparse
from time import process_time

from tests.formats.stages import sizes
from tourney.formats.pod_schedule import (
    PodSchedule,
    cost_of,
    meetings_of,
    pod_schedule,
    random_rounds,
)

CASES: dict[tuple[int, int, int], int | None] = {
    (9, 3, 4): 0, (12, 4, 5): None, (12, 4, 11): 198, (15, 3, 7): 0, (16, 4, 5): 0,
    (18, 5, 6): None, (20, 4, 5): 0, (24, 3, 11): 0, (24, 4, 7): 0, (25, 5, 6): 0,
    (28, 4, 9): 0, (32, 4, 7): 0, (32, 4, 10): 0, (40, 4, 7): 0, (64, 4, 7): 0,
    (200, 4, 9): None, (1000, 4, 9): None,
}  # fmt: skip


def by_lot(found: PodSchedule, seed: int) -> int:
    """The repeats of tables of the same sizes by lot."""
    rounds = random_rounds(range(found.entrants), found.sizes, found.rounds, seed)
    tables = [each[: len(found.sizes.tables)] for each in rounds]
    return cost_of(meetings_of(tables, found.entrants)) // 2


def line(case: tuple[int, int, int], seed: int) -> str:
    """The figures of one schedule."""
    entrants, size, rounds = case
    pod_schedule.cache_clear()
    start = process_time()
    found = pod_schedule(entrants, sizes(size), rounds, seed, 600)
    seconds = process_time() - start
    published = CASES[case]
    seats = found.figures["seats"][0]
    numbers = [entrants, size, rounds, (found.cost or 0) // 2, found.bound // 2]
    shown = "".join(f"{number:>9}" for number in numbers)
    known = "?" if published is None else str(published)
    lots = by_lot(found, seed)
    return f"{shown}{known:>11}{lots:>9}{int(seats):>7}{seconds:>9.2f}"


def main() -> None:
    """Print a line for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    seed = parser.parse_args().seed
    heads = ("entrants", "table", "rounds", "repeats", "least")
    print("".join(f"{head:>9}" for head in heads) + "  published   by lot  seats  seconds")
    for case in CASES:
        print(line(case, seed), flush=True)


if __name__ == "__main__":
    main()
