"""Diamonds: the actions of the suits on crystals and thief token, and who may count a vault.

Crystals are counted by team; without teams each seat is its own team.
"""

from engines.api import EVERYTHING, Seat, Who
from engines.diamonds.cards import DIAMOND, HEART, SPADE
from engines.diamonds.position import DiamondsPosition


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
