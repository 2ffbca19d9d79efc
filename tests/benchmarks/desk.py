"""What a typed action costs at a table: `python -m tests.benchmarks.desk [GAME …]`.

Types random matches into the desk, line by line, with all hands and with none, until a record has
500 actions or the match is over. Prints the milliseconds of processor time from Enter to the next
question, with the line that says what is due: the median of the first twenty lines, the median of
the last twenty, their ratio, and the 99th percentile of all lines. Required: at most 10 ms.
"""

import sys
import time
from random import Random
from statistics import median, quantiles
from typing import Final

from engines.api import EVERYTHING, Who
from engines.games import GAMES
from tests.desk.typist import played
from tourney.desk import Accepted, Desk

BAR: Final = 10.0
LONG: Final = 500
MATCHES: Final = 12


def costs(name: str, who: Who, rng: Random) -> tuple[list[float], int]:
    """Milliseconds of each line of one match, and the number of its actions."""
    match = played(name, max(GAMES[name].seats), {}, rng, who)
    desk, found = Desk(match.setup), list[float]()
    for at, line in enumerate(match.lines):
        if at < len(desk.lines()):
            continue
        before = time.process_time()
        answer = desk.accept(line)
        desk.due()
        found.append(1000 * (time.process_time() - before))
        assert isinstance(answer, Accepted), (line, answer)
        if desk.plies() > LONG:
            break
    return found, desk.plies()


def main(names: list[str]) -> None:
    """Prints a line for each game with all hands and with none."""
    print(
        f"{'game':16} {'hands':5} {'actions':>7} {'first':>6} {'last':>6} {'ratio':>6} {'99 %':>6}"
    )
    for name in names or list(GAMES):
        for who, hands in ((EVERYTHING, "all"), (None, "none")):
            runs = [costs(name, who, Random(f"{name} {seed}")) for seed in range(MATCHES)]
            first = median(ms for lines, _ in runs for ms in lines[:20])
            last = median(ms for lines, _ in runs for ms in lines[-20:])
            worst = quantiles((ms for lines, _ in runs for ms in lines), n=100)[-1]
            actions = max(count for _, count in runs)
            print(
                f"{name:16} {hands:5} {actions:7} {first:7.1f} {last:7.1f} {last / first:7.1f} "
                f"{worst:7.1f}{'' if worst <= BAR else '  above the bar'}"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
