"""Other spellings of words in a notation: kana, kanji, signs, missing blanks."""

import re
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Spellings: TypeAlias = Sequence[tuple[re.Pattern[str], str]]
"""Patterns with what replaces them, in the order in which they are applied."""

SIGNS = str.maketrans({"→": "->", "、": " ", "〜": "~", "×": "x", "★": "*", "☆": "*", "※": "*"})


def spellings(pairs: Iterable[tuple[str, str]]) -> Spellings:
    """A table of patterns, which do not depend on case."""
    return tuple((re.compile(pattern, re.IGNORECASE), plain) for pattern, plain in pairs)


def respelled(text: str, table: Spellings) -> str:
    """The text with all spellings replaced, outside of quoted text."""
    if '"' in text:
        quoted = re.split(r'("[^"]*")', text)
        return "".join(p if p[:1] == '"' else respelled(p, table) for p in quoted)
    text = text.translate(SIGNS).replace("->", " -> ")
    for pattern, plain in table:
        text = pattern.sub(plain, text)
    return text
