"""The drawings of README and docs, made from the tournament that `make demo` plays.

python -m tests.docs.pictures --write     writes them; without --write it lists outdated ones
"""

import sys
from collections.abc import Mapping
from typing import Final

from tests.docs.position import position
from tests.docs.transcripts import ROOT, Step, perform, session

FOLDER: Final = ROOT / "docs" / "pictures"
REPLAY: Final = "replay.svg"
KINDS: Final = ("standings", "curves", "crosstable")
DEMO: Final = "tourney -q demo"
PLOT: Final = "tourney -q plot {kind} demo --db tourney-demo.db"


def drawings() -> Mapping[str, str]:
    """The text of each drawing by the name of its file."""
    found = {}
    with session() as folder:
        perform(Step(DEMO), folder)
        for kind in KINDS:
            text, code = perform(Step(PLOT.format(kind=kind)), folder)
            assert code == 0, text
            found[f"{kind}.svg"] = text
    found[REPLAY] = position()
    return found


def outdated() -> list[str]:
    """The names of files that differ from what the program draws."""
    return [name for name, text in drawings().items() if _old(name) != text]


def _old(name: str) -> str | None:
    path = FOLDER / name
    return path.read_text("utf-8") if path.exists() else None


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        FOLDER.mkdir(exist_ok=True)
        for name, text in drawings().items():
            (FOLDER / name).write_text(text, "utf-8")
    else:
        print("\n".join(outdated()))
