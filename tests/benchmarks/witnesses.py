"""How often the witnesses of `tourney stats pairs` are wrong, and what they find.

    python -m tests.benchmarks.witnesses [--times N] [--matches N] [--draws N] [WORD …]

A row is the mean over N runs of made-up players. Alarm is the share of runs in which somebody is
flagged who is not helped; found is the share in which the pair of helper and helped is.
Worth is what help brings in points 4 to 0, in a shared match and in the mean of all matches of the
one who is helped. Words choose the rows that contain all of them.
"""

import argparse
from dataclasses import replace
from time import perf_counter
from typing import Final

import numpy as np

from tests.ratings.helping import HELPED, HELPER, PAYERS, Field

HONEST: Final = (
    Field(6, 3), Field(6, 4), Field(8, 3), Field(12, 3, every=False), Field(12, 4, every=False),
    Field(6, 4, every=False, rotation=False), Field(12, 3, every=False, rotation=False),
    Field(6, 4, spread=1.5), Field(8, 3, spread=1.5, cards=0.3),
)  # fmt: skip
HELPED_FIELDS: Final = (
    *(Field(6, 4, help=size, payer=payer) for payer in PAYERS for size in (0.25, 0.3, 0.35)),
    *(Field(6, 3, help=size) for size in (0.25, 0.35)),
    *(Field(8, 3, help=size) for size in (0.25, 0.35)),
    *(Field(12, 4, every=False, help=size) for size in (0.25, 0.5)),
)
GIFTS: Final = (0.0, 0.01, 0.02, 0.04)
"""What the errors of a helper give in a shared match, in shares."""


def main() -> None:
    """Print a row for each field and witness."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*")
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--matches", type=int, default=3600)
    parser.add_argument("--draws", type=int, default=1000)
    args = parser.parse_args()
    print(f"{'':66} | alarm | found | worth shared | worth all | s a run")
    for field in (*HONEST, *HELPED_FIELDS):
        show(f"results, {about(field)}", replace(field, matches=args.matches), None, args)
    for field in (Field(6, 4), Field(8, 3), Field(12, 4, every=False)):
        for worth in GIFTS:
            name = f"gifts, {about(field)}" + (f", {4 * worth:.2f} more" if worth else "")
            show(name, replace(field, matches=args.matches), worth, args)


def about(field: Field) -> str:
    """What is special about a field."""
    deals = "all line-ups a deal" if field.every else "a line-up a deal"
    deals += ", rotation" if field.rotation else ", one match"
    help_ = f", help {field.help} paid by {field.payer}" if field.help else ""
    rest = f", spread {field.spread}, cards {field.cards}" if field.spread != 0.5 else ""
    return f"{field.players} at {field.seats}, {deals}{help_}{rest}"


def show(name: str, field: Field, worth: float | None, args: argparse.Namespace) -> None:
    """Print the row of a field, if it is wanted; `worth` is what gifts are worth."""
    if not all(word in name for word in args.words):
        return
    alarms, found, gains, seconds = [], [], [], 0.0
    for seed in range(args.times):
        if worth is None:
            evidence, gain = field.results(seed)
        else:
            evidence, gain = field.gifts(seed, worth), worth
        begin = perf_counter()
        pairs = {
            (one.helper, one.player) for one in evidence.findings(args.draws) if one.verdict > 0
        }
        seconds += perf_counter() - begin
        found.append((HELPER, HELPED) in pairs)
        alarms.append(bool(pairs - {(HELPER, HELPED)} if gain else pairs))
        gains.append(gain)
    together = (field.seats - 1) / (field.players - 1)
    mean = 4 * float(np.mean(gains))
    cells = f"{np.mean(alarms):.3f} | {np.mean(found):.3f} | {mean:12.2f} | {mean * together:9.2f}"
    print(f"{name:66} | {cells} | {seconds / args.times:.2f}", flush=True)


if __name__ == "__main__":
    main()
