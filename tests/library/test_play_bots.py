"""`tourney.play` plays what `tourney run` plays, with bots that are classes or objects, too."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import tourney
from tests.conftest import Tourney
from tests.examples import usual
from tests.library.moves import Crashing, Nth
from tourney.agents.given_object import load_carried, load_object
from tourney.work.worker_process import is_worker

ROOT = Path(__file__).parents[2]
QUICK = {"length": "quick"}
BOTS = {"a": "random", "b": "greedy"}
OBJECT = Nth(3)


def test_it_plays_the_same_matches_with_the_same_statistics_as_the_command(
    tourney: Tourney, tmp_path: Path
) -> None:
    import tourney as face

    bots = ("--bot", "a=random", "--bot", "b=greedy", "-O", "length=quick")
    assert tourney("run", "-g", "diams", *bots, "--deals", "3", "--seed", "5", "-q").code == 0
    shown = json.loads(tourney("standings", "--json").out)
    records = tourney("export", "tmr", "diams-seed5").out
    with face.play("diams", BOTS, deals=3, seed=5, options=QUICK) as run:
        assert list(run.standings()) == shown
        assert "\n".join(match.record for match in run.matches()) == records
        assert (run.name, run.played, run.planned) == ("diams-seed5", 6, 6)


@pytest.mark.parametrize("bot", usual([OBJECT], [OBJECT, Nth]))
def test_a_class_or_an_object_plays_here_and_in_other_processes_alike(bot: object) -> None:
    found = []
    for jobs in (1, 2):
        bots = {"a": bot, "b": "random"}
        with tourney.play("diams", bots, deals=2, seed=1, options=QUICK, jobs=jobs) as run:
            found.append([match.record for match in run.matches()])
            assert run.faults() == []
    assert found[0] == found[1]
    assert not is_worker()


def test_an_object_is_copied_for_each_match() -> None:
    bot = Nth(2)
    with tourney.play("diams", {"a": bot, "b": "random"}, deals=1, options=QUICK) as run:
        assert run.played == 2
    assert bot.played == 0


def test_two_objects_of_a_class_are_two_bots() -> None:
    with tourney.play("diams", {"a": Nth(0), "b": Nth(1)}, deals=2, seed=1, options=QUICK) as run:
        one, other = (run.match(number).record for number in (1, 2))
        assert run.bots == {"a": "object:Nth", "b": "object:Nth"}
        assert run.compare(bots=("a", "b"))[0]["deals"] == 2
    assert one != other


def test_a_class_of_a_module_has_the_target_by_which_the_command_line_finds_it() -> None:
    with tourney.play("diams", {"a": Nth, "b": "random"}, deals=1, options=QUICK) as run:
        assert run.bots["a"] == "tests.library.moves:Nth"


def test_a_fault_is_a_result_with_its_evidence() -> None:
    with tourney.play("diams", {"a": Crashing, "b": "random"}, deals=1, options=QUICK) as run:
        faults = run.faults()
        assert {(row["player"], row["code"]) for row in faults} == {("a", "crash")}
        assert "no idea" in faults[0]["evidence"]
        assert run.standings()[0]["player"] == "b"


def test_without_a_database_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    run = tourney.play("diams", BOTS, deals=1, options=QUICK)
    assert list(tmp_path.iterdir())
    run.close()
    assert not list(tmp_path.iterdir())
    with pytest.raises(tourney.Conflict) as caught:
        run.standings()
    assert caught.value.code == "library.result-closed"
    dropped = tourney.play("diams", BOTS, deals=1, options=QUICK)
    del dropped
    assert not list(tmp_path.iterdir())


def test_runs_in_one_database_are_compared(tmp_path: Path) -> None:
    file = tmp_path / "mine.db"
    given = {"deals": 2, "seed": 1, "options": QUICK, "database": file}
    with tourney.play("diams", {"a": Nth(0), "b": "random"}, name="old", **given):  # type: ignore[arg-type]
        pass
    with tourney.open(file, writable=True) as db:
        given["database"] = db
        new = tourney.play("diams", {"a": "greedy", "b": "random"}, name="new", **given)  # type: ignore[arg-type]
        rows = db.run("old").compare(new)
        assert [(row["bot_before"], row["bot_after"], row["deals"]) for row in rows] == [
            ("a", "a", 2)
        ]
        assert rows.notes[0] == "2 deals shared; interval by deal"
        with (
            tourney.play("diams", BOTS, deals=1, options=QUICK) as other,
            pytest.raises(tourney.UsageFault, match="different databases"),
        ):
            new.compare(other)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game": "dimas"}, "diams"),
        ({"bots": {"a": "greedie"}}, "greedy"),
        ({"bots": {"a": 3, "b": "random"}}, "'3' is no bot"),
        ({"bots": {}}, "bot"),
        ({"seats": 9}, "9"),
        ({"jobs": 0}, "jobs must be at least 1, not 0"),
        ({"deals": 0}, "deals"),
        ({"deals": "2"}, "deals must be a whole number, not '2'"),
        ({"bots": ["greedy", "random"]}, "names and bots"),
        ({"options": {"length": "never"}}, "never"),
    ],
)
def test_a_plan_that_cannot_be_played_is_one_line_and_makes_no_database(
    given: dict[str, object], said: str, tmp_path: Path
) -> None:
    asked = {"game": "diams", "bots": BOTS, "database": tmp_path / "x.db", **given}
    with pytest.raises(tourney.TourneyError) as caught:
        tourney.play(**asked)  # type: ignore[arg-type]
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_a_database_for_reading_takes_no_run(tmp_path: Path) -> None:
    tourney.open(tmp_path / "t.db", writable=True).close()
    with tourney.open(tmp_path / "t.db") as db, pytest.raises(tourney.UsageFault) as caught:
        tourney.play("diams", BOTS, deals=1, options=QUICK, database=db)
    assert caught.value.code == "store.read-only"


class Holding(Nth):
    """Has something that can be neither copied nor sent."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = (line for line in "abc")


class Copied(Holding):
    """Says how it is copied."""

    def __deepcopy__(self, memo: object) -> "Copied":
        return self


def test_an_object_that_cannot_be_sent_is_refused_before_the_first_match() -> None:
    with pytest.raises(tourney.UsageFault, match="cannot be copied for each match"):
        tourney.play("diams", {"a": Holding(), "b": "random"}, deals=1)
    with pytest.raises(tourney.UsageFault, match="use jobs=1, or give its class"):
        tourney.play("diams", {"a": Copied(), "b": "random"}, deals=1, jobs=2)
    with tourney.play("diams", {"a": Copied(), "b": "random"}, deals=1, options=QUICK) as run:
        assert run.played == 2


def test_the_version_of_an_object_follows_from_its_class_and_what_it_has() -> None:
    class Unnamed(Nth):
        version = ""

    one, same, other = (
        load_object(Unnamed(number), for_workers=False).version for number in (1, 1, 2)
    )
    assert one == same != other


def test_a_packed_object_is_the_same_bot_elsewhere() -> None:
    here = load_object(Nth(2), for_workers=True)
    assert here.carried is not None
    there = load_carried(here.carried)
    assert (there.target, there.version, there.content) == (here.target, "7", here.content)


def test_the_command_line_says_who_can_play_an_object(tourney: Tourney, tmp_path: Path) -> None:
    import tourney as face

    bots = {"a": Nth(1), "b": "random"}
    face.play("diams", bots, deals=1, options=QUICK, name="x", database="tourney.db").close()
    result = tourney("run", "--extend", "x", "--deals", "1")
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "'object:Nth' is an object of a Python program" in result.err
    assert tourney("standings", "x").code == 0


SCRIPT = """
import sys
{hidden}
import tourney

class Mine:
    def choose(self, view, legal):
        return legal[0]

def asked(bot):
    try:
        with tourney.play("diams", {{"a": bot, "b": "random"}}, deals=1, jobs=2) as run:
            print(run.played, run.bots["a"])
    except tourney.TourneyError as error:
        print(error)

{guard}
    asked(Mine)
    asked(Mine())
"""
GUARD = 'if __name__ == "__main__":'


@pytest.mark.full  # each starts an interpreter and two workers
@pytest.mark.parametrize("guard", [GUARD, "if True:"])
def test_a_script_defines_its_bots_itself(guard: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SCRIPT.format(guard=guard, hidden=""))
    done = python("mine.py", cwd=tmp_path)
    assert done.stdout == "2 mine.py:Mine\n2 object:Mine\n"
    assert ("Traceback" in done.stderr, done.returncode) == (False, 0)


@pytest.mark.full
def test_a_notebook_is_told_what_other_processes_need(tmp_path: Path) -> None:
    hidden = "sys.modules['cloudpickle'] = None"
    done = python("-c", SCRIPT.format(guard=GUARD, hidden=hidden), cwd=tmp_path)
    line = "the class Mine exists only in this notebook or function, and other processes cannot"
    assert done.stdout.count(line) == 2
    pytest.importorskip("cloudpickle")
    done = python("-c", SCRIPT.format(guard=GUARD, hidden=""), cwd=tmp_path)
    assert done.stdout == "2 object:Mine\n2 object:Mine\n"


def python(*args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """What a new interpreter says that has this checkout in its path."""
    command = [sys.executable, *args]
    return subprocess.run(
        command, capture_output=True, text=True, cwd=cwd, env={"PYTHONPATH": str(ROOT)}, check=False
    )
