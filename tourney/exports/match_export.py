"""The export that a plugin adds: what it makes of the matches that somebody names.

Knows neither the database nor the command line.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tourney.domain.match_values import StoredMatch

if TYPE_CHECKING:
    from tourney.render.text_tables import Table


@dataclass(frozen=True, slots=True)
class MatchExport:
    """An export: `make` takes the matches, one at a time, and returns a table or pieces of text.

    A table is written in every format of tables. Of text, `endings` are the endings of its files,
    each with the name of the format. The matches have their moves only if `moves` is true, as those
    are most of what the database must read.
    """

    make: "Callable[[Iterator[StoredMatch]], Table | Iterable[str]]"
    endings: Mapping[str, str] | None = None
    moves: bool = False
