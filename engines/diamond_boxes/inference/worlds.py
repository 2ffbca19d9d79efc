"""Diamond Boxes: worlds that a seat could be in.

In rule 1 only the order of the deck is hidden. In rule 2 all decisions are public, but the others'
hands and all decks are hidden. Only `observe` reads the position; `determinize` samples from the
history it returns: any order of the decks in which every card was drawn before it was placed, and
in which no round of passes would have ended the match that did not end it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Final, NamedTuple

from engines.api import Seat
from engines.diamond_boxes.board import CARD, CLASH, DeepBoard
from engines.diamond_boxes.cards import DECK, HAND, PASS, PLACEMENTS
from engines.diamond_boxes.position import ColourBoxesPosition, decisions
from engines.diamond_boxes.state import ColourBoxes, OpenBoxes
from engines.diamond_boxes.turns import NO_COLOUR, STUCK
from engines.kit.shuffling import shuffle

FREE_ATTEMPTS: Final = 50  # attempts by chance alone before a needed card is put into a hand


def resample_open(state: OpenBoxes, rng: Random) -> OpenBoxes:
    """A random state of rule 1 that any seat could be in."""
    twin = state.clone()
    rest = state.undrawn()
    shuffle(rest, rng)
    twin.order = (*state.order[: state.top], *rest)
    return twin


def resample_colour(state: ColourBoxes, seat: Seat, rng: Random) -> ColourBoxes:
    """A random state of rule 2 that a seat could be in; its history is cached for the next call."""
    twin = state.clone()
    if state.order:
        history = state.history
        if history is None or history.seat != seat:
            history = state.history = observe(state, seat)
        twin.order, twin.hands = determinize(history, rng)
    return twin


# -- what a seat has observed


class PassedRound(NamedTuple):
    """A round of passes after which the match went on, so some hand had one of these cards."""

    cards: frozenset[int]
    drawn: tuple[int, ...]  # by seat: number of cards drawn until then
    gone: tuple[int, ...]  # by seat: number of cards placed until then


class BoxesHistory(NamedTuple):
    """Everything that a seat has observed since the deal."""

    seat: Seat
    size: int  # size of a personal deck
    order: tuple[int, ...]  # order of the cards; 0 for cards the seat does not know
    hands: tuple[tuple[int, ...], ...]  # the seat's own hand; the others are empty
    drawn: tuple[int, ...]  # number of cards drawn, by seat
    placed: tuple[tuple[int, ...], ...]  # cards placed, by seat, in order
    unseen: tuple[int, ...]
    rounds: tuple[PassedRound, ...]  # those that the seat's own hand does not explain
    barren: frozenset[int]  # cards that no other hand has


def observe(state: ColourBoxesPosition, seat: Seat) -> BoxesHistory:
    """The history of the match as `seat` knows it."""
    hand = state.hands[seat]
    events = decisions(state.latest)
    seen = {*hand, *(placement >> CARD for placement in state.placed)}
    # The centre and the seat's own cards; the order of its first hand is unknown to it.
    order = [0] * len(DECK)
    order[:2] = state.order[:2]
    start, top = state.start_of(seat), state.tops[seat]
    order[start:top] = state.order[start:top]
    order[start : start + HAND] = sorted(order[start : start + HAND])
    placed: list[list[int]] = [[] for _ in range(state.seats)]
    for who, move in events:
        if move >= PLACEMENTS:
            placed[who].append(move >> CARD)
    history = BoxesHistory(
        seat=seat,
        size=state.size,
        order=tuple(order),
        hands=tuple(tuple(hand) if other == seat else () for other in range(state.seats)),
        drawn=tuple(state.tops[other] - state.start_of(other) for other in range(state.seats)),
        placed=tuple(map(tuple, placed)),
        unseen=tuple(card for card in DECK if card not in seen),
        rounds=(),
        barren=frozenset(),
    )
    rounds = _rounds_passed(state, history, events)
    barren: frozenset[int] = frozenset()
    if state.reason in (NO_COLOUR, STUCK):
        last = rounds.pop()
        barren = last.cards if state.reason == STUCK else barren
    unexplained = (r for r in rounds if r.cards.isdisjoint(_held(history, order, r, seat)))
    return history._replace(rounds=tuple(unexplained), barren=barren)


def _rounds_passed(
    state: ColourBoxesPosition, history: BoxesHistory, events: list[tuple[Seat, int]]
) -> list[PassedRound]:
    """For each round of passes since a placement: the cards that could have been placed then."""
    board = DeepBoard()
    for placement in state.placed[:2]:
        board.lay(placement)
    gone = [0] * len(history.drawn)
    rounds: list[PassedRound] = []
    passes = 0
    waiting: list[int] = []  # placements not on the board yet
    fresh = True
    for who, move in events:
        if move >= PLACEMENTS:
            waiting.append(move)
            gone[who] += 1
            passes, fresh = 0, True
        elif move == PASS:
            passes += 1
        if passes == len(gone):
            passes = 0
            if fresh:
                for placement in waiting:
                    board.lay(placement)
                waiting = []
                words = [board.words[slot] for slot in board.deep]
                sides = {card: CLASH[2 * card : 2 * card + 2] for card in DECK}
                fits = [
                    card
                    for card, clashes in sides.items()
                    if any(not under & clash for clash in clashes for under in words)
                ]
                drawn = tuple(min(history.size, HAND + n) for n in gone)
                rounds.append(PassedRound(frozenset(fits), drawn, tuple(gone)))
            fresh = False
    return rounds


def _held(history: BoxesHistory, order: Sequence[int], passed: PassedRound, seat: Seat) -> set[int]:
    """The hand of a seat at a round of passes, given this order of the decks."""
    start = 2 + history.size * seat
    drawn = {*order[start : start + passed.drawn[seat]]}
    return drawn - {*history.placed[seat][: passed.gone[seat]]}


# -- a world that agrees with it


def determinize(history: BoxesHistory, rng: Random) -> tuple[tuple[int, ...], list[list[int]]]:
    """A random order of the cards that agrees with the history, and the hands that result."""
    for attempt in count():
        order = list(history.order)
        others = [seat for seat in range(len(history.drawn)) if seat != history.seat]
        for seat in others:
            # Assign each placed card to an earlier draw; all ways are equally likely.
            start = 2 + history.size * seat
            for number, card in enumerate(history.placed[seat]):
                drawn = min(history.size, HAND + number)
                free = [place for place in range(start, start + drawn) if not order[place]]
                order[free[int(rng.random() * len(free))]] = card
        _fill(history, others, order, rng)
        if attempt >= FREE_ATTEMPTS:
            for passed in history.rounds:
                _explain(history, passed, order, rng)
        if all(_explained(history, order, passed) for passed in history.rounds):
            break
    hands = [list(hand) for hand in history.hands]
    for seat in others:
        hands[seat] = sorted({*_drawn(history, order, seat)} - {*history.placed[seat]})
    return tuple(order), hands


def _drawn(history: BoxesHistory, order: list[int], seat: Seat) -> list[int]:
    start = 2 + history.size * seat
    return order[start : start + history.drawn[seat]]


def _fill(history: BoxesHistory, others: list[Seat], order: list[int], rng: Random) -> None:
    """Deal the cards that the seat has not seen to the other hands and all decks."""
    cards = list(history.unseen)
    shuffle(cards, rng)
    if history.barren:
        cards.sort(key=lambda card: card not in history.barren)  # taken from the end
    for seat in others:
        start = 2 + history.size * seat
        for place in range(start, start + history.drawn[seat]):
            if not order[place]:
                order[place] = cards.pop()
    if history.barren:
        shuffle(cards, rng)
    for place, card in enumerate(order):
        if not card:
            order[place] = cards.pop()


def _explained(history: BoxesHistory, order: list[int], passed: PassedRound) -> bool:
    return any(
        not passed.cards.isdisjoint(_held(history, order, passed, seat))
        for seat in range(len(history.drawn))
        if seat != history.seat
    )


def _explain(history: BoxesHistory, passed: PassedRound, order: list[int], rng: Random) -> None:
    """Swap a needed card to a place where some hand could have had it at that round."""
    free = {*history.unseen} - history.barren
    places = [
        2 + history.size * seat + step
        for seat in range(len(history.drawn))
        if seat != history.seat
        for step in range(passed.drawn[seat])
        if order[2 + history.size * seat + step] in free
    ]
    if not places or _explained(history, order, passed):
        return
    place = places[int(rng.random() * len(places))]
    seat = (place - 2) // history.size
    wanted = passed.cards & (free | {*history.placed[seat][passed.gone[seat] :]})
    elsewhere = [other for other, card in enumerate(order) if card in wanted]
    if elsewhere:
        other = elsewhere[int(rng.random() * len(elsewhere))]
        order[place], order[other] = order[other], order[place]
