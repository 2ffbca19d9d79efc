"""Diamonds: the final scores and places, and which ones are possible."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from engines.api import Outcome, Refusal, ScoreLimits, SheetColumn, SheetResult, SheetRow, places
from engines.diamonds.position import (
    ROUNDS,
    SHOWROOM,
    DiamondsOptions,
    hand_size,
    highest_rank,
    team_of_seats,
)
from engines.messages import Player, say

VAULT: Final = 20
"""Bits for a vault, which holds far fewer crystals, below the score in one number."""


# DM-R11, DM-Q17: showroom plus twice the vault; a tie goes to the fuller vault, else it is shared
def outcome(showroom: Sequence[int], vault: Sequence[int], team: Sequence[int]) -> Outcome:
    """Scores and places; the partners of a team share one place."""
    scores = [open_ + 2 * vault[side] for side, open_ in enumerate(showroom)]
    ranks = places([score << VAULT | vault[side] for side, score in enumerate(scores)])
    return Outcome(tuple([scores[own] for own in team]), tuple([ranks[own] for own in team]))


def limits(options: DiamondsOptions, seats: int) -> ScoreLimits:
    """The limits of the score of a seat, or of its team."""
    sides = len(set(team_of_seats(seats, teams=options.teams)))
    rounds = options.rounds or ROUNDS[seats]
    # The four majorities are worth 2, 1, 1 and 1 to one side; a seat without a trick gets 4, but a
    # lone player without one has no majority (DM-Q9).
    last = 5 if sides == seats else 9
    most = SHOWROOM + rounds * (_by_cards(options, seats, seats // sides) + last)
    return ScoreLimits(0, most, say("diamonds.a-match", rounds=rounds, seats=seats), "DM-R7")


def _by_cards(options: DiamondsOptions, seats: int, players: int) -> int:
    """The most that the tricks of a round are worth to some players together.

    A card performs at most one suit action, when it is discarded or when it wins (DM-R6). The
    action of a diamond is worth 2, of any other suit at most 1; taking from others counts as 1.
    """
    cards = players * hand_size(seats, perfect=options.perfect)
    return cards + min(cards, highest_rank(seats, perfect=options.perfect))


def fault(options: DiamondsOptions, scores: Sequence[int | None]) -> Refusal | None:
    """Why no match ends with these scores together."""
    seats = len(scores)
    side = {
        team: scores[seat] for seat, team in enumerate(team_of_seats(seats, teams=options.teams))
    }
    known = [score for score in side.values() if score is not None]
    rounds, total = options.rounds or ROUNDS[seats], sum(known)
    # What a side takes another one loses, so all of them together gain 2, 1 and 1 by majorities,
    # and 4 for every player without a trick, of whom there is always one less than there are.
    gain = _by_cards(options, seats, seats) + 4 + 4 * (seats - 1)
    match, start = say("diamonds.a-match", rounds=rounds, seats=seats), SHOWROOM * len(side)
    if total > start + rounds * gain:
        return Refusal(
            "DM-R7",
            say("diamonds.total-too-high", total=total, most=start + rounds * gain, match=match),
        )
    # No crystal leaves play: what the thief takes from one side another one gets.
    if total < start and len(known) == len(side):
        message = say("diamonds.total-too-low", total=total, least=start, match=match)
        return Refusal("DM-R7", message)
    return None


# A score sheet: the crystals of every player at the end of each round.


def columns(options: DiamondsOptions, seats: int) -> Sequence[SheetColumn]:
    """Showroom and vault; a crystal in the vault counts twice."""
    most = limits(options, seats).high
    return (
        SheetColumn("showroom", say("diamonds.in-showroom"), 0, most),
        SheetColumn("vault", say("diamonds.in-vault"), 0, most // 2),
    )


def result(options: DiamondsOptions, seats: int, rows: Sequence[SheetRow]) -> SheetResult:
    """The result after some rounds; crystals never leave a vault."""
    vaults = [row["vault"] for row in rows]
    for before, after in pairwise(vaults):
        for side, (old, new) in enumerate(zip(before, after, strict=True)):
            if new < old:
                return SheetResult(say("diamonds.vault-fell", who=Player(side), old=old, new=new))
    teams = team_of_seats(seats, teams=options.teams)
    final = outcome(rows[-1]["showroom"], rows[-1]["vault"], teams)
    # After some rounds the crystals must be possible in a match of so many.
    so_far = replace(options, rounds=len(rows))
    bounds, most = limits(so_far, seats), max(final.scores)
    if most > bounds.high:
        who = Player(final.scores.index(most))
        return SheetResult(
            say("kit.score-at-most", who=who, score=most, most=bounds.high, match=bounds.match)
        )
    if wrong := fault(so_far, final.scores):
        return SheetResult(wrong.message)
    if len(rows) < (options.rounds or ROUNDS[seats]):
        return SheetResult()
    return SheetResult(over=True, outcome=final)
