"""Lines that start a round may be typed in any order; errors are shown at the line as typed."""

import re

import pytest

from tests.records.strategies import played
from tests.records.test_examples import EXAMPLE
from tourney.records import check, engine_record, read, write
from tourney.records.check_report import summary
from tourney.records.problems import full, headline

START = re.compile(r"-- (round|market|start)|[A-F]: (hand|pass \w)")


def problems(text: str) -> list[str]:
    document = read(text)
    faults = document.faults() or list(check(document.matches[0]).problems)
    return [headline(one, "x").removeprefix("x:") for one in faults]


def turned(text: str) -> str:
    """The record with the lines that start the first round in reverse order."""
    rows = text.split("\n")
    first = next(at for at, row in enumerate(rows) if START.match(row))
    last = next(at for at in range(first, len(rows)) if not START.match(rows[at]))
    return "\n".join((*rows[:first], *reversed(rows[first:last]), *rows[last:]))


@pytest.mark.parametrize("name", ["diams", "diamonds", "diamond-boxes", "diamond-boxes-2"])
def test_hands_and_what_stands_beside_them_may_be_typed_in_any_order(name: str) -> None:
    text = engine_record(played(4, 1.0, name))
    assert turned(text) != text
    assert write(read(turned(text))) == text
    assert summary(check(read(turned(text)).matches[0])) == summary(check(read(text).matches[0]))
    noted = re.sub(r"(?m)^B: hand", '-- note "late"\nB: hand', turned(text), count=1)
    assert problems(noted) == []


def test_a_card_in_two_hands_is_an_error_of_the_line_typed_later() -> None:
    """B's hand is typed first, then A's, which has the 6* as well."""
    text = EXAMPLE.replace("A: hand 5* 7 8\nB: hand 4 6 6*", "B: hand 4 6 6*\nA: hand 5* 6* 8")
    problem = check(read(text).matches[0]).problems[0]
    assert full(problem, "x", text.split("\n")).split("\n") == [
        "x:16:12: error[K-card]: '6*' is shown more often than there are such cards",
        "    |",
        " 15 | B: hand 4 6 6*",
        "    |             -- shown here",
        " 16 | A: hand 5* 6* 8",
        "    |            ^^",
        "    = fix:  correct one of the places where it is shown",
    ]


def test_a_hand_of_diams_is_written_once() -> None:
    hands = "A: hand ? 7 8\nC: hand 5 8 10\nA: hand ? ? ?\nB: hand 4 6 6*"
    text = re.sub(r"A: hand(.|\n)*10(?=\nA: reveal 5)", hands, EXAMPLE)
    assert problems(text) == ["17:4: error[K-due]: the hand of rho is written twice"]


def test_errors_are_listed_in_the_order_of_their_lines() -> None:
    text = EXAMPLE.replace("result: A 26, B 8, C 12\nrank: A > C > B\n", "")
    end = "rank: A > B > C\nresult: A 26, B 9, C 12\n"
    found = problems(text.replace("status: complete", f"{end}status: complete"))
    assert [one.partition(":")[0] for one in found] == ["38", "39"]
    wrong = "result: A 26, B x, C 12\ngame: diam\n"
    lines = [one.partition(":")[0] for one in problems(EXAMPLE.replace("game: diams\n", wrong))]
    assert lines == sorted(lines, key=int)


def test_errors_after_a_wrong_option_are_listed_too() -> None:
    text = EXAMPLE.replace("length=quick", "length=quik").replace("B: draw 2*", "B: drow 2*")
    found = problems(text.replace("rank: A > C > B", "rank: A > C"))
    assert [one.partition(": ")[0] for one in found] == ["3:10", "19:4", "39:7"]


def test_a_due_reward_is_named_before_who_may_call() -> None:
    head = "match: m\ngame: blue-border\nsource: table\nseat A: ?\nseat B: ?\n\n-- start A"
    for field in ("", " field 30 5 12 22"):
        lines = "A: take 1 = 30; refill 17\nB: call A = 30 hit\nA: call A = 30 hit"
        found = problems(f"{head}{field}\n{lines}\n\nstatus: unfinished\n")
        assert found == ["10:4: error[R-BB-R13]: B has to choose a reward"]


def test_a_missing_directive_is_not_looked_for_in_the_line_that_came_instead() -> None:
    head = "match: m\ngame: blue-border\nsource: table\nseat A: ?\nseat B: ?\nseat C: ?\n\n"
    for field in ("", " field 30 5 12 22"):
        lines = f"-- start A{field}\nA: take 2 = 5; refill 17\nB: call A = 5 miss; skip\n"
        found = problems(f"{head}{lines}C: call A = 5 miss; skip\n\nstatus: unfinished\n")
        assert found == ["11:4: error[K-due]: '-- skip B' comes next"]


def test_players_of_the_same_name_are_named_with_their_seats() -> None:
    head = "match: m\ngame: diams\nseat A: greedy\nseat B: random\nseat C: greedy\n\n"
    found = problems(f"{head}result: A 7, B 11, C 8\nrank: B > A > C\nstatus: complete\n")
    assert found == ["8:1: error[K-rank]: greedy (A) is ranked above greedy (C) with a lower score"]


@pytest.mark.parametrize(
    "name", ["blue-border", "diamond-boxes", "diamond-boxes-2", "diamonds", "diams"]
)
def test_an_unknown_directive_is_called_so_in_every_game(name: str) -> None:
    text = f"match: m\ngame: {name}\nseat A: ?\nseat B: ?\nseat C: ?\n\n-- Shw A 7\n"
    assert problems(text) == ["7:4: error[T-action]: unknown directive 'Shw'"]


@pytest.mark.parametrize("turn", ["take 1 = 8; refill 3", "deck = 8", "take 1"])
def test_a_turn_before_the_start_says_that_the_start_is_missing(turn: str) -> None:
    head = "match: m\ngame: blue-border\nsource: table\nseat A: ?\nseat B: ?\n\n"
    late = "-- start A field 8 1 28 21\nB: take 2 = 1; refill 4\n\nstatus: unfinished\n"
    found = problems(f"{head}A: {turn}\n{late}")
    assert found == ["7:4: error[K-due]: '-- start' comes next"]
