"""The docs as a site in a browser: its search in both languages, and its width on a telephone."""

from importlib.util import find_spec
from mimetypes import guess_type
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from tests.browser.chromium import Visit
from tests.docs.test_docs_site import build

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(find_spec("material") is None, reason="the extra 'docs' is not installed"),
]


ADDRESS = "http://docs.example/"
"""Where the site is for the browser, whose requests are answered from the folder."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site."""
    folder = tmp_path_factory.mktemp("site")
    build(folder)
    return folder


READY = {"": "Type to start searching", "ja/": "検索キーワードを入力してください"}
"""What the search says once it has its index."""


def opened(chromium: Any, site: Path, place: str, width: int) -> Visit:
    """A page of the site, with what it asks of other servers."""
    visit = Visit(chromium.new_context(viewport={"width": width, "height": 800}).new_page())

    def answer(route: Any) -> None:
        url = urlsplit(route.request.url)
        file = site / unquote(url.path).lstrip("/")
        if url.netloc != urlsplit(ADDRESS).netloc:
            visit.requests.append(route.request.url)
        file = file / "index.html" if file.is_dir() else file
        route.fulfill(body=file.read_bytes(), content_type=guess_type(file.name)[0])

    visit.page.context.route("**/*", answer)
    visit.page.on("pageerror", lambda error: visit.messages.append(str(error)))
    visit.page.goto(ADDRESS + place)
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
    chromium: Any, site: Path, part: str, asked: str, page: str
) -> None:
    visit = opened(chromium, site, part, 1280)
    visit.page.keyboard.press("f")  # opens the search
    visit.page.get_by_text(READY[part]).wait_for()
    # An input method may enter words without any key.
    typed = visit.page.keyboard.insert_text if part else visit.page.keyboard.type
    typed(asked)
    visit.page.wait_for_selector(f".md-search-result__link[href*='{page}']")
    assert (visit.requests, visit.messages) == ([], [])
    visit.page.context.close()


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(
    "page", ["index", "reference/cli", "engines/diams/RULES", "ja/index", "ja/tutorial-event"]
)
def test_pages_fit_their_window(chromium: Any, site: Path, page: str, width: int) -> None:
    visit = opened(chromium, site, f"{page}.html", width)
    assert visit.overflow() == 0
    visit.page.context.close()
