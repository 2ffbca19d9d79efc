"""A result without turns is refused if no match of its game can end with it.

What is accepted are results of the worked examples of the rule books and of their extremes.
"""

import pytest

from tourney.records import check, read
from tourney.records.problems import Problem

POSSIBLE = [
    ("diams", "8 6", "A > B"),  # DI-E22: the match ends after two rounds
    ("diams", "10 10", "B > A"),  # DI-E23: B has won the second round
    ("diams", "10 10", "A = B"),  # a win each around a tied second round
    ("diams", "11 10", "A > B"),
    ("diams", "12 6 6 0 0", "A > B = C > D = E"),  # DI-E20 three times
    ("diams", "0 0 0 0 0", "A = B = C = D = E"),  # DI-E21: all tied in every round
    ("diams", "3 3 3 3", "A = B = C = D"),
    ("diams length=quick", "30 46", "B > A"),  # DI-E18
    ("diams length=quick", "140 0", "A > B"),  # every collection, and the bonus for purity
    ("diams length=quick", "2 2 2 2 2", "A = B = C = D = E"),  # purity shared, nothing else
    ("diamonds", "17 17 17 17", "D > B > A > C"),  # DM-E12
    ("diamonds rounds=1", "17 17 3", "A = B > C"),  # DM-E13
    ("diamonds rounds=99", "900 800", "A > B"),
    ("diamonds", "9 0 0", "A > B = C"),  # DM-R2: three crystals each, all of them in one showroom
    ("diamonds show=on perfect=on rounds=1", "0 4 4 4", "B = C = D > A"),
    ("diamonds", "? 0 0", "A > B = C"),  # who did not note a score may have the rest
    ("diamonds teams=on", "30 12 30 12", "A = C > B = D"),
    ("diamonds teams=on", "6 0 6 0", "A = C > B = D"),  # DM-Q14: a team has three, not six
    ("blue-border", "7 5 5 2", "A > B = C > D"),  # BB-E16
    ("blue-border", "6 6 6 6", "A = B = C = D"),  # the limit of moves is reached (BB-Q26)
    ("blue-border rounds=3", "2 1 0", "A > B > C"),
    ("blue-border rounds=3", "0 0", "A = B"),
    ("diamond-boxes", "3 4 3", "C > A > B"),  # DJ1-E12
    ("diamond-boxes", "0 5", "A > B"),
    ("diamond-boxes-2", "3 0 3", "B > A = C"),  # DJ2-E13
    ("diamond-boxes-2", "24 24", "A = B"),  # nobody has placed a card
    ("diamond-boxes-2", "4 9 7", "A = B = C"),
]
IMPOSSIBLE = [
    ("diams", "-3 11", "B > A", "DI-R15", "'A=-3': the score is at least 6 in a standard"),
    ("diams", "40 11", "A > B", "DI-R15", "'A=40': the score is at most 11 in a standard Diam's"),
    ("diams", "12 12 3", "A = B > C", "DI-R15", "the score is at least 6"),
    ("diams", "12 12 6", "A = B > C", "DI-R15", "no rounds give 3 players these chips and places"),
    ("diams", "10 7", "A > B", "DI-R15", "no rounds give 2 players"),
    ("diams", "8 6", "B > A", "DI-Q27", "ranked above"),
    ("diams", "9 9", "A > B", "DI-R15", "no rounds give 2 players"),  # three ties: shared
    ("diams length=quick", "141 0", "A > B", "DI-R14", "'A=141': the score is at most 140"),
    ("diams length=quick", "9 1", "A > B", "DI-R14", "nobody ends a round with 1 point"),
    ("diams length=quick", "90 60", "A > B", "DI-R14", "add up to 150: 2 players have at most 143"),
    (
        "diamonds rounds=3", "999999 3 3 3", "A > B = C = D", "DM-R7",
        "'A=999999': the score is at most 78 in a Diamonds match of 3 rounds with 4 players",
    ),
    ("diamonds", "-1 20", "B > A", "DM-R7", "'A=-1': the score is at least 0"),
    ("diamonds", "90 90", "A = B", "DM-R7", "the scores add up to 180: at most 178"),
    ("diamonds", "3 3 2", "A = B > C", "DM-R7", "the scores add up to 8: at least 9 in a Diamonds"),
    ("diamonds perfect=on rounds=1", "0 0", "A = B", "DM-R7", "the scores add up to 0: at least 6"),
    ("diamonds teams=on", "5 0 5 0", "A = C > B = D", "DM-R7", "add up to 5: at least 6"),
    ("blue-border", "9 9", "A = B", "BB-R2", "'A=9': the score is at most 7 in a Blue Border"),
    ("blue-border", "7 7", "A = B", "BB-R19", "only one player can reach point G"),
    ("blue-border", "7 ? 7", "A = C > B", "BB-R19", "only one player can reach point G"),
    ("blue-border limit=6", "7 0", "A > B", "BB-R2", "'A=7': the score is at most 6"),
    ("blue-border limit=6", "5 4", "A > B", "BB-Q26", "9 cards stand in the lines"),
    ("blue-border rounds=3", "3 1", "A > B", "BB-R19", "4 rounds are won, but there are 3"),
    ("diamond-boxes", "36 1", "B > A", "DJ1-R14", "'A=36': the score is at most 35"),
    ("diamond-boxes", "0 0 4", "A > B > C", "DJ1-R16", "two players have no cards left"),
    ("diamond-boxes", "35 30", "B > A", "DJ1-R14", "no number of turns leaves these hands"),
    ("diamond-boxes-2", "17 0 3", "B > C > A", "DJ2-R2", "'A=17': the score is at most 16"),
    ("diamond-boxes-2", "0 0", "A = B", "DJ2-R8", "two players have no cards left"),
    ("diamond-boxes-2", "3 5", "A > B", "DJ2-R13", "nobody is out of cards, so the match is a"),
]  # fmt: skip


def problems(which: str, scores: str, rank: str, rest: str = "status: complete\n") -> list[Problem]:
    game, _, options = which.partition(" ")
    letters = "ABCDE"[: len(scores.split())]
    head = [f"match: m\ngame: {game}\n", f"options: {options}\n" if options else ""]
    head += [f"seat {letter}: {letter}\n" for letter in letters]
    result = ", ".join(map(" ".join, zip(letters, scores.split(), strict=True)))
    document = read(f"{''.join(head)}\nresult: {result}\nrank: {rank}\n{rest}")
    assert document.faults() == []
    return list(check(document.matches[0]).problems)


@pytest.mark.parametrize(("which", "scores", "rank"), POSSIBLE)
def test_a_result_with_which_a_match_can_end_is_accepted(
    which: str, scores: str, rank: str
) -> None:
    assert problems(which, scores, rank) == []


@pytest.mark.parametrize(("which", "scores", "rank", "rule", "why"), IMPOSSIBLE)
def test_a_result_with_which_no_match_ends_is_an_error_at_its_line(
    which: str, scores: str, rank: str, rule: str, why: str
) -> None:
    (problem,) = problems(which, scores, rank)
    assert why in problem.text()
    assert problem.rule == rule
    assert problem.code == ("K-rank" if "ranked" in why else "K-result")
    assert problem.message.text("ja") != problem.message.text("en")


def test_what_an_organiser_decides_is_not_limited() -> None:
    """Adjudicated and adjusted scores; after a forfeit only the highest score is a limit."""
    million = ("diamonds", "999999 3", "A > B")
    assert problems(*million, "status: adjudicated\n") == []
    adjusted = 'status: complete\n-- adjust score A 999999 reason "a joke"\n'
    assert problems("diamonds", "20 9", "A > B", adjusted) == []
    left = "status: forfeit\nforfeit: B left\n"
    assert problems("diams", "4 0", "A > B", left) == []
    assert problems("diamonds", "0 0", "A > B", left) == []
    (problem,) = problems(*million, left)
    assert "at most 103" in problem.text()


def test_what_the_table_ruled_is_not_limited() -> None:
    """A correction of counts or an action let stand may lead to results that no rule allows."""
    text = """\
match: m
game: diamonds
options: rounds=1
source: notes
seat A: Ann
seat B: Ben

-- round 1 dealer A pass ?
B: C6 {}C12 C4 ? = A
A: C1 ? ? ? = A
A: C2 ? ? ? = A
A: C3 ? ? ? = A
A: C5 ? ? ? = A
{}
result: A 900, B 3
rank: A > B
status: complete
"""
    ruling = '-- ruling adjust A showroom +880 reason "found in the box"\n'
    for mark, line, found in (("", "", ["K-result"]), ("", ruling, []), ("^", "", [])):
        match = read(text.format(mark, line)).matches[0]
        codes = [one.code for one in check(match).problems if one.code == "K-result"]
        assert codes == found, (mark, line, check(match).problems)
