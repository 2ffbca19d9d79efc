"""The ratings that players look up, computed when somebody asks and the event has gone on."""

from collections.abc import Mapping
from threading import Lock
from time import monotonic
from typing import Final

from tourney.domain.rating_values import PlayerRating, RatingTable
from tourney.store import Database
from tourney.store.ratings import result_columns

AT_MOST_EVERY: Final = 20.0
"""Seconds between two computations: many matches take a while, and a rating moves slowly."""


class ClubRatings:
    """The ratings of every game, from all results of the database."""

    def __init__(self) -> None:
        self._tables: Mapping[str, RatingTable] = {}
        self._known: tuple[int, float] | None = None
        """The state of the event at the last computation, and when that was."""
        self._lock = Lock()

    def of(self, database: Database, version: int, name: str) -> Mapping[str, PlayerRating]:
        """The ratings of a person by game, as they are at this state of the event."""
        # While one computes them, others have the ones from before: no page waits.
        if self._lock.acquire(blocking=False):
            try:
                now = monotonic()
                if self._known is None or (
                    self._known[0] != version and now - self._known[1] > AT_MOST_EVERY
                ):
                    self._tables, self._known = _rated(database), (version, now)
            finally:
                self._lock.release()
        tables = self._tables
        return {
            game: row
            for game, table in tables.items()
            for row in table.rows
            if row.player.name == name and not row.player.bot
        }


def _rated(database: Database) -> Mapping[str, RatingTable]:
    # It takes a moment to load what computes them: no other page waits for that.
    from tourney.ratings import ResultArrays, rate

    results = ResultArrays(result_columns(database))
    chosen = {kind.game: results.of_game(kind.game) for kind in results.kinds}
    return {game: rate(results, mine) for game, mine in chosen.items() if mine.any()}
