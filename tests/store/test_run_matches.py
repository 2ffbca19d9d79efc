"""Runs and their matches: each is stored once and unchanged, in any order of writing."""

import gc
import tracemalloc
from dataclasses import replace
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from engines.api import Outcome
from tests.store.sample import BOTS, fill, new_store, played, spec
from tourney.domain.errors import Conflict, NotFound
from tourney.domain.match_values import Fault, StoredMatch
from tourney.store import Database, matches
from tourney.store.bots import all_bots
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import (
    finished_numbers,
    match_count,
    match_named,
    run_faults,
    run_matches,
    run_results,
    stored_matches,
)
from tourney.store.models import FAULT
from tourney.store.runs import StoredRun, add_run, all_runs, delete_run, run_named


def contents(store: Database, run: StoredRun) -> list[StoredMatch]:
    """A run's matches without their database ids."""
    return [replace(match, id=0) for match in run_matches(store, run)]


def test_a_run_comes_out_as_it_went_in(any_store: Database) -> None:
    given = spec(event="Cup", date="2026-11-15", seed="ダイヤ the 7th", on_fault="abort")
    run = add_run(any_store, given, reproducible=False)
    stored = run_named(any_store, "spring")
    assert stored == run
    assert (stored.spec, stored.reproducible) == (given, False)
    assert stored.created.utcoffset() is not None
    assert all_runs(any_store) == [stored]


def test_bots_are_rows_by_name_target_and_version(any_store: Database) -> None:
    add_run(any_store, spec("one"))
    changed = replace(BOTS[2], version="2.1")
    add_run(any_store, spec("two", bots=(*BOTS[:2], changed)))
    assert all_bots(any_store) == sorted({*BOTS, changed}, key=lambda bot: (bot.name, bot.version))
    assert run_named(any_store, "two").spec.bots[2] == changed


def test_a_taken_name_is_a_conflict_and_an_unknown_one_not_found(any_store: Database) -> None:
    add_run(any_store, spec())
    with pytest.raises(Conflict, match="run 'spring' already exists"):
        add_run(any_store, spec())
    with pytest.raises(NotFound, match="no run 'summer'"):
        run_named(any_store, "summer")


def test_a_match_comes_out_with_all_that_its_record_needs(any_store: Database) -> None:
    run = add_run(any_store, spec(event="Cup", date="2026-11-15"))
    faults = (Fault(2, "crash", 3, "Traceback…"), Fault(0, "timeout", 3, "2.1 s"))
    with MatchWriter(any_store, run) as writer:
        writer.add(played(5, [(-1, "round 1 first A"), (0, "draw 7")], faults=faults))
    (match,) = run_matches(any_store, run)
    assert match == StoredMatch(
        id=match.id,
        name="spring/5",
        game="diams",
        rules=1,
        options=(("closing", "fixed"), ("length", "quick")),
        headers=(
            ("event", "Cup"),
            ("date", "2026-11-15"),
            ("source", "engine"),
            ("deal", "seed 7 deal 1 rotation 2"),
        ),
        players=("ucb", "rho", "greedy"),
        versions=("2.0", "1", "0.9"),
        scores=(5, 5, 0),
        places=(1, 2, 3),
        status="complete",
        entries=[(-1, "round 1 first A"), (0, "draw 7")],
        faults=faults,
    )
    assert match_named(any_store, "spring/5") == match
    assert match_named(any_store, str(match.id)) == match
    assert list(run_faults(any_store, run)) == [(5, fault) for fault in faults]


def test_the_line_up_is_named_where_a_run_has_several(any_store: Database) -> None:
    run = add_run(any_store, spec(schedule="roundrobin", seats=2))
    with MatchWriter(any_store, run) as writer:
        writer.add(played(1))
    (match,) = run_matches(any_store, run, entries=False)
    assert match.headers[-1] == ("deal", "seed 7 deal 0 rotation 1 lineup 0")
    assert match.entries == []


def test_results_name_block_and_forfeits(any_store: Database) -> None:
    run = add_run(any_store, spec())
    with MatchWriter(any_store, run) as writer:
        writer.add(played(4, status="forfeit", faults=(Fault(2, "crash", 9, ""),)))
        writer.add(played(3, faults=(Fault(0, "illegal", 9, ""),)))
    tolerated, forfeited = run_results(any_store, run)
    assert (tolerated.match_id, tolerated.forfeits, tolerated.block) == (3, (), (0, 0))
    assert (forfeited.match_id, forfeited.forfeits, forfeited.block) == (4, (2,), (1, 0))
    assert forfeited.players == ("greedy", "ucb", "rho")
    assert (forfeited.scores, forfeited.places) == ((4, 4, 0), (1, 2, 3))


def test_results_name_the_sides_of_a_game_in_teams(any_store: Database) -> None:
    changes = {"game": "diamonds", "seats": 3}
    alone = add_run(any_store, spec("alone", options=(), **changes))
    teams = add_run(any_store, spec("teams", options=(("teams", "on"),), game="diamonds", seats=4))
    lost = add_run(any_store, spec("lost", options=(("speed", "on"),), game="sixth"))
    three = played(1)
    four = three._replace(
        fixture=three.fixture._replace(seats=(0, 1, 2, 0)),
        outcome=Outcome((3, 1, 3, 1), (1, 2, 1, 2)),
    )
    for run, match in ((alone, three), (teams, four), (lost, three)):
        with MatchWriter(any_store, run) as writer:
            writer.add(match)
    found = [next(run_results(any_store, run)).sides for run in (alone, teams, lost)]
    assert found == [(), (0, 1, 0, 1), ()]


def test_results_say_whether_fewer_points_win(any_store: Database) -> None:
    found = []
    for game in ("diamonds", "diamond-boxes", "sixth"):
        run = add_run(any_store, spec(game, options=(), game=game))
        with MatchWriter(any_store, run) as writer:
            writer.add(played(1))
        found.append(next(run_results(any_store, run)).fewer_wins)
    assert found == [False, True, False]


def test_what_comes_out_does_not_depend_on_the_order_of_writing(tmp_path: Path) -> None:
    numbers = list(range(1, 200))
    shuffled = Random(5).sample(numbers, len(numbers))
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    with new_store(tmp_path / "a") as one, new_store(tmp_path / "b") as two:
        fill(two, [1, 2], "before")
        straight, mixed = fill(one, numbers), fill(two, shuffled, batch=7)
        assert list(finished_numbers(two, mixed)) == numbers
        assert contents(one, straight) == contents(two, mixed)
        assert list(run_results(one, straight)) == list(run_results(two, mixed))


def test_a_number_is_stored_once_and_the_first_stays(any_store: Database) -> None:
    run = fill(any_store, [1, 2, 3])
    with MatchWriter(any_store, run) as writer:
        writer.add(played(3, [(0, "other")]))
        writer.add(played(4, [(0, "first")]))
        writer.add(played(4, [(0, "second")]))
    assert match_count(any_store, run) == 4
    assert match_named(any_store, "spring/3").entries == played(3).entries
    assert match_named(any_store, "spring/4").entries == [(0, "first")]


def test_a_batch_is_written_when_it_is_full_or_old(
    any_store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = add_run(any_store, spec())
    with MatchWriter(any_store, run, batch=3, seconds=1000) as writer:
        writer.add(played(1))
        writer.add(played(2))
        assert match_count(any_store, run) == 0
        writer.add(played(3))
        assert match_count(any_store, run) == 3
        writer.add(played(4))
    assert match_count(any_store, run) == 4
    with MatchWriter(any_store, run, seconds=1000) as writer:
        writer.add(played(5))
        assert match_count(any_store, run) == 4
        later = monotonic() + 1000  # as if the next match took this long
        monkeypatch.setattr("tourney.store.match_writer.monotonic", lambda: later)
        writer.add(played(6))
        assert match_count(any_store, run) == 6


def test_complete_matches_are_kept_when_something_else_fails(any_store: Database) -> None:
    run = add_run(any_store, spec())

    def interrupted() -> None:
        with MatchWriter(any_store, run) as writer:
            writer.add(played(1))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert list(finished_numbers(any_store, run)) == [1]


def test_writing_to_a_run_that_was_deleted_meanwhile_is_told(any_store: Database) -> None:
    run = fill(any_store, [1])
    writer = MatchWriter(any_store, run, seconds=1000)
    writer.add(played(2))
    delete_run(any_store, run_named(any_store, "spring"))
    with pytest.raises(NotFound, match="deleted or replaced"):
        writer.flush()


def test_deleting_a_run_leaves_others_whole(any_store: Database) -> None:
    fill(any_store, range(1, 30), "one")
    two = fill(any_store, range(1, 30), "two")
    before = contents(any_store, two)
    delete_run(any_store, run_named(any_store, "one"))
    assert [one.spec.name for one in all_runs(any_store)] == ["two"]
    assert contents(any_store, two) == before
    with pytest.raises(NotFound):
        delete_run(any_store, run_named(any_store, "one"))


def test_matches_of_every_run_come_run_by_run(any_store: Database) -> None:
    fill(any_store, [2, 1], "one")
    fill(any_store, [1], "two")
    assert [match.name for match in stored_matches(any_store)] == ["one/1", "one/2", "two/1"]


def test_an_unknown_match_is_not_found(any_store: Database) -> None:
    fill(any_store, [1])
    for ref in ("spring/9", "spring/x", "99", "", "/", "summer/1", "9" * 40, "٣"):
        with pytest.raises(NotFound, match="no match"):
            match_named(any_store, ref)


def test_what_a_bot_printed_is_kept_readable_whatever_it_was(any_store: Database) -> None:
    run = add_run(any_store, spec())
    with MatchWriter(any_store, run) as writer:
        writer.add(played(1, faults=(Fault(0, "protocol", 1, "a\0b\udcffc\n"),)))
    assert [fault.evidence for _, fault in run_faults(any_store, run)] == ["a\\x00b\\udcffc\n"]


def test_streams_are_read_in_the_order_of_the_keys_without_sorting(store: Database) -> None:
    fill(store, range(1, 300))
    dialect = store.engine.dialect
    queries = (
        matches.ROWS.query,
        matches.PACKED.query,
        matches.seat_query,
        matches.result_query,
        lambda part: matches.beside_query(part, FAULT, *matches.FAULTS),
    )
    with store.reading() as connection:
        for part in (matches.run_part(1), matches.record_part(), matches.single_part(1)):
            for query in queries:
                bound = query(part).compile(dialect=dialect, compile_kwargs={"literal_binds": True})
                plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {bound}").all()
                assert not [row for row in plan if "TEMP B-TREE" in row[3]]


def test_reading_a_long_run_holds_little_of_it(store: Database) -> None:
    run = fill(store, range(1, 801))
    tracemalloc.start()
    try:
        for stream in (
            run_matches(store, run),
            run_results(store, run),
            finished_numbers(store, run),
        ):
            assert sum(1 for _ in stream) == 800
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2_000_000


def test_an_abandoned_match_is_stored_and_has_no_result(any_store: Database) -> None:
    run = add_run(any_store, spec())
    given_up = played(1)._replace(outcome=Outcome((), (), "abandoned"), status="abandoned")
    with MatchWriter(any_store, run) as writer:
        writer.add(given_up)
        writer.add(played(2))
    assert list(finished_numbers(any_store, run)) == [1, 2]
    assert [result.match_id for result in run_results(any_store, run)] == [2]
    assert match_named(any_store, "spring/1").scores == (None, None, None)


def test_a_stream_that_is_not_read_to_the_end_is_closed_with_its_database(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    gc.freeze()  # what other tests left behind need not be looked at
    with new_store(tmp_path) as store:
        matches = run_matches(store, fill(store, range(1, 30)))
        next(matches)
    del matches
    gc.collect()
    assert caplog.records == []
