"""Diam's: a partly sampled world, and the cards that a hand may have stored unseen in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.api import Seat
from engines.diams.cards import END, KINDS
from engines.diams.inference.history import Step
from engines.diams.moves import Move
from engines.diams.vault import COLLECTION


class Guess:
    """A partly sampled world: known cards, blanks (unknown cards), and blanks decided so far."""

    __slots__ = ("blanks", "cards", "hands", "moves", "unseen", "vaults")

    def __init__(self, seats: int = 0, unseen: Sequence[int] = ()) -> None:
        self.unseen = list(unseen)
        self.hands = [[0] * END for _ in range(seats)]
        self.vaults = [[0] * KINDS for _ in range(seats)]
        self.blanks: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
        self.cards: dict[int, int] = {}  # index in the deck -> card
        self.moves: dict[int, tuple[int, ...]] = {}  # index in the past -> cards of a hidden move

    def copy(self) -> Guess:
        """An independent copy."""
        twin = Guess.__new__(Guess)
        twin.unseen = self.unseen[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.vaults = [vault[:] for vault in self.vaults]
        twin.blanks = [blanks[:] for blanks in self.blanks]
        twin.cards = self.cards.copy()
        twin.moves = self.moves.copy()
        return twin

    def bind(self, seat: Seat, index: int, card: int) -> bool:
        """Decide that a blank is this card; False if no such card is left."""
        if not self.unseen[card]:
            return False
        self.unseen[card] -= 1
        place, _ = self.blanks[seat].pop(index)
        self.cards[place] = card
        return True


def spare_cards(guess: Guess, step: Step) -> tuple[list[int], list[tuple[int, int]]]:
    """Unseen cards that this hand may use, given the cards that hands are later seen to have had.

    The first list has the number per kind that no other hand needs, the second the (kind, number)
    that this hand still needs. Otherwise two hands would use the same cards, noticed only later.
    """
    assert step.hints is not None
    spare = guess.unseen[:]
    own = []
    for seat, card, need in step.hints.shown:
        lacking = need - guess.hands[seat][card]
        if seat == step.seat:
            own.append((card, lacking))
        elif lacking > 0:
            spare[card] -= lacking
    return spare, own


def storable(
    guess: Guess, step: Step, spare: list[int], quality: int, size: int, blanks: int
) -> Iterator[tuple[Move, bool]]:
    """Sets of cards that a hand may store together, and whether each has a collection."""
    if size == 0:
        yield (), False
        return
    if quality == 10:
        return
    plain, star = 2 * quality, 2 * quality + 1
    hand = guess.hands[step.seat]
    vault = guess.vaults[step.seat]
    stored = bool(vault[plain] or vault[star])
    for a in range(min(size, 4, hand[plain] + spare[plain]) + 1):
        for b in range(min(size - a, 1, hand[star] + spare[star]) + 1):
            used = max(0, a - hand[plain]) + max(0, b - hand[star])
            if used > blanks or (a + b and not stored and (step.escort or a + b < COLLECTION)):
                continue
            cards = (plain,) * a + (star,) * b
            for rest, new in storable(guess, step, spare, quality + 1, size - a - b, blanks - used):
                yield cards + rest, new or a + b >= COLLECTION


def likelihood(guess: Guess, step: Step, cards: Move, blanks: int) -> float:
    """Approximate likelihood that these cards were stored; 0 if it is impossible."""
    hints = step.hints
    assert hints is not None
    hand, unseen = guess.hands[step.seat], guess.unseen
    left = hand[:]
    weight = 1.0
    total = sum(unseen) or 1
    for card in cards:
        if hints.barred >> card & 1:
            return 0.0
        if hints.wanted >> card & 1:
            weight *= 20.0
        if left[card]:
            left[card] -= 1
        else:
            weight *= blanks * unseen[card] / total
            blanks -= 1
    for card, need in enumerate(hints.needs):
        for _ in range(need - left[card]):
            weight *= (blanks + hints.blanks) * max(unseen[card], 0.01) / total
            blanks -= 1
    return max(weight, 0.0) if blanks + hints.blanks >= 0 else 0.0
