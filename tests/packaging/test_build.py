"""Which build runs: compiled modules beside their sources, or the sources."""

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from engines.build import BUILD
from tests.conftest import Tourney

ROOT = Path(__file__).parents[2]
ASK = "from engines import build; print(build.BUILD, build.WHY_PURE); import engines.api"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Sources with a library beside them that Python tries to load, and cannot."""
    engines = tmp_path / "engines"
    engines.mkdir()
    for name in ("__init__.py", "build.py"):
        shutil.copy(ROOT / "engines" / name, engines)
    (engines / "api.py").write_text("print('source')")
    (engines / f"api{EXTENSION_SUFFIXES[0]}").write_text("no library")
    return tmp_path


def listed(checkout: Path) -> None:
    """Write the list of sources that a build leaves in a checkout."""
    source = (checkout / "engines" / "api.py").stat()
    line = f"engines/api.py {source.st_size} {source.st_mtime_ns}\n"
    (checkout / "engines" / "compiled.txt").write_text(line)


def asked(checkout: Path, **variables: str) -> tuple[str, str]:
    """What a program there says of its build, and how its import of a module ended."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("TOURNEY_")}
    run = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=checkout,
        env={**clean, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    said, _, source = run.stdout.partition("\n")
    return said, source.strip() or run.stderr.strip().rpartition("\n")[2].partition(":")[0]


def test_compiled_modules_are_used_where_they_are(checkout: Path) -> None:
    assert asked(checkout) == ("compiled ", "ImportError")  # it tried the library
    listed(checkout)
    assert asked(checkout) == ("compiled ", "ImportError")


def test_without_compiled_modules_sources_run(checkout: Path) -> None:
    (checkout / "engines" / f"api{EXTENSION_SUFFIXES[0]}").unlink()
    assert asked(checkout) == ("pure none", "source")


def test_a_variable_asks_for_the_sources(checkout: Path) -> None:
    assert asked(checkout, TOURNEY_PURE="1") == ("pure wish", "source")
    assert asked(checkout, TOURNEY_PURE="0") == ("compiled ", "ImportError")


def test_changed_sources_are_never_mixed_with_older_compiled_ones(checkout: Path) -> None:
    listed(checkout)
    source = checkout / "engines" / "api.py"
    before = source.stat()
    source.write_text("print('SOURCE')")  # as long as before
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert asked(checkout)[0] == "compiled "
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns - 1))  # older, as from an archive
    assert asked(checkout) == ("pure changed", "SOURCE")
    source.unlink()
    assert asked(checkout)[0] == "pure changed"


def test_of_a_build_that_did_not_end_no_module_is_used(checkout: Path) -> None:
    (checkout / "engines" / "compiled.txt").write_text("being compiled\n")
    assert asked(checkout) == ("pure changed", "source")


def test_the_program_says_which_build_runs(tourney: Tourney) -> None:
    assert tourney("--version").out == f"tourney 0.9.0 ({BUILD})\n"
    shown = tourney("config", "show", "--format", "csv").out.splitlines()
    assert shown[-1].startswith(f"build,{BUILD},")


def test_without_compiled_modules_it_refuses_to_run_if_they_are_required(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOURNEY_REQUIRE_COMPILED", "1")
    result = tourney("games")
    if BUILD == "compiled":
        assert result.code == 0
    else:
        assert (result.code, result.out) == (2, "")
        assert "TOURNEY_REQUIRE_COMPILED=1" in result.err
        assert result.err.count("\n") == 1
