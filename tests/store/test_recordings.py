"""Recordings in progress: a journal on disk, one holder, and the stored match at the end."""

from pathlib import Path

import pytest

from tests.store.sample import unchecked
from tourney.domain.errors import Conflict, NotFound
from tourney.records import read, stored
from tourney.store import Database, open_store
from tourney.store.imports import import_records
from tourney.store.log import log_entries
from tourney.store.matches import match_named
from tourney.store.recordings import (
    all_recordings,
    change_recording,
    drop_recording,
    finish_recording,
    hold_recording,
    release_recording,
    start_recording,
)

EXAMPLE = Path(__file__).parents[2] / "data" / "records" / "notebook-diamonds.tmr"
MATCH = stored(read(EXAMPLE.read_text("utf-8")).matches[0])


def taken(before: str) -> str:
    """A new holder for any old one."""
    return f"after {before}"


def test_changes_replace_lines_from_a_place_on(any_store: Database) -> None:
    mine = start_recording(any_store, "club/1", "{}", "me")
    for line, lines in ((0, ["a", "ボ"]), (1, ["b", "c"]), (2, []), (2, ["d"])):
        change_recording(any_store, mine, line, lines)
    assert [(one.name, one.lines) for one in all_recordings(any_store)] == [
        ("club/1", ("a", "b", "d"))
    ]


def test_only_the_holder_writes(any_store: Database) -> None:
    mine = start_recording(any_store, "club/1", "{}", "me")
    yours = hold_recording(any_store, "club/1", taken)
    assert yours.holder == "after me"
    for act in (
        lambda: change_recording(any_store, mine, 0, ["a"]),
        lambda: finish_recording(any_store, mine, MATCH, check=unchecked),
        lambda: drop_recording(any_store, mine),
    ):
        with pytest.raises(Conflict, match="taken over"):
            act()
    release_recording(any_store, mine)  # changes nothing
    change_recording(any_store, yours, 0, ["a"])
    release_recording(any_store, yours)
    assert [one.holder for one in all_recordings(any_store)] == [""]


def test_a_finished_recording_is_a_stored_match_and_nothing_else(any_store: Database) -> None:
    mine = start_recording(any_store, MATCH.name, "{}", "me")
    change_recording(any_store, mine, 0, ["a"])
    finish_recording(any_store, mine, MATCH, check=unchecked)
    assert all_recordings(any_store) == []
    assert match_named(any_store, MATCH.name).text == MATCH.text
    with pytest.raises(Conflict, match="has ended and is stored"):
        hold_recording(any_store, MATCH.name, taken)
    with pytest.raises(NotFound):
        hold_recording(any_store, "another", taken)


def test_an_id_is_used_once(any_store: Database) -> None:
    start_recording(any_store, "club/1", "{}", "me")
    import_records(any_store, lambda: [MATCH], check=unchecked)
    for name in ("club/1", MATCH.name):
        with pytest.raises(Conflict, match="already stored"):
            start_recording(any_store, name, "{}", "me")


def test_a_recording_can_be_dropped(any_store: Database) -> None:
    mine = start_recording(any_store, "club/1", "{}", "me")
    drop_recording(any_store, mine)
    assert all_recordings(any_store) == []
    assert [(one.what, one.ids) for one in log_entries(any_store)] == [
        ("record discard", f"recording {mine.id}")
    ]


def test_a_change_is_written_through_to_the_disk(tmp_path: Path) -> None:
    """SQLite calls fsync for each commit of a recording only with synchronous = FULL (2)."""
    with open_store(str(tmp_path / "tourney.db"), create=True) as store:
        mine = start_recording(store, "club/1", "{}", "me")
        with store.writing(durable=True) as connection:
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        change_recording(store, mine, 0, ["a"])
