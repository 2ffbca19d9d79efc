"""Words for several matches in a message."""

from collections.abc import Sequence
from typing import Final

NAMED: Final = 5
"""How many matches of a kind are listed by name."""


def counted(names: Sequence[str]) -> str:
    """How many matches there are, with the first of their names: 2 matches (a, b)."""
    more = ", …" if len(names) > NAMED else ""
    many = "1 match" if len(names) == 1 else f"{len(names)} matches"
    return f"{many} ({', '.join(names[:NAMED])}{more})"
