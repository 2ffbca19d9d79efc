"""`tourney record`: a match typed line by line, through a pipe."""

import io
import json
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from tests import program
from tests.conftest import Result, Tourney
from tests.desk.typist import NAMES, Typist, played
from tests.examples import times, usual
from tests.program import Program
from tests.until import until
from tourney.records import record as text_of
from tourney.store import open_store
from tourney.store.matches import match_named
from tourney.store.recordings import all_recordings

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "data" / "records"
NOTEBOOK = (RECORDS / "notebook-diamonds.tmr").read_text("utf-8")
CLUB = "Aiko,Ben,Chie,Dan,Emi"
EVENING = ("--players", CLUB, "--event", "Club night 14 Nov", "--date", "2026-11-14")
Typing = Callable[..., Result]


@pytest.fixture
def typing(tourney: Tourney, monkeypatch: pytest.MonkeyPatch) -> Typing:
    """Runs `tourney record` with these lines on stdin."""

    def run(args: Sequence[str], *lines: str) -> Result:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return tourney("record", *args)

    return run


def stored(folder: Path, name: str) -> str:
    """The record of a stored match."""
    with open_store(str(folder / "tourney.db")) as store:
        return text_of(match_named(store, name))


NOTES = (
    "# Recorded from Emi's notebook the next morning; only her own hand was kept.",
    *("aiko", "3"),
    "d3 d6 d14 h1 h12 h13 s3 s8 c10 c11",
    "s8 c10 c11",
    "c6 c12 c4 ~h1 d14 c1  # Emi first put down H1, taken back",
    "h15 s2 h1 h5 ? = chie",
    "d2 s? d15 d1 d12",
    "h12 ^c11 h10 h14 s7  # revoke by Aiko, noticed after the trick, let stand",
    *("!4", "Aiko showroom -1 Chie showroom +1", "revoke, table agreed"),
    "c3 c5 h13 c10 c9",
    "s11 s10 s13 s6 s14",
    *("!5", "dan", "left for last train"),
    *("!0", ""),
)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_notebook_gives_the_same_bytes_in_both_languages(
    typing: Typing, tmp_path: Path, lang: str
) -> None:
    kana = {"d": "ダ", "h": "ハ", "s": "ス", "c": "ク"}
    lines = list(NOTES)
    if lang == "ja":
        lines[5] = "ク6 ク12 クラブ4 〜ハ1 ダ14 ク1  # Emi first put down H1, taken back"
        lines[6] = "".join(kana.get(char, char) for char in "h15 s2 h1 h5 ?")
        lines[6] += " = chie"
        lines[lines.index("!4") + 1] = "Aiko ショールーム -1 Chie ショールーム +1"
    args = ("diamonds", "-O", "rounds=1", *EVENING[:4], "--round", "1", "--table", "1")
    when = ("--date", "2026-11-14T19:05+09:00", "--recorder", "Emi", "--hands", "mine")
    result = typing((*args, *when, "--id", "club-2026-11-14/1", "--lang", lang), *lines)
    assert result.code == 0, result
    written = stored(tmp_path, "club-2026-11-14/1")
    assert written == NOTEBOOK.replace("source: notes", "source: table")


def test_a_dialogue_asks_echoes_and_explains(typing: Typing) -> None:
    lines = ("", "", "mine", "emi", "d3 d6 d14 h1 h12 h13 s3 s8 c10 c11", "s8 c10 c11")
    lines = (*lines[2:4], *lines[:2], *lines[4:])
    result = typing(("diamonds", *EVENING), *lines, "c6 c12 c4 d14 c1", "h15 s2 s3", ".")
    assert (
        result.out
        == """\
hands: none, mine or all? [none]
whose hand is known?
club-2026-11-14/1  Diamonds, 5 players.  Every action is saved as you enter it.
?  help   <  back   >  forward   !  incident   .  stop, or the only possible action
dealer? [Aiko]
cards to pass? [3]
    -- round 1 dealer A pass 3
Emi's hand?
    E: hand D3 D6 D14 H1 H12 H13 S3 S8 C10 C11
Emi's cards passed?
    E: pass S8 C10 C11
trick 1: Ben leads (Ben, Chie, Dan, Emi and Aiko)
Ben>
    B: C6 C12 C4 D14 C1 = C
    Chie wins the trick; showroom: Ben 3 -> 2, Chie 3 -> 4 and thief now Chie; vault: Emi 0 -> 1
trick 2: Chie leads (Chie, Dan, Emi, Aiko and Ben)
Chie>
! Emi did not follow suit
    rule: DM-R6 Whoever has a card of the suit led must follow suit, the
    highest card of that suit wins the trick, and its player leads to the
    next.
    line 2: E: hand D3 D6 D14 H1 H12 H13 S3 S8 C10 C11
    H1 was in this hand
    if it happened so: !3 lets it stand
Chie>
"""
    )
    assert result.err == (
        "4 lines are saved; go on with: tourney record --resume club-2026-11-14/1\n"
    )


def test_a_stopped_recording_goes_on(typing: Typing, tmp_path: Path) -> None:
    first = typing(("diamond-boxes", "--players", "Aiko,Ben", "--id", "b/1", "--hands", "none"))
    assert (first.code, "0 lines are saved" in first.err) == (0, True)
    again = typing(("--resume",), "-- start r9@1,0e b7@0,0n", ".")
    assert "1 line is saved" in again.err
    offered = typing(("diamond-boxes", "--players", "x,y"), "", "?", "<", ".")
    assert offered.out.startswith("go on with b/1 after 1 line, yes or no? [yes]\n")
    assert "taken back: -- start r9@1,0e b7@0,0n" in offered.out
    with open_store(str(tmp_path / "tourney.db")) as store:
        assert [(one.name, one.lines, one.holder) for one in all_recordings(store)] == [
            ("b/1", (), "")
        ]


def test_nothing_to_resume_is_said(typing: Typing) -> None:
    assert typing(()).code == 5
    typing(("blue-border", "--players", "a,b", "--id", "x"))
    assert typing(("--resume", "y")).code == 5
    assert typing(("blue-border", "--players", "a,b", "--id", "x"), "no").code == 6


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("chess", "--players", "a,b"), 2),
        (("diamonds", "--players", "a"), 2),
        (("diamonds", "--players", "a1,A1,c1"), 2),
        (("diamonds", "--players", "c,b,a"), 2),
        (("diamonds", "--players", "Aiko [bot 1],b,c"), 2),
        (("diamonds", "--players", f"{'x' * 65},b,c"), 2),
        (("diamonds", "--players", "a,b,c", "--hands", "mine", "--whose", "Zed"), 2),
        (("diamonds", "--players", "a,b,c", "-O", "rounds=x"), 2),
        (("diamonds", "--players", "a,b,c", "--date", "soon"), 2),
        (("diamonds",), 2),
    ],
)
def test_a_wrong_table_is_refused(typing: Typing, args: tuple[str, ...], code: int) -> None:
    result = typing(args)
    assert (result.code, result.err.count("\n")) == (code, 1)


def whole_match(seed: int, name: str, seats: int, **options: str) -> tuple[list[str], list[str]]:
    """What a typist types for a match, and the lines of its record."""
    rng = Random(f"{seed} {name}")
    match = played(name, seats, options, rng)
    typist = Typist(match.setup, rng)
    marks = ("-- skip", "-- end", "-- draw")
    inputs = [
        text for line in match.lines if not line.startswith(marks) for text in typist.typed(line)
    ]
    return inputs, match.lines


def test_a_whole_match_is_typed_through_a_pipe(typing: Typing, tmp_path: Path) -> None:
    inputs, lines = whole_match(1, "diams", 3, length="quick")
    args = ("diams", "-O", "length=quick", "--players", "Aiko,Ben,Chie", "--id", "d/1")
    result = typing((*args, "--hands", "all"), *inputs, "")
    assert "stored match d/1" in result.err, result.out[-500:]
    assert stored(tmp_path, "d/1").split("\n\n")[1].split("\n") == lines


class Child:
    """A `tourney record` process that is killed at some moment."""

    def __init__(self, folder: Path, *args: str) -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = Program(("record", *args), cwd=folder, env=ENV, text=True, **pipes)

    def answer(self, text: str) -> None:
        """Waits for a prompt and answers it."""
        assert self.process.stdin
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()

    def __enter__(self) -> "Child":
        return self

    def __exit__(self, *error: object) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


ENV = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}


def saved(folder: Path) -> int:
    """The number of changes on disk."""
    file = folder / "tourney.db"
    if not file.exists():
        return 0
    with closing(sqlite3.connect(file)) as base:
        try:
            return int(base.execute("SELECT count(*) FROM recording_change").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


KILLED: dict[str, tuple[int, dict[str, str]]] = {
    "diamond-boxes": (3, {}),
    "diamond-boxes-2": (2, {}),
    "diams": (3, {"length": "quick"}),
    "diamonds": (3, {"rounds": "1"}),
    "blue-border": (2, {"cards": "30", "limit": "40", "sight": "8"}),
}
CASES = [(game, seed) for game in KILLED for seed in range(3)]


@pytest.mark.parametrize("case", usual([CASES[0]], CASES), ids=lambda case: f"{case[0]}-{case[1]}")
def test_nothing_accepted_is_lost_when_the_program_is_killed(
    tourney: Tourney, tmp_path: Path, case: tuple[str, int]
) -> None:
    """A second process is refused while the first one lives, and goes on after its death."""
    game, seed = case
    seats, options = KILLED[game]
    inputs, lines = whole_match(seed, game, seats, **options)
    given = [word for key, value in options.items() for word in ("-O", f"{key}={value}")]
    names = ",".join(NAMES[:seats])
    args = [game, "--players", names, "--id", "b/1", "--hands", "all", *given]
    done = 0
    for stop in stops(len(inputs), Random(seed)):
        with Child(tmp_path, *args) as child:
            for text in inputs[done:stop]:
                child.answer(text)
            done = stop
            until(lambda: saved(tmp_path) >= done)  # noqa: B023 - waited for at once
            refused = tourney("record", "--resume", "b/1")
            assert refused.code == 6
            assert f"process {child.process.pid}" in refused.err
        args = ["--resume", "b/1"]
    rest = run(tmp_path, *args, typed=(*inputs[done:], ""))
    assert "stored match b/1" in rest.stderr, (rest.stdout, rest.stderr)
    assert stored(tmp_path, "b/1").split("\n\n")[1].split("\n") == lines


def stops(count: int, rng: Random) -> list[int]:
    """After how many inputs the program is killed: in `make full`, three times in a long match."""
    return sorted(rng.sample(range(1, count), times(3, 1) if count > 40 else 1))


def run(folder: Path, *args: str, typed: Sequence[str] = ()) -> "subprocess.CompletedProcess[str]":
    """Runs `tourney record` to its end with these lines."""
    text = "".join(f"{line}\n" for line in typed)
    return program.run("record", *args, cwd=folder, env=ENV, input=text)


@pytest.mark.parametrize(
    ("typed", "trailer"),
    [
        ("Ben 22, Aiko 31, Chie 8", "result: A 31, B 22, C 8\nrank: A > B > C"),
        ("8 31 22", "result: A 8, B 31, C 22\nrank: B > C > A"),
        ("ben=8;ch=8;a=9", "result: A 9, B 8, C 8\nrank: A > B = C"),
        ("ben > aiko = chie", "rank: B > A = C"),
    ],
)
def test_a_result_is_stored_without_turns(
    typing: Typing, tmp_path: Path, typed: str, trailer: str
) -> None:
    args = ("diams", "-O", "length=quick", "--players", "Aiko,Ben,Chie", "--date", "2026-11-14")
    assert typing((*args, "--result-only"), typed).code == 0
    assert stored(tmp_path, "table-2026-11-14/1").endswith(f"\n\n{trailer}\nstatus: complete\n")


def test_the_order_of_equal_scores_is_asked_where_the_game_separates_them(
    typing: Typing, tmp_path: Path
) -> None:
    args = ("diamonds", "--players", "Aiko,Ben,Chie", "--id", "d/1", "--result-only")
    result = typing(args, "20, 20, 25", "ben > aiko")
    assert "Aiko and Ben have the same score" in result.out
    assert "rank: C > B > A" in stored(tmp_path, "d/1")


@pytest.mark.parametrize("typed", ["Ben 22, Aiko 31", "Ben 22, Ben 31, Chie 8", "a > b", "x 3", ""])
def test_what_is_not_a_result_is_refused(typing: Typing, tmp_path: Path, typed: str) -> None:
    result = typing(("diams", "--players", "Aiko,Ben,Chie", "--result-only"), typed)
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert not (tmp_path / "tourney.db").exists()


def test_notes_are_corrected_in_an_editor_until_they_pass(
    typing: Typing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The editor makes one mistake, then removes it; the draft is kept in between."""
    (tmp_path / "bad.tmr").write_text(NOTEBOOK.replace("C1 = C ", "C1 = B "), "utf-8")
    monkeypatch.setenv("VISUAL", "true")
    first = typing(("--from-notes", "bad.tmr"))
    assert first.code == 3
    assert "bad.tmr:20:22: error[K-revealed]: Chie wins the trick, not Ben" in first.err
    draft = (tmp_path / "bad.tmr").read_text("utf-8")
    assert draft.split("\n")[19] == "#! error[K-revealed]: Chie wins the trick, not Ben"
    monkeypatch.setenv("VISUAL", "sed -i 's/C1 = B /C1 = C /'")
    assert typing(("--from-notes", "bad.tmr")).code == 0
    assert stored(tmp_path, "club-2026-11-14/1") == NOTEBOOK
    assert (tmp_path / "bad.tmr").read_text("utf-8") == NOTEBOOK


def test_notes_start_from_a_skeleton(
    typing: Typing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VISUAL", "sed -i '$a -- start A'")
    args = ("blue-border", "--players", "Aiko,Ben", "--id", "b/1", "--from-notes")
    result = typing(args)
    assert result.code == 0, result
    assert "source: notes" in stored(tmp_path, "b/1")
    monkeypatch.setenv("VISUAL", "true")
    empty = typing((*args[:4], "b/2", "--from-notes"))
    assert (empty.code, "because nothing was typed" in empty.err) == (1, True)
    assert not (tmp_path / "b-2.tmr").exists()
    assert not (tmp_path / "b-1.tmr").exists()
    monkeypatch.setenv("VISUAL", "no-such-editor")
    failed = typing((*args[:4], "b/2", "--from-notes"))
    assert (failed.code, failed.err) == (
        1,
        "the draft is kept in b-2.tmr; go on with: tourney record --from-notes b-2.tmr\n"
        "tourney: the editor 'no-such-editor' cannot be started: No such file or directory; "
        "nothing saved, the draft is in b-2.tmr\n",
    )


DRAFTS = {
    "false": (1, "the editor 'false' ended with status 1; nothing saved, the draft is in bad.tmr"),
    "sh -c 'kill -9 $$'": (1, "the editor 'sh' was ended by signal 9"),
    "truncate -s 0": (3, "nothing stored: no match, which starts with 'match: ID', in the draft"),
    "sed -i 's/^B: C6 .*/B: C6 C6/'": (3, "nothing stored: 1 error in the draft bad.tmr"),
    "sed -i 1s/^/\\xff/": (3, "in the draft bad.tmr; correct it and call: tourney record --from"),
}


@pytest.mark.parametrize("editor", DRAFTS)
def test_a_draft_that_is_not_stored_is_kept(
    typing: Typing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, editor: str
) -> None:
    (tmp_path / "bad.tmr").write_text(NOTEBOOK, "utf-8")
    monkeypatch.setenv("VISUAL", editor)
    code, message = DRAFTS[editor]
    result = typing(("--from-notes", "bad.tmr"))
    assert (result.code, message in result.err.splitlines()[-1]) == (code, True), result
    left = (tmp_path / "bad.tmr").read_bytes()
    assert len(left.splitlines()) >= NOTEBOOK.count("\n") or editor.startswith("truncate")
    assert not (tmp_path / "tourney.db").exists()


def test_a_draft_of_another_game_or_of_a_stored_match_is_refused(
    typing: Typing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VISUAL", "true")
    (tmp_path / "x.tmr").write_text(NOTEBOOK, "utf-8")
    other = typing(("diams", "--from-notes", "x.tmr"))
    assert (other.code, "'x.tmr' is a record of diamonds, not of diams" in other.err) == (2, True)
    assert typing(("diamonds", "--from-notes", "x.tmr")).code == 0
    (tmp_path / "x.tmr").write_text(NOTEBOOK, "utf-8")
    again = typing(("--from-notes", "x.tmr"))
    assert (again.code, "is already stored" in again.err) == (6, True)
    assert (tmp_path / "x.tmr").read_text("utf-8") == NOTEBOOK


SHEETS = {
    "diams": (
        ("--players", "Aiko,Ben"),
        ("26 8", "Ben 30, Aiko 4", "10 12"),
        '-- note "round 1"\n-- check points A26 B8\n-- check chips A4 B3\n'
        '-- note "round 2"\n-- check points A4 B30\n-- check chips A3 B4\n'
        '-- note "round 3"\n-- check points A10 B12\n-- check chips A3 B4\n\n'
        "result: A 10, B 11\nrank: B > A\n",
    ),
    "diamonds": (
        ("--players", "Aiko,Ben,Chie,Dan", "-O", "rounds=1", "-O", "teams=on"),
        ("9 4", "1 3"),
        '-- note "round 1"\n-- check showroom A9 B4\n-- check vault A1 B3\n\n'
        "result: A 11, B 10, C 11, D 10\nrank: A = C > B = D\n",
    ),
    "blue-border": (
        ("--players", "Aiko,Ben", "-O", "rounds=2"),
        ("7 3", "2 7"),
        '-- note "round 1"\n-- check points A7 B3\n-- note "round 2"\n-- check points A2 B7\n\n'
        "result: A 1, B 1\nrank: A = B\n",
    ),
    "diamond-boxes": (
        ("--players", "Aiko,Ben,Chie"),
        ("0 3 3", "chie > ben"),
        '-- note "round 1"\n-- check hand A0 B3 C3\n\nresult: A 0, B 3, C 3\nrank: A > C > B\n',
    ),
    "diamond-boxes-2": (
        ("--players", "Aiko,Ben"),
        ("0 3", "4 1"),
        '-- note "round 1"\n-- check hand A0 B3\n-- check deck A4 B1\n\n'
        "result: A 4, B 4\nrank: A = B\n",
    ),
}


@pytest.mark.parametrize("game", SHEETS)
def test_a_score_sheet_gives_result_and_places(typing: Typing, tmp_path: Path, game: str) -> None:
    args, typed, text = SHEETS[game]
    result = typing((game, *args, "--id", "s/1", "--scoresheet"), *typed)
    assert result.code == 0, result
    assert text in stored(tmp_path, "s/1")


def test_points_are_computed_from_vaults_and_hands(typing: Typing, tmp_path: Path) -> None:
    """Cards of the worked example DI-E18: 25 + 2 + 3 points against 44 + 2."""
    args = ("diams", "-O", "length=quick", "--players", "Aiko,Ben", "--id", "s/1")
    one = "vault 4x3* 6x4* 8x3* 9x3* 10x3 hand 10 10* 9 4"
    cards = one, "金庫1x3* 2x3* 3x3* 5x5* 7x4 手札 1"
    result = typing((*args, "--scoresheet"), "", *cards)
    assert result.code == 0, result
    assert "Aiko: vault and hand, as 'vault 5x3* hand 2 9'?" in result.out
    written = stored(tmp_path, "s/1")
    assert "-- check points A30 B46\n-- check purity A4 B4\n-- check hand A33 B1\n" in written
    assert "\nresult: A 30, B 46\nrank: B > A\n" in written


@pytest.mark.parametrize(
    ("args", "typed", "fault"),
    [
        (("diams", "--players", "a1,b1"), ["", "hand 7*", "hand 7*"], "7* is there 2 times"),
        (("diams", "--players", "a1,b1"), ["", "hand ?"], "only if all cards are known"),
        (("diams", "--players", "a1,b1"), ["", "vault 5x9"], "only five of a quality exist"),
        (("blue-border", "--players", "a1,b1"), ["7 8"], "8 is not between 0 and 7"),
        (("blue-border", "--players", "a1,b1"), ["7 7"], "only one player can reach point G"),
        (("diams", "--players", "a1,b1"), ["7"], "1 score for 2 players (a1, b1)"),
        (
            ("diamonds", "--players", "a1,b1", "-O", "rounds=2"),
            ["3 3", "5 2", "3 3", "4 2"],
            "the vault of a1 cannot fall from 5 to 4",
        ),
    ],
)
def test_an_impossible_score_sheet_is_refused(
    typing: Typing, tmp_path: Path, args: tuple[str, ...], typed: list[str], fault: str
) -> None:
    result = typing((*args, "--scoresheet"), *typed)
    assert (result.code, fault in result.err) == (2, True)
    assert not (tmp_path / "tourney.db").exists()


def today() -> str:
    return f"{datetime.now():%Y-%m-%d}"


def test_a_match_belongs_to_the_only_event_of_today(typing: Typing, tmp_path: Path) -> None:
    """The first match names the event; the others follow until another event is open."""
    args = ("diams", "-O", "length=quick", "--result-only", "--players")
    first = typing((*args, "Aiko,Ben", "--event", "Club", "--round", "1", "--table", "1"), "3 4")
    assert first.code == 0, first
    second = typing((*args, "Chie,Dan"), "3 4")
    assert second.err.startswith(
        "this match belongs to today's event: event Club, round 1, table 2; "
        "to store it without an event, give --casual\n"
    )
    head = f"match: club-{today()}/2\ngame: diams\noptions: length=quick\nevent: Club\nround: 1\n"
    assert stored(tmp_path, f"club-{today()}/2").startswith(f"{head}table: 2\ndate: {today()}\n")
    for free in (("--casual",), ("--date", "2026-11-14")):
        result = typing((*args, "Aiko,Chie", *free), "3 4")
        assert result.err.startswith("stored match table-"), result
    typing(("blue-border", "--players", "x,y", "--event", "Cup", "--hands", "none"))
    assert "'Club', 'Cup'; name one with --event" in typing((*args, "Emi,Fay"), "3 4").err


def test_a_table_of_a_round_has_one_match(
    typing: Typing, tourney: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = ("--event", "Club", "--round", "1", "--table", "2")
    args = ("diams", "--hands", "none", "--players")
    assert typing((*args, "Aiko,Ben", "--id", "a", *place)).code == 0
    taken = (
        "event 'Club', round '1', table '2' has match 'a', which has not ended; finish it: "
        "tourney record --resume a, or remove it: tourney record --discard a"
    )
    result = typing((*args, "x,y", *place, "--result-only"))
    assert (result.code, result.out, result.err) == (6, "", f"tourney: {taken}\n")
    words = ("play", "diams", "--me", "Chie", "--bot", "b=greedy", "--seed", "1")
    result = tourney(*words, *place)
    assert (result.code, result.err) == (6, f"tourney: {taken}\n")
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    other = (*place[:-1], "3")
    assert tourney(*words, *other).code == 0
    result = typing((*args, "x,y", *other), "no")
    assert (result.code, "has match 'diams-" in result.err) == (6, True)


def test_an_unfinished_recording_is_listed_counted_and_discarded(
    typing: Typing, tourney: Tourney
) -> None:
    for name in ("b/1", "b/2"):
        typing(("blue-border", "--players", "Aiko,Ben", "--id", name), "no", "-- start A", ".")
    listed = json.loads(tourney("match", "list", "--json").out)
    assert [(one["match"], one["id"], one["status"]) for one in listed] == [
        ("b/1", None, "recording"),
        ("b/2", None, "recording"),
    ]
    status = json.loads(tourney("db", "status", "--json").out)[0]
    assert (status["recordings"], status["plays"], status["infos"]) == (2, 0, 0)
    shown = tourney("match", "result", "b/1", "A=1,B=2")
    assert (shown.code, shown.err) == (
        5,
        "tourney: match 'b/1' has not ended and is not stored yet; finish it: "
        "tourney record --resume b/1, or remove it: tourney record --discard b/1\n",
    )
    result = typing(("--discard", "b/2"))
    assert (result.code, "b/2 (Blue Border: Aiko, Ben) with 1 line?" in result.err) == (2, True)
    assert typing(("--discard", "b/2", "--yes")).code == 0
    assert typing(("--discard", "--yes")).err == (
        "removed the unfinished recording b/1; this cannot be undone\n"
    )
    assert tourney("db", "log", "--format", "csv").out.count("record discard,recording") == 2


def test_the_result_of_an_unknown_match_leads_to_the_command_that_stores_one(
    typing: Typing, tourney: Tourney
) -> None:
    args = ("diams", "--players", "Aiko,Ben", "--result-only", "--id", "a")
    assert typing(args, "9 11").code == 0
    result = tourney("match", "result", "new", "A=31,B=22")
    assert (result.code, result.err) == (
        5,
        "tourney: no match 'new' in 'tourney.db': see tourney match list; "
        "a new match is stored with tourney record GAME --result-only\n",
    )


def test_a_name_that_looks_like_a_known_one_and_a_stored_id_are_named(
    typing: Typing, tmp_path: Path
) -> None:
    args = ("diams", "-O", "length=quick", "--result-only", "--players")
    assert typing((*args, "Aiko,Ben", "--id", "a"), "3 4").code == 0
    assert (
        "'ＡＩＫＯ' looks like the known player 'Aiko'"
        in typing((*args, "ＡＩＫＯ,Chie"), "3 4").err
    )
    typing((*args, "aiko,Chie", "--id", "c", "--yes"), "3 4")
    assert "\nseat A: Aiko\n" in stored(tmp_path, "c")
    again = typing(("--resume", "a"))
    assert (again.code, again.err) == (
        6,
        "tourney: match 'a' has ended and is stored; correct it with tourney match edit a\n",
    )


def test_a_score_sheet_knows_what_a_round_can_be_worth(typing: Typing) -> None:
    """Seven more than all collections; crystals of one round; two full lines; hands in no turns."""
    for game, lines, why in (
        (("diams", "-O", "length=quick"), ["147 3"], "147 is not between 0 and 140"),
        (("diams", "-O", "length=quick"), ["140 9"], "add up to 149"),
        (("diamonds", "-O", "rounds=9"), ["5 5", "30 0"], "'Aiko=65': the score is at most 28"),
        (("blue-border",), ["7 7"], "only one player can reach point G"),
        (("diamond-boxes",), ["0 0"], "two players have no cards left"),
        (("diamond-boxes-2",), ["6 0", "0 0"], "6 is not between 0 and 5"),
    ):
        refused = typing((*game, "--players", "Aiko,Ben", "--scoresheet"), *lines)
        assert refused.code == 2
        assert why in refused.err


def test_an_impossible_result_is_refused_in_every_way_to_enter_it(
    typing: Typing, tourney: Tourney, tmp_path: Path
) -> None:
    """Typed, corrected, as a table, as a record, as JSON; nothing is stored."""
    why = "'Ben=999999': the score is at most 103 in a Diamonds match of 4 rounds with 2 players"
    args = ("diamonds", "--players", "Aiko,Ben", "--result-only")
    refused = typing(args, "20 999999")
    assert (refused.code, why in refused.err, "(DM-R7)" in refused.err) == (2, True, True)
    assert tourney("match", "list").out.count("\n") < 3
    assert typing((*args, "--id", "m/1"), "20 9").code == 0
    low = "the scores add up to 5: at least 6 in a Diamonds match of 4 rounds with 2 players"
    fewer = tourney("match", "result", "m/1", "A=3", "B=2", "--yes")
    assert (fewer.code, fewer.err) == (3, f"tourney: {low} (DM-R7)\n")
    for words in (("B=999999",), ("B=999999", "--dry-run")):
        refused = tourney("match", "result", "m/1", *words, "--yes")
        assert (refused.code, refused.err) == (3, f"tourney: {why} (DM-R7)\n")
    kept = tourney("export", "tmr", "m/1").out
    (tmp_path / "m.tmr").write_text(kept.replace("B 9", "B 999999"), "utf-8")
    for form in ("table", "json"):
        (tmp_path / "as.tmr").write_text(tourney("fmt", "m.tmr", "--format", form).out, "utf-8")
        refused = tourney("import", "as.tmr", "--on-duplicate", "update")
        assert (refused.code, "error[K-result]" in refused.err) == (3, True)
    table = "match,game,player,score\nm/2,diamonds,Aiko,20\nm/2,diamonds,Ben,999999\n"
    (tmp_path / "m.csv").write_text(table, "utf-8")
    refused = tourney("import", "m.csv")
    assert (refused.code, why in refused.err) == (3, True)
    assert tourney("export", "tmr", "m/1").out == kept


DIAMS = ("diams", "--players", "Aiko,Ben,Chie", "-O", "length=quick", "--hands", "none")


def test_answers_stay_when_help_is_asked_for_between_them(typing: Typing) -> None:
    """The first pile was asked for the starting player; help and an unknown name change nothing."""
    args = ("blue-border", "--players", "Aiko,Ben,Chie", "--date", "2026-11-14")
    out = typing(args, "ben", "?", "30 7 12 22", ".").out
    assert out.count("who starts?") == 1
    assert "    -- start B field 30 7 12 22\n" in out


def test_a_question_is_asked_again_after_it_was_taken_back(typing: Typing) -> None:
    args = ("blue-border", "--players", "Aiko,Ben,Chie", "--date", "2026-11-14")
    out = typing(args, "ben", "<", "chie", "30 7 12 22", ".").out
    assert "    -- start C field 30 7 12 22\n" in out


def test_the_prompt_names_whose_line_is_asked_for_also_after_a_refusal(typing: Typing) -> None:
    out = typing((*DIAMS, "--date", "2026-11-14"), "", "2510", "", "m9=28", "m3-", "chie d").out
    assert re.findall(r"^(.*)>$", out, re.MULTILINE) == [
        "Aiko [draw ?]", "Aiko", "Aiko", "Ben [draw ?]", "Ben [draw ?]",
    ]  # fmt: skip
    assert "! it is Ben's turn\n" in out


def test_a_correction_shows_the_number_of_each_action(typing: Typing) -> None:
    args = ("diamonds", *EVENING, "--hands", "none")
    out = typing(args, "", "", "c6 c12 c4 d14 c1", "!9", "3", "", "!9", "3", "c11").out
    assert out.count("nothing was changed") == 1  # Enter leaves the action as it is
    for number, action in ((2, "B: C6"), (3, "C: C12"), (5, "E: D14"), (6, "A: C1 = C")):
        assert f"    {number}  {action}\n" in out
    assert "    B: C6 C11 C4 D14 C1 = C\n" in out


def test_a_correction_that_refers_to_nothing_is_answered_in_one_line(typing: Typing) -> None:
    """Before the first action; then a word, a number that is too large, and one that is no int."""
    args = (*DIAMS, "--date", "2026-11-14")
    out = typing(args, "!9", "", "!9", "!9", "!9", "5", "!9", "9" * 5000).out
    assert out.count("there is no action to correct yet\n") == 1
    assert "no action !9; there is 1\n" in out
    assert "no action 5; there is 1\n" in out
    assert "no action 999" in out


def test_a_recording_goes_on_with_its_last_lines_and_its_table(typing: Typing) -> None:
    typing((*DIAMS, "--date", "2026-11-14"), "", "2510", "m3-", ".")
    out = typing((), ".").out
    assert "    A: draw ?; market 3 = -\n" in out
    assert "  market 2  3  5  10 " in out
    assert out.index("market 3 = -") < out.index("Ben has to draw")


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "nobody knows whose turn it is"), ("ja", "誰の番か分かりません")]
)
def test_turns_that_nobody_saw_are_an_incident(
    typing: Typing, tmp_path: Path, lang: str, told: str
) -> None:
    place = ("--event", "X", "--date", "2026-11-14", "--lang", lang)
    seats = ("--players", "Aiko,Ben,Chie", "--hands", "none", "-O", "length=quick")
    turns = ("A", "2 5 10", "draw ?; market 8 = -", "!10", "", "Chie: draw ?; market 9 = -")
    result = typing(("diams", *seats, *place), *turns, "!", "10", "3", "-- end round 1", "", "")
    assert result.code == 0, result.err
    assert told in result.out + result.err
    body = stored(tmp_path, "x-2026-11-14/1").split("\n\n")[1].split("\n")
    assert body[3:6] == ["-- gap", "C: draw ?; market 9 = -", "-- gap 3"]


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("word", ["なし", "ｎｏｎｅ", "NONE", "n"])
def test_a_question_takes_the_words_of_both_languages_in_any_width(
    typing: Typing, word: str, lang: str
) -> None:
    args = (*DIAMS[:-2], "--date", "2026-11-14", "--lang", lang)
    assert "    -- round 1 first B\n" in typing(args, word, "ben").out


def test_a_match_is_ended_with_japanese_words(typing: Typing, tmp_path: Path) -> None:
    """A revoke that stands, a player who left, the end: the record has its codes."""
    args = ("diamonds", *EVENING, "--id", "m/1", "--lang", "ja")
    lines = ("全員", "", "", *[""] * 10, "c6 c12", "!５", "べ", "ben", "!５", "ben", "不参加")
    out = typing(args, *lines, "!０", "打ち切り", "").out
    assert "理由? [途中退席]" in out
    assert "終わり方(打ち切り、未終了、裁定、無効)? [打ち切り]" in out
    text = stored(tmp_path, "m/1")
    assert "status: abandoned\n" in text
    assert "forfeit: B no-show\n" in text
