"""Diam's: following a record with gaps, entry by entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any, Final

from engines.api import (
    CHANCE,
    EVERYTHING,
    Blank,
    Change,
    Due,
    Fact,
    Finding,
    Opening,
    Outcome,
    Ply,
    RecordTracker,
    Refusal,
    Seat,
    View,
    Who,
    seat_letter,
)
from engines.diams import scoring
from engines.diams.cards import (
    DISCARDING,
    DRAWING,
    GIVING,
    NAMES,
    OVER,
    PHASES,
    PLAYING,
    STARRED,
    TENTATIVE,
    UNKNOWN,
    Move,
    starred,
)
from engines.diams.dealing import HAND, LAID, window
from engines.diams.face import TO_DO
from engines.diams.inference import masks
from engines.diams.inference.beliefs import (
    GIVEN_UP,
    Deck,
    EntryCheck,
    Hypothesis,
    Mentions,
    distinct,
)
from engines.diams.inference.masks import Cards, mask_of
from engines.diams.inference.possible_turns import after_gap, follow, follow_order, longest
from engines.diams.notation import DiamsWords, groups, move_text, names
from engines.diams.position import STANDARD, DiamsOptions
from engines.diams.state import Diams
from engines.diams.turns import DRAWS, discards, legal_plays
from engines.messages import Message, Player, Sentence, say

# Hand and vault of a seat under one hypothesis: revealing and scoring them.


def round_is_over(at: Hypothesis) -> bool:
    """Whether the round can be over; after a waived turn out of order, turns are not counted."""
    return at.step == OVER or (at.left < 0 and at.step == DRAWING)


def zone(at: Hypothesis, seat: Seat, part: str) -> Cards:
    """The hand or the vault of a seat."""
    return (at.vaults if part == "vault" else at.hands)[seat]


def stars(cards: Cards) -> str:
    """Number of diamonds of special purity, "?" if not all are known."""
    if any(mask & masks.STARS and mask & ~masks.STARS for mask in cards):
        return "?"
    return str(sum(1 for mask in cards if mask & masks.STARS))


def hand_sum(cards: Cards) -> str:
    """Sum of qualities, "?" if not all are known."""
    total = 0
    for mask in cards:
        bits = masks.qualities(mask)
        if bits.bit_count() > 1 or (bits and mask & masks.SPECIAL):
            return "?"
        total += bits.bit_length() - 1 if bits else 0
    return str(total)


# Points and chips of the finished rounds of a record, as far as they are known.

RULED: Final = ("points", "chips")


class Totals:
    """Points by round (None if unknown) and the rulings on them."""

    def __init__(self, options: DiamsOptions = STANDARD, seats: int = 2) -> None:
        self.seats = seats
        self.length = options.length
        self.points: list[tuple[int, ...] | None] = []
        self.ruled: dict[tuple[str, int], list[int]] = {}  # added by rulings, by name and round

    def adjust(self, changes: Sequence[Change]) -> Refusal | None:
        """Apply a ruling on the last round; the reason if it is impossible."""
        if changes and not self.points:
            return Refusal("", say("diams.no-round-counted"))
        for name, seat, by in changes:
            if by is None or name not in RULED:
                return Refusal("", say("diams.no-ruling", name=name))
            key = name, len(self.points) - 1
            self.ruled.setdefault(key, [0] * self.seats)[seat] += by
            row = self.row(name, len(self.points) - 1)
            if row is not None and min(row) < 0:
                return Refusal("", say("diams.below-zero"))
        return None

    def row(self, name: str, number: int) -> tuple[int, ...] | None:
        """Points or chips of a round, including rulings; None if they are unknown."""
        points = self.points[number]
        if points is None:
            return None
        row = _added(points, self.ruled.get(("points", number)))
        if name == "chips":
            return _added(scoring.chips(row), self.ruled.get(("chips", number)))
        return row

    def is_last(self) -> bool | None:
        """Whether the match ends after these rounds; None if that depends on unknown points."""
        rounds = len(self.points)
        if not rounds:
            return False
        rows = [self.row("points", number) for number in range(rounds)]
        known = [row or (0,) * self.seats for row in rows]
        if None in rows and self.seats == 2 and rounds == 2 and self.length != "quick":
            return None
        return scoring.is_last(known, self.length)

    def ends_with(self, points: tuple[int, ...] | None) -> bool | None:
        """Whether the match ends with one more round; None if that depends on unknown points."""
        self.points.append(points)
        ends = self.is_last()
        self.points.pop()
        return ends

    def outcome(self) -> Outcome | None:
        """Scores and places after the last round; None if a score is unknown."""
        quick = self.length == "quick"
        rows = [self.row("points" if quick else "chips", n) for n in range(len(self.points))]
        known = [row for row in rows if row is not None]
        if len(known) < len(rows):
            return None
        return scoring.outcome(known, "quick") if quick else scoring.by_chips(known)


def _added(row: Sequence[int], more: Sequence[int] | None) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(row, more or [0] * len(row), strict=True))


# The decisions that are possible for a player whose hand and market are known.


def possible(at: Hypothesis, seats: int) -> Sequence[Move]:
    """The decisions of the player whose turn it is; none if they depend on an unknown card.

    Only cards of this player and of the market are used, so nothing hidden is revealed.
    """
    if at.step == DRAWING:
        return DRAWS
    hand = masks.kinds_of(at.hands[at.turn])
    if UNKNOWN in hand:
        return ()
    if at.step == DISCARDING:
        return discards(hand)
    market, vault = masks.kinds_of(at.market), masks.kinds_of(at.vaults[at.turn])
    if at.step != PLAYING or UNKNOWN in market or UNKNOWN in vault:
        return ()
    position = Diams(seats=seats)
    position.hands[at.turn], position.vaults[at.turn] = hand, vault
    for kind in market:
        position.market[kind] += 1
    return legal_plays(position, at.turn)


# The view of a position that follows from a record with gaps.

COUNTED: Final = "deal"  # the phase between two rounds


def view(
    ways: Sequence[Hypothesis], totals: Totals, course: tuple[int, Seat, bool], who: Who
) -> View | None:
    """The view of a round, with "?" for every card that the record does not show.

    `course` is the number of the round, its first seat, and whether it is being played. None if
    the hypotheses differ in the number of cards of a zone or in the turn.
    """
    shapes = set()  # what has to be the same in all hypotheses
    for at in ways:
        zones = (at.market, at.gone, *at.hands, *at.vaults)
        turn = (at.turn, at.step, at.left, at.victim, at.asked, at.deck)
        shapes.add((*turn, *map(len, zones)))
    if len(shapes) != 1:
        return None
    at, (number, first, playing) = ways[0], course
    seats = range(len(at.hands))
    closing = at.left > 0 or (number > 0 and not playing)
    closer = (at.turn - len(seats) + at.left) % len(seats)
    asked = {"by": at.turn, "kind": _name(at.asked)} if at.step == GIVING else None
    owing = [] if totals.is_last() else [CHANCE]
    if playing:  # the victim of a safecracker, or the player whose turn it is
        owing = [] if at.step == OVER else [at.victim if at.victim >= 0 else at.turn]
    return {
        "game": "diams",
        "schema": 1,
        "seats": len(seats),
        "you": who if who is not None and who >= 0 else None,
        "options": {"length": totals.length, "closing": None},
        "phase": PHASES[at.step] if playing else COUNTED,
        "pending": owing,
        "round": number,
        "first": first if first >= 0 else None,
        "turn": at.turn if playing else None,
        "market": _agreed(way.market for way in ways),
        "deck": at.deck,
        "discards": _agreed(way.gone for way in ways),
        "closing": {"by": closer, "turns_left": max(0, at.left - 1)} if closing else None,
        "asked": asked,
        "players": [_player(ways, totals, seat, who in (seat, EVERYTHING)) for seat in seats],
    }


def _agreed(zones: Iterable[Cards]) -> list[str]:
    """The cards of a zone in which all hypotheses agree, and "?" for each other card."""
    rows = list(zones)
    known = reduce(and_, (Counter(filter(masks.is_known, zone)) for zone in rows))
    names = [_name(one) for one in sorted(known.elements())]
    return names + ["?"] * (len(rows[0]) - len(names))


def _name(mask: int) -> str:
    return NAMES[masks.kind_of(mask)] if masks.is_known(mask) else "?"


def _player(ways: Sequence[Hypothesis], totals: Totals, seat: Seat, shown: bool) -> dict[str, Any]:
    counted: dict[str, list[int]] = {}
    for name in ("chips", "points"):
        rows = [totals.row(name, number) for number in range(len(totals.points))]
        known = [row[seat] for row in rows if row is not None]
        counted[name] = known if len(known) == len(rows) else []
    return {
        "hand": _agreed(at.hands[seat] for at in ways) if shown else None,
        "hand_count": len(ways[0].hands[seat]),
        "vault": _agreed(at.vaults[seat] for at in ways) if shown else None,
        "vault_count": len(ways[0].vaults[seat]),
        **counted,
    }


# Following a record with gaps: rounds, revealed hands and vaults, totals.
#
# Keeps a list of hypotheses about the state of the round. An entry that fits none of them is a
# contradiction. If there are too many hypotheses, the tracker forgets the cards of the round and
# follows only turns and deck.

VERIFIED: Final = Finding("verified")
CONSISTENT: Final = Finding("consistent")

SPECIALS: Final = 3  # special cards in the deck

# The kind of entry expected next; after the market come hands or the first turn.
ROUND: Final = 0
MARKET: Final = 1
HANDS: Final = 2
TURNS: Final = 3
STATED: Final = (*RULED, "purity", "hand")
PLAYS: Final = ("market", "vault", "convoy", "crack", "magic", "force", "pass")
ZONES: Final[Mapping[str, Sentence]] = {
    "vault": Sentence("diams.vault"),
    "hand": Sentence("diams.hand"),
}


class DiamsTracker(RecordTracker[Move]):
    """Follows the record of a match of Diam's."""

    def __init__(self, options: DiamsOptions = STANDARD, seats: int = 2) -> None:
        self.seats = seats
        self.totals = Totals(options, seats)
        self.deck = Deck(seats, window(options, seats))
        self.taken = 0  # entries so far
        self.stage = ROUND
        self.round = 0
        self.first = -1
        self.dealt: set[Seat] = set()  # the seats whose hands are written
        self.hypotheses: list[Hypothesis] = []
        self.vague = False  # whether the hypotheses have no cards any more: there were too many
        self.mentions = Mentions()
        self.revealed: set[Seat] = set()  # the seats whose cards have been revealed in this round
        self.opened = Hypothesis.empty(seats)  # the cards revealed while no others are known
        self.missing = False  # whether turns of this round are missing
        self.uncounted = False  # whether this round, or rounds after it, can have ended unseen

    def step(self, ply: Ply[Move], waived: Sequence[int] = ()) -> Finding:
        finding = self._taken(ply, bool(waived))
        self.mentions.take(self.taken, ply)
        self.taken += 1
        return finding

    def _taken(self, ply: Ply[Move], waived: bool) -> Finding:
        if ply.move is not None:
            return self._turn(ply, waived)
        name, laid = ply.facts[0].name, ply.facts[0].values
        if name == "round":
            return self._round(*laid)
        if name == "market":
            # Three diamonds, and the special cards met before them (DI-R3).
            if self.stage != MARKET:
                return self._due()
            out = ply.facts[1].values
            if len(laid) != LAID or len(out) > SPECIALS:
                return _problem("K-revealed", "DI-R3", say("diams.three-laid"))
            market = tuple(sorted(mask_of(card, masks.DIAMOND) for card in laid))
            gone = tuple(sorted(mask_of(card, masks.SPECIAL) for card in out))
            self.stage = HANDS
            return self._stands(ply, Hypothesis(self.seats, self.first, market, gone))
        return self._hand(ply) if name == "hand" else self._end(ply)

    # -- the beginning of a round

    def _round(self, number: int, first: Seat) -> Finding:
        """Any seat may start round 1; the next seat starts each further round (DI-Q29)."""
        if self.stage != ROUND and not self._may_be_over():
            return self._due()
        later = number > self.round + 1 and self.uncounted
        if number != self.round + 1 and not later:
            return _problem("K-revealed", "DI-R17", say("diams.round-comes", round=self.round + 1))
        while len(self.totals.points) < number - 1 and not self.totals.is_last():
            self.totals.points.append(None)
        if self.totals.is_last():
            words = say("diams.match-ended", count=len(self.totals.points))
            return _problem("K-over", "DI-R17", words)
        right = (self.first + number - self.round) % self.seats if self.round else first
        if not first == right < self.seats:
            if right >= self.seats:
                return _problem("", "DI-Q29", say("diams.no-one-there"))
            message = say(
                "diams.wrong-start", right=Player(right), round=number, wrong=Player(first)
            )
            return _problem("", "DI-Q29", message)
        self.round, self.first, self.dealt = number, first, set()
        self.stage, self.hypotheses, self.vague = MARKET, [], False
        self.mentions = Mentions()
        self.revealed = set()
        self.missing = self.uncounted = False
        self.opened = Hypothesis.empty(self.seats)
        return VERIFIED

    def _hand(self, ply: Ply[Move]) -> Finding:
        if self.stage != HANDS or ply.seat >= self.seats:
            return self._due()
        if ply.seat in self.dealt:
            return _problem("K-due", "DI-R3", say("diams.hand-twice", who=Player(ply.seat)))
        cards = ply.facts[0].values
        if len(cards) != HAND:
            return _problem("K-revealed", "DI-R3", say("diams.hand-of-three", count=len(cards)))
        self.dealt.add(ply.seat)
        at = self.hypotheses[0].clone()
        at.hands[ply.seat] = tuple(sorted(map(mask_of, cards)))
        return self._stands(ply, at)

    def _stands(self, ply: Ply[Move], at: Hypothesis) -> Finding:
        check = EntryCheck(self.mentions, self.deck, ply)
        if not check.fits(at):
            return check.problem()
        self.hypotheses = [at]
        return VERIFIED

    # -- turns

    def _turn(self, ply: Ply[Move], waived: bool) -> Finding:
        if self.stage not in (HANDS, TURNS):
            return self._due()
        if ply.seat >= self.seats:
            return _problem("", "DI-R7", say("kit.nobody", seat=seat_letter(ply.seat)))
        self.stage = TURNS
        check = EntryCheck(self.mentions, self.deck, ply, waived=waived)
        if self.vague and not check.is_new():
            return check.problem()
        ways = self._ways(check)
        if not ways:
            return check.problem()
        self.hypotheses = ways
        if len(ways) > GIVEN_UP:
            # From here on follow only the order of turns; those that must discard come last.
            self.vague = True
            without = distinct(at.without_cards() for at in self.hypotheses)
            self.hypotheses = sorted(without, key=lambda at: at.step == DISCARDING)
        return check.finding()

    def _ways(self, check: EntryCheck) -> list[Hypothesis]:
        """What the round can be after an entry."""
        followed = []
        for at in self.hypotheses:
            ways = distinct(follow_order(check, at) if self.vague else follow(check, at))
            followed.append(ways if self.vague else [after for after in ways if check.fits(after)])
        check.sure = check.sure and all(followed)
        return distinct(after for some in followed for after in some)

    def meant(self, ply: Ply[Move]) -> Ply[Move]:
        """The entry with stars: `m9` is `market 9*` if the hand has no other 9."""
        if ply.seat >= self.seats or self.vague or not ply.move or ply.move[0] not in STARRED:
            return ply
        if self._ways(EntryCheck(self.mentions, self.deck, ply)):
            return ply
        zones = [zone for at in self.hypotheses for zone in (at.hands[ply.seat], at.market)]
        there = reduce(or_, (mask for zone in zones for mask in zone), 0)
        tried = (ply._replace(move=move) for move in starred(ply.move, there))
        fitting = [one for one in tried if self._ways(EntryCheck(self.mentions, self.deck, one))]
        return fitting[0] if len(fitting) == 1 else ply

    def gap(self, turns: int | None) -> Finding | None:
        """Forget the cards of this round; what left the deck, and its specials spent, stay out."""
        if self.stage == MARKET or (self.stage == ROUND and turns is not None):
            return self._due()
        if self.stage == ROUND:
            self.uncounted = True
            if self._over():
                return _problem("K-over", "DI-R17", say("diams.match-ended", count=self.round))
            return None
        waiting = [at for at in self.hypotheses if at.step in (DRAWING, OVER)]
        if not waiting:
            return self._due()
        ways = distinct(after for at in waiting for after in after_gap(self.deck, at, turns))
        if not ways:
            most = max(longest(self.deck, at) for at in waiting)
            remedy = say("kit.write", text="-- gap") if most else None
            message = say("kit.too-many-turns", most=most)
            return _problem("K-gap", "", message)._replace(remedy=remedy)
        self.hypotheses, self.stage, self.vague = ways, TURNS, True
        self.mentions.last = self.mentions.played = None  # the play before is not known
        self.missing, self.uncounted = True, self.uncounted or turns is None
        return None

    def _may_be_over(self) -> bool:
        """Whether the end of this round can be among turns that are missing."""
        return self.missing and any(round_is_over(at) for at in self.hypotheses)

    # -- the end of a round

    def _end(self, ply: Ply[Move]) -> Finding:
        """The round must be over: each other seat had its turn after the closing card (DI-R13)."""
        if self.stage not in (HANDS, TURNS):
            return self._due()
        if ply.facts[0].values[0] != self.round:
            return _problem("K-revealed", "DI-R16", say("diams.this-is-round", round=self.round))
        if early := self._too_early():
            return early
        self.stage = ROUND
        self.totals.points.append(None)
        self._count()
        return VERIFIED

    def _too_early(self) -> Finding | None:
        """A problem if the round cannot be over; else keep the hypotheses in which it is."""
        ended = [at for at in self.hypotheses if round_is_over(at)]
        if ended:
            self.hypotheses = ended
            return None
        if self.mentions.closing is None:
            return _problem("K-due", "DI-R13", say("diams.not-closing"))
        refusal = Refusal("DI-R13", say("diams.round-goes-on", owed=self._owed()))
        proof, there = self.mentions.closing, say("diams.closing-came")
        return Finding("problem", refusal, "K-due", proof=proof, there=there)

    def _count(self) -> None:
        """Score the finished round if every card that counts is known (DI-R14)."""
        counted: set[tuple[int, ...] | None] = set()
        for at in self.hypotheses:
            zones = (*at.hands, *at.vaults)
            if self.vague or not all(masks.is_known(mask) for cards in zones for mask in cards):
                counted.add(None)
                continue
            hands, vaults = map(masks.kinds_of, at.hands), map(masks.kinds_of, at.vaults)
            counted.add(scoring.score_round(list(vaults), list(hands)).points)
        self.totals.points[-1] = counted.pop() if len(counted) == 1 else None

    # -- rulings and statements

    def adjust(self, changes: Sequence[Change]) -> Refusal | None:
        return self.totals.adjust(changes)

    def show(self, text: str) -> Finding | None:
        """A hand, a vault or both, revealed for scoring."""
        words = DiamsWords(text)
        words.expect("reveal")
        seat = words.seat()
        if seat >= self.seats:
            return _problem("K-check", "", say("kit.nobody", seat=seat_letter(seat)))
        if seat in self.revealed:
            return _problem("K-due", "", say("kit.revealed-twice", who=Player(seat)))
        if self.stage == MARKET or not self.round:
            return self._due()
        if self.stage != ROUND and (early := self._too_early()):
            return early
        self.revealed.add(seat)
        zones = {part: _listed(words, part) for part in ("vault", "hand") if words.skip(part)}
        return self._opened_only(seat, zones) if self.vague else self._opened(seat, zones)

    def _opened_only(self, seat: Seat, zones: Mapping[str, Sequence[int]]) -> Finding:
        """Compare revealed cards with each other and with those gone for good; no others are known.

        Their zones are not what an entry left there, so nothing is verified.
        """
        shown = tuple(card for cards in zones.values() for card in cards)
        check = EntryCheck(self.mentions, self.deck, Ply(seat, None, (Fact("hand", shown),)))
        at = self.opened.clone()
        at.hands[seat] = tuple(sorted(map(mask_of, shown)))
        at.gone = tuple(sorted(mask_of(card) for card in self.mentions.spent))
        if not check.fits(at):
            return check.problem()
        self.opened = at
        return CONSISTENT

    def _opened(self, seat: Seat, zones: Mapping[str, Sequence[int]]) -> Finding:
        """Keep the hypotheses with these cards in which no card is in two places."""
        sure, ways_left = True, self.hypotheses
        for part, cards in zones.items():
            there = {zone(at, seat, part) for at in self.hypotheses}
            known = len(there) == 1 and all(map(masks.is_known, there.pop()))
            sure = sure and known and UNKNOWN not in cards
            wanted, ways = list(map(mask_of, cards)), []
            for at in ways_left:
                at_zone = zone(at, seat, part)
                for fits, _ in masks.take(at_zone, wanted) if len(at_zone) == len(cards) else ():
                    after = at.clone()
                    (after.vaults if part == "vault" else after.hands)[seat] = fits
                    ways.append(after)
            ways_left = ways
            if not ways_left:
                return self._closed(seat, part, cards)
        shown = tuple(card for cards in zones.values() for card in cards)
        check = EntryCheck(self.mentions, self.deck, Ply(seat, None, (Fact("hand", shown),)))
        fitting = [at for at in distinct(ways_left) if check.fits(at)]
        if not fitting:
            return check.problem()
        self.hypotheses = fitting
        if self.stage == ROUND:
            self._count()
        return VERIFIED if sure else CONSISTENT

    def _closed(self, seat: Seat, part: str, cards: Sequence[int]) -> Finding:
        """The problem of a reveal that fits no hypothesis."""
        kinds = masks.kinds_of(zone(self.hypotheses[0], seat, part))
        cards_there = (groups(kinds) if part == "vault" else names(kinds)) or "-"
        who, word, unseen = Player(seat), ZONES[part](), kinds.count(UNKNOWN)
        message = say("diams.row-so-far", who=who, zone=word, cards=cards_there)
        if unseen:
            message = say("diams.row-unseen", who=who, zone=word, count=len(kinds), unseen=unseen)
        zones = [zone(at, seat, part) for at in self.hypotheses]
        extra = [card for card in cards if not any(1 << card & one for z in zones for one in z)]
        lost = [kind for kind in kinds if kind != UNKNOWN and kinds.count(kind) > cards.count(kind)]
        named = [self.mentions.of_seat.get((seat, kind)) for kind in (*lost, *extra)]
        proof = next((entry for entry in named if entry is not None), None)
        proof = self.mentions.stored.get(seat) if part == "vault" and proof is None else proof
        there = say("diams.row-here", zone=word, who=who) if proof is not None else None
        return Finding("problem", Refusal("DI-R14", message), "K-check", proof=proof, there=there)

    def tally(self, name: str) -> Mapping[str, str] | None:
        if name not in STATED:
            raise KeyError(name)
        if self.stage != ROUND or not self.totals.points:
            return None
        if name in RULED:
            row = self.totals.row(name, len(self.totals.points) - 1)
            return None if row is None else _by_seat([str(value) for value in row])
        if self.vague:
            return _by_seat(["?"] * self.seats)
        part = "vault" if name == "purity" else "hand"
        count = stars if name == "purity" else hand_sum
        seats = range(self.seats)
        counts = [{count(zone(at, seat, part)) for at in self.hypotheses} for seat in seats]
        return _by_seat([str(some.pop()) if len(some) == 1 else "?" for some in counts])

    def view(self, who: Who) -> View | None:
        """The round as it stands; before the market is laid out, without cards."""
        if self.vague:
            return None
        number = self.round - (self.stage == MARKET)
        course = number, self.first, self.stage in (HANDS, TURNS)
        return view(self.hypotheses or [Hypothesis.empty(self.seats)], self.totals, course, who)

    def owed(self) -> Message | None:
        over = self._over()
        if over is not False:
            return say("kit.over") if over else None
        if self.uncounted and (self.stage == ROUND or self._may_be_over()):
            return None
        if self.stage == TURNS and self._may_be_over() and self.totals.ends_with(None) is not False:
            return None
        return self._owed()

    def _owed(self) -> Message:
        if self.stage == ROUND:
            return say("diams.deal-round", round=self.round + 1)
        if self.stage == MARKET:
            return say("diams.lay-out")
        at = self.hypotheses[0]
        if at.step == OVER:
            return say("diams.end-missing", round=self.round)
        who = at.victim if at.victim >= 0 else at.turn
        return say("kit.has-to", who=Player(who), do=TO_DO[PHASES[at.step]]())

    def due(self) -> Due:
        what = self.owed()
        if self.stage == ROUND:
            over = self._over()
            if over is None:
                return Due(say("diams.round-or-end", round=self.round + 1), (CHANCE,), ends=True)
            first = (self.first + 1) % self.seats if self.round else 0
            start = f"round {self.round + 1} first"
            who = Blank(start, say("diams.who-starts"), seat_letter(first), seat=True)
            return Due(what) if over else Due(what, (CHANCE,), blanks=(who,))
        if self.stage == MARKET:
            return Due(what, (CHANCE,), blanks=(Blank("market", say("diams.the-market")),))
        ended = [at.step == OVER for at in self.hypotheses]
        mark = f"end round {self.round}"
        known = len(self.hypotheses) == 1 and not self.vague
        zones = (*self.hypotheses[0].hands, *self.hypotheses[0].vaults)
        if all(ended) and known and all(masks.is_known(mask) for zone in zones for mask in zone):
            return Due(what, (CHANCE,), marks=(mark,))
        waiting = [at for at in self.hypotheses if at.step != OVER]
        seats = tuple(dict.fromkeys(at.turn for at in waiting))
        if self.missing and waiting:  # the round can be over, which nobody knows
            opening = self._opening(waiting)
            return Due(what, (*seats, CHANCE), ends=what is None, opening=opening)
        if any(ended):  # cards may be revealed before the end of the round
            return Due(what, (*seats, CHANCE), choices=(f"-- {mark}",))
        return Due(what, seats, opening=self._opening(waiting))

    def _opening(self, waiting: Sequence[Hypothesis]) -> Opening | None:
        """The draw that nobody saw, before a play; None if no draw is due."""
        drawing = [at for at in waiting if at.step == DRAWING]
        if not drawing:
            return None
        hands = [mask for at in drawing for mask in at.hands[at.turn]]
        known = not self.vague and all(map(masks.is_known, hands))
        closed = all(at.ended for at in drawing)
        if not any(at.deck - (not at.ended) for at in drawing):
            return Opening(("draw -" if closed else "draw END -",), PLAYS, known)
        return Opening(("draw ?", *(() if closed else ("draw END ?",))), PLAYS, known)

    def offers(self) -> tuple[str, ...]:
        choices = self.due().choices
        if choices or self.vague or self.stage not in (HANDS, TURNS) or len(self.hypotheses) > 1:
            return choices
        return tuple(map(move_text, possible(self.hypotheses[0], self.seats)))

    def _due(self) -> Finding:
        return _problem("K-due", "", self._owed())

    def outcome(self) -> Outcome | None:
        return self.totals.outcome() if self._over() else None

    def _over(self) -> bool | None:
        """Whether the match is over; None if that depends on unknown points."""
        return self.totals.is_last() if self.stage == ROUND and self.totals.points else False


def _listed(words: DiamsWords, part: str) -> list[int]:
    """The cards of a revealed zone, tentative ones taken as known."""
    if words.skip("-"):
        return []
    cards = words.groups() if part == "vault" else words.cards()
    return [card - TENTATIVE if card >= TENTATIVE else card for card in cards]


def _by_seat(row: Sequence[str]) -> dict[str, str]:
    return {seat_letter(seat): value for seat, value in enumerate(row)}


def _problem(code: str, rule: str, message: Message) -> Finding:
    return Finding("problem", Refusal(rule, message), code)
