"""A run that is continued with changed bots at the user's request."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import Once, Tourney

pytestmark = pytest.mark.slow

QUICK = ("run", "-g", "diamonds", "-O", "rounds=1", "--bot", "r=random", "--bot", "mine=mine.py")
BOT = """
class Mine:
    version = "{}"
    def choose(self, view, legal):
        return legal[{}]
"""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.full)])
def half(
    request: pytest.FixtureRequest, tourney: Tourney, once: Once, tmp_path: Path
) -> tuple[str, ...]:
    """Options for a database with run 'x' of one deal, whose bot 'mine' has changed since."""
    sqlite = request.param == "sqlite"
    where = ("--db", "x.db" if sqlite else request.getfixturevalue("database"))

    def played() -> None:
        write(tmp_path, "1", 0)
        tourney(*QUICK, "--deals", "1", "--name", "x", *where)

    if sqlite:
        once(played)
    else:
        played()
    write(tmp_path, "2", -1)
    return where


def write(folder: Path, version: str, move: int) -> None:
    (folder / "mine.py").write_text(BOT.format(version, move))


def versions(tourney: Tourney, where: tuple[str, ...]) -> list[str]:
    """The version of 'mine' in every match of the run, from the exported records."""
    return re.findall(r"mine \[bot (\S+)\]", tourney("export", "tmr", "x", *where).out)


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.full)])
def test_a_run_goes_on_with_a_changed_bot_if_that_is_asked_for(
    tourney: Tourney, half: tuple[str, ...], jobs: str
) -> None:
    extend = ("run", "--extend", "x", "--deals", "2", "-j", jobs, *half)
    refused = tourney(*extend)
    assert (refused.code, refused.err.count("\n")) == (6, 1)
    assert "--changed" in refused.err
    assert versions(tourney, half) == ["1", "1"]
    done = tourney(*extend, "--changed")
    assert done.code == 0
    told = [line for line in done.err.splitlines() if "'mine'" in line]
    assert [("'1'" in line, "'2'" in line) for line in told] == [(True, True)]
    assert versions(tourney, half) == ["1", "1", "2", "2", "2", "2"]
    table = tourney("standings", "x", "--json", *half).out
    assert sorted((row["player"], row["matches"]) for row in json.loads(table)) == [
        ("mine", 6),
        ("r", 6),
    ]
    assert tourney("check", "run:x", *half).code == 0
    old = tourney("run", "--resume", "x", "--only", "1", *half)
    end = ", which was played by other versions: 'mine' 1\n"
    assert (old.code, old.err.endswith(end)) == (1, True)
    assert tourney("run", "--resume", "x", "--only", "3", *half).code == 0


def test_a_run_with_a_changed_bot_shows_the_new_one_and_cannot_be_repeated(
    tourney: Tourney, half: tuple[str, ...]
) -> None:
    def shown() -> dict[str, str]:
        text = tourney("runs", "show", "x", "--format", "csv", *half).out
        return dict(line.split(",", 1) for line in text.splitlines())

    before = shown()
    assert (before["reproducible"], "version 1" in before["bot mine"]) == ("yes", True)
    would = tourney("run", "--resume", "x", "--changed", "--dry-run", *half)
    assert "not reproducible, a bot has changed" in would.out
    assert shown() == before
    assert tourney("run", "--resume", "x", "--changed", *half).code == 0
    after = shown()
    assert (after["reproducible"], "version 2" in after["bot mine"]) == ("no", True)
    assert tourney("run", "--resume", "x", *half).code == 0
    would = tourney("run", "--extend", "x", "--deals", "1", "--dry-run", *half)
    assert "not reproducible, a bot has changed" in would.out
    assert versions(tourney, half) == ["1", "1"]


@pytest.mark.full
def test_asking_for_changed_bots_where_none_has_changed_changes_nothing(
    tourney: Tourney, half: tuple[str, ...], tmp_path: Path
) -> None:
    write(tmp_path, "1", 0)
    before = tourney("runs", "show", "x", *half).out
    result = tourney("run", "--resume", "x", "--changed", *half)
    assert (result.code, "not reproducible" in result.err) == (0, False)
    assert tourney("runs", "show", "x", *half).out == before


@pytest.mark.parametrize(
    "args", [QUICK, (*QUICK[:3], "--only", "1"), ("run", "--resume", "x", "--only", "1")]
)
def test_changed_bots_are_for_a_stored_run_that_is_played(
    tourney: Tourney, args: tuple[str, ...]
) -> None:
    result = tourney(*args, "--changed")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)


def test_a_bot_with_the_same_version_and_other_content_is_refused(
    tourney: Tourney, half: tuple[str, ...], tmp_path: Path
) -> None:
    write(tmp_path, "1", -1)
    extend = ("run", "--extend", "x", "--deals", "1", *half)
    words = "bot 'mine' (mine.py) of run 'x' has the same version '1', but other content"
    refused = tourney(*extend)
    assert (refused.code, refused.err.count("\n")) == (6, 1)
    assert refused.err.startswith(f"tourney: {words}; ")
    done = tourney(*extend, "--changed")
    assert done.code == 0
    assert f"warning: {words}" in done.err
    assert tourney("run", "--extend", "x", "--deals", "1", *half).code == 0


@pytest.mark.full
def test_a_run_from_before_contents_were_stored_is_continued(
    tourney: Tourney, half: tuple[str, ...], tmp_path: Path
) -> None:
    if "x.db" not in half:
        pytest.skip("the same on a server")
    write(tmp_path, "1", -1)
    with closing(sqlite3.connect(tmp_path / "x.db")) as db:
        db.execute("UPDATE run_bot SET content = ''")
        db.commit()
    assert tourney("run", "--extend", "x", "--deals", "1", *half).code == 0


CRASHING = """
class Mine:
    def choose(self, view, legal):
        raise ValueError("not yet")
"""


@pytest.mark.parametrize("log", ["rows", pytest.param("results", marks=pytest.mark.full)])
def test_the_matches_with_faults_of_a_corrected_bot_are_played_again(
    tourney: Tourney, tmp_path: Path, log: str
) -> None:
    (tmp_path / "mine.py").write_text(CRASHING)
    tourney(
        *QUICK, "--bot", "s=random", "--deals", "2", "--name", "x", "--seats", "2", "--log", log
    )
    write(tmp_path, "2", -1)
    resume = ("run", "--resume", "x", "--changed", "--replay-faults")
    refused = tourney(*resume)
    assert (refused.code, list(tmp_path.glob("x-*"))) == (2, [])
    assert refused.err.splitlines()[-1] == (
        "tourney: a question needs an answer: play 8 matches with faults of run 'x' again and"
        " replace the stored results? confirm with --yes"
    )
    assert tourney("stats", "faults", "x", "--json").out.count('"crash"') == 1
    planned = tourney(*resume, "--dry-run")
    assert "matches with faults that would be played again: 8\n" in planned.err
    assert "matches   12 in 6 blocks of 2 (rotation); 4 stored" in planned.out
    done = tourney(*resume, "--yes")
    file = "x-replaced.tmr" if log == "rows" else "x-replaced.csv"
    assert done.code == 0
    assert (
        f"8 matches with faults of run 'x' are played again; their old form is in {file}\n"
        in done.err
    )
    assert "12 of 12 matches stored in tourney.db, no faults" in done.err
    kept = (tmp_path / file).read_text()
    assert kept.count("x/") == 8
    assert kept.count("crash") >= 8
    if log == "rows":
        assert tourney("check", file).code == 0
    ranked = json.loads(tourney("standings", "x", "--json").out)
    assert [(row["matches"], row["forfeits"]) for row in ranked] == [(8, 0)] * 3
    assert "has no matches with faults" in tourney(*resume, "--yes").err


def test_a_match_that_a_bot_resigned_is_not_played_again(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(CRASHING)
    tourney(*QUICK, "--deals", "1", "--name", "x")
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db:
        db.execute("UPDATE fault SET code = 'resigned' WHERE match_id = 1")
        db.commit()
    done = tourney("run", "--resume", "x", "--replay-faults", "--dry-run")
    assert "matches with faults that would be played again: 1\n" in done.err


@pytest.mark.parametrize(
    "words", [("--replay-faults",), ("--resume", "x", "--only", "1", "--replay-faults")]
)
def test_faults_are_replayed_only_in_a_stored_run(tourney: Tourney, words: tuple[str, ...]) -> None:
    result = tourney("run", *words)
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "--replay-faults continues a stored run; " in result.err
