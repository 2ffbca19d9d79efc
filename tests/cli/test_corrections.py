"""Corrections of matches: nothing is overwritten, everything follows the newest revision."""

import json
import stat
from pathlib import Path

import pytest

from tests.cli.pty_session import Session
from tests.conftest import Once, Tourney
from tests.examples import times
from tests.until import until

EXAMPLES = Path(__file__).parents[2] / "data" / "records"
RECORD = """\
match: club/1
game: blue-border
event: Club night
seat A: Aiko
seat B: Ben
seat C: Chie

result: A 7, B 3, C 2
rank: A > B > C
status: complete
"""


@pytest.fixture
def club(tourney: Tourney, tmp_path: Path, once: Once, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with three matches, two of them with moves."""
    monkeypatch.setenv("TOURNEY_WHO", "Emi")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.delenv("VISUAL", raising=False)

    def stored() -> None:
        (tmp_path / "1.tmr").write_text(RECORD)
        names = ("table-blue-border.tmr", "notebook-diamonds.tmr")
        assert tourney("import", "1.tmr", *(str(EXAMPLES / name) for name in names)).code == 0

    once(stored)
    return tmp_path


def write_editor(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """An editor that is a shell script; its arguments are written to the file `args`."""
    path = folder / "my editor"
    path.write_text(f'#!/bin/sh\necho "$@" > {folder}/args\nfor file; do :; done\n{script}\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("EDITOR", f"'{path}'")


def drafts(folder: Path) -> list[Path]:
    return sorted(folder.glob("tourney-draft-*/*"))


def test_a_result_is_corrected_announced_logged_and_brought_back(
    tourney: Tourney, club: Path
) -> None:
    words = ("match", "result", "club/1", "Ben=7", "Aiko=6", "--reason", "Ben had 7", "--yes")
    done = tourney(*words)
    assert done.out.splitlines() == [
        "score Aiko (A)     7 -> 6",
        "score Ben (B)      3 -> 7",
        "rank               A > B > C -> B > A > C",
        "standings of event Club night:",
        "  Ben: place 2 -> 1, points 2.00 -> 4.00",
        "  Aiko: place 1 -> 2, points 4.00 -> 2.00",
    ]
    assert done.err.splitlines() == [
        "saved revision 2 of match club/1",
        "undo: tourney match restore --revision 1 club/1",
    ]
    first, second = json.loads(tourney("match", "log", "club/1", "--json").out)
    assert (first["what"], first["by"], first["diff"]) == ("import", "Emi", "")
    assert (second["what"], second["by"], second["reason"]) == ("result", "Emi", "Ben had 7")
    assert "-result: A 7, B 3, C 2\n" in second["diff"]
    assert "+result: A 6, B 7, C 2\n" in second["diff"]
    assert tourney("standings", "Club night").err == (
        "event Club night: 1 match (club/1) corrected\n"
    )
    assert "A 7, B 3, C 2" not in tourney("export", "tmr", "club/1").out
    assert "place 2, score 3" in tourney("match", "show", "club/1", "--revision", "1").out
    back = tourney("match", "restore", "club/1", "--revision", "1", "--yes", "--by", "Ben")
    assert back.code == 0
    assert tourney("export", "tmr", "club/1").out == RECORD
    assert [each["by"] for each in json.loads(tourney("match", "log", "club/1", "--json").out)] == [
        "Emi", "Emi", "Ben",
    ]  # fmt: skip
    assert [row["what"] for row in json.loads(tourney("db", "log", "--json").out)] == [
        "import", "match result", "match restore",
    ]  # fmt: skip
    assert tourney("db", "integrity").code == 0


def test_a_void_match_counts_nowhere_and_can_be_brought_back(tourney: Tourney, club: Path) -> None:
    before = tourney("standings", "Club night", "--json").out
    assert tourney("match", "void", "club/1", "--reason", "wrong table", "--yes").code == 0
    void = tourney("standings", "Club night", "--json")
    assert (json.loads(void.out), void.err) == ([], "event Club night: 1 match (club/1) void\n")
    assert json.loads(tourney("player", "show", "Chie", "--json").out)["matches"] == 2
    checked = tourney("check", "match:club/1")
    assert (checked.code, checked.err) == (0, "match club/1: revision 2, corrected\n")
    assert tourney("match", "void", "club/1", "--reason", "x").err == (
        "tourney: match 'club/1' is already void\n"
    )
    assert tourney("match", "restore", "club/1", "--revision", "1", "--yes").code == 0
    assert tourney("standings", "Club night", "--json").out == before


def test_an_event_is_checked_and_exported_as_corrected(tourney: Tourney, club: Path) -> None:
    (club / "2.tmr").write_text(RECORD.replace("club/1", "club/2"))
    assert tourney("import", "2.tmr").code == 0
    assert tourney("match", "result", "club/1", "B=5", "--yes").code == 0
    assert tourney("match", "void", "club/2", "--reason", "twice", "--yes").code == 0
    checked = tourney("check", "event:Club night")
    assert (checked.code, checked.out.count("\n")) == (0, 2)
    assert checked.err.splitlines() == [
        "match club/1: revision 2, corrected",
        "match club/2: revision 2, corrected",
        "2 of 2 matches pass",
    ]
    rows = json.loads(tourney("export", "results", "event:Club night", "--json").out)
    assert [(row["match"], row["player"], row["score"]) for row in rows] == [
        ("club/1", "Aiko", 7), ("club/1", "Ben", 5), ("club/1", "Chie", 2),
    ]  # fmt: skip
    rows = json.loads(tourney("export", "matches", "event:Club night", "--json").out)
    assert [(row["match"], row["status"], row["revision"]) for row in rows] == [
        ("club/1", "complete", 2), ("club/2", "void", 2),
    ]  # fmt: skip
    missing = tourney("check", "event:May")
    assert (missing.code, missing.err) == (
        5, "tourney: no event 'May'; an event is named in the headers of stored records\n"
    )  # fmt: skip


def test_a_void_match_of_a_run_leaves_its_standings_until_it_is_restored(
    tourney: Tourney, tmp_path: Path
) -> None:
    quick = ("-g", "diams", "-O", "length=quick", "--seed", "3", "-q")
    tourney("run", *quick, "--bot", "a=random", "--bot", "b=random", "--deals", "6", "--name", "x")
    before = tourney("standings", "x", "--json")
    assert tourney("match", "void", "x/3", "--reason", "power cut", "--yes").code == 0
    after = tourney("standings", "x", "--json")
    assert [row["matches"] for row in json.loads(after.out)] == [11, 11]
    assert after.err == "run x: 1 match (x/3) void\n"
    assert "x/3" not in tourney("export", "results", "x").out.replace("x/30", "")
    refused = tourney("match", "edit", "x/3")
    assert (refused.code, "was played by bots" in refused.err) == (6, True)
    assert tourney("match", "restore", "x/3", "--revision", "1", "--yes").code == 0
    assert tourney("standings", "x", "--json") == before
    assert tourney("db", "integrity").code == 0


def test_an_editor_opens_at_the_ply_and_what_it_saves_is_checked(
    tourney: Tourney, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_editor(club, monkeypatch, """sed -i 's/^B: deck = 9$/B: deck/' "$file" """)
    monkeypatch.setenv("VISUAL", "")
    (club / "my editor").rename(club / "vim")
    monkeypatch.setenv("EDITOR", str(club / "vim"))
    done = tourney("match", "edit", "club-2026-11-14/5", "--at", "7", "--yes")
    assert done.code == 0, done.err
    lines = (EXAMPLES / "table-blue-border.tmr").read_text("utf-8").splitlines()
    at = int((club / "args").read_text().split()[0].removeprefix("+"))
    assert lines[at - 1] == "B: deck = 9"
    assert done.out.splitlines() == [
        "plies              30; 1 changed, the first is 7:",
        "  - B: deck = 9",
        "  + B: deck",
    ]
    assert drafts(club) == []


@pytest.mark.parametrize(
    ("script", "code", "words"),
    [
        ("exit 3", 1, "ended with status 3; nothing saved, the draft is in "),
        ("kill -9 $$", 1, "ended by signal 9; nothing saved, the draft is in "),
        ("""sed -i 's/A 7/A 1/' "$file" """, 3, "has errors; the draft is in "),
        ("""sed -i 's/club.1/club-9/' "$file" """, 6, "the id of a match cannot be changed"),
        ("""sed -i 's/Ben/Zoe/' "$file" """, 2, "confirm with --yes"),
    ],
)
def test_what_was_typed_is_never_lost(
    tourney: Tourney,
    club: Path,
    monkeypatch: pytest.MonkeyPatch,
    script: str,
    code: int,
    words: str,
) -> None:
    write_editor(club, monkeypatch, script)
    result = tourney("match", "edit", "club/1")
    assert (result.code, words in result.err.splitlines()[-1]) == (code, True), result.err
    assert tourney("export", "tmr", "club/1").out == RECORD
    (draft,) = drafts(club)
    assert draft.name == "club-1.tmr"
    assert str(draft) in result.err


def test_a_seat_can_be_removed_or_added(tourney: Tourney, club: Path) -> None:
    two = RECORD.replace("seat C: Chie\n", "").replace(", C 2", "").replace(" > C", "")
    (club / "two.tmr").write_text(two)
    fewer = tourney("match", "edit", "club/1", "--file", "two.tmr", "--yes")
    assert fewer.out.splitlines() == [
        "player C           Chie -> ?",
        "score Chie (C)     2 -> ?",
        "rank               A > B > C -> A > B",
        "standings of event Club night:",
        "  Ben: place 2, points 2.00 -> 0.00",
        "  Chie: place 3, points 0.00, matches 1 -> not listed",
    ]
    more = tourney("match", "edit", "club/1", "--file", "1.tmr", "--yes")
    assert (more.code, "score Chie (C)     ? -> 2" in more.out) == (0, True)


def test_no_editor_is_said_in_one_line(
    tourney: Tourney, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EDITOR", "no-such-editor")
    result = tourney("match", "edit", "club/1")
    assert (result.code, result.err.count("\n")) == (1, 1)
    assert "'no-such-editor' cannot be started: No such file" in result.err
    monkeypatch.delenv("EDITOR")
    monkeypatch.setenv("PATH", "")
    assert tourney("match", "edit", "club/1").err == (
        "tourney: no editor: set VISUAL or EDITOR, or use --file FILE\n"
    )


def test_an_update_by_import_is_a_revision_of_the_same_match(tourney: Tourney, club: Path) -> None:
    (club / "2.tmr").write_text(RECORD.replace("B 3", "B 4"))
    assert tourney("import", "2.tmr", "--on-duplicate", "update").code == 0
    found = json.loads(tourney("match", "log", "club/1", "--json").out)
    assert [(each["revision"], each["what"]) for each in found] == [(1, "import"), (2, "import")]
    rows = json.loads(tourney("match", "list", "--json").out)
    assert (rows[0]["match"], rows[0]["id"], rows[0]["revision"]) == ("club/1", 1, 2)


def test_a_corrected_result_is_typed_as_a_new_one(tourney: Tourney, club: Path) -> None:
    """Names in any case and width, only some of them; equal scores share a place, which is said."""
    text = RECORD.replace("club/1", "club/2").replace("blue-border", "diamonds")
    text = text.replace("A 7, B 3, C 2", "A 7, B 4, C 2")
    (club / "d.tmr").write_text(text)
    assert tourney("import", "d.tmr").code == 0
    shared = tourney("match", "result", "club/2", "aiko＝４", "--yes")
    assert shared.err.splitlines()[0] == (
        "equal scores share a place; if something else decides in this game, add --rank 'A > B'"
    )
    assert shared.out.splitlines()[:2] == [
        "score Aiko (A)     7 -> 4",
        "rank               A > B > C -> A = B > C",
    ]
    ranked = tourney("match", "result", "club/2", "C=1", "--rank", "Ben ＞ aiko > C", "--yes")
    assert "A = B > C -> B > A > C" in ranked.out
    given = ("--rank", "B > A > C", "--yes")
    wrong = tourney("match", "result", "club/2", "A=9", *given)
    assert (wrong.code, "error[K-rank]" in wrong.err) == (3, True)


def test_scores_that_do_not_decide_the_places_need_a_rank(tourney: Tourney, club: Path) -> None:
    text = RECORD.replace("club/1", "club/2").replace("blue-border", "diamond-boxes")
    (club / "d.tmr").write_text(text.replace("A > B > C", "C > B > A"))
    assert tourney("import", "d.tmr").code == 0
    refused = tourney("match", "result", "club/2", "A=3", "--yes")
    assert (refused.code, refused.err) == (
        2,
        "tourney: equal scores do not say who is ahead in this game; add --rank 'A > B'\n",
    )
    ranked = tourney("match", "result", "club/2", "A=3", "--rank", "Chie > Aiko > Ben", "--yes")
    assert (ranked.code, "C > B > A -> C > A > B" in ranked.out) == (0, True)


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        (("result", "club/1", "A=x"), 2, "'A=x' is no score; write a number for each player"),
        (("result", "club/1", "A=1234567890"), 2, "'A=1234567890' is too large for a score"),
        (("result", "club/1", "A=1", "--rank", "A > B"), 2, "the order does not name Chie"),
        (("result", "club/1", "Zoe=3"), 2, "no player 'Zoe' at this table: Aiko, Ben, Chie"),
        (("result", "club-2026-11-14/1", "A=3"), 2, "no score for Ben"),
        (("restore", "club/1", "--revision", "7"), 5,
         "no revision 7 of match 'club/1'; it has 1: see tourney match log"),
        (("edit", "club-2026-11-14/1", "--at", "99"), 2,
         "no ply 99 in match 'club-2026-11-14/1'; it has 34 plies"),
        (("void", "club/7", "--reason", "x"), 5,
         "no match 'club/7' in 'tourney.db': see tourney match list"),
        (("edit", "club/1", "--file", "none.tmr"), 5, "no file 'none.tmr'"),
    ][:: times(1, 2)],
)  # fmt: skip
def test_errors_are_one_line(
    tourney: Tourney, club: Path, words: tuple[str, ...], code: int, error: str
) -> None:
    result = tourney("match", *words)
    assert (result.code, result.out, result.err.count("\n")) == (code, "", 1)
    assert result.err.startswith(f"tourney: {error}")


@pytest.mark.full
def test_a_person_at_a_terminal_corrects_until_the_record_passes(
    tourney: Tourney, club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong_then_right = """
if grep -q 'A 1,' "$file"; then new=6; else new=1; fi
sed -i "s/A [17],/A $new,/" "$file"
"""
    write_editor(club, monkeypatch, wrong_then_right)
    with Session(["match", "edit", "club/1"], club, (100, 30), talk=True) as session:
        for question in ("edit again?", "save as revision 2"):
            until(lambda q=question: bool(session.read(0.1)) and q in session.output)
            session.press("y", "enter")
        assert session.ended() == (0, "")
    assert "A 6, B 3" in tourney("export", "tmr", "club/1").out
    assert drafts(club) == []
