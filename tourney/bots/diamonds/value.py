"""What a value function looks at in Diamonds: crystals, majorities, hands and the thief token.

The positions to be judged lie between two tricks.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from engines.api import Seat, State
from engines.diamonds.cards import RANKS
from engines.diamonds.position import ANNOUNCING, OVER, PASSING, PLAYING, STARTING
from engines.diamonds.state import Diamonds
from engines.diamonds.turns import taken
from tourney.bots.diamonds.heuristic import HEURISTIC
from tourney.bots.values import Features

NEAR: Final = 3.0  # cards of a suit from which its majority seems safe or lost
VAULT: Final = 1 / 64  # of equal scores the fuller vault is better (DM-R11)
LAST: Final = 0.15  # rounds added, so that points count even when the match is decided


@mypyc_attr(allow_interpreted_subclasses=True)
class DiamondsValue(Features):
    """Points, and what they depend on in the rest of the round."""

    names: ClassVar[tuple[str, ...]] = (
        "points",
        "points, late",  # fewer rounds, more weight
        "showroom",  # crystals that can be stolen, or moved to the vault
        "thief here",  # with crystals to lose
        "thief next",
        "lead",
        "no trick",
        "no trick, late",
        "diamond majority",
        "other majorities",
        "highest diamonds",  # cards that no other hand beats
        "highest hearts",
        "highest spades",
        "highest clubs",
        "height",  # of all cards
        "voids",
        "lowest",  # cards below all of the others
        "diamonds",
        "hearts",
        "spades",
        "clubs",
        "off suit",  # what could be discarded for its action
    )

    def stage(self, state: State[Any]) -> float:
        assert isinstance(state, Diamonds)
        if state.step != PLAYING:
            return 1.0 if state.step == OVER else 0.0
        return len(state.won) / state.tricks

    def quiet(self, state: State[Any]) -> bool:
        assert isinstance(state, Diamonds)
        return state.step not in (ANNOUNCING, PASSING) and not (
            state.step == PLAYING and state.laid
        )

    def settle(self, state: State[Any], rng: Random) -> None:
        assert isinstance(state, Diamonds)
        while not self.quiet(state):
            seat = state.owing[0]
            state.apply(seat, HEURISTIC.move(state, seat))

    def rows(self, state: State[Any]) -> list[list[float]]:
        assert isinstance(state, Diamonds)
        playing = state.step == PLAYING
        left = 1.0 - len(state.won) / state.tricks if playing else 0.0
        rounds = (
            float(state.rounds) if state.step == STARTING else state.rounds - state.round + left
        )
        teams = len(state.vault)
        rows: list[list[float]] = []
        for seat in range(state.seats):
            team = state.team[seat]
            showroom, vault = state.showroom[team], state.vault[team]
            points = showroom + (2 + VAULT) * vault
            near = (state.thief - seat) % teams if state.thief >= 0 and showroom else -1
            row = [points, points / sqrt(LAST + rounds), float(showroom)]
            row.append(1.0 if near == 0 else 0.0)
            row.append(1.0 if near == teams - 1 else 0.0)
            rows.append(row)
        if not playing:
            for row in rows:
                row.extend([0.0] * (len(DiamondsValue.names) - len(row)))
            return rows
        counts = by_team(state)
        for seat, row in enumerate(rows):
            clean = 0.0 if seat in state.won else 1.0
            row.append(1.0 if state.leader == seat else 0.0)
            row.append(clean)
            row.append(clean * (1.0 - left))
            _add_majorities(row, counts, state.team[seat], 1.2 - left)
            _add_hand(row, state, seat)
        if teams == state.seats:
            return rows
        # Partners share all they have.
        shared: list[list[float]] = []
        for team in range(teams):
            members = [row for seat, row in enumerate(rows) if state.team[seat] == team]
            shared.append([sum(numbers) / len(members) for numbers in zip(*members, strict=True)])
        return [shared[team] for team in state.team]


def by_team(state: Diamonds) -> list[list[int]]:
    """The cards taken in this round, by team and suit."""
    counts = [[0, 0, 0, 0] for _ in state.vault]
    for seat, cards in enumerate(taken(state)):
        own = counts[state.team[seat]]
        for suit in range(4):
            own[suit] += cards[suit]
    return counts


def _add_majorities(row: list[float], counts: list[list[int]], team: int, weight: float) -> None:
    """How far ahead a team is in diamonds, and in the other suits together (DM-R8)."""
    others = 0.0
    for suit in range(4):
        most = -1
        for other, cards in enumerate(counts):
            if other != team and cards[suit] > most:
                most = cards[suit]
        ahead = weight * max(-1.0, min(1.0, (counts[team][suit] - most) / NEAR))
        if suit:
            others += ahead
        else:
            row.append(ahead)
    row.append(others)


def _add_hand(row: list[float], state: Diamonds, seat: Seat) -> None:
    """What the cards of a hand are worth against those of the others."""
    height, voids, lowest = 0.0, 0, 0
    own = state.hands[seat]
    for suit in range(4):
        cards = own[suit]
        top, low = -1, 1000
        for other, hand in enumerate(state.hands):
            if other != seat and hand[suit]:
                top = max(top, hand[suit][-1])
                low = min(low, hand[suit][0])
        highest = 0
        for card in cards:
            rank = card % RANKS / (RANKS - 1)
            height += rank * rank
            if card > top:
                highest += 1
            if card < low:
                lowest += 1
        if not cards:
            voids += 1
        row.append(float(highest))
    row.append(height)
    row.append(float(voids))
    row.append(float(lowest))
    for cards in own:
        row.append(float(len(cards)))
    row.append(float(voids * (2 * len(own[0]) + len(own[1]))))


FEATURES: Final = DiamondsValue()
