"""Planted bugs: each is put into a copy of the source, and the tests of the engines must fail.

`python -m tests.engines.planted [WORD …]` runs the bugs whose name contains a word or whose family
is a word, such as diamond_boxes; without words it runs all. It prints the failing test for each.
With `--compiled` as the first word the copies are compiled; bugs of different families, which are
in different files, share a copy. The bugs are in `bugs/`; each replaces one text of the source. A
text that does not occur exactly once in the source is an error, so an outdated bug is noticed.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final, NamedTuple
from zipfile import ZipFile

HOUSE = Path(__file__).parents[2]
COPIED = (
    "engines", "tourney", "tests/engines", "tests/records", "tests/examples.py",
    "tests/desk/typist.py", "data/records", "pyproject.toml", "hatch_build.py",
    "README.md", "LICENSE",
)  # fmt: skip
PARTS = ("examples", "rules", "rulings")


def stages(family: str) -> Iterator[tuple[str, ...]]:
    """Test files in order of cost, followed by a word that the names of the tests must contain.

    Golden files are left out, because they fail on any change and do not explain it.
    """
    own = f"tests/engines/{family}"
    yield (*(f"{own}/test_{part}.py" for part in PARTS), "test")
    yield ("tests/engines/contract", family.replace("_", "-"))
    yield (own, "test")
    if (HOUSE / f"tests/records/test_{family}.py").exists():
        yield (f"tests/records/test_{family}.py", "test")


class Bug(NamedTuple):
    """A plausible mistake: a text of a file and its wrong replacement."""

    family: str
    name: str
    file: str
    right: str
    wrong: str


def read(book: Path) -> Iterator[Bug]:
    """The bugs of one family of games."""
    for block in book.read_text("utf-8").split("\n== ")[1:]:
        name, file, *lines = block.rstrip().splitlines()
        right, wrong = (
            "\n".join(line[2:] for line in lines if line.startswith(mark)) for mark in "-+"
        )
        yield Bug(book.stem, name, f"engines/{book.stem}/{file}", right, wrong)


BUGS: Final = [
    bug for book in sorted((HOUSE / "tests/engines/bugs").glob("*.txt")) for bug in read(book)
]


def source(bug: Bug) -> str:
    """The text of the file; it must contain the text to replace exactly once."""
    text = (HOUSE / bug.file).read_text("utf-8")
    if text.count(bug.right) != 1:
        raise LookupError(f"{bug.name}: {text.count(bug.right)} places in {bug.file}")
    return text


def killer(family: str, bug: Bug | None) -> str:
    """The name of a test that fails with the bug planted; "" if all pass."""
    with tempfile.TemporaryDirectory() as folder:
        plant(Path(folder), [bug] if bug else [])
        return first_failure(Path(folder), family)


def compiled_killers(bugs: Sequence[Bug]) -> Iterator[tuple[Bug, str]]:
    """Each of these bugs, of different families, and what notices it in one compiled copy."""
    with tempfile.TemporaryDirectory() as folder:
        house = Path(folder, "house")
        plant(house, bugs)
        # A bug is the same without optimization, and to compile takes less than half the time.
        hook = house / "hatch_build.py"
        hook.write_text(hook.read_text("utf-8").replace('opt_level="2"', 'opt_level="0"'), "utf-8")
        pip = [sys.executable, "-m", "pip", "-q", "wheel", "--no-deps", "-w", folder, str(house)]
        enabled = {**os.environ, "HATCH_BUILD_HOOKS_ENABLE": "1"}
        done = subprocess.run(pip, env=enabled, capture_output=True, text=True, check=False)
        said = done.stdout + done.stderr
        if done.returncode:
            refused = [bug for bug in bugs if re.search(rf"{bug.file}:\d+: error", said)]
            assert refused, said
            yield from ((bug, "the compiler") for bug in refused)
            yield from compiled_killers([bug for bug in bugs if bug not in refused])
            return
        with ZipFile(next(Path(folder).glob("*.whl"))) as wheel:
            wheel.extractall(house, [name for name in wheel.namelist() if name.endswith(".so")])
        build = [sys.executable, "-c", "from engines import api, build; print(build.BUILD)"]
        assert subprocess.check_output(build, cwd=house, text=True) == "compiled\n"
        for bug in bugs:
            yield bug, first_failure(house, bug.family)


def rows(bugs: Sequence[Bug]) -> list[list[Bug]]:
    """These bugs in rows, each with at most one of a family."""
    families = sorted({bug.family for bug in bugs})
    columns = ([bug for bug in bugs if bug.family == family] for family in families)
    return [[bug for bug in row if bug] for row in zip_longest(*columns)]


def plant(house: Path, bugs: Sequence[Bug]) -> None:
    """Copy the sources to a new folder, with these bugs."""
    hidden = shutil.ignore_patterns("*.so", "__pycache__", "compiled.txt")
    for name in COPIED:
        (house / name).parent.mkdir(parents=True, exist_ok=True)
        if (HOUSE / name).is_dir():
            shutil.copytree(HOUSE / name, house / name, ignore=hidden)
        else:
            shutil.copy(HOUSE / name, house / name)
    for bug in bugs:
        (house / bug.file).write_text(source(bug).replace(bug.right, bug.wrong), "utf-8")


def first_failure(house: Path, family: str) -> str:
    """The name of a failing test of a family in this folder; "" if all pass."""
    return next(filter(None, (failure(house, *stage) for stage in stages(family))), "")


def failure(house: Path, *tests: str) -> str:
    """The name of a failing test; "" if all pass. The last of `tests` is a word of their names."""
    *files, word = tests
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "--no-header",
        "--tb=no",
        "-p",
        "no:xdist",
    ]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", "-k", f"{word} and not golden", *files],
        cwd=house,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 0:
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M)
    assert done.returncode in (1, 2), done.stdout + done.stderr
    assert failed, done.stdout
    return failed[1].rpartition("/")[2].partition("[")[0]


def main(words: list[str]) -> int:
    """Plant each bug and print the results; returns 1 if no test finds a bug."""
    compiled = words[:1] == ["--compiled"]
    words = words[compiled:]
    chosen = [
        bug
        for bug in BUGS
        if not words or any(word in bug.name or word == bug.family for word in words)
    ]
    if not compiled:
        for family in sorted({bug.family for bug in chosen}):
            assert not killer(family, None), "the tests fail without a bug"
    alive = 0
    for bugs in rows(chosen):
        start = time.monotonic()
        results = compiled_killers(bugs) if compiled else ((b, killer(b.family, b)) for b in bugs)
        for bug, found in results:
            alive += not found
            seconds = time.monotonic() - start
            print(f"{bug.name:60} {seconds:4.0f} s  {found or 'ALIVE'}", flush=True)
            start = time.monotonic()
    print(f"{len(chosen) - alive} of {len(chosen)} killed")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
