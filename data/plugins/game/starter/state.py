"""A match: legal moves, refusals and effects, in the order of the rules."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, Self, TypeAlias

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
    seat_letter,
)
from engines.messages import Player, say

Move: TypeAlias = int | tuple[int, ...]
"""The number of a played card, or the dealer's order of all cards."""

# STA-R1: thirty cards; 0 is a card that a record does not show
CARDS: Final = tuple(range(1, 31))
UNKNOWN: Final = 0


def name(card: int) -> str:
    """The name of a card."""
    return str(card) if card else "?"


def hand_shown(seat: Seat, cards: tuple[int, ...]) -> Ply[Move]:
    """The log entry of a dealt hand; only its owner sees the cards."""
    return Ply(seat, None, (Fact("hand", cards, (seat,)),), cards)


class Starter(State[Move]):
    """A match. `order` has the dealt cards, first those of seat A; `played` those played since."""

    __slots__ = ("cards", "order", "played", "seats")

    def __init__(self, cards: int = 4, seats: int = 2) -> None:
        self.cards = cards  # dealt to each
        self.seats = seats
        self.order: tuple[int, ...] = ()  # empty before the deal
        self.played: list[int] = []

    # STA-R2: the first cards go to seat A, the next to B …; the rest stays hidden
    def dealt(self, seat: Seat) -> tuple[int, ...]:
        """The cards dealt to a seat."""
        return self.order[seat * self.cards : (seat + 1) * self.cards]

    def hand(self, seat: Seat) -> list[int]:
        """The cards that a seat holds, sorted."""
        return sorted(set(self.dealt(seat)).difference(self.played))

    # STA-R3: each round has the next leader; the others follow in seat order
    def turn(self, played: int) -> Seat:
        """The seat whose turn it is after this number of cards."""
        number, laid = divmod(played, self.seats)
        return (number + laid) % self.seats

    # STA-R4: all cards differ, so exactly one is the highest
    def winners(self) -> list[Seat]:
        """The winner of each complete round."""
        starts = range(0, len(self.played) - self.seats + 1, self.seats)
        rounds = [self.played[start : start + self.seats] for start in starts]
        return [
            (number + cards.index(max(cards))) % self.seats for number, cards in enumerate(rounds)
        ]

    def points(self) -> tuple[int, ...]:
        """The points of every seat."""
        return tuple(self.winners().count(seat) for seat in range(self.seats))

    def pending(self) -> tuple[Seat, ...]:
        if not self.order:
            return (CHANCE,)
        return () if self._over() else (self.turn(len(self.played)),)

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
            late = say("kit.must-deal") if owing else say("kit.over")
            turn = say("kit.turn", who=Player(owing[0])) if owing > (CHANCE,) else late
            return Refusal("STA-R3", turn)
        if seat == CHANCE:
            right = isinstance(move, tuple) and sorted(move) == list(CARDS)
            return None if right else Refusal("STA-R2", say("kit.a-deal"))
        if not isinstance(move, int):
            return Refusal("STA-R3", say("starter.must-play"))
        if move in self.hand(seat):
            return None
        why = say("starter.not-in-hand", card=name(move))
        return Refusal("STA-R3", why, (move,), missing=True)

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
            complete = len(self.played) % self.seats == 0
            facts = (Fact("high", (self.winners()[-1],)),) if complete else ()
            entries = [Ply(seat, move, facts)]
        if log is not None:
            log.extend(entries)

    def _over(self) -> bool:
        return len(self.played) == self.cards * self.seats

    # STA-R5: more points are better; equal points share a place
    def outcome(self) -> Outcome | None:
        return Outcome(self.points(), places(self.points())) if self._over() else None

    def clone(self) -> Self:
        twin = type(self)(self.cards, self.seats)
        twin.order, twin.played = self.order, self.played[:]
        return twin

    def view(self, who: Who) -> View:
        """Schema 1; only its owner sees a hand."""
        start = min(len(self.played) // self.seats, self.cards - 1) * self.seats
        return {
            "game": "starter",
            "schema": 1,
            "seats": self.seats,
            "you": who if who is not None and who >= 0 else None,
            "options": {"cards": self.cards},
            "phase": self.phase(),
            "pending": list(self.pending()),
            "round": start // self.seats + 1,
            "table": [
                {"seat": self.turn(at), "card": name(card)}
                for at, card in enumerate(self.played[start:], start)
            ],
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
        counts = {"points": self.points()}[name]
        return {seat_letter(seat): str(own) for seat, own in enumerate(counts)}


def another_world(state: Starter, seat: Seat, rng: Random) -> Starter:
    """A match that agrees with all that a seat has seen; the other cards are dealt again."""
    seen = {*state.dealt(seat), *state.played}
    unseen = [card for card in CARDS if card not in seen]
    rng.shuffle(unseen)
    order: list[int] = []
    for other in range(state.seats) if state.order else ():
        known = [card for card in state.dealt(other) if other == seat or card in state.played]
        order += known
        order += [unseen.pop() for _ in range(state.cards - len(known))]
    world = state.clone()
    world.order = (*order, *unseen) if state.order else ()
    return world
