"""A copy of the checkout with an additional game, added as a developer would add it.

`python -m tests.engines.sixth_game FOLDER [PYTEST ARGUMENTS]` creates the copy and runs tests in
it. Only two things change: the game's folder is copied into `engines`, and `engines/games.py` gets
its line. The generated pages are written again; no other file changes.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

HOUSE: Final = Path(__file__).parents[2]
GAME: Final = "low_card"
LINE: Final = '        "low-card": "engines.low_card:GAME",\n'
END: Final = '    },\n    "game",\n'
LEFT: Final = shutil.ignore_patterns(
    ".git", ".venv", ".*cache", ".hypothesis", "build", "dist", "*.db*"
)


def checkout(folder: Path) -> Path:
    """Create the copy in a new folder."""
    house = folder / "tourney"
    shutil.copytree(HOUSE, house, ignore=LEFT)
    shutil.copytree(house / "tests/engines" / GAME / "engine", house / "engines" / GAME)
    registry = house / "engines/games.py"
    text = registry.read_text("utf-8")
    assert text.count(END) == 1
    registry.write_text(text.replace(END, LINE + END), "utf-8")
    return house


def run(house: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a Python module of the copy; processes that it starts also use the copy."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "TOURNEY_"))}
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=house,
        env={**kept, "PYTHONPATH": str(house), "TMPDIR": str(house.parent)},
        capture_output=True,
        text=True,
        check=False,
    )


def main(arguments: Sequence[str]) -> int:
    """Create the copy and run tests in it; the copy is not deleted."""
    house = checkout(Path(arguments[0]))
    print(run(house, "tests.docs.reference", "--write").stdout)
    done = run(house, "pytest", "-p", "no:cacheprovider", *arguments[1:])
    print(done.stdout, done.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
