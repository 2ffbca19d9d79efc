"""Of the cards that nobody has drawn, each comes next as often, game by game."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from engines.blue_border.cards import bands
from engines.diams.cards import END
from engines.games import GAMES
from tests.engines.contract.playing import CASES, positions


def test_every_card_that_may_come_next_comes_next_as_often() -> None:
    for name, left in DRAWN.items():
        game, rng = GAMES[name], Random(name)
        case = next(case for case in CASES if case.game is game)
        state = next(at.state for at in positions(case, 4) if 5 < len(left(at.state)) < 20)
        may = [card for card in left(state) if name != "blue-border" or alike(state, card)]
        firsts = Counter(left(game.redraw(state, rng))[0] for _ in range(TRIES))
        assert len(may) > 1
        if name == "diams":
            # DI-R4: the closing card is one of the last fifteen, wherever it may still be.
            size = len(left(state))
            closing = Counter(left(game.redraw(state, rng)).index(END) for _ in range(TRIES))
            assert_even(closing, range(max(0, size - 15), size))
            del firsts[END]
            may.remove(END)
        assert_even(firsts, may)


DRAWN: dict[str, Callable[[Any], Sequence[int]]] = {
    "diams": lambda state: state.order[state.top :],
    "blue-border": lambda state: state.order[state.top :],
    "diamond-boxes": lambda state: state.order[state.top :],
    "diamond-boxes-2": lambda state: [
        card
        for seat in range(state.seats)
        for card in state.order[state.tops[seat] : state.start_of(seat + 1)]
    ],
}
"""The cards that nobody has drawn, the next one first; players do not know their own decks."""
TRIES = 3000


def alike(state: Any, card: int) -> bool:
    """Whether a card has the shade of the deck's top card, which everybody sees (BB-R5)."""
    shades = bands(state.options.sight)
    return shades[card] == shades[state.order[state.top]]


def assert_even(counts: Counter[int], values: Iterable[int]) -> None:
    """All values occur about equally often, and no others do."""
    expected = Counter(values)
    mean = counts.total() / expected.total()
    assert set(counts) == set(expected)
    for value, number in expected.items():
        assert abs(counts[value] - number * mean) < 5 * (number * mean) ** 0.5
