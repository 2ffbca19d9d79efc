"""An event on telephones: what players and the organiser do, and what hostile visitors cannot."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.app.hosts import ListHost
from tests.conftest import Once
from tests.serve.phones import PIN, Phone, club, served
from tourney.app.enter_result import TypedResult, enter_result
from tourney.app.event_session import event_session
from tourney.app.event_tables import named_table
from tourney.serve.guards import BODY, Buckets
from tourney.serve.web_pages import Pages
from tourney.store import open_store
from tourney.store.integrity import problems
from tourney.store.log import log_entries
from tourney.store.matches import has_match, match_named


@contextmanager
def serving(file: Path, **more: Any) -> Iterator[Pages]:
    pages = Pages(served(file, **more))
    try:
        yield pages
    finally:
        pages.close()


@pytest.fixture
def file(tmp_path: Path, once: Once) -> Path:
    def make() -> None:
        club(tmp_path)

    once(make)
    return tmp_path / "club.db"


def organiser(pages: Pages) -> Phone:
    desk = Phone(pages)
    assert "PIN" in desk.get("/desk").text
    assert desk.post("/desk", {"pin": "4471-0932"}).status_code == 200
    return desk


def test_two_telephones_of_a_table_make_a_result_that_the_log_names(file: Path) -> None:
    with serving(file) as pages:
        one, other = Phone(pages), Phone(pages, address="10.0.0.2")
        assert "has arrived" in one.report(1, "Ben", "9 7 5 4").text
        assert "Reported by Ben" in one.page
        with open_store(str(file)) as store:
            assert not has_match(store, "club/r1/t1")
        assert "The result is entered" in other.report(1, "Dan", "9 7 5 4").text
    with open_store(str(file)) as store:
        match = match_named(store, "club/r1/t1")
        assert (match.scores, match.places) == ((9, 7, 5, 4), (1, 2, 3, 4))
        actors = [one.actor for one in log_entries(store)]
        assert actors[-3:] == ["phone of table 1"] * 3
        assert not problems(store)


def test_a_page_is_in_the_language_of_the_telephone(file: Path) -> None:
    with serving(file) as pages:
        phone = Phone(pages, lang="ja-JP,ja;q=0.9,en;q=0.5")
        assert "対戦中" in phone.get("/").text
        assert '<html lang="ja">' in phone.page
        assert "playing" in phone.get("/?lang=en").text
        assert "?lang=en" in phone.page
        # The log names it in one language.
        phone.report(1, "Ben", "9 7 5 4")
        with open_store(str(file)) as store:
            assert list(log_entries(store))[-1].actor == "phone of table 1"
        # A fault is told in the same language.
        assert "卓" in phone.get("/t/unknown").text


def test_reports_that_differ_are_settled_at_the_desk(file: Path) -> None:
    with serving(file) as pages:
        Phone(pages).report(1, "Ben", "9 7 5 4")
        phone = Phone(pages, address="10.0.0.2")
        assert "The reports differ" in phone.report(1, "Dan", "9 8 5 4").text
        desk = organiser(pages)
        assert "reports differ" in desk.get("/desk").text
        (who,) = re.findall(r'<p><bdi>Dan</bdi>: .*?name="who" value="(\d+)"', desk.page, re.S)
        desk.post("/desk", {"do": "confirm", "table": "main/r1/t1", "who": who})
        assert "1 of 2 tables of round 1 still open" in desk.page
    with open_store(str(file)) as store:
        assert match_named(store, "club/r1/t1").scores == (9, 8, 5, 4)


def test_the_organiser_runs_a_round_from_the_desk(file: Path) -> None:
    with serving(file) as pages:
        desk = organiser(pages)
        for table, scores in ((1, "9,7,5,4"), (2, "8,6,5,3")):
            desk.get("/desk")
            desk.post("/desk", {"do": "result", "table": f"main/r1/t{table}", "scores": scores})
        assert "all results are in" in desk.page
        desk.post("/desk", {"do": "event pair", "event": "Club", "publish": "1"})
        assert "Round 2" in desk.page
        assert "Round 2" in Phone(pages).get("/").text
        # What is said to take the draw back is a button; a published round first needs another.
        assert "Allow changes again" in desk.page
        desk.post("/desk", {"do": "event lock --undo", "event": "Club"})
        desk.post("/desk", {"do": "event unpair", "event": "Club"})
        assert "Round 2" not in Phone(pages).get("/").text
        desk.post("/desk", {"do": "event add-player", "player": "Ida"})
        assert "Ida" in desk.page


def test_a_correction_is_announced_and_asked_for_before_it_is_saved(file: Path) -> None:
    with serving(file) as pages:
        desk = organiser(pages)
        form = {"do": "result", "table": "main/r1/t1", "scores": "9,7,5,4"}
        desk.get("/desk")
        desk.post("/desk", form)
        again = {**form, "scores": "A=6", "reason": "misread"}
        desk.post("/desk", again)
        assert "Yes, do it" in desk.page
        with open_store(str(file)) as store:
            assert match_named(store, "club/r1/t1").scores == (9, 7, 5, 4)
        desk.post("/desk", {**again, "yes": "1"})
    with open_store(str(file)) as store:
        assert match_named(store, "club/r1/t1").scores == (6, 7, 5, 4)


def test_a_player_checks_in_comes_late_and_leaves(file: Path) -> None:
    with serving(file) as pages:
        desk = organiser(pages)
        desk.get("/desk")
        (link,) = re.findall(r'href="(/me/[^"]+)"><bdi>Aiko', desk.page)
        phone = Phone(pages)
        assert "Aiko" in phone.get(link).text
        assert "comes late" in phone.post(link, {"do": "late"}).text
        assert "here" in phone.post(link, {"do": "here"}).text
        assert "have left" in phone.post(link, {"do": "drop"}).text
        assert phone.post(link, {"do": "late"}).status_code == 409
        assert phone.get("/me/AAAAAAAAAAAAAAAAAAAAAA").status_code == 404


JUNK: tuple[dict[str, str], ...] = (
    {"who": ""}, {"who": "99"}, {"who": "5"}, {"who": "٣"}, {"who": "1", "score1": "x"},
    {"score1": "-" * 900}, {"score1": "999999999999"}, {"rank": "Aiko > Aiko"},
    {"score1": "<script>alert(1)</script>"}, {"score1": "\x00"}, {"score4": ""},
)  # fmt: skip


def test_junk_in_a_form_gets_the_page_with_the_fault_and_changes_nothing(file: Path) -> None:
    with serving(file) as pages:
        pages.writes = Buckets(1e6, 1e6)  # a table sends more here than it may
        for fields in JUNK:
            phone = Phone(pages)
            path = phone.table(1)
            phone.get(path)
            good = {"who": "1", "score1": "9", "score2": "7", "score3": "5", "score4": "4"}
            answer = phone.post(path, {**good, **fields})
            assert answer.status_code in (409, 422), fields
            assert 'class="notice bad"' in answer.text
            assert "<script>alert" not in answer.text
    with open_store(str(file)) as store:
        assert not any(one.what == "event report" for one in log_entries(store))


def test_forms_need_their_token_and_the_desk_its_pin(file: Path) -> None:
    with serving(file) as pages:
        phone = Phone(pages)
        path = phone.table(1)
        good = {"who": "1", "score1": "9", "score2": "7", "score3": "5", "score4": "4"}
        assert phone.post(path, {**good, "token": "0" * 32}).status_code == 409
        stranger = Phone(pages)
        for _ in range(5):
            assert stranger.post("/desk", {"pin": "11112222"}).status_code == 403
        assert stranger.post("/desk", {"pin": PIN}).status_code == 429, "no more guesses for now"
        assert stranger.post("/desk", {"do": "event close", "event": "Club"}).status_code == 429


def test_what_is_too_much_too_long_or_for_another_server_is_refused(file: Path) -> None:
    with serving(file) as pages:
        phone = Phone(pages)
        path = phone.table(1)
        assert phone.post(path, {"score1": "9" * BODY}).status_code == 413
        pages.gate.buckets.rate = 0  # or a slow machine would earn new requests meanwhile
        answers = [phone.get("/nowhere").status_code for _ in range(320)]
        assert set(answers) == {404, 429}
        assert Phone(pages, address="10.0.0.9").get("/").status_code == 200, "others do not wait"
    with serving(file, hosts=frozenset({"elsewhere"})) as pages:
        assert Phone(pages).get("/").status_code == 421


def test_a_server_for_reading_only_takes_nothing(file: Path) -> None:
    with serving(file, read_only=True) as pages:
        phone = Phone(pages)
        path = phone.table(1)
        assert "<form method" not in phone.get(path).text
        assert phone.post(path, {"who": "1"}).status_code == 409
        assert phone.get("/desk").status_code == 404


def test_an_agreement_that_a_killed_server_left_becomes_a_result_when_it_starts_again(
    file: Path,
) -> None:
    from tourney.app.report_result import ReportedResult

    with open_store(str(file)) as store:
        session = event_session(ListHost(store), None)
        report = ReportedResult((1, 2, 3, 4), (9, 7, 5, 4), (1, 2, 3, 4))
        from tourney.events import decisions

        for who in (1, 2):
            session.change(
                lambda state, _, who=who: [decisions.reported(state, ("main", 1, 1), who, report)]
            )
        assert not has_match(store, "club/r1/t1")
    with serving(file) as pages:
        pages.threads.submit(pages.settle).result()
    with open_store(str(file)) as store:
        assert match_named(store, "club/r1/t1").scores == (9, 7, 5, 4)


def test_who_waits_for_news_hears_of_a_result_that_the_command_line_entered(file: Path) -> None:
    async def heard(pages: Pages) -> list[tuple[str, str]]:
        following = asyncio.ensure_future(pages.follow())
        versions: list[tuple[str, str]] = []
        while not any(pages.version):
            await asyncio.sleep(0.01)
        versions.append(pages.version)

        def entered() -> None:
            with open_store(str(file)) as store:
                at = named_table(ListHost(store), "r1/t1")
                assert at is not None
                enter_result(at, TypedResult("9,7,5,4"))

        news = pages.news
        await asyncio.get_running_loop().run_in_executor(None, entered)
        await asyncio.wait_for(news.wait(), 10)
        versions.append(pages.version)
        following.cancel()
        return versions

    with serving(file) as pages:
        before, after = asyncio.run(heard(pages))
        assert after != before


def test_cards_name_the_round_and_offer_to_watch_only_what_has_moves(file: Path) -> None:
    with serving(file) as pages:
        phone, desk = Phone(pages), organiser(pages)
        for who in ("Aiko", "Ben"):
            phone.report(1, who, "9 7 5 4")
        assert "The result is entered" in phone.page
        (link,) = re.findall(r'href="(/me/[^"]+)"><bdi>Aiko', desk.get("/desk").text)
        assert '<p class="note">Round 1</p>' in phone.get(link).text
        for path in ("/", "/desk", link, phone.table(1)):
            assert "Watch the match" not in desk.get(path).text, path
        with open_store(str(file)) as store:
            typed = match_named(store, "club/r1/t1")
            assert not typed.has_moves
