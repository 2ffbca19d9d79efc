"""Two independent implementations of Diam's agree in matches that use every rule."""

import ast
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.engines.diams.crafted import CRAFTED, coverage, play_on
from tests.engines.diams.drivers import DRIVERS
from tests.engines.diams.pair import Pair
from tests.engines.diams.twice import SETTINGS, matches, play
from tests.engines.naive.diams_hits import HITS

NAIVE = Path(__file__).parents[1] / "naive"
LEAST = 1


@pytest.mark.parametrize("driver", DRIVERS)
def test_both_agree_at_every_ply(driver: str) -> None:
    first = list(DRIVERS).index(driver)
    for seats, length, closing, name in SETTINGS:
        # Every pair of values of two settings occurs; `full` has all combinations.
        number = first + seats + (length == "quick") + 2 * (closing == "fixed")
        if name == driver and number % 4 == 0:
            rng = Random(f"{seats} {length} {closing}")
            play(Pair(seats, length, closing), DRIVERS[driver], rng)


@pytest.mark.parametrize("number", range(len(CRAFTED)))
def test_both_agree_in_positions_set_up_by_hand(number: int) -> None:
    play_on(number, number)


def test_every_rule_and_ruling_is_met_often_enough() -> None:
    hits = coverage(7, 1)
    assert {name: hits[name] for name in HITS if hits[name] < LEAST} == {}


@pytest.mark.full
def test_every_rule_and_ruling_is_met_several_times() -> None:
    hits = coverage(112, 3)
    assert {name: hits[name] for name in HITS if hits[name] < 3} == {}


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1, 16))
def test_both_agree_over_thousands_of_matches(seed: int) -> None:
    hits: Counter[str] = Counter()
    for _, found in matches(224, seed):
        hits.update(found)
    assert hits["DI-R1"] >= 224


@pytest.mark.parametrize("file", sorted(NAIVE.glob("*.py")), ids=lambda file: file.name)
def test_the_naive_implementation_imports_nothing_of_the_engines(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = [node.module or ""]
        for name in names:
            assert name.split(".")[0] not in ("engines", "tourney", "importlib")
            assert not name.startswith("tests") or name.startswith("tests.engines.naive.")
