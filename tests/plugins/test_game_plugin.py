"""A game from another package is a game like the others, from its rules to its pages.

It is Dive, in `sixth_game`; all commands run in one process that finds it installed.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.installing import SIXTH, install, python, session

pytestmark = pytest.mark.slow

BOTS = ("--bot", "a=random", "--bot", "b=search:iterations=4")
TABLE = """\
7
2
dive 5
dive 3
dive 5; lost
up
"""
COMMANDS = {
    "games": ["games", "--json"],
    "game": ["games", "dive"],
    "japanese": ["games", "dive", "--lang", "ja"],
    "rule": ["help", "rule:DIVE-R4"],
    "view": ["help", "view:dive"],
    "error": ["games", "dove"],
    "run": ["run", "-g", "dive", *BOTS, "--deals", "2", "--seed", "s", "--name", "x"],
    "check": ["check", "run:x"],
    "standings": ["standings", "x", "--format", "csv"],
    "export": ["export", "tmr", "x", "-o", "x.tmr"],
    "file": ["check", "x.tmr"],
    "replay": ["replay", "match:1"],
    "analyse": ["analyse", "match:1", "--budget", "4"],
    "analyse run": ["analyse", "run:x", "--budget", "4"],
    "page": ["report", "match", "1", "-o", "match.html"],
    "site": ["report", "site", "-o", "site"],
    "sheet": ["sheet", "dive", "-o", "sheet.html"],
    "sample": ["bot", "sample", "dive"],
    "record": ["record", "dive", "--players", "Aiko,Ben", "--id", "evening", "--hands", "all",
               "--casual"],
    "recorded": ["export", "tmr", "evening"],
    "play": ["play", "dive", "--me", "Aiko@A", "--bot", "b=random", "--seed", "3"],
}  # fmt: skip
GIVEN = {"record": TABLE + "\n", "play": "dive\nup\n"}


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    install(SIXTH, folder)
    return folder


@pytest.fixture(scope="module")
def done(target: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """How each of the commands ended, and the folder in which they ran."""
    folder = tmp_path_factory.mktemp("work")
    return {**session(COMMANDS, target, folder, GIVEN), "folder": folder}


def test_every_command_takes_it(done: dict[str, Any]) -> None:
    codes = {name: done[name].code for name in COMMANDS}
    refused = {"error": 2, "analyse": 2, "analyse run": 2}
    assert codes == {**dict.fromkeys(COMMANDS, 0), **refused}, done


def test_it_is_listed_with_its_version_its_notation_and_its_title(done: dict[str, Any]) -> None:
    listed = {row["game"]: row["rules"] for row in json.loads(done["games"].out)}
    assert listed["dive"] == "dive/1"
    assert next(iter(listed)) == "diams"
    assert "B: dive 5; lost   a 5 lies open before B already" in done["game"].out
    assert done["japanese"].out.startswith("ダイブ (dive)")


def test_its_rules_and_views_are_explained(done: dict[str, Any]) -> None:
    assert done["rule"].out.startswith("**DIVE-R4** Whoever dives turns the top card")
    assert "players[].pearl  (string or null)" in done["view"].out
    assert "did you mean 'dive'" in done["error"].err or "dive" in done["error"].err


def test_its_records_name_the_version_of_its_rules_and_pass_their_check(
    done: dict[str, Any],
) -> None:
    text = (done["folder"] / "x.tmr").read_text("utf-8")
    assert text.count("rules: dive/1\n") == 4
    assert "[bot 1]" in text
    for name in ("check", "file"):
        assert done[name].out.count("verified all, result, rank") == 4


def test_pages_and_sheets_show_it(done: dict[str, Any]) -> None:
    rules = (done["folder"] / "site/games/dive.html").read_text("utf-8")
    assert 'id="DIVE-R4"' in rules
    assert "under water" in done["replay"].out
    assert "pearl" in (done["folder"] / "match.html").read_text("utf-8")
    assert "an equal number twice before you" in (done["folder"] / "sheet.html").read_text("utf-8")


def test_without_a_value_function_no_move_is_judged(done: dict[str, Any]) -> None:
    for name in ("analyse", "analyse run"):
        assert done[name].out == ""
        (line,) = done[name].err.splitlines()
        assert "tourney bot train dive --features FILE.py:CLASS" in line


def test_it_is_recorded_at_the_table_and_played_at_the_terminal(done: dict[str, Any]) -> None:
    assert done["record"].code == 0
    assert "A: dive 5; lost" in done["recorded"].out
    assert "result: A 0, B 5" in done["recorded"].out
    assert done["play"].code == 0


def test_python_programs_play_it_and_workers_of_a_cluster_need_it_only_for_its_own_matches(
    target: Path, tmp_path: Path
) -> None:
    code = (
        "import tourney\n"
        "state = tourney.game('dive').start(seed=1)\n"
        "run = tourney.play('dive', {'a': 'random', 'b': 'random'}, deals=1, seed=1)\n"
        "print(bool(state.legal_moves(state.pending()[0])), run.played)\n"
        "from tourney.work.remote import origin\n"
        "print(*('dive/1' in origin(games).rules for games in (None, ('diams',), ('dive',))))"
    )
    assert python(["-c", code], target, tmp_path).stdout == "True 2\nTrue False True\n"


def test_without_its_package_the_others_go_on(done: dict[str, Any], tmp_path: Path) -> None:
    """What is stored stays readable as text; only what needs the rules is refused."""
    nothing = tmp_path / "nothing"
    commands = {
        "games": ["games"],
        "standings": ["standings", "x", "--format", "csv"],
        "check": ["check", "run:x"],
        "export": ["export", "results", "x"],
    }
    found = session(commands, nothing, done["folder"])
    assert "dive" not in found["games"].out
    assert found["standings"].out == done["standings"].out
    assert found["check"].code == 6
    assert "unknown game 'dive'" in found["check"].err
    assert found["export"].code == 0


def test_the_whole_contract_holds_for_it_with_one_line_in_its_tests(target: Path) -> None:
    """A tenth of it here, all of it in `make full`."""
    assert (SIXTH / "tests/test_contract.py").read_text("utf-8").count("globals()") == 1
    words = ["pytest", "-q", "-p", "no:cacheprovider", "-c", "pyproject.toml", "--rootdir", "."]
    few = ["-k", "bound or outcome or blind or record or another_process"]
    tested = python(["-m", *words, *few], target, SIXTH)
    assert tested.returncode == 0, tested.stdout
    assert "passed" in tested.stdout


@pytest.mark.full
def test_the_whole_contract_holds_for_it(target: Path) -> None:
    words = ["pytest", "-q", "-p", "no:cacheprovider", "-c", "pyproject.toml", "--rootdir", "."]
    tested = python(["-m", *words], target, SIXTH)
    assert "114 passed" in tested.stdout, tested.stdout


@pytest.mark.full
def test_pip_installs_it_as_a_wheel(tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target"]
    subprocess.run([*pip, str(tmp_path / "target"), str(SIXTH)], check=True)
    listed = python(["-m", "tourney", "plugins", "--format", "csv"], tmp_path / "target", tmp_path)
    assert listed.stdout.splitlines()[1].startswith("game,dive,used,dive,0.1,dive:GAME")
