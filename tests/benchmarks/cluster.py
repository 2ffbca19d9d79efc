"""What the workers of a Dask scheduler cost more than workers of this machine, on the same cores.

    python -m tests.benchmarks.cluster [--matches N] [--rounds N]

Random bots play quick Diam's with two seats and packed logs, in turns with `-j 2` and with a
scheduler and two workers that run already. Each plays a short and a long run; the difference is the
cost per match, without the start. Processor time of all processes together is the figure that other
work on the machine disturbs least. The last table is the cost of connecting.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from tests.until import until
from tests.work.dask_cluster import DaskCluster

TICKS = os.sysconf("SC_CLK_TCK")


class Spent(NamedTuple):
    """Seconds by the clock and of the processor."""

    clock: float
    processor: float


def used(cluster: DaskCluster) -> float:
    """The processor seconds of the scheduler and its workers."""
    fields = [
        Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        for process in (cluster.scheduler, *cluster.workers)
    ]
    return sum(int(each[11]) + int(each[12]) for each in fields) / TICKS


def play(folder: Path, deals: int, cluster: DaskCluster | None) -> Spent:
    """Play a run of so many deals, two matches each."""
    how = ("--executor", f"dask:{cluster.address}") if cluster else ("-j", "2")
    database = folder / "x.db"
    command = (
        sys.executable, "-m", "tourney", "run", "-g", "diams", "-O", "length=quick",
        "--bot", "a=random", "--bot", "b=random", "--deals", str(deals), "--seed", "1",
        "--log", "packed", "--db", str(database), "-q", *how,
    )  # fmt: skip
    before, began = used(cluster) if cluster else 0.0, perf_counter()
    pid = os.posix_spawn(sys.executable, command, os.environ)
    _, status, usage = os.wait4(pid, 0)
    clock = perf_counter() - began
    assert status == 0
    more = used(cluster) - before if cluster else 0.0
    for file in folder.glob("x.db*"):
        file.unlink()
    return Spent(clock, usage.ru_utime + usage.ru_stime + more)


def cost(folder: Path, deals: int, cluster: DaskCluster | None) -> tuple[Spent, Spent]:
    """The cost of a match in microseconds, and the seconds of a run with hardly any."""
    short, long = play(folder, 20, cluster), play(folder, deals, cluster)
    matches = 2 * (deals - 20)
    each = [(b - a) * 1e6 / matches for a, b in zip(short, long, strict=True)]
    return Spent(*each), short


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--matches", type=int, default=20_000)
    options.add_argument("--rounds", type=int, default=3)
    given = options.parse_args()
    clocks, processors, starts = [], [], []
    with tempfile.TemporaryDirectory() as name, DaskCluster(Path(name)) as cluster:
        until(lambda: "Registered to" in (Path(name) / "dask.log").read_text())
        for _ in range(given.rounds):
            here, start = cost(Path(name), given.matches // 2, None)
            there, connected = cost(Path(name), given.matches // 2, cluster)
            clocks.append(there.clock / here.clock)
            processors.append(there.processor / here.processor)
            starts.append(connected.clock - start.clock)
            figures = f"local {here.processor:.0f}, dask {there.processor:.0f}"
            print(f"microseconds of the processor for a match: {figures}")
    print(f"dask over local, by the clock {median(clocks):.2f}, processor {median(processors):.2f}")
    print(f"connecting takes {median(starts):.1f} s longer than starting two processes")


if __name__ == "__main__":
    main()
