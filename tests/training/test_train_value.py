"""Training: the same weights however it is done, and with the features of a user."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tourney.app import train_value
from tourney.app.train_value import AskedTraining, TrainingInterrupted, forget, train
from tourney.bots.values import FEATURES, read_value
from tourney.cli.run_display import WorkBar
from tourney.domain.errors import UsageFault
from tourney.work.executors import read_executor

HERE = read_executor(None, 1, (), 0.0)
MINE = """
from tourney.bots.values import Features


class Points(Features):
    names = ("points", "again")

    def stage(self, state):
        return min(1.0, state.round / state.rounds)

    def rows(self, state):
        scores = [a + 2 * b for a, b in zip(state.showroom, state.vault)]
        return [[float(scores[team]), 1.0] for team in state.team]
"""
BAD = """
import sys
from tourney.bots.values import Features


class Wrong(Features):
    names = ("one", "two")

    def stage(self, state):
        return 0.5

    def rows(self, state):
        return [[1.0] * 3 for _ in range(2)]


class NoNumber(Wrong):
    def rows(self, state):
        return [[1.0, float("nan")] for _ in range(3)]


class Fails(Wrong):
    def rows(self, state):
        return 1 / 0


class NoStage(Features):
    names = ("one",)

    def rows(self, state):
        return [[1.0]] * state.seats


class Nothing(Features):
    names = ("one",)


class Variant(Wrong):
    variants = ("short",)


class Leaves(Wrong):
    def rows(self, state):
        sys.exit()
"""


def asked(folder: Path, matches: int = 40, features: str = "") -> AskedTraining:
    """A short training in Diamonds for three."""
    return AskedTraining(
        "diamonds", str(folder), [3], matches, "1", "greedy", features, 0.12, {"rounds": "1"}
    )


def test_an_interrupted_training_goes_on_to_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train_value, "PIECE", 15)
    whole = train(asked(tmp_path / "whole"), HERE, lambda done, total: None)
    seen: list[int] = []

    def stop(done: int, total: int) -> None:
        seen.append(done)
        if done == 30:
            raise KeyboardInterrupt

    with pytest.raises(TrainingInterrupted) as stopped:
        train(asked(tmp_path / "again"), HERE, stop)
    assert (stopped.value.kept, stopped.value.total) == (30, 40)
    with pytest.raises(UsageFault, match=r"other settings: --matches 40 \(now 45\); restore"):
        train(asked(tmp_path / "again", 45), HERE, stop)
    # A piece that was cut off is played again.
    (tmp_path / "again" / "0" / "00000015.npz").write_bytes(b"PK")
    after: list[int] = []
    again = train(asked(tmp_path / "again"), HERE, lambda done, total: after.append(done))
    assert seen == [0, 15, 30]
    assert after == [15, 30, 40]
    assert again == whole
    forget(asked(tmp_path / "again"))
    assert [path.name for path in tmp_path.iterdir()] == ["whole"]


def begun(asked: AskedTraining) -> None:
    """A training of which 15 matches are stored."""

    def stop(done: int, total: int) -> None:
        if done == 15:
            raise KeyboardInterrupt

    with pytest.raises(TrainingInterrupted):
        train(asked, HERE, stop)


def test_a_folder_of_matches_says_what_its_training_has_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train_value, "PIECE", 15)
    mine = tmp_path / "mine.py"
    mine.write_text(MINE)
    one = asked(tmp_path / "one", features=f"{mine}:Points")
    begun(one)

    def refused(other: AskedTraining) -> str:
        with pytest.raises(UsageFault) as told:
            train(other, HERE, lambda done, total: None)
        return told.value.text()

    other = replace(one, seats=[2, 4], seed="2", bot="random", noise=0.5, options={}, features="")
    assert (
        "other settings: --seats 3 (now 2 4), -O 'rounds=1' (now ''), --seed '1' (now '2'), --bot "
        f"'greedy' (now 'random'), --features '{mine}:Points' (now ''), --noise 0.12 (now 0.5); "
    ) in refused(other)
    mine.write_text(MINE.replace("2 * b", "3 * b"))
    assert f"other settings: '{mine}' before it was changed; restore" in refused(one)
    mine.write_text(MINE)
    monkeypatch.setattr(train_value.tourney, "__version__", "99")
    assert "(now 99); restore" in refused(one)
    monkeypatch.undo()
    monkeypatch.setattr(train_value, "PIECE", 15)
    # However the path of the folder is written, it is the same training.
    monkeypatch.chdir(tmp_path)
    train(replace(one, folder="one"), HERE, lambda done, total: None)


def test_a_training_without_matches_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(TrainingInterrupted) as stopped:
        train(asked(tmp_path / "none"), HERE, stop)
    assert (stopped.value.kept, stopped.value.total) == (0, 40)
    assert list(tmp_path.iterdir()) == []
    # A class that fails can be mended and trained with the same command.
    mine = tmp_path / "mine.py"
    mine.write_text(MINE.replace("1.0]", "1 / 0]"))
    bad = asked(tmp_path / "bad", features=f"{mine}:Points")
    with pytest.raises(UsageFault, match="ZeroDivisionError"):
        train(bad, HERE, lambda done, total: None)
    mine.write_text(MINE)
    assert train(bad, HERE, lambda done, total: None).useless == ["again"]
    # A process that was killed leaves a folder; without matches other settings can have it.
    killed = asked(tmp_path / "killed")
    monkeypatch.setattr("shutil.rmtree", lambda folder: None)
    with pytest.raises(KeyboardInterrupt):
        train(killed, HERE, stop)
    monkeypatch.undo()
    assert Path(killed.folder).is_dir()
    train(replace(killed, seed="2"), HERE, lambda done, total: None)


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "mine.json.training"
    folder.mkdir()
    (folder / "training.json").write_text('{"by": "somebody"}')
    with pytest.raises(UsageFault, match="no folder of a training that can go on"):
        train(asked(folder), HERE, lambda done, total: None)
    assert [path.name for path in folder.iterdir()] == ["training.json"]


def test_an_interrupt_says_how_many_matches_are_stored(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("bot", "train", "diamonds", "--seats", "3", "--matches", "40", "-O", "rounds=1")
    when = 0

    def interrupted(bar: WorkBar, done: int, total: int) -> None:
        if done == when:
            raise KeyboardInterrupt

    monkeypatch.setattr(WorkBar, "__call__", interrupted)
    told = tourney(*words)
    assert told.code == 130
    said = "interrupted; 0 of 40 matches are stored; the same command starts anew"
    assert told.err.splitlines()[0] == said
    when = 15
    monkeypatch.setattr(train_value, "PIECE", 15)
    told = tourney(*words)
    said = "interrupted; 15 of 40 matches are stored in 'diamonds.json.training'; the same command"
    assert told.err.startswith(said)


def test_workers_learn_the_same_and_the_file_is_a_value_function(
    tourney: Tourney, tmp_path: Path
) -> None:
    words = ("bot", "train", "diamonds", "--seats", "3", "--matches", "40", "-O", "rounds=1")
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    shown = tourney(*words, "-o", str(one), "--format", "json")
    tourney(*words, "-o", str(two), "-j", "2")
    assert one.read_bytes() == two.read_bytes()
    rows = json.loads(shown.out)
    assert [row["matches"] for row in rows] == [5, 10, 20, 40]
    assert {row["positions"] for row in rows} == {80}
    value = read_value(one, FEATURES["diamonds"])
    assert value.about.startswith("diamonds-")
    assert list(value.weights) == [""]


def test_features_of_a_file_are_learned(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    words = ("bot", "train", "diamonds", "--seats", "3", "--matches", "60", "-O", "rounds=1")
    made = tmp_path / "mine.json"
    told = tourney(*words, "--features", f"{tmp_path}/mine.py:Points", "-o", str(made))
    assert told.err.splitlines() == [
        "warning: the same for all seats in every position, so of no use as a feature: 'again'",
        f"{made}: weights with digest {json.loads(made.read_text())['digest']}",
    ]
    start, change = json.loads(made.read_text())["weights"][""]["3"]
    # More points are better; what is equal for all seats counts for nothing.
    assert start[0] + change[0] > 0
    assert (start[1], change[1]) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["diamonds", "--seats", "9"], 2, "2 to 6 seats"),
        (["diamonds", "--noise", "2"], 2, "probability"),
        (["diamonds", "--features", "x.py:Mine"], 5, "x.py:Mine"),
        (["diamonds", "--matches", "5"], 2, "40"),
        (["diamonds", "-O", "rounds=x"], 2, "rounds"),
        (["diamonds", "--bot", "gredy"], 2, "gredy"),
        (["diamonds", "--bot", "search:ms=1"], 2, "without a clock"),
        (["diamonds", "-o", "here"], 2, "no file of weights"),
        (["diamonds", "-o", "nowhere/x.json"], 5, "no folder 'nowhere'"),
        (["diamonds", "--features", "bad.py:Wrong", "--seats", "3"], 2, "2 numbers for each seat"),
        (["diamonds", "--features", "bad.py:NoNumber", "--seats", "3"], 2, "finite"),
        (["diamonds", "--features", "bad.py:Fails", "--seats", "3"], 2, "ZeroDivisionError"),
        (["diamonds", "--features", "bad.py:NoStage"], 2, "lacks stage(state);"),
        (["diamonds", "--features", "bad.py:Nothing"], 2, "lacks stage(state), rows(state);"),
        (["diamonds", "--features", "bad.py:Variant", "--seats", "3"], 2, "short"),
        (["diamonds", "--features", "bad.py:Leaves", "--seats", "3"], 2, "SystemExit"),
    ],
)
def test_what_cannot_be_trained_is_told_in_a_line(
    tourney: Tourney, words: list[str], code: int, said: str
) -> None:
    Path("here").mkdir()
    Path("bad.py").write_text(BAD)
    found = tourney("bot", "train", *words)
    assert found.code == code
    assert said in found.err
    assert len(found.err.strip().splitlines()) <= 3
    assert not Path("diamonds.json.training").exists()


def test_quick_matches_of_diams_are_learned_as_a_variant(tourney: Tourney, tmp_path: Path) -> None:
    words = ("-O", "length=quick", "--seats", "2", "--matches", "40", "-o", "quick.json")
    assert tourney("bot", "train", "diams", *words).code == 0
    assert list(read_value(tmp_path / "quick.json", FEATURES["diams"]).weights) == ["length=quick"]
