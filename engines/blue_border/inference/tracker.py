"""Blue Border: following a record with gaps, entry by entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from engines.api import (
    CHANCE,
    EVERYTHING,
    Blank,
    Change,
    Due,
    Fact,
    Finding,
    Outcome,
    Ply,
    RecordTracker,
    Refusal,
    Seat,
    View,
    Who,
    seat_letter,
)
from engines.blue_border import calls, notation
from engines.blue_border.calls import NOTHING_NEW, begin, fits
from engines.blue_border.cards import (
    CALL,
    DECK,
    NO,
    POINTS,
    REWARD_DISCARD,
    REWARD_NONE,
    Move,
    band,
)
from engines.blue_border.face import TO_DO
from engines.blue_border.inference.beliefs import (
    CONSISTENT,
    MAX_WORLDS,
    VERIFIED,
    BlueBorderWorld,
    CallOutcome,
    Clash,
    Names,
    Numbers,
    clashed,
    contradicted,
    impossible,
    known,
    merged,
    problem,
)
from engines.blue_border.position import (
    DEALER,
    STANDARD,
    BlueBorderOptions,
    BlueBorderPosition,
)
from engines.blue_border.state import BlueBorder
from engines.blue_border.turns import TURNS
from engines.messages import Message, Player, say

# Entries of a record that are consistent but not verified yet.


class Unsettled:
    """Entries with unknown cards, by entry number."""

    def __init__(self) -> None:
        self.entries: dict[int, tuple[int, ...]] = {}
        self._by_card: dict[int, list[int]] = {}
        self._known: set[int] = set()  # cards with the same certain number in all worlds

    def add(self, entry: int, cards: tuple[int, ...]) -> None:
        """Add an entry; `cards` are all cards that it shows."""
        self.entries[entry] = cards
        for card in cards:
            self._by_card.setdefault(card, []).append(entry)

    def drop(self, entries: Iterable[int]) -> None:
        """Forget entries about which nothing more can become known."""
        for entry in entries:
            self.entries.pop(entry, None)

    def settled(self, worlds: Sequence[BlueBorderWorld]) -> tuple[int, ...]:
        """Remove and return the entries whose cards are all known by now."""
        fresh = {card for card in worlds[0].numbers.sure - self._known if known(worlds, card)}
        self._known |= fresh
        entries = {entry for card in fresh for entry in self._by_card.pop(card, ())}
        verified = [
            entry
            for entry in sorted(entries & self.entries.keys())
            if self._known.issuperset(self.entries[entry])
        ]
        self.drop(verified)
        return tuple(verified)


# The view of a position that follows from a record with gaps.


def view(worlds: Sequence[BlueBorderWorld], who: Who) -> View:
    """The view of a position, with None for unknown numbers and bands.

    Lines and piles have the same lengths in all worlds.
    """
    state, everything = worlds[0].state, who == EVERYTHING
    field = [_numbers(worlds, [world.state.field[at] for world in worlds]) for at in range(4)]
    gone = _numbers(worlds, [sorted(world.state.discards) for world in worlds])
    players = []
    for seat in range(state.seats):
        numbers = _numbers(worlds, [world.state.lines[seat] for world in worlds])
        line = [
            {"band": _shade(state, n), "number": n if everything or state.opened >> c & 1 else None}
            for c, n in zip(state.lines[seat], numbers, strict=True)
        ]
        players.append({"line": line, "skip": state.skips[seat], "wins": state.wins[seat]})
    return state.view(who) | {
        "top": None,
        "top_number": None,
        "field": [[_shade(state, number) for number in pile] for pile in field],
        "field_numbers": field if everything else None,
        "discards": sorted(filter(None, gone)) + [None] * gone.count(None),
        "players": players,
    }


def _numbers(worlds: Sequence[BlueBorderWorld], rows: Sequence[Sequence[int]]) -> list[int | None]:
    """The numbers of a row of cards (one row per world), None unless equal in all worlds."""
    known_of = [
        [world.numbers.known(card) for card in row] for world, row in zip(worlds, rows, strict=True)
    ]
    places = list(zip(*known_of, strict=True))
    return [cards[0] or None if len(set(cards)) == 1 else None for cards in places]


def _shade(state: BlueBorderPosition, number: int | None) -> int | None:
    return None if number is None else band(number, state.options.sight)


# A round in which turns are missing: what its further entries still show.
#
# Lines, piles and deck are unknown. The order of turns is certain again after the first turn that
# is written, and the number of cards in a line once a check or the entries show it.

NOBODY = -1


class UnseenRound:
    """What is known after the gap; `reach` and `bottoms` are those of this round."""

    def __init__(self, seats: int = 0, reach: int = 0, bottoms: int = 0) -> None:
        self.seats = seats
        self.reach = reach
        self.bottoms = bottoms
        self.turn: Seat | None = None  # who acts next, unless a call changes it; None if unknown
        self.placer: Seat | None = None  # whose new card may be called; None if unknown
        self.caller: Seat | None = None  # who has to choose a reward
        self.points: list[int | None] = [None] * seats
        self.ended = False
        self.opened: dict[int, Seat] = {}  # the numbers revealed at the end of the round

    def over(self) -> bool:
        """Whether the round is certainly over once nobody calls."""
        placer = self.placer
        won = placer is not None and placer != NOBODY and self.points[placer] == POINTS
        return self.ended or won

    def take(self, ply: Ply[Move], waived: bool) -> Finding | None:
        """Take an entry of this round; a problem if no turns before it can make it possible."""
        move = ply.move
        rewards = isinstance(move, int) and move > NO
        if self.caller is not None and not (rewards and ply.seat == self.caller):
            owed = say("kit.has-to", who=Player(self.caller), do=TO_DO["reward"]())
            return problem(say("blue-border.first", owed=owed), "BB-R13", "K-due")
        if move is None:
            # A skipped turn, a reshuffle, or the limit of turns.
            fact = ply.facts[0]
            if fact.name == "skip":
                seat = fact.values[0]
                if wrong := self._out_of_turn(seat):
                    return wrong
                self.turn, self.placer = (seat + 1) % self.seats, NOBODY
            self.ended = self.ended or fact.name == "turn limit"
            return None
        if move == CALL:
            return self._call(ply, waived)
        if rewards and self.caller is None:
            return problem(say("blue-border.takes-or-passes", who=Player(ply.seat)), "BB-R8")
        if rewards:
            self.caller = None
            cards = 0 if move == REWARD_NONE else 1
        else:
            wrong = self._out_of_turn(ply.seat)
            if wrong and not waived:
                return wrong
            self.turn = (ply.seat + 1) % self.seats
            cards = 1 if isinstance(move, int) and move <= DECK else 0
        self._count(ply.seat, cards)
        self.placer = ply.seat if cards else NOBODY  # without a new card nothing can be called
        return None

    def _count(self, seat: Seat, by: int) -> None:
        count = self.points[seat]
        self.points[seat] = None if count is None else min(POINTS, max(0, count + by))

    def _out_of_turn(self, seat: Seat) -> Finding | None:
        if self.turn in (None, seat):
            return None
        assert self.turn is not None
        return problem(say("kit.turn", who=Player(self.turn)), "BB-R8")

    # -- calls

    def _call(self, ply: Ply[Move], waived: bool) -> Finding | None:
        verdict, *paid = ply.facts
        diver, *opened = verdict.values
        if not waived and (refusal := self._barred(ply.seat, diver)):
            return Finding("problem", refusal)
        if wrong := self._misread(verdict, paid, ply.seat):
            return wrong
        if not waived and (words := self._misjudged(diver, opened, fit=verdict.name == "miss")):
            return problem(words, "BB-R6")
        self.turn, self.placer = (diver + 1) % self.seats, NOBODY
        if verdict.name == "hit":
            self._count(diver, -2)
            self.caller = ply.seat
            return None
        if paid and paid[0].name == "skip":
            self.points[ply.seat] = 0
        self._count(ply.seat, -1)
        self.ended = self.points[diver] == POINTS
        return None

    def _barred(self, seat: Seat, diver: Seat) -> Refusal | None:
        """Why this seat cannot call this diver's card."""
        if self.placer == NOBODY:
            return NOTHING_NEW
        if self.placer not in (None, diver):
            assert self.placer is not None
            return Refusal("BB-R11", say("blue-border.others-card", who=Player(self.placer)))
        own = Refusal("BB-R11", say("blue-border.own-card", who=Player(seat)))
        return own if seat == diver else None

    def _misread(self, verdict: Fact, paid: Sequence[Fact], caller: Seat) -> Finding | None:
        """A problem if too many cards were opened, or the wrong price was paid."""
        diver, *opened = verdict.values
        points, own = self.points[diver], self.points[caller]
        if points is not None and opened and len(opened) != min(points, 2):
            words = say("blue-border.one-opened" if points == 1 else "blue-border.two-opened")
            return problem(words, "BB-R12")
        if paid and verdict.name == "hit":
            return problem(say("blue-border.no-loss"), "BB-R13")
        if paid and own and paid[0].name == "skip":
            return problem(say("blue-border.has-cards"), "BB-R15")
        if paid and own == 0 and paid[0].name == "lose":
            return problem(say("blue-border.has-no-cards"), "BB-R16")
        return None

    def _misjudged(self, diver: Seat, opened: Sequence[int], *, fit: bool) -> Message | None:
        """Why the verdict is wrong at every point where the card can be."""
        if not opened or 0 in opened:
            return None
        before, card = (0, *opened)[-2:]
        points, known = range(2, POINTS + 1) if before else (1,), self.points[diver]
        points = points if known is None else (known,)
        rules = self.reach, self.bottoms
        if card != before and any(fits(at, before, card, *rules) == fit for at in points):
            return None
        return say("blue-border.none-fit")

    # -- statements

    def learn(self, values: Mapping[str, str]) -> Message | None:
        """Take the number of cards in lines; the reason if a line has no room for so many."""
        for seat in range(self.seats):
            count = values.get(seat_letter(seat), "?")
            if count != "?" and int(count) > POINTS:
                return say("blue-border.too-many-points", who=Player(seat), points=int(count))
            if count != "?":
                self.points[seat] = int(count)
        return None

    def counts(self) -> dict[str, str]:
        """The values of `-- check points`."""
        shown = ("?" if count is None else str(count) for count in self.points)
        return {seat_letter(seat): count for seat, count in enumerate(shown)}

    def reveal(self, seat: Seat, row: Sequence[int]) -> Message | None:
        """Take a line revealed at the end; the reason if it cannot be this one."""
        points = self.points[seat]
        if len(row) > POINTS or points not in (None, len(row)):
            most = POINTS if points is None else points
            return say("blue-border.row-length", who=Player(seat), n=most)
        known = [number for number in row if number]
        for at, number in enumerate(known):
            if number in self.opened or number in known[:at]:
                return say("blue-border.elsewhere", number=number)
        self.opened |= dict.fromkeys(known, seat)
        self.points[seat], self.ended = len(row), True
        return None


# Following a record with gaps; at a table most numbers are never seen.
#
# Once the verdicts are known, the course of a match does not depend on the numbers. So it is
# played on a state whose cards are placeholders; `Numbers` finds the numbers that each can have.
# If it is uncertain which card was taken from the discard pile, several worlds are followed in
# parallel.

Log = list[Ply[Move]]

MARKS: Final = {"skip": "BB-R16", "turn limit": "BB-Q26"}  # entries that must follow, by rule
NOTED: Final = {"card", "refill", "lose", "field", "reshuffle", "hit", "miss"}  # facts with cards


class BlueBorderTracker(RecordTracker[Move]):
    """Follows the record of a match of Blue Border."""

    def __init__(self, options: BlueBorderOptions = STANDARD, seats: int = 2) -> None:
        self.options = options
        self.worlds = [BlueBorderWorld(BlueBorder(options, seats), Numbers(options.cards, 1, 1))]
        self.taken = 0  # number of entries so far
        self.names = Names()
        self.due_marks: Log = []  # entries that must come next
        self.unsettled = Unsettled()
        self.any_seat = False  # whether a turn out of order was waived, so any seat may be next
        self.lost = False  # whether a waived entry cannot be followed
        self.revealed: set[Seat] = set()  # the seats whose lines have been revealed in this round
        self.unseen: UnseenRound | None = None  # this round, if turns of it are missing
        self.missing = False  # whether turns of any round are missing, so its winner is unknown

    @property
    def state(self) -> BlueBorder:
        """The state of the first world; turns and numbers of cards are the same in all worlds."""
        return self.worlds[0].state

    def step(self, ply: Ply[Move], waived: Sequence[int] = ()) -> Finding:
        finding = self._take(ply, bool(waived))
        self.taken += 1
        if finding.kind == "problem" or not self.unsettled.entries:
            return finding
        return finding._replace(settled=self.unsettled.settled(self.worlds))

    def _take(self, ply: Ply[Move], waived: bool) -> Finding:
        if self.lost:
            return CONSISTENT
        if self.unseen is not None:
            return self._unseen(ply, self.unseen, waived)
        if self.due_marks:
            # An entry that must follow from the entries before.
            due = self.due_marks[0]
            if (ply.seat, ply.move, ply.facts) != (due.seat, due.move, due.facts):
                words = say("blue-border.next-mark", mark=f"-- {notation.text(due)}")
                return problem(words, MARKS[due.facts[0].name], "K-due")
            del self.due_marks[0]
            return VERIFIED
        phase = self.state.phase()
        if phase == "over":
            return problem(say("kit.over"), "BB-R19", "K-over")
        if phase in ("start", "reshuffle"):
            return self._dealt(ply, phase)
        if phase == "call" and ply.move != CALL:
            self.close()
            return self._take(ply, waived)
        if ply.move is None:
            return problem(say("blue-border.first", owed=self._owed()), "BB-R8", "K-due")
        return self._decided(ply, waived)

    # -- turns that nobody wrote down

    def gap(self, turns: int | None) -> Finding | None:
        """Forget lines, piles, deck and turns of this round."""
        phase, ended = self.state.phase(), self.unseen is not None and self.unseen.over()
        if self.lost:
            return None
        if phase == "over" or (ended and self._last_round()):
            return problem(say("kit.over"), "BB-R19", "K-over")
        limit = [ply for ply in self.due_marks if ply.facts[0].name == "turn limit"]
        if phase in ("start", "reward") or limit or ended:
            owed = say("blue-border.next-mark", mark="-- start") if ended else self._owed()
            return problem(owed, "", "K-due")
        left = self.options.limit - self.state.moves
        if turns is not None and turns > left:
            fault = problem(say("kit.too-many-turns", most=left), "", "K-gap")
            return fault._replace(remedy=say("kit.write", text="-- gap") if left else None)
        self.due_marks, self.any_seat, self.missing = [], False, True
        state = self.state
        self.unseen = UnseenRound(state.seats, state.borderline(), state.bottoms())
        self.unsettled.drop([*self.unsettled.entries])
        return None

    def _unseen(self, ply: Ply[Move], unseen: UnseenRound, waived: bool) -> Finding:
        """Take an entry of a round in which turns are missing, or the start of the next round."""
        if ply.facts and ply.facts[0].name == "start" and ply.seat == CHANCE:
            # Of the next round everything can be known again.
            if self._last_round():
                return problem(say("kit.over"), "BB-R19", "K-over")
            state = BlueBorder(self.options, self.state.seats)
            state.round = self.state.round
            self.worlds = [BlueBorderWorld(state, Numbers(self.options.cards, 1, 1))]
            self.unseen = None
            return self._dealt(ply, "start")
        if unseen.over() and ply.move != CALL and not (ply.move is None and unseen.caller is None):
            if self._last_round():
                return problem(say("kit.over"), "BB-R19", "K-over")
            return problem(say("blue-border.next-mark", mark="-- start"), "BB-R4", "K-due")
        fault = impossible(ply) if ply.move is not None else None
        fault = fault or unseen.take(ply, waived)
        return fault or (Finding("irregular") if waived else CONSISTENT)

    def _last_round(self) -> bool:
        return self.state.round == self.options.rounds

    # -- the dealer

    def _dealt(self, ply: Ply[Move], phase: str) -> Finding:
        start = phase == "start"
        if ply.seat != CHANCE or not ply.facts or ply.facts[0].name != phase:
            rule = "BB-R4" if start else "BB-R18"
            return problem(say("blue-border.next-mark", mark=f"-- {phase}"), rule, "K-due")
        if start and ply.facts[0].values[0] >= self.state.seats:
            letter = seat_letter(ply.facts[0].values[0])
            return problem(say("kit.nobody", seat=letter), "BB-R4", "K-revealed")
        order = self.names.next(self.options.cards if start else len(self.state.pool()))
        if start:
            # Start a round; nothing more can become known about the last one.
            first = ply.facts[0].values[0]
            self.unsettled.drop([*self.unsettled.entries])
            self.revealed = set()
            for index, (state, _) in enumerate(self.worlds):
                others = (seat for seat in range(state.seats) if seat != first)
                state.apply(CHANCE, (first, *others))
                reach, bottoms = state.options.borderlines, state.options.bottoms
                fresh = Numbers(self.options.cards, reach[state.round], bottoms[state.round])
                self.worlds[index] = BlueBorderWorld(state, fresh)
        else:
            # Start a new deck; drop unsettled entries whose cards are forgotten.
            for state, numbers in self.worlds:
                numbers.shuffled(card for line in state.lines for card in line)
            left = self.worlds[0].numbers.left
            entries = self.unsettled.entries.items()
            self.unsettled.drop([n for n, cards in entries if not all(map(left.get, cards))])
        return self._made(ply, CHANCE, order)

    # -- decisions

    def _decided(self, ply: Ply[Move], waived: bool) -> Finding:
        refusal = self._refused(ply)
        if refusal is not None and not waived:
            return Finding("problem", refusal)
        if refusal is not None:
            # A turn or a call out of order can be followed.
            if self.state.phase() == "turn" and ply.move in TURNS:
                self.any_seat = True
            if not self.any_seat and (self.state.phase(), ply.move) != ("call", CALL):
                self.lost = True
                return Finding("irregular", refusal)
        if fault := impossible(ply):
            return fault
        assert ply.move is not None
        if ply.move == CALL:
            finding = self._called(ply, waived)
        elif isinstance(ply.move, int) and ply.move >= REWARD_DISCARD:
            finding = self._rewarded(ply, ply.move - REWARD_DISCARD)
        else:
            finding = self._made(ply, ply.seat, ply.move)
        if waived and finding.kind != "problem":
            return Finding("irregular", refusal)
        return finding

    def _refused(self, ply: Ply[Move]) -> Refusal | None:
        """Why a decision is not legal; which card of the discard pile is taken does not matter."""
        state, move = self.state, ply.move
        assert move is not None
        if isinstance(move, int) and move >= REWARD_DISCARD:
            refusal = state.refuse(ply.seat, REWARD_NONE)
            if refusal is None and state.moves >= self.options.limit:
                refusal = state.refuse(ply.seat, move)
            return refusal
        if self.any_seat and state.phase() == "turn" and 0 <= ply.seat < state.seats:
            return state.refuse(state.turn, move)
        return state.refuse(ply.seat, move)

    def _made(self, ply: Ply[Move], seat: Seat, move: Move) -> Finding:
        """Apply a move that is the same in all worlds."""
        if self.any_seat and seat != CHANCE and self.state.phase() == "turn":
            self.any_seat = self.state.turn != seat
            for state, _ in self.worlds:
                begin(state, seat)
        logs: list[Log] = []
        for state, numbers in self.worlds:
            log: Log = []
            state.apply(seat, move, log)
            numbers.drawn(log[0].drawn)
            logs.append(log)
        return self._compared(ply, logs, [None] * len(logs))

    def _rewarded(self, ply: Ply[Move], number: int) -> Finding:
        """Take a card from the discard pile; one world for each card that can have the number.

        Where these would be too many, one world in which it can be any card of the pile.
        """
        choices = [*islice(self._choices(number), MAX_WORLDS + 1)]
        if not choices:
            return problem(say("blue-border.not-discarded", card=number), "BB-R13")
        if len(choices) > MAX_WORLDS:
            world = merged(self.worlds, self.names) if len(self.worlds) > 1 else self.worlds[0]
            card = world.any_of_candidates(number, self.names)
            if world.numbers.learn(card, number, self.taken) is not None:
                return problem(say("blue-border.not-discarded", card=number), "BB-R13")
            choices = [(world, card)]
        logs: list[Log] = []
        for world, card in choices:
            log: Log = []
            world.state.apply(ply.seat, REWARD_DISCARD + card, log)
            logs.append(log)
        self.worlds = [world for world, _ in choices]
        self.due_marks = logs[0][1:]
        return VERIFIED if number else CONSISTENT

    def _choices(self, number: int) -> Iterator[tuple[BlueBorderWorld, int]]:
        """The worlds, each with a card of the discard pile that can have a number."""
        sets = [(world, world.candidates(number)) for world in self.worlds]
        if not number and sum(len(cards) for _, cards in sets) > MAX_WORLDS:
            yield from ((world, card) for world, cards in sets for card in cards)
            return
        for world, cards in sets:
            for card in cards:
                twin = world.clone()
                if twin.numbers.learn(card, number, self.taken) is None:
                    yield twin, card

    def _called(self, ply: Ply[Move], waived: bool) -> Finding:
        """Take a call and its verdict; no other seat called."""
        if fault := contradicted(self.state, ply):
            return fault
        diver, miss = self.state.placer, ply.facts[0].name == "miss"
        logs: list[Log] = []
        verdicts: list[CallOutcome | None] = []
        for state, _ in self.worlds:
            line = state.lines[diver]
            before, card = (0, *line)[-2:]
            verdict = CallOutcome(len(line), before, card, miss, self.taken)
            verdicts.append(None if waived else verdict)
            log: Log = []
            calls.settle(state, ply.seat, not miss, log)
            logs.append(log)
        finding = self._compared(ply, logs, verdicts)
        if not miss or len(ply.facts) > 1 or finding.kind == "problem":
            return finding
        self.unsettled.drop([self.taken])  # what the call cost is not written
        return CONSISTENT

    def completed(self, ply: Ply[Move]) -> Ply[Move]:
        if ply.move != CALL or not 0 <= ply.seat < self.state.seats:
            return ply
        if [fact.name for fact in ply.facts] != ["miss"] or self.lost or self.unseen is not None:
            return ply
        line = self.state.lines[ply.seat]
        number = known(self.worlds, line[-1]) if line else 0
        if line and not number:
            return ply
        paid = Fact("lose", (number,)) if line else Fact("skip", (ply.seat,))
        return ply._replace(facts=(*ply.facts, paid))

    # -- comparing the log of the state with the record

    def _compared(
        self, ply: Ply[Move], logs: list[Log], verdicts: Sequence[CallOutcome | None]
    ) -> Finding:
        """Keep the worlds that agree with everything the entry shows."""
        shown = logs[0][0].facts
        names = [fact.name for fact in shown]
        if "refill" not in names and any(fact.name == "refill" for fact in ply.facts):
            return problem(say("blue-border.no-refill"), "BB-R10")
        wrong = self._kept(
            self._learnt(world, ply, log[0].facts, verdict)
            for world, log, verdict in zip(self.worlds, logs, verdicts, strict=True)
        )
        if wrong is not None:
            return wrong
        self.due_marks = logs[0][1:]
        # Verified if all cards of this entry are known, else consistent for now.
        cards = tuple(card for fact in shown if fact.name in NOTED for card in _cards(fact))
        if all(known(self.worlds, card) for card in cards):
            return VERIFIED
        self.unsettled.add(self.taken, cards)
        return CONSISTENT

    def _learnt(
        self,
        world: BlueBorderWorld,
        ply: Ply[Move],
        there: Sequence[Fact],
        verdict: CallOutcome | None,
    ) -> Clash | None:
        """Put the numbers that an entry shows into a world; `there` has the placeholders."""
        by_name = {fact.name: fact for fact in reversed(ply.facts)}
        for fact in there:
            if fact.name in NOTED and fact.name in by_name:
                numbers = (n % notation.TENTATIVE for n in _cards(by_name[fact.name]))
                if clash := world.learn(_cards(fact), numbers, self.taken):
                    return clash
        return world.numbers.judge(verdict) if verdict else None

    def _kept(self, clashes: Iterator[Clash | None]) -> Finding | None:
        """Drop the worlds with a contradiction; a problem if none is left."""
        judged = [*zip(self.worlds, clashes, strict=True)]
        worlds = [world for world, clash in judged if clash is None]
        if worlds:
            self.worlds = worlds
            return None
        first = judged[0][1]
        assert first is not None
        return clashed(first, self.taken)

    # -- statements beside the entries

    def close(self) -> None:
        """The new card was not called."""
        if self.lost or self.due_marks or self.unseen is not None:
            return
        for index, (state, _) in enumerate(self.worlds):
            log: Log = []
            if state.phase() == "call":
                calls.stand(state, log)
            if not index:
                self.due_marks += log

    def adjust(self, changes: Sequence[Change]) -> Refusal | None:
        """Apply a ruling: points taken back or added (unknown cards), a skip given or removed."""
        for name, seat, by in changes:
            if name not in ("points", "skip") or seat >= self.state.seats:
                return Refusal("", say("blue-border.no-count-of", name=name, who=Player(seat)))
            if name == "skip":
                for state, _ in self.worlds:
                    state.skips[seat] = by is None or by > 0
            elif refusal := self._moved(seat, by or 0):
                return refusal
        return None

    def _moved(self, seat: Seat, by: int) -> Refusal | None:
        """Make a line shorter, or longer by unknown cards, which cannot be followed."""
        count = self.unseen.points[seat] if self.unseen else len(self.state.lines[seat])
        if count is None:
            return None
        points = count + by
        if not 0 <= points <= POINTS:
            return Refusal("", say("blue-border.too-many-points", who=Player(seat), points=points))
        if self.unseen is not None:
            self.unseen.points[seat] = points
            return None
        self.lost = self.lost or by > 0
        for state, _ in self.worlds:
            state.discards += state.lines[seat][points:]
            del state.lines[seat][points:]
        return None

    def show(self, text: str) -> Finding | None:
        """A line revealed at the end of a round."""
        word, letter, *cards = text.replace("?", "").split(" ") if text else ("", "")
        if word != "reveal" or self.lost:
            return None
        row = [int(card) if card else 0 for card in cards]
        seat = "ABCD".index(letter)
        phase = "start" if self.unseen is not None else self.state.phase()
        if self.due_marks:
            mark = f"-- {notation.text(self.due_marks[0])}"
            return problem(say("blue-border.next-mark", mark=mark), "", "K-due")
        if phase not in ("start", "over") or not self.state.round:
            return problem(say("blue-border.first", owed=self._owed()), "", "K-due")
        if seat in self.revealed:
            return problem(say("kit.revealed-twice", who=Player(seat)), "", "K-due")
        self.revealed.add(seat)
        if self.unseen is not None and seat < self.state.seats:
            words = self.unseen.reveal(seat, row)
            return problem(words, "", "K-check") if words else CONSISTENT
        there = len(self.state.lines[seat]) if seat < self.state.seats else -1
        if there != len(row):
            words = say("blue-border.row-length", who=Player(seat), n=max(0, there))
            return problem(words, "", "K-check")
        wrong = self._kept(
            world.learn(world.state.lines[seat], row, self.taken) for world in self.worlds
        )
        if wrong is not None:
            return wrong._replace(code="K-check")
        return VERIFIED if any(row) else CONSISTENT

    def tally(self, name: str) -> Mapping[str, str] | None:
        if self.lost or self.unseen is not None:
            known = self.unseen if name == "points" and not self.lost else None
            return known.counts() if known else None
        return self.state.tally(name)

    def learn(self, name: str, values: Mapping[str, str]) -> Message | None:
        known = self.unseen if name == "points" and not self.lost else None
        return known.learn(values) if known else None

    def view(self, who: Who) -> View | None:
        return None if self.lost or self.missing else view(self.worlds, who)

    def owed(self) -> Message | None:
        if self.unseen is not None and not self.lost:
            over = self.unseen.over() and self.unseen.caller is None
            return say("kit.over") if over and self._last_round() else None
        return None if self.lost else self._owed()

    def _owed(self) -> Message:
        """Who must do what next, if the match can still be followed."""
        if self.due_marks:
            return say("blue-border.missing-mark", mark=notation.text(self.due_marks[0]))
        owing = self.state.pending()
        if not owing:
            return say("kit.over")
        if owing == DEALER:
            return say("blue-border.next-mark", mark=f"-- {self.state.phase()}")
        return say("kit.has-to", who=Player(owing[0]), do=TO_DO[self.state.phase()]())

    def due(self) -> Due:
        what, phase = self.owed(), self.state.phase()
        if self.unseen is not None and not self.lost:
            # Any seat whose turn it can be; a new round if there is one, else the end.
            if what is not None:
                return Due(what)
            seats = range(self.unseen.seats)
            likely = seats if self.unseen.turn is None else (self.unseen.turn,)
            blanks = () if self._last_round() else self._blanks("start")
            order = (*likely, *(seat for seat in seats if seat not in likely))
            turn = self.unseen.turn is not None
            return Due(None, order, blanks=blanks, ends=self._last_round(), turn_first=turn)
        marks = tuple(notation.text(ply) for ply in self.due_marks)
        if what is None or phase == "over":
            return Due(what, marks=marks)
        if self.due_marks:
            return Due(what, (CHANCE,), marks=marks)
        if phase in ("start", "reshuffle"):
            return Due(what, (CHANCE,), blanks=self._blanks(phase))
        if phase == "call":
            return self._window()
        state, (seat, *_) = self.state, self.state.pending()
        moves = state.legal_moves(seat) if phase == "turn" else ()
        return Due(what, (seat,), tuple(map(notation.move_text, moves)))

    def _blanks(self, phase: str) -> tuple[Blank, ...]:
        field = Blank("field", say("blue-border.the-field"), needed=False)
        if phase == "reshuffle":
            return (field._replace(before="reshuffle field"),)
        return (Blank("start", say("blue-border.who-starts"), "A", seat=True), field)

    def _window(self) -> Due:
        """The next turn, or a call by somebody else."""
        state = self.state.clone()
        callers = state.pending()
        log: Log = []
        calls.stand(state, log)
        owing = state.pending()
        turn = owing if owing > DEALER and state.phase() == "turn" else ()
        moves = state.legal_moves(turn[0]) if turn else ()
        what = say("blue-border.call-or-end")
        if turn:
            what = say("blue-border.call-or-turn", who=Player(turn[0]))
        seats = (*turn, *(seat for seat in callers if seat not in turn))
        limit = tuple(f"-- {notation.text(ply)}" for ply in log) if not turn else ()
        blanks = self._blanks("start") if owing == DEALER and not limit else ()
        choices = limit or tuple(map(notation.move_text, moves))
        ends = not owing and not limit
        return Due(what, seats, choices, blanks, ends=ends, turn_first=bool(turn))

    def outcome(self) -> Outcome | None:
        unknown = self.lost or self.due_marks or self.missing
        return None if unknown else self.state.outcome()


def _cards(fact: Fact) -> tuple[int, ...]:
    """The cards of a fact; in a verdict they come after the diver called."""
    return fact.values[1:] if fact.name in ("hit", "miss") else fact.values
