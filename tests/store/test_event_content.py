"""Events between databases of either kind: the content stays the same, the ids do not."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from tests.growth.documents import late_entries, results, with_aliases
from tests.store.sample import add, record, unchecked
from tests.store.test_events import at_table, cup, pair
from tourney.domain.errors import Conflict
from tourney.domain.event_content import EventContent, EventOutcome, IncomingEvent
from tourney.domain.matches import StoredMatch
from tourney.exports.event_document import event_document, read_event
from tourney.store import Store, open_store
from tourney.store.frozen import frozen
from tourney.store.integrity import problems


def incoming(store: Store) -> IncomingEvent:
    """The event of a database with its records."""
    content = store.event_content("Cup")
    records = {one.number: store.match(one.name) for one in content.matches}
    return IncomingEvent(content, records)


def filled(store: Store) -> list[StoredMatch]:
    """Store an event with a merged player, a removed match and two stored ones."""
    made = cup(store)
    pair(store, made, (1, 2, 3), (4,))
    matches = [record(**at_table(f"x/{n}", "Ann", "Bo", "Cy")) for n in (1, 2)]
    add(store, matches[0])
    store.remove_records(lambda: matches[:1], check=unchecked)
    add(store, matches[1])
    add(store, record(**at_table("x/3", "Ann", "Bo", "Cy", event="Cup", table="9")))
    store.add_player("Cyrus")
    store.merge_players("Cyrus", "Cy")
    return matches


def test_the_content_of_an_event_is_the_same_elsewhere(any_store: Store, tmp_path: Path) -> None:
    with open_store(str(tmp_path / "from.db"), create=True) as source:
        filled(source)
        moving = incoming(source)
    add(any_store, record(name="other", text="match: other\n"))  # so that ids differ
    new = {"x/2": "new", "x/3": "new"}
    assert any_store.import_event(moving, "error", {}) == EventOutcome(new, changed=True)
    assert any_store.event_content("Cup") == moving.content
    same = {"x/2": "same", "x/3": "same"}
    assert any_store.import_event(moving, "error", {}) == EventOutcome(same)
    assert problems(any_store.database) == []
    assert [one.number for one in moving.content.matches] == [2, 3]


def test_an_event_that_does_not_fit_leaves_nothing(store: Store, tmp_path: Path) -> None:
    with open_store(str(tmp_path / "from.db"), create=True) as source:
        filled(source)
        moving = incoming(source)
    store.add_player("Ann")
    store.add_player("Bo")
    store.merge_players("Ann", "Bo")
    before = list(store.log())
    with pytest.raises(Conflict, match="the same person here"):
        store.import_event(moving, "error", {})
    assert list(store.log()) == before
    assert [one.name for one in store.players()] == ["Ann"]


def test_records_that_only_name_an_event_are_its_content(store: Store) -> None:
    add(store, record(**at_table("x/1", "Ann", "Bo", "Cy")))
    found: EventContent = store.event_content("Cup")
    assert (found.log, found.entrants) == ((), ())
    assert [one.name for one in found.players] == ["Ann", "Bo", "Cy"]


@pytest.mark.parametrize(
    "make", [with_aliases, late_entries, pytest.param(results, marks=pytest.mark.full)]
)
def test_twice_as_much_in_a_document_takes_the_database_twice_the_work(
    make: Callable[[int], EventContent], tmp_path: Path
) -> None:
    """Counted are the steps of SQLite, which read every row that a statement looks at."""
    work = []
    for number in (50, 100, 200):
        content = make(number)
        moving = read_event("".join(event_document(content)).encode(), "x.json")
        with open_store(str(tmp_path / f"{number}.db"), create=True) as store:
            work.append(steps(store, partial(store.import_event, moving, "error", {})))
    assert work[2] - work[1] < 2.4 * (work[1] - work[0])


def steps(store: Store, action: Callable[[], object]) -> int:
    """How many hundreds of steps SQLite takes for an action."""
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    def begin(connection: Any) -> None:
        connection.connection.driver_connection.set_progress_handler(count, 100)

    event.listen(store.database.engine, "begin", begin)
    action()
    return taken


def test_a_frozen_copy_is_a_database_of_its_own(any_store: Store, tmp_path: Path) -> None:
    filled(any_store)
    with frozen(any_store, tmp_path) as copy:
        any_store.add_player("Late")
        assert copy.database.is_file
        assert copy.event_content("Cup") == any_store.event_content("Cup")
        assert "Late" not in {one.name for one in copy.players()}
    assert list(tmp_path.glob(".tourney-*")) == []
