"""Cards that the recorder believed to have seen: `7?`, `CV?`. They are checked as if certain."""

import re

_BELIEVED = re.compile(r"(?<=[0-9*])\?|(?<=[A-Z][A-Z])\?")
_DOUBTED = re.compile(r"(?<![0-9])[A-Za-z]?[0-9]+\*?\?|\b[A-Z][A-Z]\?")
_GROUPS = re.compile(r"(?:[0-9]+|\?)x[0-9]+\*?\??(?: (?:[0-9]+|\?)x[0-9]+\*?\??)*")


def doubted(text: str) -> str:
    """Canonical action text with every believed card taken as unknown."""
    return _DOUBTED.sub("?", _GROUPS.sub(_doubted_groups, text)) if "?" in text else text


def _doubted_groups(found: re.Match[str]) -> str:
    """`5x3 7x2?` as `5x3 ?x2`."""
    words = found[0].split()
    unknown = [word for word in words if "?" in word]
    count = sum(int(word.strip("?").partition("x")[2].strip("*")) for word in unknown)
    known = [word for word in words if "?" not in word]
    return " ".join((*known, *([f"?x{count}"] if count else [])))


def tentative(text: str) -> str:
    """Canonical action text with every believed card taken as known."""
    return _BELIEVED.sub("", text) if "?" in text else text
