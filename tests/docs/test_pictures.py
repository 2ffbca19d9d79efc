"""The drawings of README and docs are what the program draws."""

import re
from xml.etree import ElementTree

import pytest

from tests.docs.pictures import FOLDER, KINDS, REPLAY, ROOT, outdated

SMALL = 40_000


@pytest.mark.full
def test_pictures_are_what_the_program_draws() -> None:
    assert outdated() == []


def test_pictures_are_small_and_every_page_finds_those_that_it_shows() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {
        REPLAY,
        *(f"{kind}.svg" for kind in KINDS),
    }
    for path in FOLDER.iterdir():
        assert path.stat().st_size < SMALL
        ElementTree.fromstring(path.read_text("utf-8"))
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for place in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", page.read_text("utf-8")):
            assert (page.parent / place).is_file(), (page, place)
