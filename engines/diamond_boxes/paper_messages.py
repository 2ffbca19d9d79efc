"""Messages on the printed sheets of Diamond Boxes, in English and Japanese."""

from typing import Final

from engines.messages import Sentence

REMINDER_1: Final = (
    Sentence("diamond-boxes.paper-reminder-11"),
    Sentence("diamond-boxes.paper-reminder-12"),
)
REMINDER_2: Final = (
    Sentence("diamond-boxes.paper-reminder-21"),
    Sentence("diamond-boxes.paper-reminder-22"),
)
