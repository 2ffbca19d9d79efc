"""The use cases of the program need no command line."""

import subprocess
import sys
from pathlib import Path

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
