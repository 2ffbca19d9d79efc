"""Diam's: what speaks against an entry of a record, and where the record says so.

A judge looks at one entry in every way the round can stand. It keeps the first fault, which counts
only if the entry fits none of these ways, and whether anything unknown was needed.
"""

from collections.abc import Mapping, Sequence

from engines.api import Finding, Ply, Refusal, Seat, seat_letter
from engines.diams.cards import END, KINDS, NAMES, QUALITY, UNKNOWN
from engines.diams.inference import masks
from engines.diams.inference.hypothesis import Hypothesis
from engines.diams.inference.masks import Cards
from engines.diams.moves import CRACK, DRAW, ESCORT, FORCE, GIVE, PASS, REVEAL, VAULT, Move


class Mentions:
    """Where a round's entries name a card: what a contradiction can point to."""

    def __init__(self) -> None:
        self.named: dict[int, int] = {}  # kind -> the last entry that names it
        self.of_seat: dict[tuple[Seat, int], int] = {}
        self.stored: dict[Seat, int] = {}  # the last entry that changed a vault
        self.closing: int | None = None  # where the closing card came up
        self.last: int | None = None

    def take(self, entry: int, ply: Ply[Move]) -> None:
        """Keep what an entry names."""
        for seat, cards in named(ply).items():
            for card in cards:
                self.named[card] = entry
                self.of_seat[seat, card] = entry
        if ply.move is not None and ply.move[0] in (VAULT, ESCORT, GIVE):
            self.stored[ply.seat] = entry
        if any(fact.name == "end" for fact in ply.facts):
            self.closing = entry
        self.last = entry


def named(ply: Ply[Move]) -> Mapping[Seat, Sequence[int]]:
    """The known cards an entry names, by the seat whose they are or were; -1: the table's."""
    move = ply.move or (PASS,)
    own: list[int] = []
    if move[0] not in (DRAW, REVEAL, CRACK, PASS):
        own += move[2:] if move[0] == FORCE else move[1:]
    found = {ply.seat: own, -1: []}
    for fact in ply.facts:
        if fact.name in ("hand", "draw", "special"):
            own += fact.values
        elif fact.name == "shown":
            found.setdefault(move[1], []).extend(fact.values)
        elif fact.name in ("reveal", "refill", "market", "out"):
            found[-1].extend(fact.values)
    return {seat: [card for card in cards if card < END] for seat, cards in found.items()}


class EntryCheck:
    """One entry while it is looked at."""

    def __init__(self, memory: Mentions, ply: Ply[Move], waived: bool) -> None:
        self.memory = memory
        self.ply = ply
        self.waived = waived
        self.sure = True
        self.fault: Finding | None = None
        self.broken: Refusal | None = None

    def no(
        self,
        rule: str,
        words: str,
        *cards: int,
        missing: bool = False,
        code: str = "",
        proof: int | None = None,
        there: str = "",
    ) -> None:
        """This cannot be, whatever the table let stand."""
        if self.fault is None:
            refusal = Refusal(rule, words, cards, missing)
            there = there if proof is not None else ""
            self.fault = Finding("problem", refusal, code, None, proof, "", there)

    def rule(
        self,
        kept: bool,
        rule: str,
        words: str,
        *cards: int,
        proof: int | None = None,
        there: str = "",
    ) -> bool:
        """Whether a rule is kept, or the table let it stand that it was not."""
        if kept:
            return True
        if self.waived:
            self.broken = self.broken or Refusal(rule, words, cards)
            return True
        self.no(rule, words, *cards, proof=proof, there=there)
        return False

    def problem(self) -> Finding:
        """What is to be said of an entry that does not fit."""
        assert self.fault is not None, "what cannot be has a reason"
        return self.fault

    def finding(self) -> Finding:
        """What is to be said of an entry that fits."""
        if self.waived:
            fine = Refusal("", "this is within the rules") if self.sure else None
            return Finding("irregular", self.broken or fine)
        return Finding("verified" if self.sure else "consistent")

    # -- cards that have to be somewhere

    def hand(
        self, at: Hypothesis, seat: Seat, wanted: Sequence[int], rule: str
    ) -> list[tuple[Cards, Cards]]:
        """Every way to take cards from a hand."""
        cards = at.hands[seat]
        ways = self._ways(cards, wanted)
        if not ways:
            self._not_in_hand(seat, cards, wanted, rule)
        return ways

    def _not_in_hand(self, seat: Seat, cards: Cards, wanted: Sequence[int], rule: str) -> None:
        letter = seat_letter(seat)
        missing = wanted[masks.lacking(cards, wanted)]
        if not masks.is_known(missing):
            words = f"{letter} has only {_number(len(cards))} in hand"
            there = f"{_number(len(cards))} in hand after this"
            self.no(rule, words, missing=True, proof=self.memory.last, there=there)
            return
        card = masks.kind_of(missing)
        held = cards.count(missing)
        words = f"only {held} of {NAMES[card]}" if held else f"no {NAMES[card]}"
        if not cards:
            words = f"no card, so no {NAMES[card]}"
        proof = self.memory.of_seat.get((seat, card))
        there = f"{NAMES[card]} was last named here"
        self.no(rule, f"{letter} has {words} in hand", card, missing=True, proof=proof, there=there)

    def market(self, at: Hypothesis, wanted: Sequence[int], rule: str) -> list[tuple[Cards, Cards]]:
        """Every way to take cards from the market."""
        ways = self._ways(at.market, wanted)
        if not ways:
            missing = wanted[masks.lacking(at.market, wanted)]
            card = masks.kind_of(missing) if masks.is_known(missing) else UNKNOWN
            held = at.market.count(missing)
            name = NAMES[card] if card < END else "such card"
            words = f"only {held} of {name}" if held and card < END else f"no {name}"
            proof = self.memory.named.get(card)
            there = f"{name} was last named here"
            words = f"{words} in the market"
            self.no(rule, words, card, missing=True, proof=proof, there=there)
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
        """A vault holds nothing that it would have to hold."""
        words = f"{seat_letter(seat)} has no {told(wanted)} in the vault"
        proof = self.memory.stored.get(seat)
        there = f"after this the vault holds {_listed(at.vaults[seat])}"
        self.no(rule, words, missing=True, proof=proof, there=there)

    def _ways(self, cards: Cards, wanted: Sequence[int]) -> list[tuple[Cards, Cards]]:
        ways = masks.take(cards, wanted)
        known = all(masks.is_known(mask) and mask in cards for mask in wanted)
        self.sure = self.sure and known and len(ways) == 1
        return ways

    # -- cards that cannot be so many

    def fits(self, at: Hypothesis) -> bool:
        """Whether there are as many cards of every kind as lie about (DI-R1)."""
        surplus = masks.excess(at.cards())
        if surplus:
            here = [card for cards in named(self.ply).values() for card in cards]
            card = next((card for card in here if surplus >> card & 1), None)
            there = [entry for kind, entry in self.memory.named.items() if surplus >> kind & 1]
            proof = self.memory.named.get(card) if card is not None else None
            proof = max(there, default=None) if proof is None else proof
            words = _too_many(surplus, card)
            cards = () if card is None else (card,)
            self.no("DI-R1", words, *cards, code="K-card", proof=proof, there="shown here")
        return not surplus


def told(wanted: int) -> str:
    """How a set of diamonds is said: `9*`, `9`, `diamond`."""
    if masks.is_known(wanted):
        return NAMES[masks.kind_of(wanted)]
    bits = masks.qualities(wanted)
    return str(bits.bit_length() - 1) if bits.bit_count() == 1 else "diamond"


def _too_many(surplus: int, card: int | None) -> str:
    if card is None:
        return "more cards of a kind than there are"
    name, quality = NAMES[card], QUALITY[card]
    if surplus != 1 << card:
        some = f"of quality {quality}" if card < KINDS else "special cards"
        return f"more {some} than there are, with this {name}"
    if card >= KINDS or card & 1:
        return f"there is only one {name}"
    return f"there are only four plain {name}"


def _listed(cards: Cards) -> str:
    kinds = masks.kinds_of(cards)
    return " ".join(NAMES[kind] for kind in kinds) or "nothing"


def _number(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"
