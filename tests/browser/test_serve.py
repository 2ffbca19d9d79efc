"""The pages of `tourney serve` in a browser: on telephones, on the wall, by keyboard, offline."""

import asyncio
import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import pytest

from tests.app.test_match_result import CLUB
from tests.browser.chromium import AXE, Visit
from tests.serve.phones import PIN, club, served
from tourney.serve.web_pages import Pages

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
NAMES = tuple(f"{name} {part}" for part in ("Sato", "山田", "O'Hara", "García") for name in CLUB)[
    :30
]


class Hall(NamedTuple):
    """A server at work, and where."""

    address: str
    pages: Pages


@contextmanager
def hall(folder: Path, names: tuple[str, ...] = CLUB) -> Iterator[Hall]:
    """An event served to real browsers."""
    import uvicorn

    pods = [names[at :: (len(names) + 3) // 4] for at in range((len(names) + 3) // 4)]
    file = club(folder, names, ";".join(map(",".join, pods)))
    pages = Pages(served(file, hosts=frozenset({"127.0.0.1"})))
    config = uvicorn.Config(pages.gate, port=0, log_level="critical", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)

    async def work() -> None:
        following = asyncio.ensure_future(pages.follow())
        await server.serve()
        following.cancel()

    thread = Thread(target=asyncio.run, args=(work(),))
    thread.start()
    while not server.started:
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Hall(f"http://127.0.0.1:{port}", pages)
    finally:
        server.should_exit = server.force_exit = True
        thread.join()
        pages.close()


@pytest.fixture(scope="module", autouse=True)
def warm(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> None:
    """A browser and a server that have shown a page: they close what they needed only to start."""
    with (
        hall(tmp_path_factory.mktemp("warm")) as place,
        opened(chromium, f"{place.address}/screen"),
        opened(chromium, f"{place.address}/") as visit,
    ):
        visit.page.wait_for_selector(".table")
    gc.collect()


@contextmanager
def opened(browser: Any, address: str, **context: Any) -> Iterator[Visit]:
    """A page of the server, with what it wrote to the console."""
    around = browser.new_context(**{"viewport": PHONE, "locale": "en", **context})
    try:
        visit = Visit(around.new_page())
        visit.page.on("console", lambda message: visit.messages.append(message.text))
        visit.page.on("pageerror", lambda error: visit.messages.append(str(error)))
        visit.page.goto(address)
        yield visit
    finally:
        around.close()


def open_desk(visit: Visit, place: Hall) -> None:
    visit.page.goto(f"{place.address}/desk")
    if visit.page.locator("#pin").count():
        visit.page.fill("#pin", PIN)
        visit.press("Enter")
        visit.page.wait_for_selector(".desk-table")


def paths(visit: Visit, place: Hall) -> list[str]:
    """The address of each kind of page."""
    visit.page.goto(f"{place.address}/")
    table = visit.page.locator("a[href^='/t/']").first.get_attribute("href")
    open_desk(visit, place)
    player = visit.page.locator("a[href^='/me/']").first.get_attribute("href")
    return ["/", "/screen", str(table).split("?")[0], str(player).split("?")[0], "/desk", "/?q=zz"]


@pytest.mark.full
@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_every_page_fits_is_quiet_and_accessible(
    chromium: Any, tmp_path: Path, viewport: dict[str, int], scheme: str, lang: str
) -> None:
    with (
        hall(tmp_path, NAMES) as evening,
        opened(
            chromium, f"{evening.address}/", viewport=viewport, color_scheme=scheme, locale=lang
        ) as visit,
    ):
        for path in paths(visit, evening):
            visit.page.goto(evening.address + path)
            assert visit.page.locator("html").get_attribute("lang") == lang
            assert visit.overflow() == 0, path
            if AXE.exists():
                assert visit.serious() == [], path
            assert visit.messages == [], path


def test_a_result_by_keyboard_alone_is_on_the_wall_within_a_second(
    chromium: Any, tmp_path: Path
) -> None:
    with (
        hall(tmp_path) as place,
        opened(chromium, f"{place.address}/screen", viewport=LAPTOP) as wall,
        opened(chromium, f"{place.address}/") as phone,
    ):
        card = wall.page.locator(".wall-tables .table").first
        assert "playing" in (card.text_content() or "")
        link = phone.page.locator("a[href^='/t/']").first
        link.focus()
        phone.press("Enter")
        phone.page.wait_for_selector("form.report")
        phone.page.locator("input[name=who]").first.focus()
        phone.press("Space", "Tab")
        for score in ("9", "7", "5", "4"):
            phone.page.keyboard.type(score)
            phone.press("Tab")
        phone.page.locator("form.report button").focus()
        phone.press("Enter")
        phone.page.wait_for_selector(".notice.good")
        wall.page.wait_for_selector(".wall-tables .table.reported", timeout=1000)
        assert phone.overflow() == 0
        assert phone.messages == wall.messages == []


def test_a_telephone_without_network_keeps_what_was_typed_and_sends_it_later(
    chromium: Any, tmp_path: Path
) -> None:
    with hall(tmp_path) as place, opened(chromium, f"{place.address}/") as phone:
        phone.page.locator("a[href^='/t/']").first.click()
        phone.page.wait_for_selector("form.report")
        phone.page.locator("input[name=who]").first.check()
        for field, score in zip(
            phone.page.locator("input[name^=score]").all(), "9754", strict=True
        ):
            field.fill(score)
        phone.page.context.set_offline(True)
        phone.page.locator("form.report button").click()
        phone.page.wait_for_selector(".offline:not([hidden])")
        assert phone.page.locator("input[name^=score]").first.input_value() == "9"
        phone.page.context.set_offline(False)
        phone.page.wait_for_selector(".table.reported", timeout=10_000)
        assert phone.page.locator(".offline").is_hidden()


@pytest.mark.full
def test_everything_works_without_script(chromium: Any, tmp_path: Path) -> None:
    with (
        hall(tmp_path) as place,
        opened(chromium, f"{place.address}/", java_script_enabled=False) as visit,
    ):
        for who in ("Aiko", "Chie"):
            visit.page.goto(f"{place.address}/")
            visit.page.fill("#q", "Aiko")
            visit.page.click("form.find button")
            visit.page.locator("a[href^='/t/']").first.click()
            visit.page.get_by_role("radio", name=who).check()
            for field, score in zip(
                visit.page.locator("input[name^=score]").all(), "9754", strict=True
            ):
                field.fill(score)
            visit.page.locator("form.report > button").click()
            assert "has arrived" in visit.text(".notice.good")
        assert re.search("entered|done", visit.text(".table h3"))
        open_desk(visit, place)
        assert visit.page.locator(".table.entered").count() == 1
