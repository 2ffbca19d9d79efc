"""One match for a learner: one seat or the dealer at a time, by action numbers.

Does not depend on a learning library. If several seats owe a sealed decision they decide in turn,
and the engine reveals no choice before all have decided.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from engines.api import CHANCE, EVERYTHING, Game, OptionError, Ply, Seat, State, Who, seat_letter
from engines.games import GAMES
from engines.messages import say
from tourney.adapters.blue_border import BlueBorderCoding
from tourney.adapters.coding import (
    Candidates,
    Coding,
    Features,
    SeatKnowledge,
    SpelledDecision,
    Spelling,
)
from tourney.adapters.diamonds import DiamondsCoding
from tourney.adapters.diams import DiamsCoding

CODINGS: Final[Mapping[str, Coding]] = {
    "diams": DiamsCoding(),
    "diamonds": DiamondsCoding(),
    "blue-border": BlueBorderCoding(),
}
LISTED: Final = Coding()


class Choice(NamedTuple):
    """A decision in the history of its seat."""

    seat: Seat
    move: Any


class Setup(NamedTuple):
    """A game with options and a number of seats; equal arguments give the same object."""

    name: str
    given: tuple[tuple[str, str], ...]
    seats: int
    game: Game[Any]
    options: Any
    coding: Coding

    def most_steps(self) -> int:
        """An upper bound on the actions of all seats in a match."""
        return self.coding.decisions(self.game, self.options, self.seats) * self.coding.steps

    def most_draws(self) -> int:
        """An upper bound on the dealer's actions in a match."""
        return self.coding.draws(self.game, self.options, self.seats)


@lru_cache(maxsize=256)
def setup(name: str, given: tuple[tuple[str, str], ...], seats: int) -> Setup:
    """Set up a registered game with options as text; OptionError for an unknown game or option."""
    if name not in GAMES:
        raise OptionError(say("kit.no-game", name=name, known=", ".join(GAMES)))
    game = GAMES[name]
    options = game.options(dict(given), seats)
    return Setup(name, given, seats, game, options, CODINGS.get(name, LISTED))


class Episode:
    """A running match, with the partly spelled decision and the partly dealt order."""

    __slots__ = (
        "_decision",
        "_histories",
        "_memories",
        "_public",
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
        self._histories = [(0, "")] * setup.seats  # by seat: number of entries, and their text
        self._memories: list[Any] = [None] * setup.seats
        self._public = ""  # the public history before `past`; not empty in a resampled match
        self._go_on()

    def _go_on(self) -> None:
        self._decision: SpelledDecision | None = None
        self.dealt: list[int] = []
        self._rest = list(self.state.pool()) if self.dealer() else []
        self._deal_forced()

    def dealer(self) -> bool:
        """Whether the dealer is to act."""
        return self.state.pending() == (CHANCE,)

    def seat(self) -> Seat | None:
        """The seat to decide; None for the dealer or after the match."""
        pending = self.state.pending()
        return pending[0] if pending and pending[0] != CHANCE else None

    # -- the dealer

    def outcomes(self) -> list[tuple[int, float]]:
        """The possible next items of the dealer's order, with their probabilities."""
        held = self.setup.coding.held_back(self.state)
        place = len(self.dealt)
        left: dict[int, int] = {}
        for item in self._rest:
            if held.get(item, 0) <= place:
                left[item] = left.get(item, 0) + 1
        total = sum(left.values())
        return [(item, number / total) for item, number in left.items()]

    def deal(self, item: int) -> None:
        """Set the next item of the dealer's order; forced items follow automatically."""
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
        """Choose the dealer's whole order at random."""
        self._apply(CHANCE, self.setup.game.shuffle(self.state, rng))

    # -- the seats

    def branches(self) -> dict[int, Candidates]:
        """The moves that remain possible after each action; actions ascend."""
        if self._decision is None:
            seat = self.seat()
            assert seat is not None, "no seat is to decide"
            of = self.setup
            self._decision = of.coding.decision(seat, of.seats, self.state.legal_moves(seat))
        return self._decision.branches()

    def act(self, action: int) -> None:
        """Choose the next action; makes the move once only one is left."""
        left = self.branches()[action]
        if len(left) > 1:
            self._decision = SpelledDecision(left)
        else:
            self.make(left[0][1])

    def make(self, move: Any) -> None:
        """Make a whole legal move of the seat that is to decide."""
        seat = self.seat()
        assert seat is not None
        self.past.append(Choice(seat, move))
        self._apply(seat, move)

    def _apply(self, seat: Seat, move: Any) -> None:
        log: list[Ply[Any]] = []
        self.state.apply(seat, move, log)
        self.past += log
        self._go_on()

    def action_text(self, action: int) -> str:
        """The move that an action completes, or the words spelled with it so far."""
        left = self.branches()[action]
        if len(left) == 1:
            return self.setup.game.move_text(left[0][1])
        return " ".join([*self.spelled_words(), self.setup.coding.word(action), "…"])

    def spelled(self) -> Spelling:
        """The actions of the current decision so far, also those that are not asked for."""
        if self._decision is None and self.seat() is not None:
            self.branches()  # moves may have their first actions in common
        return self._decision.spelled() if self._decision is not None else ()

    def spelled_words(self) -> list[str]:
        """The actions of the current decision so far, in words."""
        return [self.setup.coding.word(action) for action in self.spelled()]

    # -- what a seat knows

    def history(self, seat: Seat) -> str:
        """All events and decisions of a seat, one per line; its own decisions after `>`."""
        entries, text = self._histories[seat]
        if entries < len(self.past):
            text += "".join(self._history_line(entry, seat) for entry in self.past[entries:])
            self._histories[seat] = (len(self.past), text)
        return text

    def _history_line(self, entry: Ply[Any] | Choice, seat: Who) -> str:
        if isinstance(entry, Ply):
            who = "-" if entry.seat == CHANCE else seat_letter(entry.seat)
            return f"\n{who}: {self.setup.game.text(entry, seat)}"
        return f"\n> {self.setup.game.move_text(entry.move)}" if entry.seat == seat else ""

    def observation(self, seat: Seat) -> str:
        """The view of a seat as canonical JSON."""
        return canonical(self._seen(seat))

    def information(self, seat: Seat) -> str:
        """The view of a seat as canonical JSON, then its history."""
        return self.observation(seat) + self.history(seat)

    def public(self) -> str:
        """The public view as canonical JSON."""
        return canonical(self.state.view(None))

    def private(self, seat: Seat) -> str:
        """The part of a seat's view that is not public, as canonical JSON."""
        public = self.state.view(None)
        seen = self._seen(seat)
        return canonical({key: seen[key] for key in seen if seen[key] != public.get(key)})

    def _seen(self, seat: Seat) -> dict[str, Any]:
        own = self.spelled_words() if seat == self.seat() else []
        return {**self.state.view(seat), "spelled": own}

    def features(self, seat: Seat) -> Features:
        """The features of a seat, with the actions of its decision so far."""
        coding = self.setup.coding
        memory = coding.memory(self.state, seat, self._memories[seat])
        self._memories[seat] = memory
        look = SeatKnowledge(self.state.view(seat), seat, self.setup.seats, memory)
        return coding.numbers(look, self.spelled() if seat == self.seat() else ())

    def utilities(self) -> list[int]:
        """The utility of each seat; 0 before the end of the match."""
        outcome = self.state.outcome()
        return utilities(outcome.places if outcome else (1,) * self.setup.seats)

    def text(self) -> str:
        """The whole position with hidden information, as canonical JSON."""
        whole = {"dealt": self.dealt, "spelled": self.spelled_words(), "entries": len(self.past)}
        return canonical({**self.state.view(EVERYTHING), **whole})

    # -- copies

    def clone(self) -> Episode:
        """A fast independent copy."""
        twin = Episode.__new__(Episode)
        twin.setup = self.setup
        twin.state = self.state.clone()
        twin.past = self.past[:]
        twin._histories = self._histories[:]
        twin._public = self._public
        twin.dealt = self.dealt[:]
        twin._rest = self._rest[:]
        twin._decision = self._decision
        twin._memories = self._memories[:]
        return twin

    def resample(self, seat: Seat, rng: Random) -> Episode:
        """A possible match for a seat: its information is the same, hidden cards are drawn anew.

        The other seats know their new cards from their view. Their history is the public one,
        because what they were told of their true cards must not be found in it.
        """
        twin = Episode.__new__(Episode)
        twin.setup = self.setup
        twin.state = self.setup.game.resample(self.state, seat, rng)
        twin.past = []
        public = "".join(self._history_line(entry, None) for entry in self.past)
        twin._public = self._public + public
        twin._histories = [(0, twin._public)] * self.setup.seats
        twin._histories[seat] = (0, self.history(seat))
        twin._memories = [None] * self.setup.seats
        twin._go_on()
        if seat == self.seat():
            twin._decision = self._decision
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        return self.clone()

    def __getstate__(self) -> tuple[Any, ...]:
        # The setup is rebuilt from its arguments, so that it is the same object as everywhere.
        where = self.setup[:3]
        return (where, *(getattr(self, name) for name in self.__slots__ if name != "setup"))

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        where, *rest = kept
        self.setup = setup(*where)
        names = (name for name in self.__slots__ if name != "setup")
        for name, value in zip(names, rest, strict=True):
            setattr(self, name, value)


def utilities(places: Sequence[int]) -> list[int]:
    """Per seat, the number of seats that it beat minus the number that beat it."""
    return [sum((own < other) - (own > other) for other in places) for own in places]


def canonical(value: Any) -> str:
    """JSON with sorted keys and without blanks."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
