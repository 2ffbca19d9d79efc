"""Names of files made from any text: safe on every system, and unique in one folder."""

import re
import unicodedata
from collections.abc import Callable
from typing import Final

LONGEST: Final = 100
"""Characters of a name, so that it fits with any suffix and a number."""

_UNSAFE: Final = re.compile(r"[^\w.-]+")
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def safe_name(text: str) -> str:
    """A text as the name of a file: letters, digits, dots, hyphens and underscores."""
    plain = unicodedata.normalize("NFC", text)
    name = _UNSAFE.sub("-", plain)[:LONGEST].strip("-.")
    return f"{name}-" if _RESERVED.fullmatch(name) else name or "unnamed"


def unique_names() -> Callable[[str], str]:
    """A function that gives each text a safe name of its own, always the same one.

    Names differ in more than case; of two texts with one name the second gets a number.
    """
    given: dict[str, str] = {}
    taken: set[str] = set()

    def name_of(text: str) -> str:
        if text not in given:
            name, number = safe_name(text), 1
            while (known := name if number == 1 else f"{name}-{number}").casefold() in taken:
                number += 1
            taken.add(known.casefold())
            given[text] = known
        return given[text]

    return name_of
