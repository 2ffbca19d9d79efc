"""Events between databases of either kind: the content stays the same, the ids do not."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tests.examples import usual
from tests.growth.documents import late_entries, results, with_aliases
from tests.store.sample import add, record, unchecked
from tests.store.test_events import at_table, cup, pair
from tourney.domain.errors import Conflict
from tourney.domain.event_schema import EventContent, EventOutcome, IncomingEvent
from tourney.domain.match_values import StoredMatch
from tourney.exports.event_document import event_document, read_event
from tourney.store import Database, open_store
from tourney.store.care import frozen
from tourney.store.event_transfer import event_content, import_event
from tourney.store.imports import remove_records
from tourney.store.integrity import problems
from tourney.store.log import log_entries
from tourney.store.matches import match_named
from tourney.store.players import add_player, all_players, merge_players


def incoming(store: Database) -> IncomingEvent:
    """The event of a database with its records."""
    content = event_content(store, "Cup")
    records = {one.number: match_named(store, one.name) for one in content.matches}
    return IncomingEvent(content, records)


def filled(store: Database) -> list[StoredMatch]:
    """Store an event with a merged player, a removed match and two stored ones."""
    made = cup(store)
    pair(store, made, (1, 2, 3), (4,))
    matches = [record(**at_table(f"x/{n}", "Ann", "Bo", "Cy")) for n in (1, 2)]
    add(store, matches[0])
    remove_records(store, lambda: matches[:1], check=unchecked)
    add(store, matches[1])
    add(store, record(**at_table("x/3", "Ann", "Bo", "Cy", event="Cup", table="9")))
    add_player(store, "Cyrus")
    merge_players(store, "Cyrus", "Cy")
    return matches


def test_the_content_of_an_event_is_the_same_elsewhere(any_store: Database, tmp_path: Path) -> None:
    with open_store(str(tmp_path / "from.db"), create=True) as source:
        filled(source)
        moving = incoming(source)
    add(any_store, record(name="other", text="match: other\n"))  # so that ids differ
    new = {"x/2": "new", "x/3": "new"}
    assert import_event(any_store, moving, "error", {}) == EventOutcome(new, changed=True)
    assert event_content(any_store, "Cup") == moving.content
    same = {"x/2": "same", "x/3": "same"}
    assert import_event(any_store, moving, "error", {}) == EventOutcome(same)
    assert problems(any_store) == []
    assert [one.number for one in moving.content.matches] == [2, 3]


def test_an_event_that_does_not_fit_leaves_nothing(store: Database, tmp_path: Path) -> None:
    with open_store(str(tmp_path / "from.db"), create=True) as source:
        filled(source)
        moving = incoming(source)
    add_player(store, "Ann")
    add_player(store, "Bo")
    merge_players(store, "Ann", "Bo")
    before = list(log_entries(store))
    with pytest.raises(Conflict, match="the same person here"):
        import_event(store, moving, "error", {})
    assert list(log_entries(store)) == before
    assert [one.name for one in all_players(store)] == ["Ann"]


def test_records_that_only_name_an_event_are_its_content(store: Database) -> None:
    add(store, record(**at_table("x/1", "Ann", "Bo", "Cy")))
    found: EventContent = event_content(store, "Cup")
    assert (found.log, found.entrants) == ((), ())
    assert [one.name for one in found.players] == ["Ann", "Bo", "Cy"]


@pytest.mark.parametrize("make", usual((with_aliases,), (with_aliases, late_entries, results)))
def test_twice_as_much_in_a_document_takes_the_database_twice_the_work(
    make: Callable[[int], EventContent], tmp_path: Path
) -> None:
    """Counted are the steps of SQLite, which read every row that a statement looks at."""
    work = []
    for number in (50, 100, 200):
        content = make(number)
        moving = read_event("".join(event_document(content)).encode(), "x.json")
        with open_store(str(tmp_path / f"{number}.db"), create=True) as store:
            work.append(steps(store, partial(import_event, store, moving, "error", {})))
    assert work[2] - work[1] < 2.4 * (work[1] - work[0])


def steps(store: Database, action: Callable[[], object]) -> int:
    """How many hundreds of steps SQLite takes for an action."""
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    def begin(connection: Any) -> None:
        connection.connection.driver_connection.set_progress_handler(count, 100)

    event.listen(store.engine, "begin", begin)
    action()
    return taken


def test_a_frozen_copy_is_a_database_of_its_own(any_store: Database, tmp_path: Path) -> None:
    filled(any_store)
    with frozen(any_store, tmp_path) as copy:
        add_player(any_store, "Late")
        assert copy.is_file
        assert event_content(copy, "Cup") == event_content(any_store, "Cup")
        assert "Late" not in {one.name for one in all_players(copy)}
    assert list(tmp_path.glob(".tourney-*")) == []
