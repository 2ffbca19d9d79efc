"""Short forms: what people type for the actions of Diam's."""

import re
from random import Random

import pytest

from engines.diams.game import GAME
from engines.diams.messages import SHORT_FORMS
from engines.games import GAMES
from tests.desk.typist import played

VERBS = "draw|reveal|market|vault|convoy|crack|force|magic|discard|refill|pass"
NOTATION = re.compile(rf"([^\s:]+) ((?:{VERBS})\b.*)")


def read(text: str) -> str:
    """A typed turn of seat C as the record has it."""
    return "; ".join(GAME.canonical(2, part) for part in GAME.typed(text).split(";"))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_example_of_the_help_means_what_stands_beside_it(lang: str) -> None:
    items = re.split(r" {3,}|\n", SHORT_FORMS().text(lang))
    pairs = [found.groups() for item in items if (found := NOTATION.fullmatch(item))]
    pairs.remove(("de", "draw END ?"))  # the desk knows whether somebody saw the card
    assert len(pairs) >= 13
    for short, notation in pairs:
        assert read(short) == notation


@pytest.mark.parametrize(
    ("short", "notation"),
    [
        ("m10=110", "market 10 = 1+10"),
        ("market 9=1 3 5*", "market 9 = 1+3+5*"),
        ("v1010*", "vault 10x2*"),
        ("v55*7", "vault 5x2* 7x1"),
        ("v5x3 7x2", "vault 5x3 7x2"),
        ("v???", "vault ?x3"),
        ("cr b 9 = ?", "crack B 9 -> ?"),
        ("crb9-", "crack B 9 -> -"),
        ("fa1*cv-", "force A 1* using CV -> -"),
        ("r310*", "reveal 3 10*"),
        ("r7+cv", "reveal 7 +CV"),
        ("re48", "reveal END 4 8"),
        ("de7", "draw END 7"),
        ("d-", "draw -"),
        ("x28cv", "discard 2 8 CV"),
        ("rf4 out cv", "refill 4 out CV"),
        ("rf44*outcvmg", "refill 4 4* out CV MG"),
        ("~m3-", "~market 3 = -"),
        ("43m8-x2", "reveal 4 3; market 8 = -; discard 2"),
        ("10m5", "draw 10; market 5"),
        ("d7;v777", "draw 7; vault 7x3"),
        ("公43市5-捨2", "reveal 4 3; market 5 = -; discard 2"),
        ("金555", "vault 5x3"),
        ("破b9=9*", "crack B 9 -> 9*"),
    ],
)
def test_a_short_form_is_written_in_notation(short: str, notation: str) -> None:
    wanted = "; ".join(part.removeprefix("~") for part in notation.split("; "))
    assert read(short.removeprefix("~")) == wanted
    assert GAME.typed(short).startswith("~") == notation.startswith("~")


@pytest.mark.parametrize("who", [None, -2])
def test_a_text_in_notation_means_itself(who: int | None) -> None:
    """A short form never changes what is written out: `vault 5x3; discard 3`, `market 2 5 10`."""
    for seed in range(2):
        for line in played("diams", 4, {"length": "quick"}, Random(seed), who).lines:
            if not line.startswith("--"):
                for part in line[3:].split("; "):
                    assert GAME.canonical(0, GAME.typed(part)) == part
    for text in ("market 2 5 10", "vault 5x3 7x4* hand 2 9", "m3x", "d m3", "v5x33", "12x", "deck"):
        assert ";" not in GAME.typed(text)


@pytest.mark.parametrize("text", ["a" * 39, "d" * 39, "m1" * 19, "1" * 5000, "r" + "1 " * 9000])
def test_a_long_text_is_read_at_once(text: str) -> None:
    """The number of steps grows with the square of the length, not with its power."""
    assert GAMES["diams"].typed(text)
