"""How a game describes its views: every field with its type, its meaning and who sees its value.

Does not depend on a particular game. Each game has its table in `view_fields.py` in its folder.
"""

from typing import Final, NamedTuple

ALL: Final = "all"
ITS_SEAT: Final = "the player at this seat"
"""Seen only by the seat with whose entry in `players` the field begins; null for all others."""
REPLAYS: Final = "no seat; only in replays"
"""Null in every view of a seat or spectator."""


class ViewField(NamedTuple):
    """One field of a view.

    `path` is the way to it: `.` before a key, `[]` for each element of a list. `kind` is its JSON
    type: string, number, boolean, object, null, `[number, string]` for a list of fixed length,
    `list of` another type; `or null` follows if it may be empty. A list has an `order`.
    """

    path: str
    kind: str
    meaning: str
    order: str = ""
    seen_by: str = ALL


COMMON: Final = (
    ViewField("game", "string", "name of the game"),
    ViewField(
        "schema", "number", "version of the fields described here; a change of meaning raises it"
    ),
    ViewField("seats", "number", "number of seats"),
    ViewField(
        "you",
        "number or null",
        "the seat that receives this view, from 0; null for a spectator",
        seen_by="the seat itself",
    ),
    ViewField("options", "object", "the options of the match"),
    ViewField("phase", "string", "the kind of decision that is owed; `over` after the match"),
    ViewField(
        "pending",
        "list of number",
        "seats that owe a decision; -1 is the dealer; empty after the match",
        "the seat asked first comes first",
    ),
)
"""The fields that every game has."""
