"""Imported records come out of the database byte for byte as they went in."""

from dataclasses import replace
from itertools import count

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.examples import examples, usual
from tests.store.sample import add, fill, on_both_kinds, played, record, spec, unchecked
from tourney.domain.errors import Conflict, NotFound, UsageFault
from tourney.domain.run_spec import BotEntry
from tourney.records import engine_record
from tourney.store import Database
from tourney.store.bots import all_bots
from tourney.store.imports import import_records, remove_records
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import match_named, run_matches, stored_matches
from tourney.store.players import all_players
from tourney.store.runs import add_run

NUMBERS = count(1)
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
PROPERTY = settings(examples(12), suppress_health_check=[HealthCheck.function_scoped_fixture])


@on_both_kinds
@PROPERTY
@example("match: a\r\n\ufeffＡ：　Ｄ１２ # \\N\tnote\x85\u2028", ("x-a", "\\.\n"), ["\\N", ""])
@given(TEXT, st.tuples(TEXT, TEXT), st.lists(TEXT))
def test_a_record_comes_out_byte_for_byte(
    any_store: Database, text: str, header: tuple[str, str], actions: list[str]
) -> None:
    name = f"club/{next(NUMBERS)}"
    entries = [(seat % 4 - 1, action) for seat, action in enumerate(actions)]
    new = record(name, text, headers=(header,), entries=entries)
    match_id = add(any_store, new)
    assert match_named(any_store, name) == replace(new, id=match_id)


@PROPERTY
@example(["\\N", "None", "\\", "a\tb\nc\rd", "", "'; DROP TABLE ply; --", "?", "%s"])
@given(st.lists(TEXT))
def test_the_text_of_every_ply_comes_out_as_it_went_in(
    any_store: Database, texts: list[str]
) -> None:
    run = add_run(any_store, spec(f"run {next(NUMBERS)}"))
    entries = [(seat % 4 - 1, text) for seat, text in enumerate(texts)]
    with MatchWriter(any_store, run) as writer:
        writer.add(played(1, entries))
    (match,) = run_matches(any_store, run)
    assert match.entries == entries


def test_the_same_record_again_is_the_same_match(any_store: Database) -> None:
    first = add(any_store, record())
    assert add(any_store, record(id=99)) == first
    assert [match.id for match in stored_matches(any_store)] == [first]


def test_a_record_of_the_same_name_with_other_content_is_a_conflict(any_store: Database) -> None:
    add(any_store, record())
    other = record(text="match: club/1\n# a comment\n")
    with pytest.raises(Conflict, match="match 'club/1' is already stored with other content"):
        add(any_store, other)
    assert import_records(any_store, lambda: [other], "skip", check=unchecked) == {"skip": 1}
    assert match_named(any_store, "club/1").text == "match: club/1\n"
    assert import_records(any_store, lambda: [other], "update", check=unchecked) == {"update": 1}
    assert match_named(any_store, "club/1").text == "match: club/1\n# a comment\n"


def test_a_record_of_a_match_that_was_played_here_is_that_match(any_store: Database) -> None:
    fill(any_store, [1, 2])
    here = match_named(any_store, "spring/2")
    text = engine_record(here)
    assert add(any_store, replace(here, text=text)) == here.id
    for clash in ("error", "update"):
        with pytest.raises(Conflict):
            import_records(
                any_store, lambda: [replace(here, text=text + "\n# mine\n")], clash, check=unchecked
            )
    assert match_named(any_store, "spring/2") == here


@pytest.mark.parametrize(
    "any_store", usual(["postgresql"], ["sqlite", "postgresql"]), indirect=True
)
def test_of_many_records_all_come_in_or_none(any_store: Database) -> None:
    add(any_store, record("club/700", "match: club/700\n# another\n"))
    many = [record(f"club/{n}", f"match: club/{n}\n", players=(f"Ann {n % 9}", "?", "greedy"))
            for n in range(1000)]  # fmt: skip
    with pytest.raises(Conflict, match="club/700"):
        import_records(any_store, lambda: many, check=unchecked)
    assert [match.name for match in stored_matches(any_store, entries=False)] == ["club/700"]
    assert import_records(any_store, lambda: many, "update", check=unchecked) == {
        "new": 999,
        "update": 1,
    }
    found = {match.name: match for match in stored_matches(any_store)}
    assert found.pop("club/700").revision == 2
    others = [new for new in many if new.name != "club/700"]
    assert {new.name: replace(new, id=found[new.name].id) for new in others} == found
    with pytest.raises(Conflict, match="club/700"):
        remove_records(any_store, lambda: [*many[:700], record("club/700")], check=unchecked)
    assert len(list(stored_matches(any_store, entries=False))) == 1000
    assert remove_records(any_store, lambda: many, check=unchecked) == {"undo": 1000}
    assert list(stored_matches(any_store)) == []


def test_a_record_may_be_named_like_a_number_or_a_match_of_no_run(any_store: Database) -> None:
    fill(any_store, [1, 2])
    for name in ("1", "spring/3", "summer/1"):
        add(any_store, record(name))
        assert match_named(any_store, name).name == name


def test_people_are_players_and_what_has_a_version_is_a_bot(any_store: Database) -> None:
    add(any_store, record())
    add(any_store, record("club/2", players=("Bo", "Ann", "greedy")))
    assert [one.name for one in all_players(any_store)] == ["Ann", "Bo"]
    assert all_bots(any_store) == [BotEntry("greedy", "", "0.9")]


def test_a_record_can_be_deleted_and_a_match_of_a_run_cannot(any_store: Database) -> None:
    fill(any_store, [1])
    add(any_store, record())
    assert remove_records(any_store, lambda: [record(), record("club/2")], check=unchecked) == {
        "undo": 1,
        "gone": 1,
    }
    with pytest.raises(NotFound):
        match_named(any_store, "club/1")
    with pytest.raises(Conflict, match="belongs to a run"):
        remove_records(any_store, lambda: [match_named(any_store, "spring/1")], check=unchecked)
    assert match_named(any_store, "spring/1").entries


def test_records_come_after_runs_in_the_order_they_came(any_store: Database) -> None:
    add(any_store, record("club/2"))
    add(any_store, record("club/1"))
    fill(any_store, [2, 1])
    names = [match.name for match in stored_matches(any_store, entries=False)]
    assert names == ["spring/1", "spring/2", "club/2", "club/1"]


def test_what_no_database_keeps_as_text_is_refused(any_store: Database) -> None:
    for text in (None, "match: a\0b\n"):
        with pytest.raises(UsageFault):
            add(any_store, record(text=text))
    assert list(stored_matches(any_store)) == []
