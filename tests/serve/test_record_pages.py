"""A match is recorded by tapping on a telephone: the record is the one that the rules give."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from html import unescape
from pathlib import Path

import pytest

from engines.games import GAMES
from tests.app.hosts import ListHost
from tests.conftest import Tourney
from tests.events.simulated import simple_plan
from tests.examples import usual
from tests.serve.phones import Phone, served
from tourney.app.draw_rounds import draw, protect, wanted_tables
from tourney.app.event_session import event_session
from tourney.domain.event_log import Sizes
from tourney.events import decisions
from tourney.events.event_plan import StagePlan
from tourney.records import record
from tourney.serve.guards import Buckets
from tourney.serve.web_pages import Pages
from tourney.store import open_store
from tourney.store.events import add_event
from tourney.store.integrity import problems
from tourney.store.log import log_entries
from tourney.store.matches import match_named
from tourney.store.recordings import all_recordings

pytestmark = pytest.mark.slow

NAMES = ("Aiko", "Ben", "Chie", "Dan")
SHORT = {"diams": "length=quick", "diamonds": "rounds=1"}


@contextmanager
def evening(folder: Path, game: str) -> Iterator[Pages]:
    """An event with one table of this game."""
    file = folder / "tourney.db"
    with open_store(str(file), create=True) as store:
        options = dict([SHORT[game].split("=")]) if game in SHORT else {}
        stage = StagePlan("main", "swiss", (game,), Sizes((4,), 4), rounds=1, options=options)
        plan = simple_plan(stages=(stage,))
        add_event(store, "Club", NAMES, lambda ids: decisions.new(plan, "7", ids))
        session = event_session(ListHost(store), "Club")
        draw(session, wanted_tables(session, "Aiko,Ben,Chie,Dan"))
        protect(session, None, None, undo=False)
    pages = Pages(served(file))
    pages.writes = pages.gate.buckets = Buckets(1e6, 1e6)
    try:
        yield pages
    finally:
        pages.close()


def send(phone: Phone, path: str, do: str, **fields: str) -> int:
    """Send a form of the page that is open."""
    hidden = dict(re.findall(r'type="hidden" name="(at|skipped)" value="([^"]*)"', phone.page))
    return phone.post(path, {"do": do, **hidden, **fields}).status_code


def begun(pages: Pages) -> tuple[Phone, str]:
    """A telephone that has begun the record of the table."""
    phone = Phone(pages)
    path = f"{phone.table(1)}/record"
    assert "Begin the record" in phone.get(path).text
    assert send(phone, path, "begin") == 200
    return phone, path


@pytest.mark.parametrize("game", usual(("blue-border", "diamond-boxes", "diamonds"), GAMES))
def test_a_match_that_is_tapped_in_is_stored_with_its_result(
    tmp_path: Path, tourney: Tourney, game: str
) -> None:
    bots = [word for name in "abcd" for word in ("--bot", f"{name}=greedy")]
    short = ("-O", SHORT[game]) if game in SHORT else ()
    words = ("--deals", "1", "--name", "x", "-j", "1")
    assert tourney("run", "-g", game, *bots, *short, *words).code == 0
    with open_store(str(tmp_path / "tourney.db")) as store:
        truth = match_named(store, "x/1")
    _, body, *_ = record(truth).split("\n\n")
    lines = body.splitlines()
    with evening(tmp_path, game) as pages:
        phone, path = begun(pages)
        pieces = [*lines[:8], *("\n".join(lines[at : at + 20]) for at in range(8, len(lines), 20))]
        for piece in pieces:
            while "nobody saw it" in phone.page and ("reveal" not in piece and "hand" not in piece):
                assert send(phone, path, "skip") == 200
            assert send(phone, path, "enter", text=piece) == 200, (
                piece, re.findall(r'role="alert">(.*?)</p>', phone.page)
            )  # fmt: skip
        while "nobody saw it" in phone.page:
            assert send(phone, path, "skip") == 200
        assert "The match is over" in phone.page
        assert send(phone, path, "store") == 200
        assert "The result is entered" in phone.page
        assert phone.get(path).url.path == path.removesuffix("/record")
    with open_store(str(tmp_path / "tourney.db")) as store:
        entry = [one for one in log_entries(store) if one.actor == "phone of table 1"]
        assert entry
        assert not all_recordings(store)
        assert not problems(store)
        session = event_session(ListHost(store), "Club")
        table = session.state.stages[0].rounds[0].tables[0]
        assert table.result is not None
        assert tuple(table.result.scores) == truth.scores


def test_what_can_happen_is_a_button(tmp_path: Path) -> None:
    with evening(tmp_path, "blue-border") as pages:
        phone, path = begun(pages)
        assert send(phone, path, "fill", value0="B") == 200
        for _ in range(3):
            (first, *_) = re.findall(r'<button name="text" value="([^"]*)"', phone.page)
            assert send(phone, path, "enter", text=unescape(first)) == 200
        assert phone.page.count("take 1\n") == 3
        assert send(phone, path, "back") == 200
        assert phone.page.count("take 1\n") == 2


def test_who_follows_sees_no_line_of_a_record_that_may_have_hidden_cards(tmp_path: Path) -> None:
    with evening(tmp_path, "diamonds") as pages:
        phone, path = begun(pages)
        assert send(phone, path, "fill", value0="A", value1="3") == 200
        assert send(phone, path, "enter", text="D7") == 200
        follow = f"{path.removesuffix('record')}follow"
        assert "D7" in phone.get(follow).text.split("<pre>")[1]
        # Begun at a terminal, where hands and passed cards may be entered.
        with closing(sqlite3.connect(tmp_path / "tourney.db")) as direct:
            closed = "json_set(setup, '$.public', json('false'))"
            direct.execute(f"UPDATE recording SET setup = {closed}")
            direct.commit()
        assert "<pre>" not in phone.get(follow).text
        assert 'class="owed"' in phone.page


def test_two_telephones_do_not_write_over_each_other(tmp_path: Path) -> None:
    with evening(tmp_path, "diamonds") as pages:
        phone, path = begun(pages)
        assert send(phone, path, "fill", value0="A", value1="3") == 200
        other = Phone(pages)
        other.get(path)
        assert 'value="D7"' in phone.page
        assert send(phone, path, "enter", text="D7") == 200
        assert send(other, path, "enter", text="C1") == 409
        assert "Another phone has written on" in other.page
        assert send(other, path, "enter", text="C1") == 200
        assert "D7 C1" in other.page


def test_what_is_no_action_changes_nothing(tmp_path: Path) -> None:
    with evening(tmp_path, "diamonds") as pages:
        phone, path = begun(pages)
        assert send(phone, path, "fill", value0="A", value1="3") == 200
        before = phone.page
        for text in ("", "x" * 900, "\x00", "<script>alert(1)</script>", "D99", "-- x"):
            assert send(phone, path, "enter", text=text) == 422, text
            assert "<script>alert" not in phone.page
        assert send(phone, path, "store") == 422
        assert send(phone, path, "nothing", skipped="-1") == 200
        assert re.findall("<pre>.*?</pre>", phone.page, re.S) == re.findall(
            "<pre>.*?</pre>", before, re.S
        )
        assert send(phone, path, "drop") == 200
        assert "Hand in the result" in phone.page
    with open_store(str(tmp_path / "tourney.db")) as store:
        assert not all_recordings(store)
