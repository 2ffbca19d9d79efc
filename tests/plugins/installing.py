"""Packages that are installed for one test: a folder with their code and metadata, as pip makes it.

Processes find them there by `PYTHONPATH`. The real thing, a wheel that pip installs, takes some
seconds and is left to `test_wheels`.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from tests.conftest import Result

HOUSE = Path(__file__).parents[2]
SIXTH = Path(__file__).parent / "sixth_game"
"""The project of Dive, a game from outside."""


def install(project: Path, target: Path, *, editable: bool = False) -> None:
    """Install the package of a project, as its pyproject.toml describes it."""
    about = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    package = about["name"].replace("-", "_")
    target.mkdir(exist_ok=True)
    if editable:
        (target / package).symlink_to((project / package).resolve())
    else:
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(project / package, target / package, ignore=unwanted)
    metadata(target, about["name"], about["version"], about["entry-points"])


def metadata(
    target: Path, name: str, version: str, groups: Mapping[str, Mapping[str, str]]
) -> None:
    """Write what an installed package says of itself: its entry points by group."""
    folder = target / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir(parents=True)
    about = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    (folder / "METADATA").write_text(about, "utf-8")
    lines = [
        line
        for group, entries in groups.items()
        for line in (f"[{group}]", *(f"{key} = {place}" for key, place in entries.items()))
    ]
    (folder / "entry_points.txt").write_text("\n".join([*lines, ""]), "utf-8")


def python(
    words: Sequence[str], target: Path, folder: Path, given: str = ""
) -> "subprocess.CompletedProcess[str]":
    """Run Python in a new process that finds what is installed in `target`."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "TOURNEY_"))}
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**kept, "PYTHONPATH": os.pathsep.join((str(HOUSE), str(target)))},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


DRIVER = """
import contextlib, io, json, sys
from tourney.cli.root import main
found = {}
commands, given = json.loads(sys.stdin.read())
for name, words in commands.items():
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.get(name, "").encode()), "utf-8")
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    found[name] = (code, out.getvalue(), err.getvalue())
print(json.dumps(found))
"""


def session(
    commands: Mapping[str, Sequence[str]],
    target: Path,
    folder: Path,
    given: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Result]:
    """How several commands end, one after the other in one process, which saves time.

    `given`: what some of them read from standard input.
    """
    ended = python(["-c", DRIVER], target, folder, json.dumps([dict(commands), dict(given)]))
    assert ended.returncode == 0, ended.stderr
    return {name: Result(*row) for name, row in json.loads(ended.stdout).items()}


if __name__ == "__main__":
    # In place of pip in the commands of a page: `pip install [-q] [-e] FOLDER[EXTRA]`.
    install(
        Path(sys.argv[-1].partition("[")[0]),
        Path(os.environ["PATH"].split(os.pathsep)[0]).parent / "installed",
        editable="-e" in sys.argv,
    )
