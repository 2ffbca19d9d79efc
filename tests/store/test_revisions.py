"""Revisions in the database: kept, numbered, restored, removed with their match."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.store.sample import add, fill, record, spec, unchecked
from tourney.domain.errors import Conflict, NotFound
from tourney.domain.match_values import StoredMatch
from tourney.store import Database, open_store
from tourney.store.corrections import Reason, match_revisions, set_status
from tourney.store.forget import forget_player
from tourney.store.imports import correct_match, remove_records
from tourney.store.integrity import problems
from tourney.store.log import log_entries
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import (
    event_matches,
    finished_numbers,
    match_named,
    run_endings,
    void_matches,
)
from tourney.store.players import stored_player
from tourney.store.run_sums import run_sums
from tourney.store.runs import add_run, delete_run

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


def added(store: Database) -> StoredMatch:
    add(store, record())
    return match_named(store, "club/1")


def test_a_correction_replaces_everything_and_keeps_the_text_before(any_store: Database) -> None:
    any_store.actor = "Ann"
    old = added(any_store)
    any_store.actor = "Emi"
    assert correct_match(any_store, old, NEW, EDIT, check=unchecked) == 2
    assert match_named(any_store, "club/1") == replace(NEW, id=old.id, revision=2)
    assert list(event_matches(any_store, "Club night")) == []
    assert [match.id for match in event_matches(any_store, "May cup")] == [old.id]
    found = match_revisions(any_store, old)
    assert [(one.number, one.author, one.what, one.reason, one.text) for one in found] == [
        (1, "Ann", "import", "", old.text),
        (2, "Emi", "edit", "a slip", NEW.text),
    ]
    assert [(entry.what, entry.ids) for entry in log_entries(any_store)][-1] == (
        "match edit",
        f"match {old.id}, player 2",
    )
    assert problems(any_store) == []
    remove_records(any_store, lambda: [NEW], check=unchecked)
    assert match_revisions(any_store, replace(added(any_store))) != found
    assert problems(any_store) == []


def test_of_two_corrections_of_one_revision_the_second_is_refused(any_store: Database) -> None:
    old = added(any_store)
    correct_match(any_store, old, NEW, EDIT, check=unchecked)
    with pytest.raises(Conflict, match="match 'club/1' was corrected meanwhile; nothing saved"):
        correct_match(any_store, old, replace(NEW, status="void"), EDIT, check=unchecked)
    assert match_named(any_store, "club/1").status == "complete"


def test_a_void_match_of_a_run_is_in_no_ending_fault_or_sum(any_store: Database) -> None:
    run = fill(any_store, range(1, 10))
    before = [ending.number for ending in run_endings(any_store, run)]
    assert run_sums(any_store, run) is not None
    assert set_status(any_store, match_named(any_store, "spring/4"), "void", EDIT) == 2
    assert run_sums(any_store, run) is None
    assert [ending.number for ending in run_endings(any_store, run)] == [
        number for number in before if number != 4
    ]
    assert list(finished_numbers(any_store, run)) == before, "the match is not played again"
    assert void_matches(any_store, run) == ["spring/4"]
    assert problems(any_store) == []
    delete_run(any_store, run)
    assert problems(any_store) == []


def test_no_match_of_a_run_with_a_rule_can_be_taken_out(store: Database) -> None:
    run = add_run(store, spec("ruled", until="ci<0.5"))
    with MatchWriter(store, run):
        pass
    fill(store, [1])
    ruled = replace(match_named(store, "spring/1"), name="ruled/1")
    with store.writing() as connection:
        connection.exec_driver_sql(f"UPDATE match SET run_id = {run.id}")
    with pytest.raises(Conflict, match="belongs to a run with --until"):
        set_status(store, ruled, "void", EDIT)


def test_an_event_is_found_by_its_whole_name(store: Database) -> None:
    names = ("May cup", "May", 'The "May" cup', "100 %", "may cup", "五月\\")
    for number, name in enumerate(names):
        headers = (("event", name), ("x-note", '["event", "May"]'))
        add(store, record(f"club/{number}", f"match: club/{number}\n", headers=headers))
    for number, name in enumerate(names):
        assert [match.name for match in event_matches(store, name)] == [f"club/{number}"]
    assert list(event_matches(store, "M_y")) == []


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
    store: Database, tmp_path: Path, statement: str, words: str
) -> None:
    correct_match(store, added(store), NEW, EDIT, check=unchecked)
    store.close()
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db:
        db.executescript(statement)
    with open_store(str(tmp_path / "tourney.db")) as opened:
        assert [str(one) for one in problems(opened)] == [words]


def test_forgetting_a_name_reaches_earlier_revisions_and_reasons(any_store: Database) -> None:
    text = "match: club/1\nseat A: Annika\n"
    old = added(any_store)
    correct_match(any_store, old, replace(NEW, text=text, players=("Annika", "Bo", "greedy")),
                      Reason("annika", "edit", "Annika says so"), check=unchecked)  # fmt: skip
    correct_match(any_store, match_named(any_store, "club/1"), NEW, EDIT, check=unchecked)
    new, records = forget_player(any_store, "Annika")
    assert records == 1
    _, second, _ = match_revisions(any_store, old)
    assert second.text == f"match: club/1\nseat A: {new}\n"
    assert (second.reason, second.author) == (f"{new} says so", new)
    with pytest.raises(NotFound):
        stored_player(any_store, "Annika")
    assert problems(any_store) == []
