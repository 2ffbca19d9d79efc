"""How far a fact walks through the program: the functions, files and rooms of a command.

    python -m tests.layers.walks [NAME ...]

Every walk is done once to load all modules and then, with other matches, counted under
`sys.setprofile`. Only functions of `engines` and `tourney` count; `depth` is how many of them
stand on each other, `hops` how often a call leads from one file to another. `opens` counts opened
databases, `folds` how often the log of an event is folded, `parses` how often a record is read.
"""

import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Final

from tests.layers.measure import HOUSE
from tourney.cli.root import main as tourney

HEADS: Final = ("walk", "functions", "files", "rooms", "depth", "hops", "opens", "folds", "parses")
CLUB: Final = "Aiko,Ben,Chie,Dan"
DEAL: Final = ("new", "--game", "diams", "--players", CLUB, "--schedule", "swiss", "--rounds", "3")
COUNTED: Final = {
    "opens": ("tourney/store/", "open_store"),
    "folds": ("tourney/events/", "state_of"),
    "parses": ("tourney/records/reader.py", "read"),
}
"""Where a conversion happens that should happen once: the start of a file's path and a function."""


class Trace:
    """Calls of the program's own functions between `start` and `stop`."""

    def __init__(self) -> None:
        self.codes: dict[CodeType, int] = {}
        self.depth = self.deepest = self.hops = 0
        self._files = [""]
        self._ours: dict[str, str] = {}

    def file(self, code: CodeType) -> str:
        """The path in this project of the file of a function; empty for others'."""
        name = code.co_filename
        if name not in self._ours:
            path = Path(name)
            inside = path.is_relative_to(HOUSE) and not path.is_relative_to(HOUSE / ".venv")
            relative = str(path.relative_to(HOUSE)) if inside else ""
            self._ours[name] = relative if relative.startswith(("engines/", "tourney/")) else ""
        return self._ours[name]

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if event not in {"call", "return"} or not (file := self.file(frame.f_code)):
            return
        if event == "return":
            self.depth -= 1
            if len(self._files) > 1:
                self._files.pop()
            return
        self.codes[frame.f_code] = self.codes.get(frame.f_code, 0) + 1
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        self.hops += file != self._files[-1]
        self._files.append(file)

    def row(self, name: str) -> list[str]:
        """What `HEADS` names; comprehensions and lambdas belong to the function around them."""
        files = {self.file(code) for code in self.codes}
        named = [code for code in self.codes if not code.co_name.startswith("<")]
        counts = [
            sum(
                calls
                for code, calls in self.codes.items()
                if code.co_name == function and self.file(code).startswith(start)
            )
            for start, function in COUNTED.values()
        ]
        rooms = {"/".join(file.split("/")[: 1 + file.startswith("tourney/")]) for file in files}
        figures = [len(named), len(files), len(rooms), self.deepest, self.hops, *counts]
        return [name, *map(str, figures)]


def do(*words: str, typed: str = "") -> None:
    """A command that must succeed; `typed` is its standard input."""
    out, err, before = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(typed)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = tourney(list(words))
    finally:
        sys.stdin = before
    if code:
        sys.exit(f"tourney {' '.join(words)}: exit {code}\n{out.getvalue()}{err.getvalue()}")


def evening(name: str) -> None:
    """An event of one table with a drawn round."""
    do("event", DEAL[0], name, *DEAL[1:])
    do("event", "pair", name)


TYPED: Final = "\n".join(
    ("draw 3*", "market 3* 2+1 = -", "draw 5", "vault 5", "", "")
)  # fmt: skip


def walks() -> dict[str, tuple[Callable[[str], None], Callable[[str], None]]]:
    """Name -> what prepares a walk and the walk; both get a word that differs from time to time."""
    two = ("-g", "diams", "--bot", "random", "--bot", "greedy", "--deals", "1", "-q", "-j", "1")
    record = ("record", "diams", "--players", "Aiko,Ben", "--option", "length=quick")
    return {
        "run": (lambda _: None, lambda tag: do("run", "--name", f"r{tag}", *two)),
        "standings of a run": (
            lambda tag: do("run", "--name", f"s{tag}", *two),
            lambda tag: do("standings", f"s{tag}"),
        ),
        "record": (lambda _: None, lambda _: do(*record, typed=TYPED)),
        "match result": (
            lambda tag: evening(f"Cup{tag}"),
            lambda tag: do("match", "result", f"Cup{tag}/r1/t1", "9,7,5,4"),
        ),
        "standings of an event": (played, lambda tag: do("standings", f"Club{tag}")),
        "report event": (
            played,
            lambda tag: do("report", "event", f"Club{tag}", "-o", f"page{tag}.html"),
        ),
    }


def played(tag: str) -> None:
    """An event whose first round has its result."""
    evening(f"Club{tag}")
    do("match", "result", f"Club{tag}/r1/t1", "9,7,5,4")


@contextmanager
def empty_folder() -> Iterator[None]:
    """A new folder is the current one, without settings from outside."""
    before = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["XDG_CONFIG_HOME"] = folder
        try:
            yield
        finally:
            os.chdir(before)


def counted(name: str) -> list[str]:
    """The row of a walk: its name, and what `HEADS` names."""
    prepare, walk = walks()[name]
    with empty_folder():
        for tag in "ab":
            prepare(tag)
            trace = Trace()
            if tag == "b":
                sys.setprofile(trace)
            try:
                walk(tag)
            finally:
                sys.setprofile(None)
    return trace.row(name)


def main(names: Sequence[str]) -> None:
    """Print a line for every walk."""
    rows = [list(HEADS), *(counted(name) for name in walks() if not names or name in names)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        )


if __name__ == "__main__":
    main(sys.argv[1:])
