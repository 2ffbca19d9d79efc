"""Cards that the recorder believed to have seen: `7?`, `CV?`. They are checked as if certain."""

import re

_BELIEVED = re.compile(r"(?<=[0-9*])\?|(?<=[A-Z][A-Z])\?")


_DOUBTED = re.compile(r"[A-Za-z]?[0-9]+\*?\?|\b[A-Z][A-Z]\?")


def doubted(text: str) -> str:
    """Canonical action text with every believed card taken as unknown."""
    return _DOUBTED.sub("?", text) if "?" in text else text


def believed(text: str) -> str:
    """Canonical action text with every believed card taken as known."""
    return _BELIEVED.sub("", text) if "?" in text else text
