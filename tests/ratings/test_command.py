"""`tourney ratings`: which matches count, what is shown, and one line for every mistake."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Tourney
from tests.exports.sample import SPEC, store_run
from tests.ratings.club import record, stored


def rows(tourney: Tourney, *args: str) -> list[dict[str, Any]]:
    result = tourney("ratings", *args, "--json")
    assert result.code == 0, result.err
    found = json.loads(result.out)
    assert isinstance(found, list)
    return found


def column(found: list[dict[str, Any]], key: str) -> dict[str, Any]:
    return {row["player"]: row[key] for row in found}


def evenings(**extra: str) -> list[str]:
    """Three evenings: Aiko is best, Chie worst."""
    line_ups = [("Aiko", "Ben", "Chie"), ("Ben", "Chie", "Aiko"), ("Chie", "Aiko", "Ben")]
    scores = {"Aiko": 12, "Ben": 9, "Chie": 6}
    return [
        record(f"e{n}", who, [scores[name] for name in who], date=f"2025-0{n}-05", **extra)
        for n, who in enumerate(line_ups, 1)
    ]


def test_matches_of_people_are_rated(tourney: Tourney, tmp_path: Path) -> None:
    stored(tourney, tmp_path, *evenings())
    found = rows(tourney)
    assert list(column(found, "place").items()) == [("Aiko", 1), ("Ben", 2), ("Chie", 3)]
    assert sum(column(found, "rating").values()) == pytest.approx(4500)
    assert set(column(found, "provisional").values()) == {True}
    assert set(column(found, "bot").values()) == {False}
    shown = tourney("ratings", "--columns", "player,places,matches,provisional").out.split("\n")
    assert [line.split() for line in shown[2:4]] == [
        ["Aiko", "1-2", "3", "yes"],
        ["Ben", "1-3", "3", "yes"],
    ]


def test_the_model_and_the_versions_of_libraries_are_said(tourney: Tourney, tmp_path: Path) -> None:
    stored(tourney, tmp_path, *evenings())
    said = tourney("ratings").err.split("\n")
    assert said[0].startswith("model: Plackett-Luce")
    assert "numpy" in said[0]
    assert "scipy" in said[0]
    assert said[1].startswith("diams: 3 matches, 2025-01-05 to 2025-03-05")


def test_a_correction_counts_at_once(tourney: Tourney, tmp_path: Path) -> None:
    stored(tourney, tmp_path, *evenings())
    before = column(rows(tourney), "rating")
    corrected = evenings()[0].replace("A 12, B 9", "A 9, B 12").replace("A > B", "B > A")
    (tmp_path / "new.tmr").write_text(corrected)
    assert tourney("import", "new.tmr", "--on-duplicate", "update").code == 0
    after = column(rows(tourney), "rating")
    assert after["Aiko"] < before["Aiko"]
    assert tourney("match", "void", "e1", "--reason", "wrong cards", "--yes").code == 0
    assert set(column(rows(tourney), "matches").values()) == {2}
    assert "not counted: 1 void" in tourney("ratings").err


def test_practice_forfeits_and_unknown_players_do_not_count(
    tourney: Tourney, tmp_path: Path
) -> None:
    more = [
        record("p", ("Aiko", "Ben"), (8, 6), stage="practice"),
        record("u", ("Aiko", "?"), (8, 6)),
        record("f", ("Aiko", "Ben"), (8, 6), status="forfeit\nforfeit: B left"),
    ]
    stored(tourney, tmp_path, *evenings(), *more)
    assert column(rows(tourney), "matches")["Aiko"] == 3
    said = tourney("ratings").err
    assert "not counted: 1 forfeited, 1 practice and 1 with unknown players or places" in said
    assert column(rows(tourney, "--forfeits"), "matches")["Aiko"] == 4


def test_merged_players_are_one(tourney: Tourney, tmp_path: Path) -> None:
    stored(tourney, tmp_path, *evenings(), record("x", ("Aiko K", "Ben"), (8, 6)))
    assert tourney("player", "merge", "Aiko", "Aiko K", "--yes").code == 0
    assert column(rows(tourney), "matches") == {"Aiko": 4, "Ben": 4, "Chie": 3}


def test_bots_and_people_are_on_one_scale(tourney: Tourney, tmp_path: Path) -> None:
    store_run(tmp_path)
    stored(tourney, tmp_path, *evenings())
    found = rows(tourney, "--game", "diams")
    assert len(found) == 6
    assert column(found, "bot")["ann"] is True
    assert column(found, "matches")["ann"] == 6
    assert set(column(found, "group").values()) == {1, 2}
    said = tourney("ratings").err
    assert "2 groups of players never met, so nobody can compare their ratings" in said
    assert {row["player"] for row in found if row["place"] == 1} == {"Aiko", found[0]["player"]}
    assert "group" in tourney("ratings", "--game", "diams").out.split("\n")[0]


def test_of_many_groups_that_never_met_three_are_named(tourney: Tourney, tmp_path: Path) -> None:
    pairs = [record(f"e{n}", (f"Ai{n}", f"Bo{n}"), (8, 6)) for n in range(5)]
    stored(tourney, tmp_path, *pairs)
    said = tourney("ratings").err
    assert "5 groups of players never met" in said
    assert said.endswith("(Ai0, Bo0), (Ai1, Bo1), (Ai2, Bo2) and …\n")


def test_the_overall_rating_is_the_common_strength_in_all_games(
    tourney: Tourney, tmp_path: Path
) -> None:
    others = [record(f"d{n}", ("Aiko", "Ben", "Dan"), (9, 5, 1), game="diamonds") for n in range(3)]
    stored(tourney, tmp_path, *evenings(), *others)
    by_game = [(row["game"], row["player"]) for row in rows(tourney)]
    assert [game for game, _ in by_game] == ["diams"] * 3 + ["diamonds"] * 3
    found = rows(tourney, "--game", "all")
    assert [row["player"] for row in found[:2]] == ["Aiko", "Ben"]
    assert {row["game"] for row in found} == {"all"}
    assert column(found, "matches") == {"Aiko": 6, "Ben": 6, "Chie": 3, "Dan": 3}
    assert "the rating is the common strength" in tourney("ratings", "--game", "all").err


def test_history_is_after_every_month_or_event(tourney: Tourney, tmp_path: Path) -> None:
    records = evenings()
    records[2] = records[2].replace("date:", "event: Spring\ndate:")
    stored(tourney, tmp_path, *records, record("u", ("Aiko", "Ben"), (8, 6)))
    found = rows(tourney, "--history")
    assert [(row["period"], row["date"]) for row in found[::3]] == [
        ("2025-01", "2025-01-05"),
        ("2025-02", "2025-02-05"),
        ("2025-03", "2025-03-05"),
    ]
    latest = rows(tourney, "--as-of", "2025-03-05")
    assert column(found[-3:], "rating") == pytest.approx(column(latest, "rating"))
    assert column(rows(tourney, "--as-of", "2025-02-28"), "matches")["Aiko"] == 2
    of_events = rows(tourney, "--history", "--per", "event")
    assert {(row["period"], row["date"]) for row in of_events} == {("Spring", "2025-03-05")}


def test_live_ratings_show_what_the_newest_day_changed(tourney: Tourney, tmp_path: Path) -> None:
    stored(tourney, tmp_path, *evenings(), record("x", ("Chie", "Dan"), (8, 6), date="2025-03-05"))
    found = rows(tourney, "--live")
    assert column(found, "matches") == {"Aiko": 1, "Ben": 1, "Chie": 2, "Dan": 1}
    assert column(found, "change")["Aiko"] > 0
    assert column(found, "change")["Dan"] < 0
    assert column(found, "rating")["Dan"] == pytest.approx(1500 + column(found, "change")["Dan"])
    assert "from 2 matches before 2025-03-05" in tourney("ratings", "--live").err


def test_groups_that_few_matches_join_and_cycles_are_said(tourney: Tourney, tmp_path: Path) -> None:
    club = [("Aiko", "Ben"), ("Ben", "Chie"), ("Chie", "Dan"), ("Dan", "Aiko"), ("Aiko", "Chie")]
    away = [tuple(f"{name}2" for name in names) for names in club]
    rounds = [record(f"c{n}", pair, (8, 6)) for n, pair in enumerate([*club, *away] * 4)]
    stored(tourney, tmp_path, *rounds, record("x", ("Aiko", "Aiko2"), (8, 6)))
    said = tourney("ratings").err
    assert "diams: only 1 match joins (Aiko2, Ben2, Chie2, …) and (Aiko, Ben, Chie, …)" in said
    assert "をつなぐのは1対戦だけです" in tourney("ratings", "--lang", "ja").err
    assert "cycle" not in said
    three = [("Rock", "Scissors"), ("Scissors", "Paper"), ("Paper", "Rock")]
    # Both seats alike: else the first seat would explain who won.
    rounds = [
        record(f"r{n}", pair[::turn], (8, 6)[::turn])
        for n, (pair, turn) in enumerate((pair, turn) for pair in three * 10 for turn in (1, -1))
    ]
    stored(tourney, tmp_path, *rounds)
    said = tourney("ratings").err
    assert "finished above" in said
    assert "in 100 % of 20" in said
    assert "with a probability of at most 0.001" in said
    assert "三すくみ" in tourney("ratings", "--lang", "ja").err


def test_seats_are_shown_by_table_size(tourney: Tourney, tmp_path: Path) -> None:
    stored(tourney, tmp_path, *evenings(), record("x", ("Ben", "Dan"), (8, 6)))
    found = rows(tourney, "--each-seat")
    assert [(row["seats"], row["seat"], row["matches"]) for row in found] == [
        (2, "A", 1),
        (2, "B", 1),
        (3, "A", 3),
        (3, "B", 3),
        (3, "C", 3),
    ]
    assert sum(row["effect"] for row in found[2:]) == pytest.approx(0, abs=1e-9)


MISTAKES = [
    ("--game diam", 2, "unknown game 'diam'; did you mean 'diams'?"),
    ("--game blue-border", 5, "no match to rate of 'blue-border': play or import one"),
    ("--as-of soon", 2, "'soon' is no date; write a day such as 2026-11-23"),
    ("--as-of 9999-01-01", 2, "'9999-01-01' is in the future"),
    ("--as-of 2020-01-01", 5, "no match to rate until 2020-01-01: play or import one"),
    ("--history --per event", 5, "no match belongs to an event; use --per month"),
    ("--per event", 2, "--per belongs to --history"),
    ("--live --each-seat", 2, "--history, --live and --each-seat are different tables"),
    ("--live --game all", 2, "--live is by game"),
    ("--history --per year", 2, "invalid --per 'year'; use one of month, event"),
]


def test_a_mistake_gets_one_line(tourney: Tourney, tmp_path: Path) -> None:
    stored(tourney, tmp_path, evenings()[0])
    for args, code, line in MISTAKES:
        result = tourney("ratings", *args.split())
        assert (result.code, result.out) == (code, ""), args
        assert result.err.startswith(f"tourney: {line}"), args
        assert result.err.count("\n") == 1


def test_a_database_without_results_says_what_was_left_out(
    tourney: Tourney, tmp_path: Path
) -> None:
    stored(tourney, tmp_path, record("u", ("Aiko", "?"), (8, 6)))
    result = tourney("ratings")
    assert result.code == 5
    assert result.err == (
        "tourney: no match to rate (not counted: 1 with unknown players or places): "
        "play or import one\n"
    )


def test_messages_are_translated(tourney: Tourney, tmp_path: Path) -> None:
    stored(tourney, tmp_path, *evenings())
    result = tourney("ratings", "--lang", "ja")
    assert "レーティング" in result.out
    assert "3対戦(2025-01-05から2025-03-05)" in result.err


def test_partners_share_the_result_of_their_team(tourney: Tourney, tmp_path: Path) -> None:
    names = ("Aiko", "Ben", "Chie", "Dan")
    teams = "rounds=1 teams=on"
    match = record("t", names, (30, 20, 30, 20), game="diamonds", options=teams)
    stored(tourney, tmp_path, match)
    found = column(rows(tourney), "rating")
    assert found["Aiko"] == pytest.approx(found["Chie"])
    assert found["Ben"] == pytest.approx(found["Dan"])
    assert found["Aiko"] > 1500 > found["Ben"]


def test_bots_of_one_name_and_version_with_two_targets_are_said(
    tourney: Tourney, tmp_path: Path
) -> None:
    store_run(tmp_path)
    others = (replace(SPEC.bots[0], target="./ann.py"), *SPEC.bots[1:])
    store_run(tmp_path, replace(SPEC, name="summer", bots=others))
    assert "bot 'ann' (version 1) was started as 'random', './ann.py'" in tourney("ratings").err
    others = (replace(SPEC.bots[0], version="2"), *SPEC.bots[1:])
    store_run(tmp_path, replace(SPEC, name="autumn", bots=others))
    assert {"ann (1)", "ann (2)", "ben"} < set(column(rows(tourney), "place"))


def test_matches_without_a_date_have_no_place_in_a_history(
    tourney: Tourney, tmp_path: Path
) -> None:
    stored(tourney, tmp_path, record("u", ("Aiko", "Ben"), (8, 6)))
    assert tourney("ratings", "--live").err.startswith("tourney: no match of a game has a date")
    assert tourney("ratings", "--history").code == 5
    stored(tourney, tmp_path, evenings()[0])
    assert column(rows(tourney), "matches")["Aiko"] == 2
    assert column(rows(tourney, "--history"), "matches")["Aiko"] == 1
    assert "not counted: 1 without a date" in tourney("ratings", "--history").err
