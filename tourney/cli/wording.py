"""Words for several matches in a message."""

from collections.abc import Sequence
from typing import Final

from engines.messages import Message, Sentence

NAMED: Final = 5
"""How many things of a kind are listed by name."""


def counted(names: Sequence[str]) -> Message:
    """How many matches there are, with the first of their names: 2 matches (a, b)."""
    some = ", ".join(names[:NAMED])
    return (
        Sentence("cli.standings-some-named")
        if len(names) > NAMED
        else Sentence("cli.standings-all-named")
    )(count=len(names), names=some)
