"""One match as a learner goes through it: one seat or the dealer at a time, by action numbers.

Knows no learning library. Where several seats owe a sealed decision they are asked in turn, and
what the first has chosen reaches the others by the engine alone, that is: not before all have.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from engines.api import CHANCE, EVERYTHING, Game, OptionError, Ply, Seat, State, seat_letter
from engines.games import GAMES
from engines.kit.messages import NO_GAME
from tourney.adapters.blue_border import BlueBorderCoding
from tourney.adapters.coding import Coding, Spelling
from tourney.adapters.diamonds import DiamondsCoding
from tourney.adapters.diams import DiamsCoding
from tourney.adapters.features import Features, SeatKnowledge

CODINGS: Final[Mapping[str, Coding]] = {
    "diams": DiamsCoding(),
    "diamonds": DiamondsCoding(),
    "blue-border": BlueBorderCoding(),
}
LISTED: Final = Coding()

Candidates: TypeAlias = Sequence[tuple[Spelling, Any]]


class Choice(NamedTuple):
    """A decision as the seat that made it remembers it."""

    seat: Seat
    move: Any


class Setup(NamedTuple):
    """A game set up for so many seats; the same object for the same setting."""

    name: str
    given: tuple[tuple[str, str], ...]
    seats: int
    game: Game[Any]
    options: Any
    coding: Coding

    def most_steps(self) -> int:
        """A bound on the actions of all seats in a match."""
        return self.coding.decisions(self.game, self.options, self.seats) * self.coding.steps

    def most_draws(self) -> int:
        """A bound on the dealer's actions in a match."""
        return self.coding.draws(self.game, self.options, self.seats)


@lru_cache(maxsize=256)
def setup(name: str, given: tuple[tuple[str, str], ...], seats: int) -> Setup:
    """A game of the registry with options as written; OptionError for what it does not have."""
    if name not in GAMES:
        raise OptionError(NO_GAME(name=name, known=", ".join(GAMES)))
    game = GAMES[name]
    options = game.options(dict(given), seats)
    return Setup(name, given, seats, game, options, CODINGS.get(name, LISTED))


class Episode:
    """A match under way, with what is spelled of a decision and dealt of an order so far."""

    __slots__ = (
        "_branches",
        "_depth",
        "_heard",
        "_open",
        "_rest",
        "dealt",
        "past",
        "setup",
        "state",
    )

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.state: State[Any] = setup.game.start(setup.options, setup.seats)
        self.past: list[Ply[Any] | Choice] = []
        self._heard = [(0, "")] * setup.seats  # by seat: so many entries make this text
        self._go_on()

    def _go_on(self) -> None:
        """Prepare for whoever owes the next decision."""
        self._open: Candidates = ()
        self._branches: dict[int, Candidates] | None = None
        self._depth = 0  # actions that all open candidates have in common
        self.dealt: list[int] = []
        self._rest = list(self.state.pool()) if self.dealer() else []
        self._deal_forced()

    def dealer(self) -> bool:
        """Whether the dealer owes something."""
        return self.state.pending() == (CHANCE,)

    def seat(self) -> Seat | None:
        """The seat to decide; None for the dealer and when the match is over."""
        pending = self.state.pending()
        return pending[0] if pending and pending[0] != CHANCE else None

    # -- the dealer

    def outcomes(self) -> list[tuple[int, float]]:
        """What may lie next in the dealer's order, with its probability."""
        held = self.setup.coding.held_back(self.state)
        place = len(self.dealt)
        left: dict[int, int] = {}
        for item in self._rest:
            if held.get(item, 0) <= place:
                left[item] = left.get(item, 0) + 1
        total = sum(left.values())
        return [(item, number / total) for item, number in left.items()]

    def deal(self, item: int) -> None:
        """Lay down the next item of the dealer's order; what is forced then follows by itself."""
        self._lay(item)
        self._deal_forced()

    def _lay(self, item: int) -> None:
        self._rest.remove(item)
        self.dealt.append(item)
        if not self._rest:
            self._apply(CHANCE, tuple(self.dealt))

    def _deal_forced(self) -> None:
        while self._rest and len(possible := self.outcomes()) == 1:
            self._lay(possible[0][0])

    def shuffle(self, rng: Random) -> None:
        """The dealer's whole order at once."""
        self._apply(CHANCE, self.setup.game.shuffle(self.state, rng))

    # -- the seats

    def branches(self) -> dict[int, Candidates]:
        """Action -> the moves that it leaves possible; ascending."""
        if self._branches is None:
            self._branches = self._branched()
        return self._branches

    def _branched(self) -> dict[int, Candidates]:
        seat = self.seat()
        assert seat is not None, "no seat owes a decision"
        if not self._open:
            moves = self.state.legal_moves(seat)
            spelled = self.setup.coding.spell(seat, self.setup.seats, moves)
            self._narrow(list(zip(spelled, moves, strict=True)))
        found: dict[int, list[tuple[Spelling, Any]]] = {}
        for candidate in self._open:
            found.setdefault(candidate[0][self._depth], []).append(candidate)
        return {action: found[action] for action in sorted(found)}

    def _narrow(self, candidates: Candidates) -> None:
        """Skip what they have in common, so that there is always something to choose."""
        self._open = candidates
        self._branches = None
        if len(candidates) > 1 and self.setup.coding.steps > 1:
            low = min(spelling for spelling, _ in candidates)
            high = max(spelling for spelling, _ in candidates)
            pairs = enumerate(zip(low, high, strict=False))
            self._depth = next(place for place, (one, two) in pairs if one != two)

    def act(self, action: int) -> None:
        """Spell on; once a single move is left it is made."""
        left = self.branches()[action]
        seat = self.seat()
        assert seat is not None
        if len(left) > 1:
            self._narrow(left)
            return
        move = left[0][1]
        self.past.append(Choice(seat, move))
        self._apply(seat, move)

    def _apply(self, seat: Seat, move: Any) -> None:
        log: list[Ply[Any]] = []
        self.state.apply(seat, move, log)
        self.past += log
        self._go_on()

    def action_text(self, action: int) -> str:
        """The move that an action settles, or what has been said with it."""
        left = self.branches()[action]
        if len(left) == 1:
            return self.setup.game.move_text(left[0][1])
        return " ".join([*self.spelled_words(), self.setup.coding.word(action), "…"])

    def spelled(self) -> Spelling:
        """The actions that the seat to decide is bound to so far."""
        return self._open[0][0][: self._depth] if self._open else ()

    def spelled_words(self) -> list[str]:
        """The same in words."""
        return [self.setup.coding.word(action) for action in self.spelled()]

    # -- what is told

    def told(self, seat: Seat) -> str:
        """All that a seat was told and has decided, a line each; its own decisions behind `>`."""
        entries, text = self._heard[seat]
        if entries < len(self.past):
            text += "".join(self._line(entry, seat) for entry in self.past[entries:])
            self._heard[seat] = (len(self.past), text)
        return text

    def _line(self, entry: Ply[Any] | Choice, seat: Seat) -> str:
        if isinstance(entry, Ply):
            who = "-" if entry.seat == CHANCE else seat_letter(entry.seat)
            return f"\n{who}: {self.setup.game.text(entry, seat)}"
        return f"\n> {self.setup.game.move_text(entry.move)}" if entry.seat == seat else ""

    def observation(self, seat: Seat) -> str:
        """What a seat sees, as canonical JSON."""
        return canonical(self._seen(seat))

    def information(self, seat: Seat) -> str:
        """What a seat sees as canonical JSON, then all that it was told and did, a line each."""
        return self.observation(seat) + self.told(seat)

    def public(self) -> str:
        """What everybody sees, as canonical JSON."""
        return canonical(self.state.view(None))

    def private(self, seat: Seat) -> str:
        """What a seat sees beyond what everybody does, as canonical JSON."""
        everybody = self.state.view(None)
        seen = self._seen(seat)
        return canonical({key: seen[key] for key in seen if seen[key] != everybody.get(key)})

    def _seen(self, seat: Seat) -> dict[str, Any]:
        own = self.spelled_words() if seat == self.seat() else []
        return {**self.state.view(seat), "spelled": own}

    def features(self, seat: Seat) -> Features:
        """What a seat sees in numbers, with what it has spelled of its decision."""
        coding = self.setup.coding
        memory = coding.memory(self.state, seat, self.told(seat))
        pieces = coding.features(
            SeatKnowledge(self.state.view(seat), seat, self.setup.seats, memory)
        )
        if coding.steps > 1:
            row = [0.0] * coding.actions
            for action in self.spelled() if seat == self.seat() else ():
                row[action] = min(1.0, row[action] + 0.25)
            pieces.append(("spelled", row))
        return pieces

    def utilities(self) -> list[int]:
        """What the match is worth to each seat; nothing before its end."""
        outcome = self.state.outcome()
        return utilities(outcome.places if outcome else (1,) * self.setup.seats)

    def text(self) -> str:
        """The whole position, hidden things included, as canonical JSON."""
        whole = {"dealt": self.dealt, "spelled": self.spelled_words(), "entries": len(self.past)}
        return canonical({**self.state.view(EVERYTHING), **whole})

    # -- copies

    def clone(self) -> Episode:
        """An independent copy, cheap."""
        twin = Episode.__new__(Episode)
        twin.setup = self.setup
        twin.state = self.state.clone()
        twin.past = self.past[:]
        twin._heard = self._heard[:]
        twin.dealt = self.dealt[:]
        twin._rest = self._rest[:]
        twin._open = self._open
        twin._branches = self._branches
        twin._depth = self._depth
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        return self.clone()

    def __getstate__(self) -> tuple[Any, ...]:
        name, given, seats, *_ = self.setup
        where = (name, given, seats)
        return (where, *(getattr(self, name) for name in self.__slots__ if name != "setup"))

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        where, *rest = kept
        self.setup = setup(*where)
        names = (name for name in self.__slots__ if name != "setup")
        for name, value in zip(names, rest, strict=True):
            setattr(self, name, value)


def utilities(places: Sequence[int]) -> list[int]:
    """Per seat, how many it came in before minus how many came in before it."""
    return [sum((own < other) - (own > other) for other in places) for own in places]


def canonical(value: Any) -> str:
    """JSON with sorted keys and no blanks."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
