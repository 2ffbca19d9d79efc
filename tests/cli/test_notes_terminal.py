"""Notes in an editor that do not pass: on a terminal the program asks what to do with them."""

from pathlib import Path

import pytest

from tests.cli.pty_session import Session
from tests.cli.test_record import NOTEBOOK, stored
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
