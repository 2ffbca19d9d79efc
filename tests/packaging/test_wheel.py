"""An installed wheel works without the checkout and without the packages for tests."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from engines.games import KINDS
from tests.plugins.installing import install

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.full


@pytest.fixture(scope="module", params=["pure", "compiled"])
def build(request: pytest.FixtureRequest) -> str:
    headers = Path(sysconfig.get_path("include"), "Python.h")
    if request.param == "compiled" and not (shutil.which("cc") and headers.exists()):
        pytest.skip("a C compiler with the headers of Python is not installed")
    return str(request.param)


@pytest.fixture(scope="module")
def wheel(build: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "-qq", "wheel", "--no-deps", "-w", str(folder), str(ROOT)]
    enabled = {"HATCH_BUILD_HOOKS_ENABLE": "1"} if build == "compiled" else {}
    subprocess.run(pip, check=True, env={**os.environ, **enabled})
    return next(folder.glob("tabletop_tourney-*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The console script of a new environment with the wheel and its dependencies."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    subprocess.run([python, "-m", "pip", "-qq", "install", str(wheel)], check=True)
    return home / "bin" / "tourney"


def run(
    script: Path, folder: Path, *args: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "TOURNEY_"))}
    return subprocess.run(
        [script, *args],
        cwd=folder,
        env=env | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_wheel_holds_both_packages_and_no_tests(wheel: Path, build: str) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    tops = {top.partition(".")[0] for top in tops if not top.endswith(".dist-info")}
    library = {"tourney__mypyc"} if build == "compiled" else set()
    assert tops == {"tourney", "engines"} | library
    assert wheel.name.endswith("-py3-none-any.whl") == (build == "pure")
    assert {"engines/diams/RULES.md", "engines/py.typed", "tourney/py.typed"} <= set(names)
    assert "tourney/samples/bots/python/tmbp.py" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)


@pytest.mark.parametrize(
    "args", [("--version",), ("games",), ("games", "diams"), ("help", "rule:DI-R8"), ("demo",)]
)
def test_an_installed_tourney_runs(installed: Path, tmp_path: Path, args: tuple[str, ...]) -> None:
    result = run(installed, tmp_path, *args)
    assert (result.returncode, result.stderr if "Traceback" in result.stderr else "") == (0, "")
    assert result.stdout


def described(wheel: Path) -> str:
    """What a package index is told."""
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    return archive.read(name).decode()


def test_a_package_index_accepts_the_description(wheel: Path) -> None:
    pytest.importorskip("twine", reason="twine is not installed")
    check = [sys.executable, "-m", "twine", "--no-color", "check", "--strict", str(wheel)]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert (done.returncode, "PASSED" in done.stdout) == (0, True), done.stdout


@pytest.mark.parametrize("address", ["https://forge.example/club/tourney", "/home/me/tourney"])
def test_links_of_the_description_lead_to_the_repository(address: str, tmp_path: Path) -> None:
    pip = [sys.executable, "-m", "pip", "-qq", "wheel", "--no-deps", "-w", str(tmp_path), str(ROOT)]
    known = {key: text for key, text in os.environ.items() if not key.startswith("GITHUB_")}
    subprocess.run(pip, check=True, env=known | {"TOURNEY_REPOSITORY": address})
    head, _, text = described(next(tmp_path.glob("*.whl"))).partition("\n\n")
    assert "Classifier: Programming Language :: Python :: 3.14" in head
    targets = re.findall(r"\]\(([^)]+)\)", text)
    if address.startswith("https:"):
        assert f"Project-URL: Source, {address}\n" in head
        assert f"{address}/blob/v0.9.0/docs/tutorial.md" in targets
        assert [target for target in targets if not target.startswith("https://")] == []
    else:
        assert "\nProject-URL:" not in head
        assert targets == []
        assert "all documentation" in text


def test_an_installed_tourney_says_which_build_it_is(
    installed: Path, build: str, tmp_path: Path
) -> None:
    assert run(installed, tmp_path, "--version").stdout == f"tourney 0.9.0 ({build})\n"


def test_an_installed_tourney_begins_bots(installed: Path, tmp_path: Path) -> None:
    assert run(installed, tmp_path, "bot", "new", "mine").returncode == 0
    assert (tmp_path / "mine" / "tmbp.py").is_file()


def test_an_installed_tourney_copies_its_samples(installed: Path, tmp_path: Path) -> None:
    assert run(installed, tmp_path, "samples").returncode == 0
    names = {path.relative_to(tmp_path / "samples") for path in (tmp_path / "samples").rglob("*.*")}
    assert {str(name) for name in names} >= {"README.md", "records/spring-diams.tmr"}
    assert run(installed, tmp_path, "check", "samples/records/spring-diams.tmr").returncode == 0


COPIES = """
import copy, pickle
from engines.games import GAMES
game = GAMES["starfish"]
state = game.start(game.options({}, 3), 3)
for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
    assert twin.view(None) == state.view(None)
"""


def test_a_game_of_another_package_is_played_and_its_positions_are_copied(
    installed: Path, tmp_path: Path
) -> None:
    assert run(installed, tmp_path, "plugin", "new", "game", "starfish").returncode == 0
    install(tmp_path / "starfish", tmp_path / "more")
    found = {"PYTHONPATH": str(tmp_path / "more")}
    bots = ("--bot", "s=search:iterations=8", "--bot", "r=random", "--deals", "2", "--name", "x")
    played = run(installed, tmp_path, "run", "-g", "starfish", *bots, **found)
    assert (played.returncode, "no faults" in played.stderr) == (0, True), played.stderr
    checked = run(installed, tmp_path, "check", "run:x", **found)
    assert checked.stdout.count("verified all") == 4
    copied = run(installed.with_name("python"), tmp_path, "-c", COPIES, **found)
    assert (copied.returncode, copied.stderr) == (0, "")


STRANGER = """
from __future__ import annotations

from typing import Any

import tourney


class First:
    version = "1"

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        return legal[0]


def names(rows: tourney.DataRows) -> list[str]:
    return [str(row["player"]) for row in rows]


state: tourney.GameState = tourney.game("diams").start(seats=3, seed=7)
seat = state.pending()[0]
state.apply(seat, state.legal_moves(seat)[0])
quick = {"length": "quick"}
bots = {"a": First, "b": First(), "c": "greedy"}
with tourney.play("diams", bots, deals=1, options=quick) as run:
    print(names(run.standings()), run.faults())
    for match in run.matches():
        phases = {position.view("A")["phase"] for position in match.positions()}
        picture: tourney.Picture = match.svg(ply=3)
try:
    tourney.game("nothing")
except tourney.TourneyError as error:
    print(error.code, error.text("ja"))
"""


def test_programs_and_packages_of_others_pass_a_strict_check_of_their_types(
    installed: Path, tmp_path: Path
) -> None:
    (tmp_path / "stranger.py").write_text(STRANGER)
    checked = ["stranger.py"]
    for kind in KINDS:
        run(installed, tmp_path, "plugin", "new", kind, f"my-{kind}")
        checked.append(f"my-{kind}/my_{kind}")
    python = installed.with_name("python")
    mypy = ["-m", "mypy", "--strict", "--python-executable", str(python), *checked]
    done = run(Path(sys.executable), tmp_path, *mypy)
    assert done.returncode == 0, done.stdout
    ran = run(python, tmp_path, "stranger.py")
    assert (ran.returncode, "app.unknown-game" in ran.stdout) == (0, True), ran.stderr
