"""Tests whether a string is valid text, because command arguments may contain arbitrary bytes.

Also hides the password of a URL that is shown.
"""

import re
from typing import Final

_PASSWORD: Final = re.compile(
    r"(://[^:/?#@]*:)(?:[^/?#]*|[^@]*)(?=@)|([?&](?:ssl)?password=)[^&]*", re.IGNORECASE
)
"""An address with `/`, `?` or `#` in its password works, and so this password is found, too."""


def without_password(url: str) -> str:
    """A URL for messages, with asterisks instead of its password; any other text unchanged."""
    if "://" not in url:
        return url
    return _PASSWORD.sub(lambda found: f"{found[1] or found[2]}***", url)


def is_text(text: str) -> bool:
    """Whether files and databases can store it: valid UTF-8 without NUL characters."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:  # a surrogate, which represents a byte that is not UTF-8
        return False
    return "\0" not in text
