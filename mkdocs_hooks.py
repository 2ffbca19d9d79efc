"""What the site has beyond docs/: its navigation, and files elsewhere to which pages lead.

Pages link to each other as files of the checkout, which is right on a forge and in an editor. The
site has two parts, English and Japanese, each with a search of its own language. A file outside of
docs/ to which a page leads, such as the rules of a game, becomes part of the site.
"""

import html
import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent
FENCE = re.compile(r"(^ *```[^\n]*\n.*?^ *```$)", re.MULTILINE | re.DOTALL)
INFO = re.compile(r"^( *```\w+)[^\n]*")
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
SWITCH = re.compile(r"\A(\[[^\]]+\]\([^)]+\))\n\n(# [^\n]+\n)")
"""The link to the other language, which stands before the title."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The navigation is the index: a heading is a section, a link a page."""
    index = Path(config.docs_dir, "index.md")
    begin, *parts = re.split(r"^## ", index.read_text("utf-8"), flags=re.MULTILINE)
    nav: list[Any] = [{re.findall(r"^# (.+)", begin, re.MULTILINE)[0]: "index.md"}]
    seen = {index}
    for part in parts:
        heading, _, text = part.partition("\n")
        pages: list[Any] = []
        for name, path in targets(index, text):
            here = part_of(path) == config.theme["language"]
            if path.suffix == ".md" and here and path not in seen:
                seen.add(path)
                pages.append({name[0].upper() + name[1:]: uri_of(path)})
        nav.append({heading: pages})
    config.nav = nav
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files outside of docs/ to which pages lead, and those to which these lead."""
    folder = ROOT_OF[config.theme["language"]]
    unread = [folder / file.src_uri for file in files.documentation_pages()]
    while unread:
        page = unread.pop()
        for _, path in targets(page, FENCE.sub("", page.read_text("utf-8"))):
            uri = uri_of(path)
            here = part_of(path) == config.theme["language"]
            if here and path.is_file() and files.get_file_from_path(uri) is None:
                files.append(File.generated(config, uri, abs_src_path=str(path)))
                if path.suffix == ".md":
                    unread.append(path)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let each link lead to the place of its file on the site."""
    assert page.file.abs_src_path
    source = Path(page.file.abs_src_path)
    here = config.theme["language"]

    def placed(link: re.Match[str]) -> str:
        picture, text, target = link.groups()
        place, mark, anchor = target.partition("#")
        if not place or ":" in place:
            return link[0]
        path = resolved(source, place)
        if path.is_dir():
            return text  # a folder of the checkout
        start = posixpath.dirname(page.file.src_uri)
        if part_of(path) == here:
            return f"{picture}[{text}]({posixpath.relpath(uri_of(path), start)}{mark}{anchor})"
        # In the other part, of which this one knows nothing: test_docs_site.py follows it.
        other = {"en": "../", "ja": "ja/"}[part_of(path)] + uri_of(path)
        url = re.sub(r"\.md$", ".html", posixpath.relpath(other, start))
        if picture:
            return f'<img alt="{html.escape(text)}" src="{url}">'
        return f'<a href="{url}{mark}{anchor}">{text}</a>'

    parts = FENCE.split(SWITCH.sub(r"\2\n\1\n", markdown))
    # What is between fences, and the fences with the name of their language only.
    parts[::2] = [LINK.sub(placed, text) for text in parts[::2]]
    parts[1::2] = [INFO.sub(r"\1", block) for block in parts[1::2]]
    return "".join(parts)


ROOT_OF = {"en": ROOT / "docs", "ja": ROOT / "docs" / "ja"}


def targets(page: Path, text: str) -> Iterator[tuple[str, Path]]:
    """The links of a text to files: what they say, and where they lead."""
    for _, name, target in LINK.findall(text):
        place = target.partition("#")[0]
        if place and ":" not in place:
            yield name, resolved(page, place)


def resolved(page: Path, place: str) -> Path:
    """The file to which a link of a page leads."""
    return Path(os.path.normpath(page.parent / place))


def part_of(path: Path) -> str:
    """The part of the site that has a file."""
    japanese = path.is_relative_to(ROOT_OF["ja"]) or path.name.endswith(".ja.md")
    return "ja" if japanese else "en"


def uri_of(path: Path) -> str:
    """The place of a file in its part; outside of docs/ as in the checkout."""
    folder = ROOT_OF[part_of(path)]
    return path.relative_to(folder if path.is_relative_to(folder) else ROOT).as_posix()
