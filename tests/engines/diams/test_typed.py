"""Short forms: what people type for the actions of Diam's."""

import re
from random import Random

import pytest

from engines.api import CHANCE
from engines.diams.game import GAME
from engines.games import GAMES
from engines.messages import say
from tests.desk.typist import played

VERBS = "draw|reveal|market|vault|convoy|crack|force|magic|discard|refill|pass"
NOTATION = re.compile(rf"([^\s:]+) ((?:{VERBS})\b.*)")


def read(text: str) -> str:
    """A typed turn of seat C as the record has it."""
    return "; ".join(GAME.canonical(2, part) for part in GAME.typed(text).split(";"))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_example_of_the_help_means_what_stands_beside_it(lang: str) -> None:
    items = re.split(r" {3,}|\n", say("diams.short-forms").text(lang))
    pairs = [found.groups() for item in items if (found := NOTATION.fullmatch(item))]
    pairs.remove(("e", "draw END ?"))  # the desk knows whether somebody saw the card
    assert [GAME.typed(text) for text in ("e", "em5")] == ["draw END", "draw END; market 5"]
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
        ("護5十", "convoy 5x1 10x1"),
        # `t` is a 10
        ("mt=19", "market 10 = 1+9"),
        ("1mt", "draw 1; market 10"),
        ("1tmt-", "reveal 1 10; market 10 = -"),
        ("vtttt*", "vault 10x4*"),
        ("crbt=t*", "crack B 10 -> 10*"),
        ("rf4t4outcv", "refill 4 10 4 out CV"),
        # `e` is the closing card
        ("e8m5", "draw END 8; market 5"),
        ("e85m1-", "reveal END 8 5; market 1 = -"),
        # cards from the deck, with their specials, before a play
        ("9m", "draw 9; market 9"),
        ("9*m-", "draw 9*; market 9* = -"),
        ("9m=135", "draw 9; market 9 = 1+3+5"),
        ("9mx23", "draw 9; market 9; discard 2 3"),
        ("9m135", "draw 9; market 1; discard 3 5"),
        ("crm7-", "draw CR; market 7 = -"),
        ("crcra6*-", "draw CR; crack A 6* -> -"),
        ("43crm6-", "reveal 4 3 +CR; market 6 = -"),
        ("43crb6-", "reveal 4 3; crack B 6 -> -"),
        ("97mgmgt*", "reveal 9 7 +MG; magic 10*"),
        # cards after those that a play can have are given up
        ("m936*69", "market 9 = 3+6*; discard 6 9"),
        ("m628", "market 6; discard 2 8"),
        ("m6cv", "market 6; discard CV"),
        ("m8-28", "market 8 = -; discard 2 8"),
        ("mg63cv", "magic 6; discard 3 CV"),
        # a sum that does not add up stays one, so that it is refused
        ("m9134", "market 9 = 1+3+4"),
        ("m9=13546", "market 9 = 1+3+4+5+6"),
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
    for text in ("tom m3", "t m3", "e m3", "emi m3", "cat m3", "tea", "2 5 10"):
        assert GAME.typed(text) == text  # a player may stand before a blank
    assert (GAME.typed("25t"), GAME.typed("2 t 5")) == ("2 5 10", "2 10 5")  # cards alone


def test_no_text_is_too_strange_to_be_read() -> None:
    rng = Random(1)
    for _ in range(5000):
        GAME.typed("".join(rng.choices("emvxrdtcfgpbh019*-=+? 市十", k=rng.randint(1, 9))))
    assert GAME.typed("mcv5") == "market cv = 5"  # refused: a special card is not for the market


@pytest.mark.parametrize("text", ["a" * 39, "d" * 39, "m1" * 19, "1" * 5000, "r" + "1 " * 9000])
def test_a_long_text_is_read_at_once(text: str) -> None:
    """The number of steps grows with the square of the length, not with its power."""
    assert GAMES["diams"].typed(text)


@pytest.mark.parametrize("text", ["MARKET -", "market 3 2 1", "market 5 out CV"])
def test_what_the_dealer_lays_out_is_written_as_it_is_read(text: str) -> None:
    canonical = GAME.canonical(CHANCE, text)
    assert GAME.canonical(CHANCE, canonical) == canonical == canonical.strip()
