"""`tourney bot ladder`: how strong a bot is, against figures that are computed in another way."""

import json
import shlex
import signal
import statistics
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from scipy.special import stdtrit

from engines.games import GAMES
from tests.benchmarks.strength import BEGIN, END, rows, written
from tests.conftest import Tourney
from tests.program import Program
from tests.until import AGES
from tourney.agents.loader import load
from tourney.botlab.ladder import Duel, Strength, doublings, measured, verdicts
from tourney.botlab.trials import Trial
from tourney.domain.errors import UsageFault
from tourney.runs.batches import play_match
from tourney.work.executors import ALONE

SHORT = ("-g", "diamonds", "-O", "rounds=1", "--seats", "2")
CRASHES = """
class Crashes:
    def __init__(self):
        self.moves = 0

    def choose(self, view, legal):
        self.moves += 1
        if self.moves == 3:
            raise LookupError("lost my way")
        return legal[0]
"""
SLOW = """
import time


class Slow:
    def choose(self, view, legal):
        print("thinking", flush=True)
        time.sleep(600)
"""


def duel(bot: str, game: str, seats: int, deals: int, rival: str, **options: str) -> Strength:
    trial = Trial(game, seats, options, deals, "1", rival)
    return measured(Duel(bot, trial), ALONE, lambda played: None)


def data(tourney: Tourney, *words: str) -> list[dict[str, Any]]:
    """The rows of a ladder without the times, which differ from call to call."""
    found: list[dict[str, Any]] = json.loads(tourney("bot", "ladder", *words, "--json").out)
    for row in found:
        assert row.pop("ms") >= 0
        assert row.pop("rival_ms") >= 0
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_without_luck_is_exactly_as_strong_as_itself(game: str) -> None:
    found = duel("greedy", game, 3, 2, "greedy")
    assert found.share.mean == Fraction(1, 2)
    assert found.result == "open"  # nobody knows after two deals


def test_the_interval_of_a_bot_against_itself_contains_one_half() -> None:
    found = duel("random", "blue-border", 2, 60, "random")
    assert found.share.low is not None
    assert found.share.high is not None
    assert found.share.low < 0.5 < found.share.high


def test_greedy_is_stronger_than_random_and_random_weaker_than_greedy() -> None:
    assert duel("greedy", "diams", 3, 8, "random", length="quick").result == "stronger"
    assert duel("random", "diams", 3, 8, "greedy", length="quick").result == "weaker"


def test_share_and_interval_are_those_of_the_blocks() -> None:
    """From the places of the same matches by another way, with scipy's t distribution."""
    deals, seats = 6, 3
    found = duel("greedy", "diamonds", seats, deals, "random", rounds="1")
    trial = Trial("diamonds", seats, {"rounds": "1"}, deals, "1", "random")
    prepared, blocks = trial.prepared(load("greedy")), []
    for deal in range(deals):
        shares = []
        for number in range(deal * seats + 1, (deal + 1) * seats + 1):
            match, _ = play_match(prepared, number)
            seat = match.fixture.seats.index(0)
            places = list(match.outcome.places)
            own = places.pop(seat)
            shares.append(sum(1.0 if own < p else 0.5 if own == p else 0.0 for p in places) / 2)
        blocks.append(statistics.mean(shares))
    mean = statistics.mean(blocks)
    assert float(found.share.mean) == pytest.approx(mean)
    # The prior adds a block with the variance of random places: of 0, 1/2 and 1.
    squares = sum((block - mean) ** 2 for block in blocks) + statistics.pvariance([0, 0.5, 1])
    noise = stdtrit(deals, 0.975) * squares**0.5 / deals
    unseen = 1 - 0.1 ** (1 / deals)
    assert len(set(blocks)) > 1
    assert found.share.low == pytest.approx(mean - (noise**2 + (mean * unseen) ** 2) ** 0.5)


def test_more_workers_and_another_call_give_the_same_rows(tourney: Tourney) -> None:
    words = ("guide:worlds=2", *SHORT, "--rung", "random", "--deals", "4")
    one = data(tourney, *words)
    assert one == data(tourney, *words, "-j", "2")
    assert [(row["against"], row["deals"]) for row in one] == [("random", 4)]
    assert one != data(tourney, *words, "--seed", "2")


def test_a_budget_is_played_against_the_half_of_it(tourney: Tourney) -> None:
    found = data(tourney, "search", *SHORT, "--budget", "5..21", "--deals", "2")
    assert [(row["bot"], row["against"]) for row in found] == [
        ("search:iterations=10", "search:iterations=5"),
        ("search:iterations=20", "search:iterations=10"),
    ]
    # In another target {} is the number.
    found = data(tourney, "guide:worlds={}", *SHORT, "--budget", "1..2", "--deals", "2")
    assert [(row["bot"], row["against"]) for row in found] == [("guide:worlds=2", "guide:worlds=1")]
    assert found == data(tourney, "guide", *SHORT, "--budget", "1..2", "--deals", "2")


def test_doublings_start_at_the_least_budget() -> None:
    assert doublings("50..3200") == [50, 100, 200, 400, 800, 1600, 3200]
    assert doublings("3..20") == [3, 6, 12]
    for wrong in ("", "50", "50..", "..50", "0..50", "50..99", "-1..5", "50..3200..", "５0..400"):
        with pytest.raises(UsageFault, match=r"50\.\.3200"):
            doublings(wrong)


def test_faults_are_counted_and_the_command_shows_one_again(
    tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "bad.py").write_text(CRASHES)
    words = ("bot", "ladder", "bad.py", *SHORT, "--rung", "greedy", "--deals", "2")
    told = tourney(*words, "--json")
    assert told.code == 4
    (row,) = json.loads(told.out)
    assert (row["faults"], row["rival_faults"], row["share"]) == (4, 0, 0.0)
    assert row["result"] == "only faults"
    # Matches without a move say nothing about its strength.
    (said,) = told.err.splitlines()
    assert said.startswith("bad.py had a fault in all 4 matches against greedy, so there is no ")
    assert "; the first: crash: LookupError: lost my way (bad.py:9); repeat: " in said
    again = tourney(*shlex.split(said.partition("repeat: ")[2])[1:])
    assert "lost my way" in again.err
    # The other way round they are the rival's.
    words = ("bot", "ladder", "greedy", *SHORT, "--rung", "bad.py", "--deals", "2")
    told = tourney(*words, "--json")
    (row,) = json.loads(told.out)
    assert (row["faults"], row["rival_faults"], row["share"]) == (0, 4, 1.0)
    assert "which make greedy look stronger" in told.err


def test_a_bot_that_fails_sometimes_has_a_verdict(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "some.py").write_text(CRASHES.replace("== 3", "== 3 and view['you'] == 0"))
    words = ("bot", "ladder", "some.py", *SHORT, "--rung", "greedy", "--rung", "random")
    told = tourney(*words, "--deals", "2")
    assert told.code == 0
    said = told.err.splitlines()
    assert said[0].startswith("some.py, diamonds rounds=1, 2 seats, 2 deals: ")
    assert said[1].startswith("some.py had faults in 2 of 4 matches against greedy; the first: ")


def test_the_last_line_says_it_in_words(tourney: Tourney) -> None:
    words = ("greedy", "-g", "blue-border", "--seats", "2", "--rung", "random", "--rung", "greedy")
    told = tourney("bot", "ladder", *words, "--deals", "40")
    assert told.err == (
        "greedy, blue-border, 2 seats, 40 deals: beats random; about as strong as greedy\n"
    )
    assert "stronger" in told.out
    told = tourney("--lang", "ja", "bot", "ladder", *words, "--deals", "2")
    assert (
        told.err == "greedy、ブルーボーダー、2席、2配札: random、greedyに対しては配札が足りず未決\n"
    )
    assert list(verdicts([])) == []


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["gredy"], 2, "gredy"),
        (["greedy", "--rung", "gredy"], 2, "gredy"),
        (["nowhere.py"], 5, "nowhere.py"),
        (["greedy", "-g", "diamnds"], 2, "diamonds"),
        (["greedy", "-g", "diams", "--seats", "6"], 2, "2 to 5 seats"),
        (["greedy", "-g", "diams", "-O", "rounds=1"], 2, "rounds"),
        (["greedy", "--deals", "1"], 2, "2"),
        (["greedy", "--seed", ""], 2, "seed"),
        (["greedy", "--columns", "shar"], 2, "share"),
        (["greedy", "--budget", "50..400"], 2, "'greedy' has no budget; write {}"),
        (["search", "--budget", "400..50"], 2, "50..3200"),
        (["search", "--budget", "900000..1800000"], 2, "1000000"),
        (["search", "--budget", "5..10", "--rung", "greedy"], 2, "leave out --rung"),
        (["only.py", "-g", "diams"], 2, "does not play diams"),
        (["only.py", "--rung", "other.py"], 2, "no game in common"),
        (["cmd:false"], 1, "cannot be measured"),
    ],
)
def test_what_cannot_be_measured_is_told_in_a_line(
    tourney: Tourney, words: list[str], code: int, said: str
) -> None:
    Path("only.py").write_text("class Only:\n    games = ('diamonds',)\n    choose = min\n")
    Path("other.py").write_text("class Other:\n    games = ('diams',)\n    choose = min\n")
    found = tourney("bot", "ladder", *words)
    assert found.code == code
    assert said in found.err
    assert found.out == ""
    assert len(found.err.strip().splitlines()) <= 3


def test_an_interrupt_shows_what_was_measured(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    words = ("greedy", *SHORT, "--rung", "random", "--rung", "slow.py", "--deals", "2")
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with Program(("bot", "ladder", *words), cwd=tmp_path, text=True, **pipes) as child:
        assert child.stderr is not None
        assert child.stderr.readline() == "thinking\n"
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=AGES)
    assert child.returncode == 130
    assert [line.split()[2] for line in out.splitlines()[2:]] == ["random"]
    assert err.splitlines()[-1] == "interrupted; what was measured until now stands above"


def test_the_table_of_the_docs_is_made_row_by_row() -> None:
    page, two = f"before\n{BEGIN}{END}after\n", ("diamonds", "2", "search", "greedy")
    later = ("diams", "2", "greedy", "random", "5", "0.9", "0.8 .. 1.0", "1", "2")
    for row in (later, (*two, "5", "0.6", "0.4 .. 0.8", "1", "2")):
        page = written(page, row)
    page = written(page, (*two, "60", "0.7", "0.6 .. 0.8", "1", "2"))
    assert [row[:5] for row in rows(page).values()] == [later[:5], (*two, "60")]
    assert page.startswith("before\n<!--")
    assert page.endswith("-->\nafter\n")
    assert written(page, later) == page
