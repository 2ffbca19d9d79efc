"""Pages of a site in a browser: nothing from outside, fit for a telephone, accessible."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import AXE, Visit, visited
from tests.reports.sites import call, make_club, make_league, make_run

pytestmark = pytest.mark.slow

PHONE = {"width": 360, "height": 740}
PAGES = (
    "runs/cup/index.html",
    "runs/cup/deals/0.html",
    "index.html",
    "events/autumn-league/index.html",
    "events/club-night-21-nov/index.html",
    "players/aiko.html",
    "players/a.html",
    "players/index.html",
    "matches/club-2026-11-21/2.html",
    "matches/club-2026-11-14/5.html",
    "games/diams.html",
    "ratings.html",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> Path:
    """The site of a club; asks for the browser first, because without it no site is needed."""
    place = tmp_path_factory.mktemp("site")
    make_club(place)
    make_league(place)
    make_run(place)
    call(place, "analyse", "run:cup", "--budget", "4", "-q", "-o", "analysis.txt")
    call(place, "report", "site", "-o", "public", "-q")
    return place / "public"


def is_quiet_and_fits(visit: Visit) -> None:
    """The page asks for nothing, complains of nothing and needs no scrolling to the side."""
    assert visit.messages == []
    assert visit.requests == []
    assert visit.overflow() == 0


def test_a_run_on_a_phone_is_quiet_fits_and_shows_slim_drawings(
    chromium: Any, tmp_path: Path
) -> None:
    make_run(tmp_path)
    call(tmp_path, "report", "run", "cup", "-o", "cup.html", "-q")
    shows_one_drawing_of_each_chart(chromium, tmp_path / "cup.html")


@pytest.mark.full
def test_the_costliest_decision_of_a_run_leads_to_its_ply(chromium: Any, site: Path) -> None:
    with visited(chromium, site / "runs" / "cup" / "index.html") as visit:
        link = visit.page.locator("#points a[href*='#p']").first
        number = int(link.text_content() or 0)
        link.click()
        visit.page.wait_for_url("**/matches/cup/*")
        at, last = map(int, re.findall(r"\d+", visit.text(".now"))[:2])
        # Who decides not to call after the last move has no entry.
        assert at == min(number, last)
        is_quiet_and_fits(visit)


@pytest.mark.full
@pytest.mark.parametrize("page", PAGES)
def test_every_page_on_a_phone_is_quiet_fits_and_shows_slim_drawings(
    chromium: Any, site: Path, page: str
) -> None:
    shows_one_drawing_of_each_chart(chromium, site / page)


def shows_one_drawing_of_each_chart(chromium: Any, page: Path) -> None:
    """The page fits a telephone; of the two drawings of a chart, the window decides."""
    with visited(chromium, page, viewport=PHONE) as visit:
        is_quiet_and_fits(visit)
        visit.page.evaluate(
            "document.querySelectorAll('details').forEach((one) => one.open = true)"
        )
        assert visit.overflow() == 0
        assert visit.page.locator("h1").count() == 1
        slim, broad = (visit.page.locator(f".plotted .{kind}") for kind in ("slim", "broad"))
        assert slim.count() == broad.count()
        assert all(one.is_visible() for one in slim.all())
        assert not any(one.is_visible() for one in broad.all())
        visit.page.set_viewport_size({"width": 1100, "height": 800})
        assert all(one.is_visible() for one in broad.all())
        assert not any(one.is_visible() for one in slim.all())


@pytest.mark.full
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(chromium: Any, site: Path, page: str, scheme: str) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed")
    for viewport in (PHONE, {"width": 1100, "height": 800}):
        with visited(chromium, site / page, viewport=viewport, color_scheme=scheme) as visit:
            is_quiet_and_fits(visit)
            assert visit.serious() == []


@pytest.mark.full
@pytest.mark.parametrize("page", PAGES)
def test_paper_is_as_wide_as_every_page(chromium: Any, site: Path, page: str) -> None:
    with visited(chromium, site / page, viewport={"width": 680, "height": 960}) as visit:
        visit.page.emulate_media(media="print")
        is_quiet_and_fits(visit)


def test_the_search_box_finds_players_events_and_matches(chromium: Any, site: Path) -> None:
    """The index is loaded when somebody goes to the box, also from a page that is a file."""
    with visited(chromium, site / "events" / "autumn-league" / "index.html") as visit:
        assert visit.page.evaluate("window.found === undefined")
        visit.page.fill(".find input", "mei")
        visit.page.wait_for_selector(".find li")
        assert visit.texts(".find li")[0] == "Mei Player"
        visit.page.fill(".find input", "ken aiko")
        assert "Autumn <League>" in visit.texts(".find li")[0]
        visit.page.fill(".find input", "cup/3")
        assert visit.texts(".find li") == ["cup/3 Match"]
        visit.press("ArrowDown", "Enter")
        visit.page.wait_for_url("**/matches/cup/3.html")
        is_quiet_and_fits(visit)


def test_a_table_is_sorted_by_the_head_that_is_chosen(chromium: Any, site: Path) -> None:
    with visited(chromium, site / "events" / "autumn-league" / "index.html") as visit:
        table = visit.page.locator("#standings table").first
        names = "#standings table:first-of-type tbody th"
        before = visit.texts(names)
        head = table.locator("thead th").nth(1)
        head.locator("button").click()
        assert head.get_attribute("aria-sort") == "ascending"
        shown = table.locator("tbody th").all_text_contents()
        assert shown == sorted(shown)
        points = table.locator("thead th").nth(2)
        points.locator("button").click()
        assert head.get_attribute("aria-sort") is None
        numbers = [float(one) for one in table.locator("tbody td:nth-child(3)").all_text_contents()]
        assert numbers == sorted(numbers, reverse=True)
        table.locator("thead th").nth(0).locator("button").click()
        assert table.locator("tbody th").all_text_contents() == before[: len(numbers)]
        is_quiet_and_fits(visit)


def test_columns_without_room_stand_under_the_row_on_a_phone(chromium: Any, site: Path) -> None:
    """With their heads, and the table is still one for who cannot see it."""
    event = site / "events" / "autumn-league" / "index.html"
    with visited(chromium, event, viewport=PHONE) as visit:
        row = visit.page.locator("#standings tbody tr").first
        who, under = row.locator("th").bounding_box(), row.locator(".minor").first.bounding_box()
        assert who
        assert under
        assert under["y"] >= who["y"] + who["height"] - 1
        assert under["x"] < who["x"] + who["width"]
        label = (
            "getComputedStyle(document.querySelector('#standings td.minor'), '::before').content"
        )
        assert visit.page.evaluate(label).startswith('"R1')
        told = visit.page.locator("#standings table").first.aria_snapshot()
        assert 'rowheader "' in told
        assert 'cell "R1 ' in told
        assert visit.overflow() == 0
        visit.page.set_viewport_size({"width": 1100, "height": 800})
        assert 'columnheader "R1"' in visit.page.locator("#standings table").first.aria_snapshot()
