"""Tests whether a string is valid text: command arguments may contain arbitrary bytes."""


def is_text(text: str) -> bool:
    """Whether files and databases can store it: valid UTF-8 without NUL characters."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:  # a surrogate, which represents a byte that is not UTF-8
        return False
    return "\0" not in text
