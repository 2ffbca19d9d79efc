"""Blue Border: all messages, in English and Japanese."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Sentence

# What is to be done, by phase.

TO_DO: Final[Mapping[str, Sentence]] = {
    "start": Sentence("kit.to-start"),
    "deal": Sentence("kit.to-deal"),
    "reshuffle": Sentence("blue-border.to-reshuffle"),
    "lots": Sentence("blue-border.to-lots"),
    "turn": Sentence("blue-border.to-turn"),
    "call": Sentence("blue-border.to-call"),
    "reward": Sentence("blue-border.choose-reward"),
}
