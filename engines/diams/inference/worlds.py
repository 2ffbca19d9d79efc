"""Diam's: worlds that agree with everything a seat observed.

`determinize` goes through the history with the other seats' unseen cards as blanks. A blank becomes
a card when the history needs one: a card played that was not known to be in that hand, a set stored
unseen. The other blanks are dealt at the end. The search backtracks, so it finds a world if one
exists, and one always exists: the true one, which the search never reads.
"""

from __future__ import annotations

from math import log
from random import Random
from typing import NamedTuple, TypeVar

from engines.api import Seat
from engines.diams.cards import END, KINDS
from engines.diams.inference.guesses import Guess, likelihood, spare_cards, storable
from engines.diams.inference.history import (
    ASKED,
    BARREN,
    BLANK,
    DIAMONDS,
    GAIN,
    GIVEN,
    LOSE,
    MISSED,
    STORE,
    DiamsHistory,
    Step,
    observe,
)
from engines.diams.moves import Move
from engines.diams.position import DiamsPosition, Event

P = TypeVar("P", bound=DiamsPosition)


def resample(position: P, seat: Seat, rng: Random) -> P:
    """A full position that `seat` could be in; its history is cached for the next call."""
    if not position.round:
        return position.clone()  # nothing is hidden before the first deal
    history = position.history
    if not isinstance(history, DiamsHistory) or history.seat != seat:
        position.history = history = observe(position, seat)
    world = determinize(history, rng)
    twin = position.clone()
    twin.order = world.order
    twin.hands = world.hands
    twin.vaults = world.vaults
    twin.past = world.past
    return twin


class DiamsWorld(NamedTuple):
    """All cards of a sampled world, and the events that led there."""

    order: tuple[int, ...]
    hands: list[list[int]]
    vaults: list[list[int]]
    past: Event | None


class _Search:
    """A search through a history that tries choices in random order, likely ones first."""

    __slots__ = ("history", "left", "rng", "steps")

    def __init__(self, history: DiamsHistory, rng: Random, nodes: int) -> None:
        self.history = history
        self.steps = history.steps
        self.rng = rng
        self.left = nodes

    def run(self, guess: Guess, at: int) -> Guess | None:
        """The guess completed from step `at` on; None if it cannot be."""
        steps = self.steps
        for index in range(at, len(steps)):
            step = steps[index]
            what = step.what
            if what == GAIN:
                hand = guess.hands[step.seat]
                for card in step.cards:
                    hand[card] += 1
            elif what == BLANK:
                guess.blanks[step.seat].extend((place, 0) for place in step.cards)
            elif what == LOSE:
                hand = guess.hands[step.seat]
                for card in step.cards:
                    if hand[card]:
                        hand[card] -= 1
                    elif not self._show(guess, step.seat, card):
                        return None
            elif what in (STORE, GIVEN):
                return self._branch(guess, index)
            elif not self._agrees(guess, step):
                return None
        return guess if self._deal(guess) else None

    def _agrees(self, guess: Guess, step: Step) -> bool:
        seat = step.seat
        if step.what in (MISSED, ASKED):
            vault = guess.vaults[seat]
            named = step.cards[0]
            there = vault[named] or (not named & 1 and vault[named + 1])
            return bool(there) == (step.what == ASKED)
        ban = DIAMONDS if step.what == BARREN else sum(1 << card for card in step.cards)
        if any(guess.hands[seat][card] for card in range(KINDS) if ban >> card & 1):
            return False
        guess.blanks[seat] = [(place, banned | ban) for place, banned in guess.blanks[seat]]
        return True

    def _show(self, guess: Guess, seat: Seat, card: int) -> bool:
        """Decide that a blank of this hand is `card`, choosing among the most restricted blanks."""
        blanks = guess.blanks[seat]
        open_ = [i for i, (_, banned) in enumerate(blanks) if not banned >> card & 1]
        if not open_:
            return False
        most = max(blanks[i][1].bit_count() for i in open_)
        open_ = [i for i in open_ if blanks[i][1].bit_count() == most]
        return guess.bind(seat, open_[int(self.rng.random() * len(open_))], card)

    def _branch(self, guess: Guess, index: int) -> Guess | None:
        step = self.steps[index]
        store = step.what == STORE
        choices = self._stores(guess, step) if store else self._gifts(guess, step)
        self.left -= 1
        while choices and self.left > 0:
            chosen = choices.pop()
            trial = guess.copy() if choices else guess
            done = self._store(trial, step, chosen) if store else self._give(trial, step, chosen)
            found = self.run(trial, index + 1) if done else None
            if found is not None:
                return found
        return None

    def _shuffled(self, weighed: list[tuple[float, Move]]) -> list[Move]:
        """The choices in random order, likely ones last."""
        rng = self.rng
        keyed = [(log(1.0 - rng.random()) / weight, cards) for weight, cards in weighed]
        keyed.sort()
        return [cards for _, cards in keyed]

    def _gifts(self, guess: Guess, step: Step) -> list[Move]:
        named, card = step.cards
        vault = guess.vaults[step.seat]
        if card >= 0:
            return [(card,)] if vault[card] else []
        return self._shuffled([(vault[k], (k,)) for k in (named, named + 1) if vault[k]])

    def _give(self, guess: Guess, step: Step, cards: Move) -> bool:
        guess.vaults[step.seat][cards[0]] -= 1
        if step.thief >= 0:
            guess.hands[step.thief][cards[0]] += 1
        guess.moves[step.event] = cards
        return True

    def _stores(self, guess: Guess, step: Step) -> list[Move]:
        """Sets that this hand may have stored (DI-R9, DI-R10), in random order by likelihood."""
        weighed: list[tuple[float, Move]] = []
        blanks = len(guess.blanks[step.seat])
        free, own = spare_cards(guess, step)
        if min(free) < 0:
            return []
        for cards, new in storable(guess, step, free, 0, step.size, blanks):
            if (step.escort or new) and all(cards.count(k) + n <= free[k] for k, n in own):
                likely = likelihood(guess, step, cards, blanks)
                if likely:
                    weighed.append((likely, cards))
        return self._shuffled(weighed)

    def _store(self, guess: Guess, step: Step, cards: Move) -> bool:
        hand = guess.hands[step.seat]
        for card in cards:
            if hand[card]:
                hand[card] -= 1
            elif not self._show(guess, step.seat, card):
                return False
            guess.vaults[step.seat][card] += 1
        guess.moves[step.event] = cards
        return True

    def _deal(self, guess: Guess) -> bool:
        """Deal unseen cards to the remaining restricted blanks, most restricted first."""
        rng = self.rng
        for seat, blanks in enumerate(guess.blanks):
            for place, banned in sorted(blanks, key=lambda b: -b[1].bit_count()):
                if not banned:
                    break
                cards = [
                    card
                    for card in range(END)
                    if not banned >> card & 1
                    for _ in range(guess.unseen[card])
                ]
                if not cards:
                    return False
                card = cards[int(rng.random() * len(cards))]
                guess.bind(seat, blanks.index((place, banned)), card)
                guess.hands[seat][card] += 1
        return True


def determinize(history: DiamsHistory, rng: Random) -> DiamsWorld:
    """A world that agrees with the history."""
    nodes = 50
    while True:
        found = _Search(history, rng, nodes).run(Guess(history.seats, history.unseen), 0)
        if found is not None:
            return _world(history, found, rng)
        nodes *= 4


def _world(history: DiamsHistory, guess: Guess, rng: Random) -> DiamsWorld:
    rest = [card for card in range(END) for _ in range(guess.unseen[card])]
    rng.shuffle(rest)
    for seat, blanks in enumerate(guess.blanks):
        for place, _ in blanks:
            card = rest.pop()
            guess.cards[place] = card
            guess.hands[seat][card] += 1
    if history.window:
        below = int(rng.random() * min(history.window, len(rest) + 1))
        rest.insert(len(rest) - below, END)
    order = list(history.order)
    for place, card in guess.cards.items():
        order[place] = card
    order[history.top :] = rest
    hands = [_listed(hand) for hand in guess.hands]
    vaults = [_listed(vault) for vault in guess.vaults]
    hands[history.seat] = list(history.hand)
    vaults[history.seat] = list(history.vault)
    return DiamsWorld(tuple(order), hands, vaults, _past(history, guess))


def _listed(counts: list[int]) -> list[int]:
    return [card for card, n in enumerate(counts) for _ in range(n)]


def _past(history: DiamsHistory, guess: Guess) -> Event | None:
    """The events of the past, with the hidden moves as sampled in this world."""
    before = history.past[-1] if history.past else None
    if not history.hidden:
        return before
    before = None
    for index, event in enumerate(history.past):
        cards = guess.moves.get(index)
        move = event.move if cards is None else (event.move[0], *cards)
        before = event._replace(before=before, move=move)
    return before
