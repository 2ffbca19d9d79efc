"""Matches that have not ended and are continued later, as `match list` shows them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

COMMANDS: Final = {"recording": "record", "play": "play"}
"""The command that makes unfinished matches of a kind."""


@dataclass(frozen=True, slots=True)
class UnfinishedMatch:
    """A match that is being recorded at a table, or played at the terminal."""

    name: str
    kind: Literal["recording", "play"]
    game: str
    players: tuple[str, ...]
    headers: Mapping[str, str] = field(default_factory=dict)
    practice: bool = False

    @property
    def command(self) -> str:
        """The command that continues it with --resume and removes it with --discard."""
        return COMMANDS[self.kind]
