"""Diamonds: what suits do to crystals and the thief token, and the end of a round."""

from collections.abc import Sequence
from typing import Final

from engines.api import EVERYTHING, Seat, Who
from engines.diamonds.cards import DIAMOND, HEART, SPADE, SUIT
from engines.diamonds.position import DEALER, DEALING, OVER, DiamondsPosition

# The actions of the suits on crystals and thief token, and who may count a vault.
#
# Crystals are counted by team; without teams each seat is its own team.


# DM-R7, DM-Q6, DM-Q7: there is nothing to choose, and the supply does not run out
def act(position: DiamondsPosition, suit: int, seat: Seat) -> None:
    """Carry out the action of a suit for a seat."""
    team = position.team[seat]
    if suit == DIAMOND:
        position.vault[team] += 1
    elif suit == HEART:
        position.showroom[team] += 1
    elif suit == SPADE:
        if position.showroom[team]:
            position.showroom[team] -= 1
            position.vault[team] += 1
    else:
        _steal(position, team)


# DM-Q1, DM-Q2, DM-Q3, DM-Q5, DM-Q15, DM-Q20: clubs take only from the showroom of the token's
# holder, unless it is the player's own or empty; the token always moves to the holder's left
def _steal(position: DiamondsPosition, team: int) -> None:
    holder = position.thief
    showroom = position.showroom
    theirs = position.team[holder]
    if theirs != team and showroom[theirs]:
        showroom[theirs] -= 1
        showroom[team] += 1
    position.thief = holder + 1 if holder + 1 < position.seats else 0


# DM-R14: without `show` the contents of other vaults are hidden during a match
def may_count(position: DiamondsPosition, who: Who, team: int) -> bool:
    """Whether `who` may see the number of crystals in a team's vault."""
    if who == EVERYTHING or position.options.show or not position.owing:
        return True
    return who is not None and who >= 0 and position.team[who] == team


# The end of a round: rewards for the most cards of a suit and for no tricks.

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
