"""Runs with a stopping rule end at the same deal in one session or several, with any workers."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engines.api import Outcome
from tests.conftest import Tourney
from tests.play.tables import mine
from tests.runs.test_parallel import dump, session
from tourney.domain.match_values import Ending, Fault, PlayedMatch
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.play.packed_logs import kept
from tourney.results.sums import Endings
from tourney.runs.batches import play_match
from tourney.runs.run_plan import Plan, Prepared, prepare
from tourney.runs.run_schedule import Schedule
from tourney.runs.until import Deals, Until, stored_deals, verdict
from tourney.store import open_store
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import match_count, run_endings
from tourney.store.runs import add_run, replan, run_named

pytestmark = pytest.mark.slow

QUICK = ("run", "-g", "diams", "-O", "length=quick", "--seed", "5" * 32)
TWINS = ("--bot", "a=greedy", "--bot", "b=greedy")
RIVALS = ("--bot", "a=greedy", "--bot", "b=random")


def settings(until: str, **changes: Any) -> Prepared:
    bots = {"a": "greedy", "b": "random"}
    plan: dict[str, Any] = {
        "name": "x", "game": "diams", "options": {"length": "quick"}, "bots": bots, "seed": "5",
        "until": until,
    }  # fmt: skip
    return prepare(Plan(**{**plan, **changes}))


@pytest.mark.parametrize("until", ["ci<0.6", pytest.param("sprt(3,3.9)", marks=pytest.mark.full)])
@pytest.mark.full
def test_it_ends_at_the_same_deal_however_it_is_played(tmp_path: Path, until: str) -> None:
    prepared = settings(until)
    assert session(tmp_path / "whole.db", prepared, 1) > 40
    whole = dump(tmp_path / "whole.db")
    session(tmp_path / "spread.db", prepared, 2)
    assert dump(tmp_path / "spread.db") == whole
    for stop in (7, 31):
        session(tmp_path / "torn.db", prepared, 1, stop)
    session(tmp_path / "torn.db", prepared, 1)
    torn = dump(tmp_path / "torn.db")
    assert torn == whole
    with open_store(str(tmp_path / "whole.db")) as store:
        run = run_named(store, "x")
        said = verdict(store, run)
        assert said is not None
        assert (said.ended, said.deals) == (True, run.spec.deals)
        assert match_count(store, run) == 2 * run.spec.deals
    assert session(tmp_path / "whole.db", settings(until), 1) == 0


def test_what_was_stored_beyond_the_end_goes(tmp_path: Path) -> None:
    """A resume that fills a gap can find that the rule ended the run at an earlier deal."""
    prepared = settings("ci<1.2")
    session(tmp_path / "whole.db", prepared, 1)
    session(tmp_path / "bound.db", settings("ci<0.0001", deals=80), 1)
    with open_store(str(tmp_path / "bound.db")) as store:
        run = run_named(store, "x")
        replan(store, run, run.spec.deals, prepared.spec.until)
        with store.writing() as connection:
            for table in ("ply", "seat"):
                connection.exec_driver_sql(f"DELETE FROM {table} WHERE match_id IN (9, 10, 12)")
            connection.exec_driver_sql("DELETE FROM match WHERE id IN (9, 10, 12)")
    assert session(tmp_path / "bound.db", prepared, 1) == 3

    def matches(name: str) -> Sequence[Any]:
        with open_store(str(tmp_path / name)) as store:
            run = run_named(store, "x")
            return [run.spec, *map(str, run_endings(store, run))]

    assert matches("bound.db") == matches("whole.db")


def test_identical_bots_are_found_equal_and_the_verdict_is_shown_again(tourney: Tourney) -> None:
    told = tourney(*QUICK, *TWINS, "--until", "ci<1", "--name", "x").err
    # For a difference of 4 that did not occur: 4 * (2.5 + ln 20) / 22 < 1.
    words = "ci<1: a - b is +0.000 ± 0.999 after 22 deals"
    assert f"  {words}\n" in told
    assert "run 'x': 44 of 44 matches stored" in told
    assert words in tourney("runs", "show", "x").out
    shown = tourney("standings", "x")
    assert shown.err == f"run x: {words}\n"
    heads = shown.out.splitlines()[0].split("  ")
    assert ("± 95 %" in map(str.strip, heads), "P(best)" in shown.out) == (True, False)
    rows = json.loads(tourney("standings", "x", "--json").out)
    # A difference of ± 1 is ± 0.5 for each of two bots; after a rule there is no P(best).
    assert {(row["points_mean"], row["p_best"]) for row in rows} == {(2, None)}
    assert {round(row["ci_half"], 3) for row in rows} == {0.500}
    assert all(row["points_exact"] == "88" for row in rows)


def test_a_rule_that_is_not_satisfied_says_how_it_stands(tourney: Tourney) -> None:
    result = tourney(
        *QUICK, *RIVALS, "--deals", "25", "--until", "ci<0.01", "--name", "x", "--json"
    )
    assert result.code == 0
    found = json.loads(result.out)
    assert (found["matches"], found["rule"][:20]) == (50, "ci<0.01: a - b is +3")
    assert " after 25 deals" in found["rule"]


def test_the_progress_of_a_sequential_test_is_its_ratio_between_its_bounds(
    tourney: Tourney,
) -> None:
    run = (*QUICK, *TWINS, "--until", "sprt(0,0.1)", "--deals", "25", "--name", "x")
    told = tourney(*run, "--progress", "json").err
    last = [json.loads(line) for line in told.splitlines() if line.startswith("{")][-1]
    words = f"log-likelihood ratio {last['meter']['value']:+.2f}, bounds -2.94 and 2.94"
    assert (last["eta"], words in last["rule"]) == (None, True)
    assert last["meter"]["low"] == -last["meter"]["high"] == -2.9444389791664403


def test_what_is_no_rule_is_told_before_anything_is_played(
    tourney: Tourney, tmp_path: Path
) -> None:
    result = tourney(*QUICK, *TWINS, "--until", "ci>3")
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "write ci<X, sprt(S0,S1) or sprt(S0,S1,ALPHA,BETA)" in result.err
    assert not list(tmp_path.iterdir())


def test_time_runs_out_at_a_match_and_that_is_no_failure(tourney: Tourney) -> None:
    result = tourney(*QUICK, *TWINS, "--hours", "0.00002", "--name", "x")
    assert result.code == 0
    assert "of 2000000 matches stored" in result.err
    assert "time limit reached; continue with: tourney run --resume x\n" in result.err
    more = ("-j", "2", "--max-faults", "5")
    again = tourney("run", "--resume", "x", "--hours", "0.00002", *more)
    assert "continue with: tourney run --resume x -j 2 --max-faults 5\n" in again.err
    assert tourney("run", "--resume", "x", "--hours", "0.00002").code == 0
    for wrong in ("0", "nan", "9999", "x"):
        refused = tourney(*QUICK, *TWINS, "--hours", wrong)
        limits = f"invalid --hours '{wrong}'; use a number above 0, up to 8784"
        assert (refused.code, refused.err.partition("; see")[0]) == (2, f"tourney: {limits}")


def test_an_extended_run_is_the_run_that_was_longer_from_the_start(tourney: Tourney) -> None:
    tourney(*QUICK, *RIVALS, "--deals", "5", "--name", "x")
    result = tourney("run", "--extend", "x", "--deals", "3")
    assert (result.code, result.err[:31]) == (0, "run 'x': 16 of 16 matches store")
    tourney(*QUICK, *RIVALS, "--deals", "8", "--name", "y")
    moves = [tourney("export", "moves", name).out.replace(f"{name}/", "") for name in "xy"]
    assert moves[0] == moves[1]


def test_a_run_is_extended_until_it_is_surer(tourney: Tourney) -> None:
    tourney(*QUICK, *TWINS, "--until", "ci<1.2", "--name", "x")
    refused = tourney("run", "--extend", "x", "--deals", "5")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "the stopping rule has ended the run (ci<1.2: " in refused.err
    result = tourney("run", "--extend", "x", "--until", "ci<1")
    assert "ci<1: a - b is +0.000 ± 0.999 after 22 deals" in result.err


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--extend", "x"), 2, "add --deals N (more deals) or --until RULE"),
        (("--extend", "x", "--deals", "0"), 2, "deals must be from 1"),
        (("--extend", "x", "--deals", "1", "--seed", "3"), 2, "remove --seed"),
        (("--extend", "x", "--deals", "1", "--resume", "x"), 2, "use one of them"),
        (("--extend", "gone", "--deals", "1"), 5, "no run 'gone'"),
    ],
)
def test_what_cannot_be_extended_says_why(
    tourney: Tourney, words: Sequence[str], code: int, told: str
) -> None:
    tourney(*QUICK, *TWINS, "--deals", "1", "--name", "x")
    result = tourney("run", *words)
    assert (result.code, result.err.count("\n")) == (code, 1)
    assert told in result.err


@pytest.mark.full
def test_a_changed_bot_is_not_extended(tourney: Tourney, tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    source = 'class Bot:\n    version = "{}"\n    def choose(self, view, legal): return legal[0]\n'
    bot.write_text(source.format(1))
    tourney(*QUICK, "--bot", "m=./mine.py", "--bot", "b=random", "--deals", "1", "--name", "x")
    bot.write_text(source.format(2))
    result = tourney("run", "--extend", "x", "--deals", "1")
    assert (result.code, "is now version '2'" in result.err) == (6, True)
    assert "1 of 1" not in tourney("runs", "list").out


SPEC = RunSpec(
    "x", "diams", 1, (), (BotEntry("a", "random", "1"), BotEntry("b", "random", "1")), 2, 100,
    "fixed", "rotation", "0", "1", until="ci<0.5",
)  # fmt: skip


def played(number: int, faults: Sequence[str] = (), *, abandoned: bool = False) -> PlayedMatch:
    """A match that the bot in seat A wins; all faults are those of seat B."""
    found = tuple(Fault(1, code, 1, "so it was") for code in faults)
    fixture = Schedule(SPEC).fixture(number)
    if abandoned:
        return PlayedMatch(fixture, Outcome((), (), "abandoned"), "abandoned", [], found)
    return PlayedMatch(fixture, Outcome((9, 3), (1, 2)), "complete", [], found)


def fed(faults: dict[int, Sequence[str]], deals: int, abandoned: Sequence[int] = ()) -> Until:
    until = Until(SPEC, Schedule(SPEC))
    for number in range(1, 2 * deals + 1):
        match = played(number, faults.get(number, ()), abandoned=number in abandoned)
        if until.take(Endings(SPEC).of(kept(match, "rows"))):
            break
    return until


def test_a_deal_with_a_fault_counts_and_one_without_result_is_bounded() -> None:
    said = fed({3: ["crash"], 8: ["timeout"], 9: ["resigned"]}, 99, abandoned=[13]).verdict()
    assert (said.ended, said.faulty, said.left_out) == (True, (1, 3), (6,))
    assert said.deals == 59, "fifteen more than without the deal that has no result"
    assert str(said).endswith(
        " after 59 deals, 2 with faults (deal 1, 3), 1 with abandoned matches left out (deal 6); "
        "without faults: a - b is +0.000 ± 0.393"  # 4 * (2.5 + ln 20) / 56
    )


def test_a_run_of_forfeits_comes_to_a_decision() -> None:
    said = fed({number: ["crash"] for number in range(1, 200)}, 100).verdict()
    assert (said.ended, said.deals, said.left_out) == (True, 44, ())


def test_a_run_of_abandoned_deals_is_given_up() -> None:
    said = fed({}, 100, abandoned=[3, 9, 15]).verdict()
    assert (said.ended, said.deals) == (True, 20)
    assert "given up, because more than a tenth of the deals are abandoned" in str(said)


@pytest.mark.parametrize(
    ("game", "options", "faulty"),
    [("diamonds", {"teams": "on"}, "Fickle"), ("diamond-boxes", {}, "CrashesAtOnce")],
)
def test_a_match_just_played_ends_as_it_is_read_from_the_database(
    tmp_path: Path, game: str, options: dict[str, str], faulty: str
) -> None:
    prepared = prepare(
        Plan(
            name="x", game=game, options=options, seats=4, deals=2, seed="1",
            bots={"a": "random", "b": mine(faulty), "c": "random", "d": "random"},
        )
    )  # fmt: skip
    with open_store(str(tmp_path / "x.db"), create=True) as store:
        run = add_run(store, prepared.spec)
        matches = [kept(play_match(prepared, number)[0], "rows") for number in range(1, 9)]
        with MatchWriter(store, run) as writer:
            for match in matches:
                writer.take(match)
        found = list(run_endings(store, run))
        assert list(map(Endings(prepared.spec).of, matches)) == found
        assert any(each.faults for each in found)
        assert [deal.number for deal in stored_deals(store, run_named(store, "x"))] == [0, 1]


def test_a_deal_adds_up_what_its_matches_were_worth() -> None:
    deals = Deals(SPEC, Schedule(SPEC))
    first, second = (Endings(SPEC).of(kept(played(number), "rows")) for number in (1, 2))
    assert deals.take(first) is None
    deal = deals.take(second)
    assert deal is not None
    assert deal == (0, ((2, 4 * 840), (2, 4 * 840)), True, True)
    assert deals.take(Ending(3, None)) is None


def test_a_champion_is_measured_against_the_field(tourney: Tourney) -> None:
    bots = ("--bot", "a=random", "--bot", "b=greedy", "--bot", "c=random")
    shown = tourney(
        *QUICK, *bots, "--seats", "2", "--schedule", "gauntlet:b", "--until", "sprt(0,1)",
    ).err  # fmt: skip
    assert (
        "sprt(0,1,0.05,0.05): b is better than the field (accepts 1 over 0); b - the field is +"
        in shown
    )
    assert "、bの他の全員に対する差" in tourney("standings", "--lang", "ja").err
    for lang, label in (("en", ">b − the field<"), ("ja", ">bの他の全員に対する差<")):
        assert label in tourney("plot", "test", "--lang", lang).out


def test_a_dry_run_says_that_a_rule_may_end_it(tourney: Tourney) -> None:
    shown = tourney(*QUICK, *TWINS, "--until", "ci<.5", "--dry-run").out
    assert "until     ci<0.5; may end the run earlier\n" in shown
    assert "1000000 deals" in shown
    assert "\ntime      at most about " in shown
    found = json.loads(tourney(*QUICK, *TWINS, "--until", "ci<.5", "--dry-run", "--json").out)
    assert (found["until"], found["deals"]) == ("ci<0.5", 1_000_000)


def test_a_rule_may_stand_in_a_file(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(
        'game = "diams"\noptions = { length = "quick" }\nuntil = "ci<1.09"\n'
        'bots = { a = "greedy", b = "greedy" }\n'
    )
    assert "ci<1.09: a - b is +0.000 ± 1.047 after 21 deals" in tourney("run", "x.toml").err


def test_in_swaps_the_difference_of_the_two_is_watched(tourney: Tourney) -> None:
    told = tourney(
        *QUICK, *TWINS, "--bot", "c=greedy", "--block", "swap", "--until", "ci<1.09",
    ).err  # fmt: skip
    assert "ci<1.09: a - b is +0.000 ± 1.047 after 21 deals" in told
