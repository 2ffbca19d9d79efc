"""The page of all parts in a browser: each of them is seen, light and dark, in both languages."""

from typing import Any

import pytest

from tests.browser.chromium import visited
from tests.docs.components import FILE, PARTS

LOADED = "[...document.querySelectorAll('iframe')].every((one) => one.style.height)"
SEEN = """[...document.querySelectorAll("iframe")].map(
    ({ title, dataset, contentDocument: inside }) =>
    [title, inside.querySelector(dataset.show).getBoundingClientRect().height,
     getComputedStyle(inside.body).backgroundColor])"""
PAPER = {"light": "rgb(247, 246, 241)", "dark": "rgb(19, 21, 23)"}


@pytest.mark.full
def test_every_part_is_seen_light_and_dark(chromium: Any) -> None:
    with visited(chromium, FILE, viewport={"width": 1680, "height": 30_000}) as visit:
        visit.page.wait_for_function(LOADED)
        seen = visit.page.evaluate(SEEN)
        assert len(seen) == len(PARTS) * 4
        for name, height, paper in seen:
            assert height > 10, name
            # The wall is dark for everybody.
            assert name.startswith("Wall") or paper == PAPER[name.rpartition(" ")[2]], name
        assert visit.messages == []
