"""`tourney stats pairs`: who plays better beside whom, in runs whose truth is known."""

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.api import Outcome
from tests.conftest import Tourney
from tourney.domain.match_values import Entries, PlayedMatch
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.insight.account import Account
from tourney.insight.match_analysis import MatchAnalysis, packed
from tourney.play.packed_logs import kept
from tourney.runs.run_schedule import Schedule
from tourney.store import open_store
from tourney.store.analyses import (
    PackedAnalysis,
    analysed_matches,
    matches_of_player,
    store_analyses,
)
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import run_matches, run_part
from tourney.store.runs import add_run, delete_run, run_named

BOTS = tuple(BotEntry(name, "greedy", "1") for name in "abcde")


def spec(bots: int = 5, seats: int = 3, deals: int = 12, **more: Any) -> RunSpec:
    values = {"game": "diams", "options": (), "schedule": "roundrobin", **more}
    game, options, schedule = values["game"], values["options"], values["schedule"]
    return RunSpec(
        *("x", game, 1, options, BOTS[:bots], seats, deals, schedule, "rotation", "0", "1"),
        log="results",
    )


def stored(folder: Path, given: RunSpec, help_: float = 0.0) -> None:
    """Stores a run in which `a` helps `b`, at its own cost, by so much."""
    rng, schedule = np.random.default_rng(3), Schedule(given)
    with (
        open_store(str(folder / "tourney.db"), create=True) as store,
        MatchWriter(store, add_run(store, given)) as writer,
    ):
        for number in range(1, schedule.total + 1):
            at = schedule.fixture(number)
            worth = rng.gumbel(size=given.seats)
            if {0, 1} <= set(at.seats):
                worth[at.seats.index(1)] += help_
                worth[at.seats.index(0)] -= help_
            places = [int((worth > one).sum()) + 1 for one in worth]
            if given.game == "diamonds":  # partners sit opposite
                places = [1, 2, 1, 2]
            match = PlayedMatch(at, Outcome(tuple(places), tuple(places)), "complete", Entries())
            writer.take(kept(match, "results"))


def judged(folder: Path, gift: Callable[[str, str], float], judge: str = "guide") -> None:
    """Stores an analysis of each match with these gifts and a little luck."""
    rng = np.random.default_rng(2)
    with open_store(str(folder / "tourney.db")) as store:
        found = []
        for match in run_matches(store, run_named(store, "x"), entries=False):
            names, nothing = match.players, [0.0] * len(match.players)
            gifts = [
                [gift(one, other) * (one != other) + 0.01 * rng.normal() for other in names]
                for one in names
            ]
            book = Account(
                start=nothing, deal=nothing, draws=nothing, errors=nothing, gifts=gifts,
                unexplained=nothing, unknown=nothing, noise=nothing, result=nothing,
            )  # fmt: skip
            content = packed(MatchAnalysis(judge, "diams", book, 1, 1))
            found.append(PackedAnalysis(match.id, judge, content))
        store_analyses(store, found)


def rows(tourney: Tourney, *words: str) -> dict[tuple[str, str], dict[str, Any]]:
    told = tourney("stats", "pairs", *words, "--json")
    assert told.code == 0, told.err
    return {(row["beside"], row["player"]): row for row in json.loads(told.out)}


def test_a_helper_is_named_with_the_run_that_confirms_it(tourney: Tourney, tmp_path: Path) -> None:
    stored(tmp_path, spec(), 1.5)
    found = rows(tourney, "x")
    assert len(found) == 20
    helped, helper = found["a", "b"], found["b", "a"]
    assert (helped["points_verdict"], helper["points_verdict"]) == (1, -1)
    assert sum(row["points_verdict"] > 0 for row in found.values()) == 1
    # Ten line-ups in three seatings; three of them have both.
    assert helped["matches"] == 12 * 3 * 3
    assert helped["points_more"] > helped["points_half"] > 0 > helper["points_more"]
    told = tourney("stats", "pairs", "x")
    assert told.out.splitlines()[2].split()[:2] == ["b", "a"]
    assert "b plays better beside a: " in told.err
    assert "a plays worse beside b: -" in told.err
    assert "gifts are not judged: tourney analyse run:x" in told.err
    assert "--bot a=guide --bot b=greedy" in told.err, "greedy is replaced by another bot"
    assert told.err.rstrip().endswith("then tourney stats pairs x-guide")


def test_where_nobody_helps_one_line_says_so(tourney: Tourney, tmp_path: Path) -> None:
    stored(tmp_path, spec())
    told = tourney("stats", "pairs")
    assert "nobody plays better beside another than strengths explain (360 matches, 12 deals)" in (
        told.err
    )
    assert len(told.out.splitlines()) == 10
    assert "to confirm" not in told.err
    assert tourney("stats", "pairs").out == told.out


def test_both_witnesses_stand_side_by_side(tourney: Tourney, tmp_path: Path) -> None:
    stored(tmp_path, spec())
    judged(tmp_path, lambda one, other: 0.09 if (one, other) == ("c", "d") else 0.05)
    found = rows(tourney, "x")
    row = found["c", "d"]
    assert (row["judged"], row["gifts_verdict"], row["points_verdict"]) == (108, 1, 0)
    # Beyond what d gets from all, and what c gives to all.
    assert row["gifts_more"] == pytest.approx(4 * 0.04, abs=0.02)
    assert sum(row["gifts_verdict"] > 0 for row in found.values()) == 1
    told = tourney("stats", "pairs", "x")
    assert "gifts of 360 of 360 matches are judged, by guide" in told.err
    assert "errors of c give d 0.1" in told.err
    assert "the place of c" in told.err


def test_gifts_say_what_results_of_one_table_cannot(tourney: Tourney, tmp_path: Path) -> None:
    stored(tmp_path, spec(4, 4, schedule="fixed"))
    told = tourney("stats", "pairs", "x")
    assert (told.code, told.out, told.err.count("\n")) == (5, "", 2)
    assert "everybody is always beside the same others" in told.err
    judged(tmp_path, lambda one, other: 0.09 if (one, other) == ("c", "d") else 0.05)
    found = rows(tourney, "x")
    assert found["c", "d"]["gifts_verdict"] == 1
    assert found["c", "d"]["points_more"] is None


def test_judged_matches_come_in_order_and_what_is_removed_meanwhile_is_left_out(
    tmp_path: Path,
) -> None:
    stored(tmp_path, spec(deals=10))
    judged(tmp_path, lambda one, other: 0.05)
    with open_store(str(tmp_path / "tourney.db")) as store:
        run = run_named(store, "x")
        everybody = list(run_matches(store, run, entries=False))
        of_a = [one.name for one in everybody if "a" in one.players]
        _, part = matches_of_player(store, "a")
        assert [match.name for match, _ in analysed_matches(store, part)] == of_a
        found = [match.name for match, _ in analysed_matches(store, run_part(run.id))]
        assert found == [one.name for one in everybody]
        matches = analysed_matches(store, run_part(run.id))
        next(matches)
        delete_run(store, run)
        assert len(list(matches)) < 300 - 1


@pytest.mark.full
def test_gifts_are_read_one_by_one(tourney: Tourney, tmp_path: Path) -> None:
    """Two lists of matches that are equal but for their length need about the same memory."""
    peaks = []
    for deals in (12, 112):
        folder = tmp_path / str(deals)
        folder.mkdir()
        stored(folder, spec(deals=deals))
        judged(folder, lambda one, other: 0.05)
        base = f"{deals}/tourney.db"
        rows(tourney, "x", "--db", base)  # what is loaded once
        tracemalloc.start()
        rows(tourney, "x", "--db", base)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    # 3,000 matches more; the gifts of each would take 700 bytes.
    assert peaks[1] - peaks[0] < 3000 * 500


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (spec(5, 2), "has no result of a table of three or more"),
        (spec(3, 3), "has 3 players; at least 4 are needed to tell pairs apart"),
        (spec(5, 3, deals=9), "has 9 deals; at least 10 are needed to tell what chance does"),
        (spec(5, 4, game="diamonds", options=(("teams", "on"),)), "is played in teams"),
    ],
)
def test_what_cannot_be_told_is_said(
    tourney: Tourney, tmp_path: Path, given: RunSpec, words: str
) -> None:
    stored(tmp_path, given)
    told = tourney("stats", "pairs", "x")
    assert (told.code, told.out) == (5, "")
    assert words in told.err
    # Where both witnesses are silent for this reason, it is said once.
    judged(tmp_path, lambda one, other: 0.05)
    assert tourney("stats", "pairs", "x").err.count(words) == 1


RECORD = """\
match: m{0}
game: diamonds
event: Cup
round: {0}
table: 1
source: table
seat A: {1}
seat B: {2}
seat C: {3}

result: A 9, B 5, C 3
rank: A > B > C
status: complete
"""


def test_each_match_of_an_event_is_a_deal_of_its_own(tourney: Tourney, tmp_path: Path) -> None:
    """Ada wins with Ben beside her, and is last without him."""
    tables = ["Ada Ben Chie", "Ada Ben Dan", "Chie Dan Ada", "Dan Ben Chie", "Chie Ben Dan"]
    records = [RECORD.format(n, *tables[n % 5].split()) for n in range(1, 41)]
    (tmp_path / "cup.tmr").write_text("\n".join(records))
    assert tourney("import", "cup.tmr").code == 0
    found = rows(tourney, "event:Cup")
    assert found["Ben", "Ada"]["matches"] == 16
    told = tourney("stats", "pairs", "Cup")
    assert "Ada plays better beside Ben" in told.err
    assert "to confirm" not in told.err, "people cannot be replaced by a bot"


RING = '''
"""A bot that tells where it sits, and one that helps it instead of itself."""

import os

from tourney.bots.heuristics import HEURISTICS
from tourney.bots.values import value_of


class Friend:
    version = "1"

    def start(self, game, seat, seats, rules):
        os.environ["FRIEND"] = str(seat)

    def decide(self, observation):
        return HEURISTICS[observation.game.name].advice(observation.view())

    def end(self, result):
        os.environ.pop("FRIEND", None)


class Helper(Friend):
    def start(self, game, seat, seats, rules, rng):
        self.rng = rng

    def decide(self, observation):
        if "FRIEND" not in os.environ:
            return super().decide(observation)
        world = observation.resample(self.rng)

        def worth(move):
            state = world.clone()
            state.apply(observation.seat, move)
            return value_of(observation.game.name).shares(state)[int(os.environ["FRIEND"])]

        return max(observation.legal(), key=worth)

    def end(self, result):
        pass
'''


@pytest.mark.full
def test_a_bot_that_helps_another_is_found_by_results(tourney: Tourney, tmp_path: Path) -> None:
    """In a run of real bots; the built-in ones of the same run are not named."""
    (tmp_path / "ring.py").write_text(RING)
    bots = ("--bot", "friend=./ring.py:Friend", "--bot", "helper=./ring.py:Helper")
    run(tourney, *bots, "--bot", "x=greedy", "--bot", "y=greedy", "--bot", "z=greedy")
    found = rows(tourney, "ring")
    flagged = {pair for pair, row in found.items() if row["points_verdict"] > 0}
    assert flagged == {("helper", "friend")}
    assert found["friend", "helper"]["points_verdict"] == -1


@pytest.mark.full
def test_built_in_bots_of_two_strengths_are_not_named(tourney: Tourney) -> None:
    names = ("random", "random", "greedy", "greedy", "greedy")
    run(tourney, *(word for at, one in enumerate(names) for word in ("--bot", f"b{at}={one}")))
    assert not any(row["points_verdict"] > 0 for row in rows(tourney, "ring").values())


def run(tourney: Tourney, *bots: str) -> None:
    words = ("--seats", "3", "--schedule", "roundrobin", "--deals", "10", "--seed", "1")
    told = tourney("run", "-q", "-g", "blue-border", *bots, *words, "--name", "ring")
    assert told.code == 0, told.err
