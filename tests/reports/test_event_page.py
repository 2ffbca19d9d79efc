"""The page of an event: winners first, short standings, a bracket, places round by round."""

import re
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.reports.sites import XHTML, parsed, rows_of

KNOCKOUT = ("--schedule", "knockout", "--set", "third=yes", "--sizes", "2", "--game", "diamonds")


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


def played(tourney: Tourney, name: str, rounds: dict[int, list[str]], *new: str) -> str:
    """The page of an event of diamonds with these scores, round by round and table by table."""
    assert tourney("event", "new", name, *new, "--game", "diamonds", "-q").code == 0
    for number, scores in rounds.items():
        assert tourney("event", "pair", "-q").code == 0
        for table, text in enumerate(scores, 1):
            assert tourney("match", "result", f"r{number}/t{table}", text, "-q").code == 0
    assert tourney("report", "event", name, "-o", "page.html", "-q").code == 0
    return Path("page.html").read_text("utf-8")


def ties_of(page: str) -> list[tuple[str, list[str]]]:
    """The matches of the brackets of a page: the name of each, and who is marked in it."""
    found = []
    for one in parsed(page).iter(f"{XHTML}div"):
        if one.get("class") == "tie":
            name = "".join("".join(each.itertext()) for each in one.iter(f"{XHTML}span")
                           if each.get("class") == "called")  # fmt: skip
            won = ["".join(next(each.iter(f"{XHTML}bdi")).itertext())
                   for each in one.iter(f"{XHTML}li") if each.get("class") == "won"]  # fmt: skip
            found.append((name, won))
    return found


def test_a_bracket_has_every_match_while_the_semifinals_are_played(tourney: Tourney) -> None:
    people = ",".join("ABCDEFGH")
    page = played(tourney, "Cup", {1: ["9,7"] * 4, 2: ["9,7"] * 2}, "--players", people, *KNOCKOUT)
    names = sorted(name for name, _ in ties_of(page))
    quarter = [f"Quarterfinal {number}" for number in range(1, 5)]
    assert names == [*quarter, "Semifinal 1", "Semifinal 2"]


def test_a_bye_of_the_first_round_is_in_the_bracket_at_once(tourney: Tourney) -> None:
    page = played(tourney, "Cup", {1: ["9,7"]}, "--players", "Ann,Bob,Cy", *KNOCKOUT)
    bracket = page.split('id="bracket"')[1].split("</section>")[0]
    assert all(name in bracket for name in ("Ann", "Bob", "Cy", "bye"))


def test_a_bracket_keeps_the_matches_of_who_has_a_bye_after_somebody_left(
    tourney: Tourney,
) -> None:
    assert tourney(
        "event", "new", "Cup", "--players", "A,B,C,D,E,F,G,H", "--schedule", "double-elimination",
        "--sizes", "2", "--game", "diamonds", "-q",
    ).code == 0  # fmt: skip
    wanted = set()
    for number in range(1, 4):
        assert tourney("event", "pair", "-q").code == 0
        for table in range(1, 5):  # those that are there
            tourney("match", "result", f"r{number}/t{table}", "9,7", "-q")
        assert tourney("report", "event", "Cup", "-o", "page.html", "-q").code == 0
        page = Path("page.html").read_text("utf-8")
        names = {name for name, _ in ties_of(page) if "table" in name or "final" in name.lower()}
        assert wanted <= names, "no match is lost"
        wanted = names
        if number == 1:
            winner = dict(ties_of(page))["Winners' round 1, table 1"][0]
            assert tourney("event", "drop", winner, "-q").code == 0


def test_double_elimination_is_two_brackets_with_a_final_that_is_played_again(
    tourney: Tourney,
) -> None:
    scores = {1: ["9,7", "9,7"], 2: ["9,7", "9,7"], 3: ["9,7"], 4: ["9,7"], 5: ["7,9"]}
    how = ("--players", "Ann,Bob,Cy,Di", "--format", "double-elimination", "--sizes", "2")
    page = played(tourney, "Cup", scores, *how)
    names = [name for name, _ in ties_of(page)]
    first = ["Winners' round 1, table 1", "Winners' round 1, table 2"]
    assert names[:2] == ["Final, second match", "Final"]
    assert sorted(names[2:6]) == ["Losers' bracket", "Winners' final", *first]
    assert names[6:] == ["Losers' final", "Losers' round 1, table 2"]
    won = dict(ties_of(page))
    # The winner of the losers' bracket is in the final, which stands above the match before.
    assert won["Losers' bracket"] == won["Losers' final"]
    assert won["Losers' bracket"] == won["Final"] != won["Winners' final"]
    assert "Points" not in page.split('id="bracket"')[1].split("</section>")[0]
    assert texts(page, "how")[0].startswith("Final, second match: won 9 : 7")


def test_heats_are_drawn_round_by_round_and_mark_who_goes_on(tourney: Tourney) -> None:
    scores = {1: ["40,30,20,10", "10,20,30,40"], 2: ["9,8,7,6"]}
    how = ("--players", "Ann,Bob,Cy,Di,Ed,Fay,Gus,Hal", "--format", "heats", "--sizes", "4")
    page = played(tourney, "Heats", scores, *how)
    final, *heats = ties_of(page)
    assert (final[0], len(final[1])) == ("Final", 1)
    assert [name for name, _ in heats] == ["Round 1, table 1", "Round 1, table 2"]
    assert all(len(won) == 2 for _, won in heats)
    assert "Who is in bold goes on." in page


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


def test_lots_decide_who_goes_on_and_the_bracket_says_so(tourney: Tourney) -> None:
    how = ("--players", "Ann,Bob,Cy,Di", "--schedule", "double-elimination", "--sizes", "2",
           "--set", "ties=lots", "--seed", "5")  # fmt: skip
    scores = {1: ["9,9", "9,9"], 2: ["9,9", "9,9"], 3: ["9,9"], 4: ["9,9"]}
    page = played(tourney, "Cup", scores, *how)
    ties = dict(ties_of(page))
    assert all(len(won) == 1 for won in ties.values())
    assert {
        "Winners' round 1, table 1 · by lot", "Winners' final · by lot",
        "Losers' round 1, table 2 · by lot", "Losers' final · by lot", "Final · by lot",
    } <= ties.keys()  # fmt: skip
    # Who lost to the lot has not won, though the place was shared.
    (podium,) = texts(page, "podium")
    champion = ties["Final · by lot"][0]
    assert podium.startswith(f"1 {champion}Final: won 9 : 9 (by lot) 2 ")
    assert podium.count("won") == 1
    shown = tourney("event", "show", "Cup").out
    assert "losers' final" in shown
    assert "winners' round 3" not in shown


def test_before_the_first_result_the_page_says_who_plays_with_ratings(tourney: Tourney) -> None:
    new = ("--players", "Ann,Bob,Cy,Di", "--sizes", "4", "--rounds", "1")
    played(tourney, "Old", {1: ["31,22,14,9"]}, *new)
    assert tourney("event", "close", "-q").code == 0
    new = ("--players", "Di,Ann,Eve,Bob", "--sizes", "3-4", "--rounds", "1", "--fill", "fil=random")
    for page in (played(tourney, "New", {}, *new), played_on(tourney, "New")):
        assert "<li>4 players</li>" in page or "4 players" in texts(page, "lead")[0]
        (start, *_) = [rows_of(one) for one in parsed(page).iter(f"{XHTML}table")]
        assert start[0] == ["#", "Player", "Rating in Diamonds"]
        assert [row[:2] for row in start[1:]] == [
            ["1", "Di"], ["2", "Ann"], ["3", "Eve"], ["4", "Bob"]
        ]  # fmt: skip
        assert [row[2][:1] for row in start[1:]] == ["1", "1", "–", "1"]
        assert "place shared" not in page


def played_on(tourney: Tourney, name: str) -> str:
    """The page of an event after one more round is drawn."""
    assert tourney("event", "pair", name, "-q").code == 0
    assert tourney("report", "event", name, "-o", "page.html", "-q").code == 0
    return Path("page.html").read_text("utf-8")


def test_stages_with_usual_names_are_translated(tourney: Tourney, tmp_path: Path) -> None:
    plan = """
name = "Cup"
players = ["Ann", "Bob", "Cy", "Di"]
[[stage]]
name = "groups"
format = "groups"
games = ["diamonds"]
sizes = "2"
rounds = 1
settings = {groups = "2"}
[[stage]]
name = "heat-1"
games = ["diamonds"]
sizes = "2"
from = ["winner of each group of groups"]
"""
    (tmp_path / "cup.toml").write_text(plan)
    assert tourney("event", "new", "--plan", str(tmp_path / "cup.toml"), "-q").code == 0
    for stage, tables in (("groups", 2), ("heat-1", 1)):
        assert tourney("event", "pair", "-q").code == 0
        for table in range(1, tables + 1):
            place = f"Cup/{stage}/r1/t{table}"
            assert tourney("match", "result", place, "9,7", "-q").code == 0
    assert tourney("--lang", "ja", "report", "event", "Cup", "-o", "page.html", "-q").code == 0
    page = Path("page.html").read_text("utf-8")
    assert "グループ戦" in page
    assert "ヒート1" in page
    shown = tourney("--lang", "ja", "standings", "Cup", "--stage", "ヒート1")
    assert shown.code == 0
    assert tourney("standings", "Cup", "--stage", "heat-1").code == 0
