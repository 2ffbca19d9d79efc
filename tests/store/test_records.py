"""Records that came in: what went in comes out byte for byte."""

from dataclasses import replace
from itertools import count

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.store.sample import fill, played, record, spec
from tourney.domain.errors import Conflict, NotFound, UsageFault
from tourney.domain.runs import BotEntry
from tourney.store import Store

NUMBERS = count(1)
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
PROPERTY = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@PROPERTY
@example("match: a\r\n\ufeffＡ：　Ｄ１２ # \\N\tnote\x85\u2028", ("x-a", "\\.\n"), ["\\N", ""])
@given(TEXT, st.tuples(TEXT, TEXT), st.lists(TEXT))
def test_a_record_comes_out_byte_for_byte(
    any_store: Store, text: str, header: tuple[str, str], actions: list[str]
) -> None:
    name = f"club/{next(NUMBERS)}"
    entries = [(seat % 4 - 1, action) for seat, action in enumerate(actions)]
    new = record(name, text, headers=(header,), entries=entries)
    match_id = any_store.add_match(new)
    assert any_store.match(name) == replace(new, id=match_id)


@PROPERTY
@example(["\\N", "None", "\\", "a\tb\nc\rd", "", "'; DROP TABLE ply; --", "?", "%s"])
@given(st.lists(TEXT))
def test_the_text_of_every_ply_comes_out_as_it_went_in(any_store: Store, texts: list[str]) -> None:
    run = any_store.add_run(spec(f"run {next(NUMBERS)}"))
    entries = [(seat % 4 - 1, text) for seat, text in enumerate(texts)]
    with any_store.writer(run) as writer:
        writer.add(played(1, entries))
    (match,) = any_store.matches(run)
    assert match.entries == entries


def test_the_same_record_again_is_the_same_match(any_store: Store) -> None:
    first = any_store.add_match(record())
    assert any_store.add_match(record(id=99)) == first
    assert [match.id for match in any_store.matches()] == [first]


def test_a_record_of_the_same_name_with_other_content_is_a_conflict(any_store: Store) -> None:
    any_store.add_match(record())
    with pytest.raises(Conflict, match="match 'club/1' is already there with other content"):
        any_store.add_match(record(text="match: club/1\n# a comment\n"))
    assert any_store.match("club/1").text == "match: club/1\n"


def test_a_record_of_a_match_that_was_played_here_is_that_match(any_store: Store) -> None:
    fill(any_store, [1, 2])
    here = any_store.match("spring/2")
    assert any_store.add_match(replace(here, id=0, text="match: spring/2\n…")) == here.id
    with pytest.raises(Conflict):
        any_store.add_match(replace(here, text="match: spring/2\n…", scores=(9, 9, 9)))


def test_a_record_may_be_named_like_a_number_or_a_match_of_no_run(any_store: Store) -> None:
    fill(any_store, [1, 2])
    for name in ("1", "spring/3", "summer/1"):
        any_store.add_match(record(name))
        assert any_store.match(name).name == name


def test_people_are_players_and_what_has_a_version_is_a_bot(any_store: Store) -> None:
    any_store.add_match(record())
    any_store.add_match(record("club/2", players=("Bo", "Ann", "greedy")))
    assert any_store.players() == ["Ann", "Bo"]
    assert any_store.bots() == [BotEntry("greedy", "", "0.9")]


def test_a_record_can_be_deleted_and_a_match_of_a_run_cannot(any_store: Store) -> None:
    fill(any_store, [1])
    any_store.add_match(record())
    any_store.delete_match("club/1")
    with pytest.raises(NotFound):
        any_store.match("club/1")
    with pytest.raises(Conflict, match="belongs to a run"):
        any_store.delete_match("spring/1")
    assert any_store.match("spring/1").entries


def test_records_come_after_runs_in_the_order_they_came(any_store: Store) -> None:
    any_store.add_match(record("club/2"))
    any_store.add_match(record("club/1"))
    fill(any_store, [2, 1])
    names = [match.name for match in any_store.matches(entries=False)]
    assert names == ["spring/1", "spring/2", "club/2", "club/1"]


def test_what_no_database_keeps_as_text_is_refused(any_store: Store) -> None:
    for text in (None, "match: a\0b\n"):
        with pytest.raises(UsageFault):
            any_store.add_match(record(text=text))
    assert list(any_store.matches()) == []
