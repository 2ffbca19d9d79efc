"""The frame of a page: everything but its own style and script is forbidden."""

import base64
import hashlib
import re

import html5lib

from tourney.reports.page import Page, render


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
    assert f"style-src &#39;sha256-{digest}&#39;" in policy[1]
    assert policy[1].startswith("default-src &#39;none&#39;")
    assert "script-src" not in policy[1]
