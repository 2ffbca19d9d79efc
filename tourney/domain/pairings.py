"""Where a match is in an event: stage, round and table, with its players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

PLACE_IN_EVENT: Final = ("event", "stage", "round", "table")
"""The headers that say where a match is in an event, in canonical order."""


@dataclass(frozen=True, slots=True)
class PairedMatch:
    """A stored or unfinished match of an event; values that its headers lack are empty."""

    name: str
    event: str
    stage: str = ""
    round: str = ""
    table: str = ""
    players: tuple[str, ...] = ()

    @classmethod
    def of(cls, name: str, headers: Mapping[str, str], players: Sequence[str] = ()) -> Self:
        """The place that the headers of a match name."""
        event, stage, round_, table = (headers.get(key, "") for key in PLACE_IN_EVENT)
        return cls(name, event, stage, round_, table, tuple(players))

    @property
    def whole(self) -> bool:
        """Whether event, round and table are known, so that only one match can be there."""
        return bool(self.event and self.round and self.table)

    @property
    def place(self) -> tuple[str, ...]:
        """Event, stage, round and table."""
        return (self.event, self.stage, self.round, self.table)
