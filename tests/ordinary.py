"""Runs programs as a user without root's privileges, even if root runs the tests."""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from sysconfig import get_path
from typing import Any

import pytest

HOUSE = Path(__file__).parents[1]
NOBODY = "nobody"


@dataclass(frozen=True)
class Ordinary:
    """A user without privileges, and a Python which that user can run."""

    python: str
    user: dict[str, Any] = field(default_factory=dict)
    """Arguments for `subprocess` that select the user; empty for the current user."""

    @property
    def environ(self) -> dict[str, str]:
        """Environment in which this Python finds the program and its dependencies."""
        paths = os.pathsep.join((str(HOUSE), get_path("purelib")))
        nowhere = {"HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent"}
        return {**os.environ, **nowhere, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}

    @contextmanager
    def folder(self) -> Iterator[Path]:
        """A new folder that the user owns and can enter."""
        path = Path(tempfile.mkdtemp(prefix="tourney-test-"))
        try:
            if "user" in self.user:
                os.chown(path, self.user["user"], self.user["group"])
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def run(self, *args: str, cwd: Path) -> "subprocess.CompletedProcess[str]":
        """Run Python as this user and wait for its end."""
        return subprocess.run(
            [self.python, *args], cwd=cwd, env=self.environ, capture_output=True, text=True,
            timeout=120, check=False, **self.user,
        )  # fmt: skip


@cache
def _found() -> Ordinary | str:
    if os.geteuid() != 0:
        return Ordinary(sys.executable)
    try:
        entry = pwd.getpwnam(NOBODY)
    except KeyError:
        return f"there is no user '{NOBODY}'"
    user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    name = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for python in (sys.executable, f"/usr/bin/{name}", f"/usr/local/bin/{name}"):
        ordinary = Ordinary(python, user)
        try:
            if ordinary.run("-c", "import tourney, pydantic_core", cwd=Path("/")).returncode == 0:
                return ordinary
        except OSError:
            continue
    return f"no {name} that user '{NOBODY}' may run"


def ordinary() -> Ordinary:
    """An ordinary user; skips the test if there is none."""
    found = _found()
    if isinstance(found, str):
        pytest.skip(found)
    return found
