"""Blue Border: rounds that agree with a record in which most numbers are not written.

The tracker follows the record with placeholders for cards. Then each gets a number that it can
have, and numbers are exchanged at random as long as all that is known stays true: so in the end all
rounds that agree with the record are about as likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from engines.api import Finding, Game, PlayedMove, Ply, Seat, WrittenMatch
from engines.blue_border.calls import fits
from engines.blue_border.cards import REWARD_DISCARD, Move
from engines.blue_border.inference.beliefs import BlueBorderWorld, Numbers
from engines.blue_border.inference.tracker import BlueBorderTracker
from engines.blue_border.notation import TENTATIVE
from engines.blue_border.position import BlueBorderOptions
from engines.blue_border.state import BlueBorder
from engines.kit.completing import Alike, retold
from engines.kit.possible import elements
from engines.kit.shuffling import shuffle

EXCHANGES: Final = 6
"""Exchanges that are tried for each card of a deck."""


class PlaceholderRound(NamedTuple):
    """The decks of a round as placeholders, with the cards in lines when each was shuffled."""

    first: Seat
    numbers: Numbers
    decks: list[tuple[int, ...]]
    kept: list[list[int]]


class OneWorldTracker(BlueBorderTracker):
    """Follows a record in one world, drawn at random where several are possible."""

    def __init__(self, options: BlueBorderOptions, seats: int, rng: Random) -> None:
        super().__init__(options, seats)
        self.rng = rng
        self.rounds: list[PlaceholderRound] = []
        self.rewards: dict[int, int] = {}  # by entry: the card taken from the discards

    def _dealt(self, ply: Ply[Move], phase: str) -> Finding:
        before, kept = self.names.given, [card for line in self.state.lines for card in line]
        finding = super()._dealt(ply, phase)
        if finding.kind != "problem":
            if phase == "start":
                self.rounds.append(
                    PlaceholderRound(self.state.first, self.worlds[0].numbers, [], [])
                )
                kept = []
            _, _, decks, held = self.rounds[-1]
            decks.append(tuple(range(before + 1, self.names.given + 1)))
            held.append(kept)
        return finding

    def _choices(self, number: int) -> Iterator[tuple[BlueBorderWorld, int]]:
        world = self.worlds[0]
        cards = world.candidates(number)
        shuffle(cards, self.rng)
        for card in cards:
            twin = world.clone()
            if twin.numbers.learn(card, number, self.taken) is None:
                self.rewards[self.taken] = card
                self.rounds[-1] = self.rounds[-1]._replace(numbers=twin.numbers)
                yield twin, card
                return


def completion(
    game: Game[Move],
    options: BlueBorderOptions,
    seats: int,
    written: WrittenMatch[Move],
    rng: Random,
) -> Sequence[PlayedMove[Move]] | None:
    """The moves of a match that agrees with a record, with random numbers; None if they fail."""
    tracker = OneWorldTracker(options, seats, rng)
    opened = list(written.opened)
    for at, ply in enumerate(written.entries[: written.end]):
        while opened and opened[0][0] <= at:
            tracker.show(opened.pop(0)[1])
        if tracker.step(ply).kind == "problem":
            return None
    if written.end == len(written.entries):
        for _, text in opened:
            tracker.show(text)
    found = [_numbered(one, options.cards, rng) for one in tracker.rounds]
    number: dict[int, int] = {}
    deals: list[Move] = []
    for one, numbered in zip(tracker.rounds, found, strict=True):
        if numbered is None:
            return None
        number |= numbered
        deals.append((one.first, *(seat for seat in range(seats) if seat != one.first)))
        deals += [tuple([number[card] for card in deck]) for deck in one.decks]
    chosen = {at: REWARD_DISCARD + number[card] for at, card in tracker.rewards.items()}

    def decide(_: BlueBorder, at: int) -> tuple[Seat, Move] | None:
        ply = written.entries[at]
        return None if ply.move is None else (ply.seat, chosen.get(at, ply.move))

    return retold(game, game.start(options, seats), written, deals, decide, ALIKE)


def _may_be(code: int, card: int) -> bool:
    return code in (0, card, card + TENTATIVE)


def _may_move(there: Move, real: Move) -> bool:
    if not isinstance(there, int) or not isinstance(real, int) or there < REWARD_DISCARD:
        return False
    return _may_be(there - REWARD_DISCARD, real - REWARD_DISCARD)


ALIKE: Final = Alike(
    _may_be, _may_move, ("field", "reshuffle", "refill", "lose", "hit", "miss", "card")
)


def _numbered(one: PlaceholderRound, count: int, rng: Random) -> dict[int, int] | None:
    """A number for each card of a round that is possible in all its decks; None if it fails."""
    can_be = dict(one.numbers.left)
    numbers = one.numbers.clone()
    while True:
        open_ = [(left.bit_count(), card) for card, left in numbers.left.items()]
        least = min([entry for entry in open_ if entry[0] > 1], default=None)
        if least is None:
            break
        choices = list(elements(numbers.left[least[1]]))
        shuffle(choices, rng)
        for choice in choices:
            twin = numbers.clone()
            if twin.learn(least[1], choice, 0) is None:
                break
        else:
            return None
        numbers = twin
    given = {card: numbers.known(card) for card in numbers.left}
    for deck, kept in zip(one.decks, one.kept, strict=True):
        gone = {given[card] for card in (*kept, *deck) if card in given}
        rest = [number for number in range(1, count + 1) if number not in gone]
        shuffle(rest, rng)
        undrawn = [card for card in deck if card not in given]
        if len(rest) != len(undrawn):
            return None
        given |= zip(undrawn, rest, strict=True)
    _exchange(one, given, can_be, rng)
    return given


def _exchange(
    one: PlaceholderRound, given: dict[int, int], can_be: dict[int, int], rng: Random
) -> None:
    """Exchange numbers at random, in a deck and those after it, where all stays possible."""
    numbers = one.numbers
    cards = {number: [] for number in given.values()}  # type: dict[int, list[int]]
    for card, number in given.items():
        cards[number].append(card)
    for _ in range(EXCHANGES * sum(map(len, one.decks))):
        deck = one.decks[int(rng.random() * len(one.decks))]
        a, b = (given[deck[int(rng.random() * len(deck))]] for _ in range(2))
        ones, others = ([card for card in cards[n] if card >= deck[0]] for n in (a, b))
        if a == b or any(card in can_be and not can_be[card] >> b & 1 for card in ones):
            continue
        if any(card in can_be and not can_be[card] >> a & 1 for card in others):
            continue
        given |= dict.fromkeys(ones, b) | dict.fromkeys(others, a)
        if all(_right(numbers, given, card) for card in (*ones, *others)):
            cards[a] = [card for card in cards[a] if card < deck[0]] + others
            cards[b] = [card for card in cards[b] if card < deck[0]] + ones
        else:
            given |= dict.fromkeys(ones, a) | dict.fromkeys(others, b)


def _right(numbers: Numbers, given: dict[int, int], card: int) -> bool:
    """Whether the verdicts about a card are right."""
    reach, bottoms = numbers.reach, numbers.bottoms
    return all(
        fits(call.point, given[call.before] if call.before else 0, given[call.card], reach, bottoms)
        == call.fits
        for call in numbers.verdicts.get(card, ())
    )
