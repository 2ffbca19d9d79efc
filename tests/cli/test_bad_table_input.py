"""Bad input at a table: one clear line each, and nothing that was accepted is lost."""

import io
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.pty_session import Session
from tests.cli.test_record import stored
from tests.conftest import Tourney
from tests.until import AGES, until
from tourney.store import open_store
from tourney.store.recordings import all_recordings

CLUB = ("--players", "Aiko,Ben,Chie,Dan,Emi")
TABLE = ("record", "diamonds", *CLUB, "--id", "t/1", "--hands")
START = ("aiko", "3")
EMI = "d3 d6 d14 h1 h12 h13 s3 s8 c10 c11"
BEGUN = ("-- round 1 dealer A pass 3", "B: C6 C12")
PROMPT = "\x1b[?2004h"

REFUSED = {
    "unknown player": (
        ("none",), (*START, "c6 c12", "!5", "Zoe"),
        "no player 'Zoe' at this table: Aiko, Ben, Chie, Dan, Emi",
    ),
    "unknown dealer": (
        ("none",), ("Zoe", *START, "c6 c12"),
        "no player 'Zoe' at this table: Aiko, Ben, Chie, Dan, Emi",
    ),
    "a card for the wrong player": (
        ("none",), (*START, "c6 c12", "Aiko: c4"), "! it is not Aiko who plays this card",
    ),
    "too many cards": (
        ("none",), (*START, "c6 c12", "c4 d14 c1 c2"), "! a trick has 5 cards",
    ),
    "a card twice": (
        ("none",), (*START, "c6 c12", "c6"), "! C6 is played a second time in this round",
    ),
    "a paste of another game": (
        ("none",), (*START, "c6 c12", "A: reveal 5 7*; market 5*"),
        "! 'reveal' is not a card; cards are D1 to D15, H1 to H15, S1 to S15, C1 to C15",
    ),
}  # fmt: skip
WRONG_HANDS = {
    "too few": (
        "d3 d6",
        "! a hand has 10 cards, but this one has 2; write ? for each unknown card",
    ),
    "no card": (f"{EMI} c99", "! 'c99' is not a card; cards are D1 to D15, H1 to H15, S1 to S15"),
    "one twice": (f"{EMI[:-3]}c10", "! C10 is written twice"),
}
USAGE = {
    "player twice": (
        ("record", "diamonds", "--players", "Aiko,Ben,Aiko"), "player 'Aiko' is named twice"
    ),
    "names that differ only in width and case": (
        ("record", "diamonds", "--players", "Aiko,ＡＩＫＯ,Ben"), "player 'ＡＩＫＯ' is named twice"
    ),
    "unknown owner of the hand": (
        (*TABLE, "mine", "--whose", "Zoe"),
        "no player 'Zoe' at this table: Aiko, Ben, Chie, Dan, Emi",
    ),
    "seat twice": (
        ("play", "diams", "--me", "Aiko@A", "--me", "Ben@A"),
        "seat A is given twice; choose another one",
    ),
    "no such seat": (
        ("play", "diams", "--me", "Aiko@F", "--bot", "rei=random"),
        "no seat 'F' at this table; use A to B",
    ),
}  # fmt: skip
RESULTS = {
    "Zoe 7, Ben 3, Chie 2": "no player 'Zoe' at this table: Aiko, Ben, Chie",
    "Ben 7, Ben 3, Chie 2": "player 'Ben' is named twice",
    "Ben > Ben > Chie": "player 'Ben' is named twice",
}


def typed(tourney: Tourney, monkeypatch: pytest.MonkeyPatch, *args: str, lines: Any = ()) -> Any:
    """Runs a command with these lines on stdin."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return tourney(*args)


def saved(folder: Path) -> tuple[str, ...]:
    """The lines of the recording in progress."""
    with open_store(str(folder / "tourney.db")) as store:
        (recording,) = all_recordings(store)
    return recording.lines


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_is_refused_in_a_line(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, what: str
) -> None:
    (hands,), lines, words = REFUSED[what]
    result = typed(tourney, monkeypatch, *TABLE, hands, lines=lines)
    assert [line for line in result.out.splitlines() if line.startswith(words)]
    assert (result.code, saved(tmp_path)) == (0, BEGUN)


@pytest.mark.parametrize("what", WRONG_HANDS)
def test_a_hand_with_other_cards_than_were_dealt_is_refused(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, what: str
) -> None:
    text, words = WRONG_HANDS[what]
    args = (*TABLE, "mine", "--whose", "Emi")
    result = typed(tourney, monkeypatch, *args, lines=(*START, text, EMI))
    assert [line for line in result.out.splitlines() if line.startswith(words)], result.out
    assert saved(tmp_path) == (BEGUN[0], f"E: hand {EMI.upper()}")


@pytest.mark.parametrize("what", USAGE)
def test_a_wrong_table_is_refused_in_a_line(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, what: str
) -> None:
    args, words = USAGE[what]
    assert typed(tourney, monkeypatch, *args) == (2, "", f"tourney: {words}\n")


@pytest.mark.parametrize("text", RESULTS)
def test_a_wrong_result_is_refused_in_a_line(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    args = ("record", "diams", "--players", "Aiko,Ben,Chie", "--result-only")
    result = typed(tourney, monkeypatch, *args, lines=[text])
    words = f"tourney: '{text}' is not a result: {RESULTS[text]}\n"
    assert (result.code, result.err) == (2, words)
    assert not (tmp_path / "tourney.db").exists()


def test_a_finished_match_is_not_resumed(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    args = ("record", "diams", "--players", "Aiko,Ben", "--id", "f/1", "--result-only")
    assert typed(tourney, monkeypatch, *args, lines=["9 11"]).code == 0
    before = stored(tmp_path, "f/1")
    words = "tourney: match 'f/1' has ended and is stored; correct it with tourney match edit f/1\n"
    for command in ("record", "play"):
        assert typed(tourney, monkeypatch, command, "--resume", "f/1") == (6, "", words)
    assert stored(tmp_path, "f/1") == before


NOT_SAVED = "then enter"
"""What `record` asks for after a line that could not be stored."""


def begun(folder: Path) -> Session:
    """A recording on a terminal after the first two cards."""
    args = (*TABLE, "none")
    session = Session(args, folder, (100, 30), talk=True, PROMPT_TOOLKIT_NO_CPR="1")
    for count, text in enumerate((BEGUN[0], "c6 c12", ""), 1):
        until(lambda n=count: session.read(0.05) and session.output.count(PROMPT) >= n)  # type: ignore[misc]
        if text:
            session.press(text, "enter")
    return session


@pytest.mark.full
def test_a_closed_terminal_loses_nothing(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        session.hang_up()
        assert session.process.wait(AGES) == 130
    assert saved(tmp_path) == BEGUN


@pytest.mark.full
def test_a_locked_database_is_said_and_the_line_entered_again(tmp_path: Path) -> None:
    with begun(tmp_path) as session:
        lock = sqlite3.connect(tmp_path / "tourney.db", isolation_level=None)
        with closing(lock):
            lock.execute("BEGIN IMMEDIATE")
            session.press("c4", "enter")
            until(lambda: session.read(0.05) and NOT_SAVED in session.output)
            lock.execute("ROLLBACK")
        assert "not saved: 'tourney.db' is locked by another process" in session.output
        assert saved(tmp_path) == BEGUN
        session.press("c4", "enter")
        until(lambda: session.read(0.05) and "B: C6 C12 C4" in session.output)
    assert saved(tmp_path)[1].endswith("C6 C12 C4")


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A file system of 900 KiB."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=900k", "tmpfs", str(tmp_path)]
    if os.geteuid() or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root mounts a small file system")
    try:
        yield tmp_path
    finally:
        subprocess.run(["umount", "-l", str(tmp_path)], check=True)


@pytest.mark.full
def test_a_full_disk_is_said_in_a_line(small: Path) -> None:
    with begun(small) as session:
        filler = small / "filler"
        filler.write_bytes(bytes(shutil.disk_usage(small).free))
        while NOT_SAVED not in session.output:
            session.press("~c4", "enter")  # taken back, so that it can be repeated
            until(lambda: not session.read(0.2))
            assert session.output.count("~c4") < 1000
        assert "not saved: disk full while writing 'tourney.db'" in session.output
        shown = session.output.count("    B: C6 C12 ~C4")
        filler.unlink()
    assert saved(small)[0] == BEGUN[0]
    assert saved(small)[1].count("~C4") >= shown
