"""The docs as a site: every page can be reached, no link is dead, no other server is asked."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import html5lib
import pytest

from tests.docs.transcripts import ROOT

pytestmark = [
    pytest.mark.full,  # `make check` runs it too
    pytest.mark.skipif(find_spec("material") is None, reason="the extra 'docs' is not installed"),
]
LANGUAGES = {"mkdocs.yml": "", "mkdocs.ja.yml": "ja"}


def build(folder: Path) -> None:
    """Both parts of the site; a warning of mkdocs is an error."""
    for config, part in LANGUAGES.items():
        asked = ["--strict", "-f", str(ROOT / config), "-d", str(folder / part)]
        done = subprocess.run(
            [sys.executable, "-m", "mkdocs", "build", *asked],
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, "WARNING" in done.stderr) == (0, False), done.stderr


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build(folder)
    return folder


def elements(page: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """The elements of a page with their attributes."""
    tree = html5lib.parse(page.read_text("utf-8"), namespaceHTMLElements=False)
    for element in tree.iter():
        if isinstance(element.tag, str):
            yield element.tag, element.attrib


def test_every_page_can_be_reached_and_no_link_is_dead(site: Path) -> None:
    unread, ids, wanted = [site / "index.html"], {}, []
    while unread:
        page = unread.pop()
        if page in ids:
            continue
        found = list(elements(page))
        ids[page] = {attributes["id"] for _, attributes in found if "id" in attributes}
        for tag, attributes in found:
            url = urlsplit(attributes.get("href", attributes.get("src", "")))
            if url.scheme or url.netloc or tag == "link":
                continue
            target = Path(os.path.normpath(page.parent / unquote(url.path))) if url.path else page
            target = target / "index.html" if target.is_dir() else target
            wanted.append((page, target, unquote(url.fragment)))
            if target.suffix == ".html" and target.is_file():
                unread.append(target)
    assert [(page, to) for page, to, _ in wanted if not to.is_file()] == []
    dead = [
        (page.name, to.name, name)
        for page, to, name in wanted
        if name not in {"", *ids.get(to, ())}
    ]
    assert [one for one in dead if not one[2].startswith("__")] == []  # places of the theme
    pages = {page for page in site.rglob("*.html") if page.name != "404.html"}
    assert pages - set(ids) == set()
    assert len(pages) > len(list((ROOT / "docs").rglob("*.md")))  # the rules, the changelog …


def test_no_page_asks_another_server_for_anything(site: Path) -> None:
    asking = {
        url
        for page in site.rglob("*.html")
        for tag, attributes in elements(page)
        if tag in {"link", "script", "img", "iframe", "source"}
        for url in (attributes.get("href", ""), attributes.get("src", ""))
        if urlsplit(url).netloc
    }
    assert asking == set()
    styles = "".join(path.read_text("utf-8") for path in site.rglob("*.css"))
    assert re.findall(r"url\(['\"]?(?:https?:)?//[^)]*", styles) == []


def test_pages_say_their_language(site: Path) -> None:
    for page in site.rglob("*.html"):
        japanese = page.is_relative_to(site / "ja")
        assert f'<html lang="{"ja" if japanese else "en"}"' in page.read_text("utf-8"), page


def test_a_page_that_the_index_does_not_name_is_an_error(tmp_path: Path) -> None:
    for name in ("mkdocs.yml", "mkdocs_hooks.py"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Title\n\n## Part\n\n* [One](one.md)\n")
    (tmp_path / "docs" / "one.md").write_text("# One\n\n[nowhere](two.md)\n")
    (tmp_path / "docs" / "three.md").write_text("# Three\n")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(tmp_path / "mkdocs.yml")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "three.md" in done.stderr
    assert "two.md" in done.stderr
