"""Results that players report and confirm themselves."""

import pytest

from tests.app.hosts import ListHost
from tests.app.test_match_result import club_store, table
from tourney.app.draw_rounds import draw, wanted_tables
from tourney.app.enter_result import TypedResult, enter_result
from tourney.app.event_session import EventSession
from tourney.app.event_tables import EventTableRef
from tourney.app.report_result import confirm, report, status_of
from tourney.domain.errors import Conflict, DataFault, UsageFault
from tourney.domain.event_log import REPORT
from tourney.events.draws import RULES
from tourney.events.log_replay import replay
from tourney.store import Database
from tourney.store.events import event_version
from tourney.store.matches import has_match, match_named

_ = club_store


def says(store: Database, name: str, who: str, scores: str, rank: str | None = None) -> str:
    """A report by somebody; how far the table is then."""
    at = table(store, name)
    found = report(at, at.session.entrant(who), TypedResult(scores, rank))
    return status_of(found.table)


def reports(session: EventSession) -> int:
    session.load()
    return sum(row.what == REPORT for row in session.view.rows)


def test_a_result_counts_when_a_second_player_says_the_same(club_store: Database) -> None:
    assert says(club_store, "r1/t1", "Ben", "9,7,5,4") == "reported"
    assert not has_match(club_store, "club/r1/t1")
    assert says(club_store, "r1/t1", "Ben", "9,7,5,4") == "reported", "the same again is one"
    assert reports(table(club_store, "r1/t1").session) == 1
    assert says(club_store, "r1/t1", "Dan", "D=4, A=9, C=5, B=7") == "entered"
    stored = match_named(club_store, "club/r1/t1")
    assert (stored.scores, stored.places) == ((9, 7, 5, 4), (1, 2, 3, 4))
    assert says(club_store, "r1/t1", "Chie", "9,7,5,4") == "entered"


def test_reports_that_differ_wait_for_the_organiser(club_store: Database) -> None:
    says(club_store, "r1/t1", "Ben", "9,7,5,4")
    assert says(club_store, "r1/t1", "Dan", "9,8,5,4") == "disputed"
    at = table(club_store, "r1/t1")
    with pytest.raises(Conflict, match="say whose is right"):
        confirm(at)
    confirmed = confirm(at, at.session.entrant("Dan"))
    assert status_of(confirmed.table) == "entered"
    assert match_named(club_store, "club/r1/t1").scores == (9, 8, 5, 4)
    assert says(club_store, "r1/t1", "Ben", "9,7,5,3") == "disputed", "Ben says so after it"


def test_one_who_corrects_the_own_report_agrees(club_store: Database) -> None:
    says(club_store, "r1/t1", "Ben", "9,7,5,4")
    says(club_store, "r1/t1", "Dan", "9,8,5,4")
    assert says(club_store, "r1/t1", "Ben", "9,8,5,4") == "entered"


def test_the_organiser_confirms_a_single_report(club_store: Database) -> None:
    says(
        club_store,
        "r1/t2",
        "Emi",
        "9,9,5,4",
        "E > F > G > H".translate(str.maketrans("EFGH", "ABCD")),
    )
    assert status_of(confirm(table(club_store, "r1/t2")).table) == "entered"
    assert match_named(club_store, "club/r1/t2").places == (1, 2, 3, 4)


def test_an_impossible_result_is_refused_and_nothing_is_written(club_store: Database) -> None:
    for scores in ("9,7,5", "9,7,5,x", "9999,7,5,4"):
        with pytest.raises((UsageFault, DataFault)):
            says(club_store, "r1/t1", "Ben", scores)
    assert reports(table(club_store, "r1/t1").session) == 0


def test_no_report_after_the_next_round_nor_from_another_table(club_store: Database) -> None:
    with pytest.raises(UsageFault, match="Emi"):
        says(club_store, "r1/t1", "Emi", "9,7,5,4")
    for name in ("r1/t1", "r1/t2"):
        enter_result(table(club_store, name), TypedResult("9,7,5,4"))
    draw(
        table(club_store, "r1/t1").session,
        wanted_tables(table(club_store, "r1/t1").session, "auto"),
    )
    with pytest.raises(Conflict, match="round 1 is over"):
        says(club_store, "r1/t1", "Ben", "9,8,5,4")


def test_a_table_that_is_opened_again_forgets_its_reports(club_store: Database) -> None:
    from tourney.app.correct_match import CorrectionSession

    says(club_store, "r1/t1", "Ben", "9,7,5,4")
    says(club_store, "r1/t1", "Dan", "9,7,5,4")
    CorrectionSession(ListHost(club_store, yes=True), club_store, "wrong table").void("club/r1/t1")
    at: EventTableRef = table(club_store, "r1/t1")
    assert status_of(at.table) == "open"
    assert says(club_store, "r1/t1", "Ben", "9,8,5,4") == "reported"
    assert event_version(club_store, at.session.event)


def test_the_log_with_reports_replays_to_the_same_state(club_store: Database) -> None:
    says(club_store, "r1/t1", "Ben", "9,7,5,4")
    says(club_store, "r1/t1", "Dan", "9,8,5,4")
    session = table(club_store, "r1/t1").session
    found = replay(session.view.rows, RULES)
    assert found.state.stages[0].rounds[0].tables[0].reports == (
        session.state.stages[0].rounds[0].tables[0].reports
    )
