"""`-- reveal` is an assertion: counts and known cards must agree, once, at the end of a round."""

from pathlib import Path

import pytest

from tourney.records import check, read
from tourney.records.problems import headline

RECORDS = Path(__file__).parents[2] / "data" / "records"
DIAMS = (RECORDS / "spring-diams.tmr").read_text("utf-8")
EVENING = (RECORDS / "evening-diams.tmr").read_text("utf-8")
HEAD = "match: m\ngame: blue-border\noptions: limit=3\nsource: table\nseat A: ?\nseat B: ?\n\n"
FULL = (
    "-- start A field 30 5 12 22",
    "A: take 2 = 5; refill 17",
    "B: pass -> 1 = 3",
    "A: take 2 = 17; refill 9",
    '-- draw reason "turn limit"',
)


def problems(text: str) -> list[str]:
    document = read(text)
    assert document.faults() == []
    report = check(document.matches[0])
    return [headline(one, "x").removeprefix("x:") for one in report.problems]


def blue(*lines: str, known: bool = True, status: str = "complete") -> list[str]:
    """The problems of a record of Blue Border, in full or with the first field unknown."""
    text = "\n".join(lines) if known else "\n".join(lines).replace("field 30 5 12 22", "")
    return problems(f"{HEAD}{text}\n\nstatus: {status}\n")


def ended(*rows: str, text: str = DIAMS) -> list[str]:
    """The problems of a record of Diam's with rows revealed before the end of the round."""
    return problems(text.replace("-- end round 1\n", "\n".join((*rows, "-- end round 1\n"))))


both = pytest.mark.parametrize("known", [True, False])


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("A vault ?x7", ""),
        ("A vault 5x3* ?x4", ""),
        ("A vault 5x2 ?x5", ""),
        ("A vault ?x9", "vault 5x3* 7x4*"),
        ("A vault 4x1 ?x6", "vault 5x3* 7x4*"),
        ("A hand ? ?", ""),
        ("A hand 8 ?", ""),
        ("A hand ? ? ?", "hand 6* 8"),
        ("A hand 7 ?", "hand 6* 8"),
    ],
)
def test_unknown_cards_in_a_row_are_counted_in_a_full_record(row: str, found: str) -> None:
    message = f"34:1: error[K-check]: by the entries so far, rho has {found}"
    assert ended(f"-- reveal {row}") == ([message] if found else [])


@both
@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("A 5 17", ""),
        ("A ? 17", ""),
        ("A ? ?", ""),
        ("A 5 ? ?", "by the entries so far, A has 2 cards"),
        ("A 5 18", "this card is 17, not 18"),
        ("A ? 18", "this card is 17, not 18"),
        ("B 7 8", "by the entries so far, B has 0 cards"),
        ("B ?", "by the entries so far, B has 0 cards"),
        ("C 5", "by the entries so far, C has 0 cards"),
    ],
)
def test_a_row_of_blue_border_has_its_cards_and_no_others(
    row: str, found: str, known: bool
) -> None:
    message = f"13:1: error[K-check]: {found}"
    assert blue(*FULL, f"-- reveal {row}", known=known) == ([message] if found else [])


@both
def test_a_row_is_revealed_once(known: bool) -> None:
    rows = "-- reveal A 5 17", "-- reveal A ? ?"
    message = "14:1: error[K-due]: the cards of A have been revealed already"
    assert blue(*FULL, *rows, known=known) == [message]
    again = "-- reveal A vault 5x3* 7x4*", "-- reveal A hand 6* 8"
    found = ["35:1: error[K-due]: the cards of rho have been revealed already"]
    assert ended(*again) == found
    more = EVENING.replace("-- end round 1\n", "-- end round 1\n-- reveal D hand ?\n")
    assert problems(more) == ["63:1: error[K-due]: the cards of Dan have been revealed already"]


@both
@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (FULL[:1], "9:1: error[K-due]: A has to take a card or pass first"),
        (FULL[:3], "11:1: error[K-due]: A has to take a card or pass first"),
        (FULL[:4], "12:1: error[K-due]: '-- draw reason \"turn limit\"' comes next"),
        (
            (FULL[0], "A: take 1 = 30; refill 17", "B: call A = 30 hit"),
            "11:1: error[K-due]: B has to choose a reward first",
        ),
    ],
)
def test_nothing_may_be_due_when_rows_are_revealed(
    lines: tuple[str, ...], found: str, known: bool
) -> None:
    assert blue(*lines, "-- reveal A 5", known=known, status="unfinished") == [found]


def test_hands_are_revealed_when_the_last_turn_of_the_round_is_over() -> None:
    row = "-- reveal A hand 5* 7 8\n"
    early = problems(DIAMS.replace("A: reveal 5 7*", f"{row}A: reveal 5 7*"))
    assert early == ["18:1: error[K-due]: the closing card has not come up"]
    late = problems(DIAMS.replace("A: draw 7; conv", f"{row}A: draw 7; conv"))
    assert late == ["33:1: error[K-due]: the round is not over: rho has to draw"]
    seen = EVENING.replace("C: draw 9; vault 5x3 9x1", f"{row}C: draw 9; vault 5x3 9x1")
    assert problems(seen) == ["55:1: error[K-due]: the round is not over: Chie has to draw"]
