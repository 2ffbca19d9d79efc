"""`tourney sheet`: sheets of a game, and of the tables of a round."""

import io
import re
import sys
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.render.pages import Page
from tests.store.sample import fill, new_store

TABLE = """\
match: cup/{id}
game: diamonds
options: teams=on
event: Spring cup
round: {round}
table: {id}
seat A: Aiko {id}
seat B: Ben
seat C: ?
seat D: Dan

status: {status}
"""


def page_of(file: Path) -> Page:
    return Page(file.read_text("utf-8"))


def test_a_sheet_goes_to_stdout_or_to_a_file_and_names_the_players(
    tourney: Tourney, tmp_path: Path
) -> None:
    shown = tourney("sheet", "diams", "-O", "length=quick", "--players", "Aiko\uff0cBen、Chie")
    assert (shown.code, shown.err) == (0, "")
    text = Page(shown.out).text
    assert "A Aiko C Chie B Ben" in text
    assert "tourney record diams -O length=quick --players Aiko,Ben,Chie" in text
    words = ("--players", "Aiko,Ben,Chie", "-O", "length=quick", "-o", "x.html")
    result = tourney("sheet", "diams", *words)
    said = "wrote 1 sheet to x.html; open the file in a browser and print it\n"
    assert (result.code, result.out, result.err) == (0, "", said)
    assert (tmp_path / "x.html").read_text("utf-8") == shown.out


def test_without_names_there_are_blanks_and_as_many_seats_as_possible(tourney: Tourney) -> None:
    text = Page(tourney("sheet", "diamonds").out).text
    assert "seat player, clockwise score place A D B E C F" in text
    assert "--players" not in text
    some = Page(tourney("sheet", "diamonds", "--seats", "3", "--players", "Aiko").out).text
    assert "A Aiko C B" in some


def test_a_sheet_is_in_the_language_of_the_user(tourney: Tourney) -> None:
    result = tourney("sheet", "blue-border", "--lang", "ja")
    assert result.out.startswith('<!DOCTYPE html>\n<html lang="ja">')
    assert "ブルーボーダー" in Page(result.out).text


@pytest.fixture
def cup(tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tourney:
    """A database with two rounds of an event, one table still being recorded."""
    tables = [("10", "1", "unfinished"), ("2", "1", "unfinished"), ("3", "1", "void")]
    tables += [("4", "2", "unfinished")]
    texts = (TABLE.format(id=id_, round=round_, status=s) for id_, round_, s in tables)
    (tmp_path / "cup.tmr").write_text("\n".join(texts), "utf-8")
    assert tourney("import", "cup.tmr").code == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO("none\n\n"))
    words = ("--event", "Spring cup", "--round", "1", "--table", "5", "--date", "2026-11-14")
    assert tourney("record", "diamonds", "--players", "Emi,Fumi,Gen", *words).code == 0
    return tourney


def test_every_table_of_a_round_gets_its_sheet_in_the_order_of_the_tables(
    cup: Tourney, tmp_path: Path
) -> None:
    result = cup("sheet", "--event", "Spring cup", "--round", "1", "-o", "r1.html")
    assert (result.code, result.err.split(";")[0]) == (0, "wrote 3 sheets to r1.html")
    page = page_of(tmp_path / "r1.html")
    assert page.kinds.count("sheet") == 3
    places = [page.text.index(f"round 1 table {table} ") for table in ("2", "5", "10")]
    assert places == sorted(places)
    assert "match id cup/2 event Spring cup" in page.text
    assert "A Aiko 2 A + C" in page.text
    assert "B Ben B + D" in page.text
    assert "tourney match edit cup/2" in page.text
    assert "match id spring-2026-11-14/1" in page.text
    assert "tourney record --resume spring-2026-11-14/1" in page.text
    assert "cup/3" not in page.text


def test_a_round_of_a_run_is_one_of_its_deals(tourney: Tourney, tmp_path: Path) -> None:
    with new_store(tmp_path) as store:
        fill(store, range(1, 4))
    page = Page(tourney("sheet", "--event", "spring", "--round", "2").out)
    assert page.kinds.count("sheet") == 3
    assert [f"match id spring/{number} " in page.text for number in (3, 4, 5, 6, 7)] == [
        False, True, True, True, False,
    ]  # fmt: skip
    assert tourney("sheet", "--event", "run:spring", "--round", "100").code == 0


def test_a_round_has_result_slips_with_names_boxes_and_the_ids_of_its_matches(
    cup: Tourney, tmp_path: Path
) -> None:
    words = ("--event", "Spring cup", "--round", "1", "--kind", "slips")
    result = cup("sheet", *words, "-o", "r1.html")
    assert (result.code, result.err.split(";")[0]) == (0, "wrote 3 result slips to r1.html")
    page = page_of(tmp_path / "r1.html")
    assert page.kinds.count("slip") == 3
    assert "round 1 table 2 Spring cup cup/2 Diamonds teams=on seat player" in page.text
    # A player who is not known has an empty row.
    seats = "seat player, clockwise team score place A Aiko 2 A + C B Ben B + D C A + C D Dan B + D"
    assert f"{seats} signature" in page.text
    assert "svg" not in page.tags


def test_an_address_is_a_code_on_every_sheet_and_slip_and_once_on_the_wall(cup: Tourney) -> None:
    pytest.importorskip("segno")
    words = ("sheet", "--event", "Spring cup", "--round", "1", "--kind")
    for kind, count in (("sheets", 3), ("slips", 3), ("wall", 1)):
        coded = Page(cup(*words, kind, "--address", " http://10.0.0.2:8765").out)
        assert coded.kinds.count("qr") == coded.tags.count("svg") == count
        text = coded.text.replace("table http://10.0.0.2:8765 ", "table ")
        assert text == Page(cup(*words, kind).out).text


def test_the_list_for_the_wall_names_everybody_of_records_without_a_plan(cup: Tourney) -> None:
    words = ("--event", "Spring cup", "--round", "1", "--kind", "wall")
    text = Page(cup("sheet", *words).out).text
    assert "Spring cup Round 1: name and table Aiko 10 10 A" in text
    assert "Dan 2 D Dan 10 D Emi 5 A Fumi 5 B Gen 5 C" in text
    assert "?" not in text


def test_a_round_of_players_who_are_not_known_has_slips_but_no_list_for_the_wall(
    tourney: Tourney, tmp_path: Path
) -> None:
    text = TABLE.format(id="1", round="1", status="unfinished")
    (tmp_path / "x.tmr").write_text(re.sub("(seat .): .*", r"\1: ?", text), "utf-8")
    assert tourney("import", "x.tmr").code == 0
    words = ("sheet", "--event", "Spring cup", "--round", "1", "--kind")
    result = tourney(*words, "wall")
    said = (
        "tourney: no player of round '1' is named; print --kind slips, and write the names on them"
    )
    assert (result.code, result.out, result.err) == (5, "", f"{said}\n")
    assert Page(tourney(*words, "slips").out).kinds.count("slip") == 1


def test_the_list_for_the_wall_has_byes_and_is_in_the_order_of_readings(
    tourney: Tourney, tmp_path: Path
) -> None:
    people = {"花子": "はなこ", "愛": "あい", "Bob": "", "Ann": "", "Cid": ""}
    for name, reading in people.items():
        extra = ("--reading", reading) if reading else ()
        assert tourney("player", "add", name, *extra).code == 0
    new = ("event", "new", "Cup", "--players", ",".join(people), "--game", "diams")
    assert tourney(*new, "--sizes", "2", "--rounds", "2").code == 0
    assert tourney("event", "pair", "--pods", "愛,Bob;花子,Ann").code == 0
    result = tourney("event", "sheet", "--kind", "wall", "-o", "w.html")
    assert result.err.split(";")[0] == "wrote the wall list with 5 names to w.html"
    text = page_of(tmp_path / "w.html").text
    assert text.endswith("table Ann 2 B Bob 1 B Cid bye 愛 1 A 花子 2 A")
    same = tourney("sheet", "--event", "Cup", "--round", "1", "--kind", "wall")
    assert Page(same.out).text == text
    # Who is away does not look for a table; the one who is left alone has none.
    assert tourney("event", "no-show", "Bob").code == 0
    text = Page(tourney("--lang", "ja", "event", "sheet", "--kind", "wall").out).text
    assert text.endswith("第1回戦: 名前と卓 Ann 2 B Cid 不戦 愛 不戦 花子 2 A")


def test_without_the_library_for_codes_its_extra_is_named(
    cup: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)  # as if it were not installed
    words = ("--event", "Spring cup", "--round", "1")
    for kind in ("sheets", "slips", "wall"):
        result = cup("sheet", *words, "--kind", kind, "--address", "http://10.0.0.2")
        assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
        assert "pip install 'tabletop-tourney[serve]'" in result.err
        assert cup("sheet", *words, "--kind", kind).code == 0


WRONG = [
    (5, "--event|nope|--round|1", "no event 'nope'; an event is named in the headers"),
    (5, "--event|Spring cup|--round|3", "event 'Spring cup' has no round '3'; it has 1 and 2\n"),
    (2, "--event|Spring cup", "--event and --round are only used together; add --round R\n"),
    (2, "--round|1", "--event and --round are only used together; add --event NAME\n"),
    (2, "diams|--event|Spring cup|--round|1", "GAME cannot be combined with --event; "),
    (2, "--seats|3|--event|Spring cup|--round|1", "--seats cannot be combined with --event; "),
    (2, "", "no game given; name one of diams, diamonds, "),
    (2, "chess", "unknown game 'chess'; known games: diams, "),
    (2, "diamonds|--seats|9", "diamonds is for 2 to 6 seats, not 9\n"),
    (2, "diamonds|--seats|0", "diamonds is for 2 to 6 seats, not 0\n"),
    (2, "diams|--seats|2|--players|a,b,c", "3 players are named for 2 seats; leave some out, or "),
    (2, "diams|--players|a,b,a", "player 'a' is named twice\n"),
    (2, "diams|-O|length=long", "'long' is not valid for option length; use standard or quick\n"),
    (
        2,
        "diams|--kind|slips",
        "--kind slips is for a round of an event; add --event NAME --round R",
    ),
    (2, "diams|--address|http://x", "--address is for a round of an event; add --event NAME "),
    (
        2,
        "--event|Spring cup|--round|1|--address|x",
        "'x' is no web address for --address; write it",
    ),
    (2, f"--event|Spring cup|--round|1|--address|http://{'x' * 200}", "'http://xxx"),
    (2, "--event|Spring cup|--round|1|--kind|wall|--json", "a sheet is an HTML page; remove "),
    (2, "diams|--json", "a sheet is an HTML page; remove --format and --columns\n"),
    (6, "diams|-o|tourney.db", "'tourney.db' belongs to a database; write to another file\n"),
    (5, "diams|-o|nowhere/x.html", "no such file 'nowhere/x.html'; check the path\n"),
    (1, "diams|-o|/dev/full", "no space left on the device: '/dev/full'; free some disk space"),
]


def test_what_is_wrong_is_one_line(cup: Tourney, tmp_path: Path) -> None:
    before = {path.name for path in tmp_path.iterdir()}
    for code, words, said in WRONG:
        result = cup("sheet", *words.split("|")) if words else cup("sheet")
        assert (result.code, result.out, result.err.count("\n")) == (code, "", 1)
        assert result.err.replace(f"{tmp_path}/", "").startswith(f"tourney: {said}")
    assert {path.name for path in tmp_path.iterdir()} == before
