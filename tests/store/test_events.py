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
from tourney.domain.run_spec import BotEntry
from tourney.events import decisions
from tourney.events.decisions import check_results
from tourney.events.event_state import state_of
from tourney.store import Database, open_store
from tourney.store.care import copy_rows
from tourney.store.events import (
    StoredEvent,
    add_event,
    change_event,
    delete_event,
    event_view,
    stored_events,
    undelete_event,
)
from tourney.store.forget import forget_player
from tourney.store.imports import add_match, import_records, remove_records
from tourney.store.integrity import problems
from tourney.store.log import log_entries
from tourney.store.matches import event_matches, has_match, stored_matches
from tourney.store.players import add_player, all_players, merge_players

NAMES = ("Ann", "Bo", "Cy", "Di")


def cup(store: Database, name: str = "Cup", players: Sequence[str] = NAMES) -> StoredEvent:
    plan = simple_plan()
    return add_event(store, name, players, lambda ids: decisions.new(plan, "7", ids))


def pair(store: Database, event: StoredEvent, *pods: tuple[int, ...]) -> None:
    details = {
        "stage": "main", "round": 1, "game": "diamonds", "pods": [list(pod) for pod in pods],
        "byes": [], "groups": [], "least": 2, "filled": [],
    }  # fmt: skip
    change_event(store, event, lambda _: [EventChange("event pair", details)])


def at_table(name: str, *players: str, event: str = "Cup", table: str = "1") -> dict[str, object]:
    headers = (("event", event), ("round", "1"), ("table", table))
    text = f"match: {name}\nevent: {event}\ntable: {table}\n"
    return {
        "name": name, "text": text, "players": players, "headers": headers, "faults": (),
        "versions": (None, None, None), "scores": (3, 2, 1), "places": (1, 2, 3),
        "status": "complete",
    }  # fmt: skip


def whats(store: Database, event: StoredEvent) -> list[str]:
    return [row.what for row in event_view(store, event).rows]


def test_a_result_at_a_table_is_one_more_row_of_its_event(any_store: Database) -> None:
    event = cup(any_store)
    pair(any_store, event, (1, 2, 3))
    add(any_store, record(**at_table("x/1", "Ann", "Bo", "Cy")))
    add(any_store, record(name="x/2", text="match: x/2\n"))
    rows = event_view(any_store, event).rows
    assert [row.what for row in rows] == ["event new", "event pair", "event result"]
    result = rows[-1].details
    assert (result["round"], result["table"], result["entrants"]) == ("1", "1", [1, 2, 3])
    assert [entry.ids for entry in log_entries(any_store)][:2] == ["event 1", "event 1"]
    assert problems(any_store) == []


def test_a_result_that_does_not_fit_its_pairing_is_refused_without_a_command_line(
    any_store: Database,
) -> None:
    event = cup(any_store)
    pair(any_store, event, (1, 2, 3))
    other = record(**at_table("x/1", "Ann", "Bo", "Di"))
    with pytest.raises(UsageFault, match=r"^Di does not play at table 1 of round 1"):
        add_match(any_store, other, check=check_results)
    assert not has_match(any_store, "x/1")
    assert whats(any_store, event) == ["event new", "event pair"]


def test_a_removed_event_leaves_only_the_log_and_comes_back_as_it_was(any_store: Database) -> None:
    """With its players, its bots and its rows; its id is given to no other event."""
    other = cup(any_store, "Other")
    event = cup(any_store)
    bot = BotEntry("greedy", "greedy", "1")
    change_event(any_store, event, lambda view: [
        decisions.added_bot(state_of(view.rows), EnteredBot(view.player or 0, "greedy", "1"))
    ], bot)  # fmt: skip
    change_event(any_store, event, lambda view: [
        decisions.replaced(state_of(view.rows), 4, view.player or 0, view.entered)
    ], "Eve")  # fmt: skip
    pair(any_store, event, (1, 2, 3, 5))
    before = event_view(any_store, event)
    delete_event(any_store, event)
    assert stored_events(any_store) == [other]
    assert problems(any_store) == []
    third = cup(any_store, "Third")
    assert third.id > event.id
    delete_event(any_store, third)
    for one, name in ((third, "Third"), (event, "Cup")):
        assert undelete_event(any_store, name) == one
    assert event_view(any_store, event) == before
    assert problems(any_store) == []
    with pytest.raises(NotFound, match="no event was removed"):
        undelete_event(any_store, "Fourth")
    pair(any_store, third, (1, 2, 3))
    add(any_store, record(**at_table("x/1", "Ann", "Bo", "Cy", event="Third")))


def test_an_event_with_a_stored_match_stays(any_store: Database) -> None:
    event = cup(any_store)
    pair(any_store, event, (1, 2, 3))
    match = record(**at_table("x/1", "Ann", "Bo", "Cy"))
    add(any_store, match)
    with pytest.raises(Conflict, match="match 'x/1' of event 'Cup' is stored"):
        delete_event(any_store, event)
    assert len(whats(any_store, event)) == 3
    remove_records(any_store, lambda: [match], check=unchecked)
    delete_event(any_store, event)
    assert stored_events(any_store) == []
    add(any_store, match)
    with pytest.raises(Conflict, match="stored records name an event 'Cup'"):
        undelete_event(any_store, "Cup")


def test_the_log_has_no_names(store: Database, tmp_path: Path) -> None:
    event = cup(store)
    pair(store, event, (1, 2, 3))
    add(store, record(**at_table("x/1", "Ann", "Bo", "Cy")))
    text = "".join(str((entry.what, entry.ids, entry.details)) for entry in log_entries(store))
    assert not [name for name in (*NAMES, "Cup") if name in text]


def test_a_change_is_decided_on_the_newest_rows(store: Database, tmp_path: Path) -> None:
    event = cup(store)
    seen: list[int] = []

    def decide(view: EventView) -> list[EventChange]:
        seen.append(len(view.rows))
        return [EventChange("event lock", {"stage": "main", "round": 1})]

    with open_store(str(tmp_path / "tourney.db")) as other:
        change_event(other, event, lambda _: [EventChange("event open")])
    change_event(store, event, decide)
    assert seen == [2]


def test_a_refused_change_leaves_neither_row_nor_player(store: Database) -> None:
    event = cup(store)

    def refuse(view: EventView) -> list[EventChange]:
        assert view.player is not None
        raise Conflict("no")

    with pytest.raises(Conflict):
        change_event(store, event, refuse, "Eve")
    assert [one.name for one in all_players(store)] == list(NAMES)
    assert whats(store, event) == ["event new"]


def test_a_player_who_has_not_entered_and_a_missing_table_are_refused(store: Database) -> None:
    event = cup(store)
    pair(store, event, (1, 2, 3))
    with pytest.raises(DataFault, match="'Eve' has not entered event 'Cup'"):
        add(store, record(**at_table("x/1", "Ann", "Bo", "Eve")))
    broken = at_table("x/1", "Ann", "Bo", "Cy") | {"headers": (("event", "Cup"), ("round", "1"))}
    with pytest.raises(DataFault, match="names event 'Cup' but no table"):
        add(store, record(**broken))
    assert whats(store, event) == ["event new", "event pair"]
    assert list(stored_matches(store)) == []


def test_a_corrected_place_opens_the_old_table(store: Database) -> None:
    event = cup(store, players=("Ann", "Bo", "Cy", "Di", "Ed", "Fay"))
    pair(store, event, (1, 2, 3), (4, 5, 6))
    add(store, record(**at_table("x/1", "Ann", "Bo", "Cy")))
    moved = record(**at_table("x/1", "Di", "Ed", "Fay", table="2"))
    import_records(store, lambda: [moved], "update", check=unchecked)
    tables = state_of(event_view(store, event).rows).stage.rounds[0].tables
    assert [table.match for table in tables] == [None, 1]
    remove_records(store, lambda: [moved], check=unchecked)
    tables = state_of(event_view(store, event).rows).stage.rounds[0].tables
    assert [table.match for table in tables] == [None, None]


def test_two_entrants_of_one_event_are_two_people(store: Database) -> None:
    cup(store)
    with pytest.raises(Conflict, match="have both entered event 'Cup'"):
        merge_players(store, "Ann", "Bo")


def test_a_merged_player_keeps_the_entry(store: Database) -> None:
    event = cup(store)
    add_player(store, "Annabel")
    merge_players(store, "Annabel", "Ann")
    assert event_view(store, event).names[1] == "Annabel"
    with pytest.raises(Conflict):
        change_event(store, event, lambda view: [
            decisions.added(state_of(view.rows), view.player or 0, view.entered)
        ], "Ann")  # fmt: skip


def test_a_forgotten_entrant_is_a_number_and_the_log_is_sound(store: Database) -> None:
    event = cup(store, "Ann's cup")
    add_player(store, "Anna")
    merge_players(store, "Ann", "Anna")
    forget_player(store, "Ann")
    assert event_view(store, event).names[1] == "player-1"
    assert [one.name for one in stored_events(store)] == ["player-1's cup"]
    assert problems(store) == []


def test_records_that_only_name_an_event_keep_their_event(store: Database) -> None:
    headers = {"headers": (("event", "Club night"),), "text": "match: x/1\nevent: Club night\n"}
    add(store, record(name="x/1", **headers))
    assert [match.name for match in event_matches(store, "Club night")] == ["x/1"]
    with pytest.raises(Conflict, match="stored records name an event 'Club night'"):
        cup(store, "Club night")
    assert stored_events(store) == []


def test_events_are_copied_with_their_rows(store: Database, tmp_path: Path) -> None:
    event = cup(store)
    pair(store, event, (1, 2, 3))
    with open_store(str(tmp_path / "copy.db"), create=True) as other:
        copy_rows(store, other)
        assert event_view(other, event) == event_view(store, event)
        assert cup(other, "Next").id == 2


def test_a_row_that_is_taken_from_an_event_is_found(store: Database, tmp_path: Path) -> None:
    event = cup(store)
    pair(store, event, (1, 2, 3))
    store.close()
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db:
        db.execute("DELETE FROM event_log WHERE log_number = 2")
        db.commit()
    with open_store(str(tmp_path / "tourney.db")) as again:
        assert [str(one) for one in problems(again)] == [
            "event 1: row 2 of the log does not belong to it"
        ]
