"""The result of a table, entered without a command line."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.app.hosts import ListHost
from tests.events.simulated import simple_plan
from tourney.app.draw_rounds import draw, wanted_tables
from tourney.app.enter_result import TypedResult, enter_result, first_result, say_open, show_points
from tourney.app.event_session import EventSession, event_session
from tourney.app.event_tables import AskedPlace, EventTableRef, named_table
from tourney.app.make_event import AskedEvent, asked_event, make_event
from tourney.app.record_match import AskedRecording, at_event_table
from tourney.domain.errors import Conflict, DataFault, UsageFault
from tourney.domain.event_log import Sizes
from tourney.events import decisions
from tourney.events.event_plan import StagePlan
from tourney.events.event_state import state_of
from tourney.records import check, read, stored
from tourney.store import Database, open_store
from tourney.store.events import add_event, event_view
from tourney.store.matches import has_match, match_named

CLUB = ("Aiko", "Ben", "Chie", "Dan", "Emi", "Fumi", "Gen", "Hana")


@pytest.fixture
def club_store(tmp_path: Path) -> Iterator[Database]:
    with open_store(str(tmp_path / "club.db"), create=True) as store:
        main = StagePlan("main", "swiss", ("diams",), Sizes((3, 4, 5), 4), rounds=3)
        plan = simple_plan(stages=(main,))
        add_event(store, "Club", CLUB, lambda ids: decisions.new(plan, "7", ids))
        session = event_session(ListHost(store), None)
        draw(session, wanted_tables(session, "Aiko,Ben,Chie,Dan;Emi,Fumi,Gen,Hana"))
        yield store


def table(store: Database, name: str) -> EventTableRef:
    found = named_table(ListHost(store), name)
    assert found is not None
    return found


def said(session: EventSession) -> list[str]:
    assert isinstance(session.host, ListHost)
    return session.host.said


def test_four_numbers_become_a_match_and_the_points_of_its_players(club_store: Database) -> None:
    entered = enter_result(table(club_store, "r1/t1"), TypedResult("9, 7, 5, 4"))
    assert entered.match == "club/r1/t1"
    names = entered.session.names
    assert [names[one] for one in entered.table.present()] == ["Aiko", "Ben", "Chie", "Dan"]
    show_points(entered)
    host = entered.session.host
    assert isinstance(host, ListHost)
    # `scaled` points: 4 for the first, 0 for the last, equal steps between them.
    assert host.written == "Aiko 4.00  Ben 2.67  Chie 1.33  Dan 0.00\n"
    match = match_named(club_store, "club/r1/t1")
    assert match.text is not None
    (again,) = read(match.text).matches
    assert check(again).passed
    assert stored(again).scores == (9, 7, 5, 4)
    assert stored(again).places == (1, 2, 3, 4)


def test_the_state_goes_on_as_if_the_log_were_read_anew(club_store: Database) -> None:
    entered = enter_result(table(club_store, "r1/t1"), TypedResult("9,7,5,4"))
    session = entered.session
    assert session.state == state_of(event_view(club_store, session.event).rows)


def test_what_is_open_is_said_and_then_what_comes_next(club_store: Database) -> None:
    first = enter_result(table(club_store, "r1/t1"), TypedResult("9,7,5,4"))
    say_open(first)
    assert said(first.session) == ["1 of 2 tables of round 1 still open"]
    last = enter_result(table(club_store, "r1/t2"), TypedResult("Emi 9, Fumi 7, Gen 5, Hana 4"))
    say_open(last)
    assert said(last.session) == ["round 1 is complete; next: event pair Club"]


def test_a_result_that_somebody_else_has_entered_meanwhile_is_not_replaced(
    club_store: Database,
) -> None:
    mine = table(club_store, "r1/t1")
    enter_result(table(club_store, "r1/t1"), TypedResult("9,7,5,4"))
    with pytest.raises(Conflict) as refused:
        enter_result(mine, TypedResult("4,5,7,9"))
    assert str(refused.value.message) == (
        "somebody else has just entered a result of table 1 of round 1; see tourney event show, "
        "and correct it with the same command"
    )
    assert match_named(club_store, "club/r1/t1").scores == (9, 7, 5, 4)


def test_a_result_fits_the_newest_pairing_or_is_refused(club_store: Database) -> None:
    mine = table(club_store, "r1/t1")
    other = event_session(ListHost(club_store), None)
    other.change(lambda state, _: [decisions.no_show(state, other.entrant("Dan"), None)])
    with pytest.raises(UsageFault, match="Dan"):
        enter_result(mine, TypedResult("9,7,5,4"))
    assert mine.session.state == other.state


def test_no_match_of_the_game_ends_with_an_impossible_order(club_store: Database) -> None:
    with pytest.raises(DataFault, match="DI-R"):
        first_result(table(club_store, "r1/t1"), TypedResult("9,7,5,400"))
    with pytest.raises(DataFault, match="Ben"):
        enter_result(table(club_store, "r1/t1"), TypedResult("9,7,5,4", rank="Ben > Aiko > C > D"))
    assert not has_match(club_store, "club/r1/t1")


def test_a_recording_at_a_table_of_an_event_is_completed_from_its_pairing(
    club_store: Database,
) -> None:
    host = ListHost(club_store)
    asked = AskedRecording(place=AskedPlace(event="Club", round="1", table="2"), venue="Hall")
    game, found = at_event_table(host, None, asked)
    assert (game, found.players) == ("diams", "Emi,Fumi,Gen,Hana")
    assert found.place.words == {"event": "Club", "round": "1", "table": "2"}
    assert found.venue == "Hall"
    assert len(host.said) == 1
    with pytest.raises(UsageFault, match="Emi, Fumi, Gen, Hana"):
        at_event_table(host, None, replace(asked, players="Aiko,Ben,Chie,Dan"))


def test_a_result_counts_in_an_event_whose_name_was_typed_in_pieces(tmp_path: Path) -> None:
    """A letter and its accent, as some keyboards type them; records have one letter."""
    with open_store(str(tmp_path / "cafe.db"), create=True) as store:
        host = ListHost(store)
        asked = AskedEvent("Cafe\u0301", players="Aiko,Ben,Chie,Dan", game="diams", rounds=1)
        session = make_event(host, asked_event(host, asked), None)
        draw(session, wanted_tables(session, "Aiko,Ben,Chie,Dan"))
        entered = enter_result(table(store, "r1/t1"), TypedResult("9,7,5,4"))
        assert not entered.table.missing
