"""Hand-made positions that matches rarely reach, played to the end in both implementations."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from tests.engines.diams.drivers import DRIVERS
from tests.engines.diams.pair import Pair, table
from tests.engines.diams.twice import matches, play

FIVE = "5 5 5"


class Crafted(NamedTuple):
    """A position and the first moves in it, each as (seat, text)."""

    set_up: Mapping[str, Any]
    moves: tuple[tuple[int, str], ...] = ()


def crafted(*moves: tuple[int, str], **set_up: Any) -> Crafted:
    return Crafted(set_up, moves)


LAST = {"closing": (1, 0), "deck": ""}  # the last turn of a round with an empty deck
A_WON = ((9, 8), (4, 3))
B_WON = ((8, 9), (3, 4))
DRAWN = ((8, 8), (3, 3))

CRAFTED = (
    crafted((0, "vault 4x3*"), hands=["4 4 4* 2"], vaults=["4"], deck="1 2 END 3"),
    crafted((0, "vault 2x3 4x1*"), hands=["4 4* 2 2 2"], vaults=["4 4"], deck="1 END 3"),
    crafted((0, "convoy 4x1 9x1"), hands=["CV 4 9"], vaults=["4 4 9 9 9"], deck="1 END 3"),
    crafted((0, "vault 2x3 6x3*"), hands=["2 2 2 6 6 6*"], deck="END 3"),
    crafted((0, "magic 6"), hands=["MG 3"], market="6", deck="1 CV 2 END 3 4 7"),
    crafted((0, "magic 6"), hands=["MG 3"], market="6", deck="1 END CR 2"),
    crafted((0, "magic 6"), hands=["MG 3"], market="6", deck="END CR CV"),
    crafted((0, "magic 6"), hands=["MG 3"], market="6", deck="END 1"),
    crafted((0, "magic 6"), hands=["MG 3"], market="6", deck="END"),
    crafted((0, "magic 6"), hands=["MG 3"], market="6", **LAST),
    crafted((0, "magic 6"), hands=["MG 3"], market="6", deck="1 2 3 4", closing=(1, 0)),
    crafted((0, "magic 6"), hands=["MG 3"], market="6", deck="CR CV", closing=(1, 0)),
    crafted((0, "pass"), hands=["MG"], market="", deck="1 CV", closing=(1, 1)),
    crafted((0, "market 3 = -"), hands=["MG 3"], market="", deck="END 1 2"),
    crafted(
        (0, "crack B 4"), (1, "give 4"), hands=["CR"], vaults=["", "4"], market="", deck="1 2 END 4"
    ),
    crafted((0, "crack B 9"), (1, "give 9"), hands=["CR 1"], vaults=["", "9 9 9*"], deck="7 END"),
    crafted((0, "crack B 9"), (1, "give 9*"), hands=["CR 1"], vaults=["", "9 9*"], deck="7 END"),
    crafted((0, "crack B 9*"), (1, "give 9*"), hands=["CR"], vaults=["", "9 9 9*"], deck="7 END"),
    crafted((0, "crack B 9*"), hands=["CR 2"], vaults=["", "9 9 9"], deck="7 END"),
    crafted((0, "force B 1 using MG"), hands=["MG 1", ""], market="1", deck="END 2"),
    crafted((0, "force B 1* using CR"), hands=["CR 1*", "1 1 6"], market="1 8", deck="END 2"),
    crafted((0, "force B 1 using CV"), hands=["CV CR 1 1", "6"], market="1 8", deck="END 2"),
    crafted(
        (0, "magic 6"), (0, "discard 1 CV"), hands=["MG CV 1 2 3 4 5"], market="6", deck="7 END"
    ),
    crafted((0, "draw"), phase="draw", hands=["2 3"], deck="END"),
    crafted((0, "draw"), phase="draw", hands=["2 3"], deck="", closing=(1, 1)),
    crafted((0, "reveal"), phase="draw", hands=["2 3"], deck="CV END 7"),
    crafted((0, "reveal"), phase="draw", hands=["2 3"], deck="END CV MG"),
    crafted((0, "reveal"), phase="draw", hands=["2 3"], deck="", closing=(1, 1)),
    crafted((0, "reveal"), phase="draw", hands=["2 3 4 5 6"], deck="MG CV CR 7 8 END"),
    crafted((0, "market 1 = -"), hands=["1 9"], before=[A_WON], length="standard", **LAST),
    crafted((0, "market 1 = -"), hands=["1 10"], before=[A_WON], length="standard", **LAST),
    crafted(
        (0, "market 1 = -"),
        **{**LAST, "hands": ["1 10"], "vaults": [FIVE], "before": [A_WON], "length": "standard"},
    ),
    crafted(
        (0, "market 1 = -"),
        **{**LAST, "hands": ["1 10"], "vaults": ["4* 4 4", "7* 7"], "length": "standard"},
    ),
    crafted(
        (0, "market 1 = -"),
        **{**LAST, "hands": ["1 10"], "before": [A_WON, B_WON], "length": "standard"},
    ),
    crafted(
        (0, "market 1 = -"),
        **{**LAST, "hands": ["1 9"], "before": [A_WON, DRAWN], "length": "standard"},
    ),
    crafted(
        (0, "market 1 = -"),
        **{**LAST, "seats": 3, "hands": ["1 CV", "10 10", "9"], "vaults": [FIVE, "7*"]},
    ),
)


def play_on(number: int, seed: int) -> Counter[str]:
    """Play a hand-made position to the end of the match; returns the rules used."""
    set_up, moves = CRAFTED[number]
    pair: Pair = table(**set_up)
    pair.naive.hits.clear()
    for seat, text in moves:
        assert text in pair.compare()
        pair.apply(seat, text)
    driver = list(DRIVERS.values())[seed % len(DRIVERS)]
    play(pair, driver, Random(f"{number} {seed}"))
    return pair.naive.hits


def coverage(count: int, times: int) -> Counter[str]:
    """The rules used in `count` matches and in `times` continuations of each hand-made position."""
    total: Counter[str] = Counter()
    for _, hits in matches(count):
        total.update(hits)
    for number in range(len(CRAFTED)):
        for seed in range(times):
            total.update(play_on(number, seed))
    return total
