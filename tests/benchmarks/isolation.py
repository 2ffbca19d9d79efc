"""Time to start a bot under each isolation, compared with starting its program alone.

    python -m tests.benchmarks.isolation [--rounds N] [--memory MB]

A start lasts until the bot has answered the first line; its end is not counted. All levels are
measured in turn, with a C bot if there is a compiler, else with a Python bot. Prints minimum and
median with their ratios to the program alone; the median varies more on a busy machine.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter

from tourney.agents import protocol
from tourney.agents.isolation import LEVELS, Limits, possible
from tourney.agents.programs import Processes
from tourney.agents.wire import WireLimits

HOUSE = Path(__file__).parents[2]


def program(folder: Path) -> list[str]:
    """The command that starts the bot."""
    if shutil.which("cc") is None:
        return [sys.executable, str(HOUSE / "tests/agents/plain.py")]
    subprocess.run(["cc", "-O2", "-o", folder / "bot", HOUSE / "data/bots/c/bot.c"], check=True)
    return [str(folder / "bot")]


def alone(words: Sequence[str]) -> float:
    """Seconds until the program has answered when `subprocess` starts it."""
    began = perf_counter()
    with subprocess.Popen(words, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(protocol.hello())
        child.stdout.readline()
        taken = perf_counter() - began
        child.stdin.close()
        return taken


def held(words: Sequence[str], limits: Limits) -> float:
    """Seconds until the bot has answered hello under an isolation."""
    began = perf_counter()
    with closing(Processes(words, limits, WireLimits())) as processes:
        processes.hello()
        return perf_counter() - began


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--memory", type=int, default=0, help="megabytes")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        words = program(Path(folder))
        ways: dict[str, Callable[[], float]] = {"program alone": lambda: alone(words)}
        for level in LEVELS:
            limits = Limits(0 if level == "none" else given.memory, level)
            if possible(limits)[0].isolation == level:
                ways[level] = lambda limits=limits: held(words, limits)  # type: ignore[misc]
        times = {name: list[float]() for name in ways}
        for _ in range(given.rounds):
            for name, way in ways.items():
                times[name].append(way())
    show(times)


def show(times: dict[str, list[float]]) -> None:
    """Print minimum and median with their ratios."""
    least, middle = (pick(times["program alone"]) for pick in (min, median))
    print(f"{'':16}{'least ms':>9}{'ratio':>7}{'median ms':>11}{'ratio':>7}")
    for name, found in times.items():
        row = f"{name:16}{1000 * min(found):9.1f}{min(found) / least:7.1f}"
        print(row + f"{1000 * median(found):11.1f}{median(found) / middle:7.1f}")


if __name__ == "__main__":
    main()
