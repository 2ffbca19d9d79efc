"""Any card of a valid record may be unknown, in every game and with every number of seats."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import count
from random import Random

import pytest

from engines.games import GAMES
from tests.examples import times
from tests.records.strategies import kept
from tourney.records import check, read
from tourney.records.problems import full

TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]


def few(name: str) -> int:
    """The number of seats that the normal suite tests."""
    return 4 if name == "diamonds" else 3


every_table = pytest.mark.parametrize(
    ("name", "seats"),
    [
        pytest.param(name, seats, marks=[] if seats == few(name) else [pytest.mark.full])
        for name, seats in TABLES
    ],
)
"""The normal suite tests three seats (Diamonds: four); `make full` tests the others too."""


@lru_cache(maxsize=256)
def record(name: str, seats: int, number: int) -> str:
    """A record with this many seats; `number` selects one of several."""
    texts = (kept(name).record(seed) for seed in count())
    found = (text for text in texts if text.count("\nseat ") == seats)
    for _ in range(number):
        next(found)
    return next(found)


def places(name: str, text: str) -> list[re.Match[str]]:
    """The places in the body of a record where a card is written."""
    how = kept(name)
    spots = how.card.finditer(text, text.index("\n\n"), text.index("\nresult:"))
    return [spot for spot in spots if not _line(text, spot).startswith(how.stated)]


def _line(text: str, spot: re.Match[str]) -> str:
    return text[text.rindex("\n", 0, spot.start()) + 1 : spot.start()]


def forgotten(text: str, spots: list[re.Match[str]]) -> str:
    """The record with `?` for the cards at these places."""
    for spot in sorted(spots, key=lambda spot: -spot.start()):
        text = text[: spot.start()] + "?" + text[spot.end() :]
    return text


def alarm(text: str) -> str:
    """The problems and warnings of a record, as a person reads them."""
    document = read(text)
    report = check(document.matches[0])
    found = [*document.faults(), *report.problems, *report.warnings]
    if not found:
        assert report.verified + report.consistent + report.irregular == report.plies
    return "\n".join(full(problem, "x", text.split("\n")) for problem in found)


def gaps(name: str, seats: int, texts: int, each: int) -> Iterator[str]:
    """Records with one card unknown, and with some, many and all of them."""
    rng = Random(f"{name} {seats}")
    for number in range(texts):
        text = record(name, seats, number)
        spots = places(name, text)
        for _ in range(each):
            yield forgotten(text, [rng.choice(spots)])
        for share in (0.05, 0.3, 1.0):
            yield forgotten(text, [spot for spot in spots if rng.random() < share])


@every_table
def test_turning_known_cards_into_unknown_ones_never_makes_an_error(name: str, seats: int) -> None:
    for text in gaps(name, seats, 1, times(4, 1)):
        assert alarm(text) == "", text


@pytest.mark.full
@every_table
def test_thousands_of_records_with_unknown_cards(name: str, seats: int) -> None:
    for text in gaps(name, seats, 25, 30):
        assert alarm(text) == "", text


@every_table
def test_every_single_card_of_a_record_may_be_unknown(name: str, seats: int) -> None:
    every_so_often(name, seats, times(10, 4))


@pytest.mark.full
@every_table
def test_every_one_of_many_cards_of_a_record_may_be_unknown(name: str, seats: int) -> None:
    every_so_often(name, seats, 100)


def every_so_often(name: str, seats: int, cards: int) -> None:
    """Replaces about `cards` cards of a record by `?`, one at a time."""
    text = record(name, seats, 0)
    spots = places(name, text)
    for spot in spots[:: 1 + len(spots) // cards]:
        assert alarm(forgotten(text, [spot])) == "", spot
