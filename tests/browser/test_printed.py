"""Paper of a round, printed by a browser: how many pages, and nothing that is cut off."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from engines.messages import LANGUAGES
from tests.browser.chromium import visited
from tests.render.test_paper import sheet
from tourney.render.paper import WallEntry, WallList, slips_page, wall_page

pytestmark = pytest.mark.slow

TOO_LONG = "W" * 60
CUT = """[...document.querySelectorAll(".signed, .names li b")].filter(one => {
  const all = one.closest(".slip, .wall").getBoundingClientRect();
  const own = one.getBoundingClientRect();
  return own.bottom > all.bottom || own.right > all.right;
}).length"""
"""How many signatures and tables are outside of their slip or list."""


def printed(chromium: Any, folder: Path, pieces: Iterable[str]) -> list[int]:
    """The pages that a page takes on A4 and on Letter."""
    file = folder / "paper.html"
    file.write_text("".join(pieces), "utf-8")
    counts: list[int] = []
    with visited(chromium, file) as visit:
        for paper in ("a4", "letter"):
            visit.page.check(f"#{paper}")
            pdf = visit.page.pdf(prefer_css_page_size=True)
            counts.append(len(re.findall(rb"/Type /Page\b", pdf)))
            assert visit.page.evaluate(CUT) == 0
        assert visit.requests == []
    return counts


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("seats", "pages"), [(4, 1), (5, 2)])
def test_five_tables_of_diamonds_fit_on_one_or_two_pages_of_slips(
    chromium: Any, tmp_path: Path, seats: int, pages: int, lang: str
) -> None:
    tables = [sheet("diamonds", players=(TOO_LONG,) * seats)] * 5
    assert printed(chromium, tmp_path, slips_page(tables, lang)) == [pages, pages]


@pytest.mark.parametrize("name", ["Ann", "Maximilian von Habsburg", TOO_LONG, "山田 花子"])
def test_sixty_people_find_their_table_on_one_page(
    chromium: Any, tmp_path: Path, name: str
) -> None:
    entries = [WallEntry(f"{name} {number}", str(number), 0) for number in range(60)]
    wall = WallList({"event": "Autumn League", "round": "3"}, entries)
    assert printed(chromium, tmp_path, wall_page(wall, "en")) == [1, 1]
