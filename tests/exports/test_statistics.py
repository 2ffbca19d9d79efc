"""`tourney stats`: seats, lengths and faults of runs, compared with other programs."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from engines.api import CHANCE, Outcome
from tests.conftest import Tourney
from tourney.domain.match_values import Entries, Fault, PlayedMatch
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.exports.run_statistics import times_table
from tourney.play.packed_logs import kept
from tourney.runs.run_schedule import Schedule
from tourney.store import open_store
from tourney.store.match_writer import MatchWriter
from tourney.store.runs import add_run

SPEC = RunSpec(
    "x", "diams", 1, (), (BotEntry("a", "random", "1"), BotEntry("b", "random", "1")), 2, 6,
    "fixed", "rotation", "0", "1",
)  # fmt: skip


def stored(
    folder: Path,
    matches: Callable[[int], tuple[Outcome, int, Sequence[Fault]]],
    number: int,
    log: str,
) -> None:
    """Stores `number` matches; `matches` gives the result, number of plies and faults of each."""
    spec = replace(SPEC, log=log)
    with (
        open_store(str(folder / "tourney.db"), create=True) as store,
        MatchWriter(store, add_run(store, spec)) as writer,
    ):
        for each in range(1, number + 1):
            outcome, plies, faults = matches(each)
            entries = [(CHANCE, "deal"), *((0, "draw") for _ in range(plies))]
            status = "forfeit" if faults else "complete"
            at = Schedule(spec).fixture(each)
            match = PlayedMatch(at, outcome, status, Entries.of(entries), tuple(faults))
            writer.take(kept(match, log))


def rows(tourney: Tourney, *words: str) -> list[dict[str, Any]]:
    result = tourney("stats", *words, "--json")
    assert result.code == 0, result.err
    found: list[dict[str, Any]] = json.loads(result.out)
    return found


FIRST, SECOND = Outcome((9, 3), (1, 2)), Outcome((3, 9), (2, 1))


def test_what_a_seat_is_worth_is_worked_out_from_deals(tourney: Tourney, tmp_path: Path) -> None:
    """A seat's advantage on a deal is 2 if it wins both matches, and never more.

    The squares about the mean sum to 40/3; one deal more has the variance of random places, 4.
    scipy 1.17.1: t.ppf(0.975, 6) is 2.446911851144969. Below the mean there is room for 8/3; a
    value on 31.87 % of all deals is missed in six with a probability of 0.1.
    """
    wins = (2, 1, 0, 2, 2, 1)

    def match(number: int) -> tuple[Outcome, int, Sequence[Fault]]:
        deal, turn = divmod(number - 1, 2)
        return FIRST if turn < wins[deal] else SECOND, 1, ()

    stored(tmp_path, match, 12, "rows")
    a, b = rows(tourney, "seats")
    assert (a["seat"], a["matches"], a["points_mean"]) == ("A", 12, pytest.approx(8 / 3))
    assert a["advantage"] == pytest.approx(2 / 3)
    reach = 2.446911851144969 * (40 / 3 + 4) ** 0.5 / 6
    below = hypot(reach, 0.3187080 * 8 / 3)
    assert (a["ci_low"], a["ci_high"]) == pytest.approx((2 / 3 - below, 2))
    assert b["advantage"] == pytest.approx(-2 / 3)
    assert (a["first"], b["first"]) == pytest.approx((2 / 3, 1 / 3))
    assert (a["score_mean"], b["score_mean"]) == (7, 5)
    assert rows(tourney, "seats", "--points", "wins")[0]["advantage"] == pytest.approx(1 / 6)


def test_a_bot_that_is_better_makes_no_seat_better(tourney: Tourney) -> None:
    tourney(
        *("run", "-q", "-g", "diams", "-O", "length=quick", "--deals", "30", "--seed", "1"),
        *("--name", "x"),
        *("--bot", "a=greedy", "--bot", "b=random", "--bot", "c=random"),
    )
    found = rows(tourney, "seats", "x")
    assert sum(row["advantage"] for row in found) == pytest.approx(0)
    assert all(row["ci_low"] < 0 < row["ci_high"] for row in found)


PLIES = (70, 74, 60, 66, 81, 79, 50, 58)


@pytest.mark.parametrize("log", ["rows", "packed"])
def test_how_long_matches_are_is_worked_out_from_deals(
    tourney: Tourney, tmp_path: Path, log: str
) -> None:
    """scipy 1.17.1: ttest_1samp of the means of four deals of two matches."""
    stored(tmp_path, lambda number: (FIRST, PLIES[number - 1], ()), 8, log)
    (row,) = rows(tourney, "length")
    assert (row["status"], row["matches"], row["mean"]) == ("complete", 8, 67.25)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((49.37085351338565, 85.12914648661436))
    assert (row["shortest"], row["median"], row["longest"]) == (50, 66, 81)


def test_matches_that_ended_otherwise_are_counted_apart(tourney: Tourney, tmp_path: Path) -> None:
    late = Fault(1, "timeout", 3, "too late")
    stored(tmp_path, lambda n: (FIRST, 10 * n, [late] if n == 2 else ()), 4, "rows")
    found = {row["status"]: (row["matches"], row["mean"]) for row in rows(tourney, "length")}
    assert found == {
        "complete": (3, pytest.approx(80 / 3)), "forfeit": (1, 20), "all": (4, 25),
    }  # fmt: skip


def test_a_run_that_keeps_no_moves_has_no_lengths(tourney: Tourney, tmp_path: Path) -> None:
    stored(tmp_path, lambda number: (FIRST, 5, ()), 4, "results")
    result = tourney("stats", "length")
    assert (result.code, result.err.count("\n")) == (5, 1)
    assert "run 'x' has no moves stored" in result.err


def test_faults_are_counted_by_deal(tourney: Tourney, tmp_path: Path) -> None:
    """scipy 1.17.1: binomtest(deals hit, 4).proportion_ci(method="wilson")."""
    seat = {n: Schedule(SPEC).fixture(n).seats.index(0) for n in range(1, 9)}
    codes = {1: ["crash"], 2: ["crash"], 5: ["timeout", "timeout", "illegal"]}

    def match(number: int) -> tuple[Outcome, int, Sequence[Fault]]:
        faults = [Fault(seat[number], code, 1, "so it was") for code in codes.get(number, ())]
        return FIRST, 1, faults

    stored(tmp_path, match, 8, "rows")
    found = {(row["bot"], row["fault"]): row for row in rows(tourney, "faults")}
    assert {key: (row["faults"], row["deals_hit"]) for key, row in found.items()} == {
        ("a", "crash"): (2, 1), ("a", "timeout"): (2, 1), ("a", "illegal"): (1, 1),
        ("a", "any"): (5, 2), ("b", "any"): (0, 0),
    }  # fmt: skip
    hit = found["a", "any"]
    assert (hit["matches"], hit["deals"], hit["share"]) == (8, 4, 0.5)
    assert (hit["ci_low"], hit["ci_high"]) == pytest.approx((0.1500389892, 0.8499610108))
    assert found["b", "any"]["ci_high"] == pytest.approx(0.4898908365)


def test_the_programs_own_failures_are_nobodys(tourney: Tourney, tmp_path: Path) -> None:
    lost = Fault(CHANCE, "runner", 0, "it died")
    stored(
        tmp_path, lambda n: (Outcome((), ()), 0, [lost]) if n == 3 else (FIRST, 1, ()), 4, "rows"
    )
    found = {row["bot"]: (row["fault"], row["faults"]) for row in rows(tourney, "faults")}
    assert found == {"a": ("any", 0), "b": ("any", 0), "(runner)": ("runner", 1)}


def test_times_of_moves_are_summed_up_by_bot() -> None:
    """The hundred times from 1 to 100 ms, in two orders; a bot with one move."""
    times = [*(("a", 1000 * ms) for ms in range(1, 101)), ("b", 123_456)]
    for given in (times, times[::-1]):
        found = list(times_table(given).rows)
        assert found == [("a", 100, 50.5, 50, 99, 100), ("b", 1, 123.456, 123, 123, 123.456)]
