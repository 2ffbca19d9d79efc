"""Messages of Diamonds."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Sentence

SUITS: Final = (
    Sentence("diamonds.diamonds"),
    Sentence("diamonds.hearts"),
    Sentence("diamonds.spades"),
    Sentence("diamonds.clubs"),
)
LEADS: Final = (
    Sentence("diamonds.diamond"),
    Sentence("diamonds.heart"),
    Sentence("diamonds.spade"),
    Sentence("diamonds.club"),
)


# What is to be done, by phase.

TO_DO: Final[Mapping[str, Sentence]] = {
    "start": Sentence("kit.to-start"),
    "deal": Sentence("kit.to-deal"),
    "announce": Sentence("diamonds.to-announce"),
    "pass": Sentence("diamonds.to-pass"),
    "play": Sentence("kit.to-play"),
}


PHASES: Final = {
    "start": Sentence("diamonds.phase-start"),
    "deal": Sentence("diamonds.phase-deal"),
    "announce": Sentence("diamonds.phase-announce"),
    "pass": Sentence("diamonds.phase-pass"),
    "play": Sentence("diamonds.phase-play"),
    "over": Sentence("diamonds.phase-over"),
}
