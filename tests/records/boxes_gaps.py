"""Records of Diamond Boxes with unknown cards, made from matches that the engine played."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from random import Random

from engines.api import CHANCE, Ply
from engines.diamond_boxes.cards import NAMES, PASS, Move
from engines.diamond_boxes.position import BoxesPosition
from engines.games import GAMES
from tests.engines.diamond_boxes.drivers import widest

CARD = re.compile(r"(?<![\w?])[rygbp](?:10|[1-9])(?![\w?])")
SIGHTED = 0.85  # share of the moves that are placements covering the most cells


@lru_cache(maxsize=512)
def played(rule: int, seed: int, source: str = "table") -> str:
    """The record of a whole match; under rule 2 the share of passes depends on the seed."""
    name = "diamond-boxes" if rule == 1 else "diamond-boxes-2"
    game, rng, seats = GAMES[name], Random(f"{rule} {seed}"), 2 + seed % 3
    passing = rng.choice((0.0, 0.1, 0.5, 0.9)) if rule == 2 else 0.0
    often = SIGHTED if rule == 2 or seed % 4 else 0.0
    state = game.start(game.options({}, seats), seats)
    log: list[Ply[Move]] = []
    while owing := state.pending():
        seat = owing[0]
        if seat == CHANCE:
            move = game.shuffle(state, rng)
        elif state.phase() == "play" and rng.random() < passing:
            move = PASS
        elif rng.random() < often:
            assert isinstance(state, BoxesPosition)
            move = widest(state, seat, rng)
        else:
            move = state.sample(seat, rng)
        state.apply(seat, move, log)
    outcome = state.outcome()
    assert outcome is not None
    lines = [f"match: m/{seed}", f"game: {name}", f"source: {source}"]
    lines += [*(f"seat {letter}: ?" for letter in "ABCD"[:seats]), ""]
    lines += game.layout([(ply.seat, game.text(ply)) for ply in log])
    scores = ", ".join(f"{a} {b}" for a, b in zip("ABCD", outcome.scores, strict=False))
    rank = sorted(range(seats), key=lambda seat: (outcome.places[seat], seat))
    told = "ABCD"[rank[0]]
    for one, other in pairwise(rank):
        told += " = " if outcome.places[one] == outcome.places[other] else " > "
        told += "ABCD"[other]
    return "\n".join([*lines, "", f"result: {scores}", f"rank: {told}", "status: complete", ""])


def gappy(text: str, seed: int, share: float, *, hands: bool = True) -> str:
    """The record with a share of its cards unknown; if `hands`, some hand lines are left out."""
    rng = Random(f"{seed} {share}")
    head, body, tail = text.split("\n\n")
    lines = [
        CARD.sub(lambda found: "?" if rng.random() < share else found[0], line)
        for line in body.split("\n")
        if not (hands and ": hand " in line and rng.random() < share / 2)
    ]
    return "\n\n".join((head, "\n".join(map(_sorted, lines)), tail))


def _sorted(line: str) -> str:
    """The line with unknown cards moved to the end of its hand."""
    start, hand, cards = line.partition(": hand ")
    return start + hand + " ".join(sorted(cards.split(), key=lambda card: card == "?"))


def slips(text: str, seed: int, count: int) -> Iterator[str]:
    """`count` copies of the text, each with one card of its body replaced by another."""
    rng = Random(seed)
    places = list(CARD.finditer(text, text.index("\n\n"), text.index("\nresult:")))
    for found in rng.choices(places, k=count):
        yield put(text, found, rng.choice([name for name in NAMES[1:51] if name != found[0]]))


def put(text: str, found: re.Match[str], card: str) -> str:
    """The text with another card at one place; hands are sorted again."""
    changed = text[: found.start()] + card + text[found.end() :]
    start, end = changed.rindex("\n", 0, found.start()) + 1, changed.index("\n", found.start())
    return changed[:start] + _sorted(changed[start:end]) + changed[end:]
