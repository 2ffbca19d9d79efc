"""Messages about players and their names: `tourney player`, `import`, standings of events."""

from typing import Final

from engines.messages import Sentence

FACTS: Final = {
    "player": Sentence("cli.player-f-player"),
    "id": Sentence("cli.player-f-id"),
    "reading": Sentence("cli.player-f-reading"),
    "nick": Sentence("cli.player-f-nick"),
    "shown": Sentence("cli.player-f-shown"),
    "aliases": Sentence("cli.player-f-aliases"),
    "matches": Sentence("cli.player-f-matches"),
    "last": Sentence("cli.player-f-last"),
}
"""What is known of a player, by its key."""


FATES: Final = {
    "new": Sentence("cli.import-new"),
    "same": Sentence("cli.import-same"),
    "skip": Sentence("cli.import-skip"),
    "update": Sentence("cli.import-update"),
    "undo": Sentence("cli.import-undo"),
    "gone": Sentence("cli.import-gone"),
}
"""What has become of the matches of an import."""
