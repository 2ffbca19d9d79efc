"""Messages and prompts of `tourney record`."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Message, Sentence

HANDS_WORDS: Final[Mapping[str, Message]] = {
    "none": Sentence("cli.record-hands-none")(),
    "mine": Sentence("cli.record-hands-mine")(),
    "all": Sentence("cli.record-hands-all")(),
}
WHY_WORDS: Final[Mapping[str, Message]] = {
    "revoke": Sentence("cli.record-why-revoke")(),
    "otetsuki": Sentence("cli.record-why-otetsuki")(),
    "turn": Sentence("cli.record-why-turn")(),
    "count": Sentence("cli.record-why-count")(),
    "other": Sentence("cli.record-why-other")(),
}
