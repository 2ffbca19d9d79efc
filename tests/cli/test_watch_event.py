"""`tourney watch EVENT`: what the organiser sees, and what a projector may show."""

import json
from pathlib import Path

import pytest

from tests.cli.pty_session import Session
from tests.conftest import Tourney
from tourney.cli.root import main

pytestmark = pytest.mark.slow

NEW = ("event", "new", "Cup", "--players", "Aiko,Ben,Chie,Daisuke", "--game", "diams",
       "--sizes", "2")  # fmt: skip


def drawn(tourney: Tourney) -> None:
    """An event with a round of two tables."""
    assert tourney(*NEW).code == 0
    assert tourney("event", "pair", "--pods", "Aiko,Ben;Chie,Daisuke").code == 0


def test_the_public_screen_waits_for_the_organiser_and_for_the_whole_round(
    tourney: Tourney,
) -> None:
    drawn(tourney)
    hidden = tourney("watch", "Cup", "--public")
    assert "Aiko" not in hidden.out
    assert "round 1 is drawn and not published yet" in hidden.out
    assert "publish it with tourney event lock Cup" in hidden.err
    assert tourney("event", "lock").code == 0
    assert tourney("match", "result", "Cup/r1/t1", "Aiko=11", "Ben=10").code == 0
    part = tourney("watch", "Cup", "--public")
    assert (
        part.out
        == """\
Cup  main, Diam's

Round 1: 1 of 2 tables open
table   players         result
────────────────────────────────
    1   Aiko, Ben       finished
    2   Chie, Daisuke   open
"""
    )
    assert "Aiko 4.00  Ben 0.00" in tourney("watch", "Cup").out, "the organiser sees it at once"
    assert tourney("match", "result", "Cup/r1/t2", "Chie=9", "Daisuke=11").code == 0
    whole = tourney("watch", "--public", "--format", "json")
    found = json.loads(whole.out)
    assert [row["result"] for row in found["tables"]] == [
        "Aiko 4.00  Ben 0.00", "Daisuke 4.00  Chie 0.00"
    ]  # fmt: skip
    assert [row["player"] for row in found["standings"]] == ["Aiko", "Daisuke", "Ben", "Chie"]
    seeds = json.loads(tourney("event", "replay").out.splitlines()[0])
    assert "seed" not in whole.out + part.out + json.dumps(seeds)


def test_programs_read_the_players_of_a_table_as_a_list(tourney: Tourney) -> None:
    """Five tables are also listed by name on the screen; programs get each of them once."""
    names = ",".join(f"P{number}" for number in range(1, 12))
    words = "--game diams --schedule swiss --rounds 2 --sizes 2"
    assert tourney("event", "new", "Cup", "--players", names, *words.split()).code == 0
    assert tourney("event", "pair").code == 0
    shown = json.loads(tourney("event", "show", "--json").out)
    watched = json.loads(tourney("watch", "Cup", "--json").out)["tables"]
    places = [(row["table"], row["players"]) for row in watched]
    assert places == [(row["table"], row["players"]) for row in shown]
    assert [len(players) for _, players in places] == [2, 2, 2, 2, 2, 1]


@pytest.mark.full
def test_what_is_wrong_with_watching_is_one_line(tourney: Tourney) -> None:
    drawn(tourney)
    for words, code, fault in (
        (("Nope",), 5, "no run and no event 'Nope'"),
        (("Cup", "--progress", "json"), 2, "--progress is for runs"),
        (("Cup", "--format", "csv"), 2, "an event is not shown as 'csv'"),
    ):
        result = tourney("watch", *words)
        assert (result.code, result.out) == (code, "")
        assert fault in result.err


@pytest.mark.full
def test_the_screen_follows_the_event(tourney: Tourney, tmp_path: Path) -> None:
    drawn(tourney)
    with Session(("watch", "Cup"), tmp_path, (100, 30)) as shown:
        shown.until("Round 1: 2 of 2 tables open", "Chie, Daisuke")
        assert main(["match", "result", "Cup/r1/t1", "Aiko=11", "Ben=10"]) == 0
        shown.until("Round 1: 1 of 2 tables open", "Aiko 4.00")
        shown.press("q")
        code, _ = shown.ended()
        assert code == 0
        assert shown.restored()


def test_the_screen_of_a_bracket_has_the_order_of_the_bracket(tourney: Tourney) -> None:
    """The winner is first and the loser of the final second, although the third has more points."""
    words = "--game diamonds --schedule knockout --sizes 2 --set third=yes --points score"
    assert tourney("event", "new", "Cup", "--players", "Ken,Mei,Yui,Ren", *words.split()).code == 0
    for round_, most in ((1, 90), (2, 98)):
        assert tourney("event", "pair").code == 0
        for table, scores in ((1, ("A=9", "B=1")), (2, (f"A={most}", "B=80"))):
            assert tourney("match", "result", f"r{round_}/t{table}", *scores).code == 0
    standings = json.loads(tourney("standings", "Cup", "--json").out)
    screen = json.loads(tourney("watch", "Cup", "--json").out)["standings"]
    order = [(row["place"], row["player"]) for row in standings]
    assert [(row["place"], row["player"]) for row in screen] == order
    points = [row["points"] for row in standings]
    assert points[2] > points[1]


TWO_ENDS = """\
name = "Cup"
players = ["Ken", "Mei", "Yui", "Ren"]
seed = "7"

[[stage]]
name = "main"
format = "one-table"
games = ["diams"]
rounds = 1

[[stage]]
name = "final"
format = "one-table"
games = ["diams"]
rounds = 1
from = ["places 1-2 of main"]

[[stage]]
name = "consolation"
format = "one-table"
games = ["diams"]
rounds = 1
from = ["places 3-4 of main"]
"""
BOTH = """\
Cup  final, Diam's · consolation, Diam's

final: Round 1: 1 of 1 table open
table   players    result
─────────────────────────
    1   Mei, Ken   open

final: Standings so far, round 1 is not complete
#   player   points   matches
─────────────────────────────
1   Ken        0.00         0
1   Mei        0.00         0

consolation: Round 1: 0 of 1 table open
table   players    result
─────────────────────────────────────
    1   Yui, Ren   Ren 4.00  Yui 0.00

consolation: Standings after 1 round
#   player   points   matches
─────────────────────────────
1   Ren        4.00         1
2   Yui        0.00         1
"""


def test_stages_side_by_side_are_all_on_the_screen(tourney: Tourney, tmp_path: Path) -> None:
    """The public one shows each when its round is published."""
    (tmp_path / "plan.toml").write_text(TWO_ENDS, "utf-8")
    assert tourney("event", "new", "--plan", "plan.toml").code == 0
    assert tourney("event", "pair").code == 0
    assert tourney("match", "result", "r1/t1", "Ken=9", "Mei=8", "Yui=7", "Ren=6").code == 0
    assert list(json.loads(tourney("watch", "Cup", "--json").out)) == [
        "event", "stage", "round", "tables", "standings"
    ]  # fmt: skip
    for _ in range(2):
        assert tourney("event", "final").code == 0
        assert tourney("event", "pair").code == 0
    hidden = tourney("watch", "Cup", "--public")
    assert "Ken" not in hidden.out
    assert "final: round 1 is drawn and not published yet" in hidden.out
    assert "consolation: round 1 is drawn and not published yet" in hidden.out
    assert "publish it with tourney event lock --stage final Cup" in hidden.err
    assert tourney("event", "lock", "--stage", "final", "Cup").code == 0
    shown = tourney("watch", "Cup", "--public").out
    assert ("Ken" in shown, "Yui" in shown) == (True, False)
    assert tourney("match", "result", "Cup/consolation/r1/t1", "Yui=9", "Ren=11").code == 0
    assert tourney("watch", "Cup").out == BOTH
    found = json.loads(tourney("watch", "Cup", "--json").out)
    assert (found["stage"], found["round"]) == ("final", 1)
    assert [(one["stage"], len(one["tables"])) for one in found["stages"]] == [
        ("final", 1), ("consolation", 1)
    ]  # fmt: skip
    assert tourney("event", "replay").code == 0


def test_a_round_with_all_results_is_public_without_being_published(tourney: Tourney) -> None:
    drawn(tourney)
    assert tourney("match", "result", "Cup/r1/t1", "Aiko=11", "Ben=10").code == 0
    assert "Aiko" not in tourney("watch", "Cup", "--public").out
    assert tourney("match", "result", "Cup/r1/t2", "Chie=9", "Daisuke=11").code == 0
    assert "Aiko 4.00  Ben 0.00" in tourney("watch", "Cup", "--public").out


def test_the_screen_of_a_closed_event_stays_with_the_order_of_everybody(
    tourney: Tourney, tmp_path: Path
) -> None:
    people = "Aiko,Ben,Chie,Daisuke,Emi,Fumi"
    new = ("event", "new", "Cup", "--players", people, "--game", "diamonds", "--sizes", "2,3")
    assert tourney(*new, "--final", "top2:diamonds", "--rounds", "1").code == 0
    assert tourney("event", "pair", "--pods", "Aiko,Ben,Chie;Daisuke,Emi,Fumi").code == 0
    for table in ("r1/t1", "r1/t2"):
        assert tourney("match", "result", table, "30,20,10").code == 0
    assert tourney("event", "pair").code == 0
    assert tourney("match", "result", "final/r1/t1", "30,20").code == 0
    assert tourney("event", "close").code == 0
    with Session(("watch", "Cup", "--public"), tmp_path, (100, 30)) as shown:
        shown.until("Final order", *people.split(","), "the event is closed", "q: quit")
        shown.press("q")
        assert shown.ended()[0] == 0


def test_everybody_finds_the_table_by_name_in_the_order_of_readings(tourney: Tourney) -> None:
    people = {
        "一郎": "いちろう",
        "花子": "はなこ",
        "愛": "あい",
        "Bob": "",
        "健": "けん",
        "Ann": "",
    }
    for name, reading in people.items():
        extra = ("--reading", reading) if reading else ()
        assert tourney("player", "add", name, *extra).code == 0
    new = ("event", "new", "Cup", "--players", ",".join(people), "--game", "diams")
    assert tourney(*new, "--sizes", "2").code == 0
    assert tourney("event", "pair", "--pods", "健,愛;Bob,花子;一郎,Ann").code == 0
    shown = tourney("watch", "Cup").out.split("Who sits where")[1].split("\n\n")[0]
    rows = [line.split() for line in shown.splitlines()[3:]]
    assert rows == [
        ["Ann", "3"], ["Bob", "2"], ["愛", "1"], ["一郎", "3"], ["健", "1"], ["花子", "2"],
    ]  # fmt: skip
