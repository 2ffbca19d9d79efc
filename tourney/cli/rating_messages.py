"""Messages of `tourney ratings`."""

from typing import Final

from engines.messages import Sentence

KINDS: Final = {
    "forfeit": Sentence("cli.rating-forfeit"),
    "void": Sentence("cli.rating-void"),
    "abandoned": Sentence("cli.rating-abandoned"),
    "unfinished": Sentence("cli.rating-unfinished"),
    "practice": Sentence("cli.rating-practice"),
    "unknown": Sentence("cli.rating-unknown"),
    "undated": Sentence("cli.rating-undated"),
}
