"""Sentences that several games use; those of one game are in its own `face.py`."""

from collections.abc import Iterable, Mapping
from typing import Final

from engines.api import ALL, Seat, ViewField
from engines.messages import Argument, Message, Player, Sentence, say

# What a table counts, by its name in records.

COUNTS: Final[Mapping[str, Sentence]] = {
    "points": Sentence("kit.count-points"),
    "hand": Sentence("kit.count-hand"),
    "deck": Sentence("kit.count-deck"),
    "showroom": Sentence("kit.count-showroom"),
    "vault": Sentence("kit.count-vault"),
    "thief": Sentence("kit.count-thief"),
    "colour": Sentence("kit.count-colour"),
}


# What every field of a view means.


def field(
    path: str, kind: str, meaning: str, order: str = "", seen_by: Sentence = ALL
) -> ViewField:
    """A field of a view with the codes of its meaning and of the order of its list."""
    return ViewField(path, kind, Sentence(meaning), Sentence(order) if order else None, seen_by)


# What all games share.

HIDDEN = "?"
"""Stands for a card that the reader of the text may not know."""


def player_of(letter: str) -> Player:
    """The player whose seat letter a text names."""
    return Player(ord(letter) - ord("A"))


def dealt(seat: Seat, cards: str) -> Message:
    """The cards of a dealt hand, or their number if they are hidden."""
    if HIDDEN in cards:
        return say("kit.dealt-hidden", who=Player(seat), count=len(cards.split()))
    return say("kit.dealt", who=Player(seat), cards=cards)


def any_of(seats: Iterable[Seat]) -> Argument:
    """`A or B`: one of these players."""
    first, *others = sorted(seats)
    names: Argument = Player(first)
    for seat in others:
        names = say("kit.or", one=names, other=Player(seat))
    return names


def passes(seat: Seat, rest: str = "") -> Message:
    """A pass."""
    return say("kit.passes", who=Player(seat))
