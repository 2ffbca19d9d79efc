"""Where data goes: files appear whole or not at all, closed pipes and full disks are quiet."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Tourney

ROOT = Path(__file__).parents[2]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A shell command with `tourney` meaning this checkout's."""
    script = f'tourney() {{ "{sys.executable}" -m tourney "$@"; }}; {command}'
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, env=env, capture_output=True, text=True, check=False
    )


def test_output_goes_to_the_file_of_o(tourney: Tourney, tmp_path: Path) -> None:
    result = tourney("config", "get", "db", "-o", "out.txt")
    assert (result.code, result.out) == (0, "")
    assert (tmp_path / "out.txt").read_text() == "tourney.db\n"


def test_a_command_that_fails_leaves_the_old_file_alone(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_text("old")
    assert tourney("help", "rule:DI-R999", "-o", "out.txt").code == 5
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]
    assert (tmp_path / "out.txt").read_text() == "old"


@pytest.mark.parametrize(("target", "code"), [("no/such/folder/x", 5), (".", 1)])
def test_a_file_that_cannot_be_written_is_one_line(
    tourney: Tourney, target: str, code: int
) -> None:
    result = tourney("config", "get", "db", "-o", target)
    assert result.code == code
    assert result.err.count("\n") == 1
    assert result.err.startswith("tourney: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("way", ["> /dev/full", "-o /dev/full"])
def test_a_full_disk_is_one_line_and_exit_1(tmp_path: Path, way: str) -> None:
    result = run(f"tourney help formats {way}", tmp_path)
    assert result.returncode == 1
    assert result.stderr.splitlines()[0].startswith("tourney: no space left on the device")
    assert len(result.stderr.splitlines()) == 1


def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    result = run("tourney help records | true; tourney completion bash | head -1", tmp_path)
    assert result.stderr == ""


RUN = "tourney run -g diams -O length=quick --bot a=random --bot b=random --deals 30 --name x"
CHATTY = """
import sys


class Bot:
    def choose(self, view, legal):
        print("thinking", file=sys.stderr, flush=True)
        print("still", flush=True)
        return legal[0]
"""


@pytest.mark.parametrize(
    "more", ["", " --progress json", " --bot c=./chatty.py", " --bot c=./chatty.py -j 2"]
)
def test_a_run_goes_on_when_nobody_hears_its_talk(tmp_path: Path, more: str) -> None:
    (tmp_path / "chatty.py").write_text(CHATTY)
    result = run(f"{{ {RUN}{more}; echo $? > code; }} 2>&1 | true", tmp_path)
    assert result.stderr == ""
    assert (tmp_path / "code").read_text() == "0\n"
    told = json.loads(run("tourney runs --json", tmp_path).stdout)[0]
    assert told["stored"] == told["matches"] > 0
    assert json.loads(run("tourney standings x --json", tmp_path).stdout)[0]["forfeits"] == 0


def test_streams_that_are_closed_are_no_bug(tmp_path: Path) -> None:
    result = run("tourney help records <&- >&-", tmp_path)
    assert (result.returncode, result.stderr) == (0, "")


def test_what_a_user_typed_cannot_command_the_terminal(tmp_path: Path) -> None:
    result = run("tourney help $'a\\x1b[31m\\nb'", tmp_path)
    assert "'a\\x1b[31m\\nb'" in result.stderr
    assert "\x1b" not in result.stderr
