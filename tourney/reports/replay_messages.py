"""Texts of the page of a match."""

from typing import Final

from engines.messages import Sentence

FACT_LABELS: Final = {
    "game": Sentence("reports.game"),
    "options": Sentence("reports.options"),
    "event": Sentence("reports.event"),
    "stage": Sentence("reports.stage"),
    "round": Sentence("reports.round"),
    "table": Sentence("reports.table"),
    "date": Sentence("reports.date"),
    "venue": Sentence("reports.venue"),
    "recorder": Sentence("reports.recorder"),
    "source": Sentence("reports.source"),
    "status": Sentence("reports.how-it-ended"),
}
"""The labels of what headers of a record say."""
SOURCES: Final = {
    "engine": Sentence("reports.source-engine"),
    "table": Sentence("reports.source-table"),
    "notes": Sentence("reports.source-notes"),
    "import": Sentence("reports.source-import"),
}
"""Where a record comes from, by the value of its header."""
