"""Messages of `tourney export` and `tourney import` about kinds of files."""

from typing import Final

from engines.messages import Sentence

WOULD_FATES: Final = {
    "new": Sentence("cli.would-add"),
    "same": Sentence("cli.is-there"),
    "refused": Sentence("cli.would-refuse"),
    "skip": Sentence("cli.would-skip"),
    "update": Sentence("cli.would-update"),
    "undo": Sentence("cli.would-remove"),
    "gone": Sentence("cli.not-there"),
}
"""What would become of a match of an import."""
