"""A club evening with telephones only, from sign-up to the published site; and taps counted."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.app.hosts import ListHost
from tests.browser.chromium import Visit
from tests.browser.hall import Hall, hall, open_to_browsers, opened
from tests.events.naive_standings import NaiveEvent
from tests.events.simulated import simple_plan
from tests.serve.phones import PIN
from tourney.app.enter_result import TypedResult, enter_result
from tourney.app.event_session import event_session
from tourney.app.event_tables import named_table
from tourney.app.record_match import recording_at
from tourney.domain.event_log import Sizes
from tourney.events import decisions
from tourney.events.event_plan import StagePlan
from tourney.events.event_state import CLOSED, state_of
from tourney.store import open_store
from tourney.store.events import add_event
from tourney.store.integrity import problems
from tourney.store.log import log_entries
from tourney.store.sign_ups import sign_ups

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("warm")]

PEOPLE = ("Ida", "AIKO", "山田 花子", "Ben", "Chie", "Dan", "Emi", "Fumi")


class Person:
    """Somebody with a telephone: taps and types, and counts the taps."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.page = visit.page
        self.taps = 0

    def tap(self, what: Any) -> None:
        """Tap a link, a button or a field."""
        self.taps += 1
        what.first.tap()

    def type(self, field: Any, text: str) -> None:
        """Tap a field and type; the keys are not counted."""
        self.tap(field)
        field.first.fill(text)

    def button(self, name: str) -> None:
        """Tap a button by its words."""
        self.tap(self.page.get_by_role("button", name=name, exact=True))

    def signs_up(self, name: str) -> None:
        """Say on the start page "I am here"."""
        self.type(self.page.locator("#name"), name)
        self.button("I am here")
        self.page.wait_for_selector(".notice.good")

    def reports(self, scores: str) -> None:
        """On the page of a table: type four scores and hand them in."""
        fields = self.page.locator("input[name^=score]")
        for number, score in enumerate(scores.split()):
            self.type(fields.nth(number), score)
        self.button("Hand in the result")
        self.page.wait_for_selector(".notice.good")

    def agrees(self) -> None:
        """On the page of a table whose result somebody has reported: hand in the same."""
        self.button("Yes, hand in this result")
        self.page.wait_for_selector(".notice.good")


@contextmanager
def people(browser: Any, place: Hall, names: tuple[str, ...]) -> Iterator[dict[str, Person]]:
    """Each with a telephone of their own that shows the start page."""
    with ExitStack() as stack:
        yield {
            name: Person(stack.enter_context(opened(browser, place.address, has_touch=True)))
            for name in names
        }


@contextmanager
def evening(folder: Path) -> Iterator[Hall]:
    """An event of two rounds that nobody has entered; Aiko played here before."""
    with open_store(str(folder / "club.db"), create=True) as store:
        main = StagePlan("main", "swiss", ("diams",), Sizes((4,), 4), rounds=2)
        plan = simple_plan(stages=(main,))
        add_event(store, "Last year", ("Aiko",), lambda ids: decisions.new(plan, "6", ids))
        add_event(store, "Club", (), lambda ids: decisions.new(plan, "7", ids))
    with open_to_browsers(folder / "club.db", site=folder / "public") as place:
        yield place


def opens_desk(organiser: Person) -> None:
    """Open the desk with the PIN."""
    organiser.tap(organiser.page.get_by_role("link", name="organiser"))
    organiser.type(organiser.page.locator("#pin"), PIN)
    organiser.button("open the desk")
    organiser.page.wait_for_selector("text=Draw the next round")


def to_table(one: Person, number: int) -> None:
    """From the page that shows an own table: open it, once the draw has arrived there."""
    link = one.page.locator(".person").get_by_role("link", name=f"Table {number}", exact=True)
    link.wait_for()
    one.tap(link)
    one.page.wait_for_selector("form.report")


def in_sight(one: Person, selector: str) -> None:
    """It is on the screen, without scrolling."""
    from playwright.sync_api import expect

    # The page may be drawn anew meanwhile: looked at until it holds.
    expect(one.page.locator(selector).first).to_be_in_viewport(ratio=1)


def finds(one: Person, place: Hall, name: str) -> None:
    """Look for somebody on the start page."""
    one.page.goto(place.address)
    one.taps = 0
    one.type(one.page.locator("#q"), name)
    one.button("find")


def test_what_people_do_most_takes_few_taps(chromium: Any, tmp_path: Path) -> None:
    with hall(tmp_path) as place, people(chromium, place, ("Gen",)) as room:
        with open_store(str(tmp_path / "club.db")) as store:
            entered, recorded = (named_table(ListHost(store), f"r1/t{one}") for one in (2, 1))
            assert entered is not None
            assert recorded is not None
            enter_result(entered, TypedResult("9,7,5,4"))
            # A match with a move, as somebody has recorded it.
            with closing(sqlite3.connect(tmp_path / "club.db")) as direct:
                moves = "'-- round 1 first C\n-- market 2 2 3\nC: draw ?\n\nresult:'"
                text = f"replace(text, 'result:', {moves})"
                assert direct.execute(f"UPDATE record_text SET text = {text}").rowcount == 1
                direct.commit()
            session = recording_at(ListHost(store), recorded, begin=True)
            assert session is not None
            gen = room["Gen"]
            # Follow a match that is recorded at its table.
            gen.page.goto(place.address)
            gen.tap(gen.page.get_by_role("link", name="Table 1", exact=True))
            gen.tap(gen.page.get_by_role("link", name="Follow the match"))
            gen.page.wait_for_selector(".owed")
            assert gen.taps <= 2
            with session:
                session.drop()
        # Find my table.
        finds(gen, place, "gen")
        in_sight(gen, ".person a:has-text('table 1')")
        assert gen.taps <= 2
        # Hand in a result, from the start page, and from the code on the sheet.
        to_table(gen, 1)
        gen.reports("9 7 5 4")
        assert gen.taps <= 8
        gen.page.goto(gen.page.url.partition("?")[0])
        gen.taps = 0
        gen.tap(gen.page.get_by_role("radio", name="Chie"))
        gen.agrees()
        assert gen.taps <= 2, "6 if nobody has reported it yet"
        # See who leads.
        gen.page.goto(place.address)
        gen.taps = 0
        in_sight(gen, ".front:has-text('4.00')")
        assert gen.taps == 0
        # Follow a match that is over.
        gen.tap(gen.page.get_by_role("link", name="Watch the match"))
        gen.page.wait_for_selector(".replay")
        assert gen.taps <= 1
        # Find my rating.
        finds(gen, place, "Dan")
        in_sight(gen, ".person:has-text('Rating')")
        assert gen.taps <= 2


@pytest.mark.full
def test_a_club_evening_from_sign_up_to_the_published_site(chromium: Any, tmp_path: Path) -> None:
    with (
        evening(tmp_path) as place,
        people(chromium, place, (*PEOPLE, "a joker", "organiser")) as room,
    ):
        organiser = room["organiser"]
        for name in (*PEOPLE, "a joker"):
            room[name].signs_up(name)
        assert room["Ida"].taps == 2
        opens_desk(organiser)
        desk = organiser.page
        joker = desk.locator(".waiting li", has_text="a joker")
        organiser.tap(joker.get_by_role("button", name="Decline"))
        desk.wait_for_selector("text=Accept all 8")
        # Whose name looks like a known one is asked about alone, as by the command.
        organiser.button("Accept all 8")
        desk.wait_for_selector("text=7 players have entered")
        organiser.tap(desk.locator(".waiting").get_by_role("button", name="Accept"))
        organiser.button("Yes, do it")
        desk.wait_for_selector("text=Aiko enters as number 8")
        room["Ida"].page.wait_for_selector("text=On the list")

        # Two rounds. The telephones show the draw by themselves.
        for round_ in (1, 2):
            organiser.button("Draw the next round")
            desk.wait_for_selector(f"text=Round {round_} of 2")
            here: dict[int, list[Person]] = {1: [], 2: []}
            for name in PEOPLE:
                one, wanted = (
                    room[name],
                    f".person:has-text('{name if name != 'AIKO' else 'Aiko'}')",
                )
                if round_ == 2:
                    one.page.goto(f"{place.address}/?q={name}")
                one.page.wait_for_selector(f"{wanted} .table.open")
                number = one.page.locator(f"{wanted} .table a").first.text_content()
                here[int(str(number).removeprefix("Table "))].append(one)
            for number, (first, second, *_) in here.items():
                for one in (first, second):
                    to_table(one, number)
                before = first.taps
                first.reports("9 7 5 4")
                assert first.taps - before == 5
                before = second.taps
                if round_ == 1 and number == 2:
                    second.reports("9 8 5 4")
                    continue
                second.page.wait_for_selector("text=Is that right?")
                second.page.reload()
                second.agrees()
                assert second.taps - before == 1
            if round_ == 1:
                # The desk shows the conflict without being loaded again.
                conflict = desk.locator(".desk-table", has_text="reports differ")
                conflict.wait_for()
                organiser.tap(conflict.get_by_role("button", name="Confirm").nth(1))
            desk.wait_for_selector("text=all results are in")

        organiser.button("Close the event")
        desk.wait_for_selector("text=Open the event again")
        organiser.button("Publish the site")
        desk.wait_for_selector("text=wrote the site to")
        organiser.tap(desk.locator("div.notice a"))
        organiser.page.wait_for_url("**/site/")
        organiser.tap(organiser.page.get_by_role("link", name="Club").first)
        organiser.page.wait_for_selector("text=Fumi")
        assert [one.visit.messages for one in room.values()] == [[]] * len(room)

    published = {path.name for path in (tmp_path / "public").iterdir()}
    assert {"index.html", "events", "players", "matches", "feed.xml"} <= published
    with open_store(str(tmp_path / "club.db")) as store:
        assert not problems(store)
        session = event_session(ListHost(store), "Club")
        assert session.state == state_of(session.view.rows)
        assert session.state.phase == CLOSED
        assert sorted(session.names.values()) == sorted({*PEOPLE, "Aiko"} - {"AIKO"})
        assert not sign_ups(store, session.event)
        found = [
            (row.place, row.entrant, row.points, row.matches)
            for row in session.rules.standings(session.state, session.state.stage)
        ]
        assert found == NaiveEvent(session.view.rows).standings("main")
        results = [
            table.result.scores
            for round_ in session.state.stage.rounds
            for table in round_.tables
            if table.result
        ]
        assert results == [(9, 7, 5, 4), (9, 8, 5, 4), (9, 7, 5, 4), (9, 7, 5, 4)]
        actors = {one.actor for one in log_entries(store) if one.what == "event report"}
        assert actors == {"phone of table 1", "phone of table 2"}
