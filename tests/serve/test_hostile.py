"""What visitors send who mean no good, and what happens when the database cannot be written."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from httpx import ASGITransport, AsyncClient

from tests.conftest import Once
from tests.serve.phones import PIN, Phone, club, not_drawn
from tests.serve.test_pages import organiser, serving
from tourney.serve.web_pages import Pages
from tourney.store import open_store
from tourney.store.integrity import problems
from tourney.store.log import log_entries

NAMES = (
    "<script>alert(1)</script>", '" onload="x', "אבי", "{{ 7 * 7 }}", "n" * 100, "a&b;c=d",
    "🀄️", "O'Hara",
)  # fmt: skip


@pytest.fixture
def file(tmp_path: Path, once: Once) -> Path:
    def make() -> None:
        club(tmp_path)

    once(make)
    return tmp_path / "club.db"


def rows(file: Path) -> int:
    with open_store(str(file)) as store:
        assert not problems(store)
        return len(list(log_entries(store)))


def test_names_that_a_careless_page_would_run_are_shown_as_they_are(tmp_path: Path) -> None:
    with serving(club(tmp_path)) as pages:
        desk = organiser(pages)
        for name in (*NAMES, "n" * 5000, "two\nlines", "‮right to left", "\x00"):
            desk.get("/desk")
            desk.post("/desk", {"do": "event add-player", "player": name, "other": "1"})
            assert desk.page.count("<script>") == 1, "that of the page"
        for path in ("/", "/screen", "/desk", "/?q=%3Cscript%3E"):
            page = desk.get(path).text
            assert "<script>alert" not in page
            assert 'onload="x' not in page
            assert ">49<" not in page
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in desk.get("/desk").text
    rows(tmp_path / "club.db")


@pytest.mark.parametrize("digits", ["９ ７ ５ ４", "٩ ٧ ٥ ٤", " 9　 7\t 5  4"])
def test_digits_of_any_width_are_scores(file: Path, digits: str) -> None:
    with serving(file) as pages:
        phone = Phone(pages)
        assert phone.report(1, "Ben", digits).status_code == 200
        assert "Reported by Ben" in phone.page


def test_the_pin_may_have_wide_digits_and_junk_is_no_pin(file: Path) -> None:
    with serving(file) as pages:
        desk = Phone(pages)
        assert desk.post("/desk", {"pin": "４４７１-０９３２"}).status_code == 200
        assert desk.cookies
        for pin in ("", "é", "²³", "9" * 500):
            assert Phone(pages, address=pin[:3]).post("/desk", {"pin": pin}).status_code in (
                403,
                429,
            )


JUNK = (
    b"\xff\xfe\x00%zz", b"token=%ff%fe&who=%00", b"token=\xe9", b"=&=&=", b"who=1" * 9999,
    b"&".join(b"a%d=1" % number for number in range(3000)),
)  # fmt: skip


@pytest.mark.parametrize(
    "kind",
    ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", ""],
)
def test_junk_as_a_form_gets_a_plain_fault(file: Path, kind: str) -> None:
    before = rows(file)
    for body in JUNK:  # each to a new server, or it would soon be too many requests
        with serving(file) as pages:
            phone = Phone(pages)
            for path in (phone.table(1), "/desk", "/me/x"):
                answer = phone.send("POST", path, content=body, headers={"content-type": kind})
                assert answer.status_code in (400, 403, 404, 409, 413, 429), (body, answer.text)
    assert rows(file) == before


ASKED = (
    ("GET", "/m/../../etc/passwd", {404}), ("GET", "/m/%2e%2e/%2e%2e/etc/passwd", {404}),
    ("GET", "/m//etc/passwd", {404}), ("GET", "/m/club/r1/t1%00", {404}),
    ("GET", "/m/" + "x" * 5000, {404}), ("GET", "/t/" + "é" * 22, {404}),
    ("GET", "/t/", {404}), ("GET", "/me/%ff", {404}), ("GET", "/?q=%ff%00", {200}),
    ("GET", "/?lang=xx&done=<b>", {200}), ("GET", "/?q=" + "q" * 9000, {200}),
    ("HEAD", "/", {200}), ("PUT", "/", {405}), ("OPTIONS", "/", {405}),
    ("DELETE", "/desk", {405}),
    ("POST", "/screen", {405}), ("TRACE", "/", {405}), ("PATCH", "/live", {405}),
)  # fmt: skip


def test_addresses_and_methods_that_mean_nothing(file: Path) -> None:
    with serving(file) as pages:
        for method, path, status in ASKED:
            answer = Phone(pages).send(method, path)
            assert answer.status_code in status, (method, path)
            assert "root:" not in answer.text
            assert answer.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    "host",
    ["", "evil.example", "club.evil.example", "club:80:80", "club@evil", "[::1]", "club\x00"],
)
def test_only_its_own_names_are_answered(file: Path, host: str) -> None:
    with serving(file) as pages:
        answer = Phone(pages).send("GET", "/desk", headers={"host": host})
        assert answer.status_code == 421


def test_cookies_of_others_open_nothing(file: Path) -> None:
    with serving(file) as pages:
        real = organiser(pages).cookies["tourney"]
        for cookie in ("x", real[:-1], real + "x", "é", '"' + real, "=" * 3000):
            phone = Phone(pages, address="10.0.0.7")
            answer = phone.send("GET", "/desk", headers={"cookie": f"tourney={cookie}".encode()})
            assert "PIN" in answer.text
            assert "Draw the next round" not in answer.text


def test_two_servers_on_one_database_show_and_take_the_same(file: Path) -> None:
    with serving(file) as one, serving(file) as two:
        first, second = Phone(one), Phone(two, address="10.0.0.2")
        assert first.table(1) == second.table(1)
        first.report(1, "Ben", "9 7 5 4")
        assert "Reported by Ben" in second.get(second.table(1)).text
        assert "The result is entered" in second.report(1, "Dan", "9 7 5 4").text
        assert "The result is entered" in first.get(first.table(1)).text
    rows(file)


def test_a_locked_database_says_so_and_takes_nothing(file: Path) -> None:
    before = rows(file)
    with serving(file) as pages, closing(sqlite3.connect(file)) as other:
        pages.patience = 0.1
        phone = Phone(pages)
        phone.table(1)
        other.execute("BEGIN IMMEDIATE")
        answer = phone.report(1, "Ben", "9 7 5 4")
        assert answer.status_code == 503
        assert "locked" in answer.text
        assert 'value="9"' in answer.text, "what was typed is still there"
        assert phone.get("/").status_code == 200, "reading goes on"
        other.rollback()
        assert rows(file) == before
        assert phone.report(1, "Ben", "9 7 5 4").status_code == 200
    assert rows(file) == before + 1


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("record", {"do": "begin"}),
        ("/play?game=diams", {"kind0": "person", "name0": "Ida", "kind1": "greedy"}),
        ("/", {"name": "Ida"}),
    ],
)
def test_what_a_locked_database_did_not_take_may_be_sent_again(
    tmp_path: Path, path: str, fields: dict[str, str]
) -> None:
    file = club(tmp_path) if path == "record" else not_drawn(tmp_path)
    with serving(file) as pages, closing(sqlite3.connect(file)) as other:
        pages.patience = 0.1
        phone = Phone(pages)
        path = f"{phone.table(1)}/record" if path == "record" else path
        phone.get(path)
        other.execute("BEGIN IMMEDIATE")
        answer = phone.post(path, fields)
        assert answer.status_code == 503
        assert answer.headers["retry-after"].isdecimal()
        other.rollback()
        assert phone.post(path, fields).status_code == 200


def test_whoever_begins_matches_without_end_is_told_to_wait(tmp_path: Path) -> None:
    with serving(not_drawn(tmp_path)) as pages:
        phone, form = Phone(pages), {"kind0": "person", "name0": "Ida", "kind1": "greedy"}
        for _ in range(7):
            phone.get("/play?game=diams")
            answer = phone.post("/play?game=diams", form)
        assert answer.status_code == 429
        assert answer.headers["retry-after"].isdecimal()


def test_a_database_that_cannot_grow_says_so_and_takes_nothing(file: Path) -> None:
    before = rows(file)
    with serving(file) as pages:
        phone = Phone(pages)
        phone.table(1)

        def full(limit: int) -> None:
            """What a full disk does: the file may have no more pages."""
            database = pages.database()
            with database.reading() as connection:
                connection.exec_driver_sql(f"PRAGMA max_page_count = {limit}")

        for _ in range(20):
            pages.threads.submit(full, 1).result()
        answers = [phone.report(1, who, "9 7 5 4") for who in ("Ben", "Dan", "Chie", "Aiko")]
        assert {one.status_code for one in answers} <= {200, 503}
    # Whatever was taken is whole.
    assert rows(file) >= before


def test_a_slow_client_keeps_nobody_waiting(file: Path) -> None:
    """A form that never ends is waited for; everybody else gets the page."""

    async def served_meanwhile(pages: Pages) -> int:
        async def trickle() -> Any:
            yield b"token="
            await asyncio.sleep(3600)

        async def asked(address: str, method: str, path: str, **more: Any) -> int:
            transport = ASGITransport(pages.gate, client=(address, 1))
            async with AsyncClient(transport=transport, base_url="http://club") as client:
                return (await client.request(method, path, **more)).status_code

        kind = {"content-type": "application/x-www-form-urlencoded"}
        slow = [
            asyncio.ensure_future(
                asked("10.0.0.5", "POST", "/t/x", content=trickle(), headers=kind)
            )
            for _ in range(50)
        ]
        await asyncio.sleep(0)
        status = await asyncio.wait_for(asked("10.0.0.6", "GET", "/"), 10)
        for one in slow:
            one.cancel()
        return status

    with serving(file) as pages:
        assert asyncio.run(served_meanwhile(pages)) == 200


def test_a_proposed_step_has_its_button_and_restores_a_result(file: Path) -> None:
    with serving(file) as pages:
        desk = organiser(pages)
        desk.get("/desk")
        desk.post("/desk", {"do": "result", "table": "main/r1/t1", "scores": "9,7,5,4"})
        desk.post("/desk", {"do": "result", "table": "main/r1/t1", "scores": "A=6", "yes": "1"})
        assert "button “Restore the earlier result”" in desk.page
        form = {"do": "match restore", "match": "club/r1/t1", "revision": "1"}
        assert 'name="revision" value="1"' in desk.page
        desk.post("/desk", {**form, "yes": "1"})
        assert "9" in desk.page
        # Somebody who does not come is noted at once; what follows is offered.
        desk.post("/desk", {"do": "event no-show", "player": "Hana"})
        assert "Yes, do it" not in desk.page
        assert "Has appeared after all" in desk.page
        assert PIN not in desk.page
