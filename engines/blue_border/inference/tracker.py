"""Blue Border followed at a table, where most numbers are never seen.

The course of a match does not depend on numbers once its verdicts are told, so it is followed on
a State whose cards are names; what number each can have is the business of `numbers`. Where it
is open which card of the discard pile was taken, several worlds are followed side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import is_not
from typing import Final

from engines.api import (
    CHANCE,
    Change,
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
from engines.blue_border import calls, notation, views
from engines.blue_border.cards import POINTS
from engines.blue_border.inference.branches import World
from engines.blue_border.inference.numbers import Clash, Numbers, Verdict, joined
from engines.blue_border.inference.view import view
from engines.blue_border.moves import CALL, REWARD_DISCARD, REWARD_NONE, Move
from engines.blue_border.next_turn import begin
from engines.blue_border.options import Options
from engines.blue_border.position import DEALER
from engines.blue_border.state import BlueBorder

VERIFIED: Final = Finding("verified")
CONSISTENT: Final = Finding("consistent")
WORLDS: Final = 40  # followed side by side at most
MARKS: Final = {"skip": "BB-R16", "turn limit": "BB-Q26"}  # what makes them due
NOTED: Final = {"card", "refill", "lose", "field", "reshuffle", "hit", "miss"}  # facts of cards


class BlueBorderTracker(RecordTracker[Move]):
    """A match as a record with gaps tells it."""

    def __init__(self, options: Options, seats: int) -> None:
        self.options = options
        self.worlds = [World(BlueBorder(options, seats), Numbers(options.cards, 1, 1))]
        self.taken = 0  # entries
        self.names = 0  # of cards, given so far
        self.due: list[Ply[Move]] = []  # entries that follow from those taken
        self.open: dict[int, tuple[int, ...]] = {}  # entries with unknown cards
        self.named: dict[int, list[int]] = {}  # the same by card
        self.seen: list[Numbers] = []  # worlds when they were last looked through
        self.anybody = False  # whether the order of turns was broken and stood
        self.lost = False  # whether something stood that cannot be followed

    @property
    def state(self) -> BlueBorder:
        """Whose turn it is and how many cards lie where: the same in all worlds."""
        return self.worlds[0].state

    def step(self, ply: Ply[Move], waived: Sequence[int] = ()) -> Finding:
        finding = self._taken(ply, bool(waived))
        self.taken += 1
        if finding.kind == "problem" or not self.open:
            return finding
        return finding._replace(settled=self._settled())

    def _settled(self) -> tuple[int, ...]:
        """Earlier entries all of whose cards are known by now."""
        found = [entry for entry in self._news() if all(map(self._known, self.open[entry]))]
        for entry in found:
            del self.open[entry]
        return tuple(found)

    def _news(self) -> list[int]:
        """Open entries with a card of which something has become known; all in other worlds."""
        before, self.seen = self.seen, [world.numbers for world in self.worlds]
        news = {card for numbers in self.seen for card in numbers.news}
        for numbers in self.seen:
            numbers.news = set()
        if len(before) != len(self.seen) or any(map(is_not, before, self.seen)):
            return list(self.open)
        entries = {entry for card in news for entry in self.named.get(card, ())}
        return sorted(entries & self.open.keys())

    def _known(self, card: int) -> int:
        """A card's number if it is the same in all worlds, else 0."""
        numbers = {world.numbers.known(card) for world in self.worlds}
        return numbers.pop() if len(numbers) == 1 else 0

    def _taken(self, ply: Ply[Move], stood: bool) -> Finding:
        if self.lost:
            return CONSISTENT
        if self.due:
            return self._follows(ply)
        phase = self.state.phase()
        if phase == "over":
            return _problem("the match is over", "BB-R19", code="K-over")
        if phase in ("start", "reshuffle"):
            return self._dealt(ply, phase)
        if phase == "call" and ply.move != CALL:
            self.close()
            return self._taken(ply, stood)
        if ply.move is None:
            return _problem(f"{self.owed()} first", "BB-R8", code="K-due")
        return self._decided(ply, stood)

    def _follows(self, ply: Ply[Move]) -> Finding:
        """A mark that the entries before made due."""
        due = self.due[0]
        if (ply.seat, ply.move, ply.facts) != (due.seat, due.move, due.facts):
            words = f"'-- {notation.text(due)}' comes next"
            return _problem(words, MARKS[due.facts[0].name], code="K-due")
        del self.due[0]
        return VERIFIED

    # -- the dealer

    def _dealt(self, ply: Ply[Move], phase: str) -> Finding:
        if ply.seat != CHANCE or not ply.facts or ply.facts[0].name != phase:
            rule = "BB-R4" if phase == "start" else "BB-R18"
            return _problem(f"'-- {phase}' comes next", rule, code="K-due")
        if phase == "start" and ply.facts[0].values[0] >= self.state.seats:
            letter = seat_letter(ply.facts[0].values[0])
            return _problem(f"nobody sits at {letter}", "BB-R4", code="K-revealed")
        count = self.options.cards if phase == "start" else len(self.state.pool())
        order = tuple(range(self.names + 1, self.names + count + 1))
        self.names += count
        if phase == "start":
            self._close_entries(self.open)
        for index, (state, numbers) in enumerate(self.worlds):
            if phase == "start":
                self._start(state, ply.facts[0].values[0])
                reach, bottoms = state.options.borderlines, state.options.bottoms
                at = state.round
                fresh = Numbers(self.options.cards, reach[at], bottoms[at])
                self.worlds[index] = World(state, fresh)
            else:
                numbers.shuffled(card for line in state.lines for card in line)
        left = self.worlds[0].numbers.left
        self._close_entries([n for n, cards in self.open.items() if not all(map(left.get, cards))])
        return self._made(ply, CHANCE, order)

    def _close_entries(self, entries: Iterable[int]) -> None:
        """Entries of which nobody will ever know more."""
        gone = set(entries)
        self.open = {entry: cards for entry, cards in self.open.items() if entry not in gone}
        self.named = {}
        for entry, cards in self.open.items():
            self._name(entry, cards)

    def _name(self, entry: int, cards: Iterable[int]) -> None:
        for card in cards:
            self.named.setdefault(card, []).append(entry)

    def _start(self, state: BlueBorder, first: Seat) -> None:
        others = (seat for seat in range(state.seats) if seat != first)
        state.apply(CHANCE, (first, *others))

    # -- decisions

    def _decided(self, ply: Ply[Move], stood: bool) -> Finding:
        refusal = self._refused(ply)
        if refusal is not None and not stood:
            return Finding("problem", refusal)
        if refusal is not None and not self._let_stand(ply):
            self.lost = True
            return Finding("irregular", refusal)
        assert ply.move is not None
        if ply.move == CALL:
            finding = self._called(ply, stood)
        elif isinstance(ply.move, int) and ply.move >= REWARD_DISCARD:
            finding = self._rewarded(ply, ply.move - REWARD_DISCARD)
        else:
            finding = self._made(ply, ply.seat, ply.move)
        if stood and finding.kind != "problem":
            return Finding("irregular", refusal)
        return finding

    def _refused(self, ply: Ply[Move]) -> Refusal | None:
        """Why a decision is not legal, cards that cannot be told apart not counted."""
        move = ply.move
        assert move is not None
        if isinstance(move, int) and move >= REWARD_DISCARD:
            found = self.state.refuse(ply.seat, REWARD_NONE)
            if found is None and self.state.moves >= self.options.limit:
                found = self.state.refuse(ply.seat, move)
            return found
        if self.anybody and self.state.phase() == "turn" and 0 <= ply.seat < self.state.seats:
            return self.state.refuse(self.state.turn, move)
        return self.state.refuse(ply.seat, move)

    def _let_stand(self, ply: Ply[Move]) -> bool:
        """Whether what was against the rules can be followed: a turn or a call out of order."""
        if self.state.phase() == "turn" and ply.move in range(1, 10):
            self.anybody = True
        return self.anybody or (self.state.phase() == "call" and ply.move == CALL)

    def _made(self, ply: Ply[Move], seat: Seat, move: Move) -> Finding:
        """Apply a move that is the same in all worlds."""
        if self.anybody and seat != CHANCE and self.state.phase() == "turn":
            self.anybody = self.state.turn != seat
            for state, _ in self.worlds:
                begin(state, seat)
        logs: list[list[Ply[Move]]] = []
        for state, numbers in self.worlds:
            log: list[Ply[Move]] = []
            state.apply(seat, move, log)
            numbers.drawn(log[0].drawn)
            logs.append(log)
        return self._compared(ply, logs)

    def _rewarded(self, ply: Ply[Move], number: int) -> Finding:
        """A card of the discard pile: any that can have the number."""
        found: list[World] = []
        logs: list[list[Ply[Move]]] = []
        for state, numbers in self.worlds:
            for card in _candidates(state, numbers, number):
                world = World(state.clone(), numbers.clone())
                if world.numbers.learn(card, number, self.taken) is None:
                    log: list[Ply[Move]] = []
                    world.state.apply(ply.seat, REWARD_DISCARD + card, log)
                    found.append(world)
                    logs.append(log[1:])
        if not found:
            return _problem(f"{number} is not in the discard pile", "BB-R13")
        self.worlds = found
        self.due = logs[0]
        self._few()
        return VERIFIED if number else CONSISTENT

    def _called(self, ply: Ply[Move], stood: bool) -> Finding:
        """A call and its verdict; all others were silent (BB-R11)."""
        told = ply.facts[0]
        diver = self.state.placer
        if told.values[0] != diver:
            return _problem(f"the new card is {seat_letter(diver)}'s", "BB-R11")
        point = len(self.state.lines[diver])
        wanted = min(point, 2)
        if len(told.values) not in (1, 1 + wanted):
            words = f"{'one card is' if wanted == 1 else 'two cards are'} opened"
            return _problem(words, "BB-R12")
        if found := self._paid(ply, told.name):
            return found
        logs: list[list[Ply[Move]]] = []
        verdicts = []
        for state, _ in self.worlds:
            before, card = (0, *state.lines[diver])[-2:]
            verdicts.append(Verdict(point, before, card, told.name == "miss", self.taken))
            log: list[Ply[Move]] = []
            calls.settle(state, ply.seat, told.name == "hit", log)
            logs.append(log)
        return self._compared(ply, logs, () if stood else verdicts)

    def _paid(self, ply: Ply[Move], verdict: str) -> Finding | None:
        """Whether what the record says of the caller's loss cannot be."""
        if len(ply.facts) < 2:
            return None
        if verdict == "hit":
            return _problem("a caller who is right loses nothing", "BB-R13")
        own = self.state.lines[ply.seat]
        if own and ply.facts[1].name == "skip":
            return _problem("a caller with cards loses the last of them", "BB-R15")
        if not own and ply.facts[1].name == "lose":
            return _problem("a caller without cards skips a turn", "BB-R16")
        return None

    # -- what the state logged against what is written

    def _compared(
        self, ply: Ply[Move], logs: list[list[Ply[Move]]], verdicts: Sequence[Verdict] = ()
    ) -> Finding:
        """Keep the worlds in which all that is written can be."""
        refill = next((fact for fact in ply.facts if fact.name == "refill"), None)
        if refill and all(fact.name != "refill" for fact in logs[0][0].facts):
            return _problem("the pile is not empty, so nothing is refilled", "BB-R10")
        clashes: list[Clash] = []
        found: list[World] = []
        for index, world in enumerate(self.worlds):
            clash = self._learn(world.numbers, ply.facts, logs[index][0].facts)
            if clash is None and verdicts:
                clash = world.numbers.judge(verdicts[index])
            if clash is None:
                found.append(world)
            else:
                clashes.append(clash)
        if not found:
            return self._clashed(clashes[0])
        self.worlds = found
        self.due = logs[0][1:]
        return self._shown(logs[0][0].facts)

    def _learn(self, numbers: Numbers, told: Sequence[Fact], there: Sequence[Fact]) -> Clash | None:
        for fact in there:
            written = next((one for one in told if one.name == fact.name), None)
            if written is None or fact.name not in NOTED:
                continue
            cards = zip(_cards(fact), _cards(written), strict=False)
            for card, number in cards:
                if clash := numbers.learn(card, number % notation.BELIEVED, self.taken):
                    return clash
        return None

    def _shown(self, there: Sequence[Fact]) -> Finding:
        """Verified if everything this entry revealed is known."""
        cards = tuple(card for fact in there if fact.name in NOTED for card in _cards(fact))
        if all(map(self._known, cards)):
            return VERIFIED
        self.open[self.taken] = cards
        self._name(self.taken, cards)
        return CONSISTENT

    def _clashed(self, clash: Clash) -> Finding:
        proof = clash.proof if clash.proof != self.taken else None
        code = "" if clash.rule else "K-card"
        refusal = Refusal(clash.rule, clash.words)
        there = clash.there if proof is not None else ""
        return Finding("problem", refusal, code, proof=proof, there=there)

    def _few(self) -> None:
        """So many worlds only as can be followed; then what they have in common."""
        if len(self.worlds) <= WORLDS:
            return
        states = [state for state, _ in self.worlds]
        twin = states[0].clone()
        loose: list[int] = []
        rows = [*twin.lines, *twin.field]
        for at, row in enumerate(rows):
            others = [[*state.lines, *state.field][at] for state in states]
            for place in range(len(row)):
                if len({other[place] for other in others}) > 1:
                    row[place] = self._fresh(loose)
        same = set.intersection(*(set(state.discards) for state in states))
        twin.discards = [card if card in same else self._fresh(loose) for card in twin.discards]
        self.worlds = [World(twin, joined([world.numbers for world in self.worlds], loose))]

    def _fresh(self, loose: list[int]) -> int:
        self.names += 1
        loose.append(self.names)
        return self.names

    # -- what is stated beside the entries

    def close(self) -> None:
        """Nobody calls the new card."""
        if self.lost or self.due:
            return
        for index, (state, _) in enumerate(self.worlds):
            log: list[Ply[Move]] = []
            if state.phase() == "call":
                calls.stand(state, log)
            if not index:
                self.due += log

    def adjust(self, changes: Sequence[Change]) -> Refusal | None:
        """Points taken back, a skip given or taken; what is added to a line is anything."""
        for name, seat, by in changes:
            if name not in ("points", "skip") or seat >= self.state.seats:
                return Refusal("", f"there is no count '{name}' of {seat_letter(seat)}")
            if name == "skip":
                for state, _ in self.worlds:
                    state.skips[seat] = by is None or by > 0
                continue
            points = len(self.state.lines[seat]) + (by or 0)
            if not 0 <= points <= POINTS:
                return Refusal("", f"{seat_letter(seat)} cannot have {points} points")
            if by and by > 0:
                self.lost = True
            for state, _ in self.worlds:
                state.discards += state.lines[seat][points:]
                del state.lines[seat][points:]
        return None

    def show(self, text: str) -> Finding | None:
        """A row opened at the end: an assertion."""
        word, letter, *cards = text.replace("?", "").split(" ") if text else ("", "")
        if word != "reveal" or self.lost:
            return None
        told = [int(card) if card else 0 for card in cards]
        seat = "ABCD".index(letter)
        if seat >= self.state.seats or len(self.state.lines[seat]) != len(told):
            count = 0 if seat >= self.state.seats else len(self.state.lines[seat])
            return _problem(f"{letter} has {count} cards by the entries so far", "", "K-check")
        found: list[World] = []
        clashes: list[Clash] = []
        for world in self.worlds:
            clash = self._row(world, seat, told)
            if clash is None:
                found.append(world)
            else:
                clashes.append(clash)
        if not found:
            return self._clashed(clashes[0])._replace(code="K-check")
        self.worlds = found
        return VERIFIED if any(told) else CONSISTENT

    def _row(self, world: World, seat: Seat, told: Sequence[int]) -> Clash | None:
        for card, number in zip(world.state.lines[seat], told, strict=True):
            if clash := world.numbers.learn(card, number, self.taken):
                return clash
        return None

    def tally(self, name: str) -> Mapping[str, str] | None:
        return None if self.lost else views.tally(self.state, name)

    def view(self, who: Who) -> View | None:
        return None if self.lost else view(self.worlds, who)

    def owed(self) -> str | None:
        if self.lost:
            return None
        if self.due:
            return f"'-- {notation.text(self.due[0])}' is missing at the end"
        owing = self.state.pending()
        if not owing:
            return ""
        if owing == DEALER:
            return f"'-- {self.state.phase()}' comes"
        return f"{seat_letter(owing[0])} has to {WORDS[self.state.phase()]}"

    def outcome(self) -> Outcome | None:
        return None if self.lost or self.due else self.state.outcome()


WORDS: Final = {"turn": "take or pass", "call": "call or not", "reward": "choose a reward"}


def _cards(fact: Fact) -> tuple[int, ...]:
    """The cards of a fact; those of a verdict stand behind the diver called."""
    return fact.values[1:] if fact.name in ("hit", "miss") else fact.values


def _candidates(state: BlueBorder, numbers: Numbers, number: int) -> list[int]:
    """Cards of the discard pile that may be meant; one that is known to be it is."""
    some = [card for card in state.discards if numbers.can_be(card, number)]
    sure = [card for card in some if number and numbers.known(card) == number]
    return sure or some


def _problem(words: str, rule: str, code: str = "") -> Finding:
    return Finding("problem", Refusal(rule, words), code)
