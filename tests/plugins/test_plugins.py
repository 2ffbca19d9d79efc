"""What installed packages add is used, listed, and named where it cannot be used.

The packages are those that `tourney plugin new` writes, and some that are broken on purpose.
"""

import json
from contextlib import chdir
from pathlib import Path

import pytest

from engines.games import KINDS
from tests.conftest import Result, Tourney
from tests.plugins.installing import install, metadata, python, session
from tourney.cli.root import main

NAMES = {
    "bot": "long-words",
    "format": "by-lot",
    "points": "five-two",
    "tiebreak": "not-last",
    "export": "who-won",
}


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package of every kind is installed, as it is begun."""
    work, folder = tmp_path_factory.mktemp("new"), tmp_path_factory.mktemp("installed")
    with chdir(work):
        for kind, name in NAMES.items():
            assert main(["plugin", "new", kind, name]) == 0
    for name in NAMES.values():
        install(work / name, folder)
    return folder


@pytest.fixture(scope="module")
def done(target: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    """Commands that use each of them."""
    four = "Aiko,Ben,Chie,Dan"
    league = ("--players", four, "--game", "diams", "--format", "by-lot", "--rounds", "2")
    words = ("--points", "five-two", "--tiebreak", "not-last,wins", "--sizes", "2", "--seed", "1")
    bots = ("--bot", "a=long-words", "--bot", "b=random")
    commands = {
        "plugins": ["plugins", "--json"],
        "bots": ["bot", "list", "--format", "csv"],
        "run": ["run", "-g", "diamonds", *bots, "--deals", "2", "--name", "x", "--seed", "1"],
        "check": ["check", "run:x"],
        "records": ["export", "tmr", "x"],
        "points": ["standings", "x", "--by", "five-two", "--format", "csv"],
        "export": ["export", "who-won", "x"],
        "file": ["export", "who-won", "x", "-o", "won.json"],
        "event": ["event", "new", "cup", *league, *words],
        "pair": ["event", "pair"],
        "one": ["match", "result", "r1/t1", "11,10"],
        "two": ["match", "result", "r1/t2", "11,10"],
        "standings": ["standings", "cup", "--json"],
        "why": ["event", "explain", "Aiko", "--lang", "ja"],
        "tie-breaks": ["help", "tie-breaks"],
        "unknown": ["export", "who-wins", "x"],
    }
    return session(commands, target, tmp_path_factory.mktemp("work"))


def test_all_are_listed_with_the_package_and_its_version(done: dict[str, Result]) -> None:
    rows = json.loads(done["plugins"].out)
    assert {row["name"]: row["package"] for row in rows} == {name: name for name in NAMES.values()}
    assert {row["version"] for row in rows} == {"0.1"}
    assert {row["fault"] for row in rows} == {""}
    assert [row["kind"] for row in rows] == list(NAMES)
    assert "long-words,package,long_words:LongWords" in done["bots"].out


def test_a_bot_plays_and_its_version_is_in_the_records(done: dict[str, Result]) -> None:
    assert done["run"].code == 0
    assert "no faults" in done["run"].err
    assert done["records"].out.count(": a [bot 1]") == 4
    assert done["check"].code == 0


def test_a_point_system_ranks_and_an_export_writes_in_every_format(
    done: dict[str, Result],
) -> None:
    (first, second) = done["points"].out.splitlines()[1:]
    assert float(first.split(",")[3]) + float(second.split(",")[3]) == 4 * 7
    assert done["export"].out.startswith("match,game,winner\nx/1,diamonds,")
    assert done["file"].code == 0
    assert "wrote who-won to won.json" in done["file"].err


def test_a_format_draws_an_event_ranked_by_points_and_a_tie_break_of_plugins(
    done: dict[str, Result],
) -> None:
    for step in ("event", "pair", "one", "two"):
        assert done[step].code == 0, done[step].err
    rows = json.loads(done["standings"].out)
    assert [row["points"] for row in rows] == [5, 5, 2, 2]
    assert [row["tiebreak_not_last"] for row in rows] == [1, 1, 0, 0]
    assert "第1回戦の卓はくじで決めました" in done["why"].out
    assert "the share of the matches that did not end in the last place" in done["tie-breaks"].out


def test_an_unknown_name_is_answered_with_those_of_plugins(done: dict[str, Result]) -> None:
    assert done["unknown"].code == 2
    assert "who-won" in done["unknown"].err


BROKEN = {
    "no-module": ("tourney.games", "gone", "no_such_module:GAME"),
    "no-game": ("tourney.games", "text", "broken:TEXT"),
    "leaves": ("tourney.games", "leaves", "broken_exit:GAME"),
    "other-name": ("tourney.tiebreaks", "other", "broken:WINS"),
    "rising": ("tourney.points", "rising", "broken:RISING"),
    "hides": ("tourney.games", "diams", "broken:TEXT"),
    "one-of-two": ("tourney.formats", "same", "broken:TEXT"),
    "two-of-two": ("tourney.formats", "same", "broken:TEXT"),
    "odd": ("tourney.exports", "two words", "broken:TEXT"),
    "bad-bot": ("tourney.bots", "nobody", "broken:NoBot"),
    "hides-bot": ("tourney.bots", "greedy", "broken:TEXT"),
}
"""A package of each name with one entry point: group, name, place."""
CODE = """
from fractions import Fraction
from tourney.scoring.points import PointSystem
from tourney.scoring.tiebreaks import TIEBREAKS
TEXT = "no game"
WINS = TIEBREAKS["wins"]
RISING = PointSystem(lambda finish: Fraction(finish.first))
"""


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    """Commands of a program with packages that cannot be used."""
    target = tmp_path_factory.mktemp("broken")
    (target / "broken.py").write_text(CODE, "utf-8")
    (target / "broken_exit.py").write_text("raise SystemExit(0)", "utf-8")
    for package, (group, name, place) in BROKEN.items():
        metadata(target, package, "2.0", {group: {name: place}})
    bots = ("--bot", "a=greedy", "--bot", "b=random")
    commands = {
        "plugins": ["plugins", "--json"],
        "run": ["run", "-g", "diams", "-O", "length=quick", *bots, "--deals", "1", "--name", "x"],
        "games": ["games"],
        "quiet": ["games", "-q"],
        "japanese": ["games", "--lang", "ja"],
        "format": [
            "event",
            "new",
            "cup",
            "--players",
            "A,B",
            "--game",
            "diams",
            "--format",
            "same",
        ],
        "points": ["standings", "x", "--by", "rising"],
    }
    found = session(commands, target, tmp_path_factory.mktemp("work"))
    assert {done.code for done in found.values()} == {0, 2}
    return found


def test_each_is_named_with_its_package_and_the_reason(broken: dict[str, Result]) -> None:
    rows = json.loads(broken["plugins"].out)
    assert {(row["package"], row["version"]) for row in rows} == {(name, "2.0") for name in BROKEN}
    assert {row["state"] for row in rows} == {"not used"}
    why = {row["package"]: row["fault"] for row in rows}
    assert why["no-module"] == (
        "it cannot be loaded (ModuleNotFoundError: No module named 'no_such_module')"
    )
    assert why["leaves"] == "it cannot be loaded (SystemExit: 0)"
    assert why["no-game"] == "it is not what it must be: engines.api.Game"
    assert why["other-name"] == "it is installed under another name than its own, wins"
    assert why["rising"].startswith("its points are not by place alone, rise with a worse place")
    assert why["hides"] == why["hides-bot"] == "something built in has this name"
    assert why["one-of-two"] == "two-of-two 2.0 has this name, too"
    assert why["two-of-two"] == "one-of-two 2.0 has this name, too"
    assert why["odd"] == "its name is not made of letters, digits and . _ - only"
    assert why["bad-bot"].startswith("bot 'nobody' is not a class with a method choose")
    assert broken["plugins"].err == ""


def test_other_commands_go_on_and_say_what_they_did_without(broken: dict[str, Result]) -> None:
    assert broken["games"].code == 0
    assert len(broken["games"].out.splitlines()) == 7
    assert (
        "warning: game 'gone' of no-module 2.0 is not used: it cannot be loaded "
        "(ModuleNotFoundError: No module named 'no_such_module')"
    ) in broken["games"].err.splitlines()
    assert "注意: hides 2.0のゲーム'diams'は使いません: 組み込みのものと同じ名前です" in (
        broken["japanese"].err.splitlines()
    )
    assert broken["quiet"].err == ""


def test_of_two_with_one_name_neither_is_used_and_what_is_built_in_stays(
    broken: dict[str, Result],
) -> None:
    assert broken["run"].code == 0
    assert "'greedy' is the built-in bot" in broken["run"].err
    assert broken["format"].code == 2
    for one, other in (("one-of-two", "two-of-two"), ("two-of-two", "one-of-two")):
        named = f"format 'same' of {one} 2.0 is not used: {other} 2.0 has this name, too"
        assert named in broken["format"].err
    assert broken["points"].code == 2
    assert "points 'rising' of rising 2.0 is not used" in broken["points"].err


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_package_is_written_whole_or_not_at_all(
    tourney: Tourney, tmp_path: Path, kind: str
) -> None:
    made = tourney("plugin", "new", kind, "my-own")
    assert made.code == 0
    assert made.err.splitlines()[-1] == "undo: rm -r my-own"
    texts = {
        file: file.read_text("utf-8") for file in (tmp_path / "my-own").rglob("*") if file.is_file()
    }
    assert not [file for file, text in texts.items() if "starter" in text.lower()]
    assert tmp_path / "my-own/my_own/__init__.py" in texts
    assert tourney("plugin", "new", kind, "my-own").code == 6


@pytest.mark.full
@pytest.mark.parametrize("kind", [*NAMES, "game"])
def test_a_new_package_passes_its_own_tests(tourney: Tourney, tmp_path: Path, kind: str) -> None:
    assert tourney("plugin", "new", kind, "my-own").code == 0
    install(tmp_path / "my-own", tmp_path / "installed")
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "pyproject.toml"]
    words += ["--basetemp", str(tmp_path / "base")]
    tested = python(words, tmp_path / "installed", tmp_path / "my-own")
    assert tested.returncode == 0, tested.stdout


@pytest.mark.parametrize("name", ["My", "a_b", "1st", "x--y", "json", "diams", "class", "a" * 41])
def test_a_name_that_no_package_can_have_is_refused(
    tourney: Tourney, tmp_path: Path, name: str
) -> None:
    refused = tourney("plugin", "new", "game", name)
    assert refused.code == 2
    assert repr(name) in refused.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("game", "diamond-boxes"),
        ("bot", "greedy"),
        ("format", "swiss"),
        ("points", "scaled"),
        ("tiebreak", "head-to-head"),
        ("export", "standings"),
    ],
)
def test_a_name_that_the_program_has_itself_is_refused(
    tourney: Tourney, tmp_path: Path, kind: str, name: str
) -> None:
    refused = tourney("plugin", "new", kind, name)
    assert refused.code == 2
    assert f"there is {name!r} already" in refused.err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_installed_where_nothing_is(tourney: Tourney) -> None:
    assert "tourney plugin new KIND NAME" in tourney("plugins").err


HELP = """
import sys
from importlib import metadata
read = []
real = metadata.entry_points
metadata.entry_points = lambda **given: read.append(given) or real(**given)
from tourney.cli.root import COMMANDS, main
for words in ([], *([name] for name in COMMANDS)):
    assert main([*words, "--help"]) == 0, words
print([one for one in read if one["group"].startswith("tourney")], file=sys.stderr)
"""


def test_no_help_reads_what_is_installed(tmp_path: Path) -> None:
    ended = python(["-c", HELP], tmp_path, tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr.splitlines()[-1] == "[]"
