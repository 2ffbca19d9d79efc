"""Names and comments from anybody: nothing runs, nothing leaves the folder."""

import html
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.reports.sites import HREF, XHTML, call, content, pages, parsed, some_pages

NAMES = ("<script>alert(1)</script>", "\" onload=alert(2) x=\"", "javascript:alert(3)",
         "../../../etc/passwd", "\u202eevil\u202c", "=HYPERLINK(1)", "あいこ", "AIKO",
         "aiko")  # fmt: skip
EVENTS = (
    "../../outside",
    "..",
    "<b>bold</b>",
    "a/b",
    "a b",
    "A-B",
    "x" * 200,
    "秋 & 冬",
    "index",
)
RECORD = """\
match: {id}
game: blue-border
event: {event}
round: 1
table: ../{number}
date: 2026-11-14
x-note: </pre><script>alert(4)</script>
seat A: {a}
seat B: {b}
seat C: {c}

result: A 7, B 3, C 2
rank: A > B > C
status: complete
# </main><img src=x onerror=alert(5)> https://evil.example/ {long}
"""
IDS = (
    "../../outside/1",
    "/etc/1",
    "a//b",
    "a/./b",
    "CON",
    "a/con/b",
    "<i>",
    "%2e%2e/x",
    "z.html/1",
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder within another one, with a site from hostile records."""
    outer = tmp_path_factory.mktemp("outer")
    folder = outer / "folder"
    folder.mkdir()
    texts = []
    for number, (event, name) in enumerate(zip(EVENTS, IDS, strict=True)):
        who = [NAMES[(number + more) % len(NAMES)] for more in range(3)]
        seats = dict(zip("abc", who, strict=True))
        texts.append(
            RECORD.format(
                id=name,
                event=event,
                number=number,
                long="y" * (10_000 if number == 0 else 1),
                **seats,
            )
        )
    (folder / "all.tmr").write_text("\n".join(texts), "utf-8")
    call(folder, "import", "all.tmr", "-q", "--on-similar", "new")
    call(folder, "report", "site", "-o", "public", "-q", "--title", "<b>Club</b>")
    return folder


def test_nothing_is_written_outside_of_the_folder(place: Path) -> None:
    assert {path.name for path in place.parent.iterdir()} == {"folder"}
    assert {path.name for path in place.iterdir()} == {"all.tmr", "tourney.db", "public"}
    assert len(list((place / "public" / "events").iterdir())) == len(EVENTS)
    matches = [page for page in pages(place / "public") if "matches" in page.parts]
    assert len(matches) == len(IDS)
    assert len(list((place / "public" / "players").glob("*.html"))) == len(NAMES) + 1


@pytest.mark.parametrize("of_each", [2, pytest.param(None, marks=pytest.mark.full)])
def test_nothing_runs_and_nothing_is_loaded(place: Path, of_each: int | None) -> None:
    for page in some_pages(place / "public", of_each):
        if "games" in page.parts or "sheets-" in page.name:
            continue
        tree = parsed(page.read_text("utf-8"))
        tags = {element.tag for element in tree.iter()}
        assert not tags & {XHTML + tag for tag in ("img", "iframe", "object")}
        runs = [one for one in tree.iter(f"{XHTML}script") if one.get("type") is None]
        assert len(runs) == 1  # the one that the policy names
        for element in tree.iter():
            assert not {name for name in element.keys() if name.startswith("on")}  # noqa: SIM118


def test_every_link_stays_in_the_site(place: Path) -> None:
    root = (place / "public").resolve()
    for page in pages(place / "public"):
        for link in {html.unescape(link) for link in HREF.findall(page.read_text("utf-8"))}:
            if "games" in page.parts or link.startswith("#"):
                continue
            target = (page.parent / unquote(link.partition("#")[0])).resolve()
            assert target.is_file(), (page, link)
            assert target.is_relative_to(root)


def test_no_cell_of_the_data_is_a_formula(place: Path) -> None:
    for path, data in content(place / "public").items():
        if path.endswith(".csv"):
            assert b"\n=" not in data
            assert b",=" not in data
