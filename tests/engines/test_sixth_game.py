"""A sixth game needs only its folder and its entry: the tests of all games pass with Low Card.

They run in a copy of the checkout (see `sixth_game`), so that every process they start also finds
the sixth game.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.engines.sixth_game import checkout, run

QUICK = (
    "tests/engines/contract",
    "tests/records/test_unknown_cards.py",
    "tests/cli/test_games.py",
)
OWN = ("-k", "low-card or low_card")
SOON = ("-k", "(low-card or low_card) and not junk")
EVERYTHING = ("-m", "not campaign")
COUNTS = re.compile(r"(\d+) (passed|failed|errors?|skipped)")


@pytest.fixture(scope="module")
def house() -> Iterator[Path]:
    """A copy of the checkout with the sixth game, readable for every user."""
    # Not in the folder of the outer tests: the path of a socket of a browser would be too long.
    with TemporaryDirectory(prefix="sixth-", dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        yield checkout(Path(folder))


@pytest.fixture(scope="module")
def documented(house: Path) -> Path:
    """The copy with the generated pages written again."""
    written = run(house, "tests.docs.reference", "--write").stdout.split()
    assert {Path(word).name for word in written[1::2]} >= {"games.md", "notation.md"}
    return house


def passed(house: Path, *words: str) -> int:
    """The number of tests that passed in the copy; none may fail.

    Tests may only be skipped for a program that is not installed.
    """
    how = ("-q", "-rsfE", "-p", "no:cacheprovider", "-p", "no:xdist")
    done = run(house, "pytest", *how, *words)
    lines = done.stdout.splitlines()
    counts = {word: int(number) for number, word in COUNTS.findall(lines[-1])}
    counts["skipped"] = sum(
        line.startswith("SKIPPED") and not line.endswith("is not installed") for line in lines
    )
    assert counts == {"passed": counts["passed"], "skipped": 0}, done.stdout + done.stderr
    return counts["passed"]


@pytest.mark.full
def test_the_tests_of_all_games_pass_over_a_sixth_one(house: Path) -> None:
    assert passed(house, *QUICK, *SOON) > 100


@pytest.mark.full
def test_commands_and_what_they_start_find_the_sixth_game(house: Path, tmp_path: Path) -> None:
    bots = ("--bot", "a=random", "--bot", "b=search:iterations=5", "--bot", "c=random")
    database = ("--db", str(tmp_path / "x.db"))
    played = ("run", "-g", "low-card", *bots, "--deals", "4", "--name", "x", "-j", "2")
    for words in ((*played, *database), ("check", "run:x", "-j", "2", *database)):
        done = run(house, "tourney", *words)
        assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 12
    assert all("verified all, result, rank" in line for line in done.stdout.splitlines())


@pytest.mark.full
def test_all_tests_of_its_own_pass_over_a_sixth_game(documented: Path) -> None:
    assert passed(documented, *OWN, *EVERYTHING) > 300


@pytest.mark.full
def test_the_ordinary_suite_passes_with_a_sixth_game(documented: Path) -> None:
    """All tests except this module and the transcripts, which only `make docs` updates."""
    # Transcripts and the pages about notation are written for the five games.
    left_out = [f"tests/docs/test_{name}.py" for name in ("transcripts", "languages")]
    left_out.append("tests/engines/test_sixth_game.py")
    assert passed(documented, *(f"--ignore={file}" for file in left_out)) > 3800


@pytest.mark.full
@pytest.mark.parametrize("tool", [("mypy",), ("ruff", "check"), ("ruff", "format", "--check")])
def test_types_and_style_hold_for_a_sixth_game(house: Path, tool: tuple[str, ...]) -> None:
    files = () if tool == ("mypy",) else ("engines/low_card", "engines/games.py")
    done = run(house, *tool, *files)
    assert done.returncode == 0, done.stdout
