"""What follows from a decision - refill, cost of a call, reward - is checked in every record."""

import pytest

from tourney.records import check, read
from tourney.records.check_report import summary
from tourney.records.problems import headline

HEAD = "match: m\ngame: {}\nsource: table\nseat A: ?\nseat B: ?\n\n"
START = "-- start A field 30 5 12 22"
MARKET = "-- round 1 first A\n-- market 7 7 7"


def problems(game: str, *lines: str) -> list[str]:
    document = read(HEAD.format(game) + "\n".join((*lines, "", "status: unfinished", "")))
    faults = document.faults() or list(check(document.matches[0]).problems)
    return [headline(one, "x").removeprefix("x:") for one in faults]


def blue(*lines: str, known: bool) -> list[str]:
    return problems("blue-border", START if known else "-- start A", *lines)


known = pytest.mark.parametrize("known", [True, False])
TAKEN = "A: take 1 = 30; refill 17"
NO_COST = "only a failed call has a cost, so '{}' is not possible"
NO_PILE = "nothing was taken from a pile, so 'refill' is not possible"
ONE = "'{}' must follow another action, and only one of refill, lose and skip can"


@known
@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("A: take 1; lose 5",), "8:12: error[R-BB-R15]: " + NO_COST.format("lose")),
        (("A: take 1; skip",), "8:12: error[R-BB-R16]: " + NO_COST.format("skip")),
        (("A: deck; lose",), "8:10: error[R-BB-R15]: " + NO_COST.format("lose")),
        (("A: pass -> 1; skip",), "8:15: error[R-BB-R16]: " + NO_COST.format("skip")),
        (("A: pass -> 1; refill 4",), f"8:15: error[R-BB-R10]: {NO_PILE}"),
        (("A: deck; refill 7",), f"8:10: error[R-BB-R10]: {NO_PILE}"),
        (("A: take 2; refill 5; refill 6",), "8:22: error[T-action]: " + ONE.format("refill")),
        ((TAKEN, "B: call A miss; refill 3"), f"9:17: error[R-BB-R10]: {NO_PILE}"),
        ((TAKEN, "B: call A miss; skip; lose 9"), "9:23: error[T-action]: " + ONE.format("lose")),
        (
            (TAKEN, "B: call A hit; reward discard 30; refill 9"),
            f"9:35: error[R-BB-R10]: {NO_PILE}",
        ),
        ((TAKEN, "B: call A hit; reward none; refill"), f"9:29: error[R-BB-R10]: {NO_PILE}"),
        (
            (TAKEN, "B: call A hit; reward take 1; lose"),
            "9:31: error[R-BB-R15]: " + NO_COST.format("lose"),
        ),
        (
            (TAKEN, "B: call A hit; lose"),
            "9:4: error[R-BB-R13]: after a successful call the caller loses nothing",
        ),
        ((TAKEN, "B: reward none"), "9:4: error[R-BB-R8]: B must take a card or pass"),
    ],
)
def test_blue_border_has_no_consequence_without_its_cause(
    lines: tuple[str, ...], found: str, known: bool
) -> None:
    assert [one.partition(", so 'reward")[0] for one in blue(*lines, known=known)] == [found]


def test_the_cost_of_a_call_may_be_left_out_only_in_a_record_with_gaps() -> None:
    missed = "A: take 2 = 5; refill 17", "B: call A = 5 miss"
    assert blue(*missed, known=False) == []
    left_out = "'skip' is missing after 'call A = 5 miss'"
    assert blue(*missed, known=True) == [f"9:4: error[K-revealed]: {left_out}"]


def test_a_call_without_its_cost_is_consistent_however_much_is_known() -> None:
    lines = "-- start A", "A: deck = 5", "B: call A = 5 miss"
    text = HEAD.format("blue-border") + "\n".join((*lines, "", "status: unfinished", ""))
    assert summary(check(read(text).matches[0])).endswith("verified 1 of 2, 1 consistent")


@pytest.mark.parametrize("hands", ["A: hand 2 3 7*\nB: hand 1 1 4", "# no hands"])
@pytest.mark.parametrize(
    ("turn", "found"),
    [
        ("draw 8; market 7*; discard 2 3; refill 1 2 4; refill 4 5 6", "error[T-action]"),
        ("draw 8; refill 4* 8 1; market 7*", "error[T-action]"),
        ("reveal 8 8*; refill 4 4 4; market 3 = -", "error[T-action]"),
        ("draw 8; market 8 = -; refill 4* 5 6", "error[R-DI-R12]"),
        ("draw CR; crack B 7 -> -; refill 4 4 5", "error[R-DI-R12]"),
        ("draw CV; force B 3 using CV -> -; refill 1 2 4", "error[R-DI-R12]"),
    ],
)
def test_the_market_of_diams_is_refilled_once_when_it_is_empty(
    turn: str, found: str, hands: str
) -> None:
    assert found in problems("diams", MARKET, hands, f"A: {turn}")[0]


@pytest.mark.parametrize("hands", ["A: hand 2 3 7*\nB: hand 1 1 4", "# no hands"])
@pytest.mark.parametrize("given", ["7", "7*", "8"])
def test_nothing_is_given_from_an_empty_vault(given: str, hands: str) -> None:
    found = problems("diams", MARKET, hands, f"A: draw CR; crack B 7 -> {given}")
    assert [one.partition(":")[2] for one in found] == [
        "21: error[R-DI-R10]: B has no 7 in the vault"
    ]
