"""Checks of Blue Border records from a table: faults found, no false alarms, and the counts."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.games import GAMES
from tests.examples import examples, times
from tests.records.blue_border_gaps import NUMBER, long_match, played, with_gaps
from tourney.records import Report, check, from_json, read, to_json, write
from tourney.records.check_report import summary
from tourney.records.problems import full, headline

RECORDS = Path(__file__).parents[2] / "data" / "records"
TABLE = (RECORDS / "table-blue-border.tmr").read_text("utf-8")
GAME = GAMES["blue-border"]


def checked(text: str) -> Report:
    document = read(text)
    assert document.faults() == []
    return check(document.matches[0])


def problems(text: str) -> list[str]:
    document = read(text)
    faults = document.faults() or list(check(document.matches[0]).problems)
    return [headline(problem, "x") for problem in faults]


def changed(old: str, new: str) -> str:
    assert TABLE.count(old) == 1
    return TABLE.replace(old, new)


def slips(text: str, seed: int, count: int) -> Iterator[str]:
    """`count` copies of the record, each with one number of its body replaced by another."""
    rng = Random(seed)
    places = list(NUMBER.finditer(text, text.index("\n\n"), text.index("\nresult:")))
    for found in rng.choices(places, k=count):
        other = rng.choice([number for number in range(1, 33) if str(number) != found[0]])
        yield text[: found.start()] + str(other) + text[found.end() :]


# -- the example


def test_the_example_is_canonical_and_passes() -> None:
    assert write(read(TABLE)) == TABLE
    assert summary(checked(TABLE)) == (
        "club-2026-11-14/5  blue-border  4 seats  28 plies  verified 23 of 28, 5 consistent, "
        "result, rank"
    )


SLIPS = """\
call C = 10 hit -> call C = 9 hit
    18:13: error[K-card]: this card is 10, not 9
call C = 10 hit -> call C = 10 miss
    18:13: error[R-BB-R6]: 10 does not fit as the first card
call C = 10 hit -> call B = 10 hit
    18:4: error[R-BB-R11]: the new card belongs to Chie
call C = 10 hit -> call C = 9,10 hit
    18:4: error[R-BB-R12]: exactly one card must be opened
reward discard 10 -> reward discard 9
    18:36: error[R-BB-R13]: 9 is not in the discard pile
A: take 4 = 19 -> A: take 4 = 14
    20:13: error[K-card]: 14 is the number of another card
A: take 4 = 19 -> B: take 4 = 19
    20:4: error[R-BB-R8]: it is Aiko's turn
10,11 miss; skip -> 10,11 hit; reward none
    22:13: error[R-BB-R6]: 11 fits after 10
10,11 miss; skip -> 10,11 miss; lose 3
    22:4: error[R-BB-R16]: after a failed call a caller without cards skips a turn
-- skip D\\n ->\x20
    24:4: error[K-due]: '-- skip D' comes next
-- skip D -> -- skip A
    24:1: error[K-due]: '-- skip D' comes next
C: take 3 = 2 -> A: call B = 10,11 miss; skip
    23:4: error[R-BB-R11]: there is no new card to call
A: deck = 29 -> A: deck = 29; refill 3
    25:15: error[R-BB-R10]: nothing was taken from a pile, so 'refill' is not possible
23,17 miss; lose 1 -> 23,17 miss; skip
    34:4: error[R-BB-R15]: after a failed call a caller with cards loses the last of them
23,17 miss; lose 1 -> 23,16 miss; lose 1
    34:16: error[K-card]: this card is 17, not 16
23,17 miss; lose 1 -> 23,17 miss; lose 2
    34:30: error[K-card]: this card is 1, not 2
A: deck = 8\\n -> A: deck = 8\\nB: pass -> 1\\n
    39:4: error[K-over]: the match is over
A: deck = 8\\n ->\x20
    41:1: error[K-status]: the match is not over: Aiko has to take a card or pass
A 7, B 3 -> A 7, B 4
    40:14: error[K-result]: the result by the replay: B 3
"""


@pytest.mark.parametrize("slip", SLIPS.strip().replace("\n    ", " => ").split("\n"))
def test_a_slip_in_the_example_is_found_in_its_line(slip: str) -> None:
    edit, _, found = slip.partition(" => ")
    old, _, new = edit.replace("\\n", "\n").partition(" -> ")
    assert problems(changed(old, new))[0] == f"x:{found}"


@pytest.mark.parametrize(("old", "line"), [("-- skip D\n", 24), ("-- skip D", 24)])
def test_a_skip_that_is_due_is_due_by_its_rule(old: str, line: int) -> None:
    problem = checked(changed(old, "" if old.endswith("\n") else "-- skip A")).problems[0]
    assert (problem.line, problem.rule) == (line, "BB-R16")


def test_a_contradiction_names_the_line_that_says_otherwise() -> None:
    text = changed("B: deck = 9\n", "B: deck = 5\n")
    problem = checked(text).problems[0]
    assert full(problem, "club.tmr", text.split("\n")).split("\n") == [
        "club.tmr:16:11: error[K-card]: 5 is the number of another card",
        "    |",
        " 11 | A: take 3 = 5",
        "    |             - 5 is here",
        " 16 | B: deck = 5",
        "    |           ^",
        "    = fix:  correct line 11 or 16",
    ]


# -- who may call, and when nobody calls


def test_a_call_by_somebody_with_a_skip_is_refused_by_its_rule() -> None:
    text = changed("C: take 3 = 2\n", "C: take 3 = 2\nD: call C = 2 miss; skip\n")
    assert problems(text)[0] == "x:24:4: error[R-BB-R16]: Dan must sit out a turn before calling"


@pytest.mark.parametrize("source", ["table", "engine"])
def test_the_replay_of_all_numbers_refuses_calls_by_their_rule(source: str) -> None:
    head = f"match: m\ngame: blue-border\nsource: {source}\nseat A: ?\nseat B: ?\n\n"
    lines = [
        *("-- start A field 30 5 12 22", "A: take 2 = 5; refill 17", "B: call A = 5 miss; skip"),
        *("-- skip B", "A: take 2 = 17; refill 1", "B: call A = 5,17 hit; reward none"),
    ]
    end = "\n\nstatus: unfinished\n"

    def found(*some: str) -> str:
        return (problems(head + "\n".join(some) + end) or [""])[0].partition(", so '")[0]

    assert found(*lines[:2], "A: call A = 5 miss; skip").endswith(
        "[R-BB-R11]: A cannot call their own card"
    )
    assert found(*lines[:3], "A: deck = 3").endswith("[K-due]: '-- skip B' comes next")
    assert found(*lines) == ""  # the skip is used up
    assert found(*lines[:2], "B: pass -> 1 = 3", "A: call B = 3 miss; lose 5").endswith(
        "[R-BB-R11]: there is no new card to call"
    )
    assert found(*lines[:2], "A: pass -> 1 = 3").endswith("[R-BB-R8]: it is B's turn")


def test_a_window_stays_open_until_a_line_closes_it() -> None:
    """A's card at G wins if nobody calls; in an unfinished match a call is still possible."""
    before = TABLE.partition("\nresult:")[0]
    assert problems(f"{before}\nstatus: unfinished\n") == []
    assert problems(f'{before}-- note "a pause"\n\nstatus: unfinished\n') == []
    text = f"{before}-- reveal A 5 14 19 29 23 17 8\n\nstatus: unfinished\n"
    assert problems(text)[0].startswith("x:41:1: error[K-status]: the match is over")
    text = f"{before}B: call A = 17,8 miss; lose\n\nstatus: complete\n"
    assert problems(text) == []


def test_rows_opened_at_the_end_are_compared() -> None:
    def with_row(row: str) -> list[str]:
        return problems(changed("A: deck = 8\n", f"A: deck = 8\n-- reveal {row}\n"))

    assert with_row("A 5 14 19 29 23 17 8") == []
    assert with_row("A 5 ? 19 29 23 ? 8") == []
    assert with_row("C 2 4 12") == []
    assert with_row("A 5 14 19 29 23 17 9")[0].startswith("x:39:1: error[K-check]: this card is 8")
    assert with_row("A 5 14 19 29 23 17")[0].startswith(
        "x:39:1: error[K-check]: by the entries so far, Aiko has 7"
    )


def test_checks_of_points_and_deck_are_compared() -> None:
    for said, right in (
        ("points A1 B0", True),
        ("points A2", False),
        ("points A?", True),
        ("deck 27", True),
        ("deck 12", False),
        ("deck ?", True),
    ):
        found = problems(changed("A: take 3 = 5\n", f"A: take 3 = 5\n-- check {said}\n"))
        assert (found == []) == right, said


def test_a_number_learnt_later_verifies_what_was_written_before() -> None:
    text = changed("A: take 4 = 23\n", "A: take 4\n")
    assert summary(checked(text)) == summary(checked(TABLE))
    never = text.replace("23,17 miss", "?,17 miss")
    assert checked(never).verified == 20  # the pass that put the card down, the take and the call


def test_a_verdict_is_contradicted_once_its_cards_are_known() -> None:
    """B's 11 was called and fitted; the row revealed at the end shows a 12 before it."""
    text = changed("B: call C = 10 hit; reward discard 10", "B: call C = 10 hit; reward take 3")
    text = text.replace("call B = 10,11 miss; skip", "call B = ?,11 miss; skip")
    row = text.replace("A: deck = 8\n", "A: deck = 8\n-- reveal B 9 12 11\n")
    assert problems(row)[0].startswith("x:39:1: error[K-check]: ")


def test_what_stood_is_followed_and_counted() -> None:
    text = changed("B: take 3 = 11\n", "C: ^take 3 = 11\n")
    text = text.replace("D: call B = 10,11 miss; skip", "D: pass -> 1")
    assert checked(text).irregular == 1


def test_a_refill_may_be_left_away_at_a_table() -> None:
    text = played(3)
    assert checked(text).verified == checked(text).plies
    bare = re.sub(r"; refill \d+", "", text)
    report = checked(bare)
    assert report.problems == ()
    assert report.consistent > 0


# -- properties of whole matches


@examples(15)
@given(seed=st.integers(0, 60), share=st.sampled_from((0.03, 0.3, 0.7, 1.0)))
def test_unknown_numbers_never_create_an_error(seed: int, share: float) -> None:
    text = with_gaps(played(seed), seed, share)
    report = checked(text)
    assert (report.problems, report.unverified) == ((), ())
    assert report.verified + report.consistent == report.plies
    assert checked(played(seed)).verified == report.plies


@examples(25)
@given(seed=st.integers(0, 60))
def test_records_with_gaps_come_back_as_they_were(seed: int) -> None:
    text = write(read(with_gaps(played(seed), seed, 0.4)))
    assert write(read(text)) == text
    assert write(from_json(to_json(read(text)))) == text


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=[] if seed < 3 else [pytest.mark.full]) for seed in range(12)],
)
def test_what_the_table_finds_the_replay_finds_no_later(seed: int) -> None:
    """With a number of the first deal unknown, the check tracks the record; else it replays it."""
    for slip in slips(played(seed % 6), seed, 8):
        if read(slip).faults():
            continue
        strict = checked(slip).problems
        loose = checked(re.sub(r"field \d+", "field ?", slip, count=1)).problems
        assert not loose or strict[0].line <= loose[0].line


def calls(text: str) -> int:
    """The number of calls of functions for the check of a record that passes."""
    (match,) = read(text).matches
    count = 0

    def tick(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(tick)
    try:
        report = check(match)
    finally:
        sys.setprofile(None)
    assert report.problems == ()
    return count


@pytest.mark.parametrize("share", [1.0, 0.5])
@pytest.mark.parametrize(
    "moves", [200, *(pytest.param(n, marks=pytest.mark.full) for n in (400, 1600))]
)
def test_a_line_with_unknown_numbers_costs_the_same_in_a_long_record(
    moves: int, share: float
) -> None:
    """Before worlds were merged without being made, it was 2,300 calls, and growing."""
    text = with_gaps(long_match(moves), 3, share)
    assert calls(text) < 1500 * text.count("\n")


def test_cards_of_a_line_differ_also_after_many_rewards_of_unknown_cards() -> None:
    refused = 0
    for seed in range(times(8, 4)):
        text = with_gaps(long_match(80, seed), seed, 1.0)
        (match,) = read(text).matches
        outcome = check(match).outcome
        assert outcome is not None
        for seat, points in enumerate(outcome.scores):
            if points > 1:
                row = " ".join(("7", *["?"] * (points - 2), "7"))
                told = text.replace("\n\nstatus", f"\n-- reveal {'ABCD'[seat]} {row}\n\nstatus")
                assert problems(told)[0].startswith("x:"), told
                refused += 1
    assert refused
