"""Rooms import only from lower floors, and certain libraries are imported by one room only."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conftest import Tourney
from tests.layers.measure import Source, house
from tests.layers.rooms import FLOORS, OWNERS, PURE, PURE_NAMES

HOUSE = Path(__file__).parents[2]
FLOOR = {room: level for level, rooms in enumerate(FLOORS) for room in rooms}


CATALOGUES = (Path("engines/__init__.py"), Path("engines/messages.py"))


class Import(NamedTuple):
    """One imported name: `module` and, where `from` was used, `name`."""

    file: Path
    line: int
    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.module} {self.name}".rstrip()


def sources(package: str) -> list[Path]:
    return [path.relative_to(HOUSE) for path in sorted((HOUSE / package).rglob("*.py"))]


@cache
def imports(file: Path, text: str | None = None) -> tuple[Import, ...]:
    """Every import of a file, also inside functions, with relative names resolved."""
    return tuple(_imports(file, text))


@cache
def parsed() -> dict[Path, Source]:
    """The files of the program by their names in this folder."""
    return {source.path: source for source in house().sources}


def _imports(file: Path, text: str | None) -> Iterator[Import]:
    nodes = ast.walk(ast.parse(text)) if text is not None else parsed()[file].nodes
    package = file.with_suffix("").parts[:-1]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (Import(file, node.lineno, alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *([node.module] if node.module else [])))
            yield from (Import(file, node.lineno, module, alias.name) for alias in node.names)


def room_of(dotted: str, name: str = "") -> str | None:
    """The room of a module; None for libraries and for the package `tourney` itself."""
    top, *rest = [*dotted.split("."), *([name] if name else [])]
    if top == "engines":
        return "engines"
    return rest[0] if top == "tourney" and rest and rest[0] in FLOOR else None


def goes_up(found: Import) -> bool:
    """Whether an import leads to another room on the same floor or to a higher floor."""
    here = room_of(".".join(found.file.with_suffix("").parts))
    there = room_of(found.module, found.name)
    if here is None or there is None or here == there:
        return False
    return FLOOR[there] >= FLOOR[here]


def impure(found: Import) -> bool:
    """Whether an engine imports another family or a module that is not in `PURE`.

    The registry may import by name, messages are read from their catalogues, which may be those of
    imported packages, and the build is chosen by what Python would import.
    """
    if found.file == Path("engines/build.py"):
        return found.module not in {*PURE, "collections.abc", "importlib.machinery", "os", "sys"}
    if found.file in CATALOGUES and found.module in ("os.path", "sys", "tomllib"):
        return False
    top = found.module.split(".")[0]
    if top in ("importlib", "sys"):
        return found.file != Path("engines/games.py")
    if top == "engines":
        return foreign_family(found)
    return top not in PURE and found.name not in PURE_NAMES.get(top, ())


def foreign_family(found: Import) -> bool:
    """Whether a family of games or the kit imports another family; only the registry may."""
    family = found.file.parts[1] if len(found.file.parts) > 2 else None
    parts = [*found.module.split("."), found.name][1:]
    families = {path.name for path in (HOUSE / "engines").iterdir() if path.is_dir()} - {"kit"}
    return family is not None and parts[0] in families - {family}


def misplaced(found: Import) -> bool:
    """Whether a library is imported outside the rooms that own it."""
    owners = OWNERS.get(found.module.split(".")[0])
    here = room_of(".".join(found.file.with_suffix("").parts))
    return owners is not None and here is not None and here not in owners


def all_imports(*packages: str) -> Iterator[Import]:
    return (found for package in packages for file in sources(package) for found in imports(file))


def test_every_room_has_its_floor() -> None:
    rooms = {path.name for path in (HOUSE / "tourney").iterdir() if path.is_dir()}
    assert rooms - {"__pycache__"} <= set(FLOOR)


def test_imports_only_go_down() -> None:
    assert not [str(found) for found in all_imports("tourney", "engines") if goes_up(found)]


def test_engines_import_themselves_and_what_is_pure() -> None:
    assert not [str(found) for found in all_imports("engines") if impure(found)]


def test_libraries_stay_in_their_rooms() -> None:
    assert not [str(found) for found in all_imports("tourney") if misplaced(found)]


def test_nobody_imports_the_tests() -> None:
    found = all_imports("tourney", "engines")
    assert not [str(each) for each in found if each.module.split(".")[0] == "tests"]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("tourney/records/x.py", "from tourney.store import open_store"),
        ("tourney/records/x.py", "def f():\n    import tourney.play.referee"),
        ("tourney/bots/x.py", "from ..render import tables"),
        ("tourney/domain/x.py", "from tourney import scoring"),
        ("engines/diams/x.py", "from tourney.domain import errors"),
    ],
)
def test_an_import_that_goes_up_is_found(file: str, text: str) -> None:
    assert [goes_up(found) for found in imports(Path(file), text)] == [True]


@pytest.mark.parametrize(
    "text", ["import random", "from random import shuffle", "import time", "import pydantic"]
)
def test_an_impure_engine_is_found(text: str) -> None:
    assert [impure(found) for found in imports(Path("engines/diams/x.py"), text)] == [True]


def test_what_commands_share_does_not_know_them() -> None:
    """Commands are loaded by name, one at a time."""
    shared = [file for file in sources("tourney/cli") if "commands" not in str(file)]
    found = [str(one) for file in shared for one in imports(file) if "commands" in one.module]
    assert found == []


def test_the_domain_is_imported_without_the_games() -> None:
    names = [".".join(file.with_suffix("").parts) for file in sources("tourney/domain")]
    code = f"import sys, {', '.join(names)}; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    modules = subprocess.run(command, capture_output=True, text=True, cwd=HOUSE, check=True).stdout
    assert {name for name in modules.split() if name.startswith("engines.")} <= {
        "engines.api",
        "engines.build",
        "engines.messages",
    }


HEAVY = ("sqlmodel", "sqlalchemy", "pydantic", "rich", "tabulate", "alembic", "engines", "asyncio")


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["no-such-command"]])
def test_help_imports_nothing_heavy(args: list[str]) -> None:
    modules = imported(*args)
    assert "click" in modules
    light = {"engines", "engines.build", "engines.games", "engines.messages"}
    assert not {name for name in modules - light if name.split(".")[0] in HEAVY}


def imported(*args: str, folder: Path = HOUSE) -> set[str]:
    """What a command imports, by the log of a new interpreter: this one has loaded everything."""
    command = [sys.executable, "-X", "importtime", "-m", "tourney", *args]
    log = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False).stderr
    return {line.rsplit("|", 1)[1].strip() for line in log.splitlines() if "|" in line}


def test_lists_and_standings_of_runs_load_few_modules(tourney: Tourney, tmp_path: Path) -> None:
    """The modules of this program that each loads; what nothing asks for is found by this count."""
    bots = ("--bot", "a=random", "--bot", "b=random", "--deals", "1", "--name", "x")
    assert tourney("run", "-g", "diams", *bots).code == 0
    most = {("runs",): 50, ("match", "list"): 48, ("standings", "x"): 104}
    for args, count in most.items():
        modules = imported(*args, folder=tmp_path)
        ours = {name for name in modules if name.split(".")[0] in {"tourney", "engines"}}
        assert {"sqlmodel", "tourney.store.runs"} <= modules
        assert not {"agents", "bots", "events", "records"} & {
            name.split(".")[1] for name in ours if name.startswith("tourney.")
        }
        assert len(ours) <= count, (args, sorted(ours))
