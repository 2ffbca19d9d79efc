"""Events in the database: rows of the log, players, and results of matches."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.events.simulated import simple_plan
from tests.store.sample import add, record, unchecked
from tourney.domain.errors import Conflict, DataFault, NotFound, UsageFault
from tourney.domain.event_log import EnteredBot, EventChange, EventView
from tourney.domain.runs import BotEntry
from tourney.events import actions
from tourney.events.life import state_of
from tourney.events.result_check import check_results
from tourney.store import Store, open_store
from tourney.store.copying import copy_all
from tourney.store.events import StoredEvent
from tourney.store.integrity import problems

NAMES = ("Ann", "Bo", "Cy", "Di")


def cup(store: Store, name: str = "Cup", players: Sequence[str] = NAMES) -> StoredEvent:
    plan = simple_plan()
    return store.add_event(name, players, lambda ids: actions.new(plan, "7", ids))


def pair(store: Store, event: StoredEvent, *pods: tuple[int, ...]) -> None:
    details = {
        "stage": "main", "round": 1, "game": "diamonds", "pods": [list(pod) for pod in pods],
        "byes": [], "groups": [], "least": 2,
    }  # fmt: skip
    store.change_event(event, lambda _: [EventChange("event pair", details)])


def at_table(name: str, *players: str, event: str = "Cup", table: str = "1") -> dict[str, object]:
    headers = (("event", event), ("round", "1"), ("table", table))
    text = f"match: {name}\nevent: {event}\ntable: {table}\n"
    return {
        "name": name, "text": text, "players": players, "headers": headers, "faults": (),
        "versions": (None, None, None), "scores": (3, 2, 1), "places": (1, 2, 3),
        "status": "complete",
    }  # fmt: skip


def whats(store: Store, event: StoredEvent) -> list[str]:
    return [row.what for row in store.event_view(event).rows]


def test_a_result_at_a_table_is_one_more_row_of_its_event(any_store: Store) -> None:
    event = cup(any_store)
    pair(any_store, event, (1, 2, 3))
    add(any_store, record(**at_table("x/1", "Ann", "Bo", "Cy")))
    add(any_store, record(name="x/2", text="match: x/2\n"))
    rows = any_store.event_view(event).rows
    assert [row.what for row in rows] == ["event new", "event pair", "event result"]
    result = rows[-1].details
    assert (result["round"], result["table"], result["entrants"]) == ("1", "1", [1, 2, 3])
    assert [entry.ids for entry in any_store.log()][:2] == ["event 1", "event 1"]
    assert problems(any_store.database) == []


def test_a_result_that_does_not_fit_its_pairing_is_refused_without_a_command_line(
    any_store: Store,
) -> None:
    event = cup(any_store)
    pair(any_store, event, (1, 2, 3))
    other = record(**at_table("x/1", "Ann", "Bo", "Di"))
    with pytest.raises(UsageFault, match=r"^Di does not play at table 1 of round 1"):
        any_store.add_match(other, check=check_results)
    assert not any_store.has_match("x/1")
    assert whats(any_store, event) == ["event new", "event pair"]


def test_a_removed_event_leaves_only_the_log_and_comes_back_as_it_was(any_store: Store) -> None:
    """With its players, its bots and its rows; its id is given to no other event."""
    other = cup(any_store, "Other")
    event = cup(any_store)
    bot = BotEntry("greedy", "greedy", "1")
    any_store.change_event(event, lambda view: [
        actions.added_bot(state_of(view.rows), EnteredBot(view.player or 0, "greedy", "1"))
    ], bot)  # fmt: skip
    any_store.change_event(event, lambda view: [
        actions.replaced(state_of(view.rows), 4, view.player or 0, view.entered)
    ], "Eve")  # fmt: skip
    pair(any_store, event, (1, 2, 3, 5))
    before = any_store.event_view(event), any_store.entrant_names(event)
    any_store.remove_event(event)
    assert any_store.events() == [other]
    assert problems(any_store.database) == []
    third = cup(any_store, "Third")
    assert third.id > event.id
    any_store.remove_event(third)
    for one, name in ((third, "Third"), (event, "Cup")):
        assert any_store.restore_event(name) == one
    assert (any_store.event_view(event), any_store.entrant_names(event)) == before
    assert problems(any_store.database) == []
    with pytest.raises(NotFound, match="no event was removed"):
        any_store.restore_event("Fourth")
    pair(any_store, third, (1, 2, 3))
    add(any_store, record(**at_table("x/1", "Ann", "Bo", "Cy", event="Third")))


def test_an_event_with_a_stored_match_stays(any_store: Store) -> None:
    event = cup(any_store)
    pair(any_store, event, (1, 2, 3))
    match = record(**at_table("x/1", "Ann", "Bo", "Cy"))
    add(any_store, match)
    with pytest.raises(Conflict, match="match 'x/1' of event 'Cup' is stored"):
        any_store.remove_event(event)
    assert len(whats(any_store, event)) == 3
    any_store.remove_records(lambda: [match], check=unchecked)
    any_store.remove_event(event)
    assert any_store.events() == []
    add(any_store, match)
    with pytest.raises(Conflict, match="stored records name an event 'Cup'"):
        any_store.restore_event("Cup")


def test_the_log_has_no_names(store: Store, tmp_path: Path) -> None:
    event = cup(store)
    pair(store, event, (1, 2, 3))
    add(store, record(**at_table("x/1", "Ann", "Bo", "Cy")))
    text = "".join(str((entry.what, entry.ids, entry.details)) for entry in store.log())
    assert not [name for name in (*NAMES, "Cup") if name in text]


def test_a_change_is_decided_on_the_newest_rows(store: Store, tmp_path: Path) -> None:
    event = cup(store)
    seen: list[int] = []

    def decide(view: EventView) -> list[EventChange]:
        seen.append(len(view.rows))
        return [EventChange("event lock", {"stage": "main", "round": 1})]

    with open_store(str(tmp_path / "tourney.db")) as other:
        other.change_event(event, lambda _: [EventChange("event open")])
    store.change_event(event, decide)
    assert seen == [2]


def test_a_refused_change_leaves_neither_row_nor_player(store: Store) -> None:
    event = cup(store)

    def refuse(view: EventView) -> list[EventChange]:
        assert view.player is not None
        raise Conflict("no")

    with pytest.raises(Conflict):
        store.change_event(event, refuse, "Eve")
    assert [one.name for one in store.players()] == list(NAMES)
    assert whats(store, event) == ["event new"]


def test_a_player_who_has_not_entered_and_a_missing_table_are_refused(store: Store) -> None:
    event = cup(store)
    pair(store, event, (1, 2, 3))
    with pytest.raises(DataFault, match="'Eve' has not entered event 'Cup'"):
        add(store, record(**at_table("x/1", "Ann", "Bo", "Eve")))
    broken = at_table("x/1", "Ann", "Bo", "Cy") | {"headers": (("event", "Cup"), ("round", "1"))}
    with pytest.raises(DataFault, match="names event 'Cup' but no table"):
        add(store, record(**broken))
    assert whats(store, event) == ["event new", "event pair"]
    assert list(store.matches()) == []


def test_a_corrected_place_opens_the_old_table(store: Store) -> None:
    event = cup(store, players=("Ann", "Bo", "Cy", "Di", "Ed", "Fay"))
    pair(store, event, (1, 2, 3), (4, 5, 6))
    add(store, record(**at_table("x/1", "Ann", "Bo", "Cy")))
    moved = record(**at_table("x/1", "Di", "Ed", "Fay", table="2"))
    store.import_records(lambda: [moved], "update", check=unchecked)
    tables = state_of(store.event_view(event).rows).stage.rounds[0].tables
    assert [table.match for table in tables] == [None, 1]
    store.remove_records(lambda: [moved], check=unchecked)
    tables = state_of(store.event_view(event).rows).stage.rounds[0].tables
    assert [table.match for table in tables] == [None, None]


def test_two_entrants_of_one_event_are_two_people(store: Store) -> None:
    cup(store)
    with pytest.raises(Conflict, match="have both entered event 'Cup'"):
        store.merge_players("Ann", "Bo")


def test_a_merged_player_keeps_the_entry(store: Store) -> None:
    event = cup(store)
    store.add_player("Annabel")
    store.merge_players("Annabel", "Ann")
    assert store.entrant_names(event)[1] == "Annabel"
    with pytest.raises(Conflict):
        store.change_event(event, lambda view: [
            actions.added(state_of(view.rows), view.player or 0, view.entered)
        ], "Ann")  # fmt: skip


def test_a_forgotten_entrant_is_a_number_and_the_log_is_sound(store: Store) -> None:
    event = cup(store, "Ann's cup")
    store.add_player("Anna")
    store.merge_players("Ann", "Anna")
    store.forget_player("Ann")
    assert store.entrant_names(event)[1] == "player-1"
    assert [one.name for one in store.events()] == ["player-1's cup"]
    assert problems(store.database) == []


def test_records_that_only_name_an_event_keep_their_event(store: Store) -> None:
    headers = {"headers": (("event", "Club night"),), "text": "match: x/1\nevent: Club night\n"}
    add(store, record(name="x/1", **headers))
    assert [match.name for match in store.event_matches("Club night")] == ["x/1"]
    with pytest.raises(Conflict, match="stored records name an event 'Club night'"):
        cup(store, "Club night")
    assert store.events() == []


def test_events_are_copied_with_their_rows(store: Store, tmp_path: Path) -> None:
    event = cup(store)
    pair(store, event, (1, 2, 3))
    with open_store(str(tmp_path / "copy.db"), create=True) as other:
        copy_all(store, other)
        assert other.event_view(event) == store.event_view(event)
        assert cup(other, "Next").id == 2


def test_a_row_that_is_taken_from_an_event_is_found(store: Store, tmp_path: Path) -> None:
    event = cup(store)
    pair(store, event, (1, 2, 3))
    store.close()
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db:
        db.execute("DELETE FROM event_log WHERE log_number = 2")
        db.commit()
    with open_store(str(tmp_path / "tourney.db")) as again:
        assert problems(again.database) == ["event 1: row 2 of the log does not belong to it"]
