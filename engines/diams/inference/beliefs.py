"""Diam's: what can be true of a round, according to a record with gaps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engines.api import Finding, Ply, Refusal, Seat
from engines.diams.cards import (
    CONVOY,
    COPIES,
    CRACK,
    DISCARD,
    DRAW,
    DRAWING,
    END,
    ESCORT,
    FORCE,
    GIVE,
    KINDS,
    MAGIC,
    NAMES,
    PASS,
    QUALITY,
    REVEAL,
    SAFECRACKER,
    STAR,
    TAKE,
    UNKNOWN,
    VAULT,
    Move,
)
from engines.diams.dealing import HAND, POOL
from engines.diams.inference import masks
from engines.diams.inference.masks import Cards
from engines.messages import Message, Player, say

# A hypothesis about the state of a round that a record with gaps allows.
#
# The number of cards in each zone is certain here, which cards they are need not be. If a record
# leaves open how many cards moved, the tracker keeps several hypotheses. `possible_turns`
# applies an entry.

MAX_HYPOTHESES: Final = 12  # with more hypotheses, those with equal numbers of cards are merged
GIVEN_UP: Final = 48  # with more hypotheses even then, only the order of turns is followed


class Hypothesis:
    """Hands, vaults, market and turn; `deck` includes the closing card until it comes up."""

    __slots__ = (
        "asked", "deck", "ended", "gone", "hands", "left", "loose", "market", "step", "turn",
        "vaults", "victim",
    )  # fmt: skip

    def __init__(
        self, seats: int = 0, first: Seat = 0, market: Cards = (), gone: Cards = ()
    ) -> None:
        unknown = (masks.ANY,) * HAND
        self.hands: list[Cards] = [unknown] * seats
        self.vaults: list[Cards] = [()] * seats
        self.market = market
        self.gone = gone  # special cards spent or discarded
        self.deck = len(POOL) - len(market) - len(gone) - HAND * seats
        self.loose = False  # whether the deck may have fewer cards, because turns are missing
        self.ended = False
        self.turn = first
        self.step = DRAWING
        self.left = 0  # turns left in the round, the current one included; 0 = not closing
        self.asked = 0  # the kinds a safecracker asked for, as bits
        self.victim = -1

    @classmethod
    def empty(cls, seats: int) -> Hypothesis:
        """A table without cards, before a round is dealt."""
        table = cls(seats)
        table.hands, table.deck = [()] * seats, 0
        return table

    def clone(self) -> Hypothesis:
        """An independent copy."""
        twin = Hypothesis.__new__(Hypothesis)
        twin.hands = self.hands[:]
        twin.vaults = self.vaults[:]
        twin.market = self.market
        twin.gone = self.gone
        twin.deck = self.deck
        twin.loose = self.loose
        twin.ended = self.ended
        twin.turn = self.turn
        twin.step = self.step
        twin.left = self.left
        twin.asked = self.asked
        twin.victim = self.victim
        return twin

    def without_cards(self) -> Hypothesis:
        """A copy that keeps the turn and the deck, but no card of any zone."""
        twin = self.clone()
        twin.hands = [()] * len(self.hands)
        twin.vaults = [()] * len(self.vaults)
        twin.market = twin.gone = ()
        return twin

    def zones(self) -> list[Cards]:
        """All cards that have left the deck."""
        return [*self.hands, *self.vaults, self.market, self.gone]

    def cards(self) -> Iterable[int]:
        """All cards that have left the deck, one after the other."""
        return (mask for zone in self.zones() for mask in zone)

    def key(self) -> tuple[Any, ...]:
        """A key that is equal for equal hypotheses."""
        return (*self.zones(), *self._course())

    def sizes(self) -> tuple[int, ...]:
        """A key that is equal for hypotheses that differ only in what their cards can be."""
        return (*map(len, self.zones()), *self._course())

    def _course(self) -> tuple[int, ...]:
        return (
            self.deck,
            self.loose,
            self.ended,
            self.turn,
            self.step,
            self.left,
            self.asked,
            self.victim,
        )

    def blended(self, other: Hypothesis) -> Hypothesis:
        """A hypothesis that covers both; they must have the same sizes."""
        twin = self.clone()
        seats = range(len(self.hands))
        twin.hands = [masks.blended(self.hands[s], other.hands[s]) for s in seats]
        twin.vaults = [masks.blended(self.vaults[s], other.vaults[s]) for s in seats]
        twin.market = masks.blended(self.market, other.market)
        twin.gone = masks.blended(self.gone, other.gone)
        return twin


def distinct(hypotheses: Iterable[Hypothesis]) -> list[Hypothesis]:
    """Without duplicates; if still too many, those with the same sizes are merged."""
    ways = {at.key(): at for at in hypotheses}
    if len(ways) <= MAX_HYPOTHESES:
        return list(ways.values())
    merged: dict[tuple[int, ...], Hypothesis] = {}
    for at in ways.values():
        sizes = at.sizes()
        merged[sizes] = merged[sizes].blended(at) if sizes in merged else at
    return list(merged.values())


# What contradicts an entry of a record, and which other entry proves it.
#
# A check looks at one entry under every hypothesis about the round. It keeps the first fault,
# which counts only if the entry fits no hypothesis, and whether any unknown card mattered.

FROM_DECK: Final = ("draw", "special", "reveal", "refill", "out", "market", "hand")
"""The facts that name cards as they leave the deck."""
SPENDS: Final[Mapping[int, int]] = {ESCORT: CONVOY, CRACK: SAFECRACKER, TAKE: MAGIC}
"""The special card that each of these plays puts on the discard pile."""


class Mentions:
    """The entries of a round that mention each card, so that a problem can point to them."""

    def __init__(self) -> None:
        self.named: dict[int, int] = {}  # kind -> the last entry that names it
        self.of_seat: dict[tuple[Seat, int], int] = {}
        self.stored: dict[Seat, int] = {}  # the last entry that changed a vault
        self.out: Counter[int] = Counter()  # known cards that have left the deck
        self.spent: dict[int, int] = {}  # special card -> the entry in which it left the round
        self.closing: int | None = None  # where the closing card came up
        self.last: int | None = None
        self.played: int | None = None  # the last entry of a turn

    def take(self, entry: int, ply: Ply[Move]) -> None:
        """Note the cards that an entry mentions."""
        for seat, cards in named(ply).items():
            for card in cards:
                self.named[card] = entry
                self.of_seat[seat, card] = entry
        if ply.move is not None and ply.move[0] in (VAULT, ESCORT, GIVE):
            self.stored[ply.seat] = entry
        if any(fact.name == "end" for fact in ply.facts):
            self.closing = entry
        self.out.update(drawn(ply))
        self.spent.update(dict.fromkeys(spent(ply), entry))
        self.last = entry
        self.played = self.played if ply.move is None else entry


def named(ply: Ply[Move]) -> Mapping[Seat, Sequence[int]]:
    """The known cards that an entry mentions, by the seat that has or had them; -1: the table."""
    move = ply.move or (PASS,)
    own: list[int] = []
    if move[0] not in (DRAW, REVEAL, CRACK, PASS):
        own += move[2:] if move[0] == FORCE else move[1:]
    mentioned = {ply.seat: own, -1: []}
    for fact in ply.facts:
        if fact.name in ("hand", "draw", "special"):
            own += fact.values
        elif fact.name == "shown":
            mentioned.setdefault(move[1], []).extend(fact.values)
        elif fact.name in ("reveal", "refill", "market", "out"):
            mentioned[-1].extend(fact.values)
    return {seat: [card for card in cards if card < END] for seat, cards in mentioned.items()}


def drawn(ply: Ply[Move]) -> list[int]:
    """The known cards that left the deck in an entry."""
    found = (fact.values for fact in ply.facts if fact.name in FROM_DECK)
    return [card for cards in found for card in cards if card < END]


def spent(ply: Ply[Move]) -> list[int]:
    """The special cards that an entry puts on the discard pile, from which none comes back."""
    move = ply.move or (PASS,)
    out = [card for fact in ply.facts if fact.name == "out" for card in fact.values]
    if move[0] in SPENDS:
        out.append(SPENDS[move[0]])
    elif move[0] in (FORCE, DISCARD):
        out += move[-1:] if move[0] == FORCE else move[1:]
    return [card for card in out if KINDS <= card < END]


class Deck(NamedTuple):
    """What is fixed about the deck: the last `window` cards may include the closing card."""

    seats: int
    window: int


class EntryCheck:
    """The check of one entry; `waived` if the players let it stand against the rules."""

    def __init__(
        self, mentions: Mentions, deck: Deck, ply: Ply[Move], *, waived: bool = False
    ) -> None:
        self.mentions = mentions
        self.deck = deck
        self.ply = ply
        self.seat = ply.seat
        self.move: Move = ply.move or ()
        self.waived = waived
        self.sure = True  # whether no unknown card mattered
        self.fault: Finding | None = None
        self.broken: Refusal | None = None

    def values(self, name: str) -> tuple[int, ...]:
        """The cards of a fact of the entry; none if it has no such fact."""
        return next((fact.values for fact in self.ply.facts if fact.name == name), ())

    def tells(self, name: str) -> bool:
        """Whether the entry has this fact."""
        return any(fact.name == name for fact in self.ply.facts)

    def contradict(
        self,
        rule: str,
        message: Message,
        *cards: int,
        missing: bool = False,
        code: str = "",
        proof: int | None = None,
        there: Message | None = None,
        remedy: Message | None = None,
    ) -> None:
        """Note a fault that is impossible even in a waived entry."""
        if self.fault is None:
            refusal = Refusal(rule, message, cards, missing)
            there = there if proof is not None else None
            self.fault = Finding("problem", refusal, code, None, proof, None, there, (), remedy)

    def require(
        self,
        kept: bool,
        rule: str,
        message: Message,
        *cards: int,
        proof: int | None = None,
        there: Message | None = None,
        remedy: Message | None = None,
    ) -> bool:
        """Whether a rule is kept or waived; if neither, note the fault."""
        if kept:
            return True
        if self.waived:
            self.broken = self.broken or Refusal(rule, message, cards)
            return True
        self.contradict(rule, message, *cards, proof=proof, there=there, remedy=remedy)
        return False

    def problem(self) -> Finding:
        """The finding on an entry that fits no hypothesis."""
        assert self.fault is not None, "an impossible entry has a fault"
        return self.fault

    def finding(self) -> Finding:
        """The finding on an entry that fits."""
        if self.waived:
            fine = Refusal("", say("kit.fine")) if self.sure else None
            return Finding("irregular", self.broken or fine)
        return Finding("verified" if self.sure else "consistent")

    def is_new(self) -> bool:
        """Whether no card of this entry is gone for good, also if hands and vaults are unknown."""
        # No card goes back to the deck, and no special card comes back from the discard pile.
        out, gone = self.mentions.out, self.mentions.spent
        total = out + Counter(drawn(self.ply))
        card = next((card for card in drawn(self.ply) if total[card] > COPIES[card]), None)
        if card is not None:
            self._surplus(1 << card, card)
            return False
        card = next((card for card in spent(self.ply) if card in gone), None)
        if card is not None:
            there = say("diams.last-named", card=NAMES[card])
            message = say("diams.seat-has-none", who=Player(self.ply.seat), card=NAMES[card])
            self.contradict("DI-R10", message, card, missing=True, proof=gone[card], there=there)
        return card is None

    # -- cards that must be in a zone

    def hand(
        self, at: Hypothesis, seat: Seat, wanted: Sequence[int], rule: str
    ) -> list[tuple[Cards, Cards]]:
        """Every way to take these cards from a hand."""
        cards = at.hands[seat]
        ways = self._ways(cards, wanted)
        if ways:
            return ways
        who = Player(seat)
        missing = wanted[masks.lacking(cards, wanted)]
        if not masks.is_known(missing):
            count = len(cards)
            message = say("diams.seat-has-cards", who=who, count=count)
            there = say("diams.count-after", count=count)
            proof = self.mentions.last
            self.contradict(rule, message, missing=True, proof=proof, there=there)
            return ways
        card = masks.kind_of(missing)
        name, held = NAMES[card], cards.count(missing)
        if held:
            message = say("diams.seat-has-fewer", who=who, held=held, card=name)
        else:
            message = say(
                "diams.seat-has-none" if cards else "diams.seat-has-nothing", who=who, card=name
            )
        proof, there = self.mentions.of_seat.get((seat, card)), say("diams.last-named", card=name)
        self.contradict(rule, message, card, missing=True, proof=proof, there=there)
        return ways

    def market(self, at: Hypothesis, wanted: Sequence[int], rule: str) -> list[tuple[Cards, Cards]]:
        """Every way to take these cards from the market."""
        ways = self._ways(at.market, wanted)
        if not ways:
            missing = wanted[masks.lacking(at.market, wanted)]
            card = masks.kind_of(missing) if masks.is_known(missing) else UNKNOWN
            held = at.market.count(missing)
            name = NAMES[card] if card < END else say("diams.such-card")
            message = say("diams.not-in-market", card=name)
            if held and card < END:
                message = say("diams.fewer-in-market", held=held, card=name)
            proof, there = self.mentions.named.get(card), say("diams.last-named", card=name)
            self.contradict(rule, message, card, missing=True, proof=proof, there=there)
        return ways

    def vault(
        self, at: Hypothesis, seat: Seat, wanted: int, rule: str
    ) -> list[tuple[Cards, Cards]]:
        """Every way to take one card from a vault."""
        ways = self._ways(at.vaults[seat], (wanted,))
        if not ways:
            self.not_in_vault(at, seat, wanted, rule)
        return ways

    def not_in_vault(self, at: Hypothesis, seat: Seat, wanted: int, rule: str) -> None:
        """Note the fault that a vault does not have a diamond it should have."""
        message = say("diams.not-in-vault", who=Player(seat), card=called(wanted))
        held = " ".join(NAMES[kind] for kind in masks.kinds_of(at.vaults[seat]))
        proof = self.mentions.stored.get(seat)
        there = say("diams.vault-after", cards=held or say("diams.nothing"))
        self.contradict(rule, message, missing=True, proof=proof, there=there)

    def _ways(self, cards: Cards, wanted: Sequence[int]) -> list[tuple[Cards, Cards]]:
        ways = masks.take(cards, wanted)
        known = all(masks.is_known(mask) and mask in cards for mask in wanted)
        self.sure = self.sure and known and len(ways) == 1
        return ways

    # -- numbers of cards

    def fits(self, at: Hypothesis) -> bool:
        """Whether no kind of card appears more often than it exists."""
        surplus = masks.excess(at.cards())
        if surplus:
            here = (card for cards in named(self.ply).values() for card in cards)
            self._surplus(surplus, next((card for card in here if surplus >> card & 1), None))
        return not surplus

    def _surplus(self, surplus: int, card: int | None) -> None:
        """Note the fault that these kinds appear too often, here as this card."""
        there = [entry for kind, entry in self.mentions.named.items() if surplus >> kind & 1]
        proof = self.mentions.named.get(card) if card is not None else None
        proof = max(there, default=None) if proof is None else proof
        # As many as exist: of this card, of the diamonds of its quality, of the special cards.
        message = say("diams.too-many")
        if card is not None and surplus == 1 << card:
            single = card >= KINDS or card & STAR
            message = say("diams.only-one" if single else "diams.only-four", card=NAMES[card])
        elif card is not None and card >= KINDS:
            message = say("diams.too-many-specials", card=NAMES[card])
        elif card is not None:
            quality = QUALITY[card]
            message = say("diams.too-many-of-quality", quality=quality, card=NAMES[card])
        cards = () if card is None else (card,)
        self.contradict(
            "DI-R1", message, *cards, code="K-card", proof=proof, there=say("diams.shown-here")
        )


def called(wanted: int) -> str | Message:
    """The name of a set of diamonds: `9*`, `9` or "diamond"."""
    if masks.is_known(wanted):
        return NAMES[masks.kind_of(wanted)]
    bits = masks.qualities(wanted)
    return str(bits.bit_length() - 1) if bits.bit_count() == 1 else say("diams.a-diamond")
