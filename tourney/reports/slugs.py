"""Names as parts of file names and addresses: readable, distinct, stable, harmless.

A name may be anything: with `..`, `/` or NUL, written backwards, or ten thousand characters long.
Letters and digits of every script are kept; everything else separates words.
"""

import re
import unicodedata
from collections.abc import Hashable, Iterable
from hashlib import sha256
from typing import Final, TypeVar

LONGEST: Final = 80
"""Bytes of a slug, so that a file name with a suffix has fewer than 255."""
DEEPEST: Final = 5
"""Folders into which the id of a match may lead."""
RESERVED: Final = frozenset(
    {"index", "con", "prn", "aux", "nul"}
    | {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}
)
"""Names that mean something else on some systems or in every folder of the site."""
_SAFE: Final = re.compile(r"[a-z0-9](?:[a-z0-9_.-]*[a-z0-9_-])?")
_DIGESTED: Final = re.compile(r"-[0-9a-f]{10}$|[.]html")

Key = TypeVar("Key", bound=Hashable)


def slug(name: str) -> str:
    """The words of a name in lower case, joined by hyphens; empty if it has none."""
    text = unicodedata.normalize("NFKC", name[: 4 * LONGEST]).casefold()
    kept = (c if unicodedata.category(c)[0] in "LMN" else "-" for c in text)
    words = "-".join(filter(None, map(_without_marks, "".join(kept).split("-"))))
    cut = unicodedata.normalize("NFC", words).encode()[:LONGEST].decode(errors="ignore")
    return cut.strip("-")


def _without_marks(word: str) -> str:
    """A word from its first letter or digit on: an accent alone is none."""
    first = (at for at, c in enumerate(word) if unicodedata.category(c)[0] != "M")
    return word[next(first, len(word)) :]


def distinct(named: Iterable[tuple[Key, str]], kind: str) -> dict[Key, str]:
    """A different slug for each name; of equal ones, the first has no digest behind it.

    `kind` begins the slug of a name without letters. Names that come later change no earlier slug.
    """
    found: dict[Key, str] = {}
    taken = set(RESERVED)
    for key, name in named:
        own = slug(name)
        if not own or own in taken:
            own = "-".join(filter(None, (own or kind, digest(name))))
        while own in taken:
            own = f"{own}-2"
        taken.add(own)
        found[key] = own
    return found


def match_path(name: str) -> str:
    """The id of a match as a path without suffix; different for different ids.

    An id such as `club-2026-11-14/5` stays as it is. One that no path can be has a digest.
    """
    parts = name.split("/")
    if len(parts) <= DEEPEST and len(name) <= LONGEST and all(map(_is_safe, parts)):
        return name
    return f"{slug(name)[: LONGEST // 2].strip('-') or 'match'}-{digest(name)}"


def _is_safe(part: str) -> bool:
    return bool(_SAFE.fullmatch(part)) and part not in RESERVED and not _DIGESTED.search(part)


def digest(name: str) -> str:
    """Ten hexadecimal digits that tell names apart."""
    return sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:10]
