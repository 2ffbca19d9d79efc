"""Diamond Boxes: following a record with gaps: what both rule sets share."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from engines.api import (
    CHANCE,
    Blank,
    Change,
    Due,
    Fact,
    Finding,
    Ply,
    RecordTracker,
    Refusal,
    Seat,
    View,
    Who,
    seat_letter,
)
from engines.diamond_boxes import notation
from engines.diamond_boxes.board import CARD, FACES, SPOT, place
from engines.diamond_boxes.cards import COLOUR_WORDS, DECK, NAMES, PLACEMENTS, Move
from engines.diamond_boxes.dealing import is_layout
from engines.diamond_boxes.inference.beliefs import (
    CENTRE,
    CONSISTENT,
    VERIFIED,
    BoxesHoldings,
    Cards,
    Layers,
    Meeting,
    as_set,
    due,
    irregular,
    known,
    missing,
    problem,
    single,
)
from engines.diamond_boxes.state import blank, cell_shown, placed_shown
from engines.messages import Message, Player, say

# Following a record with gaps: the parts that both rule sets share.
#
# The places of cards and the sizes of hands follow from spots and counts alone. `Layers` and
# `BoxesHoldings` find what unknown cards can be; the trackers of the rule sets know whose turn it
# is.


class AfterGap:
    """What is known after turns that nobody wrote down: sizes of hands and the turn, else None.

    Nobody knows what lies on the table.
    """

    def __init__(self, seats: int = 0) -> None:
        self.hands: list[int | None] = [None] * seats
        self.turn: Seat | None = None
        self.decks = [False] * seats  # whether the number of cards in a deck is known
        self.passes: int | None = None  # since a card was placed or a colour chosen


def misdrawn(wanted: int, drawn: int) -> Message:
    """That another number of cards is to be drawn."""
    if wanted:
        return say("diamond-boxes.misdrawn", count=wanted, written=drawn)
    return say("diamond-boxes.none-drawn", written=drawn)


class BoxesTracker(RecordTracker[Move]):
    """Follows the record of a match; base class of both rule sets."""

    TURNS: str  # the rule about turns
    HELD: str  # the rule that a card is placed from the hand
    FITS: str  # the rule about matching diamonds and colours
    DEPTH: str  # the rule about the number of cells covered
    DRAWN: str
    """The word before the cards that were drawn."""
    DRAWS: tuple[str, str]  # the rules about cards drawn, and about a short deck
    BLANKS: ClassVar[tuple[Blank, ...]] = (Blank("start", say("diamond-boxes.two-cards")),)
    """What has to be filled in when a match starts."""

    def __init__(self, seats: int, decks: Mapping[str, int]) -> None:
        """A match with decks of these sizes, by the name that a `-- check deck` gives them."""
        self.seats = seats
        self.deck_names = [*decks]
        self.decks = [*decks.values()]
        self.layers = Layers()
        self.holdings = BoxesHoldings(seats, self.layers)
        self.hands: dict[Seat, int] = {}  # the entry of each written hand
        self.taken = 0  # number of entries so far
        self.playing = False
        self.over = False
        self.after: AfterGap | None = None  # what is known once turns are missing

    def step(self, ply: Ply[Move], waived: Sequence[int] = ()) -> Finding:
        finding = self._taken(ply, bool(waived))
        self.taken += 1
        return finding

    def _taken(self, ply: Ply[Move], waived: bool) -> Finding:
        name = ply.facts[0].name if ply.facts else ""
        if self.over:
            return problem(say("kit.over"), self.TURNS, code="K-over")
        if not self.layers.spots:
            return self._start(ply) if name == "start" else due(say("diamond-boxes.start-first"))
        if name == "start":
            return due(say("diamond-boxes.started"))
        if name == "hand":
            cards = [*map(known, ply.facts[0].values)]
            if ply.seat >= self.seats:
                return problem(say("kit.nobody", seat=seat_letter(ply.seat)), "", code="K-revealed")
            if self.playing:
                return due(say("diamond-boxes.hand-first", who=Player(ply.seat)))
            if ply.seat in self.hands:
                return due(say("diamond-boxes.hand-twice", who=Player(ply.seat)))
            if fault := self._again(cards):
                return fault
            self.hands[ply.seat] = self.taken
            self.holdings.deal(ply.seat, cards, self.taken)
            return VERIFIED if all(cards) else CONSISTENT
        self.playing = True
        return self._decided(ply, waived) if self.after is None else self._follow(ply, waived)

    @abstractmethod
    def _decided(self, ply: Ply[Move], waived: bool) -> Finding:
        """Take a decision, or the entry of a drawn match."""

    # -- after turns that nobody wrote down

    def gap(self, turns: int | None) -> Finding | None:
        """Forget the table, hands, decks and turns; cards stay on the table or with their owner."""
        if self.over:
            return problem(say("kit.over"), self.TURNS, code="K-over")
        if not self.layers.spots:
            return due(say("diamond-boxes.start-first"))
        most = self._longest()
        if turns is not None and turns > most:
            fault = problem(say("kit.too-many-turns", most=most), "", code="K-gap")
            return fault._replace(remedy=say("kit.write", text="-- gap") if most else None)
        self.playing = True
        self.after = AfterGap(self.seats)
        return None

    @abstractmethod
    def _longest(self) -> int:
        """The greatest number of turns that can follow."""

    @abstractmethod
    def _follow(self, ply: Ply[Move], waived: bool) -> Finding:
        """Take a decision after missing turns: check what does not depend on table and hands."""

    def _laid_somewhere(self, ply: Ply[Move], wrong: Finding | None, waived: bool) -> Finding:
        """Take a placement on a table that is not known."""
        assert isinstance(ply.move, int)
        assert self.after is not None
        seat, card = ply.seat, known(ply.move >> CARD)
        counts, drawn = self.after.hands, [known(code) for code in ply.drawn]
        if fault := self._with_another(seat, card):
            return wrong if wrong and not waived else fault
        if counts[seat] == 0:
            return missing(say("diamond-boxes.empty-hand", who=Player(seat)), self.HELD)
        over = next((fact.values[0] for fact in ply.facts if fact.name == "covered"), None)
        wrong = wrong or self._seen_wrong(ply, over, len(drawn))
        if wrong and not waived:
            return wrong
        number = self.layers.lay(as_set(card), ply.move & SPOT, tied=False)
        self.holdings.lay(seat, number, self.taken)
        if fault := self._again(drawn):
            return fault
        self.holdings.draw(seat, drawn, self.taken)
        left = counts[seat]
        counts[seat] = None if left is None else left - 1 + len(drawn)
        self.over = counts[seat] == 0
        self._drew_unseen(seat, len(drawn), over)
        return irregular(wrong) if waived else CONSISTENT

    @abstractmethod
    def _seen_wrong(self, ply: Ply[Move], over: int | None, drawn: int) -> Finding | None:
        """A problem of a placement whatever lies on the table; `over` cells covered as written."""

    @abstractmethod
    def _drew_unseen(self, seat: Seat, count: int, over: int | None) -> None:
        """Go on after a placement on a table that is not known."""

    def learn(self, name: str, values: Mapping[str, str]) -> Message | None:
        if self.after is None:
            return None
        for seat in range(self.seats) if name == "hand" else ():
            count = values.get(seat_letter(seat), "?")
            if count != "?":
                self.after.hands[seat] = int(count)
        for at, of in enumerate(self.deck_names) if name == "deck" else ():
            count = values.get(of, "?")
            if count != "?" and int(count) > self.decks[at]:
                return say("diamond-boxes.fewer-left", count=self.decks[at])
            if count != "?":
                self.decks[at], self.after.decks[at] = int(count), True
        return None

    def _deck(self, seat: Seat) -> int:
        """The deck that a seat draws from: its own, or that of all."""
        return seat % len(self.decks)

    def _sizes(self) -> dict[str, str] | None:
        """The sizes of the decks; None before the start."""
        known = self.after.decks if self.after else [True] * len(self.decks)
        sizes = [str(size) if sure else "?" for size, sure in zip(self.decks, known, strict=False)]
        return dict(zip(self.deck_names, sizes, strict=True)) if self.layers.spots else None

    # -- the beginning

    def _start(self, ply: Ply[Move]) -> Finding:
        spots = [placement & SPOT for placement in ply.facts[0].values]
        cards = [known(placement >> CARD) for placement in ply.facts[0].values]
        if not is_layout(spots):
            return problem(say("diamond-boxes.layout"), "DJ1-R7")
        if fault := self._again(cards):
            return fault
        for card, spot in zip(cards, spots, strict=True):
            self.layers.lay(as_set(card), spot, tied=False)
        self.holdings.centre(cards, self.taken)
        return VERIFIED if all(cards) else CONSISTENT

    def _again(self, cards: Sequence[int]) -> Finding | None:
        """A problem if one of these cards was written before."""
        card = self.holdings.twice(cards)
        if not card:
            return None
        seen = self.holdings.seen.get(card)
        fault = problem(say("diamond-boxes.shown-twice", card=NAMES[card]), "", code="K-card")
        if seen is None:
            return fault
        there = say("diamond-boxes.shown-here", card=NAMES[card])
        return fault._replace(proof=seen.entry, there=there)

    # -- placing a card

    def _laid(self, ply: Ply[Move], wrong: Finding | None, waived: bool) -> Finding:
        """Take a placement; `wrong` is a fault already found, which may be waived."""
        assert isinstance(ply.move, int)
        seat, spot = ply.seat, ply.move & SPOT
        card = known(ply.move >> CARD)
        if found := self._not_held(seat, card):
            return wrong if wrong and not waived else found
        met = self.layers.under(spot)
        drawn = [known(code) for code in ply.drawn]
        wrong = wrong or self._refused(as_set(card), spot, met)
        wrong = wrong or self._miscounted(ply, len(met), len(drawn))
        if wrong and not waived:
            return wrong
        sure = self._sure(card, met)
        number = self.layers.lay(as_set(card), spot, tied=not waived)
        self.holdings.lay(seat, number, self.taken)
        self._learn(number, met, waived)
        if found := self._again(drawn):
            return found
        self.holdings.draw(seat, drawn, self.taken)
        self._drew(seat, len(drawn))
        if found := self._contradiction(seat, number):
            return found
        self._go_on(seat, len(met))
        if waived:
            return irregular(wrong)
        held = self.holdings.known(seat, self.holdings.laid[seat][-1])
        return VERIFIED if sure and held and all(drawn) else CONSISTENT

    def _drew(self, seat: Seat, count: int) -> None:
        deck = self._deck(seat)
        self.decks[deck] = max(0, self.decks[deck] - count)

    def _not_held(self, seat: Seat, card: int) -> Finding | None:
        """A problem if the hand is empty or cannot have this card."""
        if self.holdings.count(seat) < 1:
            return missing(say("diamond-boxes.empty-hand", who=Player(seat)), self.HELD)
        fault = self._with_another(seat, card)
        if card and fault is None and self.holdings.lacks(seat, card):
            message = say("diamond-boxes.has-no-card", who=Player(seat), card=NAMES[card])
            return missing(message, self.HELD, card)
        return fault

    def _with_another(self, seat: Seat, card: int) -> Finding | None:
        """A problem if a card is on the table or in another hand."""
        name = NAMES[card]
        seen = self.holdings.elsewhere(seat, card) if card else None
        if seen is None:
            return None
        message = say("diamond-boxes.has-no-card", who=Player(seat), card=name)
        fault = missing(message, self.HELD, card)
        if seen.laid:
            there = say("diamond-boxes.laid-here", card=name)
        elif seen.seat == CENTRE:
            there = say("diamond-boxes.lies-here", card=name)
        else:
            there = say("diamond-boxes.comes-here", card=name, who=Player(seen.seat))
        return fault._replace(proof=seen.entry, there=there)

    def _refused(self, cards: Cards, spot: int, met: Sequence[Meeting]) -> Finding | None:
        """A problem if the card does not fit on those under it; checks in a fixed order."""
        unlike = self.layers.unlike(cards, met)
        card = single(cards)
        if unlike:
            message = say("diamond-boxes.diamonds-differ", count=unlike, covered=len(met))
            return problem(message, self.FITS, card)
        same = self.layers.same_colour(cards, met)
        if same is not None:
            name = NAMES[card] if card else say("diamond-boxes.the-card")
            words = say("diamond-boxes.same-colour", card=name, colour=COLOUR_WORDS[same]())
            return problem(words, self.FITS, card)
        if not self.layers.fitting(cards, met):
            return problem(say("diamond-boxes.fits-nowhere"), self.FITS)
        return self._shallow(spot, met)

    @abstractmethod
    def _shallow(self, spot: int, met: Sequence[Meeting]) -> Finding | None:
        """A problem if too few cells or not the required ones are covered."""

    def _miscounted(self, ply: Ply[Move], over: int, drawn: int) -> Finding | None:
        """A problem if the number of cells or of cards drawn is wrong."""
        written = next((fact.values[0] for fact in ply.facts if fact.name == "covered"), over)
        if written != over:
            message = say("diamond-boxes.miscounted", count=over, written=written)
            return problem(message, self.DEPTH, code="K-revealed")
        wanted = self._owed_cards(ply.seat, over)
        if drawn == wanted:
            return None
        short = drawn > wanted and self.decks[self._deck(ply.seat)] == wanted
        fault = problem(misdrawn(wanted, drawn), self.DRAWS[short])
        if not drawn:
            cards = f"; {self.DRAWN} {' '.join('?' * wanted)}"
            return fault._replace(remedy=say("diamond-boxes.write-drawn", text=cards))
        part = notation.text(ply).partition("; ")[2]
        return fault._replace(remedy=say("diamond-boxes.if-it-happened", text=f"^{part}!count"))

    @abstractmethod
    def _owed_cards(self, seat: Seat, over: int) -> int:
        """Number of cards to draw after covering `over` cells."""

    @abstractmethod
    def _go_on(self, seat: Seat, over: int) -> None:
        """Go on after a placement over `over` cells: the end, or the next turn."""

    def _sure(self, card: int, met: Sequence[Meeting]) -> bool:
        """Whether the card and all cards under it are known."""
        return bool(card) and all(single(self.layers.can_be[lower]) for _, lower, _ in met)

    def _learn(self, number: int, met: Sequence[Meeting], waived: bool) -> None:
        """Draw further conclusions from a placement by the rules."""
        return

    def _contradiction(self, seat: Seat, number: int) -> Finding | None:
        """Propagate all changes; a problem if a card on the table can be nothing any more."""
        empty = self.holdings.propagate()
        if empty is None:
            return None
        if empty == number:
            return missing(say("diamond-boxes.has-no-match", who=Player(seat)), self.HELD)
        return self._impossible(empty)

    def _impossible(self, number: int) -> Finding:
        """The problem that a card placed earlier can be nothing any more."""
        rows = [laid for row in self.holdings.laid for laid in row]
        entry = next((laid.entry for laid in rows if laid.number == number), 0)
        fault = problem(say("diamond-boxes.no-card-possible"), self.FITS, code="K-card")
        return fault._replace(proof=entry, there=say("diamond-boxes.ruled-out-here"))

    # -- the view of a position; unknown cards and their cells are `?`

    def _seen(self, rule: int, who: Who) -> View:
        """The parts of a view that both rule sets share."""
        layers, owing = self.layers, self._owing()
        seen = blank(rule, self.seats, who)
        seen["phase"] = "over" if self.over else "play" if layers.spots else "deal"
        seen["pending"] = list(owing)
        for cell, (number, own) in sorted(layers.top.items()):
            card = layers.written[number]
            unknown = [*place(cell)[:2], "?", "?"]
            seen["board"].append(cell_shown(cell, FACES[card][own]) if card else unknown)
        spots = zip(layers.written, layers.spots, strict=True)
        seen["placed"] = [placed_shown(NAMES[card] if card else "?", spot) for card, spot in spots]
        seen["turn"] = owing[0] if owing else None
        return seen

    def _known_hand(self, seat: Seat) -> list[str]:
        """The cards known to be in a hand, `?` for the others."""
        cards = self.holdings.must_hold(seat)
        names = [NAMES[card] for card in DECK if cards >> card & 1]
        return [*names, *["?"] * (self.holdings.count(seat) - len(names))]

    # -- rulings and statements

    def adjust(self, changes: Sequence[Change]) -> Refusal | None:
        for name, seat, by in changes:
            refusal = self._ruled(name, seat, by)
            if refusal:
                return refusal
        return None

    def _ruled(self, name: str, seat: Seat, by: int | None) -> Refusal | None:
        if seat >= self.seats or not self.layers.spots:
            return Refusal("", say("diamond-boxes.nothing-to-rule", item=name, who=Player(seat)))
        if name == "turn" and by is None:
            self._give_turn(seat)
            return None
        if name != "hand" or by is None:
            return Refusal("", say("diamond-boxes.not-to-rule", item=name))
        before = self.holdings.count(seat) if self.after is None else self.after.hands[seat]
        count = None if before is None else before + by
        if count is not None and count < 0:
            return Refusal("", say("diamond-boxes.negative-hand", who=Player(seat), count=count))
        if self.after is not None:
            self.after.hands[seat] = count
            return None
        self.holdings.certain = False
        self.holdings.removed[seat] -= by
        return None

    @abstractmethod
    def _give_turn(self, seat: Seat) -> None:
        """Give the turn to a seat by a ruling."""

    def show(self, text: str) -> Finding | None:
        return None

    def due(self) -> Due:
        what = self.owed()
        if self.after is not None and not self.over:
            return Due(
                what,
                tuple(range(self.seats) if self.after.turn is None else (self.after.turn,)),
                ends=True,
            )
        if self.over or self.layers.spots:
            return self._due_now(what)
        return Due(what, (CHANCE,), blanks=self.BLANKS)

    def _due_now(self, what: Message | None) -> Due:
        """What comes after the start: a turn, or nothing any more."""
        return Due(what, tuple(self._owing()))

    def offers(self) -> tuple[str, ...]:
        choices, owing = self.due().choices, self._owing()
        if self.after is not None:
            return choices
        if choices or len(owing) != 1 or not self.layers.spots or 0 in self.layers.written:
            return choices
        held = self.holdings.must_hold(owing[0])
        if held.bit_count() != self.holdings.count(owing[0]):
            return ()
        hand = [card for card in DECK if held >> card & 1]
        laid = zip(self.layers.written, self.layers.spots, strict=True)
        moves = self._possible(hand, [card << CARD | spot for card, spot in laid])
        return tuple(map(notation.move_text, moves))

    @abstractmethod
    def _possible(self, hand: Sequence[int], placed: Sequence[int]) -> Sequence[int]:
        """The decisions of a player with this hand after these placements."""

    @abstractmethod
    def _owing(self) -> Sequence[Seat]:
        """The seats that may act next."""

    def completed(self, ply: Ply[Move]) -> Ply[Move]:
        if not isinstance(ply.move, int) or ply.move < PLACEMENTS or not self.layers.spots:
            return ply
        if self.after is not None or any(fact.name == "covered" for fact in ply.facts):
            return ply
        covered = Fact("covered", (len(self.layers.under(ply.move & SPOT)),))
        return ply._replace(facts=(covered, *ply.facts))

    def _counts(self) -> dict[str, str]:
        counts: Sequence[int | None] = [self.holdings.count(seat) for seat in range(self.seats)]
        counts = counts if self.after is None else self.after.hands
        shown = ("?" if count is None else str(count) for count in counts)
        return {seat_letter(seat): count for seat, count in enumerate(shown)}
