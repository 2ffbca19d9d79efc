"""Records of Diamonds with unknown cards, made from matches that the engine played."""

import re
from collections.abc import Iterator
from random import Random

from engines.diamonds.cards import NAMES
from engines.games import GAMES
from tests.records.strategies import played
from tourney.records import engine_record

GAME = GAMES["diamonds"]
CARD = re.compile(r"\b([DHSC])(1[0-5]|[1-9])\b")


def gappy(seed: int, share: float) -> str:
    """A match with a share of its cards unknown and some hands, passes and winners left out."""
    rng = Random(f"{seed} {share}")
    text = engine_record(played(seed, rng.choice((1.0, 1.0, 0.8)), "diamonds"))
    head, body, tail = text.partition("\n\n")[0], *text.partition("\n\n")[2].rsplit("\n\n", 1)
    kept = [line for line in body.split("\n") if not _left_out(rng, line)]
    lines = [_hidden(rng, line, share) for line in kept]
    return "\n\n".join((head, "\n".join(lines), tail))


def _left_out(rng: Random, line: str) -> bool:
    return (" hand " in line and rng.random() < 0.4) or (": pass " in line and rng.random() < 0.3)


def _hidden(rng: Random, line: str, share: float) -> str:
    if line.startswith("-- "):
        return line[:-1] + "?" if rng.random() < share else line
    seat, _, rest = line.partition(": ")
    if rng.random() < share:
        rest = rest.partition(" =")[0]
    rest = CARD.sub(lambda found: _seen(rng, found) if rng.random() < share else found[0], rest)
    if rest.startswith(("hand ", "pass ")):
        rest = GAME.canonical(0, rest)
    return f"{seat}: {rest}"


def _seen(rng: Random, card: re.Match[str]) -> str:
    return rng.choice(("?", "?", f"{card[1]}?", f"?{card[2]}"))


def slips(text: str, seed: int, count: int) -> Iterator[str]:
    """`count` copies of the text, each with one card of its body replaced by another."""
    rng = Random(seed)
    places = list(CARD.finditer(text, text.index("\n\n"), text.index("\nresult:")))
    for found in rng.sample(places, count):
        other = rng.choice([name for name in NAMES[:60] if name != found[0]])
        yield text[: found.start()] + other + text[found.end() :]
