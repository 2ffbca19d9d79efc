"""Rounds that are drawn again, sheets with the hash of the next seed, and plans in advance."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.render.pages import Page

PLAYERS = "Ken,Mei,Yui,Ren,Aiko,Ono,Tomo"
SWISS = ("event", "new", "Club Cup", "--players", PLAYERS, "--game", "diamonds", "--sizes", "3-4",
         "--schedule", "swiss", "--rounds", "2", "--seed", "7",
         "--final", "top3:diams")  # fmt: skip


@pytest.fixture
def cup(tourney: Tourney) -> Tourney:
    """A Swiss event with tables of 4 and 3."""
    assert tourney(*SWISS).code == 0
    assert tourney("event", "pair").code == 0
    return tourney


def tables(tourney: Tourney) -> list[set[str]]:
    rows = json.loads(tourney("event", "show", "--json").out)
    return [set(row["players"]) for row in rows]


def test_a_round_is_drawn_again_without_who_does_not_appear(cup: Tourney) -> None:
    again = "to draw it again: tourney event unpair 'Club Cup' && tourney event pair 'Club Cup'"
    assert f"round 1 has no result yet; {again}" in cup("event", "no-show", "Tomo").err
    assert cup("event", "return", "Tomo").code == 0
    said = cup("event", "no-show", "Tomo", "--yes")
    assert "round 1 of main drawn (seed " in said.err
    assert {name for table in tables(cup) for name in table} == set(PLAYERS.split(",")) - {"Tomo"}
    assert [len(table) for table in tables(cup)] == [3, 3]
    rows = [row["what"] for row in json.loads(cup("db", "log", "--json").out)]
    assert rows[-2:] == ["event unpair", "event pair"]
    assert cup("event", "drop", "Ono", "-y").code == 0
    assert "Ono" not in {name for table in tables(cup) for name in table}


def test_the_hash_on_a_sheet_is_that_of_the_next_seed(cup: Tourney) -> None:
    wrote = cup("event", "sheet", "--witness", "-o", "r1.html")
    assert wrote.err == "wrote 2 sheets to r1.html; open the file in a browser and print it\n"
    page = Page(Path("r1.html").read_text("utf-8")).text
    assert Page(cup("event", "sheet", "--round", "1").out).text == Page(
        cup("sheet", "--event", "Club Cup", "--round", "1").out
    ).text  # fmt: skip
    for row in json.loads(cup("event", "show", "--json").out):
        scores = [f"{name}={9 - at}" for at, name in enumerate(row["players"])]
        assert cup("match", "result", f"r1/t{row['table']}", *scores).code == 0
    assert cup("event", "pair").code == 0
    (_, second, coming) = json.loads(cup("event", "witness", "--json").out)
    assert (second["stage"], second["round"]) == ("main", 2)
    assert sha256(second["seed"].encode()).hexdigest() == second["sha256"]
    assert second["sha256"] in page
    assert coming["seed"] is None
    old = cup("event", "sheet", "--round", "1", "--witness")
    assert (old.code, old.err) == (
        6,
        "tourney: the hash of the next seed belongs on the sheets of the last round; use --round "
        "2\n",
    )


@pytest.mark.parametrize(
    ("flags", "fault"),
    [
        (("--schedule", "groups", "--set", "groups=3"),
         "7 entrants in 3 groups are 2 in the smallest group, but a table needs 3; use fewer "
         "groups"),
        (("--schedule", "heats", "--set", "advance=4"),
         "advance=4 leaves nobody out at any table; use 3 or less"),
        (("--schedule", "stepladder", "--sizes", "5"),
         "7 entrants do not fill a stepladder with tables of 5 from which 1 goes on; allow other "
         "sizes or change advance"),
        (("--set", "byes=x"), "setting byes is 'x'; use a whole number from 0 on"),
        (("--schedule", "knockout", "--sizes", "2", "--rounds", "4"),
         "format knockout has 3 rounds with 7 entrants, not 4; change --rounds"),
    ],
)  # fmt: skip
def test_a_plan_that_its_format_cannot_play_is_refused_before_the_event(
    tourney: Tourney, flags: tuple[str, ...], fault: str
) -> None:
    refused = tourney(*SWISS, *flags)
    assert (refused.code, refused.err) == (2, f"tourney: {fault}\n")


def test_the_summary_names_equal_cards_and_bots_that_fill_seats(tourney: Tourney) -> None:
    flags = ("--duplicate", "--fill", "Bot=greedy", "--players", f"{PLAYERS},Emi", "--sizes", "4")
    assert tourney(*SWISS, *flags, "--dry-run").err.splitlines()[-2:] == [
        "all tables of a round have the same cards; in main every seat is compared with the same "
        "seat at other tables",
        "Bot fills empty seats at tables below 4, without a place in the standings",
    ]


def test_an_exchange_says_who_meets_again(tourney: Tourney) -> None:
    words = "event new Cup --players Ken,Mei,Yui,Ren --game diamonds --schedule swiss --sizes 2"
    assert tourney(*words.split(), "--rounds", "3").code == 0
    assert tourney("event", "pair", "--pods", "Ken,Mei;Yui,Ren").code == 0
    swapped = tourney("event", "swap", "Mei", "Ren").err.splitlines()
    assert [line for line in swapped if "again" in line] == []
    for table, scores in ((1, ("Ken=4", "Ren=3")), (2, ("Yui=4", "Mei=3"))):
        assert tourney("match", "result", f"r1/t{table}", *scores).code == 0
    assert tourney("event", "pair", "--pods", "Ken,Yui;Ren,Mei").code == 0
    assert tourney("event", "swap", "Yui", "Ren").err.splitlines()[:3] == [
        "Yui and Ren have exchanged their places in round 2",
        "Yui meets Mei again",
        "Ren meets Ken again",
    ]
    assert "again" not in "".join(tourney("event", "swap", "Ren", "Yui").err.splitlines())
