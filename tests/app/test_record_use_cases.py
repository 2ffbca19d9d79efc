"""Matches are recorded and read in without a command line."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.hosts import ListHost, ListInterviewer
from tourney.app.host import InputEnded
from tourney.app.import_records import AskedImport, import_files
from tourney.app.record_dialogue import record_turns
from tourney.app.record_match import AskedRecording, discard_recording, recording_session
from tourney.app.record_result import record_result
from tourney.domain.errors import DataFault, UsageFault
from tourney.store import Database, open_store
from tourney.store.matches import match_named
from tourney.store.recordings import all_recordings

ASKED = AskedRecording(players="Aiko,Ben", date="2026-11-27", options=("length=quick",))


@pytest.fixture
def desk_store(tmp_path: Path) -> Iterator[Database]:
    with open_store(str(tmp_path / "club.db"), create=True) as store:
        yield store


def test_an_order_of_finish_is_a_match_with_the_first_free_id(desk_store: Database) -> None:
    asker = ListInterviewer(ListHost(desk_store), ["Ben > Aiko"])
    name = record_result(asker, "diams", AskedRecording(players="Aiko,Ben", date="2026-11-27"))
    assert name == "table-2026-11-27/1"
    match = match_named(desk_store, name)
    assert (match.scores, match.places) == ((None, None), (2, 1))


def test_a_result_that_nobody_can_correct_is_an_error(desk_store: Database) -> None:
    asker = ListInterviewer(ListHost(desk_store), ["Chie 9"])
    with pytest.raises(UsageFault, match="'Chie 9' is not a result"):
        record_result(asker, "diams", AskedRecording(players="Aiko,Ben"))


def test_a_question_without_an_answer_names_what_was_asked(desk_store: Database) -> None:
    with pytest.raises(InputEnded) as ended:
        record_result(ListInterviewer(ListHost(desk_store), []), "diams", AskedRecording())
    assert "players" in str(ended.value.fault())


def test_a_recording_that_is_stopped_goes_on_where_it_was(desk_store: Database) -> None:
    host = ListHost(desk_store, yes=True)
    asker = ListInterviewer(host, ["none", "Aiko"])
    with recording_session(asker, "diams", None, ASKED) as session:
        assert record_turns(session, asker) is None
    assert host.said == ["1 line is saved; go on with: record --resume table-2026-11-27/1"]
    with recording_session(asker, None, "table-2026-11-27/1", AskedRecording()) as session:
        assert session.desk.lines() == ("-- round 1 first A",)
    assert discard_recording(host, "")
    assert not all_recordings(desk_store)


def test_of_a_file_with_an_error_nothing_is_stored_and_the_error_is_said(
    desk_store: Database,
) -> None:
    host = ListHost(desk_store)
    asked = AskedImport(["x.tmr"], lambda _: b"match: a/1\n\nnonsense\n", "tmr", "error", "new")
    with pytest.raises(DataFault):
        import_files(host, asked)
    assert [one for one in host.said if one.startswith("x.tmr:3:1: error[")] != []
