"""What the learned value of Diam's looks at, in positions whose numbers follow from the rules."""

from random import Random

import pytest

from engines.api import CHANCE
from engines.diams.cards import DRAWING, OVER
from engines.diams.state import Diams
from engines.games import GAMES
from tourney.bots.diams.value import DiamsValue

VALUE = DiamsValue()


def started(seats: int, length: str) -> Diams:
    game = GAMES["diams"]
    state = game.start(game.options({"length": length}, seats), seats)
    assert isinstance(state, Diams)
    return state


def played(state: Diams, rng: Random, turns: int) -> None:
    """Play at random, so many moves or to the end."""
    game = GAMES["diams"]
    for _ in range(turns):
        if not state.pending():
            return
        seat = state.pending()[0]
        state.apply(seat, game.shuffle(state, rng) if seat == CHANCE else state.sample(seat, rng))


def number(rows: list[list[float]], name: str) -> list[float]:
    return [row[VALUE.names.index(name)] for row in rows]


@pytest.mark.parametrize("length", ["quick", "standard"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_position_has_as_many_numbers_as_names(seats: int, length: str) -> None:
    state, rng = started(seats, length), Random(7)
    while state.pending():
        VALUE.settle(state, rng)
        rows = VALUE.rows(state)
        assert [len(row) for row in rows] == [len(VALUE.names)] * seats
        assert 0 <= VALUE.stage(state) <= 1
        played(state, rng, 9)
    assert state.step == OVER
    assert VALUE.stage(state) == 1


def test_the_order_of_the_deck_is_not_read() -> None:
    state, rng = started(3, "quick"), Random(3)
    played(state, rng, 40)
    VALUE.settle(state, rng)
    assert state.step == DRAWING
    twin = state.clone()
    twin.order = (*state.order[: state.top], *reversed(state.order[state.top :]))
    assert VALUE.rows(twin) == VALUE.rows(state)


def test_after_the_match_places_decide() -> None:
    state = started(4, "standard")
    played(state, Random(1), 10_000)
    outcome = state.outcome()
    assert outcome is not None
    match = number(VALUE.rows(state), "match")
    for own, place in zip(match, outcome.places, strict=True):
        for other, behind in zip(match, outcome.places, strict=True):
            assert (own > other) == (place < behind)


def test_a_vault_counts_by_the_table_and_chips_for_the_match() -> None:
    state = started(2, "standard")
    played(state, Random(2), 2)
    # DI-E7: 1 1 1, five fives and four sevens are worth 33, which only one seat has.
    state.vaults = [[0] * 3 + [8] * 4 + [9] + [12] * 4, []]
    vault = number(VALUE.rows(state), "vault")
    state.vaults = [[0] * 3, []]
    low = number(VALUE.rows(state), "vault")
    assert vault[0] / low[0] == pytest.approx(33 / 4)
    assert vault[1] == 0
    before = number(VALUE.rows(state), "match")
    state.chips = ((4, 3),)
    after = number(VALUE.rows(state), "match")
    assert after[0] - after[1] > before[0] - before[1]
