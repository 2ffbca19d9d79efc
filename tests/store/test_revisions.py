"""Revisions in the database: kept, numbered, restored, removed with their match."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.store.sample import add, fill, on_both_kinds, record, spec, unchecked
from tourney.domain.errors import Conflict, NotFound
from tourney.domain.matches import StoredMatch
from tourney.store import Store, open_store
from tourney.store.integrity import problems
from tourney.store.revisions import Reason

EDIT = Reason("Emi", "edit", "a slip")
NEW = record(
    text="match: club/1\n# other\n",
    players=("Bo", "Ann", "greedy"),
    scores=(5, 6, 7),
    places=(3, 2, 1),
    status="complete",
    faults=(),
    headers=(("event", "May cup"),),
    entries=[(0, "draw 7")],
)


def added(store: Store) -> StoredMatch:
    add(store, record())
    return store.match("club/1")


@on_both_kinds
def test_a_correction_replaces_everything_and_keeps_the_text_before(any_store: Store) -> None:
    any_store.database.actor = "Ann"
    old = added(any_store)
    any_store.database.actor = "Emi"
    assert any_store.correct(old, NEW, EDIT, check=unchecked) == 2
    assert any_store.match("club/1") == replace(NEW, id=old.id, revision=2)
    assert list(any_store.event_matches("Club night")) == []
    assert [match.id for match in any_store.event_matches("May cup")] == [old.id]
    found = any_store.revisions(old)
    assert [(one.number, one.author, one.what, one.reason, one.text) for one in found] == [
        (1, "Ann", "import", "", old.text),
        (2, "Emi", "edit", "a slip", NEW.text),
    ]
    assert [(entry.what, entry.ids) for entry in any_store.log()][-1] == (
        "match edit",
        f"match {old.id}, player 2",
    )
    assert problems(any_store.database) == []
    any_store.remove_records(lambda: [NEW], check=unchecked)
    assert any_store.revisions(replace(added(any_store))) != found
    assert problems(any_store.database) == []


def test_of_two_corrections_of_one_revision_the_second_is_refused(any_store: Store) -> None:
    old = added(any_store)
    any_store.correct(old, NEW, EDIT, check=unchecked)
    with pytest.raises(Conflict, match="match 'club/1' was corrected meanwhile; nothing saved"):
        any_store.correct(old, replace(NEW, status="void"), EDIT, check=unchecked)
    assert any_store.match("club/1").status == "complete"


def test_a_void_match_of_a_run_is_in_no_ending_fault_or_sum(any_store: Store) -> None:
    run = fill(any_store, range(1, 10))
    before = [ending.number for ending in any_store.endings(run)]
    assert any_store.sums(run) is not None
    assert any_store.set_status(any_store.match("spring/4"), "void", EDIT) == 2
    assert any_store.sums(run) is None
    assert [ending.number for ending in any_store.endings(run)] == [
        number for number in before if number != 4
    ]
    assert list(any_store.finished(run)) == before, "the match is not played again"
    assert any_store.void_matches(run) == ["spring/4"]
    assert problems(any_store.database) == []
    any_store.delete_run(run)
    assert problems(any_store.database) == []


def test_no_match_of_a_run_with_a_rule_can_be_taken_out(store: Store) -> None:
    run = store.add_run(spec("ruled", until="ci<0.5"))
    with store.writer(run):
        pass
    fill(store, [1])
    ruled = replace(store.match("spring/1"), name="ruled/1")
    with store.database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE match SET run_id = {run.id}")
    with pytest.raises(Conflict, match="belongs to a run with --until"):
        store.set_status(ruled, "void", EDIT)


def test_an_event_is_found_by_its_whole_name(store: Store) -> None:
    names = ("May cup", "May", 'The "May" cup', "100 %", "may cup", "五月\\")
    for number, name in enumerate(names):
        headers = (("event", name), ("x-note", '["event", "May"]'))
        add(store, record(f"club/{number}", f"match: club/{number}\n", headers=headers))
    for number, name in enumerate(names):
        assert [match.name for match in store.event_matches(name)] == [f"club/{number}"]
    assert list(store.event_matches("M_y")) == []


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE record_text SET text = 'x'", "match 1: differs from its newest revision"),
        ("UPDATE revision SET status = 'void'", "match 1: differs from its newest revision"),
        (
            "DELETE FROM log WHERE number = 2;"
            "UPDATE log_end SET count = 1, hash = (SELECT hash FROM log WHERE number = 1)",
            "log: row 2 was removed",
        ),
    ],
)
def test_integrity_compares_matches_revisions_and_log(
    store: Store, tmp_path: Path, statement: str, words: str
) -> None:
    store.correct(added(store), NEW, EDIT, check=unchecked)
    store.close()
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db:
        db.executescript(statement)
    with open_store(str(tmp_path / "tourney.db")) as opened:
        assert problems(opened.database) == [words]


def test_forgetting_a_name_reaches_earlier_revisions_and_reasons(any_store: Store) -> None:
    text = "match: club/1\nseat A: Annika\n"
    old = added(any_store)
    any_store.correct(old, replace(NEW, text=text, players=("Annika", "Bo", "greedy")),
                      Reason("annika", "edit", "Annika says so"), check=unchecked)  # fmt: skip
    any_store.correct(any_store.match("club/1"), NEW, EDIT, check=unchecked)
    new, records = any_store.forget_player("Annika")
    assert records == 1
    _, second, _ = any_store.revisions(old)
    assert second.text == f"match: club/1\nseat A: {new}\n"
    assert (second.reason, second.author) == (f"{new} says so", new)
    with pytest.raises(NotFound):
        any_store.player("Annika")
    assert problems(any_store.database) == []
