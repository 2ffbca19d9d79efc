"""Speed of engines compiled without changes: `python -m tests.benchmarks.compiled [--suite]`.

Copies the tree to a temporary folder, compiles `engines` there with mypyc (it comes with mypy and
needs setuptools and a C compiler), and plays random matches with both in turn, each in a process
of its own. With `--suite` the tests of the engines also run on the compiled copy. Takes minutes.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
OTHERS: Final = ("tourney", "tests", "data", "docs", "README.md", "pyproject.toml")
BAR: Final = 1.4
TURNS: Final = 3
ONE_GAME: Final = """
import sys
import engines.api
from engines.games import GAMES
from tests.benchmarks.engines import self_play
game = GAMES[sys.argv[1]]
assert engines.api.__file__.endswith(".so") == (sys.argv[2] == "compiled")
loop = self_play(game, max(game.seats) - 1, dict(game.variants[:2][-1]), logged=False)
print(loop(1.0))
"""


def copy(parts: Sequence[str], folder: Path) -> None:
    """Copy parts of the tree without generated files."""
    for part in parts:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / part)


def compile_engines(folder: Path) -> None:
    """Compile every module of the engines except `__init__.py`."""
    modules = sorted(str(path.relative_to(folder)) for path in folder.glob("engines/**/*.py"))
    named = [module for module in modules if not module.endswith("__init__.py")]
    command = [sys.executable, "-m", "mypyc", *named]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"mypyc failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def rate(folder: Path, game: str, kind: str) -> float:
    """Random moves per second of the engines in this folder, measured in a new process."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", ONE_GAME, game, kind]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def compare(folder: Path) -> None:
    """Print the best rate of both engines, measured in turn."""
    from engines.games import GAMES

    print(f"random moves a second; bar {BAR:g} times as stands")
    for game in GAMES:
        plain = compiled = 0.0
        for _ in range(TURNS):
            plain = max(plain, rate(ROOT, game, "plain"))
            compiled = max(compiled, rate(folder, game, "compiled"))
        ratio = compiled / plain
        print(f"  {game:18} {plain:12,.0f} {compiled:12,.0f}  {ratio:5.2f} x", flush=True)


def main() -> int:
    """Compile, compare, and run the suite if asked to."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy(["engines"], folder)
        compile_engines(folder)
        copy(OTHERS, folder)  # not before the build, which would read pyproject.toml
        compare(folder)
        if "--suite" not in sys.argv[1:]:
            return 0
        environment = {**os.environ, "PYTHONPATH": str(folder)}
        # Left out: the sixth game is a line of source, which a compiled table of games never reads.
        left_out = "--ignore=tests/engines/test_sixth_game.py"
        tests = ("-q", "-p", "no:cacheprovider", left_out, "tests/engines")
        command = [sys.executable, "-m", "pytest", *tests]
        return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
