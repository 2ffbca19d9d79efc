"""The page of an event: winners first, short standings, a bracket, places round by round."""

import re
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.reports.sites import XHTML, parsed, rows_of

KNOCKOUT = ("--format", "knockout", "--set", "third=yes", "--sizes", "2", "--game", "diamonds")


def texts(page: str, kind: str) -> list[str]:
    """The texts of the elements with a class, blanks as one."""
    return [
        " ".join("".join(one.itertext()).split())
        for one in parsed(page).iter()
        if kind in (one.get("class") or "").split()
    ]


def test_a_knockout_is_drawn_from_its_first_matches_to_the_final(tourney: Tourney) -> None:
    assert (
        tourney("event", "new", "Cup", "--players", "Ann,Bob,Cy,Di,Ed", *KNOCKOUT, "-q").code == 0
    )
    for number, scores in ((1, ["9,7"]), (2, ["9,7", "8,5"]), (3, ["20,31", "12,9"])):
        assert tourney("event", "pair", "-q").code == 0
        for table, text in enumerate(scores, 1):
            assert tourney("match", "result", f"r{number}/t{table}", text, "-q").code == 0
    assert tourney("report", "event", "Cup", "-o", "cup.html", "-q").code == 0
    page = Path("cup.html").read_text("utf-8")
    first, second, third = (one for one in re.findall("<li><b>.*?</li>", page))
    assert "Final: won 31 : 20" in first
    assert "Final: 20 : 31" in second
    assert "Third place: won 12 : 9" in third
    # The final with both semifinals; the match for third place stands alone.
    ties = texts(page, "called")
    assert ties.count("Final") == ties.count("Third place") == 1
    assert {"Semifinal 1", "Semifinal 2"} <= set(ties)
    assert "bye" in " ".join(texts(page, "won"))
    (short, *_) = [rows_of(one) for one in parsed(page).iter(f"{XHTML}table")]
    assert short[0] == ["#", "Player", "Last match"]


@pytest.mark.parametrize(
    ("lang", "words", "places"),
    [("en", "more wins: 1 to 0", "R2"), ("ja", "1位の数が多い(1対0)", "2回戦")],
)
def test_reasons_are_words_and_lines_go_from_place_to_place(
    tourney: Tourney, lang: str, words: str, places: str
) -> None:
    new = ("event", "new", "League", "--players", "Ann,Bob,Cy", "--game", "diamonds")
    assert tourney(*new, "--sizes", "3", "--rounds", "2", "--tiebreak", "wins", "-q").code == 0
    for number, scores in enumerate(("Ann=9 Bob=8 Cy=7", "Cy=9 Bob=8 Ann=7"), 1):
        assert tourney("event", "pair", "-q").code == 0
        assert tourney("match", "result", f"r{number}/t1", *scores.split(), "-q").code == 0
    done = tourney("--lang", lang, "report", "event", "League", "-o", "league.html", "-q")
    assert done.code == 0, done.err
    page = Path("league.html").read_text("utf-8")
    assert words in page
    chart = re.search(r'<section id="places".*?</section>', page, re.DOTALL)
    assert chart
    assert places in chart[0]
    assert "Ann" in chart[0]
