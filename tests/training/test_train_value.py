"""Training: the same weights however it is done, and with the features of a user."""

import json
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tourney.app import train_value
from tourney.app.train_value import AskedTraining, forget, train
from tourney.bots.values import FEATURES, read_value
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

    with pytest.raises(KeyboardInterrupt):
        train(asked(tmp_path / "again"), HERE, stop)
    with pytest.raises(UsageFault, match="training with other settings"):
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
    assert value.about.startswith("diamonds ")
    assert list(value.weights) == [""]


def test_features_of_a_file_are_learned(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE)
    words = ("bot", "train", "diamonds", "--seats", "3", "--matches", "60", "-O", "rounds=1")
    made = tmp_path / "mine.json"
    tourney(*words, "--features", f"{tmp_path}/mine.py:Points", "-o", str(made))
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


def test_quick_matches_of_diams_are_learned_as_a_variant(tourney: Tourney, tmp_path: Path) -> None:
    words = ("-O", "length=quick", "--seats", "2", "--matches", "40", "-o", "quick.json")
    assert tourney("bot", "train", "diams", *words).code == 0
    assert list(read_value(tmp_path / "quick.json", FEATURES["diams"]).weights) == ["length=quick"]
