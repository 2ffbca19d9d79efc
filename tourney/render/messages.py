"""Texts on the screen of a replay and on printed sheets: headings, labels, keys.

The labels of cards and zones are messages of the games.
"""

from typing import Final

from engines.messages import Sentence

# The same on one line, from the longest to the shortest text.

HINTS: Final = (
    Sentence("render.hints-1"),
    Sentence("render.hints-2"),
    Sentence("render.hints-3"),
    Sentence("render.hints-4"),
    Sentence("render.hints-5"),
    Sentence("render.hints-6"),
)


PAPER_MARKS: Final = {
    "?": Sentence("render.paper-unknown"),
    "7?": Sentence("render.paper-tentative"),
    "~7": Sentence("render.paper-taken-back"),
    "^7": Sentence("render.paper-stands"),
    "A > B = C": Sentence("render.paper-shared"),
    "!": Sentence("render.paper-incident"),
}
"""Marks that all games share, with their meaning."""
