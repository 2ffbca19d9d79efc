"""`tourney run` and `tourney runs` as people and scripts use them."""

import json
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.examples import usual
from tests.play.tables import mine
from tests.program import Program
from tests.until import AGES, until

HOUSE = Path(__file__).parents[2]
QUICK = ("run", "-g", "diams", "-O", "length=quick", "--bot", "r1=random", "--bot", "r2=random")
SPEC = """
game = "diams"
deals = 4
seed = 7
options = { length = "quick" }
bots = { r1 = "random", r2 = "random" }
"""


def test_a_run_from_options_is_stored_and_says_what_to_do_next(tourney: Tourney) -> None:
    result = tourney(*QUICK, "--deals", "5", "--seed", "7", "--name", "x")
    assert result.code == 0
    first, *rest = result.err.splitlines()
    assert first.startswith("run 'x': 10 of 10 matches stored in tourney.db, no faults, ")
    assert [line.split("    ")[0].strip() for line in rest] == [
        "tourney standings x",
        "tourney check run:x",
        "tourney export tmr x -o x.tmr",
        "undo: tourney runs rm x",
        "seed: 7",
    ]


def test_a_run_ends_with_the_standings_of_what_it_played(tourney: Tourney) -> None:
    shown = tourney(*QUICK, "--deals", "5", "--seed", "7", "--name", "x").out
    assert shown == tourney("standings", "x").out
    assert shown.count("\n") == 4
    again = tourney("run", "--resume", "x", "--format", "csv", "-q")
    assert again == (0, tourney("standings", "x", "--format", "csv").out, "")


def test_the_table_at_the_end_of_a_run_obeys_the_options_of_output(
    tourney: Tourney, tmp_path: Path
) -> None:
    run = (*QUICK, "--deals", "2", "--seed", "7")
    assert tourney(*run, "-q") == (0, "", "")
    assert tourney(*run, "-o", "table.txt").out == ""
    assert "per match" in (tmp_path / "table.txt").read_text()
    wrong = tourney(*run, "--name", "wrong", "--columns", "luck")
    assert (wrong.code, wrong.err.count("\n")) == (2, 1)
    assert wrong.err.startswith("tourney: no column 'luck'; use place, player, ")
    assert tourney("runs", "show", "wrong").code == 5


def test_a_run_from_a_file_is_the_run_from_options(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "spring.toml").write_text(SPEC)
    tourney("run", "spring.toml")
    tourney(*QUICK, "--deals", "4", "--seed", "7", "--name", "x")
    moves = [
        tourney("export", "moves", name).out.replace(f"{name}/", "") for name in ("spring", "x")
    ]
    assert moves[0] == moves[1]
    assert moves[0].count("\n") > 200


def test_a_name_that_was_not_asked_for_gives_way(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "spring.toml").write_text(SPEC)
    tourney("run", "spring.toml")
    assert "run 'spring-2'" in tourney("run", "spring.toml").err
    assert "run 'diams':" in tourney(*QUICK, "--deals", "1").err


def test_a_name_that_was_asked_for_is_a_conflict_when_taken(tourney: Tourney) -> None:
    tourney(*QUICK, "--deals", "1", "--name", "x")
    result = tourney(*QUICK, "--deals", "1", "--name", "x")
    assert (result.code, result.err.count("\n")) == (6, 1)


def test_json_is_one_object_with_faults_and_standings(tourney: Tourney) -> None:
    cheat = f"cheat={mine('Cheat')}"
    result = tourney(*QUICK, "--bot", cheat, "--deals", "4", "--name", "x", "--json", "-q")
    found = json.loads(result.out)
    assert (result.err, found["run"], found["matches"]) == ("", "x", 12)
    assert found["faults"] == {"cheat": {"illegal": 12}}
    assert sorted(row["player"] for row in found["standings"]) == ["cheat", "r1", "r2"]
    assert {"place", "matches", "points", "score_mean", "ci_low"} <= set(found["standings"][0])


def test_the_first_fault_of_each_kind_is_shown_with_its_evidence(tourney: Tourney) -> None:
    cheat = f"cheat={mine('Cheat')}"
    told = tourney(*QUICK, "--bot", cheat, "--deals", "4", "--name", "x").err
    assert told.count("first illegal of cheat: match 1, ply ") == 1
    assert "'magic 10*': DI-R" in told
    shown = tourney("runs", "show", "x", "--format", "csv").out
    assert "faults,12\n" in shown
    assert shown.count("first illegal of cheat") == 1


def test_with_v_every_fault_is_shown(tourney: Tourney) -> None:
    cheat = f"cheat={mine('Cheat')}"
    told = tourney(*QUICK, "--bot", cheat, "--deals", "4", "--name", "x", "-v").err
    assert told.count("\n  illegal of cheat: match ") == 12
    assert "first illegal" not in told


LIMITS = {"12": 0, "11": 4, "100%": 0, "99%": 4}


@pytest.mark.parametrize("limit", usual(("12",), LIMITS))
def test_too_many_faults_end_with_4(tourney: Tourney, limit: str) -> None:
    cheat = f"cheat={mine('Cheat')}"
    run = (*QUICK, "--bot", cheat, "--deals", "4", "--max-faults", limit)
    assert tourney(*run).code == LIMITS[limit]


def test_what_a_bot_prints_is_no_data(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(
        "print('loading')\n"
        "class Loud:\n"
        "    def choose(self, view, legal):\n"
        "        print('thinking')\n"
        "        return legal[0]\n"
    )
    result = tourney(*QUICK, "--bot", "loud.py", "--deals", "1", "--json")
    assert json.loads(result.out)["matches"] == 3
    assert "thinking" in result.err
    assert tourney(*QUICK, "--bot", "loud.py", "--only", "1").out.startswith("seat A: ")


def test_a_dry_run_says_what_would_happen_and_writes_nothing(
    tourney: Tourney, tmp_path: Path
) -> None:
    three = (*QUICK, "--bot", "r3=random", "--seats", "2", "--deals", "10", "--dry-run")
    result = tourney(*three)
    assert result.code == 0
    assert "matches   60 in 30 blocks of 2 (rotation); 0 stored" in result.out
    assert "writes    the run and every move into tourney.db, a new file" in result.out
    server = "postgresql://nowhere.invalid/club"
    written = tourney(*three, "--name", "x", "--db", server).out.splitlines()[-1]
    assert written == f"writes    the run and every move into {server}"
    found = json.loads(tourney(*three, "--json").out)
    assert (found["matches"], found["lineups"], found["run"]) == (60, 3, "diams")
    assert not list(tmp_path.iterdir())


def test_the_time_of_a_dry_run_is_shared_by_as_many_processes_as_there_are_matches(
    tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "slow.py").write_text(
        "import time\nclass Slow:\n    def start(self, game, seat, seats, rules):\n"
        "        time.sleep(0.2)\n    def choose(self, view, legal):\n        return legal[0]\n"
    )
    bots = ("-O", "length=quick", "--bot", "r=random", "--bot", "slow=slow.py", "--deals", "1")

    def seconds(jobs: str) -> float:
        out = tourney("run", "-g", "diams", *bots, "--dry-run", "--json", "-j", jobs).out
        return float(json.loads(out)["seconds"])

    assert seconds("1") >= 0.4
    for jobs in ("2", "4"):  # on a busy machine some measurements take longer
        assert until(lambda jobs=jobs: (took := seconds(jobs)) < 0.35 and took) >= 0.2
    told = tourney("run", "-g", "diams", *bots, "--dry-run", "-j", "2").out
    assert "by a probe, in 2 processes" in told


def test_a_match_played_again_is_the_stored_one(tourney: Tourney, tmp_path: Path) -> None:
    tourney(*QUICK, "--deals", "3", "--name", "x")
    result = tourney("run", "--resume", "x", "--only", "4", "--trace", "talk.jsonl")
    assert result.code == 0
    assert "identical to the stored match" in result.err
    assert "-- round 1 first " in result.out
    talk = [json.loads(line) for line in (tmp_path / "talk.jsonl").read_text().splitlines()]
    assert [line["t"] for line in talk[:2]] == ["match", "match"]
    assert {line["t"] for line in talk} == {"match", "event", "act", "move", "end"}
    for asked, answer in pairwise(talk):
        if asked["t"] == "act":
            assert answer["t"] == "move"
            assert answer["move"] in asked["legal"]
            assert asked["view"]["you"] == "AB".index(asked["to"])


def test_a_match_of_another_run_is_nothing_to_compare_with(tourney: Tourney) -> None:
    tourney(*QUICK, "--deals", "3", "--name", "x")
    result = tourney(*QUICK, "--deals", "3", "--name", "x", "--seed", "1", "--only", "4")
    assert result.code == 0
    assert "this match is not stored" in result.err


def test_resuming_a_finished_run_plays_nothing(tourney: Tourney) -> None:
    tourney(*QUICK, "--deals", "3", "--name", "x")
    assert "all matches were stored already" in tourney("run", "--resume", "x").err


def test_ctrl_c_finishes_the_match_saves_and_says_how_to_go_on(tmp_path: Path) -> None:
    words = (*QUICK, "--deals", "100000", "--name", "x", "--progress", "json")
    with Program(words, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        first = json.loads(child.stderr.readline())
        child.send_signal(signal.SIGINT)
        err = child.stderr.read()
        assert child.wait(AGES) == 130
    assert (first["run"], first["total"]) == ("x", 200000)
    assert "finishing the running match" in err
    assert err.endswith("interrupted; continue with: tourney run --resume x\n")


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("run",), 2),
        (("run", "-g", "chess", "--bot", "random"), 2),
        ((*QUICK, "--bot", "x=gredy"), 2),
        ((*QUICK, "-O", "length=slow"), 2),
        ((*QUICK, "--seats", "7"), 2),
        ((*QUICK, "--seats", "3"), 2),
        ((*QUICK, "--trace", "x"), 2),
        ((*QUICK, "--executor", "ray:tcp://host:8786"), 2),
        ((*QUICK, "-j", "0"), 2),
        ((*QUICK, "--resume", "x"), 2),
        ((*QUICK, "--bot", "x=gone.py"), 5),
        ((*QUICK, "--only", "999"), 5),
        (("run", "gone.toml"), 5),
        (("run", "bad.toml"), 3),
        (("run", "--resume", "x"), 5),
        ((*QUICK, "--db", "no/such/folder/x.db"), 5),
        ((*QUICK, "--db", "bad.toml"), 6),
        (("runs", "show", "x"), 5),
        (("runs", "rm", "x"), 5),
        (("runs",), 5),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    tourney: Tourney, tmp_path: Path, args: tuple[str, ...], code: int
) -> None:
    (tmp_path / "bad.toml").write_text("game = \n")
    result = tourney(*args)
    assert (result.code, result.out, result.err.count("\n")) == (code, "", 1)
    assert [path.name for path in tmp_path.iterdir()] == ["bad.toml"]


@pytest.mark.full
def test_a_changed_bot_is_a_conflict_but_for_a_single_match(
    tourney: Tourney, tmp_path: Path
) -> None:
    text = "class Mine:\n    def choose(self, view, legal):\n        return legal[{}]\n"
    (tmp_path / "mine.py").write_text(text.format(0))
    tourney(*QUICK, "--bot", "mine=mine.py", "--deals", "1", "--name", "x")
    (tmp_path / "mine.py").write_text(text.format(-1))
    result = tourney("run", "--resume", "x")
    assert (result.code, result.err.count("\n")) == (6, 1)
    again = tourney("run", "--resume", "x", "--only", "1")
    assert again.code == 1
    assert again.err.startswith("warning: bot 'mine' (mine.py) of run 'x' is now version '")
    assert again.err.endswith("match 1 differs from the stored match\n")


@pytest.mark.parametrize("target", usual(("bots/mine.py",), ("bots/mine.py", "cmd:./bots/mine.py")))
def test_a_bot_that_is_not_found_from_another_folder_is_told_with_the_folder(
    tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    settle(tmp_path / "bots")
    tourney(*QUICK, "--bot", f"mine={target}", "--deals", "1", "--name", "x", "--db", "x.db")
    monkeypatch.chdir(tmp_path / "bots")
    result = tourney("run", "--resume", "x", "--db", "../x.db")
    assert (result.code, result.err.count("\n")) == (5, 1)
    assert "is relative to the folder where the command is run" in result.err


def test_a_script_that_is_not_found_from_another_folder_is_named(
    tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shell is found but the script is not, so that the bot seems to have changed."""
    settle(tmp_path / "bots")
    target = "mine=cmd:sh bots/mine.py"
    tourney(*QUICK, "--bot", target, "--deals", "1", "--name", "x", "--db", "x.db")
    monkeypatch.chdir(tmp_path / "bots")
    result = tourney("run", "--resume", "x", "--db", "../x.db")
    assert (result.code, result.err.count("\n")) == (6, 1)
    assert "(no 'bots/mine.py' in the folder where the command is run)" in result.err
    assert "--changed" not in result.err


def settle(folder: Path) -> None:
    """Writes a bot file that works as a class; as a program it does not start."""
    folder.mkdir()
    script = folder / "mine.py"
    script.write_text(f"#!{sys.executable}\nclass Mine:\n    def choose(self, view, legal):\n"
                      "        return legal[0]\n")  # fmt: skip
    script.chmod(0o755)


def test_runs_are_listed_shown_and_removed(tourney: Tourney) -> None:
    tourney(*QUICK, "--deals", "2", "--name", "x")
    tourney(*QUICK, "--deals", "3", "--name", "y", "--seed", "5")
    rows = json.loads(tourney("runs", "--json").out)
    assert [(row["run"], row["stored"], row["matches"]) for row in rows] == [
        ("x", 4, 4),
        ("y", 6, 6),
    ]
    assert "--deals 3 --seed 5" in tourney("runs", "show", "y").out
    refused = tourney("runs", "rm", "x", "--no-input")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    removed = tourney("runs", "rm", "x", "-y")
    assert "removed run 'x' with 4 matches" in removed.err
    assert "undo: tourney run -g diams -O length=quick" in removed.err
    assert [row["run"] for row in json.loads(tourney("runs", "list", "--json").out)] == ["y"]


@pytest.mark.full
def test_one_fault_is_counted_as_one(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "none.py").write_text("class A:\n    def choose(self, view, legal): return 'x'\n")
    bots = ("--bot", "a=none.py", "--bot", "b=random", "--block", "none", "--deals", "1")
    told = tourney("run", "-g", "diams", "-O", "length=quick", *bots)
    assert ", 1 fault: a illegal 1, " in told.err


@pytest.mark.parametrize(
    ("option", "value"),
    [("--seats", "3"), ("--deals", "3"), ("--option", "length=quick"), ("--bot", "z=random")],
)
def test_an_option_that_a_stored_run_has_already_is_named_as_it_is_typed(
    tourney: Tourney, option: str, value: str
) -> None:
    assert tourney(*QUICK, "--deals", "1", "--name", "x").code == 0
    refused = tourney("run", "--resume", "x", option, value)
    assert (refused.code, refused.err.endswith(f"; remove {option}\n")) == (2, True)


def test_a_bot_of_a_run_has_a_name_that_other_options_can_give(
    tourney: Tourney, tmp_path: Path
) -> None:
    refused = tourney("run", "-g", "diams", "--bot", "a,b=random", "--bot", "c=random")
    assert (refused.code, list(tmp_path.iterdir())) == (2, [])
    assert refused.err.startswith("tourney: bot name 'a,b' has a comma")


@pytest.mark.parametrize("words", [("standings",), ("compare", "cup"), ("run", "--resume")])
def test_the_run_that_was_meant_is_suggested(tourney: Tourney, words: tuple[str, ...]) -> None:
    assert tourney(*QUICK, "--deals", "1", "--name", "demo").code == 0
    assert tourney(*QUICK, "--deals", "1", "--name", "cup").code == 0
    refused = tourney(*words, "dmo")
    assert refused.code == 5
    assert refused.err.endswith("no run 'dmo' in 'tourney.db'; did you mean 'demo'?\n")


def test_every_key_of_a_run_file_is_explained(tourney: Tourney) -> None:
    explained = tourney("help", "run-file").out
    keys = [line.split()[0] for line in explained.split("Example:")[0].splitlines()[3:] if line]
    (unknown := Path("x.toml")).write_text("colour = 1\n")
    refused = tourney("run", str(unknown)).err
    assert sorted(keys) == sorted(refused.strip().split("the keys are ")[1].split(", "))
