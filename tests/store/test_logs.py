"""Runs that do not store moves as rows: packed moves, or none."""

import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete, insert, update

from tests.store.sample import played, spec
from tourney.domain.errors import DataFault
from tourney.domain.match_values import NO_ENTRIES, Entries, MoveInfo
from tourney.play.packed_logs import LOGS, UnknownDictionary, kept, pack, unpack
from tourney.store import Database, open_store
from tourney.store.care import copy_rows
from tourney.store.integrity import problems
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import match_named, run_matches, run_results
from tourney.store.models import MOVE_INFO, PACKED_LOG, PLY
from tourney.store.runs import StoredRun, add_run, delete_matches, delete_run, run_named

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]))


def fill(store: Database, log: str, name: str = "spring") -> int:
    """Stores thirty matches of a run with this kind of log, one of them without a move."""
    run = add_run(store, spec(name, log=log))
    with MatchWriter(store, run, batch=7) as writer:
        for number in range(1, 30):
            writer.take(kept(played(number), log))
        writer.take(kept(played(30, [], status="abandoned"), log))
    return run


@given(st.lists(st.tuples(st.integers(-1, 7), TEXT)))
def test_a_packed_log_is_unpacked_as_it_was(entries: list[tuple[int, str]]) -> None:
    assert unpack(pack(Entries.of(entries))) == entries


def test_packed_matches_are_those_that_rows_hold(any_store: Database) -> None:
    rows = run_matches(any_store, fill(any_store, "rows", "rows"))
    packed = run_matches(any_store, fill(any_store, "packed", "packed"))
    plain = [replace(match, id=0, name=match.name.partition("/")[2]) for match in rows]
    assert plain == [replace(m, id=0, name=m.name.partition("/")[2]) for m in packed]
    assert len(plain) == 30
    assert match_named(any_store, "packed/3").entries == played(3).entries
    assert problems(any_store) == []


def test_a_run_of_results_has_all_but_moves_and_says_how_to_see_one(any_store: Database) -> None:
    run = fill(any_store, "results")
    found = list(run_matches(any_store, run, entries=False))
    assert [match.scores for match in found[:3]] == [(1, 1, 0), (2, 2, 0), (3, 3, 0)]
    assert match_named(any_store, "spring/7", entries=False).scores == (7, 0, 0)
    assert len(list(run_results(any_store, run))) == 30
    with pytest.raises(DataFault, match=r"tourney run --resume spring --only N$"):
        list(run_matches(any_store, run))
    with pytest.raises(DataFault, match=r"tourney run --resume spring --only 7$"):
        match_named(any_store, "spring/7")
    assert problems(any_store) == []


def test_packed_logs_are_copied_and_removed_with_their_run(
    any_store: Database, tmp_path_factory: pytest.TempPathFactory
) -> None:
    run = fill(any_store, "packed")
    file = tmp_path_factory.mktemp("copy") / "copy.db"
    with open_store(str(file), create=True) as other:
        assert copy_rows(any_store, other)["packed_log"] == 30
        assert list(run_matches(other, run)) == list(run_matches(any_store, run))
    delete_run(any_store, run_named(any_store, "spring"))
    with any_store.reading() as connection:
        assert connection.execute(PACKED_LOG.select()).all() == []


def test_whatever_is_wrong_with_a_log_is_found(any_store: Database) -> None:
    fill(any_store, "packed")
    first, second, third = [match_named(any_store, f"spring/{number}").id for number in (1, 2, 3)]
    here = PACKED_LOG.c.match_id
    with any_store.writing() as connection:
        connection.execute(update(PACKED_LOG).where(here == first).values(entries=b"x\x9c"))
        connection.execute(delete(PACKED_LOG).where(here == second))
        connection.execute(insert(PACKED_LOG).values(match_id=999, entries=pack(NO_ENTRIES)))
        connection.execute(insert(PLY).values(match_id=third, number=1, seat=0, text="pass"))
    found = [str(one) for one in problems(any_store)]
    assert sorted(int(line.split()[1].rstrip(":")) for line in found) == sorted(
        [first, second, third, 999]
    )
    with pytest.raises(DataFault, match="damaged"):
        match_named(any_store, "spring/1")


def test_a_log_of_a_newer_version_is_not_called_damaged(any_store: Database) -> None:
    fill(any_store, "packed")
    newer = zlib.compressobj(zdict=b"a dictionary of a later version")
    piece = newer.compress(b"A\npass") + newer.flush()
    here = PACKED_LOG.c.match_id == match_named(any_store, "spring/1").id
    with any_store.writing() as connection:
        connection.execute(update(PACKED_LOG).where(here).values(entries=piece))
    for look in (lambda: match_named(any_store, "spring/1"), lambda: problems(any_store)):
        with pytest.raises(UnknownDictionary, match=r"update tourney$"):
            look()


INFOS = (MoveInfo(3, 0, "why not?"), MoveInfo(3, 2, "\ud800 \0 後"))
KEPT = (MoveInfo(3, 0, "why not?"), MoveInfo(3, 2, "\\ud800 \\x00 後"))


def with_infos(store: Database, log: str) -> StoredRun:
    """Stores two matches, one of them with texts of its bots."""
    run = add_run(store, spec(log, log=log))
    with MatchWriter(store, run) as writer:
        writer.take(kept(played(1)._replace(infos=INFOS), log))
        writer.take(kept(played(2), log))
    return run


def test_what_bots_write_about_moves_is_stored_with_moves_and_removed_with_them(
    any_store: Database, tmp_path_factory: pytest.TempPathFactory
) -> None:
    runs = {log: with_infos(any_store, log) for log in LOGS}
    for log in ("rows", "packed"):
        assert match_named(any_store, f"{log}/1").infos == KEPT
        assert match_named(any_store, f"{log}/2").infos == ()
    file = tmp_path_factory.mktemp("copy") / "copy.db"
    with open_store(str(file), create=True) as other:
        assert copy_rows(any_store, other)["move_info"] == 4
        assert match_named(other, "rows/1").infos == KEPT
    delete_matches(any_store, runs["rows"], [1])
    delete_run(any_store, runs["packed"])
    with any_store.reading() as connection:
        assert connection.execute(MOVE_INFO.select()).all() == []
    assert problems(any_store) == []


def test_texts_about_moves_that_do_not_fit_their_match_are_found(any_store: Database) -> None:
    with_infos(any_store, "rows")
    with_infos(any_store, "results")
    rows, results = (
        match_named(any_store, f"{log}/2", entries=False).id for log in ("rows", "results")
    )
    with any_store.writing() as connection:
        wrong = {"number": 1, "ply": 1, "text": "x"}
        connection.execute(insert(MOVE_INFO).values(match_id=rows, seat=3, **wrong))
        connection.execute(insert(MOVE_INFO).values(match_id=results, seat=0, **wrong))
    assert [str(one) for one in problems(any_store)] == [
        f"match {results}: texts about moves, although the run stores only results",
        f"match {rows}: a text about a move of a seat that the match does not have",
    ]
