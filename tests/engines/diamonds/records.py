"""Records of Diamonds: see `tests.records.strategies`."""

import re
from random import Random

from tests.records import diamonds_gaps
from tests.records.strategies import Kept, body, game_of, played
from tourney.records import engine_record

_CARD = re.compile(r"(?<![\w^~?])([DHSC])(1[0-5]|[1-9])(?![\w?!])")


def unknown_card(rng: Random, lines: list[str]) -> None:
    """Makes the suit or rank, or both, of a card in a hand, a pass or a trick unknown."""
    place = rng.choice([i for i in body(lines) if lines[i][1:3] == ": "] or [0])
    seat, _, rest = lines[place].partition(": ")
    cards = [found for found in _CARD.finditer(rest) if "#" not in rest[: found.start()]]
    if not cards:
        return
    card = rng.choice(cards)
    seen = rng.choice(("?", f"{card[1]}?", f"?{card[2]}", f"{card[1]}{card[2]}?"))
    rest = rest[: card.start()] + seen + rest[card.end() :]
    bare, comment, more = rest.partition("  # ")
    if bare.startswith(("hand ", "pass ")):
        bare = game_of(lines).canonical(0, bare)
    lines[place] = f"{seat}: {bare}{comment}{more}"


RECORDS = {
    "diamonds": Kept(
        lambda seed: engine_record(played(seed, 1.0, "diamonds")),
        diamonds_gaps.CARD,
        unknown_card,
        short={"rounds": "1"},
    )
}
