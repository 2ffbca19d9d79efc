"""One web page: its frame, its style, its script and the policy that forbids everything else.

Names, comments and texts of bots come from anybody. Templates escape every value, and the content
security policy of a page allows only its own style and its own script, named by their digests.
"""

import base64
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from engines.messages import Message, Sentence, say
from tourney.pictures.look import PAGE_STYLE

STYLE: Final = "style.css"
"""The style sheet of every page."""
SITE_STYLE: Final = "site.css"
"""That of menus, lists and facts, which the page of a single replay does not have."""
CHART_STYLE: Final = "charts.css"
"""The rules for charts in a page; those of their colours come from the room that draws them."""

SCRIPT_BLANKS: Final = re.compile(
    r"""("[^"]*"|`[^`]*`|(?<=[(&=] )/(?! ).+?/|(?<=\()/(?! ).+?/)| *([][=<>!&|?:,;{}()+*-]) *"""
)
"""Strings and patterns of a script, which stay, or a sign, which needs no blanks around it."""


@dataclass(frozen=True, slots=True)
class Page:
    """What the frame of a page needs; `styles` and `scripts` are files of the templates folder.

    `window` is the title of the window, if it differs from the heading of the page.
    """

    title: str
    description: str
    lang: str
    styles: tuple[str, ...] = (STYLE, SITE_STYLE)
    scripts: tuple[str, ...] = ()
    window: str = ""


def render(template: str, page: Page, **values: Any) -> str:
    """The text of a page: a template that extends `base.html`, filled in."""
    return (
        _environment(page.lang)
        .get_template(template)
        .render(
            page=page,
            policy=_policy(page.styles, page.scripts),
            style=Markup(_joined(page.styles)),
            script=Markup(_joined(page.scripts)),
            **values,
        )
    )


def part(template: str, lang: str, **values: Any) -> Markup:
    """A part of a page: a template of its own, filled in."""
    return Markup(_environment(lang).get_template(template).render(**values))


@cache
def source(name: str) -> str:
    """The text of a file of the templates folder."""
    return files("tourney.reports").joinpath("templates", name).read_text("utf-8")


@cache
def _environment(lang: str) -> Environment:
    environment = Environment(
        loader=PackageLoader("tourney.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["say"] = lambda said, **arguments: _said(said, lang, arguments)
    return environment


def _said(said: str | Sentence | Message, lang: str, arguments: dict[str, Any]) -> str:
    """A message, or the one with this code, in the language of the page."""
    if isinstance(said, Message):
        return said.text(lang)
    return say(said if isinstance(said, str) else said.code, **arguments).text(lang)


@cache
def _joined(names: tuple[str, ...]) -> str:
    """The files one after the other, without comments, indentation and blanks for the eye."""
    return "".join(map(_compact, names))


def _compact(name: str) -> str:
    text = source(name) + (PAGE_STYLE if name == CHART_STYLE else "")
    if name.endswith(".css"):
        return re.sub(r"\s*([{};])\s*|(?<=[:,]) ", r"\1", text).replace(";}", "}")
    lines = map(str.strip, text.splitlines())
    kept = "".join(f"{line}\n" for line in lines if line and not line.startswith("//"))
    return SCRIPT_BLANKS.sub(lambda found: found[1] or found[2], kept)


@cache
def _policy(styles: tuple[str, ...], scripts: tuple[str, ...]) -> str:
    """The content security policy: nothing from outside, and no style or script but the page's."""
    parts = ["default-src 'none'", "img-src data:", "base-uri 'none'", "form-action 'none'"]
    parts.append(f"style-src {_digest(_joined(styles))}")
    if scripts:
        parts.append(f"script-src {_digest(_joined(scripts))}")
    return "; ".join(parts)


@cache
def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
