"""Diam's: what a seat observed since the deal.

`observe` is the only place that looks at a position for it; it keeps what the seat saw: its own
cards, what lay open, what others played, took and gave up, and of hidden moves the number of
cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engines.api import Seat
from engines.diams.cards import CONVOY, COPIES, END, KINDS, MAGIC, PLAIN, SAFECRACKER, STAR
from engines.diams.dealing import HAND, window
from engines.diams.moves import (
    CRACK,
    DISCARD,
    DRAW,
    ESCORT,
    FORCE,
    GIVE,
    MARKET,
    PASS,
    REVEAL,
    SAME,
    TAKE,
    VAULT,
    Move,
)
from engines.diams.position import DiamsPosition, Event

LOSE: Final = 0  # cards seen leaving a hand
GAIN: Final = 1  # cards seen coming to a hand
BLANK: Final = 2  # a card drawn unseen, by its index in the deck
STORE: Final = 3  # cards put in a vault unseen
NONE: Final = 4  # a hand without this kind and its like
BARREN: Final = 5  # a hand without diamonds
MISSED: Final = 6  # a vault without what was named
GIVEN: Final = 7  # a card from a vault to another hand
ASKED: Final = 8  # a vault with what was named

DIAMONDS: Final = (1 << KINDS) - 1


class Step(NamedTuple):
    """One thing observed of one seat; `event` is its index in the past."""

    what: int
    seat: Seat
    cards: tuple[int, ...] = ()
    event: int = -1
    thief: Seat = -1
    size: int = 0  # cards stored
    escort: bool = False  # stored by a convoy: of stored qualities only
    hints: Hints | None = None


class Hints(NamedTuple):
    """What comes after cards were stored unseen and bears on which they were."""

    needs: tuple[int, ...]  # per kind: how many the hand shows later beyond what it is seen to get
    blanks: int  # cards the hand gets unseen later
    barred: int  # kinds a later look into the vault did not find, as bits
    wanted: int  # kinds that later came out of the vault, as bits
    shown: tuple[tuple[Seat, int, int], ...]  # seat, card, how many its hand must have for later


class DiamsHistory(NamedTuple):
    """What a seat observed since the deal."""

    seat: Seat
    seats: int
    order: tuple[int, ...]  # -1 where the seat did not see the card
    top: int
    unseen: tuple[int, ...]  # per kind
    window: int  # where the closing card may lie from the bottom; 0 once it was drawn
    hand: tuple[int, ...]
    vault: tuple[int, ...]
    steps: tuple[Step, ...]
    past: tuple[Event, ...]  # oldest first
    hidden: bool  # some of these moves are not known to the seat


def observe(position: DiamsPosition, seat: Seat) -> DiamsHistory:
    """The history of this round as `seat` knows it."""
    past = _chronicle(position.past)
    order = list(position.order)
    steps: list[Step] = []
    for other in range(position.seats):
        if other != seat:
            start = position.dealt + HAND * other
            steps.append(Step(BLANK, other, tuple(range(start, start + HAND))))
    for index, event in enumerate(past):
        steps.extend(_steps(event, index, seat))
    for step in steps:
        if step.what == BLANK:
            for place in step.cards:
                order[place] = -1
    order[position.top :] = [-1] * (len(order) - position.top)
    unseen = list(COPIES)
    for card in order:
        if card >= 0:
            unseen[card] -= 1
    ended = unseen[END] == 0
    return DiamsHistory(
        seat,
        position.seats,
        tuple(order),
        position.top,
        tuple(unseen[:END]),
        0 if ended else window(position.options, position.seats),
        tuple(position.hands[seat]),
        tuple(position.vaults[seat]),
        _with_hints(steps),
        past,
        any(step.what == STORE or step.what == GIVEN for step in steps),
    )


def _chronicle(newest: Event | None) -> tuple[Event, ...]:
    found = []
    while newest is not None:
        found.append(newest)
        newest = newest.before
    found.reverse()
    return tuple(found)


def _steps(event: Event, index: int, seat: Seat) -> Iterator[Step]:
    """What `seat` observes of the others in an event."""
    _, actor, move, cards, taken = event
    op = move[0]
    if op == CRACK and move[1] != seat:
        yield Step(ASKED if cards else MISSED, move[1], move[2:])
    if op == FORCE and move[1] != seat:
        yield Step(LOSE, move[1], cards)
        yield Step(NONE, move[1], (move[2] & PLAIN, move[2] | STAR))
    if op == GIVE:
        yield from _given(event, index, seat)
    elif actor != seat:
        yield from _acted(actor, move, cards, taken, index)


def _given(event: Event, index: int, seat: Seat) -> Iterator[Step]:
    assert event.before is not None
    thief, named = event.before.seat, event.before.move[2]
    known = seat in (thief, event.seat)
    card = event.move[1] if known else named if named & STAR else -1
    if event.seat == seat:
        yield Step(GAIN, thief, (card,))
    else:
        yield Step(GIVEN, event.seat, (named, card), index, -1 if thief == seat else thief)


def _acted(
    actor: Seat, move: Move, cards: tuple[int, ...], taken: tuple[int, ...], index: int
) -> Iterator[Step]:
    op = move[0]
    if op == DRAW:
        if cards:
            yield Step(BLANK, actor, cards)
    elif op == REVEAL:
        if cards:
            yield Step(GAIN, actor, cards)
    elif op == MARKET:
        yield Step(LOSE, actor, move[1:2])
        yield Step(GAIN, actor, move[2:])
    elif op == SAME:
        yield Step(LOSE, actor, move[1:])
        yield Step(GAIN, actor, (*taken, move[1]))
    elif op in (VAULT, ESCORT):
        if op == ESCORT:
            yield Step(LOSE, actor, (CONVOY,))
        yield Step(STORE, actor, (), index, size=len(move) - 1, escort=op == ESCORT)
    elif op == CRACK:
        yield Step(LOSE, actor, (SAFECRACKER,))
    elif op == TAKE:
        yield Step(LOSE, actor, (MAGIC,))
        yield Step(GAIN, actor, move[1:])
    elif op == FORCE:
        yield Step(LOSE, actor, move[2:])
        yield Step(GAIN, actor, taken)
    elif op == DISCARD:
        yield Step(LOSE, actor, move[1:])
    elif op == PASS:
        yield Step(BARREN, actor)


def _with_hints(steps: list[Step]) -> tuple[Step, ...]:
    shown = _shown(steps)
    return tuple(
        step._replace(hints=_hints(step.seat, steps[index + 1 :], shown[index]))
        if step.what == STORE
        else step
        for index, step in enumerate(steps)
    )


def _shown(steps: list[Step]) -> dict[int, tuple[tuple[Seat, int, int], ...]]:
    """By step of storing: what the hands must hold then, by all that is seen of them later."""
    needs: dict[tuple[Seat, int], int] = {}
    found = {}
    for index in range(len(steps) - 1, -1, -1):
        step = steps[index]
        if step.what == STORE:
            found[index] = tuple((seat, card, n) for (seat, card), n in needs.items() if n)
        elif step.what == LOSE:
            for card in step.cards:
                needs[step.seat, card] = needs.get((step.seat, card), 0) + 1
        elif step.what == GAIN or (step.what == GIVEN and step.thief >= 0):
            for holder, card in _got(step):
                needs[holder, card] = max(0, needs.get((holder, card), 0) - 1)
    return found


def _got(step: Step) -> list[tuple[Seat, int]]:
    """Cards that may have come to a hand: of one given unseen, each it can have been."""
    if step.what == GAIN:
        return [(step.seat, card) for card in step.cards]
    named, card = step.cards
    return [(step.thief, card)] if card >= 0 else [(step.thief, named), (step.thief, named + 1)]


def _hints(seat: Seat, later: list[Step], shown: tuple[tuple[Seat, int, int], ...]) -> Hints:
    balance = [0] * END
    needs = [0] * END
    blanks = barred = wanted = given = 0
    for step in later:
        if step.what == GIVEN and step.thief == seat:
            if step.cards[1] >= 0:
                balance[step.cards[1]] += 1
            else:
                blanks += 1
        if step.seat != seat:
            continue
        if step.what == LOSE:
            for card in step.cards:
                balance[card] -= 1
                needs[card] = max(needs[card], -balance[card])
        elif step.what == GAIN:
            for card in step.cards:
                balance[card] += 1
        elif step.what == BLANK:
            blanks += len(step.cards)
        elif step.what == MISSED:
            barred |= _named(step.cards[0]) & ~given
        elif step.what == ASKED:
            wanted |= _named(step.cards[0]) & ~barred
        elif step.what == GIVEN:
            named, card = step.cards
            came = 1 << card if card >= 0 else _named(named)
            given |= came
            wanted |= came & ~barred
    return Hints(tuple(needs), blanks, barred, wanted, shown)


def _named(kind: int) -> int:
    """The kinds a safecracker naming `kind` gets, as bits."""
    return 1 << kind if kind & STAR else 3 << kind
