"""Time of `tourney --help`, compared with a bare click program with as many commands and options.

    python tests/benchmarks/startup.py [ROUNDS]

Both run in turn as new processes. The ratio of their medians must be at most 1.5.
"""

import statistics
import subprocess
import sys
import time

BAR = 1.5

BARE = """
import click
@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option("1")
def root(): "Bare."
for i in range(13):
    root.params.append(click.Option([f"--option-{i}"], help="An option."))
for i in range(20):
    root.add_command(click.Command(f"command-{i}", short_help="A command."))
root(["--help"])
"""


def once(command: list[str]) -> float:
    """Seconds that one process takes."""
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def main(rounds: int) -> None:
    """Print both medians and their ratio."""
    rivals = {
        "bare click": [sys.executable, "-c", BARE],
        "tourney --help": [sys.executable, "-m", "tourney", "--help"],
    }
    times: dict[str, list[float]] = {name: [] for name in rivals}
    for _ in range(rounds):
        for name, command in rivals.items():
            times[name].append(once(command))
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    for name, seconds in medians.items():
        print(f"{name:16}{seconds * 1000:8.1f} ms")
    ratio = medians["tourney --help"] / medians["bare click"]
    print(f"ratio {ratio:.2f}, bar {BAR}: {'reached' if ratio <= BAR else 'missed'}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
