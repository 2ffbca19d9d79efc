"""The screen of an event fits every terminal, and shows everything on its pages."""

import pytest

from tests.examples import usual
from tests.render.scenery import columns
from tourney.render.live_screens import event_pages, event_text
from tourney.render.scenes import Theme, plain
from tourney.render.screen_values import EventPicture
from tourney.render.text_tables import Column, Table

COLUMNS = (Column("table", "", "right", 9), Column("players"), Column("result"))
ROUND = Table(COLUMNS, [(n, f"あいこ{n}, Ben{n}, Chie{n}", "±4.00") for n in range(1, 31)])
STANDINGS = Table(
    (Column("place", "#", "right", 9), Column("player", importance=9), Column("points")),
    [(n, f"Player{n}", 40 - n) for n in range(1, 71)],
)
VIEW = EventPicture(
    "Cup", "main, diams", (("Round 1", ROUND), ("Standings", STANDINGS)), ("q: quit",)
)


@pytest.mark.parametrize("size", usual([(40, 12)], [(40, 12), (80, 24), (120, 30), (200, 60)]))
@pytest.mark.parametrize("wide", usual([True], [True, False]))
def test_pages_fit_the_terminal_and_together_show_every_row(
    size: tuple[int, int], wide: bool
) -> None:
    width, height = size
    theme = Theme(width, wide=wide)
    pages = [plain(page, theme) for page in event_pages(VIEW, theme, height)]
    for page in pages:
        lines = page.splitlines()
        assert len(lines) <= height
        assert max(columns(line) + wide * line.count("±") for line in lines) <= width
        assert lines[0].startswith("Cup")
        assert lines[-1] == "q: quit"
    shown = "\n".join(pages)
    assert all(f"Chie{n}" in shown for n in range(1, 31))
    assert all(f"Player{n}" in shown for n in range(1, 71))


def test_a_small_event_is_one_page_and_its_text_needs_no_terminal() -> None:
    small = EventPicture("Cup", "main", (("Round 1", Table(COLUMNS, [(1, "A, B", None)])),))
    (page,) = event_pages(small, Theme(80, ascii=True), 24)
    assert plain(page, Theme(80, ascii=True)) == plain(event_text(small, Theme(80, ascii=True)),
                                                       Theme(80, ascii=True))  # fmt: skip
