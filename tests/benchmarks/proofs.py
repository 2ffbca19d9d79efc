"""A proof: its size, and the time to make and to verify it, beside the time to check the run.

    python -m tests.benchmarks.proofs [--game diams] [--option length=quick] [--matches 10000]

A sealed run of `greedy` and `random` at two seats is played into a new database. Its proof is
written, as text and packed, and verified; the reference is `tourney check run:NAME` of the same
matches, in the same minutes. Seconds are those of all processes together, which other work on the
machine disturbs less, and in brackets those of the clock. Memory is the most that the verifying
process had with a tenth of the matches and with all of them.
"""

import argparse
import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final, NamedTuple

SHARE: Final = 10


class Taken(NamedTuple):
    """What a command took: seconds of processors and of the clock."""

    used: float
    clock: float

    def __str__(self) -> str:
        return f"{self.used:.1f} ({self.clock:.1f})"


def tourney(folder: Path, *words: str) -> Taken:
    """Run a command in a process of its own."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    command = [sys.executable, "-m", "tourney", *words]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Taken(used, perf_counter() - began)


def peak(folder: Path, file: str) -> float:
    """The most megabytes that a process has while it verifies a file."""
    code = "import resource, sys; from tourney.cli.root import main; main(['verify', sys.argv[1]]);"
    code += "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    command = [sys.executable, "-c", code, file]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return int(done.stdout.split()[-1]) / 1024


def main() -> None:
    """Print one line for each figure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="diams")
    parser.add_argument("--option", default="length=quick", help="of the game; empty for none")
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    args = parser.parse_args()
    os.environ["PYTHONPATH"] = str(Path(__file__).parents[2])
    with TemporaryDirectory() as name:
        folder = Path(name)
        bots = ("--bot", "a=greedy", "--bot", "b=random", "--commit")
        bots += ("-O", args.option) if args.option else ()
        for run, matches in (("part", args.matches // SHARE), ("x", args.matches)):
            deals = ("--deals", str(matches // 2), "--name", run)
            played = tourney(folder, "run", "-g", args.game, *bots, *deals, "-q")
            made = tourney(folder, "export", "proof", run, "-o", f"{run}.proof")
        packed = tourney(folder, "export", "proof", "x", "-o", "x.proof.gz")
        sizes = [(folder / f"x.proof{end}").stat().st_size for end in ("", ".gz")]
        print(f"{args.matches} matches of {args.game}: played in {played} s")
        print(f"size {sizes[0] / 1e6:.1f} MB, packed {sizes[1] / 1e6:.1f} MB")
        print(f"made in {made} s, packed in {packed} s")
        for jobs in args.jobs:
            verified = tourney(folder, "verify", "x.proof", "-j", str(jobs))
            checked = tourney(folder, "check", "run:x", "-q", "-j", str(jobs))
            ratio = verified.used / checked.used
            print(f"-j {jobs}: verified in {verified} s, checked in {checked} s, {ratio:.1f} times")
        print(f"memory {peak(folder, 'part.proof'):.0f} MB, {peak(folder, 'x.proof'):.0f} MB")


if __name__ == "__main__":
    main()
