"""The results of every match and seat: the points are those of the standings."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Tourney
from tests.exports.sample import store_run

CLUB = """\
match: club/1
game: diamonds
event: Club
round: 1
date: 2026-11-14
source: table
x-seconds: 2700
seat A: Ann
seat B: Bo
seat C: Cy

result: A 9, B 5, C 4
rank: A > B > C
-- adjust score A -5 reason "late"
status: complete
"""
CUP = (
    ("event", "new", "Cup", "--players", "Ken,Mei,Yui,Lea", "--game", "diamonds",
     "--rounds", "1", "--sizes", "3-4", "--policy", "walkover", "--seed", "7", "-q"),
    ("event", "pair", "Cup", "--pods", "Ken,Mei,Yui,Lea", "-q"),
    ("event", "no-show", "Lea", "-q"),
    ("match", "result", "r1/t1", "Ken=5", "Mei=4", "Yui=4", "-q"),
)  # fmt: skip


def rows(tourney: Tourney, *args: str) -> list[dict[str, Any]]:
    result = tourney(*args, "--format", "json")
    assert result.code == 0, result.err
    found: list[dict[str, Any]] = json.loads(result.out)
    return found


def sums(found: list[dict[str, Any]]) -> dict[str, float]:
    points: dict[str, float] = defaultdict(float)
    for row in found:
        points[row["player"]] += row["points"]
    return points


def test_points_of_a_run_are_those_of_its_standings(tourney: Tourney, tmp_path: Path) -> None:
    store_run(tmp_path)
    found = rows(tourney, "export", "results", "spring")
    assert sums(found) == {row["player"]: row["points"] for row in rows(tourney, "standings")}
    first = found[0]
    assert (first["run"], first["event"], first["game"], first["options"], first["plies"]) == (
        "spring", "Spring, open", "diams", "length=quick", 4,
    )  # fmt: skip
    assert (first["bot_version"], first["rules"], first["revision"]) == ("1", 1, 1)


def test_points_of_an_event_follow_its_plan(tourney: Tourney) -> None:
    for words in CUP:
        assert tourney(*words).code == 0
    found = rows(tourney, "export", "results", "Cup")
    standings = {row["player"]: row["points"] for row in rows(tourney, "standings", "Cup")}
    assert sums(found) == {name: standings[name] for name in ("Ken", "Mei", "Yui")}
    assert [row["points_exact"] for row in found] == ["4", "2", "2"]
    assert rows(tourney, "export", "standings", "Cup") == rows(tourney, "standings", "Cup")


def test_scores_as_played_are_beside_those_that_count(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "m.tmr").write_text(CLUB, "utf-8")
    assert tourney("import", "m.tmr").code == 0, tourney("check", "m.tmr")
    found = rows(tourney, "export", "results", "Club")
    keys = ("player", "score", "place", "counted_score", "counted_place", "seconds", "round")
    assert [tuple(row[key] for key in keys) for row in found][:2] == [
        ("Ann", 9, 1, 4, 2, 2700, "1"),
        ("Bo", 5, 2, 5, 1, 2700, "1"),
    ]
    assert sums(found) == {r["player"]: r["points"] for r in rows(tourney, "standings", "Club")}


@pytest.mark.full
def test_kinds_without_names_are_those_of_the_database(tourney: Tourney, tmp_path: Path) -> None:
    store_run(tmp_path)
    assert rows(tourney, "export", "ratings") == rows(tourney, "ratings")
    assert rows(tourney, "export", "crosstable") == rows(tourney, "crosstable")
    assert rows(tourney, "export", "players") == rows(tourney, "player", "list")
    assert rows(tourney, "export", "faults", "spring") == []
    assert tourney("export", "ratings", "spring").code == 2
