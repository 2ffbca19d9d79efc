"""A database with matches of people, written as records."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from tests.conftest import Tourney

LETTERS = "ABCDEF"


def record(
    name: str, players: Sequence[str], scores: Sequence[int], game: str = "diams", **extra: str
) -> str:
    """A record with a result only; `extra` are headers and the status."""
    status = extra.pop("status", "complete")
    headers = "".join(f"{key}: {value}\n" for key, value in extra.items())
    seats = "".join(
        f"seat {letter}: {player}\n" for letter, player in zip(LETTERS, players, strict=False)
    )
    points = ", ".join(f"{x} {score}" for x, score in zip(LETTERS, scores, strict=False))
    ranked = " ".join(_ranks(scores))
    return (
        f"match: {name}\ngame: {game}\n{headers}{seats}\n"
        f"result: {points}\nrank: {ranked}\nstatus: {status}\n"
    )


def _ranks(scores: Sequence[int]) -> list[str]:
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    words = [LETTERS[order[0]]]
    for above, below in pairwise(order):
        words += ["=" if scores[above] == scores[below] else ">", LETTERS[below]]
    return words


def stored(tourney: Tourney, folder: Path, *records: str) -> None:
    """Import records."""
    (folder / "all.tmr").write_text("\n\n".join(records), "utf-8")
    result = tourney("import", "all.tmr", "--on-similar", "new")
    assert result.code == 0, result.err
