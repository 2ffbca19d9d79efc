"""Diamonds: a score sheet: the crystals of every player at the end of each round."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from engines.api import SheetColumn, SheetResult, SheetRow
from engines.diamonds import scoring
from engines.diamonds.options import DiamondsOptions
from engines.diamonds.setup import ROUNDS, team_of_seats
from engines.messages import Player, say


def columns(options: DiamondsOptions, seats: int) -> Sequence[SheetColumn]:
    """Showroom and vault; a crystal in the vault counts twice."""
    most = scoring.limits(options, seats).high
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
    outcome = scoring.outcome(rows[-1]["showroom"], rows[-1]["vault"], teams)
    # After some rounds the crystals must be possible in a match of so many.
    so_far = replace(options, rounds=len(rows))
    limits, most = scoring.limits(so_far, seats), max(outcome.scores)
    if most > limits.high:
        who = Player(outcome.scores.index(most))
        return SheetResult(
            say("kit.score-at-most", who=who, score=most, most=limits.high, match=limits.match)
        )
    if wrong := scoring.fault(so_far, outcome.scores):
        return SheetResult(wrong.message)
    if len(rows) < (options.rounds or ROUNDS[seats]):
        return SheetResult()
    return SheetResult(over=True, outcome=outcome)
