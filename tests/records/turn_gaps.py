"""Records in which turns are missing, made from matches that the engine played."""

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from tests.records import boxes_gaps
from tests.records.strategies import played
from tourney.records import engine_record

TURN = re.compile(r"[A-H]: (?!hand |pass [DHSC?]|call |colour )")
"""A turn or a trick; a call and a choice of colour belong to the turn before."""
BELONGS = re.compile(r"[A-H]: (?:call|colour) |-- (?:skip|reshuffle) ")


@lru_cache(maxsize=512)
def at_table(name: str, seed: int) -> str:
    """The record of a whole match as a table could have written it."""
    if name.startswith("diamond-boxes"):
        return boxes_gaps.played(1 if name == "diamond-boxes" else 2, seed)
    text = engine_record(played(seed, name=name))
    return re.sub(r"(?m)^deal: .*\n", "", text).replace("source: engine", "source: table")


class Cut(NamedTuple):
    """A record without the lines of some turns: from `start` on `gone` lines; `turns` of them."""

    text: str
    start: int
    gone: tuple[str, ...]
    turns: int


def cut(text: str, rng: Random, *, counted: bool, most: int = 12) -> Cut | None:
    """The record with a gap in place of some turns of one round; None if it has no turns."""
    lines = text.split("\n")
    firsts = [at for at, line in enumerate(lines) if TURN.match(line)]
    if not firsts:
        return None
    start = rng.choice(firsts)
    wanted, end, turns = rng.choice((1, 1, 2, 3, rng.randint(1, most), 999)), start, 0
    while TURN.match(lines[end]) or BELONGS.match(lines[end]):
        turns += TURN.match(lines[end]) is not None
        if turns > wanted:
            turns -= 1
            break
        end += 1
    mark = f"-- gap {turns}" if counted else "-- gap"
    gone = tuple(lines[start:end])
    return Cut("\n".join((*lines[:start], mark, *lines[end:])), start, gone, turns)


def cuts(name: str, seeds: range) -> Iterator[str]:
    """Records with one to three gaps, counted or not."""
    for seed in seeds:
        rng, text = Random(f"{name} {seed}"), at_table(name, seed)
        for _ in range(rng.choice((1, 1, 2, 3))):
            found = cut(text, rng, counted=rng.random() < 0.5)
            text = found.text if found else text
        yield text
