"""Diamonds followed at a table: tricks, crystals and the thief as far as a record tells them.

The crystals are kept in a State whose cards stand for their suits alone. Once a card of unknown
suit is played, or nobody can tell who won a trick, crystals and thief are unknown to the end.
Whose card each can have been is the business of `holdings`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engines.api import (
    Change,
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
from engines.diamonds import scoring, views
from engines.diamonds.cards import NAMES, PERFECT_RANKS, RANKS, TENTATIVE, UNKNOWN
from engines.diamonds.inference.holdings import MOST, Holdings, Play, Written, rank_of, suit_of
from engines.diamonds.state import Diamonds, Move, Options

VERIFIED: Final = Finding("verified")
CONSISTENT: Final = Finding("consistent")


class DiamondsTracker(RecordTracker[Move]):
    """A match as a record with gaps tells it."""

    def __init__(self, options: Options, seats: int) -> None:
        self.state = Diamonds(options, seats)
        self.seats = seats
        self.ranks = PERFECT_RANKS[seats] if options.perfect else RANKS
        self.certain = True  # whether the state's crystals and thief are those of the match
        self.taken = 0  # entries
        self.round = 0
        self.dealer = -1
        self.holdings: Holdings | None = None  # None between rounds
        self.trick: list[Play] = []
        self.tricks = 0
        self.leaders: frozenset[Seat] = frozenset()  # who can have won the trick before
        self.last = -1  # the entry that ended it
        self.before: list[Play] = []  # its cards

    def step(self, ply: Ply[Move], waived: Sequence[int] = ()) -> Finding:
        finding = self._taken(ply, 0 in waived)
        self.taken += 1
        return finding

    def _taken(self, ply: Ply[Move], waived: bool) -> Finding:
        if isinstance(ply.move, tuple):
            return self._pass(ply.seat, _certain(ply.move), waived)
        if ply.move is None:
            return self._hand(ply.seat, _certain(ply.facts[0].values))
        if ply.facts and ply.facts[0].name == "round":
            return self._round(*ply.facts[0].values)
        return self._card(ply, waived)

    # -- the beginning of a round

    def _round(self, number: int, dealer: Seat, passes: int) -> Finding:
        """DM-R3, DM-R4: who deals, and how many cards are passed."""
        if self.holdings is not None:
            return _due(self._owed())
        if self.round == self.state.rounds:
            return _problem("K-over", "DM-R10", f"the match is over after {self.round} rounds")
        if number != self.round + 1:
            return _problem("K-revealed", "DM-R10", f"round {self.round + 1} comes here")
        if self.round and dealer != (self.dealer + 1) % self.seats:
            words = f"{seat_letter((self.dealer + 1) % self.seats)} deals round {number}"
            return _problem("", "DM-R9", f"{words}, not {seat_letter(dealer)}")
        self.round, self.dealer, self.tricks = number, dealer, 0
        state = self.state
        if number == 1:
            state._start(dealer)
        state.round, state.dealer = number, dealer
        state.played, state.won = [], []
        receivers = [state.receiver(seat) for seat in range(self.seats)]
        self.holdings = Holdings(receivers, state.hand_size(), self.ranks, passes)
        self.leaders, self.last = frozenset(((dealer + 1) % self.seats,)), self.taken
        self.before = []
        return VERIFIED if passes else CONSISTENT

    def _hand(self, seat: Seat, cards: tuple[int, ...]) -> Finding:
        holdings = self.holdings
        if holdings is None or self._playing():
            return _due(self._owed())
        if seat in holdings.dealt:
            return _due(f"{seat_letter(seat)} was dealt a hand above")
        if len(cards) != holdings.size:
            words = f"a hand has {holdings.size} cards, this one {len(cards)}; write ? for unknown"
            return _problem("K-revealed", "DM-R3", words)
        found = self._foreign(cards) or holdings.deal(seat, Written(self.taken, cards))
        return found or VERIFIED

    def _pass(self, seat: Seat, cards: tuple[int, ...], waived: bool) -> Finding:
        holdings = self.holdings
        if holdings is None or self._playing():
            return _due(self._owed())
        if seat in holdings.passed:
            return _due(f"{seat_letter(seat)} passed above")
        count = holdings.passes or min(len(cards), MOST)
        if len(cards) != count and not waived:
            told = f"{count} were announced" if holdings.passes else "at most three can be"
            return _problem("", "DM-R4", f"{len(cards)} cards passed, {told}")
        found = self._foreign(cards) or holdings.hand_over(seat, Written(self.taken, cards))
        if found or waived:
            return found or Finding("irregular")
        return VERIFIED if all(card < UNKNOWN for card in cards) else CONSISTENT

    def _foreign(self, cards: Sequence[int]) -> Finding | None:
        """A card that a reduced deck does not have (DM-R13)."""
        for card in cards:
            rank = rank_of(card)
            if rank is not None and rank >= self.ranks:
                words = f"{NAMES[card]} is not among the cards: ranks 1 to {self.ranks}"
                return Finding("problem", Refusal("DM-R13", words, (card,), missing=True))
        return None

    # -- tricks

    def _playing(self) -> bool:
        return bool(self.tricks or self.trick)

    def turns(self) -> frozenset[Seat]:
        """Whose card comes next; several where several may lead."""
        if self.trick:
            return frozenset(((self.trick[-1].seat + 1) % self.seats,))
        return self.leaders

    def _card(self, ply: Ply[Move], waived: bool) -> Finding:
        assert isinstance(ply.move, int)
        card, seat = _certain((ply.move,))[0], ply.seat
        holdings = self.holdings
        if holdings is None:
            return _due(self._owed())
        wrong = self._out_of_turn(seat)
        if wrong and (self.trick or not waived):
            return wrong
        led = suit_of(self.trick[0].card) if self.trick else None
        play = Play(self.taken, seat, card, led, self.tricks + 1, waived)
        found = self._foreign((card,)) or holdings.play(play)
        if found:
            return found
        revoked = holdings.revoked(play)
        if revoked and not (waived and revoked.at == play.entry):
            return revoked
        self._lay(play)
        finding = self._judged(play, wrong or revoked)
        if len(self.trick) < self.state.size:
            return _due(f"{self._owed()} before this trick is over") if ply.facts else finding
        return self._won(ply, finding)

    def _out_of_turn(self, seat: Seat) -> Finding | None:
        if seat in self.turns():
            return None
        if self.trick:
            return _due(f"{self._owed()} before this trick is over")
        letter, first = seat_letter(seat), _letters(self.leaders)
        if not self.tricks:
            words = f"{letter} leads, but {first} sits on the dealer's left"
            return _problem("", "DM-R5", words)
        words = f"{letter} leads, but {first} won the trick before"
        refusal = Refusal("DM-R6", words)
        return Finding("problem", refusal, proof=self.last, there=f"{first} wins")

    def _judged(self, play: Play, wrong: Finding | None) -> Finding:
        """What is to be said of a card against which nothing speaks that counts."""
        assert self.holdings is not None
        if play.waived:
            return Finding("irregular", wrong.refusal if wrong else None)
        if play.card >= UNKNOWN:
            return CONSISTENT
        leads = len(self.trick) == 1
        follows = play.led is not None and not play.discards()
        sure = leads or follows or (play.led is not None and self.holdings.exact(play.seat))
        return VERIFIED if sure else CONSISTENT

    def _lay(self, play: Play) -> None:
        """A card of another suit does its action at once (DM-R6)."""
        suit = suit_of(play.card)
        self.certain = self.certain and suit is not None
        self.state.played.append(RANKS * (suit or 0))
        if self.certain and play.discards():
            assert suit is not None
            self.state._act(suit, play.seat)
        self.trick.append(play)

    # -- the end of a trick

    def _won(self, ply: Ply[Move], finding: Finding) -> Finding:
        possible = self._winners()
        fact = next((fact for fact in ply.facts if fact.name in ("trick", "given")), None)
        if fact and fact.name == "trick" and fact.values[0] not in possible:
            told, best = seat_letter(fact.values[0]), _letters(possible)
            words = f"the trick goes to {best}, not to {told}"
            return _problem("K-revealed", "DM-R6", words)._replace(
                remedy=f"if the table gave it to {told} write = ^{told}"
            )
        if fact and fact.name == "given":
            right = possible == {fact.values[0]}
            words = "this is within the rules" if right else f"{_letters(possible)} won this trick"
            refusal = Refusal("DM-R6", words)
            finding = Finding("irregular", refusal)
        self._take(frozenset(fact.values) if fact else possible)
        return self._next(finding)

    def _take(self, winners: frozenset[Seat]) -> None:
        led = suit_of(self.trick[0].card)
        self.certain = self.certain and len(winners) == 1 and led is not None
        if self.certain:
            assert led is not None
            (winner,) = winners
            self.state.won.append(winner)
            self.state._act(led, winner)
        self.leaders, self.last = winners, self.taken
        self.before, self.trick = self.trick, []
        self.tricks += 1

    def _next(self, finding: Finding) -> Finding:
        """After the last trick the majorities (DM-R8), and discards can no longer be doubted."""
        holdings = self.holdings
        assert holdings is not None
        if self.tricks * self.state.size < holdings.size * self.seats:
            return finding
        if self.certain:
            self.state._finish_round()
        self.holdings = None
        settled = tuple(play.entry for play in holdings.discards())
        if self.taken in settled and finding.kind == "consistent":
            finding = VERIFIED
        return finding._replace(settled=tuple(entry for entry in settled if entry != self.taken))

    def _winners(self) -> frozenset[Seat]:
        """Whose card can have been the highest of the suit led."""
        led = suit_of(self.trick[0].card)
        suits = range(4) if led is None else (led,)
        found = {play.seat for suit in suits for play in self.trick if self._wins(play, suit)}
        return frozenset(found or (play.seat for play in self.trick))

    def _wins(self, play: Play, led: int) -> bool:
        """Whether this card can be the highest, if that suit was led."""
        if suit_of(play.card) not in (led, None):
            return False
        free = self._free(led)
        own = rank_of(play.card)
        ranks = free if own is None else [own]
        others = [other.card for other in self.trick if other is not play]
        known = [card % RANKS for card in others if card < UNKNOWN and card // RANKS == led]
        below = sum(1 for card in others if card >= UNKNOWN and suit_of(card) == led)
        first = self.trick[0].card
        if first >= UNKNOWN and suit_of(first) is None and self.trick[0] is not play:
            rank = rank_of(first)  # it led, so it is of that suit
            known += [] if rank is None else [rank]
            below += rank is None
        return any(
            rank > max(known, default=-1) and sum(1 for low in free if low < rank) >= below
            for rank in ranks
        )

    def _free(self, suit: int) -> list[int]:
        """Ranks of a suit that have not been seen in this round."""
        assert self.holdings is not None
        shown = self.holdings.shown
        return [rank for rank in range(self.ranks) if RANKS * suit + rank not in shown]

    # -- rulings and statements

    def adjust(self, changes: Sequence[Change]) -> Refusal | None:
        state = self.state
        counts = {"showroom": state.showroom[:], "vault": state.vault[:]}
        thief = state.thief
        for name, seat, by in changes:
            if by is None and name == "thief":
                thief = seat
            elif by is not None and name in counts:
                counts[name][state.team[seat]] += by
            else:
                return Refusal("", f"diamonds has no {name} to rule on like this")
        if self.certain and min(min(row) for row in counts.values()) < 0:
            return Refusal("", "a count would fall below zero")
        state.showroom, state.vault, state.thief = counts["showroom"], counts["vault"], thief
        return None

    def show(self, text: str) -> Finding | None:
        return None

    def tally(self, name: str) -> Mapping[str, str] | None:
        return self.state.tally(name) if self.certain else None

    def view(self, who: Who) -> View:
        return views.table_view(self, who)

    def owed(self) -> str | None:
        return "" if self.holdings is None and self.round == self.state.rounds else self._owed()

    def _owed(self) -> str:
        if self.holdings is None:
            return f"round {self.round + 1} has to be dealt"
        return f"{_letters(self.turns())} has to play"

    def outcome(self) -> Outcome | None:
        if self.owed() or not self.certain:
            return None
        return scoring.outcome(self.state.showroom, self.state.vault, self.state.team)


def _certain(cards: Sequence[int]) -> tuple[int, ...]:
    """Cards that are only believed are taken as known."""
    return tuple(card - TENTATIVE if card >= TENTATIVE else card for card in cards)


def _letters(seats: Iterable[Seat]) -> str:
    return " or ".join(map(seat_letter, sorted(seats)))


def _problem(code: str, rule: str, words: str, *cards: int) -> Finding:
    return Finding("problem", Refusal(rule, words, cards), code)


def _due(words: str) -> Finding:
    return _problem("K-due", "", words)
