"""Low Card: a match, its legal moves, refusals and effects, in the order of the rules.

Two sequences describe a position. `order` has the dealt cards: first seat A's, last the cards that
are left over. `played` has the cards played since then. Everything else follows from them.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Self

from engines.api import (
    CHANCE,
    EVERYTHING,
    Fact,
    Outcome,
    Ply,
    Refusal,
    Seat,
    State,
    View,
    Who,
    places,
)
from engines.api import seat_letter as letter
from engines.low_card.cards import CARDS, Move, hand_shown, name
from engines.messages import Player, say


class LowCard(State[Move]):
    """A match of Low Card."""

    __slots__ = ("cards", "order", "played", "seats")

    def __init__(self, cards: int = 4, seats: int = 2) -> None:
        self.cards = cards  # dealt to each
        self.seats = seats
        self.order: tuple[int, ...] = ()  # empty before the deal
        self.played: list[int] = []

    # LC-R2, LC-Q1: the first cards go to seat A, the next to B …; the rest stays hidden
    def dealt(self, seat: Seat) -> tuple[int, ...]:
        """The cards dealt to a seat."""
        return self.order[seat * self.cards : (seat + 1) * self.cards]

    def hand(self, seat: Seat) -> list[int]:
        """The cards that a seat holds, sorted."""
        return sorted(set(self.dealt(seat)).difference(self.played))

    # LC-R3: as many points as cards, less one for each round lost
    def points(self) -> tuple[int, ...]:
        """The points of every seat."""
        return tuple(self.cards - self.losers().count(seat) for seat in range(self.seats))

    def losers(self) -> list[Seat]:
        """The loser of each complete round."""
        starts = range(0, len(self.played) - self.seats + 1, self.seats)
        rounds = [self.played[start : start + self.seats] for start in starts]
        return [low(cards, number) for number, cards in enumerate(rounds)]

    def pending(self) -> tuple[Seat, ...]:
        if not self.order:
            return (CHANCE,)
        return () if self._over() else (turn(len(self.played), self.seats),)

    def phase(self) -> str:
        return "over" if self._over() else "play" if self.order else "deal"

    def chance(self) -> str:
        return "deal 1"

    def pool(self) -> tuple[int, ...]:
        return CARDS

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        return self.hand(seat) if seat >= 0 and seat in self.pending() else ()

    def is_legal(self, seat: Seat, move: Move) -> bool:
        return self._refuse(seat, move) is None

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        found = self._refuse(seat, move)
        assert found is not None, "a legal move is not refused"
        return found

    def _refuse(self, seat: Seat, move: Move) -> Refusal | None:
        owing = self.pending()
        if seat not in owing:
            deal = say("kit.must-deal") if owing else say("kit.over")
            return Refusal(
                "LC-R4", say("kit.turn", who=Player(owing[0])) if owing > (CHANCE,) else deal
            )
        if seat == CHANCE:
            right = isinstance(move, tuple) and sorted(move) == list(CARDS)
            return None if right else Refusal("LC-R2", say("kit.a-deal"))
        if not isinstance(move, int):
            return Refusal("LC-R4", say("low-card.must-play"))
        if move in self.hand(seat):
            return None
        return Refusal("LC-R4", say("low-card.not-in-hand", card=name(move)), (move,), missing=True)

    def sample(self, seat: Seat, rng: Random) -> Move:
        return rng.choice(self.hand(seat))

    def default_move(self, seat: Seat) -> Move:
        """The lowest card."""
        return self.hand(seat)[0]

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        entries: list[Ply[Move]]
        if isinstance(move, tuple):
            self.order = move
            entries = [hand_shown(other, tuple(self.hand(other))) for other in range(self.seats)]
        else:
            self.played.append(move)
            over = len(self.played) % self.seats == 0
            entries = [Ply(seat, move, (Fact("low", (self.losers()[-1],)),) if over else ())]
        if log is not None:
            log.extend(entries)

    def _over(self) -> bool:
        return len(self.played) == self.cards * self.seats

    def outcome(self) -> Outcome | None:
        return ranked(self.points()) if self._over() else None

    def clone(self) -> Self:
        twin = type(self)(self.cards, self.seats)
        twin.order, twin.played = self.order, self.played[:]
        return twin

    def view(self, who: Who) -> View:
        """Schema 1; only its owner sees a hand."""
        start = min(len(self.played) // self.seats, self.cards - 1) * self.seats
        laid = [
            {"seat": turn(at, self.seats), "card": name(card)}
            for at, card in enumerate(self.played[start:], start)
        ]
        return {
            "game": "low-card",
            "schema": 1,
            "seats": self.seats,
            "you": who if who is not None and who >= 0 else None,
            "options": {"cards": self.cards},
            "phase": self.phase(),
            "pending": list(self.pending()),
            "round": start // self.seats + 1,
            "table": laid,
            "players": [self._player(seat, who) for seat in range(self.seats)],
        }

    def _player(self, seat: Seat, who: Who) -> View:
        hand = self.hand(seat)
        return {
            "hand": [*map(name, hand)] if who in (seat, EVERYTHING) else None,
            "hand_count": len(hand),
            "played": [name(card) for card in self.played if card in self.dealt(seat)],
            "points": self.points()[seat],
        }

    def key(self) -> tuple[Any, ...]:
        left = sorted(self.order[self.cards * self.seats :])
        return (*(tuple(self.hand(seat)) for seat in range(self.seats)), *self.played, *left)

    def tally(self, name: str) -> Mapping[str, str] | None:
        return {"points": counted(self.points())}[name]


# LC-R4: each round has the next leader; the others follow in seat order
def turn(played: int, seats: int) -> Seat:
    """The seat whose turn it is after this number of cards."""
    number, laid = divmod(played, seats)
    return (number + laid) % seats


# LC-R5: all cards differ, so exactly one is the lowest
def low(cards: Sequence[int], number: int) -> Seat:
    """The loser of a round; rounds are numbered from 0."""
    return (number + cards.index(min(cards))) % len(cards)


# LC-R6: more points are better; equal points share a place
def ranked(points: Sequence[int]) -> Outcome:
    """Scores and places."""
    return Outcome(tuple(points), places(points))


def counted(points: Sequence[int]) -> dict[str, str]:
    """Points by seat letter, as in a `check` line."""
    return {letter(seat): str(own) for seat, own in enumerate(points)}
