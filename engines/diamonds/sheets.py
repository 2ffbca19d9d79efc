"""Diamonds: a score sheet: the crystals of every player at the end of each round."""

from collections.abc import Sequence
from itertools import pairwise

from engines.api import SheetColumn, SheetResult, SheetRow
from engines.diamonds import scoring
from engines.diamonds.messages import IN_SHOWROOM, IN_VAULT, VAULT_FELL
from engines.diamonds.options import DiamondsOptions
from engines.diamonds.setup import ROUNDS, team_of_seats
from engines.messages import Player

COLUMNS = (
    SheetColumn("showroom", IN_SHOWROOM(), 0, 99),
    SheetColumn("vault", IN_VAULT(), 0, 99),
)


def result(options: DiamondsOptions, seats: int, rows: Sequence[SheetRow]) -> SheetResult:
    """The result after some rounds; crystals never leave a vault."""
    vaults = [row["vault"] for row in rows]
    for before, after in pairwise(vaults):
        for side, (old, new) in enumerate(zip(before, after, strict=True)):
            if new < old:
                return SheetResult(VAULT_FELL(who=Player(side), old=old, new=new))
    if len(rows) < (options.rounds or ROUNDS[seats]):
        return SheetResult()
    teams = team_of_seats(seats, teams=options.teams)
    outcome = scoring.outcome(rows[-1]["showroom"], rows[-1]["vault"], teams)
    return SheetResult(over=True, outcome=outcome)
