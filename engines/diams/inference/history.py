"""Diam's: the history that a seat has observed since the deal.

Only `observe` reads the position. It keeps what the seat saw: its own cards, open cards, what the
others played, took and discarded, and of hidden moves only the number of cards.
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
BLANK: Final = 2  # cards drawn unseen, by their index in the deck
STORE: Final = 3  # cards put in a vault unseen
NONE: Final = 4  # a hand without these kinds
BARREN: Final = 5  # a hand without diamonds
MISSED: Final = 6  # a vault without the kind asked for
GIVEN: Final = 7  # a card from a vault to another hand
ASKED: Final = 8  # a vault with the kind asked for

DIAMONDS: Final = (1 << KINDS) - 1


class Step(NamedTuple):
    """One observation about one seat; `event` is the index of the event in the past."""

    what: int
    seat: Seat
    cards: tuple[int, ...] = ()
    event: int = -1
    thief: Seat = -1
    size: int = 0  # cards stored
    escort: bool = False  # stored by a convoy: of stored qualities only
    hints: Hints | None = None


class Hints(NamedTuple):
    """Later observations that limit which cards were stored unseen."""

    needs: tuple[int, ...]  # per kind: cards the hand shows later, less those it is seen to get
    blanks: int  # number of cards that the hand gets unseen later
    barred: int  # kinds that a safecracker later did not find in the vault, as bits
    wanted: int  # kinds that later came out of the vault, as bits
    shown: tuple[tuple[Seat, int, int], ...]  # seat, card, number its hand must have for later


class DiamsHistory(NamedTuple):
    """Everything that a seat has observed since the deal."""

    seat: Seat
    seats: int
    order: tuple[int, ...]  # -1 where the seat did not see the card
    top: int
    unseen: tuple[int, ...]  # per kind
    window: int  # the closing card is among this many last cards; 0 once it was drawn
    hand: tuple[int, ...]
    vault: tuple[int, ...]
    steps: tuple[Step, ...]
    past: tuple[Event, ...]  # oldest first
    hidden: bool  # whether the seat does not know some of these moves


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


class SeenSteps(NamedTuple):
    """Observations about the other seats; `whole` if they are all since the deal."""

    steps: tuple[Step, ...]
    whole: bool


def seen_since(position: DiamsPosition, known: Event | None, seat: Seat) -> SeenSteps:
    """What `seat` observes in the events after `known`; since the deal if that is of before.

    For those who keep what they have observed: the steps have no hints and no numbers of events.
    """
    events, event = [], position.past
    while event is not None and event is not known:
        events.append(event)
        event = event.before
    steps = [step for one in reversed(events) for step in _steps(one, -1, seat)]
    return SeenSteps(tuple(steps), event is None)


def _chronicle(newest: Event | None) -> tuple[Event, ...]:
    found = []
    while newest is not None:
        found.append(newest)
        newest = newest.before
    found.reverse()
    return tuple(found)


def _steps(event: Event, index: int, seat: Seat) -> Iterator[Step]:
    """What `seat` observes about the other seats in an event."""
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
    """For each STORE step: cards that the hands must have then because they show them later."""
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
    """Cards that a hand may have got; for a card given unseen, both that it can have been."""
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
    """The kinds that a safecracker asking for `kind` can get, as bits."""
    return 1 << kind if kind & STAR else 3 << kind
