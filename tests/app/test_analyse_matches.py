"""Analyses of many matches: their sums, resumed after an interrupt, the same with workers."""

import json
from collections.abc import Iterator
from statistics import mean

import pytest

from tests.conftest import Tourney
from tourney.app.analyse_matches import AskedAnalysis, Progress, analyse_all, summary
from tourney.insight.account import Judge
from tourney.store import Database, open_store
from tourney.store.analyses import analysed_matches, analysis_of, judges, matches_of_player
from tourney.store.matches import MatchFilter, run_part
from tourney.store.runs import delete_run, run_named
from tourney.work.executors import ALONE, Workers

ASKED = AskedAnalysis(Judge(4), "1")


@pytest.fixture
def duel(tourney: Tourney) -> Iterator[tuple[Database, MatchFilter]]:
    """Six matches of three bots on two deals."""
    bots = ("--bot", "a=greedy", "--bot", "b=random", "--bot", "c=random")
    tourney(
        "run", "-g", "diamonds", "-O", "rounds=1", *bots, "--deals", "2", "--name", "duel", "-q"
    )
    with open_store("tourney.db") as store:
        yield store, run_part(run_named(store, "duel").id)


def quiet(progress: Progress) -> None:
    """Show nothing."""


def test_the_sums_are_those_of_the_accounts(duel: tuple[Database, MatchFilter]) -> None:
    store, part = duel
    progress = analyse_all(store, part, ASKED, ALONE, quiet)
    assert (progress.done, progress.total, progress.failures) == (6, 6, [])
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
    duel: tuple[Database, MatchFilter],
) -> None:
    store, part = duel

    def stop(progress: Progress) -> None:
        if progress.done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyse_all(store, part, ASKED, ALONE, stop)
    known = [match.id for match, _ in analysed_matches(store, part)]
    assert len(known) == 2
    begun: list[int] = []
    analyse_all(store, part, ASKED, ALONE, lambda now: begun.append(now.done))
    assert begun[0] == 2
    assert begun[-1] == 6
    whole = {match.id: one for match, one in analysed_matches(store, part)}
    # Another judge analyses all again, and this one as before.
    analyse_all(store, part, AskedAnalysis(Judge(4), "2"), ALONE, quiet)
    assert list(judges(store, part).values()) == [6]
    analyse_all(store, part, ASKED, Workers(2), quiet)
    assert {match.id: one for match, one in analysed_matches(store, part)} == whole


def test_a_removed_match_takes_its_analysis_along(duel: tuple[Database, MatchFilter]) -> None:
    store, part = duel
    analyse_all(store, part, ASKED, ALONE, quiet)
    ids = [match.id for match, _ in analysed_matches(store, part)]
    assert analysis_of(store, ids[0]) is not None
    delete_run(store, run_named(store, "duel"))
    assert all(analysis_of(store, one) is None for one in ids)


def test_an_export_has_every_decision_and_event(
    duel: tuple[Database, MatchFilter], tourney: Tourney
) -> None:
    store, part = duel
    before = tourney("export", "analysis", "duel", "--format", "jsonl")
    assert before.out == ""
    assert "6 matches are not analysed" in before.err
    analyse_all(store, part, ASKED, ALONE, quiet)
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
    duel: tuple[Database, MatchFilter], tourney: Tourney
) -> None:
    store, part = duel
    refused = tourney("standings", "duel", "--adjusted")
    assert refused.code == 2
    assert "tourney analyse run:duel" in refused.err
    analyse_all(store, part, ASKED, ALONE, quiet)
    shown = json.loads(tourney("standings", "duel", "--adjusted", "--json").out)
    official = json.loads(tourney("standings", "duel", "--json").out)
    points = {row["player"]: row["points_mean"] for row in official}
    assert {row["player"]: row["points"] for row in shown} == pytest.approx(points)
    for row in shown:
        assert row["adjusted"] == pytest.approx(row["points"] - row["luck"])
    both = tourney("compare", "duel", "--bots", "a,b", "--adjusted", "--json").out
    change = json.loads(both[both.rindex("[") :])[0]
    means = {row["player"]: row for row in shown}
    assert change["difference"] == pytest.approx(means["a"]["points"] - means["b"]["points"])
    assert change["luck"] == pytest.approx(means["a"]["luck"] - means["b"]["luck"])
    assert tourney("standings", "duel", "--adjusted", "--by", "wins").code == 2


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
