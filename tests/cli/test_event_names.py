"""Names of events and of their matches: no two that look the same, and always a free one."""

import json

from tests.conftest import Tourney

ONE_TABLE = ("--players", "Ken,Mei", "--game", "diams", "--schedule", "one-table", "--rounds", "1")


def begin(tourney: Tourney, name: str) -> None:
    assert tourney("event", "new", name, *ONE_TABLE).code == 0
    assert tourney("event", "pair", name).code == 0


def scores(tourney: Tourney) -> dict[str, str]:
    rows = json.loads(tourney("match", "list", "--json").out)
    return {row["match"]: row["status"] for row in rows}


def test_a_result_that_was_taken_back_can_be_entered_again(tourney: Tourney) -> None:
    begin(tourney, "Cup")
    assert tourney("match", "result", "Cup/r1/t1", "Ken=8", "Mei=6").code == 0
    assert tourney("match", "void", "--reason", "mistake", "cup/r1/t1", "-y").code == 0
    again = tourney("match", "result", "Cup/r1/t1", "Ken=6", "Mei=8")
    assert "stored match cup/r1/t1-2" in again.err.splitlines()
    assert scores(tourney) == {"cup/r1/t1": "void", "cup/r1/t1-2": "complete"}
    assert tourney("event", "close", "Cup").code == 0


def test_events_with_the_same_latin_letters_have_matches_of_their_own(tourney: Tourney) -> None:
    for name in ("春2026", "秋2026", "冬"):
        begin(tourney, name)
        assert tourney("match", "result", f"{name}/r1/t1", "Ken=8", "Mei=6").code == 0
    assert list(scores(tourney)) == ["2026/r1/t1", "2026-2/r1/t1", "event-3/r1/t1"]


def test_two_events_whose_names_look_the_same_are_refused(tourney: Tourney) -> None:
    begin(tourney, "Club Cup")
    before = tourney("db", "log", "--json").out
    for name in ("club cup", "Ｃｌｕｂ Ｃｕｐ", "ClubCup"):
        refused = tourney("event", "new", name, *ONE_TABLE)
        assert refused.code == 6
        said = f"event '{name}' looks like 'Club Cup', which exists already; choose another name"
        assert refused.err.splitlines()[-1] == f"tourney: {said}"
    assert tourney("event", "new", "x" * 101, *ONE_TABLE).code == 2
    assert tourney("db", "log", "--json").out == before
    assert tourney("event", "new", "Club Cup 2", *ONE_TABLE).code == 0


def test_an_event_and_its_matches_can_be_named_in_short(tourney: Tourney) -> None:
    begin(tourney, "Club Cup")
    assert tourney("match", "result", "CC/r1/t1", "Ken=8", "Mei=6").code == 0
    for words in (("standings",), ("crosstable",), ("export", "matches"), ("season",)):
        whole = tourney(*words, "Club Cup")
        assert whole.code == 0
        assert tourney(*words, "CC") == tourney(*words, "club") == whole
    assert tourney("check", "event:CC") == tourney("check", "event:Club Cup")
    shown = tourney("match", "show", "club-cup/r1/t1")
    assert shown.code == 0
    assert tourney("match", "show", "CC/r1/t1") == shown
    assert tourney("match", "void", "--reason", "mistake", "CC/r1/t1", "-y").code == 0
    assert tourney("match", "log", "CC/r1/t1").code == 5, "the table has no match now"


def test_a_short_name_is_refused_where_it_means_several_events(tourney: Tourney) -> None:
    begin(tourney, "Spring 1")
    begin(tourney, "Spring 2")
    for command in ("standings", "crosstable", "season"):
        refused = tourney(command, "spring")
        assert refused.code == 2
        assert "'Spring 1', 'Spring 2'" in refused.err.splitlines()[-1]


def test_standings_without_a_name_say_which_events_there_are(tourney: Tourney) -> None:
    begin(tourney, "Spring 1")
    begin(tourney, "Spring 2")
    for words in (("standings",), ("crosstable",), ("export", "results"), ("export", "tmr")):
        refused = tourney(*words)
        fault = "no runs in this database; name the event: 'Spring 2', 'Spring 1'"
        assert (refused.code, refused.err) == (5, f"tourney: {fault}\n")
