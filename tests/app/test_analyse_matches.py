"""Analyses of many matches: their sums, resumed after an interrupt, the same with workers."""

import json
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

import pytest

from tests.conftest import Once, Tourney
from tourney.app.analyse_matches import AskedAnalysis, Progress, analyse_all, summary
from tourney.bots.values import WEIGHTS, digest
from tourney.insight.account import METHOD, Judge
from tourney.store import Database, open_store
from tourney.store.analyses import analysed_matches, analysis_of, judges, matches_of_player
from tourney.store.matches import MatchFilter, run_part
from tourney.store.runs import delete_run, run_named
from tourney.work.executors import ALONE, Workers

pytestmark = pytest.mark.slow

ASKED = AskedAnalysis(Judge(2), "1")
FEATURES = """
from tourney.bots.values import Features

class Points(Features):
    names = ("points",)

    def stage(self, state):
        return 0.5

    def rows(self, state):
        return [[float(state.showroom[state.team[seat]])] for seat in range(state.seats)]
"""


RUN = ("run", "-g", "diamonds", "-O", "rounds=1", "--name", "duel", "--deals", "2", "-q")
BOTS = ("--bot", "a=greedy", "--bot", "b=random", "--bot", "c=random")


@pytest.fixture
def duel(tourney: Tourney, once: Once) -> Iterator[tuple[Database, MatchFilter]]:
    """Six matches of three bots on two deals."""

    def played() -> None:
        tourney(*RUN, *BOTS)

    once(played)
    with open_store("tourney.db") as store:
        yield store, run_part(run_named(store, "duel").id)


@pytest.fixture
def analysed(tourney: Tourney, once: Once) -> Iterator[tuple[Database, MatchFilter]]:
    """The same six matches, all analysed."""

    def judged() -> None:
        tourney(*RUN, *BOTS)
        with open_store("tourney.db") as store:
            part = run_part(run_named(store, "duel").id)
            progress = analyse_all(store, part, ASKED, ALONE, quiet)
        assert (progress.done, progress.total, progress.failures) == (6, 6, [])

    once(judged)
    with open_store("tourney.db") as store:
        yield store, run_part(run_named(store, "duel").id)


def quiet(progress: Progress) -> None:
    """Show nothing."""


def test_the_sums_are_those_of_the_accounts(analysed: tuple[Database, MatchFilter]) -> None:
    store, part = analysed
    found = summary(store, part, 3)
    totals = found.totals["diamonds"]
    assert (totals.matches, totals.deals) == (6, 2)
    for player, own in totals.players.items():
        books = [(one, match.players.index(player)) for match, one in analysed_matches(store, part)]
        assert own.lines["result"] == pytest.approx(
            sum(one.account.result[seat] for one, seat in books)
        )
        assert float(totals.raw(player).mean) == pytest.approx(own.lines["result"] / 6)
        luck = mean(one.account.deal[seat] + one.account.draws[seat] for one, seat in books)
        assert float(totals.luck(player).mean) == pytest.approx(luck)
        # With two deals the slope is 1: all the luck is taken out.
        adjusted = totals.without_luck(player, totals.slopes())
        assert float(adjusted.mean) == pytest.approx(own.lines["result"] / 6 - luck)
        counted = [d.loss for one, seat in books for d in one.account.counted(seat)]
        assert own.counted.blocks.k == len(counted)
        assert float(own.counted.blocks.s) == pytest.approx(sum(counted))
    gifts = sum(gift for own in totals.players.values() for _, gift in own.givers.values())
    assert gifts == pytest.approx(sum(own.lines["errors"] for own in totals.players.values()))
    assert len(found.moves) == len(found.chances) == 3
    assert found.moves[0].move.loss == max(one.move.loss for one in found.moves)


def test_an_interrupted_analysis_goes_on_where_it_stopped(
    analysed: tuple[Database, MatchFilter],
) -> None:
    store, part = analysed
    whole = {match.id: one for match, one in analysed_matches(store, part)}
    # Another judge analyses all again.
    analyse_all(store, part, AskedAnalysis(Judge(2), "2"), ALONE, quiet)
    assert [list(one.values()) for one in judges(store, part).values()] == [[6]]

    def stop(progress: Progress) -> None:
        if progress.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyse_all(store, part, ASKED, ALONE, stop)
    assert [sorted(one.values()) for one in judges(store, part).values()] == [[2, 4]]
    begun: list[int] = []
    analyse_all(store, part, ASKED, Workers(2), lambda now: begun.append(now.done))
    assert begun[0] == 2
    assert begun[-1] == 6
    assert {match.id: one for match, one in analysed_matches(store, part)} == whole


def test_a_removed_match_takes_its_analysis_along(analysed: tuple[Database, MatchFilter]) -> None:
    store, part = analysed
    ids = [match.id for match, _ in analysed_matches(store, part)]
    assert analysis_of(store, ids[0]) is not None
    delete_run(store, run_named(store, "duel"))
    assert all(analysis_of(store, one) is None for one in ids)


def test_what_needs_analyses_says_that_there_are_none(
    duel: tuple[Database, MatchFilter], tourney: Tourney
) -> None:
    exported = tourney("export", "analysis", "duel", "--format", "jsonl")
    assert exported.out == ""
    assert "6 matches are not analysed" in exported.err
    refused = tourney("standings", "duel", "--adjusted")
    assert refused.code == 2
    assert "tourney analyse run:duel" in refused.err


def test_an_export_has_every_decision_and_event(
    analysed: tuple[Database, MatchFilter], tourney: Tourney
) -> None:
    store, part = analysed
    rows = [
        json.loads(line)
        for line in tourney("export", "analysis", "--format", "jsonl").out.splitlines()
    ]
    for match, one in analysed_matches(store, part):
        mine = [row for row in rows if row["match"] == match.name]
        book = one.account
        assert [row["ply"] for row in mine] == sorted(row["ply"] for row in mine)
        decisions = [row for row in mine if row["kind"] == "decision"]
        events = [row for row in mine if row["kind"] in ("deal", "draw")]
        assert len(decisions) == len(book.decisions)
        assert len(events) == len(book.chances)
        for seat in range(3):
            luck = sum(float(row["shares"].split()[seat]) for row in events)
            assert luck == pytest.approx(book.deal[seat] + book.draws[seat], abs=1e-3)
            cost = sum(row["loss"] for row in decisions if row["seat"] == "ABC"[seat])
            assert cost == pytest.approx(book.errors[seat], abs=1e-3)


def test_points_without_luck_stand_beside_the_points(
    analysed: tuple[Database, MatchFilter], tourney: Tourney
) -> None:
    shown = json.loads(tourney("standings", "duel", "--adjusted", "--json").out)
    official = json.loads(tourney("standings", "duel", "--json").out)
    points = {row["player"]: row["points_mean"] for row in official}
    assert {row["player"]: row["points"] for row in shown} == pytest.approx(points)
    # As wide as the interval of the standings: it is the same one.
    widths = {row["player"]: row["ci_half"] for row in official}
    assert {row["player"]: row["points_error"] for row in shown} == pytest.approx(widths)
    for row in shown:
        assert row["adjusted"] == pytest.approx(row["points"] - row["luck"])
    bare = json.loads(tourney("compare", "duel", "--bots", "a,b", "--json").out)[0]
    change = json.loads(tourney("compare", "duel", "--bots", "a,b", "--adjusted", "--json").out)[0]
    # One estimate of what was played: that of the table without the option.
    assert change.items() >= bare.items()
    means = {row["player"]: row for row in shown}
    assert change["difference"] == pytest.approx(means["a"]["points"] - means["b"]["points"])
    assert change["luck"] == pytest.approx(means["a"]["luck"] - means["b"]["luck"])
    assert tourney("standings", "duel", "--adjusted", "--points", "wins").code == 2


def test_an_event_with_two_games_has_a_judge_for_each(tourney: Tourney) -> None:
    bots = ("--bot", "a=greedy", "--bot", "b=random", "--sizes", "2", "--rounds", "2")
    games = "blue-border,diamonds"
    bots += ("-O", "limit=40", "-O", "rounds=1")
    tourney(
        "event", "new", "both", "--game", games, *bots, "--schedule", "roundrobin", "--seed", "1"
    )
    for _ in range(2):
        tourney("event", "pair", "both")
        tourney("event", "play", "both")
    # A judge for each game, and matches of another game that nobody has judged.
    tourney("analyse", "match:both/r2/t1", "--budget", "5")
    half = tourney("standings", "event:both", "--adjusted")
    assert f"1 of 1 match, judge: guide-{METHOD} (diamonds-" in half.err
    assert "no match of the game blue-border is analysed, of 1" in half.err
    analysed = tourney("analyse", "event:both", "--budget", "4", "--json")
    assert {row["game"] for row in json.loads(analysed.out)} == set(games.split(","))
    found = json.loads(tourney("standings", "event:both", "--adjusted", "--json").out)
    assert sorted((row["game"], row["player"]) for row in found) == [
        (game, player) for game in sorted(games.split(",")) for player in "ab"
    ]
    of_player = json.loads(tourney("analyse", "player:a", "--budget", "4", "--json").out)
    assert [row["matches"] for row in of_player] == [1] * 4


def test_a_value_function_of_ones_own_judges_its_game_but_not_its_own_deals(
    duel: tuple[Database, MatchFilter], tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(FEATURES)
    options = ("--features", "mine.py:Points", "--seats", "3", "-O", "rounds=1", "--matches", "40")
    tourney("bot", "train", "diamonds", *options, "--seed", "7", "-o", "mine.json", "-q")
    made = json.loads((tmp_path / "mine.json").read_text())["digest"]
    by_mine = ("--budget", "4", "--value", "mine.json")
    for target, jobs in (("run:duel", "1"), ("run:duel", "2"), ("match:duel/1", "1")):
        found = tourney("analyse", target, *by_mine, "-j", jobs)
        assert f"guide-{METHOD} (diamonds-{made})" in found.err
    # The same value function gives the same judgement, as one of the program does.
    usual = str(WEIGHTS / "diamonds.json")
    found = tourney("analyse", "run:duel", "--budget", "4", "--value", usual)
    assert found == tourney("analyse", "run:duel", "--budget", "4")
    bots = ("-g", "diamonds", "-O", "rounds=1", "--bot", "a=greedy", "--bot", "b=random")
    tourney("run", *bots, "--deals", "1", "--seed", "training 7", "--name", "seen", "-q")
    for target in ("run:seen", "match:seen/1", "player:a"):
        refused = tourney("analyse", target, *by_mine)
        assert (refused.code, refused.out) == (2, "")
        assert "run 'seen' has the seed 'training 7'" in refused.err
    assert tourney("analyse", "run:seen", "--budget", "4").code == 0


def test_files_that_are_no_value_function_of_the_game_are_refused(
    duel: tuple[Database, MatchFilter], tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "bad.json").write_text('{"game": "diamonds", "training": {}}')
    (tmp_path / "mine.py").write_text(FEATURES.replace("range(state.seats)", "range(seats)"))
    mine = json.loads((WEIGHTS / "diamonds.json").read_text())
    mine |= {"features": ["points"], "weights": {"": {"3": [[1.0], [0.0]]}}}
    mine["training"]["features"] = "mine.py:Points"
    mine["digest"] = "0"
    (tmp_path / "edited.json").write_text(json.dumps(mine))
    mine["digest"] = digest("diamonds", ["points"], {"": {3: ([1.0], [0.0])}})
    (tmp_path / "fails.json").write_text(json.dumps(mine))
    for file, code, words in (
        ("none.json", 5, "there is no file of weights 'none.json'"),
        ("bad.json", 3, "bad.json is no file of weights"),
        ("edited.json", 3, "edited.json is no file of weights"),
        ("fails.json", 2, "the features fail: NameError"),
        (str(WEIGHTS / "diams.json"), 2, "weights of the game diams"),
    ):
        for target in ("run:duel", "match:duel/1"):
            refused = tourney("analyse", target, "--value", file)
            assert (refused.code, refused.out) == (code, "")
            assert words in refused.err
    cluster = ("--value", str(WEIGHTS / "diamonds.json"), "--executor", "dask:127.0.0.1:9")
    assert "leave out --executor" in tourney("analyse", "run:duel", *cluster).err
    assert not list(analysed_matches(*duel))


def test_several_judges_of_one_game_are_refused_with_its_name(
    duel: tuple[Database, MatchFilter], tourney: Tourney
) -> None:
    store, part = duel
    analyse_all(store, part, ASKED, ALONE, quiet)
    tourney("analyse", "match:duel/1", "--budget", "5")
    for command in (("standings", "duel"), ("compare", "duel", "--bots", "a,b")):
        refused = tourney(*command, "--adjusted")
        assert (refused.code, refused.out) == (2, "")
        assert "duel in the game diamonds are analysed by 2 judges" in refused.err
        assert "tourney analyse run:duel" in refused.err


def test_a_run_that_a_rule_ends_has_wider_intervals_elsewhere(tourney: Tourney) -> None:
    bots = ("--bot", "a=greedy", "--bot", "b=random", "--deals", "4", "--until", "ci<1", "-q")
    tourney("run", "-g", "diamonds", "-O", "rounds=1", *bots, "--name", "ruled")
    tourney("analyse", "run:ruled", "--budget", "4")
    shown = tourney("standings", "ruled", "--adjusted")
    assert "the rule ci<1 ends run ruled; these intervals do not allow for that" in shown.err


def test_the_luck_of_deals_without_analyses_stays_in_a_comparison(
    duel: tuple[Database, MatchFilter], tourney: Tourney
) -> None:
    for number in (1, 2, 3):
        tourney("analyse", f"match:duel/{number}", "--budget", "4")
    found = tourney("compare", "duel", "--bots", "a,b", "--adjusted", "--json")
    assert "1 of 2 deals" in found.err
    change = json.loads(found.out)[0]
    assert change["deals"] == 2
    assert change["adjusted"] == pytest.approx(change["difference"] - change["luck"])


def test_the_first_deals_of_two_runs_are_two_deals(tourney: Tourney) -> None:
    bots = ("--bot", "a=greedy", "--bot", "b=random", "--deals", "1", "-q")
    for name in ("first", "second"):
        tourney("run", "-g", "diamonds", "-O", "rounds=1", *bots, "--name", name)
    with open_store("tourney.db") as store:
        _, part = matches_of_player(store, "a")
        analyse_all(store, part, ASKED, ALONE, quiet)
        totals = summary(store, part, 1).totals["diamonds"]
        assert (totals.matches, totals.deals) == (4, 2)
        assert totals.raw("a").blocks == 2


def test_matches_without_moves_are_refused_in_a_run_and_left_out_of_those_of_a_player(
    duel: tuple[Database, MatchFilter], tourney: Tourney
) -> None:
    bots = ("--bot", "a=greedy", "--bot", "b=random", "--deals", "1", "--log", "results")
    tourney("run", "-g", "diamonds", "-O", "rounds=1", *bots, "--name", "bare", "-q")
    refused = tourney("analyse", "run:bare", "--budget", "4")
    assert (refused.code, "--only" in refused.err) == (3, True)
    found = tourney("analyse", "player:a", "--budget", "4", "--json")
    assert "6 of 8 matches" in found.err
