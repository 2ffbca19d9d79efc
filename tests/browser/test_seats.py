"""Matches in browsers: played, recorded by tapping, followed; a run that is watched."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import AXE, Visit
from tests.browser.hall import LAPTOP, PHONE, Hall, open_to_browsers, opened
from tests.reports.sites import make_run
from tests.serve.phones import club
from tourney.serve.guards import Buckets
from tourney.store import open_store

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("warm")]

Look = Callable[[], None]
"""Looks at the page that is open."""


@contextmanager
def playing(folder: Path) -> Iterator[Hall]:
    """A server without an event."""
    file = folder / "play.db"
    open_store(str(file), create=True).close()
    with open_to_browsers(file, event=None) as place:
        # These visitors are quicker than people.
        place.pages.writes = place.pages.gate.buckets = Buckets(1e6, 1e6)
        yield place


@contextmanager
def recording(folder: Path) -> Iterator[Hall]:
    """An event with two tables."""
    with open_to_browsers(club(folder, game="blue-border")) as place:
        place.pages.writes = place.pages.gate.buckets = Buckets(1e6, 1e6)
        yield place


@contextmanager
def watching(folder: Path) -> Iterator[Hall]:
    """A run that has been played."""
    make_run(folder)
    with open_to_browsers(folder / "tourney.db", event=None, run="cup") as place:
        yield place


def go(visit: Visit, selector: str) -> None:
    """Go to something with the Tab key alone, and press Enter there."""
    visit.page.wait_for_selector(selector)
    for _ in range(150):
        visit.press("Tab")
        if visit.page.evaluate("s => document.activeElement.matches(s)", selector):
            visit.press("Enter")
            return
    raise AssertionError(f"the keyboard does not reach {selector}")


def plays(visit: Visit, place: Hall, look: Look) -> None:
    """Begin a match against a bot and make the first move, by keyboard."""
    visit.page.goto(f"{place.address}/play")
    look()
    go(visit, "a[href^='/play?game=blue-border']")
    visit.page.wait_for_selector("select[name=kind0]")
    look()
    visit.page.locator("[name=name0]").focus()
    visit.page.keyboard.type("Aiko")
    go(visit, "main form button.main")
    visit.page.wait_for_selector(".moves .button")
    look()
    go(visit, ".moves a.button")
    visit.page.wait_for_selector(".confirm")
    look()
    go(visit, ".confirm button.main")
    visit.page.wait_for_selector(".news li")
    look()


def records(visit: Visit, place: Hall, look: Look) -> None:
    """Record the first actions of a match, by keyboard; somebody else follows it."""
    visit.page.goto(f"{place.address}/")
    go(visit, "a[href^='/t/']")
    go(visit, "a[href*='/record']")
    visit.page.wait_for_selector("main form button.main")
    look()
    go(visit, "main form button.main")
    visit.page.wait_for_selector("form.fill")
    look()
    go(visit, "form.fill button")
    visit.page.wait_for_selector("form.typed")
    look()
    with opened(visit.page.context.browser, visit.page.url.replace("record", "follow")) as other:
        other.page.wait_for_selector("use", state="attached")
        go(visit, ".moves button[name=text]")
        other.page.wait_for_selector("pre:has-text('take 1')")
        assert other.overflow() == 0
        assert not AXE.exists() or other.findings() == []
    look()


def watches(visit: Visit, place: Hall, look: Look) -> None:
    """Look at a run, and at one of its matches, by keyboard."""
    visit.page.goto(f"{place.address}/run/cup")
    visit.page.wait_for_selector("tbody tr")
    look()
    go(visit, "a[href^='/run/cup/']")
    visit.page.wait_for_selector(".replay")


@pytest.mark.parametrize(
    ("viewport", "lang"),
    [
        pytest.param(PHONE, "en", id="phone-en"),
        pytest.param(PHONE, "ja", id="phone-ja", marks=pytest.mark.full),
        pytest.param(LAPTOP, "en", id="laptop-en", marks=pytest.mark.full),
        pytest.param(LAPTOP, "ja", id="laptop-ja", marks=pytest.mark.full),
    ],
)
@pytest.mark.parametrize(
    ("server", "walk"), [(playing, plays), (recording, records), (watching, watches)]
)
def test_pages_are_walked_by_keyboard_fit_are_quiet_and_accessible(
    chromium: Any, tmp_path: Path, server: Any, walk: Any, viewport: dict[str, int], lang: str
) -> None:
    with (
        server(tmp_path) as place,
        opened(chromium, f"{place.address}/play", viewport=viewport, locale=lang) as visit,
    ):

        def look() -> None:
            assert visit.page.locator("html").get_attribute("lang") == lang
            assert visit.overflow() == 0, visit.page.url
            if AXE.exists():
                assert visit.findings() == [], visit.page.url

        walk(visit, place, look)
        assert visit.messages == []
