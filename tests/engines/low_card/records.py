"""Records of Low Card: see `tests.records.strategies`."""

import re
from random import Random

from tests.records.strategies import Kept, played, turn_lines
from tourney.records import engine_record

CARD = re.compile(r"(?<= )[0-9]+\b(?!\?)")


def unknown_card(rng: Random, lines: list[str]) -> None:
    """Makes a played card unknown (`?`) or tentative (`7?`)."""
    place = rng.choice([at for at in turn_lines(lines) if "#" not in lines[at]] or [0])
    cards = list(CARD.finditer(lines[place]))
    if cards:
        card = rng.choice(cards)
        seen = rng.choice(("?", f"{card[0]}?"))
        lines[place] = lines[place][: card.start()] + seen + lines[place][card.end() :]


def record(seed: int) -> str:
    """The record of a whole match."""
    return engine_record(played(seed, 1.0, "low-card"))


RECORDS = {"low-card": Kept(record, CARD, unknown_card)}
