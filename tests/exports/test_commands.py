"""standings, crosstable and export for a run worked out by hand, read by independent readers."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines.api import Outcome
from tests.conftest import Once, Tourney
from tests.exports.sample import BOTS, SPEC, played, store_run
from tourney.domain.match_values import NO_ENTRIES, PlayedMatch
from tourney.runs.run_schedule import Schedule
from tourney.store import open_store
from tourney.store.match_writer import MatchWriter
from tourney.store.runs import add_run, delete_matches, run_named

T_ONE = 12.7062047362  # Student's t, one degree of freedom, 97.5 %


@pytest.fixture
def run(tourney: Tourney, tmp_path: Path, once: Once) -> Tourney:
    """`tourney` in a folder whose database holds the run `spring`."""

    def stored() -> None:
        store_run(tmp_path)

    once(stored)
    return tourney


def rows(run: Tourney, *args: str) -> list[dict[str, Any]]:
    result = run(*args, "--format", "json")
    assert result.code == 0, result.err
    found = json.loads(result.out)
    assert isinstance(found, list)
    return found


def column(found: list[dict[str, Any]], key: str) -> dict[str, Any]:
    return {row["player"]: row[key] for row in found}


def test_standings_are_those_worked_by_hand(run: Tourney) -> None:
    found = rows(run, "standings", "spring")
    assert list(found[0])[:8] == [
        "place",
        "player",
        "matches",
        "points",
        "points_mean",
        "score_mean",
        "ci_low",
        "ci_high",
    ]
    assert [(row["place"], row["player"], row["points"]) for row in found] == [
        (1, "ann", 17),
        (2, "ben", 13),
        (3, "さくら", 6),
    ]
    assert column(found, "matches") == dict.fromkeys(BOTS, 6)
    assert column(found, "points_mean")["さくら"] == 1
    assert column(found, "score_mean")["ann"] == pytest.approx(44 / 6)
    assert column(found, "why")["ann"] == "ahead by points per match: 2.83 against 2.17"


def test_the_interval_comes_from_the_two_deals(run: Tourney) -> None:
    """Ann's deals were worth 11/3 and 2 a match: mean 17/6.

    With one prior deal of variance 8/3 the standard error is sqrt(73 / 72), with two degrees of
    freedom; the upper end would lie beyond 4 points, the lower end below 0.
    """
    found = rows(run, "standings")
    assert column(found, "blocks") == dict.fromkeys(BOTS, 2)
    assert column(found, "ci_low") == dict.fromkeys(BOTS, 0)
    assert column(found, "ci_high")["ann"] == 4
    # さくら: mean 1, standard error sqrt((2 + 8/3) / 4), too wide as well.
    assert column(found, "ci_high")["さくら"] == 4


def test_who_is_best_is_worked_out_from_the_two_deals(run: Tourney) -> None:
    """numpy: four million draws of t with two degrees, with one prior deal in the covariance."""
    chances = column(rows(run, "standings"), "p_best")
    assert chances == pytest.approx({"ann": 0.580, "ben": 0.2745, "さくら": 0.1455}, abs=0.015)


@pytest.mark.parametrize(
    ("by", "points", "exact"),
    [
        ("chips", {"ann": 19, "ben": 17, "さくら": 14}, "19"),
        ("wins", {"ann": 17 / 6, "ben": 11 / 6, "さくら": 4 / 3}, "17/6"),
        ("score", {"ann": 44, "ben": 34, "さくら": 18}, "44"),
    ],
)
def test_each_point_system_gives_its_points(
    run: Tourney, by: str, points: dict[str, float], exact: str
) -> None:
    found = rows(run, "standings", "--points", by)
    assert column(found, "points") == pytest.approx(points)
    assert column(found, "points_exact")["ann"] == exact


def test_people_read_a_table_that_fits_a_terminal(run: Tourney) -> None:
    lines = run("standings").out.splitlines()
    assert " ".join(lines[0].split()) == (
        "# player matches per match mean score ± 95 % P(best) wins"
    )
    # The interval is 0 to 4, clipped above: its farther end is 2.83 from the mean.
    assert lines[2].split() == ["1", "ann", "6", "2.83", "7.33", "2.83", "0.58", "2.83"]
    assert max(map(len, lines)) <= 80
    assert "95 % from" in run("standings", "--ci").out


def test_a_run_under_way_says_so_beside_the_data(run: Tourney) -> None:
    result = run("standings")
    assert result.err == "run spring: 6 of 9 matches played\n"
    assert run("standings", "-q").err == ""


@pytest.mark.parametrize(
    ("deals", "words"),
    [
        (2, "1 of 6 matches abandoned without a result, too many for intervals"),
        (3, "6 of 9 matches played, 1 of them abandoned without a result, too many for intervals"),
    ],
)
def test_abandoned_matches_are_told_apart_from_missing_ones(
    tourney: Tourney, tmp_path: Path, deals: int, words: str
) -> None:
    spec = replace(SPEC, deals=deals)
    store_run(tmp_path, spec)
    with open_store(str(tmp_path / "tourney.db")) as store:
        found = run_named(store, "spring")
        delete_matches(store, found, [2])
        gone = Outcome((), (), "abandoned")
        with MatchWriter(store, found) as writer:
            writer.add(PlayedMatch(Schedule(spec).fixture(2), gone, "abandoned", NO_ENTRIES))
    shown = tourney("standings")
    assert shown.err == f"run spring: {words}\n"
    heads = shown.out.splitlines()[0]
    assert "abandoned" in heads
    assert "95 %" not in heads
    assert "P(best)" not in heads


def test_a_bot_without_any_result_is_named(tourney: Tourney, tmp_path: Path) -> None:
    store_run(tmp_path, replace(SPEC, deals=1))
    with open_store(str(tmp_path / "tourney.db")) as store:
        found = run_named(store, "spring")
        delete_matches(store, found, range(1, 7))
        with MatchWriter(store, found) as writer:
            gone = Outcome((), (), "abandoned")
            writer.add(PlayedMatch(Schedule(found.spec).fixture(1), gone, "abandoned", NO_ENTRIES))
    assert ", no result of " in tourney("standings").err


def test_the_crosstable_is_the_one_worked_by_hand(run: Tourney) -> None:
    found = rows(run, "crosstable")
    assert column(found, "above ann") == pytest.approx({"ann": None, "ben": 1 / 3, "さくら": 1 / 4})
    assert column(found, "above さくら") == pytest.approx(
        {"ann": 3 / 4, "ben": 3 / 4, "さくら": None}
    )
    assert column(found, "sum")["ann"] == pytest.approx(2 / 3 + 3 / 4)
    assert column(found, "matches ben") == {"ann": 6, "ben": 0, "さくら": 6}


def test_a_forfeit_counts_as_last_and_is_shown(run: Tourney, tmp_path: Path) -> None:
    with open_store(str(tmp_path / "tourney.db")) as store:
        fixture = Schedule(SPEC).fixture(7)
        seat = fixture.seats.index(0)
        scores = [9 if bot == 0 else bot for bot in fixture.seats]
        with MatchWriter(store, run_named(store, "spring")) as writer:
            writer.add(played(fixture, scores, [seat]))
    found = rows(run, "standings")
    assert column(found, "points")["ann"] == 17
    assert column(found, "forfeits") == {"ann": 1, "ben": 0, "さくら": 0}
    assert "forfeits" in run("standings").out
    letter = "ABC"[seat]
    (match,) = rows(run, "export", "matches", "spring/7")
    assert (match["status"], match["faults"]) == ("forfeit", f"{letter} timeout 2")
    (gone,) = [row for row in rows(run, "export", "results", "spring/7") if row["forfeit"]]
    assert (gone["player"], gone["place"]) == ("ann", 3)


def test_results_come_as_csv_one_row_per_seat(run: Tourney) -> None:
    found = list(csv.DictReader(io.StringIO(run("export", "results").out)))
    assert len(found) == 18
    fourth = {row["player"]: row for row in found if row["match"] == "spring/4"}
    assert {name: (row["score"], row["place"]) for name, row in fourth.items()} == {
        "ann": ("5", "2"),
        "ben": ("1", "3"),
        "さくら": ("7", "1"),
    }
    assert {row["deal"] for row in fourth.values()} == {"1"}
    assert sorted(row["seat"] for row in fourth.values()) == ["A", "B", "C"]


def test_matches_come_with_players_result_and_rank(run: Tourney) -> None:
    found = rows(run, "export", "matches", "spring")
    assert [row["match"] for row in found] == [f"spring/{number}" for number in range(1, 7)]
    assert found[4]["rank"] == "A = B = C"
    assert found[4]["result"] == "A 6, B 6, C 6"
    assert (found[0]["event"], found[0]["options"]) == ("Spring, open", "length=quick")


def test_moves_are_numbered_as_stored_and_the_dealer_has_no_seat(run: Tourney) -> None:
    found = rows(run, "export", "moves", "spring/2")
    assert [(row["ply"], row["seat"], row["text"]) for row in found] == [
        (1, None, "round 1 first A"),
        (2, "A", "draw 7"),
        (3, "A", "market 7 = -"),
        (4, "B", "pass"),
    ]
    assert len(rows(run, "export", "moves", "run:spring")) == 24


def test_the_ending_of_the_file_decides_the_format(run: Tourney, tmp_path: Path) -> None:
    for name, start in (("x.csv", "place,"), ("x.json", "[\n"), ("x.md", "|"), ("x.html", "<t")):
        result = run("export", "standings", "-o", name)
        assert (result.code, result.out) == (0, "")
        assert f"wrote standings to {name}" in result.err
        assert (tmp_path / name).read_text("utf-8").startswith(start)
    assert run("export", "standings", "-o", "x.md", "--format", "csv").code == 2
    assert (tmp_path / "x.md").read_text("utf-8").startswith("|")


def test_columns_are_chosen_by_key(run: Tourney) -> None:
    result = run("export", "moves", "spring/1", "--columns", "text,ply")
    assert result.out.splitlines()[:2] == ["text,ply", "round 1 first A,1"]
    wrong = run("export", "moves", "--columns", "card")
    assert (wrong.code, wrong.out) == (2, "")
    assert "no column 'card'; use match, ply, seat, player, text" in wrong.err


def test_a_failed_export_leaves_the_old_file(run: Tourney, tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("old")
    assert run("export", "moves", "spring/1", "nobody", "-o", "x.csv").code == 5
    assert (tmp_path / "x.csv").read_text() == "old"


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (("standings", "nobody"), 5, "nobody"),
        (("standings", "--points", "elo"), 2, "unknown point system 'elo'; use scaled, even"),
        (("standings", "--tiebreak", "wins,luck"), 2, "unknown tie-break 'luck'"),
        (("crosstable", "--points", "elo"), 2, "unknown point system 'elo'"),
        (("export", "results", "nobody"), 5, "no run or match 'nobody'; runs: spring"),
        (("export", "moves", "spring/99"), 5, "no run or match 'spring/99'"),
        (("export", "standings", "spring", "spring"), 2, "2 names given; standings take one"),
        (("export", "tmr", "--format", "csv"), 2, "tmr is no table; remove --format and --columns"),
        (("export", "gold"), 2, "gold"),
    ],
)
def test_what_is_not_there_is_one_line(
    run: Tourney, args: tuple[str, ...], code: int, words: str
) -> None:
    result = run(*args)
    assert (result.code, result.out) == (code, "")
    assert words in result.err
    assert result.err.count("\n") == 1


def test_without_a_name_the_newest_run_is_shown_and_named(run: Tourney, tmp_path: Path) -> None:
    assert "is shown" not in run("standings").err
    store_run(tmp_path, replace(SPEC, name="summer"))
    for words in (("standings",), ("crosstable",), ("stats", "seats")):
        result = run(*words)
        assert result.code == 0
        assert result.err.startswith("run 'summer' is shown, the newest of 2 runs\n")
        assert result.out == run(*words, "summer").out


def test_with_several_runs_those_to_export_must_be_named(run: Tourney, tmp_path: Path) -> None:
    store_run(tmp_path, replace(SPEC, name="summer"))
    for kind in ("results", "standings"):
        result = run("export", kind)
        assert (result.code, result.err) == (
            2,
            "tourney: no run given; choose one of: spring, summer\n",
        )
    assert rows(run, "standings", "summer") == rows(run, "standings", "spring")
    assert len(rows(run, "export", "results", "spring", "summer")) == 36


def test_without_a_database_or_a_run_the_remedy_is_to_play_one(
    tourney: Tourney, tmp_path: Path
) -> None:
    assert tourney("standings").code == 5
    open_store(str(tmp_path / "tourney.db"), create=True).close()
    result = tourney("standings")
    assert (result.code, result.out) == (5, "")
    assert "play one with tourney run" in result.err


def test_reasons_are_shown_where_points_alone_do_not_decide(
    tourney: Tourney, tmp_path: Path
) -> None:
    """Ann and Ben have equal points and met twice; Ann scored more."""
    with open_store(str(tmp_path / "tourney.db"), create=True) as store:
        schedule = Schedule(SPEC)
        with MatchWriter(store, add_run(store, SPEC)) as writer:
            for number, scores in ((1, (9, 5, 1)), (2, (5, 6, 1))):
                fixture = schedule.fixture(number)
                writer.add(played(fixture, [scores[bot] for bot in fixture.seats]))
    assert "ahead by score: 7.00 against 5.50" in tourney("standings").out
    (ann, ben, _) = rows(tourney, "standings")
    assert (ann["tiebreak_head_to_head"], ann["tiebreak_score"]) == (0.5, 7)
    assert (ann["points"], ben["points"], ben["place"]) == (6, 6, 2)
    shared = rows(tourney, "standings", "--tiebreak", "none")
    assert [(row["place"], row["why"]) for row in shared[:2]] == [
        (1, "place shared"),
        (1, "ahead by points per match: 3.00 against 0.00"),
    ]


THINKER = """
class Thinker:
    version = "1"

    def choose(self, view, legal):
        return legal[0], f"of {len(legal)}"
"""


def test_moves_have_the_time_and_the_words_of_bots_that_are_not_built_in(
    tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "thinker.py").write_text(THINKER)
    play = ("run", "-g", "blue-border", "--bot", "t=./thinker.py", "--bot", "r=random")
    for log in ("rows", "packed"):
        assert tourney(*play, "--deals", "1", "--log", log, "--name", log).code == 0
        moves = json.loads(tourney("export", "moves", log, "--json").out)
        own = [row for row in moves if row["player"] == "t"]
        assert all(row["ms"] > 0 and row["info"].startswith("of ") for row in own[:5])
        others = [row for row in moves if row["player"] != "t"]
        assert {(row["ms"], row["info"]) for row in others if row["seat"] is None} == {(None, None)}
        (times,) = json.loads(tourney("stats", "times", log, "--json").out)
        assert times["bot"] == "t"
        assert 0 < times["p50_ms"] <= times["p99_ms"] <= times["max_ms"]
        assert times["max_ms"] >= max(row["ms"] for row in own) * 0.99 or times["moves"] > len(own)
    assert tourney("db", "integrity").code == 0
    bots = ("--bot", "a=random", "--bot", "b=random", "--deals", "1")
    none = tourney("run", *play[1:3], *bots, "--name", "none")
    assert none.code == 0
    refused = tourney("stats", "times", "none", "--lang", "ja")
    assert (refused.code, "時間が保存されていません" in refused.err) == (5, True)
