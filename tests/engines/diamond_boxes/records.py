"""Records of Diamond Boxes: see `tests.records.strategies`."""

import re
from random import Random

from tests.records import boxes_gaps
from tests.records.strategies import Kept, body, game_of

_BOX = re.compile(r"(?<![\w~?])[rygbp](?:10|[1-9])(?![\w?])")


def unknown_card(rng: Random, lines: list[str]) -> None:
    """Makes a card of a hand, a placed card or a drawn card unknown or tentative."""
    place = rng.choice([i for i in body(lines) if lines[i][1:3] == ": "] or [0])
    cards = list(_BOX.finditer(lines[place].partition("  # ")[0]))
    if cards:
        found = rng.choice(cards)
        seen = rng.choice(("?", f"{found[0]}?"))
        line = lines[place][: found.start()] + seen + lines[place][found.end() :]
        bare, comment, more = line.partition("  # ")
        if ": hand " in bare:
            bare = bare[:3] + game_of(lines).canonical(0, bare[3:])
        lines[place] = bare + comment + more


RECORDS = {
    "diamond-boxes": Kept(lambda seed: boxes_gaps.played(1, seed), boxes_gaps.CARD, unknown_card),
    "diamond-boxes-2": Kept(lambda seed: boxes_gaps.played(2, seed), boxes_gaps.CARD, unknown_card),
}
