"""Texts of web pages: headings, labels, notes; and what `tourney report` says."""

from typing import Final

from engines.messages import Sentence

PHASES: Final = {
    "planned": Sentence("reports.page-planned"),
    "open": Sentence("reports.page-open"),
    "closed": Sentence("reports.page-closed"),
}
"""The phases of an event with a plan."""
