"""The error codes of `tourney check`: their meaning and how to correct the error.

`tourney help error:CODE` prints one; the reference page shows all.
"""

from typing import Final

from engines.messages import Sentence

KINDS: Final = {kind: Sentence(f"records.kind-{kind}") for kind in "TRK"}
"""What begins with T cannot be read, R breaks a rule, K contradicts the rules or itself."""

CODES: Final = (
    "T-action", "T-control", "T-date", "T-directive", "T-encoding", "T-forfeit", "T-game", "T-gap",
    "T-id", "T-key", "T-line", "T-long", "T-mark", "T-missing", "T-option", "T-order", "T-quote",
    "T-rank", "T-result", "T-rules", "T-seat", "T-seats", "T-source", "T-status", "T-twice",
    "T-value", "T-version", "K-card", "K-check", "K-due", "K-forfeit", "K-gap", "K-irregular",
    "K-over", "K-rank", "K-result", "K-revealed", "K-ruling", "K-status", "K-turn",
)  # fmt: skip


def meaning(code: str) -> Sentence:
    """What is wrong."""
    return Sentence(f"records.meaning-{code}")


def remedy(code: str) -> Sentence:
    """How to correct it."""
    return Sentence(f"records.remedy-{code}")
