"""Messages that several games use; those of one game are in its own `messages.py`."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Sentence

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
