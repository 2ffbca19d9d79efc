"""Rounds and entries of an event, asked for without a command line."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.hosts import ListHost
from tests.events.simulated import simple_plan
from tourney.app.draw_rounds import draw, exchange, put_back, take_back, wanted_tables
from tourney.app.enter_players import be_absent, come_back, leave
from tourney.app.event_session import EventSession, event_session
from tourney.app.make_event import (
    AskedEvent,
    asked_event,
    close_event,
    make_event,
    remove_event,
    reopen_event,
    restore_event,
    with_known_players,
)
from tourney.domain.errors import Conflict, NotFound, UsageFault
from tourney.domain.event_log import Sizes
from tourney.events import decisions
from tourney.events.draws import Wanted
from tourney.events.event_plan import StagePlan
from tourney.events.event_state import CLOSED
from tourney.store import Database, open_store
from tourney.store.events import add_event

CLUB = ("Aiko", "Ben", "Chie", "Dan", "Emi", "Fumi", "Gen", "Hana")


@pytest.fixture
def club_store(tmp_path: Path) -> Iterator[Database]:
    with open_store(str(tmp_path / "club.db"), create=True) as store:
        main = StagePlan("main", "swiss", ("diamonds",), Sizes((3, 4, 5), 4), rounds=3)
        plan = simple_plan(stages=(main,))
        add_event(store, "Club", CLUB, lambda ids: decisions.new(plan, "7", ids))
        yield store


@pytest.fixture
def club(club_store: Database) -> EventSession:
    return event_session(ListHost(club_store), "club")


def host_of(session: EventSession) -> ListHost:
    assert isinstance(session.host, ListHost)
    return session.host


def test_tables_that_are_given_are_drawn_and_shown(club: EventSession) -> None:
    draw(club, wanted_tables(club, "Aiko,Ben,Chie,Dan; hana,gen,fumi,emi"))
    (round_,) = club.state.stage.rounds
    names = [[club.names[one] for one in table.seats] for table in round_.tables]
    assert names == [["Aiko", "Ben", "Chie", "Dan"], ["Hana", "Gen", "Fumi", "Emi"]]
    assert len(host_of(club).shown) == 1
    assert host_of(club).said[-1] == "undo: event unpair Club"


def test_a_round_that_was_taken_back_can_be_put_back(club: EventSession) -> None:
    draw(club, Wanted())
    drawn = [table.seats for table in club.state.stage.rounds[0].tables]
    take_back(club, None, None)
    assert club.state.stage.rounds == []
    put_back(club)
    assert [table.seats for table in club.state.stage.rounds[0].tables] == drawn


def test_two_players_exchange_their_seats(club: EventSession) -> None:
    draw(club, wanted_tables(club, "Aiko,Ben,Chie,Dan;Emi,Fumi,Gen,Hana"))
    exchange(club, "Aiko", "Emi", None)
    first, second = club.state.stage.rounds[0].tables
    assert club.names[first.seats[0]] == "Emi"
    assert club.names[second.seats[0]] == "Aiko"


def test_unreadable_tables_are_refused(club: EventSession) -> None:
    with pytest.raises(NotFound, match="'Zoe' has not entered event 'Club'"):
        wanted_tables(club, "Aiko,Zoe,Ben")
    with pytest.raises(UsageFault):
        wanted_tables(club, ";")


def test_who_leaves_before_the_first_result_changes_the_tables_if_somebody_says_so(
    club_store: Database,
) -> None:
    session = event_session(ListHost(club_store, yes=True), None)
    draw(session, wanted_tables(session, "4,4"))
    leave(session, "Dan")
    assert len(host_of(session).asked) == 1
    seats = [one for table in session.state.stage.rounds[0].tables for one in table.seats]
    assert session.entrant("Dan") not in seats


def test_where_nobody_answers_the_tables_stay(club: EventSession) -> None:
    draw(club, wanted_tables(club, "4,4"))
    leave(club, "Dan")
    seats = [one for table in club.state.stage.rounds[0].tables for one in table.seats]
    assert club.entrant("Dan") in seats


def test_an_absence_that_was_a_mistake_is_undone(club: EventSession) -> None:
    draw(club, wanted_tables(club, "4,4"))
    be_absent(club, "Dan")
    assert sum(len(table.absent) for table in club.state.stage.rounds[0].tables) == 1
    come_back(club, "Dan", undo=True)
    assert sum(len(table.absent) for table in club.state.stage.rounds[0].tables) == 0


def test_people_are_told_in_their_language(club_store: Database) -> None:
    session = event_session(ListHost(club_store, lang="ja"), None)
    draw(session, Wanted())
    assert host_of(session).said[-1] == "取り消し: event unpair Club"


def test_a_second_draw_waits_for_the_results(club: EventSession) -> None:
    draw(club, Wanted())
    with pytest.raises(Conflict, match="round 1"):
        draw(club, Wanted())


def test_an_event_is_made_closed_opened_again_and_removed(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "new.db"), create=True) as store:
        host = ListHost(store, yes=True)
        asked = AskedEvent("Cup", players="Aiko,Ben,Chie", game="diamonds", rounds=1, sizes="3")
        session = make_event(host, asked_event(host, asked), None)
        assert [session.names[one] for one in session.state.entrants] == ["Aiko", "Ben", "Chie"]
        close_event(session)
        assert session.state.phase == CLOSED
        assert len(host.asked) == 1  # its round is not drawn
        reopen_event(session)
        remove_event(host, "cup")
        with pytest.raises(NotFound):
            event_session(host, "Cup")
        restore_event(host, "Cup")
        assert event_session(host, "Cup").state.phase != CLOSED


def test_a_new_event_knows_people_under_their_other_names(club_store: Database) -> None:
    host = ListHost(club_store, yes=True)
    asked = AskedEvent("Cup", players="AIKO,Zoe", game="diamonds", rounds=1, sizes="2")
    draft = with_known_players(host, asked_event(host, asked), "ask")
    assert draft.players == ("Aiko", "Zoe")
    assert len(host.asked) == 1
