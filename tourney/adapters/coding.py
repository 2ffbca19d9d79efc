"""Encodes decisions as action numbers and positions as numbers, for any game.

A decision is spelled as one action or as a sequence of actions. The coding here works for every
game: a decision is its index in the canonical list. A game for training agents has its own coding,
in which a number always has the same meaning.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

from engines.api import Game, Seat, State, View

# A position as numbers from 0 to 1: named vectors of fixed length.
#
# Seats are counted clockwise from the observing seat. Only the JSON view is used, not the position,
# so hidden information cannot leak.

# Named vectors in a fixed order; each has the same length in every position of a match.
Features: TypeAlias = list[tuple[str, list[float]]]


class SeatKnowledge(NamedTuple):
    """What a seat knows: its view, and what its coding remembers for it."""

    view: View
    seat: Seat
    seats: int
    memory: Any = None

    def offset(self, seat: Seat) -> int:
        """The distance to a seat, counted to the left."""
        return (seat - self.seat) % self.seats

    def players(self) -> list[dict[str, Any]]:
        """The part of the view for each seat, the own first."""
        players = self.view["players"]
        return [*players[self.seat :], *players[: self.seat]]

    def seat_hot(self, seat: Seat | None) -> list[float]:
        """A one-hot vector of a seat."""
        return hot((seat,) if seat is None else (self.offset(seat),), self.seats)

    def pending(self) -> list[float]:
        """Ones for the seats that are to decide."""
        return hot((self.offset(s) for s in self.view["pending"] if s >= 0), self.seats)


def flat(pieces: Features) -> list[float]:
    """All vectors in one list."""
    return list(chain.from_iterable([row for _, row in pieces]))


def hot(places: Iterable[int | None], size: int) -> list[float]:
    """Ones at these indices, zeros elsewhere."""
    row = [0.0] * size
    for place in places:
        if place is not None:
            row[place] = 1.0
    return row


def word_hot(word: str | None, words: Sequence[str]) -> list[float]:
    """A one-hot vector of a word."""
    return [float(word == known) for known in words]


def share(number: float, most: float) -> float:
    """A number as a fraction of its maximum, from 0 to 1."""
    part = number / most
    return 0.0 if part < 0 else 1.0 if part > 1 else part


def counts(
    names: Iterable[str] | None, numbers: Mapping[str, int], copies: Sequence[int]
) -> list[float]:
    """The number of each card as a fraction of its copies."""
    row = [0.0] * len(copies)
    for name in names or ():
        number = numbers[name]
        row[number] += 1 / copies[number]
    return row


BUCKETS = 512


def hashed(view: View) -> list[float]:
    """Any view as BUCKETS numbers: a fixed hash puts each leaf with its path into one of them.

    Different leaves may collide, so the numbers distinguish positions but cannot be interpreted.
    """
    row = [0.0] * BUCKETS
    for leaf in leaves(view, ""):
        row[crc32(leaf.encode()) % BUCKETS] = 1.0
    return row


def leaves(value: Any, path: str) -> Iterator[str]:
    """Every path to a leaf of a JSON value, with the leaf."""
    if isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], f"{path}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(item, f"{path}.{index}")
    else:
        yield f"{path}={value}"


# Decisions as action numbers.
#
# A spelling is the sequence of actions of one move; moves with a common beginning form a tree that
# a learner walks from branch to branch.

Spelling: TypeAlias = tuple[int, ...]
Candidates: TypeAlias = Sequence[tuple[Spelling, Any]]


class SpelledDecision:
    """A decision of which some actions are chosen; it does not change.

    `candidates` are the moves that are still possible, with their spellings, which have `depth`
    actions in common.
    """

    __slots__ = ("_branches", "candidates", "depth")

    def __init__(self, candidates: Candidates, depth: int = 0) -> None:
        self.candidates = candidates
        self.depth = depth
        self._branches: dict[int, Candidates] | None = None
        first, last = candidates[0][0], candidates[-1][0]
        if len(candidates) > 1 and first[depth] == last[depth]:
            # Skip what all have in common, so that every action is a choice.
            low = min(spelling for spelling, _ in candidates)
            high = max(spelling for spelling, _ in candidates)
            pairs = enumerate(zip(low, high, strict=False))
            self.depth = next(place for place, (one, two) in pairs if one != two)

    def branches(self) -> dict[int, Candidates]:
        """The moves that remain possible after each action; actions ascend."""
        if self._branches is None:
            by_action: dict[int, list[tuple[Spelling, Any]]] = {}
            for candidate in self.candidates:
                by_action.setdefault(candidate[0][self.depth], []).append(candidate)
            self._branches = {action: by_action[action] for action in sorted(by_action)}
        return self._branches

    def spelled(self) -> Spelling:
        """The actions that are chosen so far."""
        return self.candidates[0][0][: self.depth]


class Coding:
    """Decisions as indices in the list of legal moves: works for any game, but cannot be learned.

    The same number means another move in every position.
    """

    actions: int = 1 << 17  # upper limit of action numbers; asserted
    steps: int = 1  # most actions that spell one decision
    items: int = 64  # upper limit of the numbers of items that the dealer orders
    learnable: bool = False  # whether an action number has the same meaning in every position

    def spell(self, seat: Seat, seats: int, moves: Sequence[Any]) -> list[Spelling]:
        """The spelling of each legal move; none is a prefix of another."""
        assert len(moves) <= self.actions, "more legal moves than action numbers"
        return [(place,) for place in range(len(moves))]

    def word(self, action: int) -> str:
        """The text of an action that does not complete a decision."""
        return str(action)

    def held_back(self, state: State[Any]) -> Mapping[int, int]:
        """Items that the dealer may not put before an index of the order, with that index."""
        return {}

    def memory(self, state: State[Any], seat: Seat, before: Any) -> Any:
        """What a seat remembers beyond its view; `before` is what it remembered last, or None."""
        return None

    def features(self, look: SeatKnowledge) -> Features:
        """The position as a seat sees it, as named vectors of fixed length."""
        return [("seat", look.seat_hot(0)), ("view", hashed(look.view))]

    def decision(self, seat: Seat, seats: int, moves: Sequence[Any]) -> SpelledDecision:
        """A decision between moves of which no action is chosen yet."""
        return SpelledDecision(list(zip(self.spell(seat, seats, moves), moves, strict=True)))

    def numbers(self, look: SeatKnowledge, spelled: Spelling) -> Features:
        """The features of a seat, with the actions of its decision so far."""
        pieces = self.features(look)
        if self.steps > 1:
            # The same action may be spelled several times, like the copies of a card.
            row = [0.0] * self.actions
            for action in spelled:
                row[action] = min(1.0, row[action] + 0.25)
            pieces.append(("spelled", row))
        return pieces

    def decisions(self, game: Game[Any], options: Any, seats: int) -> int:
        """An upper bound on the decisions of a match; silent answers are not logged."""
        return game.max_plies(options, seats) * (seats if game.silent is not None else 1)

    def draws(self, game: Game[Any], options: Any, seats: int) -> int:
        """An upper bound on the items that the dealer orders in a match."""
        return game.max_plies(options, seats) * self.items
