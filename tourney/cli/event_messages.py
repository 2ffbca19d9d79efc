"""Messages of `tourney event`: what a command changed, and which event is meant."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Sentence

# Phases.

PHASES: Final[Mapping[str, Sentence]] = {
    "planned": Sentence("cli.event-phase-planned"),
    "open": Sentence("cli.event-phase-open"),
    "closed": Sentence("cli.event-phase-closed"),
}
"""The words of the phases of an event."""


FIGURES: Final[Mapping[str, Sentence]] = {
    "repeats": Sentence("cli.event-repeats"),
    "spread": Sentence("cli.event-spread"),
    "small tables": Sentence("cli.event-small-tables"),
    "most meetings of a pair": Sentence("cli.event-most-meetings"),
    "fewest meetings of a pair": Sentence("cli.event-fewest-meetings"),
    "seats": Sentence("cli.event-seats"),
    "time limit": Sentence("cli.event-time-limit"),
}
"""What a measure of a round says; `least` is the smallest value that is known to be possible."""
USUAL: Final[Mapping[str, int]] = {"small tables": 0, "time limit": 0, "seats": 1}
"""Values up to which a measure is not worth a line."""
