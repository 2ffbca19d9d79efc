"""Files of players as spreadsheets write them, in Japan and elsewhere."""

import json
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tourney.domain.errors import DataFault
from tourney.events.player_lists import read_players

PEOPLE = {"田中 太郎": "たなか たろう", "鈴木 花子": "すずき はなこ", "佐藤 健": "さとう けん"}
HEADINGS = (
    *("名前,よみ", "氏名,ふりがな", "氏名,ﾌﾘｶﾞﾅ", "Name,Reading", "お名前,読み仮名"),
    "選手,ヨミ",
)


def table(head: str = "名前,よみ", separator: str = ",") -> str:
    rows = [head] * bool(head) + [f"{name},{reading}" for name, reading in PEOPLE.items()]
    return "".join(f"{row}\r\n" for row in rows).replace(",", separator)


@pytest.mark.parametrize("head", [*HEADINGS, ""])
def test_every_encoding_separator_and_heading_of_excel_gives_the_same_players(head: str) -> None:
    for encoding in ("cp932", "utf-16", "utf-16-le", "utf-16-be", "utf-8", "utf-8-sig"):
        for separator in (",", ";", "\t"):
            found = read_players(table(head, separator).encode(encoding), "p.csv")
            assert found.people == tuple(PEOPLE), (encoding, separator)
            assert found.readings == PEOPLE, (encoding, separator)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (table().encode("cp932"), "read as cp932 with commas, columns: name, reading"),
        (table("", "\t").encode("utf-16"), "read as UTF-16 with tabs, columns: name, reading"),
        ("1;田中;A\n2;鈴木;B\n".encode(), "read as UTF-8 with semicolons, columns: -, name, -"),
        ("田中\n鈴木\n".encode(), "read as UTF-8 with commas, columns: name"),
        (b"sep=;\nname;club\nKen;A\n", "read as UTF-8 with semicolons, columns: name, club"),
        (b"name,club\nKen,A\n", None),
    ],
)
def test_what_was_guessed_is_said_in_one_line(content: bytes, told: str | None) -> None:
    found = read_players(content, "p.csv").told
    assert (str(found) if found else None) == (told and f"'p.csv': {told}")


UNDECIDABLE = {
    "EUC-JP": (table().encode("euc_jp"), 1),
    "Latin-1": ("name\nKen\nAndré\n".encode("latin-1"), 3),
    "Windows-1252": ("name\nLéa\nMüller\n".encode("cp1252"), 2),
    "half a character of UTF-16": (table().encode("utf-16")[:-1], 4),
    "cp932 cut off": ("名前\n田中".encode("cp932")[:-1], 1),
    "any bytes": (bytes(range(256)), 2),
}


@pytest.mark.parametrize("name", UNDECIDABLE)
def test_a_file_that_may_be_anything_is_refused_with_the_remedy(name: str) -> None:
    content, line = UNDECIDABLE[name]
    with pytest.raises(DataFault, match="save the file as UTF-8") as fault:
        read_players(content, "p.csv")
    assert str(fault.value).startswith(f"'p.csv:{line}': cannot tell")


def test_readings_are_stored_with_new_players(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_bytes(table().encode("cp932"))
    made = tourney("event", "new", "Cup", "--players", "p.csv", "--game", "diams")
    assert made.code == 0, made
    assert "'p.csv': read as cp932 with commas, columns: name, reading\n" in made.err
    people = json.loads(tourney("player", "list", "--json").out)
    assert {one["player"]: one["reading"] for one in people} == PEOPLE


def test_results_are_read_from_the_same_files(tourney: Tourney, tmp_path: Path) -> None:
    text = "match;game;player;score\nm1;diamonds;田中;8\nm1;diamonds;鈴木;7\n"
    (tmp_path / "r.csv").write_bytes(text.encode("cp932"))
    taken = tourney("import", "r.csv")
    assert taken.code == 0, taken
    told = "'r.csv': read as cp932 with semicolons, columns: match, game, player, score\n"
    assert taken.err.startswith(told)
    assert "田中" in tourney("player", "list").out


def test_a_workbook_is_no_player(tourney: Tourney) -> None:
    refused = tourney("event", "new", "Cup", "--players", "Players.xlsx", "--game", "diams")
    assert (refused.code, refused.out) == (3, "")
    assert "save it there as CSV" in refused.err


def test_two_columns_that_can_be_the_names_are_refused() -> None:
    with pytest.raises(DataFault, match="'氏名', '名前' are both read as 'name'"):
        read_players("氏名,名前\n愛,A\n健,B\n".encode(), "club.csv")
