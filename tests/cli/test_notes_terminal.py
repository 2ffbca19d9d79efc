"""On a terminal the program asks what to do with notes that do not pass and lines not stored."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.pty_session import Session
from tests.cli.test_record import NOTEBOOK, saved, stored
from tests.until import until

WIDE = {"LANG": "C.UTF-8", "PROMPT_TOOLKIT_NO_CPR": "1"}


@pytest.mark.full
@pytest.mark.parametrize("keys", ["ctrl-c", "q", "s"])
def test_notes_with_an_error_are_kept_or_stored_as_unfinished(tmp_path: Path, keys: str) -> None:
    text = NOTEBOOK.replace("C1 = C ", "C1 = B ")
    (tmp_path / "bad.tmr").write_text(text, "utf-8")
    args = ["record", "--from-notes", "bad.tmr"]
    with Session(args, tmp_path, (100, 30), talk=True, VISUAL="true", **WIDE) as terminal:
        until(lambda: _asked(terminal, 1))
        terminal.press("", "enter")
        until(lambda: _asked(terminal, 2))
        terminal.press(keys, *(["enter"] if len(keys) == 1 else []))
        code, _ = terminal.ended()
    if keys == "s":
        assert code == 0
        assert "#? B: C6 C12" in stored(tmp_path, "club-2026-11-14/1")
        assert "#! error" not in (tmp_path / "bad.tmr").read_text("utf-8")
    else:
        assert code == (130 if keys == "ctrl-c" else 3)
        assert "the draft is kept in bad.tmr" in terminal.output
        assert "#! error[K-revealed]" in (tmp_path / "bad.tmr").read_text("utf-8")


def _asked(terminal: Session, times: int) -> bool:
    """Whether the question what to do with the draft was asked so often."""
    terminal.read(0.05)
    shown = terminal.output.split("error[K-revealed]")
    return len(shown) > times and "'q' stops?" in shown[-1]


@pytest.mark.full
def test_a_line_that_cannot_be_stored_is_entered_again(tmp_path: Path) -> None:
    """While another program holds the database nothing is lost, and the match goes on after it."""
    args = ["record", "blue-border", "--players", "Aiko,Ben", "--id", "b/1", "--casual"]
    with Session(args, tmp_path, (80, 30), talk=True, **WIDE) as terminal:
        until(lambda: terminal.read(0.05) is None or "who starts" in terminal.output.lower())
        with closing(sqlite3.connect(tmp_path / "tourney.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            terminal.press("-- start A", "enter")
            until(lambda: terminal.read(0.05) is None or "not saved: " in terminal.output)
            assert "is locked by another process" in terminal.output
        terminal.press("-- start B", "enter")
        until(lambda: saved(tmp_path) == 1)
        terminal.press("ctrl-c")
        assert terminal.ended()[0] == 130
        assert "1 line is saved; go on with: tourney record --resume b/1" in terminal.output
