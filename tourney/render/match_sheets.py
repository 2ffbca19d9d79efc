"""The printed sheet of one match, from its game, options, players and headers."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from engines.games import GAMES
from tourney.render.paper import PaperSheet

UNKNOWN: Final = "?"
"""The name of a player who is not known."""


class SheetMatch(NamedTuple):
    """A match for which a sheet is printed; `headers` are those of its record, with its id.

    `command` is what to call to type the sheet in, empty if the match is not typed in.
    """

    game: str
    options: tuple[tuple[str, str], ...]
    players: tuple[str, ...]
    headers: Mapping[str, str]
    command: str = ""


def paper_sheet(match: SheetMatch, lang: str, witness: str = "") -> PaperSheet:
    """The sheet of a match whose game and options are known to be right.

    `witness` is the hash of the next seed, empty if the sheet does not have it.
    """
    game = GAMES[match.game]
    seats = len(match.players)
    options = game.options(dict(match.options), seats)
    return PaperSheet(
        title=game.title.get(lang, game.title["en"]),
        options=game.options_text(options),
        paper=game.paper(options, seats),
        players=tuple("" if name == UNKNOWN else name for name in match.players),
        sides=game.sides(options, seats),
        command=match.command,
        headers=match.headers,
        witness=witness,
    )
