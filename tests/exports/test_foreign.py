"""Results from and for other programs: tables, BG Stats, BoardGameGeek, calendars."""

import csv
import io
import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from tests.conftest import Tourney
from tests.exports.test_results import CLUB, CUP, rows

CSV = """\
match,game,player,score,event,round,date,seconds,x-hall
n/1,diamonds,Ann,9,Cup,1,2026-11-14,2700,A
n/1,diamonds,Bo,5,Cup,1,2026-11-14,2700,A
n/1,diamonds,Cy,4,Cup,1,2026-11-14,2700,A
n/2,blue-border,Cy,3,,,2026-11-15,,
n/2,blue-border,Bo,3,,,2026-11-15,,
"""


def rare(case: tuple[str, str, str]) -> Any:
    """A case for `make full`."""
    return pytest.param(*case, marks=pytest.mark.full)


def done(tourney: Tourney, *args: str) -> str:
    result = tourney(*args)
    assert result.code == 0, result.err
    return result.out


def test_a_table_of_results_is_imported_once(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text(CSV, "utf-8")
    would = "n/1: would be added\nn/2: would be added\n2 matches: would be: 2 added\n"
    assert done(tourney, "import", "--type", "csv", "r.csv", "--dry-run") == would
    first = tourney("import", "--type", "csv", "r.csv")
    assert (first.code, first.out) == (0, "2 matches: 2 added\n")
    assert "undo: tourney import --type csv --undo r.csv" in first.err
    again = done(tourney, "import", "--type", "csv", "r.csv")
    assert again == "2 matches: 2 already there\n"
    assert "n/1: already there\n" in done(tourney, "import", "--type", "csv", "r.csv", "--dry-run")
    assert done(tourney, "import", "r.csv") == again  # the suffix says the same
    found = rows(tourney, "export", "results", "n/1", "n/2")
    assert [(row["player"], row["score"], row["place"]) for row in found] == [
        ("Ann", 9, 1), ("Bo", 5, 2), ("Cy", 4, 3), ("Cy", 3, 1), ("Bo", 3, 1),
    ]  # fmt: skip
    assert (found[0]["event"], found[0]["seconds"]) == ("Cup", 2700)
    assert "x-hall: A\n" in done(tourney, "export", "tmr", "n/1")
    (tmp_path / "r.csv").write_text(CSV.replace("Ann,9", "Ann,8"), "utf-8")
    assert tourney("import", "--type", "csv", "r.csv").code == 6
    update = done(tourney, "import", "--type", "csv", "r.csv", "--on-duplicate", "update")
    assert update == "2 matches: 1 already there, 1 updated\n"
    (tmp_path / "r.csv").write_text(CSV.replace("Ann,9", "Ann,7"), "utf-8")
    refused = tourney("import", "--type", "csv", "r.csv", "--dry-run")
    assert (refused.code, refused.out) == (6, "n/1: would be refused\nn/2: already there\n")


def test_what_spreadsheets_make_of_a_table_is_read(tourney: Tourney, tmp_path: Path) -> None:
    done(tourney, "config", "set", "format", "json")
    (tmp_path / "r.csv").write_text(CSV, "utf-8")
    done(tourney, "import", "r.csv", "--db", "plain.db")
    plain = done(tourney, "export", "tmr", "n/1", "n/2", "--db", "plain.db")
    excel = CSV.replace("2026-11-14", "2026/11/14").replace(",9,", ",９.0,").replace(",", ";")
    excel = "".join(f"{line};;\r\n" for line in excel.splitlines())
    for number, text in enumerate((excel, f"sep=;\r\n{excel}", f"{excel};;;;;;;;;;\r\n")):
        (tmp_path / "e.csv").write_bytes(b"\xef\xbb\xbf" * (number == 0) + text.encode())
        done(tourney, "import", "e.csv", "--db", f"{number}.db")
        assert done(tourney, "export", "tmr", "n/1", "n/2", "--db", f"{number}.db") == plain


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            '"Bo"',
            '["Bo"]',
            "'r.jsonl:2': '[\\'Bo\\']' in column 'player': write a text or a number",
        ),
        ('"Bo"', '"Bö"', "'r.jsonl:2': not UTF-8 text; save the file as UTF-8"),
        ('"Bo"', f'"{"B" * 201}"', "'r.jsonl:2': match 'a': player: the name has 201 characters"),
        ("false", '"FALSCH"', "'r.jsonl:2': 'FALSCH' in column 'forfeit': write true or false"),
    ],
)
def test_a_wrong_line_of_json_is_named(
    tourney: Tourney, tmp_path: Path, old: str, new: str, fault: str
) -> None:
    line = '{"match": "a", "game": "diams", "player": "Bo", "score": 5, "forfeit": false}\n'
    text = line.replace("Bo", "Ann") + line.replace(old, new)
    (tmp_path / "r.jsonl").write_bytes(text.encode("latin-1"))
    result = tourney("import", "r.jsonl")
    assert (result.code, result.out) == (3, "")
    assert f"tourney: {fault}" in result.err
    assert not (tmp_path / "tourney.db").exists()


def test_rows_of_a_match_may_stand_apart_and_places_begin_with_one(
    tourney: Tourney, tmp_path: Path
) -> None:
    table = "match,game,player,score,place\na,diams,Ann,11,{}\nb,diams,Ann,9,2\na,diams,Bo,10,2\n"
    rest = "b,diams,Bo,11,1\n"
    (tmp_path / "r.csv").write_text(table.format(1) + rest, "utf-8")
    assert done(tourney, "import", "--type", "csv", "r.csv") == "2 matches: 2 added\n"
    (tmp_path / "r.csv").write_text(table.format(0) + rest, "utf-8")
    refused = tourney("import", "--type", "csv", "r.csv", "--dry-run")
    assert refused.err == "tourney: 'r.csv:2': '0' in column 'place': use a place from 1 on\n"
    (tmp_path / "plays.json").write_text('{"players": [], "plays": []}', "utf-8")
    assert done(tourney, "import", "--type", "bgstats", "plays.json") == "0 matches\n"
    (tmp_path / "plays.json").write_text('{"players": []}', "utf-8")
    assert tourney("import", "--type", "bgstats", "plays.json").code == 3


WRONG = [
    ("x-hall", "hall", "'r.csv:1': unknown column 'hall'; use "),
    ("match,game,", "match,spiel,", "'r.csv:1': unknown column 'spiel'"),
    (",player,", ",x-player,", "'r.csv:1': the column player is missing; add it"),
    ("Bo,5", "Bo,five", "'r.csv:3': 'five' in column 'score': use a whole number"),
    ("blue-border,Cy", "go,Cy", "'r.csv:6': 'blue-border' in column 'game': the rows of a"),
    ("blue-border", "go", "'r.csv:5': match 'n/2': unknown game 'go'; use one of "),
    ("Bo,5,Cup,1,2026-11-14,2700,A", "Bo,5", "'r.csv:3': the row has more or fewer cells"),
    ("2026-11-15", "15.11.", "'r.csv:5': match 'n/2': date: '15.11.' is not a date; write YYYY"),
    ("Bo,5,", "Bo,1_0,", "'r.csv:3': '1_0' in column 'score': use a whole number"),
    ("score,event", "score,", "'r.csv:2': the row has more or fewer cells"),
    ("n/2,", "n/1,", "'r.csv:5': 'blue-border' in column 'game': the rows of a match"),
    ("Ann,9", "Bo,9", "'r.csv:2': match 'n/1': "),
    ("Cy,4", ",4", "'r.csv:4': '' in column 'player': the player has no name"),
    ("n/2,blue-border,Bo", 'n/2,blue-border,"Bo', "'r.csv:6': not csv: "),
    ("player,", "match,", "'r.csv:1': two columns are called 'match'; remove one"),
    (CSV.partition("\n")[2], "", "'r.csv': no results; write a row for each match and seat"),
]


@pytest.mark.parametrize(("old", "new", "fault"), [*WRONG[:4], *map(rare, WRONG[4:])])
def test_a_wrong_row_is_named(
    tourney: Tourney, tmp_path: Path, old: str, new: str, fault: str
) -> None:
    assert old in CSV
    (tmp_path / "r.csv").write_text(CSV.replace(old, new), "utf-8")
    result = tourney("import", "--type", "csv", "r.csv")
    assert (result.code, result.out) == (3, "")
    assert f"tourney: {fault}" in result.err
    assert not (tmp_path / "tourney.db").exists()


@pytest.mark.full
def test_exported_results_are_imported_elsewhere(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(
        'name = "spring"\ngame = "diams"\nevent = "Spring, open"\ndeals = 2\nseed = 3\n'
        '[options]\nlength = "quick"\n[bots]\n"=b 1" = "random"\n"さくら" = "greedy"\n'
    )
    done(tourney, "run", "run.toml", "-q")
    keys = ("match", "seat", "player", "bot_version", "score", "place", "points", "options")
    before = [[row[key] for key in keys] for row in rows(tourney, "export", "results", "spring")]
    for form in ("csv", "jsonl"):
        done(tourney, "export", "results", "spring", "-o", f"r.{form}")
        done(tourney, "import", "--type", form, f"r.{form}", "--db", f"{form}.db")
        found = rows(tourney, "export", "results", "event:Spring, open", "--db", f"{form}.db")
        assert [[row[key] for key in keys] for row in found] == before
    (tmp_path / "bad.jsonl").write_text('{"match": "x"\n', "utf-8")
    refused = tourney("import", "--type", "jsonl", "bad.jsonl")
    assert (refused.code, refused.err) == (
        3, "tourney: 'bad.jsonl:1': not a JSON object; write one object on each line\n",
    )  # fmt: skip


def play(document: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in document["plays"] if one["comments"].endswith(f" {name}"))


def test_plays_go_to_bg_stats_and_come_back(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "m.tmr").write_text(CLUB, "utf-8")
    forfeit = CLUB.replace("club/1", "club/2").replace('-- adjust score A -5 reason "late"\n', "")
    forfeit = forfeit.replace(
        "rank: A > B > C\nstatus: complete", "status: abandoned\nforfeit: A left"
    )
    (tmp_path / "f.tmr").write_text(forfeit, "utf-8")
    done(tourney, "import", "m.tmr", "f.tmr")
    result = tourney("export", "bgstats", "Club", "-o", "p.bgsplay")
    assert result.err.startswith("club/2 left out: its status is abandoned\n")
    text = (tmp_path / "p.bgsplay").read_text("utf-8")
    document = json.loads(text)
    (found,) = document["plays"]
    assert UUID(found["uuid"]).version == 5
    assert (found["playDate"], found["durationMin"]) == ("2026-11-14 12:00:00", 45)
    names = {one["id"]: one["name"] for one in document["players"]}
    keys = ("score", "winner", "rank", "seatOrder")
    scores = [
        (names[one["playerRefId"]], *(one[key] for key in keys)) for one in found["playerScores"]
    ]
    assert scores == [("Ann", "9", True, 1, 1), ("Bo", "5", False, 2, 2), ("Cy", "4", False, 3, 3)]
    assert (document["games"][0]["name"], document["games"][0]["highestWins"]) == ("Diamonds", True)
    done(tourney, "export", "bgstats", "Club", "-o", "q.bgsplay")
    assert (tmp_path / "q.bgsplay").read_text("utf-8") == text

    # Elsewhere: our own play keeps its id; a changed copy is a play of its own; others are named.
    other = json.loads(json.dumps(found))
    other |= {"uuid": "5BFF4FDC-9FD9-4D1C-A9F4-0C5E5C1E7F11", "comments": "a nice\nevening"}
    other["playerScores"][1] |= {"score": "9"}
    for one in other["playerScores"]:
        one["rank"] = 0
    chess = json.loads(json.dumps(other)) | {"gameRefId": 7}
    sums = json.loads(json.dumps(other))
    sums["playerScores"][0]["score"] = "4+5"
    document["games"].append({"id": 7, "name": "Chess"})
    document["plays"] += [chess, sums]
    (tmp_path / "in.json").write_text(json.dumps(document), "utf-8")
    taken = tourney("import", "--type", "bgstats", "in.json", "--db", "new.db")
    assert taken.out == "1 match: 1 added\n"
    assert "in.json: plays[1] left out: unknown game 'Chess'; use one of" in taken.err
    assert "in.json: plays[2] left out: the score '4+5' is no whole number" in taken.err
    (row, *_) = rows(tourney, "export", "results", "club/1", "--db", "new.db")
    assert (row["player"], row["score"], row["date"], row["seconds"]) == (
        "Ann", 9, "2026-11-14", 2700,
    )  # fmt: skip
    document["plays"] = [other]
    (tmp_path / "in.json").write_text(json.dumps(document), "utf-8")
    tie = tourney("import", "--type", "bgstats", "in.json", "--db", "new.db")
    assert tie.code == 0
    assert "equal scores share a place in 1 match, the first at 'in.json: plays[0]'" in tie.err
    (tmp_path / "in.json").write_text("[]", "utf-8")
    assert tourney("import", "--type", "bgstats", "in.json").code == 3
    (tmp_path / "in.json").write_text('{"plays": 1}', "utf-8")
    assert tourney("import", "--type", "bgstats", "in.json").code == 3


@pytest.mark.parametrize(
    "broken",
    [
        '"playDate": "20.11.2026"', '"playDate": null', '"playDateYmd": 20261332', '"uuid": "x"',
        '"durationMin": Infinity', '"playerScores": null', '"playerScores": [{"score": "1"}]',
    ],
)  # fmt: skip
def test_a_play_that_cannot_be_read_is_left_out(
    tourney: Tourney, tmp_path: Path, broken: str
) -> None:
    (tmp_path / "m.tmr").write_text(CLUB, "utf-8")
    done(tourney, "import", "m.tmr")
    document = json.loads(done(tourney, "export", "bgstats", "Club"))
    (good,) = document["plays"]
    other = good | {"uuid": "5BFF4FDC-9FD9-4D1C-A9F4-0C5E5C1E7F11", "playDateYmd": 0}
    document["plays"] = [good, other | json.loads(f"{{{broken}}}")]
    (tmp_path / "p.bgsplay").write_text(json.dumps(document), "utf-8")
    taken = tourney("import", "p.bgsplay", "--db", "new.db", "-y")
    assert (taken.code, taken.out) == (0, "1 match: 1 added\n")
    assert taken.err.startswith("p.bgsplay: plays[1] left out: the play is not complete")


TEAMS = """\
match: late/1
game: diamonds
options: teams=on
event: Late
date: 2026-11-14T06:30+09:00
seat A: Ann
seat B: Bo
seat C: Cy
seat D: Di

result: A 9, B 5, C 9, D 5
rank: A = C > B = D
status: complete
"""


def test_plays_have_their_time_in_utc_their_day_and_their_teams(
    tourney: Tourney, tmp_path: Path
) -> None:
    alone = TEAMS.replace("late/1", "late/2").replace("options: teams=on\n", "")
    alone = alone.replace("C 9, D 5", "C 8, D 4").replace("A = C > B = D", "A > C > B > D")
    (tmp_path / "m.tmr").write_text(f"{TEAMS}\n{alone}", "utf-8")
    done(tourney, "import", "m.tmr")
    done(tourney, "export", "bgstats", "Late", "-o", "p.bgsplay")
    plays = json.loads((tmp_path / "p.bgsplay").read_text("utf-8"))["plays"]
    assert {(one["playDate"], one["playDateYmd"]) for one in plays} == {
        ("2026-11-13 21:30:00", 20261114)
    }
    teams = [(one["usesTeams"], [seat["team"] for seat in one["playerScores"]]) for one in plays]
    assert teams == [
        (True, ["AC", "BD", "AC", "BD"]), (False, [""] * 4),
    ]  # fmt: skip
    days = csv.DictReader(io.StringIO(done(tourney, "export", "bgg", "Late")))
    assert {row["date"] for row in days} == {"2026-11-14"}
    # Elsewhere the day stays the same; a play of teams does not say who plays with whom.
    taken = tourney("import", "p.bgsplay", "--db", "new.db")
    assert (taken.code, taken.out) == (0, "1 match: 1 added\n")
    assert taken.err.startswith("p.bgsplay: plays[0] left out: ")
    (row, *_) = rows(tourney, "export", "results", "late/2", "--db", "new.db")
    assert row["date"] == "2026-11-14"


def test_plays_for_boardgamegeek_are_rows(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "m.tmr").write_text(CLUB, "utf-8")
    done(tourney, "import", "m.tmr")
    found = list(csv.DictReader(io.StringIO(done(tourney, "export", "bgg", "Club"))))
    keys = ("date", "length", "game", "name", "startposition", "score", "win")
    assert [tuple(row[key] for key in keys) for row in found] == [
        ("2026-11-14", "45", "Diamonds", "Ann", "1", "9", "1"),
        ("2026-11-14", "45", "Diamonds", "Bo", "2", "5", "0"),
        ("2026-11-14", "45", "Diamonds", "Cy", "3", "4", "0"),
    ]


def test_the_ids_of_games_on_boardgamegeek_are_a_setting(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "m.tmr").write_text(CLUB, "utf-8")
    done(tourney, "import", "m.tmr")
    done(tourney, "config", "set", "bgg_ids", "diamonds=123456, diams=7")
    found = csv.DictReader(io.StringIO(done(tourney, "export", "bgg", "Club")))
    assert {row["objectid"] for row in found} == {"123456"}
    document = json.loads(done(tourney, "export", "bgstats", "Club"))
    assert document["games"][0]["bggId"] == 123456
    # A play under another title is found by the id.
    document["games"][0]["name"] = "ダイヤモンズ第二版"
    document["plays"][0] |= {"comments": ""}
    (tmp_path / "p.json").write_text(json.dumps(document), "utf-8")
    done(tourney, "import", "--type", "bgstats", "p.json", "--db", "new.db")
    name = f"bgstats/{document['plays'][0]['uuid']}"
    (row,) = rows(tourney, "export", "matches", name, "--db", "new.db")
    assert row["game"] == "diamonds"
    for wrong in ("diamonds", "diamonds=x", "=1", "diamonds=１"):
        assert tourney("config", "set", "bgg_ids", wrong).code == 2
    done(tourney, "config", "set", "bgg_ids", "chess=1")
    assert tourney("export", "bgg", "Club").code == 2


@pytest.mark.full
def test_rounds_are_calendar_entries(tourney: Tourney, tmp_path: Path) -> None:
    icalendar = pytest.importorskip("icalendar")
    for words in CUP:
        done(tourney, *words)
    done(tourney, "match", "void", "cup/r1/t1", "--reason", "x", "-q", "-y")
    done(tourney, "event", "dates", "--dates", "2026-11-28T19:00+09:00")
    done(tourney, "export", "ics", "Cup", "-o", "r.ics")
    data = (tmp_path / "r.ics").read_bytes()
    (entry,) = icalendar.Calendar.from_ical(data).walk("VEVENT")
    assert str(entry["SUMMARY"]) == "Cup: round 1"
    assert entry.decoded("DTSTART").isoformat() == "2026-11-28T10:00:00+00:00"
    assert "Ken, Mei, Yui, Lea" in str(entry["DESCRIPTION"])
    done(tourney, "event", "dates", "--dates", "2026-11-29")
    done(tourney, "export", "ics", "-o", "r.ics")
    (later,) = icalendar.Calendar.from_ical((tmp_path / "r.ics").read_bytes()).walk("VEVENT")
    assert later["UID"] == entry["UID"]
    assert later.decoded("DTSTART").isoformat() == "2026-11-29"
    assert later["SEQUENCE"] > entry["SEQUENCE"]
    new = ("event", "new", "Next", "--players", "Ken,Mei,Yui", "--game", "diamonds", "--rounds",
           "2", "--sizes", "3", "-q")  # fmt: skip
    done(tourney, *new)
    missing = tourney("export", "ics", "Next")
    assert missing.code == 3
    assert "round 1 of main has no date; give it with tourney event dates" in missing.err


@pytest.mark.parametrize(
    ("game", "places"),
    [("diamonds", [1, 1, 3]), ("blue-border", [1, 1, 3]), ("diamond-boxes", None)],
)
def test_equal_scores_of_a_file_share_a_place_where_a_typed_result_does(
    tourney: Tourney, tmp_path: Path, game: str, places: list[int] | None
) -> None:
    """Rule 1 of Diamond Boxes never shares a place (DJ1-R18)."""
    lines = [f"m1,{game},{name},{score}" for name, score in (("Ann", 5), ("Bob", 5), ("Cy", 3))]
    (tmp_path / "r.csv").write_text("\n".join(("match,game,player,score", *lines)) + "\n")
    taken = tourney("import", "r.csv")
    if places is None:
        assert (taken.code, "add the column place" in taken.err) == (3, True)
        return
    assert taken.code == 0
    assert [int(row["place"]) for row in rows(tourney, "export", "results", "m1")] == places


def test_a_fault_of_a_file_of_results_names_the_player(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text(
        "match,game,seat,player,score\nm,diams,A,Ann,9\nm,diams,B,Bob,99\n", "utf-8"
    )
    for lang, fault in (("en", "'Bob=99': the score is at most 11"), ("ja", "「Bob=99」")):
        told = tourney("import", "r.csv", "--lang", lang)
        assert (told.code, fault in told.err) == (3, True), told
