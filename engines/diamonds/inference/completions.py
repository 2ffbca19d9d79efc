"""Diamonds: rounds that agree with a record in which hands, passes or cards are not written.

Who has run out of a suit, and which cards each hand has after passing, follows from the cards
played. Every other place in a hand gets a card at random; then it is chosen what was passed.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from engines.api import Game, PlayedMove, Ply, Seat, WrittenMatch
from engines.diamonds.cards import ANNOUNCE, SUIT, UNKNOWN, Move, deck
from engines.diamonds.inference.beliefs import alike as may_be
from engines.diamonds.inference.beliefs import certain, suit_of
from engines.diamonds.position import PASSING, DiamondsOptions, DiamondsPosition
from engines.diamonds.state import Diamonds
from engines.diamonds.turns import receiver
from engines.kit.completing import Alike, retold
from engines.kit.possible import drawn_apart, elements
from engines.kit.shuffling import shuffle


class _NoHands(Exception):
    """What was drawn so far does not fit the record."""


def completion(
    game: Game[Move],
    options: DiamondsOptions,
    seats: int,
    written: WrittenMatch[Move],
    rng: Random,
) -> Sequence[PlayedMove[Move]] | None:
    """The moves of a match that agrees with a record; None if this attempt fails."""
    rounds: list[list[tuple[int, Ply[Move]]]] = []
    for at, ply in enumerate(written.entries):
        if ply.facts and ply.facts[0].name == "round":
            rounds.append([])
        if not rounds:
            return None
        rounds[-1].append((at, ply))
    position = Diamonds(options, seats)
    deals: list[Move] = []
    passes: list[list[tuple[int, ...]]] = []
    played: dict[int, Move] = {}
    try:
        for entries in rounds:
            if entries[0][0] >= written.end:
                break
            _, dealer, count = entries[0][1].facts[0].values
            if not deals:
                deals.append((dealer, *(seat for seat in range(seats) if seat != dealer)))
            draft = DiamondsDraft(position, count, rng)
            draft.read(entries[1:], written.end)
            draft.pass_known()
            deals.append(draft.deal(draft.fill(played)))
            passes.append([tuple(sorted(draft.passed[seat])) for seat in range(seats)])
    except _NoHands:
        return None

    def decide(state: DiamondsPosition, at: int) -> tuple[Seat, Move] | None:
        if state.step == PASSING:
            seat = state.owing[0]
            return seat, passes[state.round - 1][seat]
        ply = written.entries[at]
        return None if ply.move is None else (ply.seat, played.get(at, ply.move))

    return retold(game, game.start(options, seats), written, deals, decide, ALIKE)


class DiamondsDraft:
    """What is written of a round, and then what was drawn for it.

    By seat: `hands` as dealt and cards `passed`, where they are written; `plays`, each the entry
    and, as bits, what the card can be; `void`, the cards that it cannot have any more; `held`, the
    cards known to be in the hand after passing, with those played.
    """

    def __init__(self, position: DiamondsPosition, count: int, rng: Random) -> None:
        self.position = position
        self.seats = range(position.seats)
        self.pool = deck(position.highest_rank())
        self.count = count
        self.rng = rng
        self.to = [receiver(position, seat) for seat in self.seats]
        self.hands: dict[Seat, set[int]] = {}
        self.passed: dict[Seat, set[int]] = {}
        self.plays: list[list[tuple[int, int]]] = [[] for _ in self.seats]
        self.void = [0] * len(self.seats)
        self.held: list[set[int]] = []

    def read(self, entries: Iterable[tuple[int, Ply[Move]]], end: int) -> None:
        """Take the entries of the round; from `end` on a seat may have broken a rule."""
        laid, led = 0, None
        for at, ply in entries:
            if isinstance(ply.move, int):
                code, void = certain(ply.move), self.void
                can_be = self._bits(card for card in self.pool if may_be(code, card))
                self.plays[ply.seat].append((at, can_be & ~void[ply.seat]))
                led = suit_of(code) if laid % self.position.size == 0 else led
                laid += 1
                if at < end and led is not None and suit_of(code) not in (led, None):
                    void[ply.seat] |= self._bits(card for card in self.pool if SUIT[card] == led)
                continue
            cards = ply.facts[0].values if ply.move is None else ply.move
            known = {card for card in map(certain, cards) if card < UNKNOWN}
            if len(known) < len(cards):
                raise _NoHands  # only whole hands are used
            (self.hands if ply.move is None else self.passed)[ply.seat] = known
        self.held = [
            {card for _, can in own if can.bit_count() == 1 for card in elements(can)}
            for own in self.plays
        ]

    def pass_known(self) -> None:
        """What seats with a known hand passed, and what is known of the hands after that."""
        played = [set(own) for own in self.held]
        for seat, hand in self.hands.items():
            if seat not in self.passed:
                # All that the receiver played, nothing that somebody else did.
                must = hand & played[self.to[seat]]
                free = hand.difference(*played)
                self.passed[seat] = must | self._some(free, self.count - len(must))
            if len(self.passed[seat]) != self.count or not self.passed[seat] <= hand:
                raise _NoHands
            self.held[seat] |= hand - self.passed[seat]
        for seat, given in self.passed.items():
            self.held[self.to[seat]] |= given
        if len(set().union(*self.held)) != sum(map(len, self.held)):
            raise _NoHands

    def fill(self, played: dict[int, Move]) -> list[set[int]]:
        """The hands after passing, with a card for each place; those played are added by entry."""
        free = self._bits(self.pool) & ~self._bits(card for own in self.held for card in own)
        places: list[tuple[Seat, int]] = []
        sets: list[int] = []
        for seat in self.seats:
            left = self.position.hand_size() - len(self.plays[seat])
            rows = [*self.plays[seat], *[(-1, self._bits(self.pool) & ~self.void[seat])] * left]
            known = [can for _, can in rows if can.bit_count() == 1]
            # Known cards that were not seen when they were played, or not at all.
            unseen = sorted(card for card in self.held[seat] if 1 << card not in known)
            blanks = [number for number, (_, can) in enumerate(rows) if can.bit_count() != 1]
            fits = [[n for n in blanks if rows[n][1] >> card & 1] for card in unseen]
            chosen = drawn_apart([self._bits(row) for row in fits], self.rng)
            if chosen is None:
                raise _NoHands
            fixed = dict(zip(chosen, unseen, strict=True))
            for number, (at, can) in enumerate(rows):
                own = 1 << fixed[number] if number in fixed else can & free
                places.append((seat, at))
                sets.append(can if can.bit_count() == 1 else own)
        found = drawn_apart(sets, self.rng)
        if found is None:
            raise _NoHands
        after: list[set[int]] = [set() for _ in self.seats]
        for (seat, at), card in zip(places, found, strict=True):
            after[seat].add(card)
            if at >= 0:
                played[at] = card
        return after

    def deal(self, after: Sequence[set[int]]) -> tuple[int, ...]:
        """The order of the deck, by the hands after passing; what was passed is complete then."""
        for seat in self.seats:
            if seat not in self.passed:
                # Cards that the receiver holds and was not dealt.
                to = self.to[seat]
                own = self.hands.get(to, set()) - self.passed.get(to, set())
                self.passed[seat] = self._some(after[to] - own, self.count)
        dealt = [set(hand) for hand in after]
        for seat in self.seats:
            dealt[self.to[seat]] -= self.passed[seat]
        for seat in self.seats:
            dealt[seat] |= self.passed[seat]
        rest = sorted(set(self.pool).difference(*dealt))
        shuffle(rest, self.rng)
        return (*(card for hand in dealt for card in sorted(hand)), *rest)

    def _some(self, cards: set[int], count: int) -> set[int]:
        """So many of some cards, at random."""
        order = sorted(cards)
        shuffle(order, self.rng)
        return {*order[:count]}

    def _bits(self, numbers: Iterable[int]) -> int:
        return sum([1 << number for number in numbers])


def _may_move(there: Move, real: Move) -> bool:
    if isinstance(there, int) and isinstance(real, int):
        return there < ANNOUNCE and may_be(certain(there), real)
    return not isinstance(there, int) and not isinstance(real, int) and ALIKE.cards(there, real)


ALIKE: Final = Alike(lambda code, card: may_be(certain(code), card), _may_move, ("trick",))
