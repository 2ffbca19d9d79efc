"""Blue Border: whose turn it is, what is legal, what a move does, what a seat may see.

A card is its number. `opened` holds the numbers that everybody knows, as bits; the deck is an
order with an index into it. A call window is sealed: nothing is logged until it closes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, TypeAlias

from engines.api import CHANCE, Fact, Outcome, Ply, Refusal, Seat, State, View, Who
from engines.blue_border import refusals, views
from engines.blue_border.options import POINTS, Options

Move: TypeAlias = int | tuple[int, ...]
"""What is done, see below; an order of the dealer."""

TAKE: Final = 0  # + pile 1 to 4
DECK: Final = 5
PASS: Final = 5  # + pile 1 to 4
CALL: Final = 10
NO: Final = 11
REWARD_TAKE: Final = 11  # + pile 1 to 4
REWARD_DECK: Final = 16
REWARD_NONE: Final = 17
REWARD_DISCARD: Final = 100  # + number

STARTING: Final = 0
DEALING: Final = 1
RESHUFFLING: Final = 2
LOTS: Final = 3
TURN: Final = 4
WINDOW: Final = 5
REWARD: Final = 6
OVER: Final = 7
PHASES: Final = ("start", "deal", "reshuffle", "lots", "turn", "call", "reward", "over")

DEALER: Final = (CHANCE,)
ALONE: Final = tuple((seat,) for seat in range(4))
OTHERS: Final = tuple(
    tuple(tuple(other for other in range(seats) if other != seat) for seat in range(seats))
    for seats in range(5)
)
TURNS: Final = (1, 2, 3, 4, DECK, 6, 7, 8, 9)
ANSWERS: Final = (CALL, NO)


STANDARD: Final = Options()


def fits(point: int, before: int, card: int, reach: int, bottoms: int) -> bool:
    """BB-R6: whether a card may lie at a point (1 to 7) after the card before it."""
    if point == 1:
        return card <= reach
    step = card - before if point <= 4 else before - card
    if not 0 < step <= reach:  # BB-Q2
        return False
    return not (point == 4 and card < bottoms) and not (point == 7 and card > reach)


def _placing(seat: Seat, move: int, drawn: bool, card: int, refill: int) -> Ply[Move]:
    """The entry of a card placed, from the deck or from a pile that may have been refilled."""
    taken = Fact("card", (card,), ())
    if refill:
        return Ply(seat, move, (taken, Fact("refill", (refill,), ())), (refill,))
    return Ply(seat, move, (taken,), (card,) if drawn else ())


class BlueBorder(State[Move]):
    """A match of Blue Border."""

    __slots__ = (
        "_owing",
        "after",
        "called",
        "callers",
        "discards",
        "field",
        "first",
        "limited",
        "lines",
        "moves",
        "opened",
        "options",
        "order",
        "placer",
        "reshuffles",
        "rewarded",
        "round",
        "ruled_out",
        "seats",
        "skips",
        "step",
        "top",
        "turn",
        "winner",
        "wins",
        "written",
    )

    def __init__(self, options: Options = STANDARD, seats: int = 2) -> None:
        self.options = options
        self.seats = seats
        self.lines: list[list[int]] = [[] for _ in range(seats)]
        self.field: list[list[int]] = [[], [], [], []]  # piles from bottom to top
        self.order: tuple[int, ...] = ()
        self.top = 0
        self.discards: list[int] = []
        self.opened = 0
        # Per card in a line, numbers it cannot be: they were seen elsewhere while it lay there.
        self.ruled_out: dict[int, int] = {}
        self.round = 0
        self.first = -1
        self.turn = -1
        self.moves = 0
        self.skips = [False] * seats
        self.wins = [0] * seats
        self.placer = -1  # whose card may be called
        self.rewarded = False
        self.called = -1  # who was called last in this turn
        self.callers: tuple[Seat, ...] = ()
        self.winner = -1
        self.limited = False
        self.reshuffles = 0
        self.written = 0  # log entries so far
        self.after = TURN  # what follows a reshuffle
        self.step = STARTING
        self._owing: tuple[Seat, ...] = DEALER

    # -- whose turn, what is legal

    def pending(self) -> tuple[Seat, ...]:
        return self._owing

    def phase(self) -> str:
        return PHASES[self.step]

    def chance(self) -> str:
        if self.step == RESHUFFLING:
            return f"reshuffle {self.reshuffles + 1}"
        if self.step == LOTS:
            return f"lots {self.written + 1}"
        return f"{PHASES[self.step]} {self.round + 1}"

    def pool(self) -> tuple[int, ...]:
        if self.step == STARTING:
            return tuple(range(self.seats))
        if self.step == LOTS:
            return self.callers
        if self.step == RESHUFFLING:
            return tuple(sorted([*self.discards, *(card for pile in self.field for card in pile)]))
        return tuple(range(1, self.options.cards + 1))

    def borderline(self) -> int:
        """How far neighbours may differ in this round (BB-R3)."""
        return self.options.borderlines[max(0, self.round - 1)]

    def bottoms(self) -> int:
        """The least number at D in this round (BB-R3)."""
        return self.options.bottoms[max(0, self.round - 1)]

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        if seat < 0 or seat not in self._owing:
            return ()
        if self.step == TURN:
            return TURNS
        if self.step == WINDOW:
            return ANSWERS
        if self.moves >= self.options.limit:
            return (REWARD_NONE,)
        rewards = [REWARD_TAKE + pile for pile in range(1, 5)]
        cards = sorted(self.discards)
        return [*rewards, REWARD_DECK, REWARD_NONE, *(REWARD_DISCARD + card for card in cards)]

    def is_legal(self, seat: Seat, move: Move) -> bool:
        return refusals.refuse(self, seat, move) is None

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        found = refusals.refuse(self, seat, move)
        assert found is not None, "a legal move is not refused"
        return found

    def sample(self, seat: Seat, rng: Random) -> Move:
        if self.step == TURN:
            return TURNS[int(rng.random() * 9)]
        moves = self.legal_moves(seat)
        return moves[int(rng.random() * len(moves))]

    def default_move(self, seat: Seat) -> Move:
        """Pass onto the first pile, call nobody, take no reward."""
        if self.step == TURN:
            return PASS + 1
        return NO if self.step == WINDOW else REWARD_NONE

    # -- moves

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        if isinstance(move, tuple):
            self._chance(move, log)
        elif self.step == WINDOW:
            owing = self._owing
            if move == CALL:
                self.callers = (*self.callers, seat)
            owing = self._owing = (
                owing[1:] if owing[0] == seat else tuple(s for s in owing if s != seat)
            )
            if not owing:
                self._close(log)
        elif self.step == REWARD:
            self._reward(seat, move, log)
        elif move <= DECK:
            self._take(seat, move, log)
        else:
            self._pass(seat, move, log)

    def _chance(self, order: tuple[int, ...], log: list[Ply[Move]] | None) -> None:
        if self.step == STARTING:
            self.first = order[0]
            self.step = DEALING
        elif self.step == DEALING:
            self._deal(order, log)
        elif self.step == RESHUFFLING:
            self._reshuffle(order, log)
        else:
            self.resolve(order[0], log)

    def _write(self, log: list[Ply[Move]] | None, ply: Ply[Move]) -> None:
        self.written += 1
        if log is not None:
            log.append(ply)

    def _deal(self, order: tuple[int, ...], log: list[Ply[Move]] | None) -> None:
        self.round += 1
        seats = self.seats
        self.lines = [[] for _ in range(seats)]
        self.discards = []
        self.opened = 0
        self.ruled_out = {}
        self.moves = 0
        self.skips = [False] * seats  # BB-Q24
        self.winner = -1
        self.limited = False
        self.called = -1
        self.placer = -1
        self._lay_out(order)
        facts = (Fact("start", (self.first,)), Fact("field", order[:4], ()))
        self._write(log, Ply(CHANCE, None, facts, order[:4]))
        self._begin(self.first)

    def _lay_out(self, order: tuple[int, ...]) -> None:
        self.field = [[card] for card in order[:4]]
        self.order = order
        self.top = 4

    def _reshuffle(self, order: tuple[int, ...], log: list[Ply[Move]] | None) -> None:
        """All field cards and discards become a new deck (BB-R18); they are unknown again."""
        self.reshuffles += 1
        gone = sum(1 << card for card in order)
        seen = self.opened & gone
        self.opened &= ~gone
        before, ruled_out = self.ruled_out, dict[int, int]()
        for line in self.lines:
            for card in line:
                if not self.opened >> card & 1 and (not_these := before.get(card, 0) | seen):
                    ruled_out[card] = not_these
        self.ruled_out = ruled_out
        self.discards = []
        self._lay_out(order)
        facts = (Fact("reshuffle", order[:4], ()),)
        self._write(log, Ply(CHANCE, None, facts, order[:4]))
        if self.after == WINDOW:
            self._open_window(log)
        else:
            self._resume(log)

    def _begin(self, seat: Seat) -> None:
        self.turn = seat
        self.called = -1
        self.step = TURN
        self._owing = ALONE[seat]

    def _take(self, seat: Seat, move: int, log: list[Ply[Move]] | None) -> None:
        """Place one card; an emptied pile is refilled at once (BB-R10)."""
        card, refill = self._place(seat, move)
        self.written += 1
        if log is not None:
            log.append(_placing(seat, move, move == DECK, card, refill))
        self._placed(seat, False, log)

    def _place(self, seat: Seat, source: int) -> tuple[int, int]:
        """Take from a pile (1 to 4) or the deck (5): the card, and the refill or 0."""
        self.moves += 1
        if source == DECK:
            card = self.order[self.top]
            self.top += 1
            self.lines[seat].append(card)
            return card, 0
        pile = self.field[source - 1]
        card = pile.pop()
        self.lines[seat].append(card)
        if pile:
            return card, 0
        refill = self.order[self.top]
        self.top += 1
        pile.append(refill)
        return card, refill

    def _placed(self, seat: Seat, rewarded: bool, log: list[Ply[Move]] | None) -> None:
        """A card was placed: reshuffle first (BB-Q12), then the window (BB-R11, BB-R14)."""
        self.placer = seat
        self.rewarded = rewarded
        if self.top == len(self.order):
            self._empty(WINDOW)
        else:
            self._open_window(log)

    def _empty(self, after: int) -> None:
        self.after = after
        self.step = RESHUFFLING
        self._owing = DEALER

    def _open_window(self, log: list[Ply[Move]] | None) -> None:
        skips = self.skips
        owing = OTHERS[self.seats][self.placer]
        if True in skips:
            owing = tuple(seat for seat in owing if not skips[seat])
        self._owing = owing
        self.step = WINDOW
        if not self._owing:
            self.stand(log)

    def _pass(self, seat: Seat, move: int, log: list[Ply[Move]] | None) -> None:
        """The deck's top goes onto a pile; no call is possible (BB-R9)."""
        self.moves += 1
        card = self.order[self.top]
        self.top += 1
        self.field[move - PASS - 1].append(card)
        self.written += 1
        if log is not None:
            log.append(Ply(seat, move, (Fact("card", (card,), ()),), (card,)))
        if self.moves >= self.options.limit:
            self._resume(log)
        elif self.top == len(self.order):
            self._empty(TURN)
        else:
            self._resume(log)

    # -- calls

    def _close(self, log: list[Ply[Move]] | None) -> None:
        callers = self.callers
        if not callers:
            self.stand(log)
        elif len(callers) == 1:
            self.resolve(callers[0], log)
        else:
            self.callers = tuple(sorted(callers))
            self.step = LOTS  # BB-Q8
            self._owing = DEALER

    def stand(self, log: list[Ply[Move]] | None) -> None:
        """Nobody called: the card stays; at G it wins (BB-R19)."""
        if len(self.lines[self.placer]) == POINTS:
            self._win(self.placer)
        else:
            self._resume(log)

    def violates(self, line: Sequence[int]) -> bool:
        """Whether the last card of a line breaks BB-R6."""
        before = line[-2] if len(line) > 1 else 0
        return not fits(len(line), before, line[-1], self.borderline(), self.bottoms())

    def resolve(self, caller: Seat, log: list[Ply[Move]] | None, told: bool | None = None) -> None:
        """Open the card and the one before it and judge the placement (BB-R12).

        `told` is the verdict of a table, where the cards are not all known.
        """
        called = self.called = self.placer
        self.callers = ()
        line = self.lines[called]
        shown = tuple(line[-2:])
        for card in shown:
            self.opened |= 1 << card
        if self.violates(line) if told is None else told:
            facts: tuple[Fact, ...] = (Fact("hit", (called, *shown)),)
            del line[-2:]
            self.discards.extend(shown)
            self._write(log, Ply(caller, CALL, facts))
            self.step = REWARD
            self._owing = ALONE[caller]
            return
        own = self.lines[caller]
        if own:
            lost = own.pop()
            self.opened |= 1 << lost
            self.discards.append(lost)
            facts = (Fact("miss", (called, *shown)), Fact("lose", (lost,)))
        else:
            self.skips[caller] = True
            facts = (Fact("miss", (called, *shown)), Fact("skip", (caller,)))
        self._write(log, Ply(caller, CALL, facts))
        if len(line) == POINTS:
            self._win(called)  # BB-Q18
        else:
            self._resume(log)

    def _reward(self, seat: Seat, move: int, log: list[Ply[Move]] | None) -> None:
        """The caller may place a card, which may be called in turn (BB-R13, BB-R14)."""
        if move == REWARD_NONE:
            self._write(log, Ply(seat, move))
            self._resume(log)
            return
        if move > REWARD_DISCARD:
            card = move - REWARD_DISCARD
            self.moves += 1
            self.discards.remove(card)
            self.lines[seat].append(card)
            self._write(log, Ply(seat, move))
        else:
            card, refill = self._place(seat, move - REWARD_TAKE)
            self._write(log, _placing(seat, move, move == REWARD_DECK, card, refill))
        self._placed(seat, True, log)

    # -- ends

    def _resume(self, log: list[Ply[Move]] | None) -> None:
        """After the diver called last, else after the one whose turn it was (BB-R17)."""
        if self.moves >= self.options.limit:
            self._write(log, Ply(CHANCE, None, (Fact("turn limit", ()),)))
            self.limited = True
            self._finish_round()
            return
        last = self.called if self.called >= 0 else self.turn
        following = last + 1 if last + 1 < self.seats else 0
        while self.skips[following]:  # BB-R16, BB-Q20
            self.skips[following] = False
            self._write(log, Ply(CHANCE, None, (Fact("skip", (following,)),)))
            following = (following + 1) % self.seats
        self.placer = -1
        self._begin(following)

    def _win(self, seat: Seat) -> None:
        self.winner = seat
        self.wins[seat] += 1
        self._finish_round()

    def _finish_round(self) -> None:
        over = self.round == self.options.rounds
        self.placer = -1
        self.step = OVER if over else STARTING
        self._owing = () if over else DEALER

    def outcome(self) -> Outcome | None:
        """Occupied points, or rounds won where there are several (BB-R20, BB-Q24)."""
        if self.step != OVER:
            return None
        points = tuple(len(line) for line in self.lines)
        scores = points if self.options.rounds == 1 else tuple(self.wins)
        places = tuple(1 + sum(other > own for other in scores) for own in scores)
        return Outcome(scores, places, "turn limit" if self.limited else "normal")

    # -- what is seen

    def clone(self) -> BlueBorder:
        twin = BlueBorder.__new__(BlueBorder)
        twin.options = self.options
        twin.seats = self.seats
        twin.lines = [line[:] for line in self.lines]
        twin.field = [pile[:] for pile in self.field]
        twin.order = self.order
        twin.top = self.top
        twin.discards = self.discards[:]
        twin.opened = self.opened
        twin.ruled_out = self.ruled_out  # replaced as a whole, never changed
        twin.round = self.round
        twin.first = self.first
        twin.turn = self.turn
        twin.moves = self.moves
        twin.skips = self.skips[:]
        twin.wins = self.wins[:]
        twin.placer = self.placer
        twin.rewarded = self.rewarded
        twin.called = self.called
        twin.callers = self.callers
        twin.winner = self.winner
        twin.limited = self.limited
        twin.reshuffles = self.reshuffles
        twin.written = self.written
        twin.after = self.after
        twin.step = self.step
        twin._owing = self._owing
        return twin

    def view(self, who: Who) -> View:
        return views.view(self, who)

    def key(self) -> tuple[Any, ...]:
        return views.key(self)

    def tally(self, name: str) -> Mapping[str, str] | None:
        return views.tally(self, name)
