"""A small club: five recorded matches, one corrected, an event with a plan, and a run of bots."""

import re
import shutil
from collections.abc import Iterator
from contextlib import chdir
from functools import lru_cache
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib
import pytest

from tests.docs.transcripts import ROOT
from tourney.cli.root import main

RECORDS = ("notebook-diamonds", "evening-diams", "notes-diamond-boxes-2", "table-blue-border",
           "table-diamond-boxes")  # fmt: skip
LEAGUE = "Autumn <League>"
RUN = """\
name = "cup"
game = "blue-border"
deals = 2
seed = 1
event = "Autumn <League>"
[bots]
a = "random"
b = "random"
"""
STAGES = "Two Stages"
WEAK = """
class Weak:
    version = "1"

    def start(self, game, seat, *more):
        self.seat = seat

    def choose(self, view, legal):
        return legal[0 if self.seat != 1 else len(legal)]
"""
HREF = re.compile('(?:href|src)="(?!data:)([^"]*)"')
XHTML = "{http://www.w3.org/1999/xhtml}"


def call(folder: Path, *words: str) -> None:
    """Run a command in a folder; it must succeed."""
    with chdir(folder):
        assert main(list(words)) == 0, words


def make_club(folder: Path) -> None:
    """The database of the club."""
    for name in RECORDS:
        shutil.copy(ROOT / "data" / "records" / f"{name}.tmr", folder)
    call(folder, "import", *(f"{name}.tmr" for name in RECORDS), "-q")
    wrong = (folder / "evening-diams.tmr").read_text("utf-8")
    (folder / "right.tmr").write_text(wrong.replace("table: 2", "table: 3"), "utf-8")
    edit = ("match", "edit", "club-2026-11-21/2", "--file", "right.tmr")
    call(folder, *edit, "--reason", "Emi wrote the wrong table", "--yes", "-q")


def make_league(folder: Path) -> None:
    """An event with a plan: two rounds, a no-show, a late entry, a correction."""
    new = ("event", "new", LEAGUE, "--players", "Ken,Mei,Yui,Ren,Aiko,Ono,Tomo,Emi")
    call(folder, *new, "--game", "diamonds", "--sizes", "3-5", "--rounds", "2", "--seed", "7", "-q")
    call(folder, "event", "pair", "--pods", "Ken,Mei,Yui,Ren;Aiko,Ono,Tomo,Emi", "-q")
    call(folder, "match", "result", "r1/t1", "Ken=41", "Mei=38", "Yui=38", "Ren=20", "-q")
    call(folder, "event", "no-show", "Tomo", "-q")
    call(folder, "match", "result", "r1/t2", "Aiko=6", "Ono=5", "Emi=4", "-q")
    call(folder, "event", "add-player", "Zoe", "-q")
    call(folder, "event", "pair", "--pods", "Ken,Aiko,Mei,Zoe;Ono,Yui,Ren,Emi", "-q")
    call(folder, "match", "result", "r2/t1", "Ken=3", "Aiko=4", "Mei=5", "Zoe=6", "-q")
    fix = ("match", "result", "r1/t2", "Aiko=0", "--reason", "Emi misread it", "--yes", "-q")
    call(folder, *fix)


def make_stages(folder: Path) -> None:
    """An event with a group stage and a final, both with results."""
    new = ("event", "new", STAGES, "--players", "Kei,Lou,Max,Nao", "--sizes", "4", "--rounds", "1")
    call(folder, *new, "--game", "diamonds", "--schedule", "swiss", "--final", "top3:diams", "-q")
    call(folder, "event", "pair", STAGES, "-q")
    first = ("Kei=41", "Lou=38", "Max=37", "Nao=20")
    call(folder, "match", "result", f"{STAGES}/main/r1/t1", *first, "-q")
    call(folder, "event", "pair", STAGES, "-q")
    call(folder, "match", "result", f"{STAGES}/final/r1/t1", "Kei=7", "Lou=8", "Max=12", "-q")


def make_aborted(folder: Path) -> None:
    """A run in which a bot fails, so that some of its matches have no result."""
    (folder / "weak.py").write_text(WEAK, "utf-8")
    bots = ("--bot", "weak=./weak.py", "--bot", "calm=random")
    more = ("--deals", "3", "--seed", "5", "--on-fault", "abort", "--log", "packed")
    call(folder, "run", "-g", "blue-border", *bots, *more, "--name", "weak-cup", "-q")


def make_run(folder: Path) -> None:
    """A run of eight matches."""
    (folder / "cup.toml").write_text(RUN, "utf-8")
    call(folder, "run", "cup.toml", "-q", "--log", "packed")


def pages(site: Path) -> list[Path]:
    """All pages of a site."""
    return sorted(site.rglob("*.html"))


def some_pages(site: Path, of_each: int | None) -> list[Path]:
    """The first pages of each kind, all for None; one rule book shows how all are made."""
    kinds: dict[str, list[Path]] = {}
    for page in pages(site):
        kind = page.relative_to(site).parts[0] + str("sheets" in page.name)
        kinds.setdefault("game" if kind.startswith("games") else kind, []).append(page)
    first = [page for found in kinds.values() for page in found[:of_each]]
    return [page for page in first if of_each is None or "games" not in page.parts] + [
        site / "games" / "diamonds.html"
    ]


def content(site: Path) -> dict[str, bytes]:
    """All files of a site."""
    files = (path for path in site.rglob("*") if path.is_file())
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in files}


@lru_cache(maxsize=16)
def parsed(page: str) -> Element:
    """A page, which must be valid."""
    return html5lib.HTMLParser(strict=True).parse(page)


def tables(page: str) -> Iterator[tuple[str, list[list[str]]]]:
    """The caption and the rows of every table, the heads first."""
    for table in parsed(page).iter(f"{XHTML}table"):
        caption = "".join(next(table.iter(f"{XHTML}caption"), table).itertext())
        yield caption, rows_of(table)


def rows_of(table: Element) -> list[list[str]]:
    """The texts of the cells of a table."""
    return [["".join(cell.itertext()) for cell in row] for row in table.iter(f"{XHTML}tr")]


def told(folder: Path, capfd: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command writes to stdout."""
    capfd.readouterr()
    with chdir(folder):
        assert main(list(words)) == 0
    return capfd.readouterr().out


def told_rows(folder: Path, capfd: pytest.CaptureFixture[str], *words: str) -> list[list[str]]:
    """The rows of a table that a command writes."""
    text = told(folder, capfd, *words, "--format", "html")
    ((_, rows),) = tables(f"<!doctype html><title>x</title>{text}")
    return [[cell.strip() for cell in row] for row in rows]
