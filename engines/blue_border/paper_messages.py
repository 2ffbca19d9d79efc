"""Messages on the printed sheet of Blue Border, in English and Japanese."""

from typing import Final

from engines.messages import Sentence

REMINDER: Final = (
    Sentence("blue-border.paper-reminder-1"),
    Sentence("blue-border.paper-reminder-2"),
)
