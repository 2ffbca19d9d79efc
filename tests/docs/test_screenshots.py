"""The screenshots are small, shown somewhere, and told in words to those who cannot see them."""

import re

from tests.docs.screenshots import FOLDER, SCREENSHOTS
from tests.docs.transcripts import ROOT

SMALL = 80_000
SHOWN = re.compile(r"!\[([^\]]*)\]\([^)]*?screenshots/(\w+)\.webp\)")


def test_screenshots_are_small_and_shown_with_words() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{one.name}.webp" for one in SCREENSHOTS}
    for path in FOLDER.iterdir():
        data = path.read_bytes()
        assert data[8:12] == b"WEBP"
        assert len(data) < SMALL, path
    pages = (ROOT / "README.md", *(ROOT / "docs").glob("howto-*.md"))
    shown = [found for page in pages for found in SHOWN.findall(page.read_text("utf-8"))]
    assert {name for _, name in shown} == {one.name for one in SCREENSHOTS}
    assert all(len(words) > 30 for words, _ in shown)
