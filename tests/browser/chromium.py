"""Pages in a real browser: Debian's Chromium, driven by Playwright.

Pages are opened as files. Every other request is stopped and noted, as is everything that the
browser writes to its console.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

PROGRAM: Final = shutil.which("chromium")
FLAGS: Final = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
CACHE: Final = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "tourney-browser"
AXE: Final = CACHE / "node_modules" / "axe-core" / "axe.min.js"
"""The checker of accessibility, where `.ci/run` installs it."""
SERIOUS: Final = ("serious", "critical")


def missing() -> str:
    """Why no browser can be started; "" if one can."""
    if find_spec("playwright") is None:
        return "playwright is not installed"
    return "" if PROGRAM else "chromium is not installed"


@contextmanager
def started() -> Iterator["Browser"]:
    """A browser, closed at the end."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Visit:
    """An open page, what it asked for, and what it wrote to the console."""

    page: "Page"
    requests: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def text(self, selector: str) -> str:
        """The text of the first element that matches."""
        return self.page.locator(selector).first.text_content() or ""

    def texts(self, selector: str) -> list[str]:
        """The texts of all elements that match."""
        return self.page.locator(selector).all_text_contents()

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window."""
        code = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return int(self.page.evaluate(code))

    def serious(self) -> list[str]:
        """What axe-core finds of serious or critical impact."""
        return self.findings(SERIOUS)

    def findings(self, impacts: tuple[str, ...] = ("minor", "moderate", *SERIOUS)) -> list[str]:
        """What axe-core finds."""
        self.page.evaluate(AXE.read_text("utf-8"))
        found: dict[str, Any] = self.page.evaluate("axe.run()")
        return [
            f"{one['id']}: {node['html'][:200]} {node['failureSummary']}"
            for one in found["violations"]
            if one["impact"] in impacts
            for node in one["nodes"]
        ]


@contextmanager
def visited(browser: "Browser", file: Path, ending: str = "", **context: Any) -> Iterator[Visit]:
    """A page opened from a file; `context` are options such as the size of the window."""
    around = browser.new_context(**context)
    try:
        visit = Visit(around.new_page())

        def note(route: "Route") -> None:
            if route.request.url.startswith("file:"):
                route.continue_()
            else:
                visit.requests.append(route.request.url)
                route.abort()

        visit.page.route("**/*", note)
        visit.page.on("console", lambda message: visit.messages.append(message.text))
        visit.page.on("pageerror", lambda error: visit.messages.append(str(error)))
        visit.page.goto(f"{file.as_uri()}{ending}")
        yield visit
    finally:
        around.close()
