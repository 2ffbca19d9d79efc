"""What a typed text may mean in the notation of a game; one reading for `record` and `play`."""

import re
from collections.abc import Sequence
from typing import Any, Final

from engines.api import Game
from tourney.desk.players import lettered

_JOINED: Final = re.compile(r"\b([A-Za-z]{3,})(?=\d)")
"""A word that is followed by a card without a blank: `market5`."""


def spellings(game: Game[Any], players: Sequence[str], text: str, asked: str = "") -> list[str]:
    """The text in notation, then with seat letters instead of names, then with missing blanks.

    If a word such as "pass" is `asked` for, the text may leave it out.
    """
    body = game.typed(text).strip()
    named = game.typed(lettered(text, players)).strip()
    found = dict.fromkeys((body, named, _JOINED.sub(r"\1 ", named)))
    return [*found, *(f"{asked} {each}" for each in found if asked)]
