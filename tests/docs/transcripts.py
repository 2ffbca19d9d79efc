"""The console blocks of README and docs: finding them, running them, comparing, rewriting.

A page is one session that starts in an empty folder outside the checkout; sample files come from
`tourney samples`. In a block marked `console`, a line `$ COMMAND` is run by the shell (`> `
continues it) and the lines after it are the expected output; every command must end with exit
code 0. `...` matches any text within a line; alone on a line, it matches any lines. Times and
rates match any number; progress lines, which appear every ten seconds, are not compared. A block
marked `file=NAME` is written to that file first; one marked `needs=PROGRAM`, or `needs=python:NAME`
for a library, is left out on a machine without it, and the test of the page says so.

    python -m tests.docs.transcripts --write [PAGE …]     writes the real output into the pages
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```(?P<info>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
CLOCK = re.compile(
    r"[ ]*\d[\d:,.]*(?= ?(?:s|ms|µs|min|MB|kB|matches a second|matches/s|moves/s|plies/s)\b)"
)
PROGRESS = re.compile(
    r"^(?:.* \| \d+ of (?:at most )?\d+ matches(?: \(\d+ %\))? \| .*|testing: .*)\n", re.MULTILINE
)
PIPED = re.compile(r"tourney .* \| ", re.DOTALL)
DAY = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?\S*)?")

# A page may show a make target; the output of its set-up is not compared.
TARGETS = {"make demo": "tourney demo"}


@dataclass
class Step:
    """One command of a page and the output that the page shows, or a file to write."""

    command: str
    expected: list[str] = field(default_factory=list)
    file: str | None = None
    needs: str | None = None

    @property
    def possible(self) -> bool:
        """Whether this machine has the program or library that the step needs."""
        if self.needs is None:
            return True
        kind, _, library = self.needs.partition(":")
        if library:
            return find_spec(library) is not None
        return shutil.which(kind, path=search_path()) is not None


def pages() -> list[Path]:
    """The pages that contain a console block, as paths below the project's folder."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page.relative_to(ROOT) for page in found if "```console" in page.read_text("utf-8")]


def steps(text: str) -> Iterator[Step]:
    """The steps of a page, in order."""
    for block in FENCE.finditer(text):
        info, body = block["info"].split(), block["body"]
        given = dict(word.split("=", 1) for word in info if "=" in word)
        if "file" in given:
            yield Step(body, file=given["file"])
        elif info[:1] == ["console"]:
            for step in _commands(body.splitlines()):
                yield replace(step, needs=given.get("needs"))


def _commands(lines: list[str]) -> Iterator[Step]:
    step: Step | None = None
    for line in lines:
        if line.startswith("$ "):
            if step:
                yield step
            step = Step(line[2:])
        elif step and not step.expected and step.command.endswith("\\") and line.startswith("> "):
            step.command += "\n" + line[2:]
        elif step:
            step.expected.append(line)
    if step:
        yield step


def perform(step: Step, folder: Path, **settings: str) -> tuple[str, int]:
    """Run a step in `folder`: stdout and stderr together, and the exit code.

    If the output goes through a pipe, stderr comes after it: between two programs order is chance.
    `settings` are added to the environment.
    """
    if step.file:
        (folder / step.file).write_text(step.command, "utf-8")
        return "", 0
    done = subprocess.run(
        ["sh", "-c", TARGETS.get(step.command, step.command)],
        cwd=folder,
        env=environment(folder) | settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if PIPED.match(step.command) else subprocess.STDOUT,
        check=False,
        timeout=240,
    )
    shown = (done.stdout + (done.stderr or b"")).decode("utf-8", "replace")
    return PROGRESS.sub("", shown), done.returncode


def environment(folder: Path) -> dict[str, str]:
    """The environment without the caller's settings; this checkout's `tourney` is first in PATH."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("TOURNEY_", "XDG_"))}
    path = os.pathsep.join([str(folder.parent / "bin"), search_path()])
    own = {"PATH": path, "HOME": str(folder), "PYTHONPATH": str(folder.parent / "installed")}
    return kept | own | {"PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8"}


def search_path() -> str:
    """Where programs are found: first beside the interpreter, as in an active environment."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


@contextmanager
def session() -> Iterator[Path]:
    """An empty folder; `tourney` in PATH, outside of the folder, is that of this checkout.

    `pip install FOLDER` installs a package for this session only, without the network.
    """
    with TemporaryDirectory() as name:
        folder = Path(name) / "session"
        (Path(name) / "bin").mkdir()
        folder.mkdir()
        commands = {
            "tourney": f'PYTHONPATH="{ROOT}:$PYTHONPATH" exec "{sys.executable}" -P -m tourney',
            "pip": f'PYTHONPATH="{ROOT}" exec "{sys.executable}" -P -m tests.plugins.installing',
        }
        for command, line in commands.items():
            script = Path(name) / "bin" / command
            script.write_text(f'#!/bin/sh\n{line} "$@"\n')
            script.chmod(0o755)
        yield folder


def matches(expected: list[str], shown: str) -> bool:
    """Whether the output matches what the page shows."""
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "..." else _line(line) + r"\n" for line in expected
    )
    return re.fullmatch(pattern, _settled(shown)) is not None


def _line(line: str) -> str:
    return ".*?".join(re.escape(_settled(part).rstrip("\n")) for part in line.split("..."))


def _settled(text: str) -> str:
    """`text` with times and dates replaced by a word, and without blanks at line ends."""
    text = DAY.sub("DAY", CLOCK.sub(" N", text))
    lines = [line.rstrip() for line in text.rstrip().split("\n")]
    return "\n".join(lines) + "\n" if text.strip() else ""


def faults(text: str, shown_as: Mapping[str, str] = {}, **settings: str) -> Iterator[str]:
    """Runs a page; for every command whose output differs from the page, both versions.

    `settings` are added to the environment; `shown_as` are words and what the page has for them.
    """
    with session() as folder:
        for step in filter(lambda step: step.possible, steps(text)):
            shown, code = perform(step, folder, **settings)
            for word, on_page in shown_as.items():
                shown = shown.replace(word, on_page)
            if code or not (step.file or matches(step.expected, shown)):
                said = "\n".join(step.expected)
                yield f"$ {step.command}\n--- says\n{said}\n--- shows (exit code {code})\n{shown}"


def missing(text: str) -> list[str]:
    """The programs and libraries that a page needs and this machine does not have."""
    return sorted({str(step.needs) for step in steps(text) if not step.possible})


def rewritten(text: str) -> str:
    """The page with the real output under every command whose output differs."""
    with session() as folder:
        for step in filter(lambda step: step.possible, steps(text)):
            shown, code = perform(step, folder)
            if code:
                print(f"left as it is, exit code {code}: $ {step.command}", file=sys.stderr)
            elif not step.file and not matches(step.expected, shown):
                command = "$ " + step.command.replace("\n", "\n> ")
                old = "\n".join([command, *step.expected]) + "\n"
                lines = [line.rstrip() for line in shown.rstrip().split("\n")]
                text = text.replace(old, "\n".join([command, *lines]) + "\n", 1)
    return text


if __name__ == "__main__":
    named = [Path(name) for name in sys.argv[2:]] or [ROOT / page for page in pages()]
    for page in named if sys.argv[1:2] == ["--write"] else []:
        before = page.read_text("utf-8")
        after = rewritten(before)
        page.write_text(after, "utf-8")
        print("wrote" if after != before else "fresh:", page)
