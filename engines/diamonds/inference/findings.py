"""Diamonds: findings as the modules of this folder make them."""

from typing import Final

from engines.api import Finding, Refusal

VERIFIED: Final = Finding("verified")
CONSISTENT: Final = Finding("consistent")


def problem(code: str, rule: str, words: str) -> Finding:
    """A contradiction at the entry given."""
    return Finding("problem", Refusal(rule, words), code)


def due(words: str) -> Finding:
    """Something else comes here."""
    return problem("K-due", "", words)
