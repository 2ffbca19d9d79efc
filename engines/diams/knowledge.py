"""Diam's: what a seat was told since the deal, and worlds in which all of it is true.

`tell` is the only place that looks at a position; it keeps what the seat saw: its own cards, what
lay open, what others played, took and gave up, and of hidden moves the number of cards. `imagine`
goes through that story with the others' unseen cards as blanks. A blank becomes a card when the
story needs one: a card played that was not known to be in that hand, a set stored unseen. The
rest is dealt at the end. Where a choice leads nowhere the next one is tried, so a world is found
whenever there is one, and there is: the true one, which is never looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from engines.api import Seat
from engines.diams.cards import CONVOY, COPIES, END, KINDS, MAGIC, SAFECRACKER
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

if TYPE_CHECKING:
    from engines.diams.state import Diams, Event

LOSE: Final = 0  # cards seen leaving a hand
GAIN: Final = 1  # cards seen coming to a hand
BLANK: Final = 2  # a card drawn unseen, by its index in the deck
STORE: Final = 3  # cards put in a vault unseen
NONE: Final = 4  # a hand without this kind and its like
BARREN: Final = 5  # a hand without diamonds
MISSED: Final = 6  # a vault without what was named
GIVEN: Final = 7  # a card from a vault to another hand

DIAMONDS: Final = (1 << KINDS) - 1


class Step(NamedTuple):
    """One thing told of one seat; `event` is its index in the past."""

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


class Story(NamedTuple):
    """What a seat was told since the deal."""

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


class World(NamedTuple):
    """A full state of the cards and how it came about."""

    order: tuple[int, ...]
    hands: list[list[int]]
    vaults: list[list[int]]
    past: Event | None


# -- what was told


def tell(state: Diams, seat: Seat) -> Story:
    """The story of this round as `seat` knows it."""
    past = _chronicle(state.past)
    order = list(state.order)
    steps: list[Step] = []
    for other in range(state.seats):
        if other != seat:
            start = state.dealt + 3 * other
            steps.append(Step(BLANK, other, tuple(range(start, start + 3))))
    for index, event in enumerate(past):
        steps.extend(_steps(event, index, seat, state))
    for step in steps:
        if step.what == BLANK:
            for place in step.cards:
                order[place] = -1
    order[state.top :] = [-1] * (len(order) - state.top)
    unseen = list(COPIES)
    for card in order:
        if card >= 0:
            unseen[card] -= 1
    ended = unseen[END] == 0
    return Story(
        seat,
        state.seats,
        tuple(order),
        state.top,
        tuple(unseen[:END]),
        0 if ended else state.window(),
        tuple(state.hands[seat]),
        tuple(state.vaults[seat]),
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


def _steps(event: Event, index: int, seat: Seat, state: Diams) -> Iterator[Step]:
    """What an event tells `seat` of the others."""
    _, actor, move, cards, taken = event
    op = move[0]
    if op == CRACK and move[1] != seat and not cards:
        yield Step(MISSED, move[1], move[2:])
    if op == FORCE and move[1] != seat:
        yield Step(LOSE, move[1], cards)
        yield Step(NONE, move[1], (move[2] & 30, move[2] | 1))
    if op == GIVE:
        yield from _given(event, index, seat)
    elif actor != seat:
        yield from _acted(actor, move, cards, taken, index)


def _given(event: Event, index: int, seat: Seat) -> Iterator[Step]:
    assert event.before is not None
    thief, named = event.before.seat, event.before.move[2]
    known = seat in (thief, event.seat)
    card = event.move[1] if known else named if named & 1 else -1
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
    return tuple(
        step._replace(hints=_hints(step.seat, steps[index + 1 :])) if step.what == STORE else step
        for index, step in enumerate(steps)
    )


def _hints(seat: Seat, later: list[Step]) -> Hints:
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
        elif step.what == GIVEN:
            named, card = step.cards
            came = 1 << card if card >= 0 else _named(named)
            given |= came
            wanted |= came & ~barred
    return Hints(tuple(needs), blanks, barred, wanted)


def _named(kind: int) -> int:
    """The kinds a safecracker naming `kind` gets, as bits."""
    return 1 << kind if kind & 1 else 3 << kind


# -- a world in which it is true


class _Guess:
    """A world in the making: known cards, blanks, and what they have become."""

    __slots__ = ("blanks", "cards", "hands", "moves", "unseen", "vaults")

    def __init__(self, story: Story) -> None:
        self.unseen = list(story.unseen)
        self.hands = [[0] * END for _ in range(story.seats)]
        self.vaults = [[0] * KINDS for _ in range(story.seats)]
        self.blanks: list[list[tuple[int, int]]] = [[] for _ in range(story.seats)]
        self.cards: dict[int, int] = {}  # index in the deck -> card
        self.moves: dict[int, tuple[int, ...]] = {}  # index in the past -> cards of a hidden move

    def copy(self) -> _Guess:
        twin = _Guess.__new__(_Guess)
        twin.unseen = self.unseen[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.vaults = [vault[:] for vault in self.vaults]
        twin.blanks = [blanks[:] for blanks in self.blanks]
        twin.cards = self.cards.copy()
        twin.moves = self.moves.copy()
        return twin

    def bind(self, seat: Seat, index: int, card: int) -> bool:
        """Make a blank a card, if such a card is left."""
        if not self.unseen[card]:
            return False
        self.unseen[card] -= 1
        place, _ = self.blanks[seat].pop(index)
        self.cards[place] = card
        return True


class _Search:
    """Goes through a story, trying choices in a random order that favours likely ones."""

    __slots__ = ("left", "rng", "steps", "story")

    def __init__(self, story: Story, rng: Random, nodes: int) -> None:
        self.story = story
        self.steps = story.steps
        self.rng = rng
        self.left = nodes

    def run(self, guess: _Guess, at: int) -> _Guess | None:
        """The guess completed from step `at` on, or None."""
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

    def _agrees(self, guess: _Guess, step: Step) -> bool:
        seat = step.seat
        if step.what == MISSED:
            vault = guess.vaults[seat]
            named = step.cards[0]
            return not vault[named] and (bool(named & 1) or not vault[named + 1])
        ban = DIAMONDS if step.what == BARREN else sum(1 << card for card in step.cards)
        if any(guess.hands[seat][card] for card in range(KINDS) if ban >> card & 1):
            return False
        guess.blanks[seat] = [(place, banned | ban) for place, banned in guess.blanks[seat]]
        return True

    def _show(self, guess: _Guess, seat: Seat, card: int) -> bool:
        """A blank of this hand turns out to be `card`; the most restricted ones go first."""
        blanks = guess.blanks[seat]
        open_ = [i for i, (_, banned) in enumerate(blanks) if not banned >> card & 1]
        if not open_:
            return False
        most = max(blanks[i][1].bit_count() for i in open_)
        open_ = [i for i in open_ if blanks[i][1].bit_count() == most]
        return guess.bind(seat, open_[int(self.rng.random() * len(open_))], card)

    def _branch(self, guess: _Guess, index: int) -> _Guess | None:
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
        """In random order, likely ones last."""
        rng = self.rng
        keyed = [(log(1.0 - rng.random()) / weight, cards) for weight, cards in weighed]
        keyed.sort()
        return [cards for _, cards in keyed]

    def _gifts(self, guess: _Guess, step: Step) -> list[Move]:
        named, card = step.cards
        vault = guess.vaults[step.seat]
        if card >= 0:
            return [(card,)] if vault[card] else []
        return self._shuffled([(vault[k], (k,)) for k in (named, named + 1) if vault[k]])

    def _give(self, guess: _Guess, step: Step, cards: Move) -> bool:
        guess.vaults[step.seat][cards[0]] -= 1
        if step.thief >= 0:
            guess.hands[step.thief][cards[0]] += 1
        guess.moves[step.event] = cards
        return True

    def _stores(self, guess: _Guess, step: Step) -> list[Move]:
        """Sets this hand may have stored (DI-R9, DI-R10), by how likely the blanks are so."""
        weighed: list[tuple[float, Move]] = []
        blanks = len(guess.blanks[step.seat])
        for cards, new in _sets(guess, step, 0, step.size, blanks):
            if step.escort or new:
                weight = _weight(guess, step, cards, blanks)
                if weight:
                    weighed.append((weight, cards))
        return self._shuffled(weighed)

    def _store(self, guess: _Guess, step: Step, cards: Move) -> bool:
        hand = guess.hands[step.seat]
        for card in cards:
            if hand[card]:
                hand[card] -= 1
            elif not self._show(guess, step.seat, card):
                return False
            guess.vaults[step.seat][card] += 1
        guess.moves[step.event] = cards
        return True

    def _deal(self, guess: _Guess) -> bool:
        """Deal the unseen cards to the blanks that are left, restricted ones first."""
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


def _sets(
    guess: _Guess, step: Step, quality: int, size: int, blanks: int
) -> Iterator[tuple[Move, bool]]:
    """Cards of a hand that may be stored together, and whether a collection is among them."""
    if size == 0:
        yield (), False
        return
    if quality == 10:
        return
    plain, star = 2 * quality, 2 * quality + 1
    hand, unseen = guess.hands[step.seat], guess.unseen
    vault = guess.vaults[step.seat]
    stored = bool(vault[plain] or vault[star])
    for a in range(min(size, 4, hand[plain] + unseen[plain]) + 1):
        for b in range(min(size - a, 1, hand[star] + unseen[star]) + 1):
            used = max(0, a - hand[plain]) + max(0, b - hand[star])
            if used > blanks or (a + b and not stored and (step.escort or a + b < 3)):
                continue
            cards = (plain,) * a + (star,) * b
            for rest, new in _sets(guess, step, quality + 1, size - a - b, blanks - used):
                yield cards + rest, new or a + b >= 3


def _weight(guess: _Guess, step: Step, cards: Move, blanks: int) -> float:
    """Roughly how likely it is that these were the cards; 0 where it cannot be."""
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


def imagine(story: Story, rng: Random) -> World:
    """A world in which everything the seat was told is true."""
    nodes = 50
    while True:
        found = _Search(story, rng, nodes).run(_Guess(story), 0)
        if found is not None:
            return _world(story, found, rng)
        nodes *= 4


def _world(story: Story, guess: _Guess, rng: Random) -> World:
    rest = [card for card in range(END) for _ in range(guess.unseen[card])]
    rng.shuffle(rest)
    for seat, blanks in enumerate(guess.blanks):
        for place, _ in blanks:
            card = rest.pop()
            guess.cards[place] = card
            guess.hands[seat][card] += 1
    if story.window:
        below = int(rng.random() * min(story.window, len(rest) + 1))
        rest.insert(len(rest) - below, END)
    order = list(story.order)
    for place, card in guess.cards.items():
        order[place] = card
    order[story.top :] = rest
    hands = [_listed(hand) for hand in guess.hands]
    vaults = [_listed(vault) for vault in guess.vaults]
    hands[story.seat] = list(story.hand)
    vaults[story.seat] = list(story.vault)
    return World(tuple(order), hands, vaults, _retold(story, guess))


def _listed(counts: list[int]) -> list[int]:
    return [card for card, n in enumerate(counts) for _ in range(n)]


def _retold(story: Story, guess: _Guess) -> Event | None:
    """The past with the hidden moves as this world has them."""
    before = story.past[-1] if story.past else None
    if not story.hidden:
        return before
    before = None
    for index, event in enumerate(story.past):
        cards = guess.moves.get(index)
        move = event.move if cards is None else (event.move[0], *cards)
        before = event._replace(before=before, move=move)
    return before
