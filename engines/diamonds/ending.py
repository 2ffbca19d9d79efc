"""Diamonds: the end of a round: rewards for the most cards of a suit and for no tricks."""

from collections.abc import Sequence
from typing import Final

from engines.api import Seat
from engines.diamonds.cards import SUIT
from engines.diamonds.crystals import act
from engines.diamonds.position import DEALER, DEALING, OVER, DiamondsPosition

BONUS: Final = 2
"""Crystals for a player without a trick."""


# DM-R8, DM-Q9, DM-Q10: the suits in order, then the bonus for every player without a trick
def finish_round(position: DiamondsPosition) -> None:
    """Finish a round when all cards have been played."""
    _reward_majorities(position)
    for seat in range(position.seats):
        if seat not in position.won:
            position.vault[position.team[seat]] += BONUS
    position.leader = -1
    over = position.round == position.rounds
    position.step = OVER if over else DEALING
    position.owing = () if over else DEALER


# DM-Q11, DM-Q12, DM-Q16: nobody acts if several have the most or all have none; partners count
# together, and the team acts (its number is also its first seat)
def _reward_majorities(position: DiamondsPosition) -> None:
    counted = _counted(position, position.team, len(position.vault))
    for suit, counts in enumerate(zip(*counted, strict=True)):
        most = max(counts)
        if counts.count(most) == 1:
            act(position, suit, counts.index(most))


# DM-Q13, DM-Q24: all cards of won tricks count, also the winner's own; the counts are public
def taken(position: DiamondsPosition) -> list[list[int]]:
    """Cards taken in this round, by seat and suit."""
    return _counted(position, range(position.seats), position.seats)


def _counted(position: DiamondsPosition, owner: Sequence[Seat], owners: int) -> list[list[int]]:
    counts = [[0, 0, 0, 0] for _ in range(owners)]
    played = position.played
    start = 0
    for winner in position.won:
        own = counts[owner[winner]]
        end = start + position.size
        for card in played[start:end]:
            own[SUIT[card]] += 1
        start = end
    return counts
