"""Recordings in progress: a journal on disk, one holder, and the stored match at the end."""

from pathlib import Path

import pytest

from tests.store.sample import unchecked
from tourney.domain.errors import Conflict, NotFound
from tourney.records import read, stored
from tourney.store import Store, open_store

EXAMPLE = Path(__file__).parents[2] / "data" / "records" / "notebook-diamonds.tmr"
MATCH = stored(read(EXAMPLE.read_text("utf-8")).matches[0])


def taken(before: str) -> str:
    """A new holder for any old one."""
    return f"after {before}"


def test_changes_replace_lines_from_a_place_on(any_store: Store) -> None:
    mine = any_store.start_recording("club/1", "{}", "me")
    for line, lines in ((0, ["a", "ボ"]), (1, ["b", "c"]), (2, []), (2, ["d"])):
        any_store.change_recording(mine, line, lines)
    assert [(one.name, one.lines) for one in any_store.recordings()] == [
        ("club/1", ("a", "b", "d"))
    ]


def test_only_the_holder_writes(any_store: Store) -> None:
    mine = any_store.start_recording("club/1", "{}", "me")
    yours = any_store.hold_recording("club/1", taken)
    assert yours.holder == "after me"
    for act in (
        lambda: any_store.change_recording(mine, 0, ["a"]),
        lambda: any_store.finish_recording(mine, MATCH, check=unchecked),
        lambda: any_store.drop_recording(mine),
    ):
        with pytest.raises(Conflict, match="taken over"):
            act()
    any_store.release_recording(mine)  # changes nothing
    any_store.change_recording(yours, 0, ["a"])
    any_store.release_recording(yours)
    assert [one.holder for one in any_store.recordings()] == [""]


def test_a_finished_recording_is_a_stored_match_and_nothing_else(any_store: Store) -> None:
    mine = any_store.start_recording(MATCH.name, "{}", "me")
    any_store.change_recording(mine, 0, ["a"])
    any_store.finish_recording(mine, MATCH, check=unchecked)
    assert any_store.recordings() == []
    assert any_store.match(MATCH.name).text == MATCH.text
    with pytest.raises(Conflict, match="has ended and is stored"):
        any_store.hold_recording(MATCH.name, taken)
    with pytest.raises(NotFound):
        any_store.hold_recording("another", taken)


def test_an_id_is_used_once(any_store: Store) -> None:
    any_store.start_recording("club/1", "{}", "me")
    any_store.import_records(lambda: [MATCH], check=unchecked)
    for name in ("club/1", MATCH.name):
        with pytest.raises(Conflict, match="already stored"):
            any_store.start_recording(name, "{}", "me")


def test_a_recording_can_be_dropped(any_store: Store) -> None:
    mine = any_store.start_recording("club/1", "{}", "me")
    any_store.drop_recording(mine)
    assert any_store.recordings() == []
    assert [(one.what, one.ids) for one in any_store.log()] == [
        ("record discard", f"recording {mine.id}")
    ]


def test_a_change_is_written_through_to_the_disk(tmp_path: Path) -> None:
    """SQLite calls fsync for each commit of a recording only with synchronous = FULL (2)."""
    with open_store(str(tmp_path / "tourney.db"), create=True) as store:
        mine = store.start_recording("club/1", "{}", "me")
        with store.database.writing(durable=True) as connection:
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        store.change_recording(mine, 0, ["a"])
