"""Diam's: rounds that agree with a record in which hands, draws or stored cards are not written.

First every unknown card that lay open gets a kind at random, and market, hand sizes and the deck
are counted along; then what is left hidden is found as the worlds of a seat are, but for nobody's
eyes: all hands and vaults are guessed.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from random import Random
from typing import Final

from engines.api import Game, PlayedMove, Ply, Seat, WrittenMatch
from engines.diams.cards import (
    CONVOY,
    COPIES,
    CRACK,
    DECK,
    DISCARD,
    DRAW,
    END,
    ESCORT,
    FORCE,
    GIVE,
    HAND_LIMIT,
    KINDS,
    MAGIC,
    MARKET,
    PASS,
    PLAIN,
    REVEAL,
    SAFECRACKER,
    SAME,
    STAR,
    TAKE,
    TENTATIVE,
    UNKNOWN,
    VAULT,
    Move,
)
from engines.diams.dealing import HAND, window
from engines.diams.inference.worlds import (
    ASKED,
    BARREN,
    BLANK,
    GAIN,
    GIVEN,
    LOSE,
    MISSED,
    NONE,
    STORE,
    Guess,
    HiddenSearch,
    Step,
    hints_of,
    shown_later,
)
from engines.diams.notation import DiamsWords
from engines.diams.position import DiamsOptions
from engines.diams.state import Diams
from engines.kit.completing import Alike, retold
from engines.kit.shuffling import shuffle

NODES: Final = 400
"""Choices that a search tries before it is begun anew."""
OPENED: Final = 9  # a step: a vault with these cards, shown at the end of a round


def _certain(codes: Sequence[int]) -> list[int]:
    """WrittenMatch cards, tentative ones taken as certain."""
    return [code - TENTATIVE if code >= TENTATIVE else code for code in codes]


class _OpenTable(Exception):
    """The open cards that were drawn do not fit the record."""


class RoundDraft:
    """A round as a record has it, with a kind for every open card, and what is still hidden."""

    def __init__(self, seats: int, first: Seat, most_below: int, rng: Random) -> None:
        self.seats = seats
        self.first = first
        self.window = most_below
        self.rng = rng
        self.unseen = list(COPIES)
        self.order: list[int] = []  # -1 for a card that nobody saw
        self.market: Counter[int] = Counter()
        self.sizes = [0] * seats
        self.steps: list[Step] = []
        self.moves: dict[int, Move] = {}
        self.vaults: dict[Seat, tuple[int, ...]] = {}
        self.turn = -1  # the seat that played last, until its turn is over
        self.thief = -1
        self.asked = -1

    # -- cards that the record may not show

    def open_card(self, code: int, special: bool = False) -> int:
        """The kind of a card that leaves the deck openly."""
        if code == UNKNOWN:
            kinds = range(KINDS, END) if special else range(KINDS)
            left = [kind for kind in kinds for _ in range(self.unseen[kind])]
            if not left:
                raise _OpenTable
            code = left[int(self.rng.random() * len(left))]
        (kind,) = _certain((code,))
        self.unseen[kind] -= 1
        if self.unseen[kind] < 0:
            raise _OpenTable
        return kind

    def named(self, codes: Sequence[int], kinds: Sequence[int]) -> list[int]:
        """The kinds of cards that a move names, drawn where they are unknown."""
        found = []
        for kind in _certain(codes):
            if kind == UNKNOWN:
                kind = kinds[int(self.rng.random() * len(kinds))] if kinds else -1
            if kind < 0:
                raise _OpenTable
            found.append(kind)
        return found

    def draw(self, seat: Seat, codes: Sequence[int]) -> None:
        """Cards that come to a hand unseen by the others, in the order of the deck."""
        for code in codes:
            if code == UNKNOWN:
                self.steps.append(Step(BLANK, seat, (len(self.order),)))
                self.order.append(-1)
            else:
                self.order.append(self.open_card(code))
                if self.order[-1] != END:
                    self.steps.append(Step(GAIN, seat, (self.order[-1],)))
        self.sizes[seat] += sum(1 for code in codes if code != END)

    def lay(self, ply: Ply[Move], laid: int) -> list[int]:
        """Cards that leave the deck openly; the last ones are the diamonds that are laid out."""
        codes = [code for code in ply.drawn if code != END]
        kinds = [
            self.open_card(code, special=at < len(codes) - laid) for at, code in enumerate(codes)
        ]
        self.market.update(kinds[len(kinds) - laid :])
        self.order += kinds
        if END in ply.drawn:
            self.unseen[END] -= 1
            self.order.insert(len(self.order) - (ply.drawn[-1] != END), END)
        return kinds[: len(kinds) - laid]

    # -- the entries

    def take(self, at: int, ply: Ply[Move]) -> None:
        """Take an entry of this round; _OpenTable if what was drawn for it does not fit."""
        move, seat = ply.move, ply.seat
        facts = {fact.name: fact.values for fact in ply.facts}
        if move is None:
            if "market" in facts:
                self.lay(ply, len(facts["market"]))
            return
        if move[0] in (DRAW, REVEAL):
            if move[0] == DRAW:
                self.draw(seat, ply.drawn)
            elif special := self.lay(ply, len(facts["reveal"])):
                self.steps.append(Step(GAIN, seat, tuple(special)))
                self.sizes[seat] += len(special)
            self.turn = seat
            return
        if move[0] != GIVE and move[0] != DISCARD and self.turn != seat:
            raise _OpenTable
        if move[0] == DISCARD and len(move) - 1 != self.sizes[seat] - HAND_LIMIT:
            raise _OpenTable
        self.moves[at] = self._played(at, seat, move, facts)
        if "refill" in facts:
            if +self.market:
                raise _OpenTable
            self.lay(ply, len(facts["refill"]))

    def over_limit(self) -> bool:
        """Whether the seat that has played must discard before the next turn."""
        return self.turn >= 0 and self.sizes[self.turn] > HAND_LIMIT

    def _played(self, at: int, seat: Seat, move: Move, facts: dict[str, tuple[int, ...]]) -> Move:
        """The move with all open cards; its steps are added, and the market is changed."""
        op, market, steps = move[0], self.market, self.steps
        if op in (MARKET, SAME):
            move = self._put(seat, move)
        elif op in (CRACK, GIVE, FORCE):
            move = self._stolen(at, seat, move, facts)
        elif op in (VAULT, ESCORT):
            escort, size = op == ESCORT, len(move) - 1
            if escort:
                steps.append(Step(LOSE, seat, (CONVOY,)))
            known = tuple(self.named([card for card in move[1:] if card != UNKNOWN], ()))
            steps.append(Step(STORE, seat, known, at, size=size, escort=escort))
            self.sizes[seat] -= size + escort
        elif op == TAKE:
            taken = self.named(move[1:], sorted((+market).elements()))
            market.subtract(taken)
            steps.append(Step(LOSE, seat, (MAGIC,)))
            steps.append(Step(GAIN, seat, tuple(taken)))
            move = (TAKE, *taken)
        elif op == DISCARD:
            cards = self.named(move[1:], DECK)
            market.update(card for card in cards if card < KINDS)
            steps.append(Step(LOSE, seat, tuple(cards)))
            self.sizes[seat] -= len(cards)
            move = (DISCARD, *sorted(cards))
        else:
            steps.append(Step(BARREN, seat))
        if min(market.values(), default=0) < 0:
            raise _OpenTable
        return move

    def _put(self, seat: Seat, move: Move) -> Move:
        """A diamond put in the market, for a sum, for all of its quality or for nothing."""
        lying = sorted((+self.market).elements())
        (card,) = self.named(move[1:2], range(KINDS))
        taken = sorted(self.named(move[2:], lying))
        real = (move[0], card, *taken)
        if move[0] == SAME:
            taken = [kind for kind in lying if kind & PLAIN == card & PLAIN]
            if not taken:
                raise _OpenTable
            taken.append(card)
        self.market[card] += 1
        self.market.subtract(taken)
        self.steps += [Step(LOSE, seat, (card,)), Step(GAIN, seat, tuple(taken))]
        self.sizes[seat] += len(taken) - 1
        return real

    def _stolen(self, at: int, seat: Seat, move: Move, facts: dict[str, tuple[int, ...]]) -> Move:
        """What a safecracker or a forced sale takes from another seat."""
        steps, market = self.steps, self.market
        if move[0] == GIVE:
            (card,) = _certain(move[1:])
            card = card if card != UNKNOWN else self.asked if self.asked & STAR else -1
            steps.append(Step(GIVEN, seat, (self.asked, card), at, self.thief))
            self.sizes[self.thief] += 1
            return move
        victim = move[1]
        (card,) = self.named(move[2:3], range(KINDS))
        if move[0] == CRACK:
            steps.append(Step(MISSED if "miss" in facts else ASKED, victim, (card,)))
            steps.append(Step(LOSE, seat, (SAFECRACKER,)))
            self.sizes[seat] -= 1
            self.thief, self.asked = seat, card
            return (CRACK, victim, card)
        (spent,) = self.named(move[3:], range(KINDS, END))
        kinds = (card & PLAIN, card | STAR)
        shown = self.named(facts["shown"], kinds)
        steps.append(Step(LOSE, victim, tuple(shown)))
        steps.append(Step(NONE, victim, kinds))
        steps.append(Step(LOSE, seat, (card, spent)))
        market.update([card, *shown])
        taken = [kind for kind in (+market).elements() if shown and kind in kinds]
        market.subtract(taken)
        steps.append(Step(GAIN, seat, tuple(taken)))
        self.sizes[victim] -= len(shown)
        self.sizes[seat] += len(taken) - 2
        return (FORCE, victim, card, spent)

    def opened(self, text: str) -> None:
        """Cards shown at the end of the round."""
        words = DiamsWords(text)
        words.expect("reveal")
        seat = words.seat()
        if words.skip("vault"):
            vault = () if words.skip("-") else words.groups()
            self.vaults[seat] = tuple(_certain(vault))
        if words.skip("hand"):
            hand = [card for card in _certain(words.cards()) if card != UNKNOWN]
            self.steps.append(Step(LOSE, seat, tuple(hand)))

    # -- what is hidden

    def solved(self) -> Guess | None:
        """Cards for all that is hidden; None if none were found."""
        steps = [*self.steps, *(Step(OPENED, s, cards) for s, cards in self.vaults.items())]
        shown = shown_later(steps)
        for index, step in enumerate(steps):
            if step.what == STORE:
                own = hints_of(step.seat, steps[index + 1 :], shown[index])
                if step.seat in self.vaults and UNKNOWN not in self.vaults[step.seat]:
                    kept = sum(1 << card for card in {*self.vaults[step.seat]})
                    own = own._replace(barred=own.barred | ~(kept | own.wanted), wanted=kept)
                steps[index] = step._replace(hints=own)
        guess = Guess(self.seats, self.unseen[:END])
        return CompletionSearch(steps, self.rng, NODES).run(guess, 0)

    def deck(self, guess: Guess) -> Move:
        """The order of the deck, given all that was hidden."""
        rest = [card for card in range(END) for _ in range(guess.unseen[card])]
        shuffle(rest, self.rng)
        order = [guess.cards.get(place, card) for place, card in enumerate(self.order)]
        order = [rest.pop() if card < 0 else card for card in order]
        if self.unseen[END]:
            below = int(self.rng.random() * min(self.window, len(rest) + 1))
            rest.insert(len(rest) - below, END)
        return (*order, *rest)


class CompletionSearch(HiddenSearch):
    """A search for everything that is hidden in a round."""

    def agrees(self, guess: Guess, step: Step) -> bool:
        if step.what != OPENED:
            return super().agrees(guess, step)
        vault = guess.vaults[step.seat]
        known = Counter(card for card in step.cards if card != UNKNOWN)
        fits = all(vault[card] >= count for card, count in known.items())
        return fits and sum(vault) == len(step.cards)

    def stores(self, guess: Guess, step: Step) -> list[Move]:
        if len(step.cards) == step.size:
            return [step.cards]
        known = Counter(step.cards)
        return [cards for cards in super().stores(guess, step) if known <= Counter(cards)]


def completion(
    game: Game[Move], options: DiamsOptions, seats: int, written: WrittenMatch[Move], rng: Random
) -> Sequence[PlayedMove[Move]] | None:
    """The moves of a match that agrees with a record; None if this attempt fails."""
    rounds: list[RoundDraft] = []
    opened = deque(written.opened)
    entries = written.entries[: written.end]
    try:
        for at, ply in enumerate(entries):
            while opened and opened[0][0] <= at:
                rounds[-1].opened(opened.popleft()[1])
            name = ply.facts[0].name if ply.facts else ""
            if name == "round":
                first = ply.facts[0].values[1]
                rounds.append(RoundDraft(seats, first, window(options, seats), rng))
            elif not rounds:
                return None
            elif name != "hand":
                rounds[-1].take(at, ply)
            if name == "market":
                # The hands come after the market, whether somebody wrote them down or not.
                dealt = [one for one in entries[at + 1 : at + 1 + seats] if one.move is None]
                hands = {one.seat: one.facts[0].values for one in dealt if one.seat >= 0}
                for seat in range(seats):
                    rounds[-1].draw(seat, hands.get(seat, (UNKNOWN,) * HAND))
            elif ply.move and ply.move[0] not in (DRAW, REVEAL) and at + 1 < len(entries):
                follows = entries[at + 1].move or (PASS,)
                if follows[0] != GIVE and rounds[-1].over_limit() != (follows[0] == DISCARD):
                    return None
        for _, text in opened if written.end == len(written.entries) else ():
            rounds[-1].opened(text)
    except _OpenTable:
        return None
    deals: list[Move] = []
    moves: dict[int, Move] = {}
    for one in rounds:
        guess = one.solved()
        if guess is None:
            return None
        deals.append(one.deck(guess))
        moves |= one.moves
        moves |= {at: (one.moves[at][0], *cards) for at, cards in guess.moves.items()}
    if rounds:
        first = rounds[0].first
        deals.insert(0, (first, *(seat for seat in range(seats) if seat != first)))

    def decide(_: Diams, at: int) -> tuple[Seat, Move] | None:
        ply = written.entries[at]
        return None if ply.move is None else (ply.seat, moves.get(at, ply.move))

    return retold(game, game.start(options, seats), written, deals, decide, ALIKE)


def _may_be(code: int, card: int) -> bool:
    return code in (UNKNOWN, card, card + TENTATIVE)


def _may_move(there: Move, real: Move) -> bool:
    """Whether a written move may be this one; seats are never unknown."""
    cards = 2 if there[0] in (CRACK, FORCE) else 1
    same = there[:cards] == real[:cards] and len(there) == len(real)
    return same and ALIKE.cards(there[cards:], real[cards:])


ALIKE: Final = Alike(_may_be, _may_move)
