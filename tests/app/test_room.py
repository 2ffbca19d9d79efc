"""The use cases of the program need no command line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.layers.walks import HEADS, counted

FARTHEST = {"functions": 151, "files": 32, "opens": 1, "folds": 1, "parses": 0}
"""How far the result of a table may walk; whoever makes the way shorter lowers the numbers."""
HOUSE = Path(__file__).parents[2]
OF_THE_TERMINAL = ("click", "rich", "prompt_toolkit", "tourney.cli")


def test_use_cases_are_imported_without_a_command_line() -> None:
    """Read from a new interpreter, because this process has loaded everything."""
    files = sorted((HOUSE / "tourney" / "app").rglob("*.py"))
    names = [".".join(file.relative_to(HOUSE).with_suffix("").parts) for file in files]
    code = f"import sys, {', '.join(names)}; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    loaded = subprocess.run(command, capture_output=True, text=True, cwd=HOUSE, check=True).stdout
    assert "tourney.app.event_session" in loaded.split()
    assert [name for name in loaded.split() if name.startswith(OF_THE_TERMINAL)] == []


def test_a_result_opens_the_database_once_folds_the_log_once_and_reads_no_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`python -m tests.layers.walks` prints the same figures."""
    monkeypatch.setenv("XDG_CONFIG_HOME", os.environ.get("XDG_CONFIG_HOME", ""))
    row = dict(zip(HEADS[1:], map(int, counted("match result")[1:]), strict=True))
    assert {name: row[name] for name in FARTHEST if row[name] > FARTHEST[name]} == {}
