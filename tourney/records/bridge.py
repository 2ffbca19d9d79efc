"""Texts of games whose messages are not values yet, as messages.

Goes as soon as every game gives messages.
"""

import re

from engines.kit.messages import OVER
from engines.messages import Argument, Message, Player, Sentence

_PART = re.compile(
    r"(?P<count>(?<=only )\d+)"
    r"|(?P<seat>(?<![\w'?])[A-H](?![\w'?]))"
    r"|(?P<quote>'[^']*'|[^\s:;,]*[\d{}?*][^\s:;,]*|\b[A-Z]{2}\b)"
)


def message(text: Message | str) -> Message:
    """A game's message; a text with its seats and its notation as arguments."""
    if isinstance(text, Message):
        return text
    arguments: dict[str, Argument] = {}

    def argument(found: re.Match[str]) -> str:
        name = f"a{len(arguments)}"
        seat = found["seat"]
        arguments[name] = Player("ABCDEFGH".index(seat)) if seat else found[0]
        if found["count"]:
            arguments[name] = int(found[0])
        return f"{{{name}}}"

    template = _PART.sub(argument, text)
    return Sentence("records.bridge", template, template)(**arguments)


def optional(text: Message | str | None) -> Message | None:
    """The same for what may be missing."""
    return message(text) if text else None


def owed(text: Message | str | None) -> Message | None:
    """Who has to do what next; `OVER()` for the empty text of a match that is over."""
    return OVER() if text == "" else optional(text)
