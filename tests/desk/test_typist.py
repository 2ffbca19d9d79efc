"""Matches of the engines, typed carelessly: the record is the canonical one, byte for byte."""

from collections.abc import Iterator
from random import Random

import pytest

from engines.api import OptionError, Seat
from engines.games import GAMES
from tests.desk.careless import Careless
from tests.desk.typist import Played, played
from tourney.desk import finished
from tourney.records import check, read
from tourney.records.values import rank_text, scores_text

Table = tuple[str, int, tuple[tuple[str, str], ...]]
HANDFUL = (
    ("diamonds", 3, (("rounds", "2"),)),
    ("diams", 3, (("length", "quick"),)),
    ("diamond-boxes", 4, ()),
    ("diamond-boxes-2", 2, ()),
    ("blue-border", 4, (("cards", "30"), ("limit", "40"), ("sight", "8"))),
)


def tables() -> Iterator[Table]:
    """Every game with every number of seats and every set of options."""
    for name, game in GAMES.items():
        for seats in game.seats:
            for options in game.variants:
                try:
                    game.options(options, seats)
                except OptionError:
                    continue
                yield name, seats, tuple(options.items())


def expected(match: Played) -> str:
    """The canonical record of a match, from the engine alone."""
    setup = match.setup
    options = " ".join(f"{key}={value}" for key, value in sorted(setup.options))
    seats = [f"seat {'ABCDEF'[seat]}: {name}" for seat, name in enumerate(setup.players)]
    head = [f"match: {setup.match}", f"game: {setup.game}"]
    head += [f"options: {options}"] if options else []
    head += [f"{key}: {value}" for key, value in setup.headers]
    trailer = [
        f"result: {scores_text(match.outcome.scores)}",
        f"rank: {rank_text(match.outcome.places)}",
        "status: complete",
    ]
    return "\n".join([*head, *seats, "", *match.lines, "", *trailer, ""])


def typed(table: Table, seed: int) -> None:
    name, seats, options = table
    rng = Random(f"{table} {seed}")
    match = played(name, seats, dict(options), rng)
    careless = Careless(match, rng)
    assert list(careless.type_all()) == match.lines
    text = finished(careless.desk)
    assert text == expected(match)
    report = check(read(text).matches[0])
    assert report.passed
    assert report.verified == report.plies


@pytest.mark.parametrize("table", HANDFUL, ids=lambda table: f"{table[0]}-{table[1]}")
def test_what_is_typed_carelessly_is_stored_canonically(table: Table) -> None:
    typed(table, 0)


def gappy(table: Table, seed: int, who: Seat | None) -> None:
    """Types a match of which only one hand is known, or none."""
    name, seats, options = table
    rng = Random(f"{table} {seed} {who}")
    match = played(name, seats, dict(options), rng, who)
    careless = Careless(match, rng)
    assert list(careless.type_all()) == match.lines
    due = careless.desk.due()
    assert due.over or due.ends or due.what is None or name == "diams"
    assert check(read(finished(careless.desk)).matches[0]).passed


@pytest.mark.parametrize("table", HANDFUL, ids=lambda table: f"{table[0]}-{table[1]}")
@pytest.mark.parametrize("who", [None, 1])
def test_hidden_hands_need_not_be_known(table: Table, who: Seat | None) -> None:
    gappy(table, 0, who)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(6))
def test_hundreds_of_matches_with_hidden_hands(seed: int) -> None:
    for table in tables():
        for who in (None, 0):
            gappy(table, seed, who)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(24))
def test_a_thousand_matches_typed_carelessly(seed: int) -> None:
    """Forty-two tables, each with 24 seeds."""
    for table in tables():
        typed(table, seed)
