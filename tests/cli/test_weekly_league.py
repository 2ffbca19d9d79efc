"""A league whose schedule is fixed: its weeks wait for no result, and results come in any order."""

import json
from datetime import date, timedelta

import pytest

from tests.conftest import Once, Tourney

pytestmark = pytest.mark.slow

LEAGUE = ("event", "new", "Liga", "--players", "Ann,Bob,Cy,Di,Ed,Flo", "--game", "blue-border",
          "--sizes", "2", "--schedule", "roundrobin", "--rounds", "4", "--seed", "1",
          "--dates", "2026-11-02,2026-11-09,2026-11-16,2026-11-23")  # fmt: skip


@pytest.fixture
def liga(tourney: Tourney, once: Once) -> Tourney:
    def begun() -> None:
        assert tourney(*LEAGUE).code == 0

    once(begun)
    return tourney


def tables(liga: Tourney, *words: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(liga("event", "show", *words, "--json").out)
    return found


def test_all_weeks_are_drawn_shown_and_printed_before_the_first_result(liga: Tourney) -> None:
    drawn = liga("event", "pair", "--all")
    assert (drawn.code, drawn.out.count("blue-border")) == (0, 12)
    assert "rounds 1 to 4 of main drawn; results can come in any order" in drawn.err
    assert {(row["round"], row["date"]) for row in tables(liga)} == {
        (1, "2026-11-02"), (2, "2026-11-09"), (3, "2026-11-16"), (4, "2026-11-23"),
    }  # fmt: skip
    assert "wrote 12 sheets" in liga("event", "sheet", "--all", "-o", "all.html").err
    assert liga("event", "pair", "--all").code == 6  # nothing is left to draw


def test_a_postponed_match_blocks_no_week_and_has_its_own_date(liga: Tourney) -> None:
    for week in range(1, 5):
        drawn = liga("event", "pair")
        assert drawn.code == 0, drawn.err
        assert ("1 of 3 tables of round 1 still open" in drawn.err) == (week > 1)
        for table in (2, 3) if week == 1 else (1, 2, 3):
            assert liga("match", "result", f"r{week}/t{table}", "7,3").code == 0
    assert liga("event", "close").code == 6
    refused = liga("match", "result", "r1/t1", "7,3", "--date", "never")
    assert (refused.code, next(row["match"] for row in tables(liga, "--round", "1"))) == (2, None)
    assert liga("match", "result", "r1/t1", "3,7", "--date", "2026-11-25").code == 0
    late = liga("match", "result", "r1/t1", "7,3", "--date", "2026-11-25")
    assert (late.code, "tourney match edit" in late.err) == (2, True)
    dates = {
        row["match"]: row["date"]
        for row in json.loads(liga("export", "matches", "Liga", "--json").out)
    }
    assert (dates["liga/r1/t1"], dates["liga/r1/t2"]) == ("2026-11-25", "2026-11-02")
    assert dates["liga/r4/t3"] == "2026-11-23"
    assert liga("event", "close").code == 0
    assert liga("event", "replay", "Liga").code == 0


def test_results_come_in_any_order_and_weeks_are_taken_back_together(liga: Tourney) -> None:
    assert liga("event", "pair", "--all").code == 0
    assert liga("match", "result", "r3/t1", "7,3").code == 0
    refused = liga("event", "unpair", "--round", "2")
    assert (refused.code, "table 1 of round 3 has a match" in refused.err) == (6, True)
    back = liga("event", "unpair", "--round", "4")
    assert back.code == 0
    assert [row["round"] for row in tables(liga)] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    again = liga("event", "pair", "--all")
    assert (again.code, len(tables(liga))) == (0, 12)


def test_rounds_that_depend_on_results_still_wait_for_them(tourney: Tourney) -> None:
    new = ("event", "new", "Open", "--players", "Ann,Bob,Cy,Di", "--game", "blue-border")
    assert tourney(*new, "--sizes", "2", "--schedule", "swiss", "--rounds", "2").code == 0
    refused = tourney("event", "pair", "--all")
    assert (refused.code, "draw them one at a time" in refused.err) == (2, True)
    assert tourney("event", "pair").code == 0
    assert tourney("event", "pair").code == 6


def open_tables(liga: Tourney) -> int:
    """How many tables have neither a result nor somebody who does not appear."""
    return int(liga("standings").err.split(" of ")[0].split()[-1])


def test_somebody_who_leaves_a_drawn_league_leaves_no_table_that_cannot_be_finished(
    liga: Tourney,
) -> None:
    liga("event", "pair", "--all")
    rows = [row for row in tables(liga) if "Ed" in str(row["players"])]
    for row in tables(liga):
        if row not in rows or row["round"] == 3:
            place = f"r{row['round']}/t{row['table']}"
            assert liga("match", "result", place, "7,3").code == 0
    assert "Ed still has matches in rounds 1, 2, 4;" in liga("event", "drop", "Ed").err
    assert liga("event", "close").code == 6
    gone = liga("event", "no-show", "Ed")
    assert gone.err.count("cannot be played") == 3
    assert liga("event", "close").code == 0
    assert liga("event", "replay").code == 0


def test_one_match_of_a_league_is_not_played_and_its_player_stays(liga: Tourney) -> None:
    liga("event", "pair", "--all")
    (first,) = (row for row in tables(liga, "--round", "2") if "Ed" in str(row["players"]))
    said = liga("event", "no-show", "Ed", "--round", "2")
    assert f"Ed is absent: table {first['table']} of round 2 cannot be played" in said.err
    assert open_tables(liga) == 11
    assert liga("event", "no-show", "Ed", "--round", "2").code == 6
    assert liga("event", "no-show", "Ed", "--round", "5").code == 6
    assert liga("event", "return", "Ed").code == 6  # Ed has not left
    assert liga("event", "no-show", "--undo", "--round", "2", "Ed").code == 0
    assert open_tables(liga) == 12
    assert liga("event", "replay").code == 0


def test_who_comes_back_does_not_play_a_match_that_was_closed_before(liga: Tourney) -> None:
    """Ed misses round 2 alone, then leaves and comes back: rounds 1, 3 and 4 are open again."""
    liga("event", "pair", "--all")
    for back in (("return",), ("no-show", "--undo")):
        assert liga("event", "no-show", "Ed", "--round", "2").code == 0
        assert liga("event", "no-show", "Ed").err.count("Ed is absent") == 3
        said = liga("event", *back, "Ed")
        assert (said.code, said.err.count("Ed is back and sits")) == (0, 3)
        assert "of round 2" not in said.err
        assert open_tables(liga) == 11
        assert liga("event", "no-show", "--undo", "--round", "2", "Ed").code == 0
        assert open_tables(liga) == 12
    assert liga("event", "drop", "Ed").code == liga("event", "return", "Ed").code == 0
    assert liga("event", "replay").code == 0


def test_players_exchange_places_in_a_week_of_a_drawn_league_that_is_not_played(
    liga: Tourney,
) -> None:
    liga("event", "pair", "--all")
    first = {row["table"]: row["players"] for row in tables(liga, "--round", "2")}
    assert first == {1: ["Flo", "Di"], 2: ["Ed", "Cy"], 3: ["Ann", "Bob"]}
    assert liga("match", "result", "r2/t1", "7,3").code == 0
    played = liga("event", "swap", "Flo", "Cy", "--round", "2")
    assert (played.code, "table 1 of round 2 has a match" in played.err) == (6, True)
    said = liga("event", "swap", "Ed", "Ann", "--round", "2").err.splitlines()
    assert said[0] == "Ed and Ann have exchanged their places in round 2"
    assert (said[-1], len(said)) == ("undo: tourney event swap --round 2 Ed Ann", 4)
    after = {row["table"]: row["players"] for row in tables(liga, "--round", "2")}
    assert after == {1: ["Flo", "Di"], 2: ["Ann", "Cy"], 3: ["Ed", "Bob"]}
    assert liga("event", "swap", "Ed", "Ann", "--round", "5").code == 6
    assert liga("event", "swap", "Ed", "Ann").code == 0  # in the last round
    assert liga("event", "replay").code == 0


ABOUT_A_MATCH = (
    ("edit",), ("void", "--reason", "x"), ("restore", "--revision", "1"), ("log",), ("show",),
)  # fmt: skip


def test_a_table_without_a_match_is_named_as_such(liga: Tourney) -> None:
    def faults(place: str) -> list[str]:
        told = [liga("match", command, place, *rest) for command, *rest in ABOUT_A_MATCH]
        assert {(fault.code, fault.out) for fault in told} == {(5, "")}
        return [fault.err for fault in told]

    assert liga("event", "pair", "--all").code == 0
    assert liga("match", "result", "r4/t1", "7,3").code == 0
    assert set(faults("r1/t1")) == {
        "tourney: table 1 of round 1 has no match; enter its result with tourney match result "
        "r1/t1\n"
    }
    assert set(faults("r9/t1")) == {"tourney: round '9' of main is not drawn; 4 rounds are\n"}
    for fault in faults("Cup/r1/t1"):
        assert fault.startswith("tourney: no match 'Cup/r1/t1' in ")
    assert liga("match", "void", "r4/t1", "--reason", "x", "-y").code == 0
    assert set(faults("r4/t1")) == {
        "tourney: table 1 of round 4 has no match; 'liga/r4/t1' is void: name it by this id\n"
    }


def test_a_substitute_takes_all_open_matches_of_a_league(liga: Tourney) -> None:
    liga("event", "pair", "--all")
    liga("match", "result", "r2/t1", "7,3")
    assert "as number 7, from round 1" in liga("event", "replace", "Ed", "by", "Gus").err
    left = [row["round"] for row in tables(liga) if "Ed" in str(row["players"])]
    taken = [row["round"] for row in tables(liga) if "Gus" in str(row["players"])]
    assert (left, sorted(taken)) in (([], [1, 2, 3, 4]), ([2], [1, 3, 4]))


def test_a_date_that_is_far_from_its_round_or_to_come_is_noted(liga: Tourney) -> None:
    """The result is stored all the same: the organiser may mean it."""
    assert liga("event", "pair", "--all").code == 0
    for table, day, noted in (
        ("r1/t1", "2025-10-02", "the date 2025-10-02 is 396 days before round 1"),
        ("r1/t2", "2026-09-04", ""),  # 59 days before
        ("r2/t1", f"{date.today() + timedelta(days=1):%Y-%m-%d}", "is 1 day after today"),
        ("r2/t2", "2026-11", ""),
    ):
        told = liga("match", "result", table, "7,3", "--date", day)
        assert told.code == 0
        assert (noted in told.err, "attention" in told.err) == (True, bool(noted)), told.err


def test_the_screen_names_every_round_that_is_not_complete(liga: Tourney) -> None:
    assert liga("event", "pair", "--all").code == 0
    assert liga("match", "result", "r4/t1", "7,3").code == 0
    assert "Standings so far, rounds 1-4 are not complete" in liga("watch", "Liga").out
    for table in ("t1", "t2", "t3"):
        assert liga("match", "result", f"r2/{table}", "7,3").code == 0
    assert "Standings so far, rounds 1, 3-4 are not complete" in liga("watch", "Liga").out
    for table in ("r1/t1", "r1/t2", "r1/t3", "r3/t1", "r3/t2", "r3/t3"):
        assert liga("match", "result", table, "7,3").code == 0
    assert "Standings so far, round 4 is not complete" in liga("watch", "Liga").out


def test_who_does_not_appear_before_a_round_is_drawn_leaves_and_changes_no_table(
    liga: Tourney,
) -> None:
    told = liga("event", "no-show", "Ann")
    assert told.err.splitlines()[:2] == [
        "Ann has no open table, so no table changes",
        "Ann leaves from round 1; 5 play",
    ]
    assert liga("event", "no-show", "--undo", "Ann").code == 0
    assert liga("event", "pair").code == 0
    assert "Ann" in liga("event", "show").out


def test_commands_about_results_show_the_only_event_without_its_name(liga: Tourney) -> None:
    """As `standings` does: crosstable and exports have the same rule."""
    assert liga("event", "pair").code == 0
    assert liga("match", "result", "r1/t1", "7,3").code == 0
    for words in (("standings",), ("crosstable",), ("export", "results"), ("export", "tmr"),
                  ("export", "standings"), ("export", "crosstable")):  # fmt: skip
        named = liga(*words, "Liga")
        assert named.code == 0
        assert liga(*words).out == named.out, words


def test_an_earlier_revision_is_chosen_from_the_list_of_all(liga: Tourney) -> None:
    assert liga("event", "pair").code == 0
    assert liga("match", "result", "r1/t1", "7,3").code == 0
    none = liga("match", "restore", "r1/t1")
    assert (none.code, "has not been corrected" in none.err) == (2, True)
    assert liga("match", "result", "r1/t1", "3,7", "--reason", "read wrongly", "-y").code == 0
    for lang, fault in (("en", "add --revision 1"), ("ja", "--revision 1のように")):
        asked = liga("match", "restore", "r1/t1", "--lang", lang)
        assert asked.code == 2
        *listed, last = asked.err.splitlines()
        assert fault in last
        assert [line for line in listed if "read wrongly" in line]
        assert "    -result: A 7, B 3" in listed
    assert liga("match", "restore", "r1/t1", "--revision", "1", "-y").code == 0


def test_a_correction_in_a_league_names_no_round_that_was_drawn_with_the_old_result(
    liga: Tourney,
) -> None:
    """The rounds of a schedule follow from the seeding alone."""
    liga("event", "pair", "--all")
    liga("match", "result", "r1/t1", "7,3")
    changed = liga("match", "result", "r1/t1", "3,7", "--dry-run")
    assert "place 2 -> 1" in changed.out + changed.err
    assert "old result" not in changed.out + changed.err


def test_who_enters_a_league_that_is_drawn_is_told_how_to_be_drawn_in(liga: Tourney) -> None:
    liga("event", "pair", "--all")
    liga("match", "result", "r1/t1", "7,3")
    said = liga("event", "add-player", "Gus").err
    assert "all rounds are drawn without Gus; to draw them again: tourney event unpair" in said
    assert liga("event", "unpair", "--round", "2").code == 0
    assert liga("event", "pair", "--all").code == 0
    assert "Gus" in str([row["players"] for row in tables(liga, "--round", "2")])
