"""Diam's followed at a table: rounds, opened rows and totals as far as a record tells them.

Keeps every way in which the round can stand. An entry that fits none of them is a contradiction;
where there come to be too many, the round is only listened to until it ends.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engines.api import (
    Change,
    Fact,
    Finding,
    Outcome,
    Ply,
    RecordTracker,
    Refusal,
    Seat,
    seat_letter,
)
from engines.diams import scoring
from engines.diams.cards import BELIEVED, UNKNOWN
from engines.diams.inference import masks
from engines.diams.inference.checks import EntryCheck, Mentions
from engines.diams.inference.hypothesis import GIVEN_UP, Hypothesis, distinct
from engines.diams.inference.masks import Cards, mask_of
from engines.diams.inference.plays import Deck, play, values
from engines.diams.moves import DRAWING, OVER, PHASES, Move
from engines.diams.notation import groups, names
from engines.diams.reading import Words
from engines.diams.scoring import RoundScore
from engines.diams.state import Diams, Options

VERIFIED: Final = Finding("verified")
CONSISTENT: Final = Finding("consistent")

ROUND: Final = 0  # what comes next: a round,
LAID: Final = 1  # its market,
HANDS: Final = 2  # hands or the first turn,
TURNS: Final = 3  # turns
RULED: Final = ("points", "chips")
STATED: Final = (*RULED, "purity", "hand")


class DiamsTracker(RecordTracker[Move]):
    """A match as a record with gaps tells it."""

    def __init__(self, options: Options, seats: int) -> None:
        self.seats = seats
        self.quick = options.length == "quick"
        self.deck = Deck(seats, Diams(options, seats).window())
        self.taken = 0  # entries
        self.stage = ROUND
        self.round = 0
        self.first = -1
        self.dealt = -1  # the last seat whose hand is written
        self.ways: list[Hypothesis] = []  # none: nobody can tell any more
        self.memory = Mentions()
        self.points: list[tuple[int, ...] | None] = []  # of rounds that are over
        self.ruled: dict[tuple[str, int], list[int]] = {}  # what rulings added, by round

    def step(self, ply: Ply[Move], waived: Sequence[int] = ()) -> Finding:
        finding = self._taken(ply, bool(waived))
        self.memory.take(self.taken, ply)
        self.taken += 1
        return finding

    def _taken(self, ply: Ply[Move], waived: bool) -> Finding:
        if ply.move is not None:
            return self._turn(ply, waived)
        name = ply.facts[0].name
        if name == "round":
            return self._round(*ply.facts[0].values)
        if name == "market":
            return self._market(ply)
        return self._hand(ply) if name == "hand" else self._end(ply)

    # -- the beginning of a round

    def _round(self, number: int, first: Seat) -> Finding:
        """DI-Q29: round 1 may start anywhere, each of the others at the next seat."""
        if self.stage != ROUND:
            return self._due()
        if self._over():
            return _problem("K-over", "DI-R17", f"the match is over after {_rounds(self.round)}")
        if number != self.round + 1:
            return _problem("K-revealed", "DI-R17", f"round {self.round + 1} comes here")
        right = (self.first + 1) % self.seats if self.round else first
        if not first == right < self.seats:
            words = f"{seat_letter(right)} starts round {number}, not {seat_letter(first)}"
            return _problem("", "DI-Q29", words if right < self.seats else "nobody sits there")
        self.round, self.first, self.dealt = number, first, -1
        self.stage, self.ways = LAID, []
        self.memory = Mentions()
        return VERIFIED

    def _market(self, ply: Ply[Move]) -> Finding:
        """DI-R3: three diamonds, and the specials met before."""
        if self.stage != LAID:
            return self._due()
        laid, out = values(ply, "market"), values(ply, "out")
        if len(laid) != 3 or len(out) > 3:
            return _problem("K-revealed", "DI-R3", "three diamonds are laid out")
        market = tuple(sorted(mask_of(card, masks.DIAMOND) for card in laid))
        gone = tuple(sorted(mask_of(card, masks.SPECIAL) for card in out))
        self.stage = HANDS
        return self._stands(ply, Hypothesis(self.seats, self.first, market, gone))

    def _hand(self, ply: Ply[Move]) -> Finding:
        if self.stage != HANDS or ply.seat >= self.seats:
            return self._due()
        if ply.seat <= self.dealt:
            return _problem("K-due", "DI-R3", "hands stand in seat order, each once")
        cards = ply.facts[0].values
        if len(cards) != 3:
            return _problem("K-revealed", "DI-R3", f"a hand has three cards, this one {len(cards)}")
        self.dealt = ply.seat
        at = self.ways[0].clone()
        at.hands[ply.seat] = tuple(sorted(map(mask_of, cards)))
        return self._stands(ply, at)

    def _stands(self, ply: Ply[Move], at: Hypothesis) -> Finding:
        judge = EntryCheck(self.memory, ply, waived=False)
        if not judge.fits(at):
            return judge.problem()
        self.ways = [at]
        return VERIFIED

    # -- turns

    def _turn(self, ply: Ply[Move], waived: bool) -> Finding:
        if self.stage not in (HANDS, TURNS):
            return self._due()
        if ply.seat >= self.seats:
            return _problem("", "DI-R7", f"nobody sits at {seat_letter(ply.seat)}")
        if self.stage == TURNS and not self.ways:
            return Finding("irregular") if waived else CONSISTENT
        self.stage = TURNS
        judge = EntryCheck(self.memory, ply, waived)
        found = [self._after(judge, at) for at in self.ways]
        judge.sure = judge.sure and all(found)
        ways = distinct(after for some in found for after in some)
        if not ways:
            return judge.problem()
        self.ways = ways if len(ways) <= GIVEN_UP else []
        return judge.finding()

    def _after(self, judge: EntryCheck, at: Hypothesis) -> list[Hypothesis]:
        return [after for after in distinct(play(judge, self.deck, at)) if judge.fits(after)]

    # -- the end of a round

    def _end(self, ply: Ply[Move]) -> Finding:
        """DI-R13: every other seat has had its turn after the closing card."""
        if self.stage not in (HANDS, TURNS):
            return self._due()
        if ply.facts[0].values[0] != self.round:
            return _problem("K-revealed", "DI-R16", f"this is round {self.round}")
        ended = [at for at in self.ways if _is_over(at)]
        if self.ways and not ended:
            return self._too_early()
        self.ways, self.stage = ended, ROUND
        self.points.append(None)
        self._count()
        return VERIFIED

    def _too_early(self) -> Finding:
        if self.memory.closing is None:
            return _problem("K-due", "DI-R13", "the closing card has not come up")
        refusal = Refusal("DI-R13", f"the round is not over: {self._owed()}")
        proof, there = self.memory.closing, "the closing card came up here"
        return Finding("problem", refusal, "K-due", proof=proof, there=there)

    def _count(self) -> None:
        """The points of the round that is over, if every card that counts is known (DI-R14)."""
        counted = {_score(at) for at in self.ways}
        score = counted.pop() if len(counted) == 1 else None
        self.points[-1] = score.points if score else None

    def _over(self) -> bool | None:
        """Whether the match is over; None if that hangs on points nobody knows (DI-R17)."""
        rounds = len(self.points)
        if self.stage != ROUND or not rounds:
            return False
        if self.quick or rounds == 3:
            return True
        if self.seats > 2 or rounds < 2:
            return False
        known = [self._row("points", n) for n in range(rounds)]
        rows = [row for row in known if row is not None]
        return scoring.is_last(rows, "standard") if len(rows) == rounds else None

    # -- rulings and statements

    def adjust(self, changes: Sequence[Change]) -> Refusal | None:
        if changes and not self.points:
            return Refusal("", "no round has been counted yet")
        for name, seat, by in changes:
            if by is None or name not in RULED:
                return Refusal("", f"diams has no {name} to rule on like this")
            key = name, len(self.points) - 1
            self.ruled.setdefault(key, [0] * self.seats)[seat] += by
            row = self._row(name, len(self.points) - 1)
            if row is not None and min(row) < 0:
                return Refusal("", "a count would fall below zero")
        return None

    def _row(self, name: str, number: int) -> tuple[int, ...] | None:
        """Points or chips of a round, rulings counted in; None if they are unknown."""
        points = self.points[number]
        if points is None:
            return None
        row = _added(points, self.ruled.get(("points", number)))
        if name == "chips":
            return _added(scoring.chips(row), self.ruled.get(("chips", number)))
        return row

    def show(self, text: str) -> Finding | None:
        """A row opened for counting, all of it or its vault or hand alone."""
        words = Words(text)
        words.expect("reveal")
        seat = words.seat()
        if seat >= self.seats or not self.ways:
            return None
        sure = True
        told: list[int] = []
        for part in ("vault", "hand"):
            if words.skip(part):
                cards = _listed(words, part)
                told += cards
                sure = sure and UNKNOWN not in cards and self._is_open(seat, part)
                found = [after for at in self.ways for after in _opened(at, seat, part, cards)]
                if not found:
                    return self._closed(seat, part, cards)
                self.ways = distinct(found)
        if self.stage == ROUND:
            self._count()
        return self._shown(Ply(seat, None, (Fact("hand", tuple(told)),)), sure)

    def _shown(self, row: Ply[Move], sure: bool) -> Finding:
        """What was opened must leave no card in two places."""
        judge = EntryCheck(self.memory, row, waived=False)
        self.ways = [at for at in self.ways if judge.fits(at)]
        if not self.ways:
            return judge.problem()
        return VERIFIED if sure else CONSISTENT

    def _is_open(self, seat: Seat, part: str) -> bool:
        """Whether all of this was known before, so that a statement about it can be compared."""
        rows = {_zone(at, seat, part) for at in self.ways}
        return len(rows) == 1 and all(map(masks.is_known, rows.pop()))

    def _closed(self, seat: Seat, part: str, cards: Sequence[int]) -> Finding:
        """What was opened is not what can be there."""
        kinds = masks.kinds_of(_zone(self.ways[0], seat, part))
        there = (groups(kinds) if part == "vault" else names(kinds)) or "-"
        letter = seat_letter(seat)
        words = f"{letter} has by the entries so far: {part} {there}"
        zones = [_zone(at, seat, part) for at in self.ways]
        extra = [card for card in cards if not any(1 << card & one for z in zones for one in z)]
        lost = [kind for kind in kinds if kind != UNKNOWN and kinds.count(kind) > cards.count(kind)]
        named = [self.memory.of_seat.get((seat, kind)) for kind in (*lost, *extra)]
        proof = next((entry for entry in named if entry is not None), None)
        proof = self.memory.stored.get(seat) if part == "vault" and proof is None else proof
        there = f"{part} of {letter}" if proof is not None else ""
        return Finding("problem", Refusal("DI-R14", words), "K-check", proof=proof, there=there)

    def tally(self, name: str) -> Mapping[str, str] | None:
        if name not in STATED:
            raise KeyError(name)
        if self.stage != ROUND or not self.points:
            return None
        if name in RULED:
            row = self._row(name, len(self.points) - 1)
            return None if row is None else _by_seat([str(value) for value in row])
        part = "vault" if name == "purity" else "hand"
        count = _stars if name == "purity" else _sum
        found = [{count(_zone(at, seat, part)) for at in self.ways} for seat in range(self.seats)]
        return _by_seat([str(some.pop()) if len(some) == 1 else "?" for some in found])

    def owed(self) -> str | None:
        over = self._over()
        if over is not False:
            return "" if over else None
        return self._owed() if self.ways or self.stage != TURNS else None

    def _owed(self) -> str:
        if self.stage == ROUND:
            return f"round {self.round + 1} has to be dealt"
        if self.stage == LAID:
            return "the market has to be laid out"
        at = self.ways[0]
        if at.step == OVER:
            return f"'-- end round {self.round}' is missing at the end"
        who = at.victim if at.victim >= 0 else at.turn
        return f"{seat_letter(who)} has to {PHASES[at.step]}"

    def _due(self) -> Finding:
        told = self.ways or self.stage in (ROUND, LAID)
        return _problem("K-due", "", self._owed() if told else "that cannot come here")

    def outcome(self) -> Outcome | None:
        rounds = range(len(self.points))
        rows = [self._row("points" if self.quick else "chips", n) for n in rounds]
        known = [row for row in rows if row is not None]
        if not self._over() or len(known) < len(rows):
            return None
        return scoring.outcome(known, "quick") if self.quick else scoring.by_chips(known)


def _is_over(at: Hypothesis) -> bool:
    """All turns were had; where one was out of order nobody counts them."""
    return at.step == OVER or (at.left < 0 and at.step == DRAWING)


def _zone(at: Hypothesis, seat: Seat, part: str) -> Cards:
    return (at.vaults if part == "vault" else at.hands)[seat]


def _opened(at: Hypothesis, seat: Seat, part: str, cards: Sequence[int]) -> list[Hypothesis]:
    """The ways to stand in which a zone is what was opened."""
    zone = _zone(at, seat, part)
    if len(zone) != len(cards):
        return []
    found = []
    for shown, _ in masks.take(zone, [mask_of(card) for card in cards]):
        after = at.clone()
        (after.vaults if part == "vault" else after.hands)[seat] = shown
        found.append(after)
    return found


def _listed(words: Words, part: str) -> list[int]:
    """The cards of a row, believed ones taken as known."""
    if words.skip("-"):
        return []
    cards = words.groups() if part == "vault" else words.cards()
    return [card - BELIEVED if card >= BELIEVED else card for card in cards]


def _score(at: Hypothesis) -> RoundScore | None:
    """The points of every seat; None if a card that counts is unknown."""
    if not all(masks.is_known(mask) for zone in (*at.hands, *at.vaults) for mask in zone):
        return None
    vaults = [masks.kinds_of(zone) for zone in at.vaults]
    return scoring.score_round(vaults, [masks.kinds_of(zone) for zone in at.hands])


def _stars(cards: Cards) -> str:
    """Special-purity diamonds, "?" if not all are known."""
    if any(mask & masks.STARS and mask & ~masks.STARS for mask in cards):
        return "?"
    return str(sum(1 for mask in cards if mask & masks.STARS))


def _sum(cards: Cards) -> str:
    """Sum of qualities, "?" if not all are known."""
    total = 0
    for mask in cards:
        bits = masks.qualities(mask)
        if bits.bit_count() > 1 or (bits and mask & masks.SPECIAL):
            return "?"
        total += bits.bit_length() - 1 if bits else 0
    return str(total)


def _added(row: Sequence[int], more: Sequence[int] | None) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(row, more or [0] * len(row), strict=True))


def _by_seat(row: Sequence[str]) -> dict[str, str]:
    return {seat_letter(seat): value for seat, value in enumerate(row)}


def _rounds(count: int) -> str:
    return f"{count} round{'' if count == 1 else 's'}"


def _problem(code: str, rule: str, words: str) -> Finding:
    return Finding("problem", Refusal(rule, words), code)
