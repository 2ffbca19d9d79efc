"""Messages on the printed sheet of Diamonds, in English and Japanese."""

from typing import Final

from engines.messages import Sentence

REMINDER: Final = (
    Sentence("diamonds.paper-reminder-1"),
    Sentence("diamonds.paper-reminder-2"),
)
ACTION_OF: Final = (
    Sentence("diamonds.paper-action-d"),
    Sentence("diamonds.paper-action-h"),
    Sentence("diamonds.paper-action-s"),
    Sentence("diamonds.paper-action-c"),
)
