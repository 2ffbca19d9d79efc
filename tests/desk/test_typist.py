"""Matches of the engines, typed carelessly: the record is the canonical one, byte for byte."""

from collections import Counter
from random import Random

import pytest

from engines.api import EVERYTHING, Seat, Who
from tests.benchmarks.keys import MATCHES, TABLES, greedily, matches, slips
from tests.desk.recorder import Recorder
from tests.desk.scorer import Scorer
from tests.desk.truth import Table, broken_off, plain, tables, with_incidents
from tests.desk.typist import Choice, Typist, at_random, played
from tests.examples import times, usual
from tourney.records import check, read

pytestmark = pytest.mark.slow

SHORT: tuple[Table, ...] = (
    ("diamonds", 3, (("rounds", "2"),)),
    ("diams", 3, (("length", "quick"),)),
    ("diamond-boxes", 4, ()),
    ("diamond-boxes-2", 2, ()),
    ("blue-border", 4, (("cards", "30"), ("limit", "40"), ("sight", "8"))),
)

every_table = pytest.mark.parametrize(
    "table", usual(SHORT[1:4:2], SHORT), ids=lambda table: f"{table[0]}-{table[1]}"
)
"""A game of hands and one of a board; `make full` tries all."""


def typed(table: Table, seed: int, who: Who = EVERYTHING, *, incidents: bool = False) -> str:
    """Types a match of which `who` may see the cards; its record."""
    name, seats, options = table
    rng = Random(f"{table} {seed} {who}")
    match = played(name, seats, dict(options), rng, who)
    truth = with_incidents(match, rng) if incidents else plain(match)
    if incidents and rng.random() < 0.1:
        truth = broken_off(truth, rng)
    scorer = Scorer(Recorder(truth), rng, Typist(truth.setup, rng))
    text = scorer.run()
    assert scorer.faults == []
    assert text in truth.texts()
    return text


@every_table
def test_what_is_typed_carelessly_is_stored_canonically(table: Table) -> None:
    report = check(read(typed(table, 0)).matches[0])
    assert report.passed
    assert report.verified == report.plies


@every_table
@pytest.mark.parametrize("who", usual([None], [None, 1]))
def test_hidden_hands_need_not_be_known(table: Table, who: Seat | None) -> None:
    assert check(read(typed(table, 0, who, incidents=True)).matches[0]).passed


@pytest.mark.full
@pytest.mark.parametrize("seed", range(8))
def test_a_thousand_matches_typed_carelessly(seed: int) -> None:
    """Every table with all hands, with none and with one, and whatever happens at a table."""
    for table in tables():
        for who in (EVERYTHING, None, 0):
            typed(table, seed, who, incidents=True)


DIAMS = ("diams", 3, {"length": "quick"})


@pytest.mark.parametrize("lang", usual(["en"], ["en", "ja"]))
def test_a_turn_of_diams_takes_eight_keys_at_most(lang: str) -> None:
    """Each record is the canonical one; without short forms a turn takes 25 keys."""
    found = matches(DIAMS, None, lang, at_random, times(20, 3))
    assert found.of_a_turn <= 8
    known = matches(DIAMS, EVERYTHING, lang, at_random, times(20, 1))
    assert known.of_a_turn <= 8
    assert matches(DIAMS, None, lang, greedily, times(10, 1)).of_a_turn <= 8


@pytest.mark.full
@pytest.mark.parametrize("who", [None, EVERYTHING])
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("choice", [at_random, greedily])
def test_no_table_of_diams_takes_more_than_eight_keys_a_turn(
    who: Who, lang: str, choice: Choice
) -> None:
    for table in TABLES[:3]:
        assert matches(table, who, lang, choice, MATCHES).of_a_turn <= 8


@pytest.mark.parametrize("who", usual([None], [None, EVERYTHING]))
def test_a_wrong_key_in_a_short_form_is_refused_or_gives_a_line_that_is_possible(who: Who) -> None:
    """Three of four are refused, as of the longer forms; a card that nobody sees can be any."""
    seen = sum((slips(DIAMS, seed, who, at_random) for seed in range(times(20, 1))), Counter())
    assert seen["refused"] > 0.7 * seen.total()


def test_a_trick_of_diamonds_takes_thirteen_keys_at_most() -> None:
    assert matches(("diamonds", 4, {"rounds": "1"}), None, "en", at_random, 3).of_a_turn <= 13
