"""A copy of the checkout with one game more, as an engineer would have added it.

`python -m tests.engines.sixth_game FOLDER [PYTEST ARGUMENTS]` makes it and runs tests there. Two
things are done by hand: the game's folder is put into `engines`, and `engines/games.py` gets
its line. `make docs` writes the pages that are made from the program; no other file is touched.
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
IMPORT: Final = "from engines.low_card import GAME as LOW_CARD\n"
LINE: Final = "    LOW_CARD.name: LOW_CARD,\n"
LEFT: Final = shutil.ignore_patterns(
    ".git", ".venv", ".*cache", ".hypothesis", "build", "dist", "*.db*"
)


def checkout(folder: Path) -> Path:
    """The copy, in a new folder."""
    house = folder / "tourney"
    shutil.copytree(HOUSE, house, ignore=LEFT)
    shutil.copytree(house / "tests/engines" / GAME / "engine", house / "engines" / GAME)
    registry = house / "engines/games.py"
    text = registry.read_text("utf-8")
    assert text.count("\n\nGAMES") == text.count("}\n") == 1
    text = text.replace("\n\nGAMES", f"\n{IMPORT}\nGAMES")
    registry.write_text(text.replace("}\n", f"{LINE}}}\n"), "utf-8")
    return house


def run(house: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """A Python module of the copy, to its end; what it starts finds the copy as well."""
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
    """Make the copy, run tests in it, leave it there."""
    house = checkout(Path(arguments[0]))
    print(run(house, "tests.docs.reference", "--write").stdout)
    done = run(house, "pytest", "-p", "no:cacheprovider", *arguments[1:])
    print(done.stdout, done.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
