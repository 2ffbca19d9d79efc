"""A result and a rank without turns are compared with each other by the game's rule on ties."""

import re
from pathlib import Path

import pytest

from tourney.records import check, read
from tourney.records.problems import headline

RECORDS = Path(__file__).parents[2] / "data" / "records"
EVENING = (RECORDS / "evening-diams.tmr").read_text("utf-8")
HEAD = "match: m\ngame: {}\n{}seat A: Ann\nseat B: Ben\nseat C: Cem\nseat D: Dee\n\n"

SHARE = ("blue-border", "blue-border rounds=9", "diams length=quick", "diamond-boxes-2")
SEPARATE = ("diams", "diamonds")
MORE = (*SHARE[:3], *SEPARATE)
FEWER = ("diamond-boxes", "diamond-boxes-2")


def problems(which: str, result: str, rank: str) -> list[str]:
    game, _, options = which.partition(" ")
    head = HEAD.format(game, f"options: {options}\n" if options else "")
    document = read(f"{head}result: {result}\nrank: {rank}\nstatus: complete\n")
    assert document.faults() == []
    found = check(document.matches[0]).problems
    return [headline(one, "x").partition(": ")[2] for one in found]


DIFFER = "error[K-rank]: {} and {} share a place, but their scores differ"
EQUAL = "error[K-rank]: {} and {} have equal scores, so they share a place"
NEVER = "error[K-rank]: {} and {} share a place, but in this game no place is shared"


SCORES = {
    "blue-border": (7, 5, 3, 0),
    "blue-border rounds=9": (5, 3, 1, 0),
    "diams length=quick": (31, 22, 9, 0),
    "diams": (12, 9, 6, 3),
    "diamonds": (41, 38, 20, 9),
}
"""Four different scores with which a match can end."""
EQUAL_SCORES = {"blue-border rounds=9": 2, "diams": 6}
"""A score that all four may have, if not 8."""


@pytest.mark.parametrize("which", MORE)
def test_more_is_better(which: str) -> None:
    a, b, c, d = SCORES[which]
    scores = f"A {a}, B {b}, C {c}, D {d}"
    assert problems(which, scores, "A > B > C > D") == []
    less = "error[K-rank]: Dee is ranked above Ann with a lower score"
    assert problems(which, scores, "D > C > B > A")[0].startswith("error[K-rank]: Ben is ranked")
    assert problems(which, scores, "D > A > B > C") == [less]
    assert problems(which, scores, "A = B > C > D") == [DIFFER.format("Ann", "Ben")]
    assert problems(which, scores, "A = B = C = D") == [DIFFER.format("Ann", "Ben")]
    assert problems(which, f"A {a}, B ?, C {d}, D {d}", "A = B > C = D") == []


@pytest.mark.parametrize("which", FEWER)
def test_fewer_cards_are_better(which: str) -> None:
    scores = "A 0, B 3, C 5, D 6"
    assert problems(which, scores, "A > B > C > D") == []
    more = "error[K-rank]: Dee is ranked above Ann with a higher score"
    assert problems(which, scores, "D > A > B > C") == [more]


@pytest.mark.parametrize("which", SHARE)
def test_equal_scores_share_a_place_where_no_rule_separates_them(which: str) -> None:
    own = EQUAL_SCORES.get(which, 4)
    equal = f"A {own}, B {own}, C {own}, D {own}"
    assert problems(which, equal, "A = B = C = D") == []
    assert problems(which, equal, "A = B > C = D") == [EQUAL.format("Ann", "Cem")]
    some = f"A ?, B {own}, C ?, D {own}"
    assert problems(which, some, "B > A = C > D") == [EQUAL.format("Ben", "Dee")]


@pytest.mark.parametrize("which", SEPARATE)
def test_equal_scores_may_be_separated_where_something_else_decides(which: str) -> None:
    """By the winner of round 2 in Diam's (DI-Q27), by the vault in Diamonds (DM-R11)."""
    own = EQUAL_SCORES.get(which, 20)
    for rank in ("A = B = C = D", "A = B > C = D", "D > C > B > A"):
        assert problems(which, f"A {own}, B {own}, C {own}, D {own}", rank) == []


def test_no_place_is_shared_in_diamond_boxes_by_rule_1() -> None:
    for scores in ("A 0, B 3, C 3, D 6", "A 0, B 3, C 4, D 6", "A 0, B ?, C ?, D 6"):
        assert problems("diamond-boxes", scores, "A > B = C > D") == [NEVER.format("Ben", "Cem")]
    for rank in ("A > B > C > D", "A > C > B > D"):
        assert problems("diamond-boxes", "A 0, B 3, C 3, D 6", rank) == []


def test_a_draw_in_diamond_boxes_by_rule_2_is_shared_by_all() -> None:
    """A seat without cards has won, so then the match is not drawn (DJ2-R8)."""
    drawn = "A = B = C = D"
    assert problems("diamond-boxes-2", "A 1, B 3, C 5, D 6", drawn) == []
    found = problems("diamond-boxes-2", "A 0, B 3, C 5, D 6", drawn)
    assert found == [DIFFER.format("Ann", "Ben")]
    found = problems("diamond-boxes-2", "A 1, B 3, C 5, D 6", "A = B > C > D")
    assert found == [DIFFER.format("Ann", "Ben")]


def test_partners_share_a_score_and_a_place_and_teams_may_too() -> None:
    scores = "A 20, B 20, C 20, D 20"
    for rank in ("A = C > B = D", "A = B = C = D"):
        assert problems("diamonds teams=on", scores, rank) == []
    found = problems("diamonds teams=on", "A 20, B 30, C 20, D 30", "A = B = C = D")
    assert found == [DIFFER.format("Ann", "Ben")]


def test_a_match_that_cannot_be_verified_is_compared_too() -> None:
    """Without the revealed rows nobody knows the points."""
    text = re.sub(r"-- (reveal|check).*\n", "", EVENING)
    assert check(read(text).matches[0]).problems == ()
    for rank in ("D = C > A > B", "C > D > A > B"):
        found = check(read(text.replace("D > C > A > B", rank)).matches[0]).problems
        assert [problem.code for problem in found] == ["K-rank"]
