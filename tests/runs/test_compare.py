"""`tourney compare`: two runs of the same deals, compared with scipy and with results by hand."""

import json
from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from engines.api import Outcome
from tests.conftest import Tourney
from tourney.domain.match_values import Fault, PlayedMatch
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.runs.run_schedule import Schedule
from tourney.store import Database, open_store
from tourney.store.match_writer import MatchWriter
from tourney.store.runs import StoredRun, add_run, run_named

OLD = RunSpec(
    "old", "diams", 1, (), (BotEntry("me", "./me.py", "1"), BotEntry("foe", "greedy", "2")), 2, 8,
    "roundrobin", "rotation", "4", "44",
)  # fmt: skip
NEW = replace(OLD, name="new", bots=(BotEntry("me", "./me.py", "2"), OLD.bots[1]))
BEFORE, AFTER = (4, 2, 0, 4, 2, 2, 0, 4), (4, 4, 2, 4, 0, 2, 2, 4)
"""Points per match of the first bot on each deal: 4 for two wins, 2 for one, 0 for none."""


def stored(
    folder: Path, spec: RunSpec, points: Sequence[int], faults: Sequence[tuple[int, str]] = ()
) -> None:
    """Stores a run in which the first bot has these points per match on each deal.

    `faults` are pairs of a match number, in which the first bot fails, and a fault code.
    """
    schedule = Schedule(spec)
    with (
        open_store(str(folder / "tourney.db"), create=True) as store,
        MatchWriter(store, add_run(store, spec)) as writer,
    ):
        for number in range(1, schedule.deal_size * len(points) + 1):
            at = schedule.fixture(number)
            wins = points[at.deal] >= (2 if at.rotation == 0 else 4)
            seat = at.seats.index(0)
            places = (1, 2) if wins == (seat == 0) else (2, 1)
            failed = [Fault(seat, code, 1, "so it was") for n, code in faults if n == number]
            writer.add(PlayedMatch(at, Outcome(places, places), "complete", [], tuple(failed)))


def compared(tourney: Tourney, *words: str) -> tuple[list[dict[str, Any]], str]:
    result = tourney("compare", *words, "--json")
    assert result.code == 0, result.err
    return json.loads(result.out), result.err


def test_the_difference_is_that_of_paired_deals(tourney: Tourney, tmp_path: Path) -> None:
    """One deal with the variance of random places, 4, is added; then by hand and scipy's t.

    The squares of the differences sum to 14; the standard error is sqrt(14 + 4) / 8, with as many
    degrees of freedom as deals. A difference of -4 or 4 on 25.01 % of all deals is missed in eight
    with a probability of 0.1.
    """
    stored(tmp_path, OLD, BEFORE)
    stored(tmp_path, NEW, AFTER)
    (row,), said = compared(tourney, "old", "new")
    assert (row["bot_before"], row["version_before"], row["version_after"]) == ("me", "1", "2")
    assert (row["mean_before"], row["mean_after"], row["difference"]) == (2.25, 2.75, 0.5)
    noise = 1.2229433710853144
    assert (row["ci_low"], row["ci_high"]) == pytest.approx(
        (0.5 - hypot(noise, 0.2501058 * 4.5), 0.5 + hypot(noise, 0.2501058 * 3.5))
    )
    # scipy's t gives 0.8133; but a loss of 4.5 on a ninth of all deals would be as bad, and is
    # missed in eight with a probability of (8 / 9) ** 8; an unseen gain is as likely.
    assert row["p_better"] == pytest.approx(1 - (8 / 9) ** 8 / 2)
    assert said == "8 deals shared; interval by deal\n"
    assert "me 1 -> 2" in tourney("compare", "old", "new").out


def test_deals_with_a_fault_count_and_the_others_are_shown_beside(
    tourney: Tourney, tmp_path: Path
) -> None:
    stored(tmp_path, OLD, BEFORE, [(6, "timeout"), (9, "resigned")])
    stored(tmp_path, NEW, AFTER)
    (row,), said = compared(tourney, "old", "new")
    assert (row["difference"], row["deals"]) == (0.5, 8)
    assert (row["clean_difference"], row["clean_deals"]) == (pytest.approx(2 / 7), 7)
    assert said == "8 deals shared, 1 with faults (deal 2); interval by deal\n"
    head = tourney("compare", "old", "new").out.splitlines()[0]
    assert "without faults" in head


def test_a_verdict_that_abandoned_deals_could_turn_is_not_given(
    tourney: Tourney, tmp_path: Path
) -> None:
    """Every deal was better by 4; with two of six abandoned it may have been no better at all."""
    stored(tmp_path, OLD, [0] * 8)
    stored(tmp_path, NEW, [4] * 8)
    with open_store(str(tmp_path / "tourney.db")) as store:
        drop_results(store, run_named(store, "new"), [5])
    (row,), said = compared(tourney, "old", "new")
    assert (row["deals"], row["difference"]) == (7, 4)
    assert row["p_better"] > 0.95, "one deal cannot turn it"
    assert said == "7 deals shared, 1 with abandoned matches left out (deal 2); interval by deal\n"
    with open_store(str(tmp_path / "tourney.db")) as store:
        drop_results(store, run_named(store, "new"), [1, 7, 9])
    (row,), said = compared(tourney, "old", "new")
    assert (row["deals"], row["difference"], row["p_better"]) == (4, 4, None)
    assert (row["ci_low"], row["ci_high"]) == (None, None)
    assert "no verdict: the results of the deals left out could turn it" in said


def drop_results(store: Database, run: StoredRun, numbers: Sequence[int]) -> None:
    """Make matches of a run abandoned."""
    these = f"run_id = {run.id} AND number IN ({', '.join(map(str, numbers))})"
    with store.writing() as connection:
        connection.exec_driver_sql(
            "UPDATE seat SET place = NULL, score = NULL WHERE match_id IN "
            f"(SELECT id FROM match WHERE {these})"
        )
        connection.exec_driver_sql(f"UPDATE match SET status = 'abandoned' WHERE {these}")


def test_only_deals_that_both_have_whole_are_compared(tourney: Tourney, tmp_path: Path) -> None:
    stored(tmp_path, replace(OLD, deals=100), BEFORE)
    stored(tmp_path, NEW, AFTER[:5])
    with open_store(str(tmp_path / "tourney.db")) as store, store.writing() as connection:
        connection.exec_driver_sql("DELETE FROM seat WHERE match_id = 2")
        connection.exec_driver_sql("DELETE FROM match WHERE id = 2")
    (row,), _ = compared(tourney, "old", "new")
    assert (row["deals"], row["difference"]) == (4, 0.5)  # differences on deals 1 to 4: 2, 2, 0, -2


def test_a_run_compared_with_its_like_differs_by_exactly_nothing(tourney: Tourney) -> None:
    play = ("run", "-q", "-g", "diams", "-O", "length=quick", "--seed", "5", "--deals", "6")
    for name in ("x", "y"):
        tourney(*play, "--bot", "a=greedy", "--bot", "b=random", "--name", name)
    rows, _ = compared(tourney, "x", "y")
    assert [row["bot_after"] for row in rows] == ["a", "b"]
    for row in rows:
        assert row["difference"] == 0
        # A difference of 4 on 39.3 % of all deals is missed in six with a probability of 0.05.
        assert (row["ci_low"], row["ci_high"]) == pytest.approx((-1.5721511, 1.5721511))
        assert row["p_better"] == 0.5


def test_two_targets_under_one_name_are_a_change(tourney: Tourney) -> None:
    play = (
        "run",
        "-q",
        "-g",
        "diams",
        "-O",
        "length=quick",
        "--seed",
        "5",
        "--deals",
        "12",
        "--seats",
        "2",
    )
    field = ("--bot", "b=random", "--bot", "c=random", "--schedule", "gauntlet:me")
    tourney(*play, "--bot", "me=random", *field, "--name", "x")
    tourney(*play, "--bot", "me=greedy", *field, "--name", "y")
    (row,), _ = compared(tourney, "x", "y")
    assert row["difference"] > 1 < row["mean_after"]
    assert row["ci_low"] > 0
    assert "me random -> greedy" in tourney("compare", "x", "y").out


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (replace(NEW, seed="5"), "in the same seats: seed '4' and '5'; play the second"),
        pytest.param(
            replace(NEW, block="none"), "block 'rotation' and 'none'", marks=pytest.mark.full
        ),
        pytest.param(
            replace(NEW, options=(("length", "quick"),)),
            "options 'default' and 'length=quick'",
            marks=pytest.mark.full,
        ),
        pytest.param(
            replace(NEW, schedule="gauntlet:foe"),
            "schedule 'roundrobin' and 'gauntlet of bot 2'",
            marks=pytest.mark.full,
        ),
        (replace(NEW, rules=2, seed="1"), "game 'diams/1' and 'diams/2', seed '4' and '1'"),
    ],
)
def test_runs_that_do_not_share_deals_are_told_apart(
    tourney: Tourney, tmp_path: Path, other: RunSpec, words: str
) -> None:
    stored(tmp_path, OLD, BEFORE)
    stored(tmp_path, other, AFTER)
    result = tourney("compare", "old", "new")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert words in result.err


def test_runs_without_a_whole_deal_in_common_say_so(tourney: Tourney, tmp_path: Path) -> None:
    stored(tmp_path, OLD, BEFORE[:1])
    with open_store(str(tmp_path / "tourney.db")) as store:
        drop_results(store, run_named(store, "old"), [1, 2])
    stored(tmp_path, NEW, AFTER)
    stored(tmp_path, replace(NEW, name="none"), ())
    one = tourney("compare", "old", "--bots", "me,foe").err
    assert "no complete deal to compare; all 1 have abandoned matches" in one
    assert (
        "share no complete deal to compare; all 1 shared deals have abandoned matches"
        in tourney("compare", "old", "new").err
    )
    assert (
        "share no complete deal to compare; play more of both"
        in tourney("compare", "new", "none").err
    )
    assert tourney("compare", "new", "gone").code == 5


def test_two_bots_of_one_run_are_compared_deal_by_deal(tourney: Tourney, tmp_path: Path) -> None:
    """One bot makes 4, 2, 0 … and the other the rest of 4; variance of the prior deal is 16."""
    stored(tmp_path, OLD, BEFORE)
    (row,), _ = compared(tourney, "old", "--bots", "me,foe")
    assert (row["bot_before"], row["bot_after"]) == ("foe", "me")
    assert (row["mean_before"], row["mean_after"], row["difference"]) == (1.75, 2.25, 0.5)
    # Differences 4, 0, -4, 4, 0, 0, -4, 4: squares about the mean 78; t(8) = 2.3060041.
    reach = 2.3060041 * (78 + 16) ** 0.5 / 8
    # A difference of 4 or -4 on 25.01 % of all deals is missed in eight with a probability of 0.1.
    below, above = (hypot(reach, 0.2501058 * far) for far in (4.5, 3.5))
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((0.5 - below, 0.5 + above))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("old",), "missing RUN_B; name a second run, or two bots with --bots NEW,OLD"),
        (("old", "new", "--bots", "me,foe"), "remove RUN_B"),
        (("old", "--bots", "me"), "invalid bots 'me'; write --bots NEW,OLD"),
        (("old", "--bots", "me,you"), "no bot 'you' in run 'old'; use me, foe"),
        (("old", "--bots", "me,me"), "bot 'me' cannot be compared with itself"),
    ],
)
def test_bots_that_cannot_be_compared_are_refused(
    tourney: Tourney, tmp_path: Path, words: Sequence[str], told: str
) -> None:
    stored(tmp_path, OLD, BEFORE[:2])
    result = tourney("compare", *words)
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert told in result.err


def test_a_bot_without_a_seat_is_not_compared(tourney: Tourney, tmp_path: Path) -> None:
    bots = *OLD.bots, BotEntry("idle", "random", "1")
    stored(tmp_path, replace(OLD, bots=bots, schedule="fixed"), BEFORE)
    stored(tmp_path, replace(NEW, bots=(*NEW.bots, bots[2]), schedule="fixed"), AFTER)
    assert len(compared(tourney, "old", "old")[0]) == 2
    assert len(compared(tourney, "old", "new")[0]) == 1
    refused = tourney("compare", "old", "--bots", "me,idle")
    assert (refused.code, refused.err) == (
        2,
        "tourney: bot 'idle' has no seat in run 'old'; use me, foe\n",
    )


def test_a_run_stopped_by_its_own_figures_is_named(tourney: Tourney, tmp_path: Path) -> None:
    """24 deals without any difference are known to 4 * (2.5 + ln 20) / 24 = 0.916."""
    stored(tmp_path, replace(OLD, until="ci<0.92"), [2] * 24)
    stored(tmp_path, NEW, [2] * 24)
    _, said = compared(tourney, "old", "new")
    assert said.splitlines()[1:] == [
        "run 'old' was stopped by its own figures (ci<0.92); they are on average too extreme, and "
        "so is this difference"
    ]
    _, said = compared(tourney, "new", "new")
    assert "own figures" not in said


QUICK = ("run", "-q", "-g", "diams", "-O", "length=quick", "--seed", "5", "--seats", "2")
GAUNTLET = (*QUICK, "--bot", "a=greedy", "--bot", "b=greedy", "--bot", "c=random")


def test_a_champion_is_compared_in_its_matches_against_the_other_bot(tourney: Tourney) -> None:
    """Identical bots differ by nothing, whoever else the champion beats."""
    tourney(*GAUNTLET, "--schedule", "gauntlet:a", "--deals", "4", "--name", "g")
    (row,), _ = compared(tourney, "g", "--bots", "a,b")
    assert (row["mean_before"], row["mean_after"], row["difference"]) == (2, 2, 0)
    assert row["p_better"] == 0.5
    (row,), _ = compared(tourney, "g", "--bots", "b,c")
    assert row["mean_after"] == 2, "b and c met the same opponent"
    assert row["difference"] > 1


def test_an_abandoned_match_of_others_is_no_matter(tourney: Tourney, tmp_path: Path) -> None:
    """Of a deal, matches 1 and 2 are those of a and b, 3 and 4 those of a and c."""
    tourney(*GAUNTLET, "--schedule", "gauntlet:a", "--deals", "4", "--name", "g")
    with open_store(str(tmp_path / "tourney.db")) as store:
        drop_results(store, run_named(store, "g"), [3, 7])
    assert compared(tourney, "g", "--bots", "a,b")[1] == "4 deals shared; interval by deal\n"
    said = compared(tourney, "g", "--bots", "a,c")[1]
    assert said.startswith("2 deals shared, 2 with abandoned matches left out (deal 0, 1)")


def test_deals_are_shown_side_by_side_the_greatest_loss_first(
    tourney: Tourney, tmp_path: Path
) -> None:
    stored(tmp_path, OLD, BEFORE)
    stored(tmp_path, NEW, AFTER)
    rows, said = compared(tourney, "old", "new", "--deals")
    # Points of every deal before and after: BEFORE and AFTER; two matches a deal.
    lost = [(4, 2, 0), (1, 2, 4), (2, 0, 2), (6, 0, 2)]
    found = [(r["deal"], r["mean_before"], r["mean_after"]) for r in rows]
    assert (found[0], found[-3:]) == (lost[0], lost[1:])
    assert [r["difference"] for r in rows] == [-2, 0, 0, 0, 0, 2, 2, 2]
    assert (rows[0]["first_match"], rows[0]["last_match"]) == (9, 10)
    assert said == "8 deals shared; interval by deal\n"
    shown = tourney("match", "show", "old/9").out
    assert "others:  the same deal in other seats: old/10\n" in shown


def test_a_match_names_at_most_five_others_of_its_deal(tourney: Tourney) -> None:
    tourney(*GAUNTLET, "--deals", "2", "--name", "g", "--block", "all")
    told = tourney("match", "show", "g/8").out
    assert "the same deal in other seats: g/7, g/9, g/10, g/11, g/12\n" in told
    tourney(*GAUNTLET, "--deals", "1", "--name", "h", "--bot", "d=random")
    told = tourney("match", "show", "h/1").out
    assert "seats: h/2, h/3, h/4, h/5, h/6 and 6 more\n" in told
    data = json.loads(tourney("match", "show", "h/1", "--json").out)
    assert data["same_deal"] == [f"h/{number}" for number in range(2, 13)]
