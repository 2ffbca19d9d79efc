"""What people did not write down is drawn so that all that they wrote stays true."""

from collections.abc import Iterator
from itertools import islice
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest

from engines.games import GAMES
from tests.bots.positions import played_out
from tests.examples import times, usual
from tests.insight.hidden_records import known_record, open_record, read_one
from tests.records.blue_border_gaps import played as blue_border
from tests.records.blue_border_gaps import with_gaps
from tests.records.boxes_gaps import gappy, played
from tourney.bots import BOTS
from tourney.insight.account import Account, ChanceEvent, Judge, JudgedMove, account
from tourney.insight.match_analysis import analyse, judge_for, known_moves
from tourney.insight.possible_matches import (
    PossibleMatches,
    pooled,
    possible_matches,
    sure_until,
    written_match,
)
from tourney.records.body_lines import script
from tourney.records.model import MatchRecord
from tourney.records.verdict import check

SMALL = {
    "blue-border": (3, {"limit": "40"}),
    "diamond-boxes-2": (3, {}),
    "diamonds": (3, {"rounds": "1"}),
    "diams": (3, {"length": "quick"}),
}
"""Seats and options of short matches, of the games in which a table does not see everything."""


def completions(record: MatchRecord, rng: Random, tries: int = 100) -> Iterator[Any]:
    """Whole matches of the game alone that agree with a record."""
    entries = script(record)
    assert record.game is not None
    written = written_match(record, entries, sure_until(entries)[0])
    seats = len(record.players)
    for _ in range(tries):
        drawn = record.game.completion(record.options, seats, written, rng)
        if drawn is not None:
            yield drawn


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("seed", usual(range(2), range(4)))
def test_what_is_drawn_is_by_the_rules_and_reads_as_the_record_does(name: str, seed: int) -> None:
    """So the true match and what is drawn are twins: from either the same would be drawn."""
    game, (seats, given) = GAMES[name], SMALL[name]
    options = game.options(given, seats)
    moves = played_out(game, options, seats, Random(seed), BOTS["random"]())
    text = open_record(game, options, seats, moves)
    record = read_one(text)
    assert known_moves(record).stopped is not None
    found = list(islice(completions(record, Random(1)), 4))
    assert len(found) == 4
    whole = {known_record(game, options, seats, drawn) for drawn in found}
    assert len(whole) == 4, "they differ"
    assert known_record(game, options, seats, moves) not in whole
    for drawn in found:
        assert open_record(game, options, seats, drawn) == text
    for told in whole:
        report = check(read_one(told))
        assert report.passed
        assert report.verified
        assert not report.consistent
        assert known_moves(read_one(told)).stopped is None


@pytest.mark.parametrize("seed", usual(range(2), range(6)))
@pytest.mark.parametrize("share", [0.1, 0.5])
@pytest.mark.parametrize("name", ["blue-border", "diamond-boxes", "diamond-boxes-2"])
def test_cards_that_are_missing_anywhere_are_drawn(name: str, share: float, seed: int) -> None:
    if name == "blue-border":
        text = with_gaps(blue_border(seed), seed, share)
    else:
        text = gappy(played(1 if name == "diamond-boxes" else 2, seed), seed, share)
    record = read_one(text)
    assert record.game is not None
    # In rare records only some rewards fit, which are found by luck.
    found = next(completions(record, Random(1)), None)
    if found is None:
        assert (name, seed) == ("blue-border", 5)
        return
    state = record.game.start(record.options, len(record.players))
    for move in found:
        assert state.is_legal(move.seat, move.move)
        state.apply(move.seat, move.move)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == record.result.scores


def test_hidden_cards_of_the_true_match_change_nothing() -> None:
    """Two matches that read the same have the same account, whatever was hidden in them."""
    game, seats, given = GAMES["diamonds"], times(3, 2), SMALL["diamonds"][1]
    options = game.options(given, seats)
    moves = played_out(game, options, seats, Random(3), BOTS["random"]())
    text = open_record(game, options, seats, moves)
    twin = next(completions(read_one(text), Random(2)))
    assert known_record(game, options, seats, twin) != known_record(game, options, seats, moves)
    books = [
        analyse(read_one(open_record(game, options, seats, one)), Judge(2), "1", "m")
        for one in (moves, twin)
    ]
    assert books[0] == books[1]
    assert books[0].deals > 1
    assert books[0].stopped is None
    for seat in range(seats):
        book = books[0].account
        assert book.total(seat) == pytest.approx(book.result[seat])
    passed = {one.played for one in books[0].account.decisions if one.played.startswith("pass")}
    assert passed == {"pass ?"}


def test_a_record_is_completed_up_to_what_breaks_a_rule() -> None:
    game, seats, given = GAMES["diamonds"], times(3, 2), SMALL["diamonds"][1]
    options = game.options(given, seats)
    moves = played_out(game, options, seats, Random(3), BOTS["random"]())
    lines = open_record(game, options, seats, moves).split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("-- round")) + seats
    for changed, reason in (
        ([*lines[:at], '-- ruling adjust A vault +1 reason "x"', *lines[at:]], "ruling"),
        ([*lines[:at], "-- gap 1", *lines[at + 1 :]], "missing"),
        ([*lines[:at], lines[at].replace(": ", ": ^", 1), *lines[at + 1 :]], "breaks a rule"),
    ):
        record = read_one("\n".join(changed))
        found = possible_matches(record, 0, Random(1))
        assert found is not None
        assert max(found.plies) == 1 + 2 * seats
        assert found.stopped is not None
        assert reason in found.stopped.text("en", ())


def test_what_differs_between_possible_matches_is_a_part_of_the_error() -> None:
    """Rubin's rule, with two accounts that agree in nothing but the result."""

    def book(deal: float, noise: float, loss: float, error: float, best: str) -> Account:
        none = [0.0, 0.0]
        move = JudgedMove(2, 0, "a", best, loss, error, [-loss, loss], True, 0.001)
        return Account(
            *([0.5, 0.5], [deal, -deal], none, [loss, 0.0], [none, none], none, none),
            *([noise, noise], [1.0, 0.0], [ChanceEvent(1, -1, "", [deal, -deal])], [move]),
            [(1, [0.5 + deal, 0.5 - deal]), (2, [1.0, 0.0])],
        )

    possible = PossibleMatches([], [1, 7], ["", "? a"], None)
    one = pooled([book(0.1, 0.01, 0.3, 0.02, "b"), book(0.3, 0.03, 0.1, 0.04, "c")], possible)
    assert one.deal == pytest.approx([0.2, -0.2])
    between = (0.1**2 + 0.1**2) * (1 + 1 / 2)
    assert one.noise[0] == pytest.approx(0.02 + between)
    (move,) = one.decisions
    assert (move.ply, move.loss, move.played) == (7, pytest.approx(0.2), "a")
    assert move.error == pytest.approx(sqrt((0.02**2 + 0.04**2) / 2 + between))
    assert move.best == "?", "another one in each"
    assert not move.mark, "the loss may be chance"
    assert one.river == [(1, [0.7, pytest.approx(0.3)]), (7, [1.0, 0.0])]
    same = pooled([book(0.1, 0.01, 0.3, 0.001, "b")] * 2, possible)
    assert (same.decisions[0].best, same.decisions[0].error) == ("b", pytest.approx(0.001))
    # Losses that are equal but for rounding are as good as equal.
    for apart in (1e-16, 1e-12, 1e-9):
        near = pooled([book(0.1, 0.01, 0.3 + n * apart, 0.001, "b") for n in range(2)], possible)
        assert near.decisions[0].doubt == pytest.approx(same.decisions[0].doubt)


@pytest.mark.campaign
@pytest.mark.parametrize("name", SMALL)
def test_accounts_of_possible_matches_agree_with_those_of_the_true_one(name: str) -> None:
    """In the mean of 20 matches luck and errors are right, and single ones within their errors."""
    game, (seats, given) = GAMES[name], SMALL[name]
    options, judge = game.options(given, seats), Judge(4)
    errors: list[float] = []
    first_luck: list[float] = []
    scaled: list[float] = []
    for seed in range(20):
        moves = played_out(game, options, seats, Random(seed), BOTS["greedy"]())
        full = account(game, options, seats, moves, judge_for(game, judge), Random(seed))
        record = read_one(open_record(game, options, seats, moves))
        found = analyse(record, judge, str(seed), "m").account
        assert found.result == full.result
        errors.append(mean(a - b for a, b in zip(found.errors, full.errors, strict=True)))
        for seat in range(seats):
            luck = [book.deal[seat] + book.draws[seat] for book in (found, full)]
            noise = found.noise[seat] + full.noise[seat]
            scaled.append((luck[0] - luck[1]) / sqrt(noise))
            if not seat:
                first_luck.append(luck[0] - luck[1])
    for differences in (errors, first_luck):
        assert abs(mean(differences)) < 3 * stdev(differences) / sqrt(len(differences))
    assert sqrt(mean(one * one for one in scaled)) < 1.3
