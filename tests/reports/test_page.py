"""The frame of a page: everything but its own style and script is forbidden."""

import base64
import hashlib
import re

import html5lib
import pytest

from tourney.reports.content import Page, render, source


def frame(title: str) -> str:
    return render("base.html", Page(title, "What it shows", "en"))


def test_the_page_is_valid_and_hostile_titles_stay_text() -> None:
    text = frame("</title><script>alert(1)</script>")
    html5lib.HTMLParser(strict=True).parse(text)
    assert "<script" not in text


def test_the_policy_names_the_digest_of_the_style_and_allows_nothing_else() -> None:
    text = frame("Evening")
    style = re.search("<style>(.*)</style>", text, re.DOTALL)
    policy = re.search('Content-Security-Policy" content="([^"]*)"', text)
    assert style
    assert policy
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in policy[1]
    assert policy[1].startswith("default-src 'none'")
    assert "script-src" not in policy[1]


AA = 4.5
"""The contrast that WCAG 2.2 (1.4.3, level AA) wants of text of normal size."""
TEXTS = ("ink", "soft", "link", "good", "odd", "bad", "mark")


def luminance(color: str) -> float:
    """The relative luminance of `#rgb` or `#rrggbb`, as WCAG 2.2 defines it."""
    digits = color.lstrip("#")
    digits = "".join(2 * one for one in digits) if len(digits) == 3 else digits
    channels = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_computed_as_in_the_examples_of_wcag() -> None:
    assert contrast("#fff", "#000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_texts_have_enough_contrast_in_light_dark_and_print() -> None:
    roots = re.findall(":root {(.*?)}", source("style.css"), re.DOTALL)
    assert len(roots) == 3
    colors: dict[str, str] = {}
    for root in (roots[0], roots[1], roots[0] + roots[2]):
        colors |= dict(re.findall("--([a-z]+): (#[0-9a-f]+)", root))
        poor = {
            (text, ground): contrast(colors[text], colors[ground])
            for text in TEXTS
            for ground in ("paper", "shade")
            if contrast(colors[text], colors[ground]) < AA
        }
        assert poor == {}
