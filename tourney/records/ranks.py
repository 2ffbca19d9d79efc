"""Whether a match of its game can end with this result: its scores, its places, both together.

For matches whose turns are not recorded or cannot be verified.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from engines.api import Game, Refusal, Ties
from engines.messages import Message, Player, Sentence, say


def rank_fault(
    game: Game[Any], options: Any, scores: Sequence[int | None], places: Sequence[int]
) -> Refusal | None:
    """Why these places are impossible with these scores; partners are compared elsewhere."""
    ties = game.ties(options, scores)
    if ties.draw and set(places) == {1}:
        return None
    sides = game.sides(options, len(places))
    for one, other in combinations(range(len(places)), 2):
        if sides[one] == sides[other]:
            continue
        above, below = sorted((one, other), key=lambda seat: places[seat])
        if places[one] == places[other]:
            message = _shared(ties, scores, one, other)
        else:
            message = _separated(ties, scores, above, below, fewer=game.fewer_wins)
        if message is not None:
            return Refusal(ties.rule, message)
    return None


def limit_fault(
    game: Game[Any], options: Any, scores: Sequence[int | None], *, over: bool = True
) -> Refusal | None:
    """Why one of these scores is outside of what the game allows.

    If somebody forfeits and the match is not over, only 0 and the highest score are limits.
    """
    limits = game.score_limits(options, len(scores))
    for seat, score in enumerate(scores):
        if score is None or limits is None:
            continue
        who, match, least = Player(seat), limits.match, limits.low if over else min(0, limits.low)
        if score > limits.high:
            most = say("kit.score-at-most", who=who, score=score, most=limits.high, match=match)
            return Refusal(limits.rule, most)
        if score < least:
            return Refusal(
                limits.rule,
                say("kit.score-at-least", who=who, score=score, least=least, match=match),
            )
    return None


def _shared(ties: Ties, scores: Sequence[int | None], one: int, other: int) -> Message | None:
    """Why two seats cannot share a place."""
    if ties.equal == "never share":
        return say("records.never-shared", who=Player(one), other=Player(other))
    if None not in (scores[one], scores[other]) and scores[one] != scores[other]:
        return say("records.shared-place", who=Player(one), other=Player(other))
    return None


def _separated(
    ties: Ties, scores: Sequence[int | None], above: int, below: int, *, fewer: bool
) -> Message | None:
    """Why one seat cannot be above the other."""
    better, worse = scores[above], scores[below]
    if better is None or worse is None:
        return None
    if better == worse:
        shared = say("records.equal-scores", who=Player(above), other=Player(below))
        return shared if ties.equal == "share" else None
    if (better > worse) == fewer:
        sentence = (
            Sentence("records.above-with-more") if fewer else Sentence("records.above-with-less")
        )
        return sentence(who=Player(above), other=Player(below))
    return None
