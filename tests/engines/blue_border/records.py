"""Records of Blue Border: see `tests.records.strategies`."""

import re
from random import Random
from typing import Any

from engines.api import Game
from tests.records import blue_border_gaps
from tests.records.strategies import Kept, game_of, turn_lines

_NUMBER = re.compile(r"(?:(?<== )|(?<=,)|(?<=refill )|(?<=lose ))\d+\b(?!\?)")


def unknown_card(rng: Random, lines: list[str]) -> None:
    """Makes a number unknown (`?`) or tentative (`7?`)."""
    place = rng.choice([i for i in turn_lines(lines) if "#" not in lines[i]] or [0])
    numbers = list(_NUMBER.finditer(lines[place]))
    if numbers:
        found = rng.choice(numbers)
        seen = rng.choice(("?", f"{found[0]}?"))
        line = lines[place][: found.start()] + seen + lines[place][found.end() :]
        seat, _, rest = line.partition(": ")
        parts = (_canonical_part(game_of(lines), part) for part in rest.split("; "))
        lines[place] = f"{seat}: {'; '.join(parts)}"


def _canonical_part(game: Game[Any], part: str) -> str:
    """A part of a turn in canonical form, with its mark and reason unchanged."""
    found = re.fullmatch(r"([~^]?)(.*?)(![a-z]+)?", part)
    assert found is not None
    return found[1] + game.canonical(0, found[2]) + (found[3] or "")


RECORDS = {
    "blue-border": Kept(
        blue_border_gaps.played, blue_border_gaps.NUMBER, unknown_card, short={"limit": "40"}
    )
}
