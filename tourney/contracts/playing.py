"""Matches of any game, played from a seed, and the games that each test is tried on.

Does not depend on any one game: what differs between games is in `secrets`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

import pytest
from hypothesis import settings

from engines.api import CHANCE, EVERYTHING, Game, OptionError, Ply, Seat, State, Who, seat_letter
from engines.games import GAMES

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


@cache
def cases_of(*names: str) -> Sequence[Case]:
    """Every set of options of these games at every number of seats that can have it."""
    return [
        Case(GAMES[name], tuple(setting.items()), seats)
        for name in names
        for setting in GAMES[name].variants
        for seats in GAMES[name].seats
        if _playable(GAMES[name], setting, seats)
    ]


@cache
def few_of(*names: str) -> Sequence[Case]:
    """A few cases that cover every setting and the smallest and largest table of every game."""
    found: list[Case] = []
    for name in names:
        cases = cases_of(name)
        missing = {part for case in cases for part in _parts(case)}
        while missing:
            found.append(max(cases, key=lambda case: len(missing & _parts(case))))
            missing -= _parts(found[-1])
    return found


def each_of(*names: str) -> Sequence[Case]:
    """One of these cases for each game, for claims with which the options have little to do."""
    return list({case.game: case for case in few_of(*names)}.values())


def _parts(case: Case) -> set[tuple[str, object]]:
    name, ends = case.game.name, (min(case.game.seats), max(case.game.seats))
    seats = {(name, case.seats)} if case.seats in ends else set()
    return {(name, case.setting), *seats}


# What a test of the contract is tried on, as an attribute of its function. The games are known only
# where the tests are collected: `of_game` names them.

Claim: TypeAlias = Callable[..., None]
TRIED_ON: Final = "tried_on"


def _tried_on(what: str) -> Callable[[Claim], Claim]:
    def marked(claim: Claim) -> Claim:
        setattr(claim, TRIED_ON, what)
        return claim

    return marked


every_case = _tried_on("cases")
"""All cases of the games in a thorough session, otherwise a few."""
every_game = _tried_on("games")
"""All cases in a thorough session, otherwise one for each game."""
every_name = _tried_on("names")
"""The names of the games."""
only_thorough = _tried_on("thorough")
"""The names of the games, in a thorough session only."""

THOROUGH: Final = [False]
"""Whether this session tries everything; set before the tests are imported."""


def times(many: int, few: int) -> int:
    """How often something is repeated: `many` times in a thorough session, else `few` times."""
    return many if THOROUGH[0] else few


def examples(number: int) -> settings:
    """Settings of a property with this number of examples, and a tenth of it usually."""
    return settings(max_examples=times(number, max(5, number // 10)), deadline=None)


def tried(name: str) -> Sequence[Case]:
    """All cases of a game in a thorough session, otherwise a few."""
    return cases_of(name) if THOROUGH[0] else few_of(name)


def parametrize(metafunc: pytest.Metafunc, names: Sequence[str]) -> None:
    """Try a test of the contract on these games."""
    what = getattr(metafunc.function, TRIED_ON, None)
    if what in ("cases", "games"):
        few = few_of(*names) if what == "cases" else each_of(*names)
        metafunc.parametrize("case", cases_of(*names) if THOROUGH[0] else few, ids=str)
    elif what is not None:
        metafunc.parametrize("name", names)


class MatchPosition(NamedTuple):
    """A point of a match: the state, all moves so far (also the dealer's) and the log.

    The three objects are not copied: they change when the match continues.
    """

    state: AnyState
    moves: list[tuple[Seat, Any]]
    log: list[AnyPly]


def uniform(game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
    """Any legal move."""
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
    """The first move of the list."""
    return state.legal_moves(seat)[0]


def last(game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
    """The last move of the list."""
    return state.legal_moves(seat)[-1]


def default(game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
    """The move of an absent player."""
    return state.default_move(seat)


CHOOSERS: tuple[Chooser, ...] = (uniform, varied, first, last, default)


def positions(case: Case, seed: int, choose: Chooser = varied) -> Iterator[MatchPosition]:
    """Every position of a match, from before the first deal to the end."""
    rng = Random(seed)
    here = MatchPosition(case.start(), [], [])
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


def played(case: Case, seed: int, choose: Chooser = varied) -> MatchPosition:
    """The last position of a match."""
    *_, end = positions(case, seed, choose)
    return end


def texts(game: Game[Any], log: list[AnyPly], who: Who = EVERYTHING) -> list[tuple[Seat, str]]:
    """The entries of a log as `who` may see them."""
    return [(ply.seat, game.text(ply, who)) for ply in log]


def split(game: Game[Any], line: str) -> tuple[Seat, list[str]]:
    """The seat and the parts of a record line without marks or comments."""
    if line.startswith("-- "):
        return CHANCE, [line.removeprefix("-- ")]
    letter, _, parts = line.partition(": ")
    seat = next(seat for seat in range(8) if seat_letter(seat) == letter)
    return seat, [parts[start:end].strip() for start, end in game.split(parts)]
