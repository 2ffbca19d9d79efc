"""Diam's: worlds that a seat could be in, given everything it has observed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from random import Random
from typing import Final, NamedTuple, TypeVar

from engines.api import Seat
from engines.diams.cards import (
    CONVOY,
    COPIES,
    CRACK,
    DISCARD,
    DRAW,
    END,
    ESCORT,
    FORCE,
    GIVE,
    KINDS,
    MAGIC,
    MARKET,
    PASS,
    PLAIN,
    REVEAL,
    SAFECRACKER,
    SAME,
    STAR,
    TAKE,
    VAULT,
    Move,
)
from engines.diams.dealing import HAND, window
from engines.diams.position import DiamsPosition, Event
from engines.diams.turns import COLLECTION, PASSING
from engines.kit.shuffling import shuffle

# The history that a seat has observed since the deal.
#
# Only `observe` reads the position. It keeps what the seat saw: its own cards, open cards, what
# the others played, took and discarded, and of hidden moves only the number of cards.

LOSE: Final = 0  # cards seen leaving a hand
GAIN: Final = 1  # cards seen coming to a hand
BLANK: Final = 2  # cards drawn unseen, by their index in the deck
STORE: Final = 3  # cards put in a vault unseen
NONE: Final = 4  # a hand without these kinds
BARREN: Final = 5  # a hand whose owner passes
MISSED: Final = 6  # a vault without the kind asked for
GIVEN: Final = 7  # a card from a vault to another hand
ASKED: Final = 8  # a vault with the kind asked for

FORBIDDEN: Final = sum(1 << kind for kind in range(END) if kind not in PASSING)
"""The kinds that nobody has who passes, as bits."""


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


def observe(position: DiamsPosition, seat: Seat) -> DiamsHistory:
    """The history of this round as `seat` knows it."""
    past: list[Event] = []
    newest = position.past
    while newest is not None:
        past.append(newest)
        newest = newest.before
    past.reverse()
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
    shown = shown_later(steps)
    hinted = (
        step._replace(hints=hints_of(step.seat, steps[index + 1 :], shown[index]))
        if step.what == STORE
        else step
        for index, step in enumerate(steps)
    )
    return DiamsHistory(
        seat,
        position.seats,
        tuple(order),
        position.top,
        tuple(unseen[:END]),
        0 if ended else window(position.options, position.seats),
        tuple(position.hands[seat]),
        tuple(position.vaults[seat]),
        tuple(hinted),
        tuple(past),
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
        assert event.before is not None
        thief, named = event.before.seat, event.before.move[2]
        known = seat in (thief, event.seat)
        card = event.move[1] if known else named if named & STAR else -1
        if event.seat == seat:
            yield Step(GAIN, thief, (card,))
        else:
            yield Step(GIVEN, event.seat, (named, card), index, -1 if thief == seat else thief)
    elif actor == seat:
        return
    elif op in (DRAW, REVEAL):
        if cards:
            yield Step(BLANK if op == DRAW else GAIN, actor, cards)
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


def shown_later(steps: Sequence[Step]) -> dict[int, tuple[tuple[Seat, int, int], ...]]:
    """For each STORE step: cards that the hands must have then because they show them later."""
    # From the last step back: a card that a hand shows later it must have before, unless it gets it
    # in between.
    needs: dict[tuple[Seat, int], int] = {}
    needed = {}
    for index in range(len(steps) - 1, -1, -1):
        step = steps[index]
        if step.what == STORE:
            needed[index] = tuple((seat, card, n) for (seat, card), n in needs.items() if n)
        elif step.what == LOSE:
            for card in step.cards:
                needs[step.seat, card] = needs.get((step.seat, card), 0) + 1
        elif step.what == GAIN or (step.what == GIVEN and step.thief >= 0):
            holder, cards = step.seat, step.cards
            if step.what == GIVEN:  # for a card given unseen both kinds that it can have been
                holder, (named, card) = step.thief, step.cards
                cards = (card,) if card >= 0 else (named, named + 1)
            for card in cards:
                needs[holder, card] = max(0, needs.get((holder, card), 0) - 1)
    return needed


def hints_of(seat: Seat, later: Sequence[Step], shown: tuple[tuple[Seat, int, int], ...]) -> Hints:
    """What a seat is seen to do later, and others, as far as it limits what the seat stored."""
    # `balance`: cards of each kind that the hand is seen to get less those it is seen to lose; at
    # its lowest it says how many of them the hand must keep now.
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


# A partly sampled world, and the cards that a hand may have stored unseen in it.


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
    # `a` plain diamonds and `b` starred ones of this quality, with all ways for those above it.
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
    # Each card that is not known to be in the hand is one of its blanks, and so is each that the
    # hand shows later.
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


# Worlds that agree with everything a seat observed.
#
# `determinize` goes through the history with the other seats' unseen cards as blanks. A blank
# becomes a card when the history needs one: a card played that was not known to be in that hand,
# a set stored unseen. The other blanks are dealt at the end. The search backtracks, so it finds a
# world if one exists, and one always exists: the true one, which the search never reads.

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


class HiddenSearch:
    """A search through a history that tries choices in random order, likely ones first."""

    __slots__ = ("left", "rng", "steps")

    def __init__(self, steps: Sequence[Step], rng: Random, nodes: int) -> None:
        self.steps = steps
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
            elif not self.agrees(guess, step):
                return None
        return guess if self._deal(guess) else None

    def agrees(self, guess: Guess, step: Step) -> bool:
        """Whether the guess agrees with what was seen of a hand or a vault, which it then keeps."""
        seat = step.seat
        if step.what in (MISSED, ASKED):
            vault = guess.vaults[seat]
            named = step.cards[0]
            there = vault[named] or (not named & 1 and vault[named + 1])
            return bool(there) == (step.what == ASKED)
        ban = FORBIDDEN if step.what == BARREN else sum(1 << card for card in step.cards)
        if any(guess.hands[seat][card] for card in range(END) if ban >> card & 1):
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
        """Try what can have been stored or given, until the guess can be completed."""
        step = self.steps[index]
        seat, store = step.seat, step.what == STORE
        if store:
            choices = self.stores(guess, step)
        else:
            (named, card), vault = step.cards, guess.vaults[seat]
            choices = [(card,)] if card >= 0 and vault[card] else []
            if card < 0:
                kinds = (named, named + 1)
                choices = self._shuffled([(vault[kind], (kind,)) for kind in kinds if vault[kind]])
        self.left -= 1
        while choices and self.left > 0:
            chosen = choices.pop()
            trial = guess.copy() if choices else guess
            trial.moves[step.event] = chosen
            done = True
            if store:
                done = self._store(trial, step, chosen)
            else:
                trial.vaults[seat][chosen[0]] -= 1
                if step.thief >= 0:
                    trial.hands[step.thief][chosen[0]] += 1
            completed = self.run(trial, index + 1) if done else None
            if completed is not None:
                return completed
        return None

    def _shuffled(self, weighed: list[tuple[float, Move]]) -> list[Move]:
        """The choices in random order, likely ones last."""
        rng = self.rng
        keyed = [(log(1.0 - rng.random()) / weight, cards) for weight, cards in weighed]
        keyed.sort()
        return [cards for _, cards in keyed]

    def stores(self, guess: Guess, step: Step) -> list[Move]:
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
    # A search that begins badly is sooner begun anew than finished, so it is cut off, later each
    # time; the search of a round that has a world always ends.
    guess, nodes = None, 50
    while guess is None:
        guess = HiddenSearch(history.steps, rng, nodes).run(Guess(history.seats, history.unseen), 0)
        nodes *= 4
    # What is still blank, and the rest of the deck.
    rest = [card for card in range(END) for _ in range(guess.unseen[card])]
    shuffle(rest, rng)
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
    # The events of the past, from the first hidden move on with the moves sampled in this world.
    before = history.past[-1] if history.past else None
    if guess.moves:
        first = min(guess.moves)
        before = history.past[first].before
        for index in range(first, len(history.past)):
            event, cards = history.past[index], guess.moves.get(index)
            move = event.move if cards is None else (event.move[0], *cards)
            before = Event(before, event.seat, move, event.cards, event.taken)
    return DiamsWorld(tuple(order), hands, vaults, before)


def _listed(counts: list[int]) -> list[int]:
    return [card for card, n in enumerate(counts) for _ in range(n)]
