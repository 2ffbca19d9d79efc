"""The docs as a site in a browser: its search in both languages, and its width on a telephone."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.browser.chromium import Visit
from tests.docs.test_docs_site import build

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(find_spec("material") is None, reason="the extra 'docs' is not installed"),
]


class Silent(SimpleHTTPRequestHandler):
    """A server of files that writes no log."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """A server that has answered everybody when it is closed."""

    daemon_threads = False


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site, built and served."""
    folder = tmp_path_factory.mktemp("site")
    build(Path(folder))
    server = Server(("127.0.0.1", 0), partial(Silent, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def opened(chromium: Any, address: str, width: int) -> Visit:
    """A page of the site, with what it asks of other servers."""
    visit = Visit(chromium.new_context(viewport={"width": width, "height": 800}).new_page())
    visit.page.on(
        "request",
        lambda request: None if address[:17] in request.url else visit.requests.append(request.url),
    )
    visit.page.on("pageerror", lambda error: visit.messages.append(str(error)))
    visit.page.goto(address)
    return visit


@pytest.mark.parametrize(
    ("part", "asked", "page"),
    [
        ("", "tie-breaks", "standings"),
        ("", "bubblewrap", "isolation"),
        ("", "DI-R8", "RULES"),
        ("ja/", "座席表", "howto-event"),
        ("ja/", "間違った結果", "howto-afternoon"),
        ("ja/", "金庫破り", "RULES.ja"),
        ("ja/", "参加者の一覧", "howto-event"),
    ],
)
def test_the_search_finds_a_page(
    chromium: Any, address: str, part: str, asked: str, page: str
) -> None:
    visit = opened(chromium, address + part, 1280)
    visit.page.keyboard.press("f")  # opens the search
    visit.page.keyboard.insert_text(asked)
    visit.page.wait_for_selector(".md-search-result__link", timeout=10_000)
    links = visit.page.locator(".md-search-result__link")
    urls = [links.nth(at).get_attribute("href") or "" for at in range(links.count())]
    assert [url for url in urls if page in url]
    assert (visit.requests, visit.messages) == ([], [])
    visit.page.context.close()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(
    "page", ["index", "reference/cli", "engines/diams/RULES", "ja/index", "ja/tutorial-event"]
)
def test_pages_fit_their_window(chromium: Any, address: str, page: str, width: int) -> None:
    visit = opened(chromium, f"{address}{page}.html", width)
    assert visit.overflow() == 0
    visit.page.context.close()
