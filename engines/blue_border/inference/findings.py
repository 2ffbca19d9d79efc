"""Blue Border: findings on entries of a record, and checks of the entry of a call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.api import Finding, Ply, Refusal
from engines.blue_border.inference.clashes import Clash
from engines.blue_border.moves import CALL, PILES, REWARD_TAKE, TAKE, Move
from engines.blue_border.state import BlueBorder
from engines.messages import Message, Player, Sentence, say

VERIFIED: Final = Finding("verified")
CONSISTENT: Final = Finding("consistent")

FROM_PILES: Final = tuple(first + pile for first in (TAKE, REWARD_TAKE) for pile in PILES)
COSTS: Final[Mapping[str, str]] = {"lose": "BB-R15", "skip": "BB-R16"}
"""What a failed call costs, by rule."""


def problem(words: Message, rule: str, code: str = "") -> Finding:
    """A problem: a broken rule, or a contradiction of the kind that the code names."""
    return Finding("problem", Refusal(rule, words), code)


def clashed(clash: Clash, entry: int) -> Finding:
    """The problem for a contradiction found at this entry, with its proof if in another entry."""
    proof = clash.proof if clash.proof != entry else None
    there = None if proof is None else clash.there
    code = "" if clash.rule else "K-card"
    return problem(clash.message, clash.rule, code)._replace(proof=proof, there=there)


def impossible(ply: Ply[Move]) -> Finding | None:
    """A problem if an entry has a refill or a cost that its decision cannot cause."""
    names = {fact.name for fact in ply.facts}
    if "refill" in names and ply.move not in FROM_PILES:
        return problem(say("blue-border.nothing-taken", word="refill"), "BB-R10")
    for cost, rule in COSTS.items():
        if cost in names and ply.move != CALL:
            return problem(say("blue-border.only-miss", word=cost), rule)
    return None


def contradicted(state: BlueBorder, ply: Ply[Move]) -> Finding | None:
    """A problem if a call has the wrong diver, number of opened cards or payment."""
    opened = ply.facts[0].values
    diver = state.placer
    if opened[0] != diver:
        return problem(say("blue-border.others-card", who=Player(diver)), "BB-R11")
    wanted = min(len(state.lines[diver]), 2)
    if len(opened) not in (1, 1 + wanted):
        words = (
            Sentence("blue-border.one-opened")
            if wanted == 1
            else Sentence("blue-border.two-opened")
        )
        return problem(words(), "BB-R12")
    return _paid(state, ply) if len(ply.facts) > 1 else None


def _paid(state: BlueBorder, ply: Ply[Move]) -> Finding | None:
    """A problem if the caller's loss is wrong."""
    if ply.facts[0].name == "hit":
        return problem(say("blue-border.no-loss"), "BB-R13")
    own, paid = state.lines[ply.seat], ply.facts[1].name
    if own and paid == "skip":
        return problem(say("blue-border.has-cards"), "BB-R15")
    if not own and paid == "lose":
        return problem(say("blue-border.has-no-cards"), "BB-R16")
    return None
