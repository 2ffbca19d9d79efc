"""The page of all parts shows the parts, colours and sizes that pages have today."""

import json
import re
from typing import Any

import pytest

from tests.docs.components import (
    FILE,
    LANGS,
    PARTS,
    ROLES,
    SHEETS,
    SIZES,
    TEXT,
    all_roles,
    contrast,
    page,
)
from tourney.reports.content import source

ONE = re.compile(r"(?:#|\.)?[\w-]+")
SIZE = re.compile(r"font(?:-size)?:[^;}]*?(?<![\d.])([\d.]+)rem")
PRINTED = 12
"""The size of a record on paper."""


def embedded() -> Any:
    """The pages that the page contains, and the style sheets and scripts that they share."""
    found = re.search(
        r'<script type="application/json">\n(.*?)\n</script>', FILE.read_text("utf-8"), re.DOTALL
    )
    assert found
    return json.loads(found[1])


@pytest.mark.full
def test_the_page_is_what_the_program_makes() -> None:
    assert FILE.read_text("utf-8") == page(), "run make docs"


def test_every_colour_has_a_meaning_and_text_can_be_read() -> None:
    known = all_roles()
    assert set(known) == set(ROLES)
    text = FILE.read_text("utf-8")
    for role in known.values():
        assert {role.light, role.dark} <= set(re.findall(r"</span> (#\w+)</td>", text)), role
    for scheme in ("light", "dark"):
        for name in TEXT:
            for below in ("paper", "card"):
                found = contrast(getattr(known[name], scheme), getattr(known[below], scheme))
                assert found >= 4.5, (name, below, scheme)


def test_contrast_is_that_of_the_examples_of_wcag() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_every_part_is_on_a_page_in_both_languages() -> None:
    text, pages = FILE.read_text("utf-8"), embedded()["pages"]
    for one in PARTS:
        for lang in LANGS:
            assert (
                f'title="{one.name.replace("&", "&amp;").replace(chr(39), "&#x27;")}, {lang}, dark"'
                in text
            )
            for selector in one.selectors.split(", "):
                word = ONE.findall(selector)[-1]
                wanted = rf"<{word}\b" if word.isalnum() else rf"(?:class|id)=[^>]*\b{word[1:]}\b"
                assert re.search(wanted, pages[f"{one.page}-{lang}"]), (one, lang)


def test_the_style_sheets_of_the_page_are_those_of_the_program() -> None:
    """A rule of each sheet is in the page; all of them, where the test above runs."""
    shared = "".join(embedded()["shared"])
    for name in ("style.css", "panels.css", "replay.css", "judgement.css", "find.css"):
        plain = re.sub(r"/\*.*?\*/", "", source(name), flags=re.DOTALL)
        compact = re.sub(r"\s*([{};>*])\s*|(?<=[:,]) ", r"\1", plain).replace(";}", "}")
        assert compact.strip() in shared, f"{name}: run make docs"


def test_type_has_six_sizes() -> None:
    """Those of the wall, which is read from far away, are its own."""
    for sheet in SHEETS:
        for line in sheet.read_text("utf-8").splitlines():
            if not re.search(r"\.(wall|now|clock|code)\b", line):
                used = {float(size) * 16 for size in SIZE.findall(line)}
                assert used <= {*SIZES, PRINTED}, (sheet.name, line)
