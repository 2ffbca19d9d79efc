"""`tourney bot check` finds the flaw of each bot and names it."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.agents.reference import BOTS
from tests.conftest import Tourney

FLAWED = '''
import random
import time


class Fair:
    def choose(self, view, legal):
        return legal[-1]


class Dice(Fair):
    """Does not use the random seed of the match."""

    def choose(self, view, legal):
        return random.choice(legal)


class Diary(Fair):
    """Decides by what happened in earlier matches."""

    moves = 0

    def choose(self, view, legal):
        Diary.moves += 1
        return legal[Diary.moves * 7 % len(legal)]


class Stubborn(Fair):
    """Always answers `draw`, even if that is illegal."""

    def choose(self, view, legal):
        return "draw"


class Vain(Fair):
    """Assumes that every move it chose was played."""

    def start(self, game, seat, seats, rules):
        self.chosen = set()

    def choose(self, view, legal):
        assert not self.chosen & set(view["players"][view["you"]]["hand"])
        move = legal[0]
        if view["phase"] == "play":
            self.chosen.add(move)
        return move


class Sleepy(Fair):
    """Is slow once per match."""

    def start(self, game, seat, seats, rules):
        self.slept = seats > 2

    def choose(self, view, legal):
        if not self.slept and view["round"] == 2:
            self.slept = True
            time.sleep(0.08)
        return legal[0]


class Varying(Dice):
    """Declares that it is not reproducible."""

    reproducible = False
'''


@pytest.fixture(autouse=True)
def _flawed(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(FLAWED)


def answers(tourney: Tourney, *args: str) -> dict[str, dict[str, Any]]:
    """The row of every check by its name; the exit status must be 3 exactly if one failed."""
    done = tourney("bot", "check", *args, "--quick", "--json")
    rows = {row["check"]: row for row in json.loads(done.out)}
    assert done.code == 3 * any(row["result"] == "FAIL" for row in rows.values())
    return rows


def failed(rows: dict[str, dict[str, Any]]) -> set[str]:
    return {name for name, row in rows.items() if row["result"] == "FAIL"}


@pytest.mark.parametrize(
    ("bot", "flaws"),
    [
        ("Fair", set()),
        ("Dice", {"determinism"}),
        ("Diary", {"memory", "seatings"}),
        ("Stubborn", {"matches", "positions"}),
        pytest.param("Varying", set(), marks=pytest.mark.full),
    ],
)
def test_a_flaw_is_called_by_its_name(tourney: Tourney, bot: str, flaws: set[str]) -> None:
    assert failed(answers(tourney, f"bots.py:{bot}", "-g", "diamonds")) == flaws


def test_a_bot_that_always_fails_is_praised_for_nothing(tourney: Tourney) -> None:
    rows = answers(tourney, "bots.py:Stubborn", "-g", "diamonds")
    for check in ("determinism", "memory", "seatings"):
        row = rows[check]
        assert (row["result"], row["seen"].partition(":")[0]) == ("note", "not tested"), row


def test_a_memory_of_a_module_is_told_from_chance(
    tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "packed_bots.py").write_text(FLAWED)
    monkeypatch.syspath_prepend(tmp_path)
    found = answers(tourney, "packed_bots:Diary", "-g", "diamonds", "--only", "memory")
    assert failed(found) == {"memory"}


def test_a_bot_that_follows_its_own_game_only_is_led_astray(tourney: Tourney) -> None:
    rows = answers(tourney, "bots.py:Vain", "-g", "diamonds", "--only", "positions")
    assert failed(rows) == {"positions"}
    assert rows["positions"]["seen"].startswith("crash (diamonds, 2 seats, ply ")


def test_a_slow_move_fails_only_if_a_time_is_given(tourney: Tourney) -> None:
    asked = ("bots.py:Sleepy", "-g", "diamonds", "--only", "time")
    assert answers(tourney, *asked)["time"]["result"] == "note"
    assert failed(answers(tourney, *asked, "--time-per-move", "0.05")) == {"time"}
    assert failed(answers(tourney, *asked, "--time-per-move", "5")) == set()


def test_the_line_to_repeat_shows_the_fault(tourney: Tourney, tmp_path: Path) -> None:
    rows = answers(tourney, "bots.py:Stubborn", "-g", "diams")
    words = rows["matches"]["repeat"].split()
    assert words[:2] == ["tourney", "run"]
    assert tourney(*words[1:]).out.splitlines()[-1] == "status: forfeit"
    faults = [json.loads(line) for line in (tmp_path / "trace.jsonl").read_text().splitlines()]
    assert [line["code"] for line in faults if line["t"] == "error"] == ["illegal"]


def test_the_lines_to_repeat_show_that_a_bot_is_not_deterministic(
    tourney: Tourney, tmp_path: Path
) -> None:
    rows = answers(tourney, "bots.py:Dice", "-g", "blue-border", "--only", "determinism")
    first, second, compared = rows["determinism"]["repeat"].splitlines()
    assert tourney(*first.split()[1:]).code == tourney(*second.split()[1:]).code == 0
    assert compared == "diff trace.jsonl again.jsonl"
    assert (tmp_path / "trace.jsonl").read_text() != (tmp_path / "again.jsonl").read_text()


def test_the_line_to_repeat_a_memory_repeats_that_check_alone(tourney: Tourney) -> None:
    rows = answers(tourney, "bots.py:Diary", "-g", "diams")
    words = rows["memory"]["repeat"].split()
    line = "tourney bot check bots.py:Diary -g diams --only memory --trace trace.jsonl"
    assert " ".join(words) == line
    done = tourney(*words[1:])
    assert done.code == 3
    assert "to repeat memory of diams:\n  tourney bot check" in done.out
    assert done.err.splitlines() == [
        "wrote the messages to and from the failing bot to trace.jsonl",
        "'bots.py:Diary' fails 1 of 1",
    ]
    trace = [json.loads(line) for line in Path("trace.jsonl").read_text().splitlines()]
    kinds = Counter(message["t"] for message in trace)
    assert kinds["match"] == kinds["end"] > 2, "the matches before are part of the failure"
    assert kinds["act"] == kinds["move"] > 100


def test_the_reference_bot_passes_as_a_class(tourney: Tourney) -> None:
    rows = answers(tourney, str(BOTS / "python" / "bot.py"), "-g", "diams")
    assert {row["result"] for row in rows.values()} == {"pass", "note"}


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (("no.py",), 5, "no file 'no.py'"),
        (("gredy",), 2, "did you mean 'greedy'?"),
        (("greedy", "-g", "chess"), 2, "unknown game 'chess'"),
        (
            ("greedy", "--only", "matches", "--only", "memory", "--trace", "x"),
            2,
            "--trace needs --only with one of matches, positions, memory, junk, pieces, twice",
        ),
        (("greedy", "--budget", "nan"), 2, "invalid --budget 'nan'; use a number above 0"),
        (("greedy", "--time-per-move", "-1"), 2, "invalid --time-per-move '-1'; use a number"),
        (("greedy", "--columns", "of"), 2, "no column 'of'; use check, about, result"),
        (("greedy", "--only", "luck"), 2, "unknown check 'luck'; known: hello, matches, time"),
    ],
)
def test_what_cannot_be_tested_is_told_in_a_line(
    tourney: Tourney, args: tuple[str, ...], code: int, words: str
) -> None:
    done = tourney("bot", "check", *args)
    assert (done.code, done.out, done.err.count("\n")) == (code, "", 1)
    assert words in done.err


SLOW = """
import time


class Slow:
    def choose(self, view, legal):
        time.sleep(0.001)
        return legal[-1]
"""


def test_a_slow_bot_plays_what_fits_into_the_budget_and_the_result_says_how_many(
    tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    only = ("-g", "diams", "--only", "matches", "--only", "positions")
    done = tourney("bot", "check", "slow.py", *only, "--budget", "0.001", "--json")
    seen = [row["seen"] for row in json.loads(done.out)]
    assert done.code == 0
    part = "as much as the time budget allows"
    assert seen[0] == f"the start of 1 of 56 matches, {part}, without a fault"
    assert seen[1].startswith(f"only legal moves in the start of 1 of 14 matches, {part}")
    assert tourney("bot", "check", "slow.py", "--budget", "0").code == 2


def test_a_memory_is_found_in_the_first_moves_that_fit_into_the_budget(tourney: Tourney) -> None:
    given = ("bots.py:Diary", "-g", "diamonds", "--budget", "0.001")
    rows = answers(tourney, *given, "--only", "memory", "--only", "seatings")
    assert failed(rows) == {"memory", "seatings"}
    assert "plays differently after other matches" in rows["memory"]["seen"]


def test_without_time_only_the_first_game_is_played_several_times(
    tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    games = ("-g", "diamonds", "-g", "diams", "--only", "seatings", "--only", "memory")
    done = tourney("bot", "check", "slow.py", *games, "--budget", "0.001", "--json")
    rows = [(row["check"], row["about"], row["result"]) for row in json.loads(done.out)]
    assert rows == [
        ("seatings", "diamonds", "pass"),
        ("seatings", "diams", "note"),
        ("memory", "diamonds", "pass"),
        ("memory", "diams", "note"),
    ]
    assert "a larger --budget tests it" in done.out


def test_the_last_line_says_what_was_not_tested(tourney: Tourney) -> None:
    games = ("-g", "diams", "-g", "diamonds", "--quick")
    only = ("--only", "determinism", "--only", "seatings")
    done = tourney("bot", "check", "bots.py:Varying", *games, *only)
    untested = "determinism (diams, diamonds), seatings (diams, diamonds)"
    assert (done.code, done.err) == (0, f"not tested: {untested}\n")
    done = tourney("bot", "check", "bots.py:Varying", *games, "--only", "hello", *only)
    assert done.err == f"'bots.py:Varying' passes all 1; not tested: {untested}\n"


def test_without_a_failure_there_is_no_trace(tourney: Tourney, tmp_path: Path) -> None:
    given = ("-g", "diams", "--budget", "0.01", "--only", "positions", "--trace", "t.jsonl")
    done = tourney("bot", "check", "bots.py:Fair", *given)
    assert done.err.splitlines()[0] == "no failure: t.jsonl is not written"
    assert not (tmp_path / "t.jsonl").exists()


SLOW_IN_DIAMS = """
import time


class Slow:
    def start(self, game, seat, seats, rules):
        self.pause = 0.3 if game == "diams" else 0

    def choose(self, view, legal):
        time.sleep(self.pause)
        return legal[-1]
"""


def test_a_slow_bot_is_played_several_times_in_its_quickest_game(
    tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "slow.py").write_text(SLOW_IN_DIAMS)
    games = ("-g", "diams", "-g", "diamonds", "--only", "matches", "--only", "determinism")
    done = tourney("bot", "check", "slow.py", *games, "--budget", "0.001", "--json")
    rows = [(row["check"], row["about"], row["seen"]) for row in json.loads(done.out)]
    assert rows[2:] == [
        (
            "determinism",
            "diams",
            "not tested: the time budget was used up; a larger --budget tests it",
        ),
        ("determinism", "diamonds", "the same first move 2 times with the same random seed"),
    ]


def test_people_read_the_results_in_their_language_and_programs_in_one(tourney: Tourney) -> None:
    only = ("-g", "diamonds", "--only", "hello", "--only", "memory", "--quick")
    done = tourney("bot", "check", "bots.py:Diary", *only, "--lang", "ja")
    assert done.code == 3
    assert "ほかの対戦のあとでは手が違います(ダイヤモンド、6席): 対戦1の" in done.out
    assert "合格" in done.out
    assert done.err == "「bots.py:Diary」は2件のうち1件が不合格\n"
    in_two = [tourney("bot", "check", "bots.py:Diary", *only, "--json", "--lang", lang).out
              for lang in ("en", "ja")]  # fmt: skip
    assert in_two[0] == in_two[1]
    assert '"result": "FAIL"' in in_two[0]
