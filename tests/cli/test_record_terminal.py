"""`tourney record` on a terminal: typed by a simulated person, killed, and resumed."""

from pathlib import Path
from random import Random

import pytest

from engines.api import EVERYTHING
from tests.desk.recorder import Recorder
from tests.desk.scorer import Scorer
from tests.desk.terminal import TerminalRecorder
from tests.desk.truth import Truth, plain, with_incidents
from tests.desk.typist import Typist, played

SHORT = {"diams": {"length": "quick"}, "diamonds": {"rounds": "1"}, "blue-border": {"limit": "20"}}
CASES = [
    ("diamond-boxes", 2), ("diamond-boxes-2", 3), ("diams", 2), ("diamonds", 4), ("blue-border", 3)
]  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize(("game", "seats"), CASES)
def test_a_match_is_typed_on_a_terminal_and_killed(tmp_path: Path, game: str, seats: int) -> None:
    """At every prompt the accepted lines are in the database; the stored record is the true one."""
    rng = Random(game)
    truth = with_incidents(played(game, seats, SHORT.get(game, {}), rng), rng)
    with TerminalRecorder(truth, tmp_path, rng, risk=0.05) as recorder:
        scorer = Scorer(recorder, rng, Typist(truth.setup, rng), slips=0.05)
        assert scorer.run() in truth.texts()
    assert scorer.faults == []


def evening() -> Truth:
    """A match of Diamonds with five players and all rounds."""
    return plain(played("diamonds", 5, {}, Random(5), EVERYTHING))


def typed_slowly(recorder: Recorder) -> str:
    """Types a match card by card, in kana and full-width characters, without mistakes."""
    rng = Random(5)
    scorer = Scorer(recorder, rng, Typist(recorder.truth.setup, rng, slowest=True), slips=0)
    text = scorer.run()
    assert scorer.faults == []
    return text


@pytest.mark.full
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_evening_of_diamonds_typed_slowly_has_the_same_bytes_in_both_languages(
    tmp_path: Path, lang: str
) -> None:
    truth = evening()
    with TerminalRecorder(truth, tmp_path, Random(5), lang=lang) as recorder:
        assert [typed_slowly(recorder)] == truth.texts()
