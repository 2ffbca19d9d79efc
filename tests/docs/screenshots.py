"""The screenshots of README and docs: real pages in a browser, as small pictures.

python -m tests.docs.screenshots --write     writes them; it needs chromium and takes a minute

They are no part of `make docs`, because every browser draws letters a little differently.
"""

import base64
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.browser.chromium import missing, started
from tests.docs.components import served_pages, site_pages
from tests.docs.transcripts import ROOT
from tests.reports.matches import sample
from tourney.insight.account import Judge
from tourney.insight.match_analysis import analyse
from tourney.records.record_positions import readable
from tourney.reports.replay_page import ReplayOptions, replay_page

FOLDER: Final = ROOT / "docs" / "screenshots"
QUALITY: Final = 70


class Screenshot(NamedTuple):
    """A picture: of which page, at which place of it, how large."""

    name: str
    page: str
    width: int
    height: int
    at: str = ""


SCREENSHOTS: Final = (
    Screenshot("match", "match", 1280, 800, "#p47"),
    Screenshot("event", "event", 1280, 860),
    Screenshot("wall", "wall", 1280, 720),
    Screenshot("table", "reported", 390, 760),
)


def pages(folder: Path) -> Iterator[tuple[str, str]]:
    """The pages by name, in English."""
    for name, made in (("site", site_pages), ("evening", served_pages)):
        (folder / name).mkdir()
        yield from ((page, text) for page, lang, text in made(folder / name) if lang == "en")
    match = sample("evening-diams")
    known = analyse(readable(match), Judge(4), "1", match.name)
    yield "match", replay_page(match, ReplayOptions(analysis=known))


def write() -> None:
    """Draw and write all of them."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        # All pages first: an open browser keeps an event loop running.
        for page, text in pages(folder):
            (folder / f"{page}.html").write_text(text, "utf-8")
        with started() as browser:
            for one in SCREENSHOTS:
                size = {"width": one.width, "height": one.height}
                context = browser.new_context(viewport=size, locale="en")  # type: ignore[arg-type]
                view = context.new_page()
                view.clock.set_fixed_time(datetime(2026, 11, 26, 14, 32))
                view.goto((folder / f"{one.page}.html").as_uri() + one.at)
                view.wait_for_timeout(300)
                view.evaluate("scrollTo(0, 0)")
                asked = {"format": "webp", "quality": QUALITY}
                drawn = context.new_cdp_session(view).send("Page.captureScreenshot", asked)
                (FOLDER / f"{one.name}.webp").write_bytes(base64.b64decode(drawn["data"]))
                context.close()


if __name__ == "__main__":
    if "--write" not in sys.argv:
        sys.exit(__doc__)
    if why := missing():
        sys.exit(why)
    FOLDER.mkdir(exist_ok=True)
    write()
