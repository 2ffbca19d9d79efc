"""The page of a game: its rule book with an anchor for every numbered rule."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from engines.games import GAMES
from engines.messages import say
from tourney.domain.rulebook import START, rulebook
from tourney.reports.content import Cell, PageContent, Trusted
from tourney.reports.page_maker import PageMaker, title_of

_NUMBER: Final = re.compile(r"\b[A-Z]{2,4}[0-9]?-[RQE]\d+[a-z]?\b")
HEADINGS: Final = 2
"""The rule book is below the title of its section, so its headings are so much lower."""
LOWEST: Final = 6


class GamePage(PageMaker):
    """Makes the page of a game."""

    def content(self, name: str) -> PageContent:
        """The rules of a game."""
        title = title_of(name, self.lang)
        words = say("reports.page-about-game", game=title).text(self.lang)
        book = Trusted(rule_book(family_of(name), self.lang))
        section = self.section("rules", say("reports.page-rules"), book)
        trail = [
            Cell(self.text(say("reports.page-games")), self.links.file("games/index.html")),
            Cell(title),
        ]
        return PageContent(title, words, [section], trail)


def family_of(name: str) -> str:
    """The folder of a game in `engines`."""
    return type(GAMES[name]).__module__.split(".")[1]


@cache
def rule_book(family: str, lang: str = "en") -> Markup:
    """The rule book of a family of games as HTML; each rule is the target of `#DI-R12`."""
    text = rulebook(family, lang)
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = _without_title(parser.parse(text))
    _lower_headings(tokens)
    _set_anchors(tokens, text)
    tokens = list(_with_captions(tokens))
    html = parser.renderer.render(tokens, parser.options, {})
    return Markup(f'<div class="rules">{_linked(_in_boxes(html))}</div>')


def _without_title(tokens: list[Token]) -> list[Token]:
    """The book without its first heading, which the page has as its title."""
    return tokens[3:] if tokens and tokens[0].type == "heading_open" else tokens


def _lower_headings(tokens: list[Token]) -> None:
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + HEADINGS - 1, LOWEST)}"


def _set_anchors(tokens: list[Token], text: str) -> None:
    """Give the first block that begins with the number of a rule this number as its id."""
    lines = text.splitlines()
    used: set[str] = set()
    for token in tokens:
        if token.nesting == 1 and token.map and token.type in OPENING:
            found = START.match(lines[token.map[0]])
            if found and found["id"] not in used:
                used.add(found["id"])
                token.attrSet("id", found["id"])
                token.attrJoin("class", "rule")


def _with_captions(tokens: list[Token]) -> Iterator[Token]:
    """The book with a caption in each table: the rule or heading that it belongs to."""
    above = ""
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            above = tokens[at + 1].content
        above = str(token.attrGet("id") or above)
        yield token
        if token.type == "table_open":
            caption = Token("html_block", "", 0)
            caption.content = f"<caption>{escape(above)}</caption>"
            yield caption


OPENING: Final = frozenset({"paragraph_open", "heading_open", "list_item_open", "tr_open"})


def _in_boxes(html: str) -> str:
    """Tables scroll in boxes of their own; their style comes from the page alone."""
    html = html.replace(' style="text-align:right"', ' class="number"')
    html = re.sub(' style="text-align:[a-z]+"', "", html)
    boxed = html.replace("<table>", '<div class="wide" tabindex="0"><table>')
    return boxed.replace("</table>", "</table></div>")


def _linked(html: str) -> str:
    """Numbers of rules in the text lead to these rules, where the page has them."""
    known = set(re.findall(r'id="([^"]+)"', html))

    def link(found: re.Match[str]) -> str:
        number = found[0]
        return f'<a href="#{number}">{number}</a>' if number in known else number

    pieces = re.split(r"(<[^>]*>)", html)
    return "".join(p if p.startswith("<") else _NUMBER.sub(link, p) for p in pieces)
