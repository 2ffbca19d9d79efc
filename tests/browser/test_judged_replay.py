"""What a judge says beside a replay, in a browser: marks, the river, hiding, bookmarks, links."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import AXE, Visit, visited
from tests.browser.test_replay import PHONE, everybody, written
from tests.reports.test_judgement import QUICK, case, signs

pytestmark = pytest.mark.slow


def page(folder: Path) -> Path:
    """The page of a judged match; only tests judge it, because that takes a moment."""
    match, analysis = case(*QUICK)
    return written(folder, match, analysis=analysis, **everybody(match))


def marked() -> dict[int, str]:
    """The marks of this match, by the ply."""
    return dict(sorted(signs(case(*QUICK)[1]).items()))


def ply(visit: Visit) -> int:
    return int(visit.text(".now").split()[0])


def is_shown(visit: Visit, selector: str) -> bool:
    return visit.page.locator(selector).first.is_visible()


def test_marks_can_be_stepped_through_and_say_what_was_better(
    chromium: Any, tmp_path: Path
) -> None:
    with visited(chromium, page(tmp_path)) as visit:
        known, found = marked(), list[int]()
        for _ in known:
            visit.press("n")
            found.append(ply(visit))
            if known[found[-1]] == "!":  # the best there was: nothing was lost
                assert visit.text(".remarks").startswith("! ")
                continue
            assert "Cost" in visit.text(".remarks")
            assert re.search(r"\?[?!]? −", visit.text(".verdict"))
        assert found == [*known]
        visit.press("n")
        assert ply(visit) == found[-1]
        visit.press("p")
        assert ply(visit) == found[-2]
        visit.page.locator(".track input").click(position={"x": 1, "y": 30})
        assert ply(visit) < found[0]
        visit.press("d")
        lines = visit.page.locator(".story li:visible").all_text_contents()
        assert 0 < len(lines) < len(visit.texts(".story li"))
        visit.press("d", "End")
        shown = [float(text) for text in visit.texts(".shares b")]
        assert shown == pytest.approx(case(*QUICK)[1].account.result, abs=0.01)
        assert (visit.requests, visit.messages, visit.overflow()) == ([], [], 0)


def test_nothing_that_is_still_to_come_is_shown_until_it_is_reached(
    chromium: Any, tmp_path: Path
) -> None:
    file = page(tmp_path)
    with visited(chromium, file, "#spoilerfree") as visit:
        for hidden in (".account", ".river", ".track", ".chips", ".shares"):
            assert not is_shown(visit, hidden)
        assert "wins" not in visit.text("h1")
        visit.press("End", "n", "ArrowRight", "ArrowRight")
        assert "/" not in visit.text(".now")
        last = ply(visit)
        told = visit.page.locator(".story a:visible").evaluate_all("a => a.map(b => b.hash)")
        assert told
        assert all(int(link.removeprefix("#p")) <= last for link in told)
        visit.page.get_by_role("button", name="Notation").click()
        links = visit.page.locator(".record a:visible").evaluate_all("a => a.map(b => b.id)")
        assert all(int(link.removeprefix("p")) <= last for link in links)
        assert "result:" not in visit.page.locator(".record").inner_text()
        visit.page.goto(file.as_uri())
        assert not is_shown(visit, ".account"), "it is remembered"
        for _ in case(*QUICK)[0].entries:
            visit.press("ArrowRight")
        assert is_shown(visit, ".account")
        visit.page.get_by_role("button", name="Notation").click()
        assert "result:" in visit.page.locator(".record").inner_text()
        visit.press("s", "Home")
        assert is_shown(visit, ".river")
        assert (visit.requests, visit.messages) == ([], [])


def test_bookmarks_stay_and_a_copied_link_leads_to_the_move_as_a_seat_sees_it(
    chromium: Any, tmp_path: Path
) -> None:
    rights, first = {"permissions": ["clipboard-read", "clipboard-write"]}, next(iter(marked()))
    with visited(chromium, page(tmp_path), f"#p{first}", **rights) as visit:
        visit.press("b", "Home", "g")
        assert ply(visit) == first
        visit.page.reload()
        assert visit.text(".kept").strip() == f"⚑{first}"
        visit.page.locator("select").select_option(index=3)
        assert not is_shown(visit, ".river")
        assert not is_shown(visit, ".remarks")
        visit.press("l")
        visit.page.get_by_text("Link copied.").wait_for()
        link = str(visit.page.evaluate("navigator.clipboard.readText()"))
        assert link.endswith(f"#p{first}-B")
        visit.page.goto("about:blank")
        visit.page.goto(link)
        visit.page.wait_for_url(f"**#p{first}")
        assert visit.page.locator("select").evaluate("s => s.selectedIndex") == 3
        assert ply(visit) == first


@pytest.mark.full
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_beside_a_replay(
    chromium: Any, tmp_path: Path, scheme: str
) -> None:
    with visited(chromium, page(tmp_path), color_scheme=scheme, **PHONE) as visit:
        visit.press("n")
        assert visit.overflow() == 0
        if not AXE.is_file():
            pytest.skip("axe-core is not installed")
        assert visit.serious() == []
