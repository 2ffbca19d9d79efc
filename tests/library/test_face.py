"""`import tourney`: what it imports, what it promises, and what it refuses."""

import ast
import json
import os
import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import engines
import tourney
from engines.games import GAMES
from tests.docs.transcripts import FENCE

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "docs" / "from-python.md", ROOT / "docs" / "engines-as-a-library.md")
NOTEBOOK = ROOT / "docs" / "notebooks" / "run.ipynb"


def python(
    code: str, *path: Path, cwd: Path = ROOT, args: tuple[str, ...] = ("-c",)
) -> subprocess.CompletedProcess[str]:
    """What a new interpreter says with these folders and this checkout in its path."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*path, ROOT)))}
    command = [sys.executable, *args, *([code] if code else [])]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=env, check=False)


def test_to_import_it_loads_nothing_else() -> None:
    """What takes milliseconds to import is loaded when a name is asked for."""
    done = python("import sys; a = set(sys.modules); import tourney; print(*set(sys.modules) - a)")
    ours = {name for name in done.stdout.split() if name.split(".")[0] in ("engines", "tourney")}
    assert ours == {"tourney", "engines", "engines.build"}
    others = {name.split(".")[0] for name in done.stdout.split()} - {"engines", "tourney"}
    assert others <= sys.stdlib_module_names
    # `typing` alone would take longer than all the rest.
    slow = {"asyncio", "dataclasses", "json", "inspect", "logging", "multiprocessing", "pathlib"}
    assert not others & {*slow, "sqlite3", "typing"}


def test_to_look_at_the_errors_loads_no_database() -> None:
    done = python("import sys, tourney; tourney.NotFound; print(*sys.modules)")
    assert not {"sqlalchemy", "tourney.store", "scipy", "rich"} & set(done.stdout.split())


def test_every_name_is_there_and_in_an_executed_example() -> None:
    blocks = "".join(
        block["body"]
        for page in PAGES
        for block in FENCE.finditer(page.read_text("utf-8"))
        if block["info"].startswith("python file=")
    )
    shown = set(re.findall(r"(?<!\")\btourney\.(\w+)", blocks))
    assert set(tourney.__all__) - shown == set()
    assert shown - set(tourney.__all__) == set()
    for name in tourney.__all__:
        assert getattr(tourney, name).__doc__
    assert set(tourney.__all__) <= set(dir(tourney))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = tourney.nothing  # type: ignore[attr-defined]


def test_the_function_play_stays_when_the_room_is_imported() -> None:
    room = import_module("tourney.play")
    setattr(tourney, "play", room)  # noqa: B010  # what Python does when it imports a room
    assert tourney.play.__name__ == "play"
    assert tourney.play is import_module("tourney.library.play_bots").play


def test_the_names_for_type_checkers_are_those_of_the_program() -> None:
    tree = ast.parse((ROOT / "tourney" / "__init__.py").read_text("utf-8"))
    checked = {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tourney.")
        for alias in node.names
    }
    assert sorted(checked) == sorted(tourney.__all__)
    for name, module in checked.items():
        assert getattr(tourney, name) is getattr(sys.modules[str(module)], name)


def test_engines_alone_has_its_games() -> None:
    assert engines.GAMES is GAMES
    done = python(
        "import engines, sys; print(engines.GAMES['diams'].name, 'tourney' in sys.modules)"
    )
    assert done.stdout == "diams False\n"
    with pytest.raises(AttributeError, match="no attribute 'games_'"):
        _ = engines.games_  # type: ignore[attr-defined]


@pytest.mark.parametrize("marked", [False, True])
def test_another_package_of_the_name_engines_is_named(marked: bool, tmp_path: Path) -> None:
    """Whether it stands before ours on the path or has replaced our files, or is an older one."""
    other = tmp_path / "engines"
    other.mkdir()
    marker = '__distribution__ = "tabletop-tourney"\n__version__ = "0"\n' if marked else ""
    (other / "__init__.py").write_text(f"CATALOGUES = []\n{marker}")
    imported = python("import tourney", tmp_path, cwd=tmp_path)
    last = imported.stderr.splitlines()[-1]
    assert last.startswith("ImportError: the package 'engines' that Python finds, ")
    assert str(other / "__init__.py") in last
    assert last.endswith("reinstall tabletop-tourney")
    called = python("", tmp_path, cwd=tmp_path, args=("-m", "tourney", "games"))
    assert (called.returncode, called.stdout) == (1, "")
    assert called.stderr == f"tourney: {last.removeprefix('ImportError: ')}\n"


def test_a_folder_engines_without_files_is_found_too(tmp_path: Path) -> None:
    """As an uninstalled distribution leaves it behind; a package of Python goes before a folder."""
    (tmp_path / "engines").mkdir()
    assert python("import tourney", tmp_path, cwd=tmp_path).returncode == 0
    house = tmp_path / "house"
    (house / "engines").mkdir(parents=True)
    (house / "tourney").symlink_to(ROOT / "tourney")
    env = {**os.environ, "PYTHONPATH": str(house)}
    done = subprocess.run(
        [sys.executable, "-S", "-c", "import tourney"], capture_output=True, text=True,
        cwd=house, env=env, check=False,
    )  # fmt: skip
    assert str(house / "engines") in done.stderr.splitlines()[-1]


SCRIPT = """
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import engines
import tourney


class Mine:
    def choose(self, view: dict[str, object], legal: list[str]) -> str:
        return legal[0]


def scores(run: tourney.Run) -> Iterator[int]:
    for match in run.matches():
        for position in match.positions():
            state = position.state
            if state is not None and (outcome := state.outcome()) is not None:
                yield from outcome.scores


def main() -> None:
    with tourney.open(Path("tourney.db")) as db:
        rows: tourney.DataRows = db.run("demo").standings()
        first: float = rows[0]["points_mean"]
        event: tourney.PlayedEvent = db.events()[0]
        picture: tourney.Picture = event.plot("curves")
        print(first, sum(scores(db.run("demo"))), picture.upper())
    with tourney.play("diams", bots={"a": Mine(), "b": "greedy", "c": Mine}, deals=2) as run:
        print(run.compare(bots=("a", "b")).notes[0].upper())
    match = tourney.read("x.tmr")[0]
    checked: tourney.CheckedMatch = match.check()
    state: tourney.GameState = tourney.game("diams").start(seats=3, seed=7)
    state.apply(0, state.legal_moves(0)[0])
    print(checked.passed, engines.GAMES["diams"].name.upper())
    try:
        tourney.read(3)  # type: ignore[arg-type]
    except tourney.NotFound as error:
        print(error.code.upper(), error.text("ja"), error.exit_code + 1)
"""


@pytest.mark.full  # mypy reads all of the program
def test_a_script_of_a_user_is_typed(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    env = {**os.environ, "MYPYPATH": str(ROOT)}
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    options = ["--config-file", "/dev/null", "--follow-imports", "silent", "script.py"]
    done = subprocess.run(
        [*command, *options], capture_output=True, text=True, cwd=tmp_path, env=env, check=False
    )
    assert done.stdout == "Success: no issues found in 1 source file\n", done.stderr


def test_both_packages_say_that_they_are_typed() -> None:
    assert all((ROOT / package / "py.typed").exists() for package in ("engines", "tourney"))


def require(*libraries: str) -> None:
    """Skip the test where one of these is not installed; nothing is imported here."""
    for library in libraries:
        if find_spec(library) is None:
            pytest.skip(f"{library} is not installed: pip install 'tabletop-tourney[notebook]'")


def cells() -> list[str]:
    """The code of the notebook, cell by cell."""
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    return ["".join(one["source"]) for one in notebook["cells"] if one["cell_type"] == "code"]


@pytest.mark.full  # plays a run, and imports polars
def test_the_code_of_the_notebook_runs_without_one(tmp_path: Path) -> None:
    require("polars")
    done = python("\n".join([*cells(), "print(run.played)"]), cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("60\n", "")


def test_the_notebook_has_no_stored_output() -> None:
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    kept = [one for one in notebook["cells"] if one.get("outputs") or one.get("execution_count")]
    assert kept == []
    assert len(NOTEBOOK.read_bytes()) < 5000


EXECUTE = """
import json, sys
import nbclient, nbformat
book = nbformat.read(sys.argv[1], 4)
nbclient.NotebookClient(book, timeout=200, kernel_name="python3").execute()
cells = [one for one in book.cells if one.cell_type == "code"]
shown = [{kind for out in one.outputs for kind in out.get("data", {})} for one in cells]
print(json.dumps([sorted(kinds) for kinds in shown]))
"""


@pytest.mark.full  # starts a kernel
def test_a_notebook_shows_a_table_a_plot_and_a_replay(tmp_path: Path) -> None:
    require("nbclient", "ipykernel", "polars")
    home = dict.fromkeys(("IPYTHONDIR", "HOME"), str(tmp_path))
    env = {**os.environ, "PYTHONPATH": str(ROOT), **home}
    command = [sys.executable, "-W", "ignore", "-c", EXECUTE, str(NOTEBOOK)]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env=env, check=False
    )
    kinds = json.loads(done.stdout.splitlines()[-1])
    assert ["text/html" in kinds[0], "text/html" in kinds[1], "text/html" in kinds[3]] == [True] * 3
    assert "image/svg+xml" in kinds[2]
    assert "image/svg+xml" in kinds[4]
