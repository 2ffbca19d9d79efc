"""Messages on the printed sheet of Diam's, in English and Japanese."""

from typing import Final

from engines.messages import Sentence

REMINDER: Final = (
    Sentence("diams.paper-reminder-1"),
    Sentence("diams.paper-reminder-2"),
)
