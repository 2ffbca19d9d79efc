"""An export: one row for each match, with who won it."""

from collections.abc import Iterator

from tourney.domain.match_values import StoredMatch
from tourney.exports.match_export import MatchExport
from tourney.render.text_tables import Column, Table


def make(matches: Iterator[StoredMatch]) -> Table:
    """The rows are made while they are written: a million matches need no memory."""
    columns = (Column("match"), Column("game", typed=True), Column("winner"))
    return Table(columns, ((one.name, one.game, winners(one)) for one in matches))


def winners(match: StoredMatch) -> str:
    """The players in the first place."""
    both = zip(match.players, match.places, strict=True)
    return ", ".join(player for player, place in both if place == 1)


EXPORT = MatchExport(make)
