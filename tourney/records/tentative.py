"""Tentative cards, which the recorder was not sure of: `7?`, `CV?`."""

import re

_QUESTION_MARK = re.compile(r"(?<=[0-9*])\?|(?<=[A-Z][A-Z])\?")
_TENTATIVE = re.compile(r"(?<![0-9])[A-Za-z]?[0-9]+\*?\?|\b[A-Z][A-Z]\?")
_GROUPS = re.compile(r"(?:[0-9]+|\?)x[0-9]+\*?\??(?: (?:[0-9]+|\?)x[0-9]+\*?\??)*")


def with_unknown(text: str) -> str:
    """Canonical action text with every tentative card as an unknown card."""
    return _TENTATIVE.sub("?", _GROUPS.sub(_unknown_groups, text)) if "?" in text else text


def _unknown_groups(found: re.Match[str]) -> str:
    """`5x3 7x2?` as `5x3 ?x2`."""
    words = found[0].split()
    unknown = [word for word in words if "?" in word]
    count = sum(int(word.strip("?").partition("x")[2].strip("*")) for word in unknown)
    known = [word for word in words if "?" not in word]
    return " ".join((*known, *([f"?x{count}"] if count else [])))


def as_certain(text: str) -> str:
    """Canonical action text with every tentative card as a certain one."""
    return _QUESTION_MARK.sub("", text) if "?" in text else text
