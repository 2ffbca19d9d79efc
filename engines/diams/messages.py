"""Diam's: all messages, in English and Japanese."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Sentence

# What is to be done, by phase.

TO_DO: Final[Mapping[str, Sentence]] = {
    "start": Sentence("kit.to-start"),
    "deal": Sentence("kit.to-deal"),
    "draw": Sentence("diams.to-draw"),
    "play": Sentence("kit.to-play"),
    "give": Sentence("diams.to-give"),
    "discard": Sentence("diams.to-discard"),
}
