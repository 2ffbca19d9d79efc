"""What a typed action costs at a table: `python -m tests.benchmarks.desk [GAME …]`.

A simulated typist enters random matches in lax spellings, with all hands and with none, until a
record has 500 actions or the match is over. Prints the keys pressed for each action, and the
milliseconds of processor time from Enter to the next question: the median of the first twenty
inputs, the median of the last twenty, their ratio, and the 99th percentile, at most 10 ms.
"""

import sys
import time
from random import Random
from statistics import median, quantiles
from typing import Final, NamedTuple

from engines.api import EVERYTHING, Who
from engines.games import GAMES
from tests.desk.typist import Typist, played
from tourney.desk import Accepted, Desk

BAR: Final = 10.0
LONG: Final = 500
MATCHES: Final = 12


class Cost(NamedTuple):
    """Milliseconds of each input of a match, the keys pressed, and the number of actions."""

    inputs: list[float]
    keys: int
    actions: int


def costs(name: str, who: Who, rng: Random) -> Cost:
    """What one match costs."""
    match = played(name, max(GAMES[name].seats), {}, rng, who)
    desk, typist = Desk(match.setup), Typist(match.setup, rng)
    found: list[float] = []
    keys = 0
    for at, line in enumerate(match.lines):
        if at < len(desk.lines()):
            continue  # it followed from the line before
        for text in typist.typed(line):
            keys += len(text) + 1
            before = time.process_time()
            answer = desk.accept(text)
            desk.due()
            found.append(1000 * (time.process_time() - before))
            assert isinstance(answer, Accepted), (line, answer)
        if desk.plies() > LONG:
            break
    return Cost(found, keys, desk.plies())


def main(names: list[str]) -> None:
    """Prints a line for each game with all hands and with none."""
    print(
        f"{'game':16} {'hands':5} {'actions':>7} {'first':>6} {'last':>6} {'ratio':>6} {'99 %':>6}"
    )
    for name in names or list(GAMES):
        for who, hands in ((EVERYTHING, "all"), (None, "none")):
            runs = [costs(name, who, Random(f"{name} {seed}")) for seed in range(MATCHES)]
            first = median(ms for run in runs for ms in run.inputs[:20])
            last = median(ms for run in runs for ms in run.inputs[-20:])
            worst = quantiles((ms for run in runs for ms in run.inputs), n=100)[-1]
            keys = sum(run.keys for run in runs) / sum(run.actions for run in runs)
            figures = (keys, first, last, last / first, worst)
            print(
                f"{name:16} {hands:5} {max(run.actions for run in runs):7} "
                f"{' '.join(f'{one:7.1f}' for one in figures)}"
                f"{'' if worst <= BAR else '  above the bar'}"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
