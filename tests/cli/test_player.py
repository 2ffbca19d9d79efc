"""`tourney player`, and the question about a new name that looks like a known one."""

import json
from pathlib import Path

import pytest

from tests.cli.pty_session import Session
from tests.conftest import Once, Tourney
from tests.until import until

RECORD = """\
match: club/1
game: blue-border
seat A: Aiko
seat B: Ben
seat C: Chie

result: A 7, B 3, C 2
rank: A > B > C
status: complete
"""


@pytest.fixture
def club(tourney: Tourney, tmp_path: Path, once: Once) -> Path:
    """A database with a match, and a record with another spelling of one name."""

    def stored() -> None:
        (tmp_path / "1.tmr").write_text(RECORD)
        other = RECORD.replace("club/1", "club/2").replace("Aiko", "ＡＩＫＯ")
        (tmp_path / "2.tmr").write_text(other)
        assert tourney("import", "1.tmr").code == 0

    once(stored)
    return tmp_path


def players(tourney: Tourney) -> dict[str, tuple[str | None, int]]:
    rows = json.loads(tourney("player", "list", "--json").out)
    return {row["player"]: (row["aliases"], row["matches"]) for row in rows}


def test_a_dry_run_says_which_names_are_similar(tourney: Tourney, club: Path) -> None:
    result = tourney("import", "2.tmr", "--dry-run")
    assert (result.code, result.err) == (0, "'ＡＩＫＯ' looks like the known player 'Aiko'\n")
    assert list(players(tourney)) == ["Aiko", "Ben", "Chie"]


def test_the_author_is_the_option_the_setting_or_the_user_of_the_system(
    tourney: Tourney, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "dan")
    assert tourney("player", "add", "Emi").code == 0
    monkeypatch.setenv("TOURNEY_WHO", "Ben")
    assert tourney("player", "add", "Fumi").code == 0
    assert tourney("player", "add", "Gen", "--by", "Chie").code == 0
    authors = [row["actor"] for row in json.loads(tourney("db", "log", "--json").out)]
    assert authors[1:] == ["dan", "Ben", "Chie"]


APART = {"Aiko": (None, 1), "ＡＩＫＯ": (None, 1), "Ben": (None, 2), "Chie": (None, 2)}
JOINED = {"Aiko": ("ＡＩＫＯ", 2), "Ben": (None, 2), "Chie": (None, 2)}


def test_without_a_terminal_a_similar_name_is_a_new_player_and_a_line_says_so(
    tourney: Tourney, club: Path
) -> None:
    result = tourney("import", "2.tmr")
    assert (result.code, result.err.splitlines()[0]) == (
        0,
        "'ＡＩＫＯ' looks like the known player 'Aiko'; stored as a new player; "
        "if it is the same person: tourney player merge Aiko 'ＡＩＫＯ'",
    )
    assert players(tourney) == APART
    joined = tourney("player", "merge", "Aiko", "ＡＩＫＯ")
    assert joined.err.splitlines() == [
        "joined 'ＡＩＫＯ' (1 match) with 'Aiko' (1 match)",
        "undo: tourney player merge --undo Aiko 'ＡＩＫＯ'",
    ]
    assert players(tourney) == JOINED
    assert tourney("player", "merge", "--undo", "Aiko", "ＡＩＫＯ").code == 0
    assert players(tourney) == APART


@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (("--on-similar", "new"), 0, APART),
        (("--on-similar", "join"), 0, JOINED),
        (("--yes",), 0, JOINED),
        (("--on-similar", "error"), 6, dict.fromkeys(("Aiko", "Ben", "Chie"), (None, 1))),
    ],
)  # fmt: skip
def test_options_answer_the_question(
    tourney: Tourney,
    club: Path,
    words: tuple[str, ...],
    code: int,
    expected: dict[str, tuple[str | None, int]],
) -> None:
    assert tourney("import", "2.tmr", *words).code == code
    assert players(tourney) == expected


@pytest.mark.full
def test_a_person_at_a_terminal_is_asked(tourney: Tourney, club: Path) -> None:
    with Session(["import", "2.tmr"], club, (100, 24), talk=True) as session:
        until(lambda: bool(session.read(0.1)) and "the same person?" in session.output)
        session.press("y", "enter")
        assert session.ended() == (0, "")
    assert players(tourney) == JOINED


def test_two_similar_names_at_one_table_are_two_people(tourney: Tourney, club: Path) -> None:
    (club / "3.tmr").write_text(RECORD.replace("club/1", "club/3").replace("Ben", "aiko"))
    assert tourney("import", "3.tmr", "--on-similar", "error").code == 0


def test_a_player_is_added_shown_renamed_and_renamed_back(tourney: Tourney, club: Path) -> None:
    assert tourney("player", "add", "aiko").code == 6
    assert tourney("player", "add", "愛").err.splitlines() == [
        "added player '愛' (id 4)",
        "undo: tourney player forget '愛'",
    ]
    assert "was in no record and is removed" in tourney("player", "forget", "愛", "-y").err
    assert "愛" not in players(tourney)
    changed = tourney("player", "edit", "Aiko", "--name", "愛子", "--reading", "あいこ")
    assert changed.err.splitlines() == [
        "changed player '愛子'",
        "undo: tourney player edit --name Aiko --reading '' --no-alias '愛子' '愛子'",
    ]
    assert json.loads(tourney("player", "show", "Aiko", "--json").out) == {
        "player": "愛子",
        "id": 5,
        "reading": "あいこ",
        "aliases": ["Aiko"],
        "nick": None,
        "shown": None,
        "matches": 1,
        "last": "club/1",
        "games": {"blue-border": {"matches": 1, "wins": 1}},
    }
    back = ("--name", "Aiko", "--reading", "", "--no-alias", "愛子", "愛子")
    assert tourney("player", "edit", *back).code == 0
    assert tourney("player", "show", "愛子").code == 5
    assert tourney("player", "show", "Aiko").out == (
        "player:   Aiko\nid:       1\nmatches:  1\nlast:     club/1\nblue-border: 1 match, 1 won\n"
    )


def test_forgetting_asks_first_and_names_what_remains(tourney: Tourney, club: Path) -> None:
    asked = tourney("player", "forget", "Aiko")
    assert (asked.code, "confirm with --yes" in asked.err) == (2, True)
    done = tourney("player", "forget", "Aiko", "--yes")
    assert done.err.splitlines() == [
        "the player is now called player-1; 1 record changed",
        "backups still contain the name: delete them, or make new ones",
    ]
    assert "Aiko" not in tourney("export", "tmr", "club/1").out
    assert tourney("check", "match:club/1").code == 0
    assert tourney("db", "integrity").code == 0


def test_a_wish_for_pages_is_stored_shown_and_taken_back(tourney: Tourney, club: Path) -> None:
    wish = tourney("player", "edit", "Ben", "--nick", "Benny", "--shown", "nick")
    assert wish.err.splitlines() == [
        "changed player 'Ben'",
        "undo: tourney player edit --nick '' --shown default Ben",
    ]
    shown = json.loads(tourney("player", "show", "Ben", "--json").out)
    assert (shown["nick"], shown["shown"]) == ("Benny", "nick")
    tourney("player", "edit", "Ben", "--name", "Benjamin")
    assert json.loads(tourney("player", "show", "Ben", "--json").out)["shown"] == "nick"
    assert tourney("player", "edit", "--nick", "", "--shown", "default", "Ben").code == 0
    assert json.loads(tourney("player", "show", "Ben", "--json").out)["shown"] is None
    assert tourney("player", "edit", "Ben", "--shown", "masked").code == 2


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        (("show", "Zoe"), 5, "tourney: no player 'Zoe'; see tourney player list\n"),
        (("edit", "Ben"), 2,
         "tourney: nothing to change; use --name, --reading, --nick, --shown, --alias or"
         " --no-alias\n"),
        (("edit", "Ben", "--no-alias", "B"), 5, "tourney: 'B' is no alias of 'Ben'\n"),
        (("merge", "Ben", "Chie"), 6,
         "tourney: 'Ben' and 'Chie' sat at one table in match 'club/1': they are two people\n"),
        (("merge", "--undo", "Ben", "Chie"), 5, "tourney: 'Chie' was not merged into 'Ben'\n"),
        (("add", "Bob", "--by", " "), 2, "tourney: invalid name ' ' for --by: give your name\n"),
    ],
)  # fmt: skip
def test_errors_are_one_line(
    tourney: Tourney, club: Path, words: tuple[str, ...], code: int, error: str
) -> None:
    assert tourney("player", *words) == (code, "", error)


def test_a_name_that_a_record_would_read_as_another_one_is_refused(
    tourney: Tourney, tmp_path: Path
) -> None:
    """`seat A: Ann [bot 1]` is the bot Ann; brackets inside a word belong to the name."""
    for name in ("Ann [bot 1]", "Ann [new]", "Ann [id 3]", "Ann [tall]"):
        refused = tourney("player", "add", name)
        assert (refused.code, "words in brackets" in refused.err) == (2, True), refused
    assert tourney("player", "add", "Ann[1]").code == 0
    assert tourney("player", "edit", "Ann[1]", "--alias", "Ann [bot 2]").code == 2
    record = "match: a/1\ngame: blue-border\nseat A: Ann[1]\nseat B: Bob\n\nresult: A 7, B 3\n"
    (tmp_path / "a.tmr").write_text(f"{record}status: complete\n", "utf-8")
    assert tourney("import", "a.tmr").code == 0
    assert json.loads(tourney("player", "show", "Ann[1]", "--json").out)["matches"] == 1
