"""Commands about one of several stages that are played at the same time."""

import json

import pytest

from tests.conftest import Tourney
from tests.render.pages import Page

PLAN = """\
[[stage]]
name = "main"
format = "manual"
games = ["diams"]
rounds = 1

[[stage]]
name = "final"
games = ["diams"]
sizes = "3"
from = ["top 3 of main"]

[[stage]]
name = "consolation"
games = ["diamonds"]
sizes = "3"
from = ["places 4-6 of main"]
"""


@pytest.fixture
def finals(tourney: Tourney, tmp_path: object) -> Tourney:
    """The final and the consolation are drawn, the consolation last."""
    with open("plan.toml", "w", encoding="utf-8") as file:
        file.write(PLAN)
    made = ("event", "new", "Cup", "--plan", "plan.toml", "--players", "A,B,C,D,E,F", "--seed", "1")
    assert tourney(*made).code == 0
    assert tourney("event", "pair", "--pods", "A,D,E;B,C,F").code == 0
    assert tourney("match", "result", "r1/t1", "A=12", "D=8", "E=7").code == 0
    assert tourney("match", "result", "r1/t2", "B=12", "C=9", "F=6").code == 0
    for _ in ("final", "consolation"):
        drawn = tourney("event", "pair")
        assert drawn.code == 0, drawn.err
    return tourney


def test_players_of_the_older_stage_exchange_seats_and_are_explained(finals: Tourney) -> None:
    swapped = finals("event", "swap", "A", "B")
    assert (swapped.code, swapped.err.splitlines()[0]) == (
        0,
        "A and B have exchanged their places in round 1",
    )
    assert finals("event", "explain", "A").out.startswith("A (0.00) sits at table 1 with ")
    main = json.loads(finals("event", "explain", "A", "--stage", "main", "--json").out)
    assert main[0] == {"reason": "A (0.00) sits at table 1 with D (0.00) and E (0.00)."}
    assert finals("event", "replay").code == 0


def test_a_round_of_the_older_stage_is_taken_back(finals: Tourney) -> None:
    low = ("match", "result", "consolation/r1/t1", "A=10", "B=9", "C=8", "--json")
    told = finals(*low)
    assert told.code == 0, told.err
    assert [row["points"] for row in json.loads(told.out)] == [4.0, 2.0, 0.0]
    assert finals("event", "unpair").code == 6
    back = finals("event", "unpair", "--stage", "final")
    assert (back.code, back.err.splitlines()[0]) == (
        0, "round 1 of final taken back; the log keeps its tables"
    )  # fmt: skip
    restored = finals("event", "unpair", "--undo")
    assert restored.err.splitlines()[1] == "undo: tourney event unpair --stage final Cup"
    assert finals("event", "replay").code == 0
    before = finals("event", "unpair", "--stage", "main")
    assert (before.code, "stage final has begun with entrants of main" in before.err) == (6, True)


def test_paper_is_of_one_stage_or_names_the_stages(finals: Tourney) -> None:
    stage = finals("event", "sheet", "--kind", "wall", "--stage", "final").out
    assert Page(stage).text.endswith("Cup · final Round 1: name and table A 1 C B 1 B C 1 A")
    slips = Page(finals("event", "sheet", "--kind", "slips", "--all", "--stage", "final").out).text
    assert "round 1 table 1 Cup · final cup/final/r1/t1 Diam's" in slips
    # The round of an event is that of all its stages.
    text = Page(finals("sheet", "--event", "Cup", "--round", "1", "--kind", "wall").out).text
    assert "Cup Round 1: name and table A final 1 C A main 1 A B final 1 B B main 2 A" in text


def test_what_cannot_be_on_one_kind_of_paper_is_refused(finals: Tourney) -> None:
    for words, said in (
        ("--all|--kind|wall", "--kind wall cannot be combined with --all; a wall list is of one"),
        ("--witness|--kind|slips", "--witness cannot be combined with --kind slips; it is "),
        ("--witness|--kind|wall", "--witness cannot be combined with --kind wall; it is "),
    ):
        result = finals("event", "sheet", *words.split("|"))
        assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
        assert result.err.startswith(f"tourney: {said}")
