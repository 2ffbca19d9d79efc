"""The pages of `tourney serve` in a browser: on telephones, on the wall, by keyboard, offline."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import AXE, Visit
from tests.browser.hall import LAPTOP, NAMES, PHONE, Hall, hall, open_desk, opened

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("warm")]


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
