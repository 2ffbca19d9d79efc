"""`tourney standings` of an event: point systems, tie-breaks, a line, and matches that are left."""

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Tourney
from tests.exports.sample import store_run

ROUNDS: Sequence[Sequence[tuple[str, tuple[int, ...]]]] = (
    (("Aiko Ben Chie Dan", (20, 15, 10, 5)), ("Emi Fumi Goro Hana", (20, 15, 10, 5))),
    (("Aiko Emi Ben Fumi", (9, 9, 4, 2)), ("Chie Goro Dan Hana", (30, 20, 10, 0))),
)
PAIRS: Sequence[Sequence[tuple[str, tuple[int, ...]]]] = (
    (("Aiko Ben", (4, 3)), ("Chie Dan", (4, 3))),
    (("Chie Aiko", (3, 3)), ("Dan Ben", (3, 5))),
)


def record(event: str, round_: int, table: int, players: str, scores: tuple[int, ...]) -> str:
    seats = "ABCD"[: len(scores)]
    order = sorted(zip(scores, seats, strict=True), reverse=True)
    ranks = order[0][1]
    for (score, _), (less, seat) in pairwise(order):
        ranks += f" {'=' if less == score else '>'} {seat}"
    names = "".join(f"seat {s}: {p}\n" for s, p in zip(seats, players.split(), strict=True))
    result = ", ".join(f"{seat} {score}" for seat, score in zip(seats, scores, strict=True))
    head = f"match: {event}/{round_}{table}\ngame: diamonds\nevent: {event}\nround: {round_}\n"
    return f"{head}{names}\nresult: {result}\nrank: {ranks}\nstatus: complete\n\n"


@pytest.fixture
def club(tourney: Tourney, tmp_path: Path) -> Tourney:
    """`tourney` with the events Cup, at tables of four, and Duel, between two."""
    text = "".join(
        record(event, number, table, *match)
        for event, rounds in (("Cup", ROUNDS), ("Duel", PAIRS))
        for number, matches in enumerate(rounds, start=1)
        for table, match in enumerate(matches, start=1)
    )
    (tmp_path / "club.tmr").write_text(text)
    assert tourney("import", "club.tmr", "-q").code == 0
    return tourney


def rows(club: Tourney, *args: str) -> list[dict[str, Any]]:
    result = club("standings", *args, "--json", "-q")
    assert result.code == 0, result.err
    found = json.loads(result.out)
    assert isinstance(found, list)
    return found


def column(found: list[dict[str, Any]], key: str) -> dict[str, Any]:
    return {row["player"]: row[key] for row in found}


def test_points_and_tie_breaks_of_an_event(club: Tourney) -> None:
    """Aiko and Emi win a match and share one: 10 + (10 + 6) / 2 = 18 points each."""
    table = "placement:4=10,6,3,1"
    found = rows(club, "Cup", "--points", table, "--tiebreak", "beaten,opponents,margin,lots:7")
    assert [(row["place"], row["points"]) for row in found[:3]] == [(1, 18), (2, 18), (3, 13)]
    # Aiko was above Ben, Chie, Dan and Fumi; Emi above Fumi, Goro, Hana and Ben.
    beaten = column(found, "tiebreak_beaten")
    assert (beaten["Aiko"], beaten["Emi"], beaten["Hana"]) == (4, 4, 0)
    # Aiko: 20 of a mean of 12.5, 9 of a mean of 6: (7.5 + 3) / 2.
    assert column(found, "tiebreak_margin")["Aiko"] == 5.25
    assert {found[0]["player"], found[1]["player"]} == {"Aiko", "Emi"}
    # Points per match: Aiko and Emi 9, Chie 6½, Ben and Goro 4½, Fumi 3½, Dan 2, Hana 1. Both met
    # 17/3 in round 2; in round 1 Aiko met (4½ + 6½ + 2)/3, Emi (3½ + 4½ + 1)/3.
    assert found[0]["why"] == "ahead by opponents' mean: 5.00 against 4.33"


def test_codes_for_two_players(club: Tourney) -> None:
    """Chie, Aiko 1½ of 2, Ben 1, Dan 0. BH of Aiko: 1 + 1½, of Chie: 0 + 1½."""
    found = rows(club, "Duel", "--points", "wins", "--tiebreak", "BH,sb,PS")
    assert [row["player"] for row in found] == ["Aiko", "Chie", "Ben", "Dan"]
    assert column(found, "tiebreak_BH") == {"Aiko": 2.5, "Chie": 1.5, "Ben": 1.5, "Dan": 2.5}
    assert column(found, "tiebreak_SB")["Aiko"] == 1.75
    assert column(found, "tiebreak_PS") == {"Aiko": 2.5, "Chie": 2.5, "Ben": 1, "Dan": 0}
    assert found[0]["why"] == "ahead by Buchholz: 2.50 against 1.50"


def test_ratings_come_from_a_file(club: Tourney, tmp_path: Path) -> None:
    (tmp_path / "ratings.csv").write_text(
        "player,rating\nAiko,1500\nBen,1400\nChie,1600\nDan,1301\n"
    )
    found = rows(club, "Duel", "--tiebreak", "ARO", "--ratings", "ratings.csv")
    assert column(found, "tiebreak_ARO") == {"Aiko": 1500, "Ben": 1401, "Chie": 1401, "Dan": 1500}


def test_a_line_among_equals_is_said_and_those_who_share_it_are_shown(club: Tourney) -> None:
    result = club("standings", "Cup", "--top", "1", "--tiebreak", "none", "--format", "csv")
    assert result.err.startswith("the line below the first 1 falls among equals: Aiko and Emi ")
    assert len(result.out.splitlines()) == 3
    decided = club("standings", "Cup", "--top", "1", "--tiebreak", "lots:3", "--format", "csv")
    assert (decided.err, len(decided.out.splitlines())) == ("", 2)


def test_what_is_still_possible_is_said_for_every_player(club: Tourney) -> None:
    """Scaled points: Aiko and Chie have 6, Ben 4, Dan 0, and 4 or 0 are to be won.

    If Ben beats Chie, he has 8 and she stays at 6; if she draws, she has 8 and he 6, as Aiko has if
    she loses.
    """
    left = ("--top", "2", "--left", "Aiko,Dan;Ben,Chie")
    assert column(rows(club, "Duel", *left), "prospect") == {
        "Aiko": "place 1 in the next match is enough",
        "Ben": "place 1 in the next match is enough",
        "Chie": "place 1 in the next match is enough",
        "Dan": "out",
    }
    said = club("standings", "Duel", *left).err
    assert said.startswith("what is still possible for the first 2: exact, all results of the ")
    later = club("standings", "Duel", "--top", "2", "--left", "Aiko,Dan/Aiko,Ben", "--lang", "ja")
    assert "上位2人に入れるかどうか: 正確" in later.err
    assert "可能性" in later.out
    undrawn = club("standings", "Cup", "--top", "2", "--left", "?4/?4")
    assert undrawn.err.startswith("what is still possible for the first 2: not all results can be")
    assert re.search(r"Hana .* open, \d+ %", undrawn.out)


FAULTS = (
    (2, ("--tiebreak", "luck"), "unknown tie-break 'luck'; use head-to-head, even, wins, "),
    (2, ("--tiebreak", "BH"), "tie-break 'BH' is for matches between two players, and a "),
    (2, ("--tiebreak", "lots"), "tie-break 'lots' has no seed; write lots: and a number or "),
    (2, ("--points", "placement:4=1,2"), "wrong points '4=1,2'; write the number of seats "),
    (2, ("--points", "placement:3=3,2,1"), "point system 'placement:3=3,2,1' has no points for 4"),
    (2, ("--points", "score", "--tiebreak", "performance"), "tie-break 'performance' needs points"),
    (2, ("--tiebreak", "performance"), "tie-break 'performance' needs ratings; give "),
    (5, ("--ratings", "nope.csv"), "no file 'nope.csv'; give a CSV file with the columns "),
    (3, ("--ratings", "bad.csv"), "bad.csv, line 2: rating 'high' is not a number; write one"),
    (3, ("--ratings", "club.tmr"), "'club.tmr' is not a CSV file with the columns player and "),
    (2, ("--top", "0"), "0 is not a number of places; use 1 or more"),
    (2, ("--left", "Aiko,Ben"), "--left needs the number of places in question; add --top N"),
    (2, ("--top", "2", "--left", "Aiko"), "'Aiko' is not a table of 2 to 6 players; write A,"),
    (2, ("--top", "2", "--left", "Aiko,Tom"), "player 'Tom' of a match that is left is not "),
)


def test_each_fault_is_one_line(club: Tourney, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("player,rating\nAiko,high\n")
    for code, args, fault in FAULTS:
        result = club("standings", "Cup", *args)
        assert (result.code, result.out) == (code, "")
        assert result.err.startswith(f"tourney: {fault}")
        assert result.err.count("\n") == 1


def test_a_run_keeps_only_sums(tourney: Tourney, tmp_path: Path) -> None:
    store_run(tmp_path)
    found = rows(tourney, "spring", "--tiebreak", "seconds,lots:1", "--top", "2")
    assert len(found) == 2
    assert "tiebreak_seconds" in found[0]
    result = tourney("standings", "spring", "--tiebreak", "opponents")
    known = "head-to-head, even, wins, score, chips, seconds, thirds or lots:SEED"
    assert result.err == (
        "tourney: tie-break 'opponents' needs single matches, and of a run only sums are kept; "
        f"use {known}\n"
    )
    for option in ("--ratings", "--left"):
        more = ("--top", "1") if option == "--left" else ()
        fault = tourney("standings", "spring", option, "x", *more)
        said = f"tourney: {option} is for events; a run has its own schedule and bots\n"
        assert (fault.code, fault.err) == (2, said)


def test_a_season_adds_up_events(club: Tourney) -> None:
    """Cup by 5, 3, 1: Aiko and Emi (5 + 3) / 2, Chie 1; Duel: Aiko and Chie 4, Ben 1."""
    result = club("season", "Cup", "Duel", "--worth", "5,3,1", "--tiebreak", "none", "--json")
    found = json.loads(result.out)
    assert [(row["place"], row["player"], row["points"]) for row in found[:4]] == [
        (1, "Aiko", 8),
        (2, "Chie", 5),
        (3, "Emi", 4),
        (4, "Ben", 1),
    ]
    best = club("season", "Cup", "Duel", "--worth", "5,3,1", "--tiebreak", "none", "--best", "1",
                "--participation", "0.5", "--format", "csv")  # fmt: skip
    assert [line.split(",")[1:4] for line in best.out.splitlines()[1:3]] == [
        ["1", "Aiko", "5"],
        ["1", "Chie", "5"],
    ]
    shown = club("season", "Cup", "Duel", "--worth", "5,3,1", "--tiebreak", "none", "--best", "1")
    assert "(1.00)" in shown.out
    games = club("season", "Cup", "--each-game", "--json")
    assert {row["game"] for row in json.loads(games.out)} == {"diamonds", "all"}


def test_a_season_of_unknown_events_or_points_is_refused(club: Tourney) -> None:
    for code, args, fault in (
        (5, ("Cap",), "no event 'Cap'"),
        (2, ("Cup", "--worth", "luck"), "unknown points 'luck'; use scaled, points, or the points"),
        (2, ("Cup", "--best", "0"), "0 is not a number of events; use --best 1 or more"),
        (2, ("Cup", "--participation", "x"), "--participation 'x' is not a number; use one such"),
    ):
        result = club("season", *args)
        assert (result.code, result.out) == (code, "")
        assert result.err.startswith(f"tourney: {fault}")
