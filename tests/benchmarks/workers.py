"""Speed of two workers, compared with two processes that play the same matches and store nothing.

    python -m tests.benchmarks.workers [--matches N] [--rounds N] [--memory N]

Random bots play quick Diam's with two seats. In every round the two independent processes take
turns with whole runs of two workers that store rows, packed logs or results; the start is not
timed. The first table gives wall time: the ratio of matches per second in the same round, median
and best of the rounds. The second table gives processor time per match, of runner and workers
together: it limits the speed when every core is busy, and other work on the machine disturbs it
least. With `--memory` another run measures the memory of runner and workers.
"""

import argparse
import multiprocessing
import os
import tempfile
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Final, NamedTuple

from tourney.store.runs import add_run

if TYPE_CHECKING:
    from tourney.runs.run_plan import Prepared

# Heavy imports are inside functions, because spawned processes import this file, too.

WORKERS: Final = 2
BARS: Final = {"rows": 0.95, "packed": 0.95, "results": None}
WARM: Final = 0.2
TICKS: Final = os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")


class Speed(NamedTuple):
    """Matches per second, and processor seconds per match."""

    rate: float
    processor: float


def prepared(matches: int, log: str = "rows") -> "Prepared":
    """A run with this number of matches."""
    from tourney.runs.run_plan import Plan, prepare

    bots = {f"r{number}": "random" for number in range(2)}
    options = {"length": "quick"}
    plan = Plan(name="bench", game="diams", options=options, bots=bots, deals=matches // 2, log=log)
    return prepare(plan)


def independent(matches: int) -> Speed:
    """The speed of two processes, each of which plays every other match."""
    context = multiprocessing.get_context("spawn")
    pipes = [context.Pipe() for _ in range(WORKERS)]
    processes = [
        context.Process(target=play_alone, args=(matches, number, there))
        for number, (_, there) in enumerate(pipes)
    ]
    for process in processes:
        process.start()
    for here, _ in pipes:
        here.recv()
    began = perf_counter()
    for here, _ in pipes:
        here.send("go")
    processor = sum(here.recv() for here, _ in pipes)
    spent = perf_counter() - began
    for process in processes:
        process.join()
    return Speed(matches / spent, processor / matches)


def play_alone(matches: int, first: int, pipe: Connection) -> None:
    """Wait for the signal to start, play every other match, and send the processor seconds."""
    from tourney.runs.batches import play_match

    run = prepared(matches)
    for number in range(1, 50):
        play_match(run, number)
    pipe.send("ready")
    pipe.recv()
    began = process_time()
    for number in range(1 + first, matches + 1, WORKERS):
        play_match(run, number)
    pipe.send(process_time() - began)


class Watch:
    """Measures a running session: time, matches played, processor time and memory."""

    def __init__(self, look_at: Sequence[int]) -> None:
        """Measure once each of these numbers of matches has been played; numbers ascend."""
        self._left = list(look_at)
        self.seen: list[tuple[float, int, float, list[int]]] = []

    def look(self, played: int) -> None:
        """Measure if the next number of matches has been reached; called often."""
        if self._left and played >= self._left[0]:
            while self._left and played >= self._left[0]:
                self._left.pop(0)
            pids = [os.getpid(), *(child.pid or 0 for child in multiprocessing.active_children())]
            processor = sum(map(processor_seconds, pids))
            self.seen.append((perf_counter(), played, processor, list(map(resident, pids))))


def processor_seconds(pid: int) -> float:
    """Processor seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident(pid: int) -> int:
    """Bytes of a process in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def watched(matches: int, log: str, look_at: Sequence[int]) -> Watch:
    """Play a run with two workers into a new file and measure it."""
    from tourney.runs.missing_matches import RunSession
    from tourney.store import open_store
    from tourney.work.executors import Workers

    run, watch = prepared(matches, log), Watch(look_at)
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(f"{folder}/bench.db", create=True) as store,
    ):
        session = RunSession(store, add_run(store, run.spec), run, workers=Workers(WORKERS))

        def stop() -> bool:
            watch.look(session.snapshot().played)
            return False

        session.play(lambda snapshot: None, stop)
    return watch


def spread(matches: int, log: str) -> Speed:
    """The speed of two workers, without the start and the end of the run."""
    watch = watched(matches, log, [int(WARM * matches), int(0.95 * matches)])
    (began, first, before, _), (ended, last, after, _) = watch.seen
    number = last - first
    return Speed(number / (ended - began), (after - before) / number)


def told(rounds: list[dict[str, Speed]]) -> None:
    """Print both tables."""
    print(f"wall time, {len(rounds)} rounds          matches/s      ratio: median   best")
    for way in rounds[0]:
        ratios = [each[way].rate / each["independent"].rate for each in rounds]
        rate = median(each[way].rate for each in rounds)
        line = f"  {way:<24} {rate:12,.0f}             {median(ratios):.2f}   {max(ratios):.2f}"
        bar = BARS.get(way)
        print(line + (f"   (bar {bar:.2f})" if bar else ""))
    print("processor time                   µs a match      ratio: median")
    bare = median(each["independent"].processor for each in rounds)
    for way in rounds[0]:
        spent = median(each[way].processor for each in rounds)
        print(f"  {way:<24} {1e6 * spent:12.0f}              {bare / spent:.2f}")


def memory(matches: int) -> None:
    """Print the memory of the processes during a long run."""
    from tourney.play.packed_logs import LOGS

    shares = (0.1, 0.25, 0.5, 0.75, 0.99)
    for log in LOGS:
        watch = watched(matches, log, [int(share * matches) for share in shares])
        print(f"memory, {matches} matches, {log}: MB of runner and workers")
        for _, played, _, sizes in watch.seen:
            shown = "  ".join(f"{size / 2**20:6.1f}" for size in sizes)
            print(f"  after {played:8d} matches  {shown}")


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--memory", type=int, metavar="N", help="matches of the run for memory")
    given = parser.parse_args()
    ways: dict[str, Callable[[int], Speed]] = {"independent": independent}
    ways |= {log: (lambda n, log=log: spread(n, log)) for log in BARS}  # type: ignore[misc]
    rounds = [
        {way: measure(given.matches) for way, measure in ways.items()} for _ in range(given.rounds)
    ]
    if rounds:
        told(rounds)
    if given.memory:
        memory(given.memory)


if __name__ == "__main__":
    main()
