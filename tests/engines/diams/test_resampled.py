"""In Diam's every sampled world agrees with what the seat has observed.

Each script is a round from a known deal. After every move, worlds are sampled for every seat. The
moves of each such world are replayed: they must be legal and give the seat the same log texts.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from engines.api import CHANCE, Ply
from engines.diams import GAME
from engines.diams.cards import ESCORT, VAULT, Move
from engines.diams.state import Diams
from tests.engines.diams.at_table import Table, dealt
from tests.examples import times
from tourney.contracts.secrets import secrets_of

WORLDS = times(20, 8)


class Script(NamedTuple):
    """The first cards of a deal (market, then three cards for each seat), and the moves."""

    seats: int
    deck: str
    moves: tuple[str, ...]
    closing: str = "standard"


def script(seats: int, deck: str, *moves: str, closing: str = "standard") -> Script:
    return Script(seats, deck, moves, closing)


SCRIPTS = {
    "a safecracker misses what was stored unseen": script(
        *(3, "10 10 10 1 1 1 CR 2 2 9 9 8 4 4 3 3 5 5"),
        *("A reveal", "A vault 1x3", "B reveal", "B crack A 7", "C reveal", "C market 9 = -"),
    ),
    "a safecracker misses the starred one only": script(
        *(3, "10 10 10 1 1 1 CR 2 2 9 9 8 4 4 3 3 5 5"),
        *("A reveal", "A vault 1x3", "B reveal", "B crack A 1*", "C reveal", "C market 8 = 4+4"),
    ),
    "a safecracker hits and the victim gives unseen": script(
        *(3, "10 10 10 1 1 1* CR 2 2 9 9 8 4 4 3 3 5 5 6 6"),
        *("A reveal", "A vault 1x3*", "B reveal", "B crack A 1", "A give 1*"),
        *("C reveal", "C market 9 = 4+5", "A reveal"),
    ),
    "a forced sale shows what a hand had": script(
        *(3, "10 10 10 1 1 1* CR 1 2 9 9 8 4 4 3 3 5 5"),
        *("A reveal", "A market 1 = -", "B reveal", "B force A 1 using CR", "C draw"),
        *("C market 9 = -", "A draw", "A market 5 = -"),
    ),
    "a forced sale shows that a hand has none": script(
        *(3, "10 10 10 7 8 9 CR 1 2 9 9 8 4 4 3 3 5 5"),
        *("A draw", "A market 9 = -", "B draw", "B force A 1 using CR", "C draw"),
        *("C market 9", "A draw", "A market 8 = -"),
    ),
    "who passes has no diamond": script(
        *(2, "10 10 10 3 CV CR 9 9 8 6 MG 2 2 5 5 4 4"),
        *("A reveal", "A market 3 = -", "B draw", "B market 2 = -", "A reveal", "A pass"),
        *("B draw", "B market 4 = -"),
    ),
    "a convoy brings what is stored": script(
        *(3, "10 10 10 1 1 1* CV 2 2 9 9 8 4 4 3 3 2 2* 1 6 6 7 7 8 8"),
        *("A reveal", "A vault 1x3*", "B reveal", "B market 2 = -", "C reveal", "C market 9 = -"),
    ),
    "stored cards were seen coming to the hand": script(
        *(3, "1 1 10 1 7 7 9 2 2 9 9 8 4 4 3 3 2 2* 6 6 6 5 5"),
        *("A reveal", "A market 1", "B draw", "B market 9 = -", "C draw", "C market 9"),
        *("A draw", "A vault 1x3", "B draw", "B market 2 = -"),
    ),
    "cards that come out later were not stored": script(
        *(3, "10 10 9 1 1 1 5 2 2 9 9 8 6 6 3 3 2 2* 4 4 5 5"),
        *("A draw", "A vault 1x3", "B draw", "B market 2 = -", "C draw", "C market 8 = -"),
        *("A draw", "A market 6 = -", "B draw", "B market 5 = -"),
    ),
    "the closing card is last": script(
        *(2, "10 10 10 1 2 3 4 5 6 7 8 9 1 2"),
        *("A draw", "A market 1 = -", "B reveal", "B market 4 = -", "A reveal"),
        closing="fixed",
    ),
}


def tables(given: Script) -> Iterator[Table]:
    """The table after the deal and after every move."""
    table = dealt(given.seats, given.deck, closing=given.closing)
    yield table
    for move in given.moves:
        table.play(move)
        yield table


def replayed(given: Script, world: Diams) -> tuple[Diams, list[Ply[Move]]]:
    """The replayed round of a sampled world, with its log."""
    options = GAME.options({"length": "quick", "closing": given.closing}, given.seats)
    state = GAME.start(options, given.seats)
    log: list[Ply[Move]] = []
    order, past = secrets_of("diams").past(world)
    for seat, move in [(CHANCE, tuple(range(given.seats))), (CHANCE, tuple(order)), *past]:
        assert state.is_legal(seat, move), state.refusal(seat, move)
        state.apply(seat, move, log)
    return state, log


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_was_observed_holds(name: str) -> None:
    given = SCRIPTS[name]
    rng = Random(name)
    for table in tables(given):
        for seat in range(given.seats):
            for _ in range(WORLDS):
                world = GAME.resample(table.state, seat, rng)
                again, log = replayed(given, world)
                assert again.key() == world.key()
                assert [GAME.text(ply, seat) for ply in log] == table.texts(seat)


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_was_not_observed_varies(name: str) -> None:
    *_, table = tables(SCRIPTS[name])
    rng = Random(name)
    seats = range(SCRIPTS[name].seats)
    worlds = {
        repr(GAME.resample(table.state, seat, rng).key()) for seat in seats for _ in range(WORLDS)
    }
    assert len(worlds) > WORLDS // 2


class Counting(Random):
    """A random generator that counts its calls."""

    drawn = 0

    def random(self) -> float:
        self.drawn += 1
        return super().random()


def storing(state: Diams, seat: int, rng: Random) -> Move:
    """A move that often stores as many cards as possible, so that many cards are unseen."""
    moves = state.legal_moves(seat)
    stores = [move for move in moves if move[0] in (VAULT, ESCORT)]
    if stores and rng.random() < 0.6:
        return stores[-1]
    return max(moves, key=len) if rng.random() < 0.6 else rng.choice(moves)


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_world_is_found_at_once_however_much_was_stored_unseen(seats: int) -> None:
    """Each unseen card uses one or two random numbers; a failing search would use hundreds."""
    for number in range(times(3, 1)):
        rng = Random(number)
        state = GAME.start(GAME.options({}, seats), seats)
        while pending := state.pending():
            seat = pending[0]
            luck = Counting(number)
            GAME.resample(state.clone(), int(rng.random() * seats), luck)
            assert luck.drawn < 160
            dealer = GAME.shuffle(state, rng) if seat == CHANCE else None
            state.apply(seat, dealer or storing(state, seat, rng))
