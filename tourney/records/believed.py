"""Cards that the recorder believed to have seen: `7?`, `CV?`. They are checked as if certain."""

import re

_BELIEVED = re.compile(r"(?<=[0-9*])\?|(?<=[A-Z][A-Z])\?")


def believed(text: str) -> str:
    """Canonical action text with every believed card taken as known."""
    return _BELIEVED.sub("", text) if "?" in text else text
