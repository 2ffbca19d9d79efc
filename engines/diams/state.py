"""Diam's: whose turn it is, what is legal, what a move does, what a seat may see.

Hands and vaults are sorted lists of kinds, the market counts kinds. The order of the deck is kept
whole with an index into it, so that clones share it. `past` links what happened since the deal,
which is what `resample` reasons from.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass
from random import Random
from typing import Any, Final

from engines.api import CHANCE, Fact, Outcome, Ply, Refusal, Seat, State, View, Who
from engines.diams import listing, refusals, scoring, views
from engines.diams.cards import CONVOY, DECK, END, HAND_LIMIT, KINDS, MAGIC, SAFECRACKER
from engines.diams.facts import (
    CLOSING,
    HIDDEN_DRAW,
    MISS,
    NOTHING_DRAWN,
    SHOWN_DRAW,
    Event,
    revealed,
)
from engines.diams.inference import history, worlds
from engines.diams.moves import (
    CRACK,
    DEALING,
    DISCARD,
    DISCARDING,
    DRAW,
    DRAWING,
    ESCORT,
    FORCE,
    GIVE,
    GIVING,
    MARKET,
    OVER,
    PASS,
    PHASES,
    PLAYING,
    REVEAL,
    SAME,
    STARTING,
    TAKE,
    VAULT,
    Move,
    matching,
)

DEALER: Final = (CHANCE,)
ALONE: Final = tuple((seat,) for seat in range(5))
POOL: Final = (*DECK, END)


@dataclass(frozen=True)
class Options:
    """How a match of Diam's is set up (DI-R4, DI-R17)."""

    length: str = "standard"
    closing: str = "standard"

    def __reduce__(self) -> tuple[type[Options], tuple[Any, ...]]:
        return Options, astuple(self)  # made anew: nothing can be set afterwards


STANDARD: Final = Options()


class Diams(State[Move]):
    """A match of Diam's."""

    __slots__ = (
        "_owing",
        "asked",
        "chips",
        "closer",
        "dealt",
        "discards",
        "first",
        "hands",
        "history",
        "left",
        "lying",
        "market",
        "options",
        "order",
        "past",
        "points",
        "round",
        "seats",
        "step",
        "top",
        "turn",
        "vaults",
    )

    def __init__(self, options: Options = STANDARD, seats: int = 2) -> None:
        self.options = options
        self.seats = seats
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.vaults: list[list[int]] = [[] for _ in range(seats)]
        self.market: list[int] = [0] * KINDS
        self.lying = 0  # cards in the market
        self.order: tuple[int, ...] = ()
        self.top = 0
        self.dealt = 0  # index of the first card of seat 0's hand
        self.discards: list[int] = []
        self.round = 0
        self.first = -1
        self.turn = -1
        self.step = STARTING
        self._owing: tuple[Seat, ...] = DEALER
        self.left = 0  # turns left in the round, the current one included; 0 = not closing
        self.closer = -1
        self.asked: tuple[int, int] = (-1, -1)  # the victim of a safecracker, the kind named
        self.chips: tuple[tuple[int, ...], ...] = ()
        self.points: tuple[tuple[int, ...], ...] = ()
        self.past: Event | None = None
        self.history: history.History | None = None

    # -- whose turn, what is legal

    def pending(self) -> tuple[Seat, ...]:
        return self._owing

    def phase(self) -> str:
        return PHASES[self.step]

    def chance(self) -> str:
        return "start 1" if self.step == STARTING else f"deal {self.round + 1}"

    def pool(self) -> tuple[int, ...]:
        return tuple(range(self.seats)) if self.step == STARTING else POOL

    def window(self) -> int:
        """How far from the bottom the closing card may lie at first (DI-R4)."""
        if self.options.closing == "fixed":
            return 1
        return 15 if self.seats <= 3 else 5

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        return listing.legal_moves(self, seat) if self._owing == (seat,) and seat >= 0 else ()

    def is_legal(self, seat: Seat, move: Move) -> bool:
        return refusals.refuse(self, seat, move) is None

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        found = refusals.refuse(self, seat, move)
        assert found is not None, "a legal move is not refused"
        return found

    def sample(self, seat: Seat, rng: Random) -> Move:
        return listing.sample(self, seat, rng)

    def default_move(self, seat: Seat) -> Move:
        """Draw one, leave the lowest diamond in the market, give and discard the lowest."""
        if self.step != PLAYING:
            return self.legal_moves(seat)[0]
        hand = self.hands[seat]
        return (MARKET, hand[0]) if hand and hand[0] < KINDS else (PASS,)

    # -- moves

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        self.history = None
        if seat < 0:
            if self.step == STARTING:
                self.first = move[0]
                self.step = DEALING
            else:
                self._deal(move, log)
            return
        op = move[0]
        if op == DRAW:
            self._draw(seat, move, log)
        elif op == REVEAL:
            self._reveal(seat, move, log)
        elif op == GIVE:
            self._give(seat, move, log)
        else:
            PLAYS[op](self, seat, move, log)

    def _deal(self, order: Move, log: list[Ply[Move]] | None) -> None:
        """Market first, then three cards to each seat from seat 0 (DI-R3)."""
        seats = self.seats
        self.round += 1
        if self.round > 1:
            self.first = (self.first + 1) % seats  # DI-Q29
        self.order = order
        self.top = 0
        self.market = [0] * KINDS
        self.lying = 0
        self.discards = []
        laid, out, _ = self._to_market()
        self.dealt = self.top
        ends = [self.dealt + 3 * seat for seat in range(seats + 1)]
        self.hands = [sorted(order[ends[seat] : ends[seat + 1]]) for seat in range(seats)]
        self.vaults = [[] for _ in range(seats)]
        self.top = ends[seats]
        self.left = 0
        self.closer = -1
        self.turn = self.first
        self.step = DRAWING
        self._owing = ALONE[self.turn]
        self.past = None
        if log is not None:
            start = (Fact("round", (self.round, self.first)),)
            log.append(Ply(CHANCE, None, start))
            market = (Fact("market", tuple(laid)), Fact("out", tuple(out)))
            log.append(Ply(CHANCE, None, market, order[: self.dealt]))
            for seat, hand in enumerate(self.hands):
                cards = tuple(hand)
                log.append(Ply(seat, None, (Fact("hand", cards, (seat,)),), cards))

    def _to_market(self) -> tuple[list[int], list[int], bool]:
        """Lay three diamonds out; specials met go to the discard pile (DI-R3, DI-Q20)."""
        order = self.order
        laid: list[int] = []
        out: list[int] = []
        ended = False
        while len(laid) < 3 and self.top < len(order):
            card = order[self.top]
            self.top += 1
            if card < KINDS:
                laid.append(card)
                self.market[card] += 1
            elif card == END:
                ended = True
            else:
                out.append(card)
        self.lying += len(laid)
        self.discards.extend(out)
        return laid, out, ended

    def _close(self, seat: Seat) -> None:
        """The closing card came up: this turn and one of each other seat are left (DI-R13)."""
        self.left = self.seats
        self.closer = seat

    def _draw(self, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
        """One card to the hand; the closing card is set aside for the next (DI-Q3)."""
        order = self.order
        start = self.top
        if start < len(order) and order[start] == END:
            self._close(seat)
            start += 1
        end = start + 1 if start < len(order) else start
        drawn = order[start:end]
        if drawn:
            insort(self.hands[seat], drawn[0])
        self.past = Event(self.past, seat, move, (start,) if drawn else (), ())
        if log is not None:
            facts: tuple[Fact, ...] = HIDDEN_DRAW[seat][drawn[0]] if drawn else NOTHING_DRAWN
            if start > self.top:
                facts = (CLOSING, *facts)
            log.append(Ply(seat, move, facts, order[self.top : end]))
        self.top = end
        self.step = PLAYING

    def _reveal(self, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
        """Two diamonds to the market; specials met go to the hand (DI-R6)."""
        order = self.order
        top = start = self.top
        market = self.market
        laid: list[int] = []
        special: list[int] = []
        ended = False
        while len(laid) < 2 and top < len(order):
            card = order[top]
            top += 1
            if card < KINDS:
                laid.append(card)
                market[card] += 1
            elif card == END:
                ended = True
            else:
                special.append(card)
        self.lying += len(laid)
        self.top = top
        for card in special:
            insort(self.hands[seat], card)
        if ended:
            self._close(seat)
        self.past = Event(self.past, seat, move, tuple(special), ())
        self.step = PLAYING
        if log is not None:
            usual = len(laid) == 2 and not special and not ended
            facts = SHOWN_DRAW[laid[0]][laid[1]] if usual else revealed(laid, special, ended)
            log.append(Ply(seat, move, facts, order[start:top]))

    def _play_market(self, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
        """Put a diamond in the market, take nothing or a sum (DI-R8b, DI-R8c)."""
        hand = self.hands[seat]
        market = self.market
        card = move[1]
        hand.remove(card)
        market[card] += 1
        for taken in move[2:]:
            market[taken] -= 1
            insort(hand, taken)
        self.lying += 3 - len(move)
        self._played(seat, move, log)

    def _play_same(self, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
        """Take all diamonds of the quality played, and that one back (DI-R8a)."""
        self._played(seat, move, log, taken=self._take_quality(seat, move[1]))

    def _take_quality(self, seat: Seat, card: int) -> tuple[int, ...]:
        market = self.market
        plain = card & 30
        taken = (plain,) * market[plain] + (plain + 1,) * market[plain + 1]
        market[plain] = market[plain + 1] = 0
        self.lying -= len(taken)
        hand = self.hands[seat]
        hand.extend(taken)
        hand.sort()
        return taken

    def _play_vault(self, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
        hand = self.hands[seat]
        for card in move[1:]:
            hand.remove(card)
        self.vaults[seat].extend(move[1:])
        self.vaults[seat].sort()
        self._played(seat, move, log, seen=(seat,))  # DI-Q22

    def _play_convoy(self, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
        self._spend(seat, CONVOY)
        self._play_vault(seat, move, log)

    def _spend(self, seat: Seat, special: int) -> None:
        self.hands[seat].remove(special)
        self.discards.append(special)

    def _play_crack(self, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
        """Ask the victim for a diamond, even with one card to give (DI-R10)."""
        self._spend(seat, SAFECRACKER)
        victim, named = move[1], move[2]
        if not matching(self.vaults[victim], named):
            self._played(seat, move, log, MISS)
            return
        self.past = Event(self.past, seat, move, (1,), ())
        if log is not None:
            log.append(Ply(seat, move))
        self.asked = (victim, named)
        self.step = GIVING
        self._owing = ALONE[victim]

    def _give(self, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
        """To the thief's hand, seen by the two of them alone (DI-Q10, DI-Q22)."""
        thief = self.turn
        self.vaults[seat].remove(move[1])
        insort(self.hands[thief], move[1])
        self.asked = (-1, -1)
        self.past = Event(self.past, seat, move, (), ())
        if log is not None:
            log.append(Ply(seat, move, (), (), (thief, seat)))
        self._finish_turn(thief, log)

    def _play_magic(self, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
        self._spend(seat, MAGIC)
        self.market[move[1]] -= 1
        self.lying -= 1
        insort(self.hands[seat], move[1])
        self._played(seat, move, log)

    def _play_force(self, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
        """A hit brings every such diamond of the market to the hand (DI-R10, DI-Q12)."""
        _, victim, card, special = move
        self._spend(seat, special)
        self.hands[seat].remove(card)
        market = self.market
        market[card] += 1
        theirs = self.hands[victim]
        shown = tuple(kind for kind in theirs if kind >> 1 == card >> 1)
        for kind in shown:
            theirs.remove(kind)
            market[kind] += 1
        self.lying += 1 + len(shown)
        taken = self._take_quality(seat, card) if shown else ()
        self._played(seat, move, log, (Fact("shown", shown),), shown, taken)

    def _play_pass(self, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
        self._played(seat, move, log)

    def _play_discard(self, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
        """Diamonds go to the market, specials to the discard pile (DI-R11)."""
        hand = self.hands[seat]
        for card in move[1:]:
            hand.remove(card)
            if card < KINDS:
                self.market[card] += 1
                self.lying += 1
            else:
                self.discards.append(card)
        self._played(seat, move, log)

    def _played(
        self,
        seat: Seat,
        move: Move,
        log: list[Ply[Move]] | None,
        facts: tuple[Fact, ...] = (),
        cards: tuple[int, ...] = (),
        taken: tuple[int, ...] = (),
        seen: tuple[Seat, ...] | None = None,
    ) -> None:
        self.past = Event(self.past, seat, move, cards, taken)
        if log is not None:
            log.append(Ply(seat, move, facts, (), seen))
        self._finish_turn(seat, log)

    # -- ends

    def _finish_turn(self, seat: Seat, log: list[Ply[Move]] | None) -> None:
        if len(self.hands[seat]) > HAND_LIMIT:
            self.step = DISCARDING
            self._owing = ALONE[seat]
            return
        if not self.lying:
            self._refill(seat, log)
        if self.left:
            self.left -= 1
            if not self.left:
                self._finish_round(log)
                return
        self.turn = turn = seat + 1 if seat + 1 < self.seats else 0
        self.step = DRAWING
        self._owing = ALONE[turn]

    def _refill(self, seat: Seat, log: list[Ply[Move]] | None) -> None:
        """Three diamonds for an empty market at the end of a turn (DI-R12, DI-Q19)."""
        start = self.top
        laid, out, ended = self._to_market()
        if ended:
            self._close(seat)  # DI-Q21
        if log is not None and self.top > start:
            last = log[-1]
            facts: tuple[Fact, ...] = (Fact("refill", tuple(laid)), Fact("out", tuple(out)))
            if ended:
                facts = (*facts, CLOSING)
            drawn = last.drawn + self.order[start : self.top]
            log[-1] = last._replace(facts=last.facts + facts, drawn=drawn)

    def _finish_round(self, log: list[Ply[Move]] | None) -> None:
        points = scoring.score_round(self.vaults, self.hands).points
        self.points = (*self.points, points)
        self.chips = (*self.chips, scoring.chips(points))
        self.turn = -1
        over = scoring.is_last(self.points, self.options.length)
        self.step = OVER if over else DEALING
        self._owing = () if over else DEALER
        if log is not None:
            log.append(Ply(CHANCE, None, (Fact("end round", (self.round,)),)))

    def outcome(self) -> Outcome | None:
        return scoring.outcome(self.points, self.options.length) if self.step == OVER else None

    # -- what is seen

    def clone(self) -> Diams:
        twin = Diams.__new__(Diams)
        twin.options = self.options
        twin.seats = self.seats
        twin.hands = [hand[:] for hand in self.hands]
        twin.vaults = [vault[:] for vault in self.vaults]
        twin.market = self.market[:]
        twin.lying = self.lying
        twin.order = self.order
        twin.top = self.top
        twin.dealt = self.dealt
        twin.discards = self.discards[:]
        twin.round = self.round
        twin.first = self.first
        twin.turn = self.turn
        twin.step = self.step
        twin._owing = self._owing
        twin.left = self.left
        twin.closer = self.closer
        twin.asked = self.asked
        twin.chips = self.chips
        twin.points = self.points
        twin.past = self.past
        twin.history = None
        return twin

    def view(self, who: Who) -> View:
        return views.view(self, who)

    def key(self) -> tuple[Any, ...]:
        return views.key(self)

    def resample(self, seat: Seat, rng: Random) -> Diams:
        if not self.round:
            return self.clone()  # nothing is hidden before the first deal
        if self.history is None or self.history.seat != seat:
            self.history = history.observe(self, seat)
        world = worlds.determinize(self.history, rng)
        twin = self.clone()
        twin.order = world.order
        twin.hands = world.hands
        twin.vaults = world.vaults
        twin.past = world.past
        return twin

    def tally(self, name: str) -> Mapping[str, str] | None:
        return views.tally(self, name)


PLAYS: Final[Mapping[int, Callable[[Diams, Seat, Move, list[Ply[Move]] | None], None]]] = {
    MARKET: Diams._play_market,
    SAME: Diams._play_same,
    VAULT: Diams._play_vault,
    ESCORT: Diams._play_convoy,
    CRACK: Diams._play_crack,
    TAKE: Diams._play_magic,
    FORCE: Diams._play_force,
    PASS: Diams._play_pass,
    DISCARD: Diams._play_discard,
}
