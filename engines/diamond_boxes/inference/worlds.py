"""Diamond Boxes, rule 2: worlds a seat could be in.

All decisions are public; hidden are the others' hands and every deck. `tell` is the only place
that looks at a position for what a seat was told, `imagine` draws from what it kept: every order
of the decks in which the cards were drawn before they were placed and in which the match was not
drawn where it was not (DJ2-Q7).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from engines.api import Seat
from engines.diamond_boxes.board import CARD, CLASH, DeepBoard
from engines.diamond_boxes.cards import DECK, HAND
from engines.diamond_boxes.facts import NO_COLOUR, STUCK, chronicle
from engines.diamond_boxes.moves import CHOSEN, PASS

if TYPE_CHECKING:
    from engines.diamond_boxes.rule2 import ColourBoxes

PATIENT: Final = 50  # worlds drawn freely before what is missing is put there


class Hurdle(NamedTuple):
    """All had passed and the match went on: some other hand held one of these cards."""

    cards: frozenset[int]
    drawn: tuple[int, ...]  # by seat, until then
    gone: tuple[int, ...]  # by seat: how many were placed until then


class Story(NamedTuple):
    """What a seat was told since the deal."""

    seat: Seat
    size: int  # of a personal deck
    order: tuple[int, ...]  # the seat's own deck as it knows it, else 0
    hands: tuple[tuple[int, ...], ...]  # its own, those of the others empty
    drawn: tuple[int, ...]  # by seat
    placed: tuple[tuple[int, ...], ...]  # by seat, in order
    unseen: tuple[int, ...]
    hurdles: tuple[Hurdle, ...]
    barren: frozenset[int]  # cards of which no other hand holds any


def tell(state: ColourBoxes, seat: Seat) -> Story:
    """The match as `seat` knows it."""
    hand = state.hands[seat]
    events = chronicle(state.past)
    placed = tuple(_placed(events, other) for other in range(state.seats))
    seen = {*hand, *(placement >> CARD for placement in state.placed)}
    order = [0] * len(DECK)
    order[:2] = state.order[:2]
    start, top = state.start_of(seat), state.tops[seat]
    order[start:top] = state.order[start:top]
    order[start : start + HAND] = sorted(order[start : start + HAND])  # as the hand was told
    story = Story(
        seat=seat,
        size=state.size,
        order=tuple(order),
        hands=tuple(tuple(hand) if other == seat else () for other in range(state.seats)),
        drawn=tuple(state.tops[other] - state.start_of(other) for other in range(state.seats)),
        placed=placed,
        unseen=tuple(card for card in DECK if card not in seen),
        hurdles=(),
        barren=frozenset(),
    )
    rounds = _rounds_passed(state, story, events)
    barren: frozenset[int] = frozenset()
    if state.reason in (NO_COLOUR, STUCK):
        last = rounds.pop()
        barren = last.cards if state.reason == STUCK else barren
    hurdles = tuple(h for h in rounds if h.cards.isdisjoint(_held(story, order, h, seat)))
    return story._replace(hurdles=hurdles, barren=barren)


def _placed(events: list[tuple[Seat, int]], seat: Seat) -> tuple[int, ...]:
    return tuple(move >> CARD for who, move in events if who == seat and move >= CHOSEN)


def _rounds_passed(
    state: ColourBoxes, story: Story, events: list[tuple[Seat, int]]
) -> list[Hurdle]:
    """Per round of passes since which something was placed: what could have been placed then."""
    board = DeepBoard()
    for placement in state.placed[:2]:
        board.lay(placement)
    gone = [0] * len(story.drawn)
    found: list[Hurdle] = []
    passes = 0
    waiting: list[int] = []  # placements not on the board yet
    fresh = True
    for who, move in events:
        if move >= CHOSEN:
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
                found.append(_hurdle(board, gone, story.size))
            fresh = False
    return found


def _hurdle(board: DeepBoard, gone: list[int], size: int) -> Hurdle:
    words = [*board.words.values()]
    cards = frozenset(
        card
        for card in DECK
        if any(not under & clash for clash in CLASH[2 * card : 2 * card + 2] for under in words)
    )
    return Hurdle(cards, tuple(min(size, HAND + n) for n in gone), tuple(gone))


def _held(story: Story, order: Sequence[int], hurdle: Hurdle, seat: Seat) -> set[int]:
    """What a seat held at a round of passes, if the decks lie in this order."""
    start = 2 + story.size * seat
    return {*order[start : start + hurdle.drawn[seat]]} - {*story.placed[seat][: hurdle.gone[seat]]}


# -- imagining


def imagine(story: Story, rng: Random) -> tuple[tuple[int, ...], list[list[int]]]:
    """An order of the cards and the hands that come of it, true to all the seat was told."""
    for attempt in count():
        order = list(story.order)
        others = [seat for seat in range(len(story.drawn)) if seat != story.seat]
        for seat in others:
            _draw_in_time(story, seat, order, rng)
        _fill(story, others, order, rng)
        if attempt >= PATIENT:
            for hurdle in story.hurdles:
                _help_over(story, hurdle, order, rng)
        if all(_met(story, order, hurdle) for hurdle in story.hurdles):
            break
    hands = [list(hand) for hand in story.hands]
    for seat in others:
        hands[seat] = sorted({*_drawn(story, order, seat)} - {*story.placed[seat]})
    return tuple(order), hands


def _drawn(story: Story, order: list[int], seat: Seat) -> list[int]:
    start = 2 + story.size * seat
    return order[start : start + story.drawn[seat]]


def _draw_in_time(story: Story, seat: Seat, order: list[int], rng: Random) -> None:
    """Every card placed was drawn before; each way to have drawn them is as likely."""
    start = 2 + story.size * seat
    for number, card in enumerate(story.placed[seat]):
        drawn = min(story.size, HAND + number)
        free = [place for place in range(start, start + drawn) if not order[place]]
        order[free[int(rng.random() * len(free))]] = card


def _fill(story: Story, others: list[Seat], order: list[int], rng: Random) -> None:
    """The cards the seat has not seen, to the other hands and all decks."""
    cards = list(story.unseen)
    rng.shuffle(cards)
    if story.barren:
        cards.sort(key=lambda card: card not in story.barren)  # taken from the end
    for seat in others:
        start = 2 + story.size * seat
        for place in range(start, start + story.drawn[seat]):
            if not order[place]:
                order[place] = cards.pop()
    if story.barren:
        rng.shuffle(cards)
    for place, card in enumerate(order):
        if not card:
            order[place] = cards.pop()


def _met(story: Story, order: list[int], hurdle: Hurdle) -> bool:
    return any(
        not hurdle.cards.isdisjoint(_held(story, order, hurdle, seat))
        for seat in range(len(story.drawn))
        if seat != story.seat
    )


def _help_over(story: Story, hurdle: Hurdle, order: list[int], rng: Random) -> None:
    """Put a card that is wanted where some hand could have held it then."""
    free = {*story.unseen} - story.barren
    places = [
        2 + story.size * seat + step
        for seat in range(len(story.drawn))
        if seat != story.seat
        for step in range(hurdle.drawn[seat])
        if order[2 + story.size * seat + step] in free
    ]
    if not places or _met(story, order, hurdle):
        return
    place = places[int(rng.random() * len(places))]
    seat = (place - 2) // story.size
    wanted = hurdle.cards & (free | {*story.placed[seat][hurdle.gone[seat] :]})
    found = [other for other, card in enumerate(order) if card in wanted]
    if found:
        other = found[int(rng.random() * len(found))]
        order[place], order[other] = order[other], order[place]
