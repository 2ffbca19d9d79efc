"""Matches of any game in the registry, played from a seed, for the tests of the contract.

Does not depend on any one game: what differs between games is in `secrets`.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest

from engines.api import CHANCE, EVERYTHING, Game, OptionError, Ply, Seat, State, Who, seat_letter
from engines.games import GAMES
from tests.examples import usual

AnyState: TypeAlias = State[Any]
AnyPly: TypeAlias = Ply[Any]
Chooser: TypeAlias = Callable[[Game[Any], AnyState, Seat, Random], Any]


class Case(NamedTuple):
    """A game with given options and a given number of seats."""

    game: Game[Any]
    setting: tuple[tuple[str, str], ...]
    seats: int

    @property
    def given(self) -> Mapping[str, str]:
        return dict(self.setting)

    def __str__(self) -> str:
        words = [self.game.name, f"{self.seats} seats", *(f"{k}={v}" for k, v in self.setting)]
        return " ".join(words)

    def start(self) -> AnyState:
        return self.game.start(self.game.options(self.given, self.seats), self.seats)

    def everybody(self) -> tuple[Who, ...]:
        """Every seat, spectators (None) and the full view (EVERYTHING)."""
        return (None, EVERYTHING, *range(self.seats))


def _playable(game: Game[Any], setting: Mapping[str, str], seats: int) -> bool:
    """Whether a game allows these options with this number of seats; teams need an even one."""
    try:
        game.options(setting, seats)
    except OptionError:
        return False
    return True


CASES = [
    Case(game, tuple(setting.items()), seats)
    for game in GAMES.values()
    for setting in game.variants
    for seats in game.seats
    if _playable(game, setting, seats)
]


def _covering(cases: list[Case]) -> list[Case]:
    """A few cases that cover every setting and the smallest and largest table of every game."""
    found: list[Case] = []
    missing = {part for case in cases for part in _parts(case)}
    while missing:
        found.append(max(cases, key=lambda case: len(missing & _parts(case))))
        missing -= _parts(found[-1])
    return found


def _parts(case: Case) -> set[tuple[str, object]]:
    name, ends = case.game.name, (min(case.game.seats), max(case.game.seats))
    seats = {(name, case.seats)} if case.seats in ends else set()
    return {(name, case.setting), *seats}


FEW = _covering(CASES)
EACH = list({case.game: case for case in FEW}.values())
"""One of these cases for each game, for claims with which the options have little to do."""
every_case = pytest.mark.parametrize("case", usual(FEW, CASES), ids=str)
"""All cases in `make full`, otherwise only `FEW`."""
every_game = pytest.mark.parametrize("case", usual(EACH, CASES), ids=str)
"""All cases in `make full`, otherwise only `EACH`."""


class Position(NamedTuple):
    """A point of a match: the state, all moves so far (also the dealer's) and the log.

    The three objects are not copied: they change when the match continues.
    """

    state: AnyState
    moves: list[tuple[Seat, Any]]
    log: list[AnyPly]


def uniform(game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
    return state.sample(seat, rng)


def varied(game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
    """A move of a random kind (first word of its text), so that rare kinds occur."""
    kinds: dict[str, list[Any]] = {}
    for move in state.legal_moves(seat):
        kinds.setdefault(_kind(game, move), []).append(move)
    return rng.choice(kinds[rng.choice(sorted(kinds))])


@lru_cache(100_000)
def _kind(game: Game[Any], move: Any) -> str:
    return game.move_text(move).partition(" ")[0]


def first(game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
    return state.legal_moves(seat)[0]


def last(game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
    return state.legal_moves(seat)[-1]


def default(game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
    return state.default_move(seat)


CHOOSERS: tuple[Chooser, ...] = (uniform, varied, first, last, default)


def positions(case: Case, seed: int, choose: Chooser = varied) -> Iterator[Position]:
    """Every position of a match, from before the first deal to the end."""
    rng = Random(seed)
    here = Position(case.start(), [], [])
    while True:
        yield here
        pending = here.state.pending()
        if not pending:
            return
        seat = pending[0]
        if seat == CHANCE:
            move = case.game.shuffle(here.state, rng)
        else:
            move = choose(case.game, here.state, seat, rng)
        here.moves.append((seat, move))
        here.state.apply(seat, move, here.log)


def played(case: Case, seed: int, choose: Chooser = varied) -> Position:
    """The last position of a match."""
    *_, end = positions(case, seed, choose)
    return end


def texts(game: Game[Any], log: list[AnyPly], who: Who = EVERYTHING) -> list[tuple[Seat, str]]:
    return [(ply.seat, game.text(ply, who)) for ply in log]


def split(game: Game[Any], line: str) -> tuple[Seat, list[str]]:
    """The seat and the parts of a record line without marks or comments."""
    if line.startswith("-- "):
        return CHANCE, [line.removeprefix("-- ")]
    letter, _, parts = line.partition(": ")
    seat = next(seat for seat in range(8) if seat_letter(seat) == letter)
    return seat, [parts[start:end].strip() for start, end in game.split(parts)]
