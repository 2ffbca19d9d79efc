"""Diamonds: sizes and teams that follow from the number of players and the options."""

from typing import Final

from engines.diamonds.cards import RANKS, SUITS

HAND: Final = 10
"""Cards dealt to each player (DM-R3), unless all cards are dealt."""

# DM-Q14: crystals in each showroom at the start; the shared showroom of a team has no more
SHOWROOM: Final = 3

# DM-R10, DM-Q18: rounds by the number of players, with or without teams
ROUNDS: Final = {2: 4, 3: 6, 4: 4, 5: 5, 6: 6}


# DM-R12, DM-Q22: two players play in turn until a trick has four cards
def trick_size(seats: int) -> int:
    """Cards in a trick."""
    return 4 if seats == 2 else seats


# DM-R13, DM-Q19: the highest rank if every card is dealt; six players need all ranks in any case
PERFECT_RANKS: Final = {2: 8, 3: 9, 4: 13, 5: 15, 6: 15}


def highest_rank(seats: int, *, perfect: bool) -> int:
    """The highest rank in the deck."""
    return PERFECT_RANKS[seats] if perfect else RANKS


def hand_size(seats: int, *, perfect: bool) -> int:
    """Number of cards dealt to each player."""
    return len(SUITS) * PERFECT_RANKS[seats] // seats if perfect else HAND


# DM-R15: partners sit opposite: with four players seats 0 and 2 are team 0, 1 and 3 are team 1
def team_of_seats(seats: int, *, teams: bool) -> tuple[int, ...]:
    """The team of each seat; without teams each seat is its own team."""
    return _PAIRED[seats] if teams else _ALONE[seats]


_ALONE: Final = {seats: tuple(range(seats)) for seats in ROUNDS}
_PAIRED: Final = {seats: tuple(seat % (seats // 2) for seat in range(seats)) for seats in (4, 6)}
