"""A simulated typist at full size: `python -m tests.benchmarks.typist --matches 1000 --seed 1`.

Matches of the engines, every game, seat count and set of options, with all hands, one and none, are
typed with lax spellings, slips, corrections and incidents: into the desk, and every TERMINAL-th
match into `tourney record` on a pseudo-terminal, which is killed at random moments and resumed. The
stored record must be the canonical one, byte for byte.

Prints the keys for each action, the milliseconds from Enter to the next prompt, the kills, how each
slip was found, and the faults, which must be 0. Exits with 1 if there are any. Ctrl-C ends it with
the report of what was typed so far.

With `--evening`: a match of Diamonds with five players and all rounds, on the terminal, in English
and Japanese, in the slowest way: card by card, in kana and full-width characters.
"""

import argparse
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import cycle, islice, product
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final

from engines.api import EVERYTHING, Who
from tests.cli.test_record_terminal import evening, typed_slowly
from tests.desk.recorder import Recorder
from tests.desk.scorer import Scorer
from tests.desk.terminal import TerminalRecorder
from tests.desk.truth import Table, Truth, broken_off, tables, with_incidents
from tests.desk.typist import Typist, played

HANDS: Final[Sequence[Who]] = (EVERYTHING, None, 0)
RISK: Final = 0.02
"""Chance that the program is killed at an input on the terminal."""
BROKEN_OFF: Final = 0.05
"""Share of the matches that end before their end."""


@dataclass
class Sums:
    """What a kind of recorder has done; times are in milliseconds, from Enter to the prompt."""

    matches: int = 0
    plies: int = 0
    keys: int = 0
    kills: int = 0
    times: list[float] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, name: str, scorer: Scorer, stored: str) -> None:
        """Add a typed match."""
        recorder = scorer.recorder
        self.matches += 1
        self.plies += recorder.desk.plies()
        self.keys += recorder.keys
        self.kills += recorder.kills
        self.times += recorder.times
        self.seen += scorer.seen
        self.faults += [f"{name}: {fault}" for fault in scorer.faults]
        if stored not in scorer.truth.texts():
            self.faults.append(f"{name}: the stored record is another one:\n{stored}")

    def lines(self, kind: str) -> list[str]:
        """The report."""
        if not self.matches:
            return []
        high = quantiles(self.times, n=100)
        return [
            f"{kind}: {self.matches} matches, {self.plies} plies, "
            f"{self.keys / self.plies:.1f} keys a ply, {len(self.times)} inputs",
            f"  ms from Enter to the prompt: median {median(self.times):.1f}, "
            f"95 % {high[94]:.1f}, 99 % {high[98]:.1f}, worst {max(self.times):.1f}",
            f"  killed {self.kills} times; {self.seen['slips']} slips:",
            *(f"    {count:6} {what}" for what, count in sorted(self.seen.items())),
            f"  faults {len(self.faults)}",
            *(f"    {fault}" for fault in self.faults[:20]),
        ]


def truth_of(table: Table, who: Who, number: int, rng: Random) -> Truth:
    """A match to type, with its own id."""
    name, seats, options = table
    match = played(name, seats, dict(options), rng, who)
    setup = match.setup
    headers = tuple(pair for pair in setup.headers if pair[0] in ("date", "source"))
    object.__setattr__(setup, "match", f"club/{number}")
    object.__setattr__(setup, "headers", headers)
    truth = with_incidents(match, rng)
    return broken_off(truth, rng) if rng.random() < BROKEN_OFF else truth


def typed(number: int, table: Table, who: Who, seed: int, folder: Path | None, sums: Sums) -> None:
    """Type one match; into a terminal if there is a folder."""
    rng = Random(f"{seed} {number}")
    truth = truth_of(table, who, number, rng)
    name = f"match {number} ({table[0]}, {table[1]} seats, {dict(table[2])}, {who})"
    typist = Typist(truth.setup, rng, slowest=rng.random() < 0.1)
    try:
        if folder is None:
            scorer = Scorer(Recorder(truth), rng, typist)
            sums.add(name, scorer, scorer.run())
            return
        folder.mkdir()
        lang = rng.choice(("en", "ja"))
        with TerminalRecorder(truth, folder, rng, risk=RISK, lang=lang) as recorder:
            scorer = Scorer(recorder, rng, typist, slips=0.05)
            sums.add(name, scorer, scorer.run())
    except AssertionError as error:
        sums.faults.append(f"{name}: {error}")


def evenings_in_both_languages() -> int:
    """Type the evening of Diamonds in both languages; the number of records that are wrong."""
    wrong = 0
    for lang in ("en", "ja"):
        truth = evening()
        with TemporaryDirectory() as name:
            recorder = TerminalRecorder(truth, Path(name), Random(5), lang=lang)
            with recorder:
                text = typed_slowly(recorder)
        times, plies = recorder.times, recorder.desk.plies()
        same = [text] == truth.texts()
        wrong += not same
        print(
            f"{lang}: {len(truth.setup.players)} players, {plies} plies, {recorder.keys} keys "
            f"({recorder.keys / plies:.1f} a ply), {len(times)} inputs; ms: median "
            f"{median(times):.1f}, 95 % {quantiles(times, n=20)[-1]:.1f}, worst {max(times):.1f}; "
            f"{'the canonical bytes' if same else 'ANOTHER RECORD'}, "
            f"sha256 {sha256(text.encode()).hexdigest()[:12]}"
        )
    return wrong


def show_progress(number: int, kinds: Iterable[Sums]) -> None:
    """Write how far it is, and the last fault."""
    faults = [fault for sums in kinds for fault in sums.faults]
    if number % 25 == 0:
        last = f": {faults[-1]}" if faults else ""
        print(f"{number} matches, {len(faults)} faults{last[:300]}", file=sys.stderr, flush=True)


def main() -> int:
    """Type the matches and print the report."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="number of the first match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--terminal", type=int, default=10, help="every N-th match; 0: none")
    parser.add_argument("--evening", action="store_true", help="only the evening of Diamonds")
    given = parser.parse_args()
    if given.evening:
        return evenings_in_both_languages()
    kinds = {"desk": Sums(), "terminal": Sums()}
    evenings = islice(cycle(product(tables(), HANDS)), given.first, given.first + given.matches)
    start = time.monotonic()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored in the background
    with TemporaryDirectory() as name, suppress(KeyboardInterrupt):
        for number, (table, who) in enumerate(evenings, given.first):
            on_terminal = given.terminal and number % given.terminal == 0
            folder = Path(name) / f"{number}" if on_terminal else None
            sums = kinds["terminal" if folder else "desk"]
            typed(number, table, who, given.seed, folder, sums)
            show_progress(number + 1, kinds.values())
    for kind, sums in kinds.items():
        print("\n".join(sums.lines(kind)))
    print(f"{time.monotonic() - start:.0f} s")
    return int(any(sums.faults for sums in kinds.values()))


if __name__ == "__main__":
    sys.exit(main())
