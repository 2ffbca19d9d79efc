"""Whether a match of its game can end with this result: its scores, its places, both together.

For matches whose turns are not recorded or cannot be verified.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

from engines.api import Game, Refusal, Ties
from engines.messages import Message, Player, Sentence, say


class ScorePlaces(NamedTuple):
    """The places that scores alone give; none where equal scores never share a place.

    `open` if equal scores share a place in it although something else may separate them.
    """

    places: tuple[int, ...]
    open: bool = False


def places_of_scores(game: Game[Any], options: Any, scores: Sequence[int]) -> ScorePlaces:
    """The places that follow from the scores of all seats."""
    sides = game.sides(options, len(scores))
    worth = [score if game.fewer_wins else -score for score in scores]
    best = {side: worth[seat] for seat, side in enumerate(sides)}
    tied = len(set(best.values())) < len(best)
    equal = game.ties(options, scores).equal
    if tied and equal == "never share":
        return ScorePlaces(())
    places = tuple(1 + sum(other < best[side] for other in best.values()) for side in sides)
    return ScorePlaces(places, tied and equal != "share")


class ImpossibleOutcome(NamedTuple):
    """Which line of a record no match of its game ends with, `result` or `rank`, and why."""

    key: str
    why: Refusal


def impossible_outcomes(
    game: Game[Any],
    options: Any,
    scores: Sequence[int | None],
    places: Sequence[int],
    *,
    bound: bool = True,
    compared: bool = True,
) -> Sequence[ImpossibleOutcome]:
    """Why no complete match of a game ends with these scores and places; either may be empty.

    Scores that are not `bound` may lie outside of the limits, because the table decided so. Scores
    and places are `compared` with each other unless something else is wrong already.
    """
    bound = bound and bool(scores)
    if bound and (wrong := limit_fault(game, options, scores)):
        return [ImpossibleOutcome("result", wrong)]
    apart: list[ImpossibleOutcome] = []
    sides = game.sides(options, len(scores or places))
    for key, claimed in (("result", scores), ("rank", places)):
        first: dict[int, int] = {}
        for seat, side in enumerate(sides if claimed else ()):
            with_whom = first.setdefault(side, seat)
            if claimed[seat] != claimed[with_whom]:  # partners have the same (DM-R15)
                sentence = (
                    Sentence("records.partners-score")
                    if key == "result"
                    else Sentence("records.partners-place")
                )
                pair = (Player(with_whom), Player(seat))
                apart.append(ImpossibleOutcome(key, Refusal("", sentence(pair=pair))))
                break
    if apart or not compared:
        return apart
    known = scores or (None,) * len(places)
    if places and (wrong := rank_fault(game, options, known, places)):
        return [ImpossibleOutcome("rank", wrong)]
    if bound and (wrong := game.result_fault(options, scores, places)):
        return [ImpossibleOutcome("result", wrong)]
    return []


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
