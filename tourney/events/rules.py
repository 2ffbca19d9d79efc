"""All formats, and the numbers of seats of every game, as actions need them."""

from collections.abc import Iterator, Mapping, Sequence

from engines.games import GAMES
from tourney.events.actions import EventRules


class SeatCounts(Mapping[str, Sequence[int]]):
    """The numbers of seats of every game; a game is imported when it is asked for."""

    def __getitem__(self, name: str) -> Sequence[int]:
        return GAMES[name].seats

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)


def rules() -> EventRules:
    """All formats and games."""
    from tourney.formats.formats import FORMATS

    return EventRules(FORMATS, SeatCounts())
