"""Words for several matches in a message."""

from collections.abc import Sequence
from typing import Final

from engines.messages import Message
from tourney.cli.player_messages import ALL_NAMED, SOME_NAMED

NAMED: Final = 5
"""How many things of a kind are listed by name."""


def counted(names: Sequence[str]) -> Message:
    """How many matches there are, with the first of their names: 2 matches (a, b)."""
    some = ", ".join(names[:NAMED])
    return (SOME_NAMED if len(names) > NAMED else ALL_NAMED)(count=len(names), names=some)
