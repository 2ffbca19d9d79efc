"""The possible identities of unknown cards on the table agree with trying every card."""

from random import Random

import pytest

from engines.diamond_boxes import GAME1
from engines.diamond_boxes.board import CARD, SPOT
from engines.diamond_boxes.cards import NAMES
from engines.diamond_boxes.inference.beliefs import ANY, Layers
from engines.diamond_boxes.notation import placement_text
from tests.engines.diamond_boxes.drivers import dealt, widest
from tests.engines.naive import diamond_boxes_board as brute


def laid(seed: int, cards: int) -> list[int]:
    """The first `cards` placements of a match in which players cover many cells."""
    rng = Random(seed)
    state = dealt(GAME1, 2 + seed % 3, rng)
    while state.pending() and len(state.placed) < cards:
        seat = state.pending()[0]
        state.apply(seat, widest(state, seat, rng, 0.7))
    return state.placed


def followed(placed: list[int], unknown: set[int]) -> Layers:
    """The layers of these placements with some cards unknown, after all deductions."""
    layers = Layers()
    for number, placement in enumerate(placed):
        cards = ANY if number in unknown else 1 << (placement >> CARD)
        layers.lay(cards, placement & SPOT, tied=number > 1)
    assert layers.propagate() is None
    return layers


def names(cards: int) -> set[str]:
    return {NAMES[card] for card in range(1, 51) if cards >> card & 1}


def fits(texts: list[str]) -> bool:
    """Whether every card after the first two matches the cells that it covers."""
    for number in range(2, len(texts)):
        card = brute.laid(texts[number])
        if not brute.matches(brute.board(texts[:number]), texts[number][0], card):
            return False
    return True


@pytest.mark.parametrize("seed", range(12))
def test_one_unknown_card_can_be_what_fits_over_and_under_the_others(seed: int) -> None:
    placed = laid(seed, 9)
    for unknown in range(2, len(placed)):
        texts = [placement_text(placement) for placement in placed]
        others = {text.partition("@")[0] for n, text in enumerate(texts) if n != unknown}
        able = set()
        for name in set(NAMES[1:51]) - others:
            texts[unknown] = f"{name}@{texts[unknown].partition('@')[2]}"
            if fits(texts):
                able.add(name)
        layers = followed(placed, {unknown})
        assert names(layers.can_be[unknown]) == able
        for number, placement in enumerate(placed):
            if number != unknown:
                assert layers.can_be[number] == 1 << (placement >> CARD)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_unknown_the_true_card_is_never_ruled_out(seed: int) -> None:
    placed = laid(seed, 30)
    for share in (0.2, 0.5, 1.0):
        rng = Random(f"{seed} {share}")
        unknown = {number for number in range(len(placed)) if rng.random() < share}
        layers = followed(placed, unknown)
        for cards, placement in zip(layers.can_be, placed, strict=True):
            assert cards >> (placement >> CARD) & 1
        seen = brute.board(map(placement_text, placed))
        for letter, colour in zip("rygbp", range(5), strict=True):
            there = any(cell[0] == letter for cell in seen.values())
            assert layers.shows(colour) in (there, None)


@pytest.mark.parametrize("seed", range(6))
def test_what_could_be_laid_deep_is_bounded_from_both_sides(seed: int) -> None:
    placed = laid(seed, 10)
    texts = tuple(map(placement_text, placed))
    able = {name for name in NAMES[1:51] if brute.goes_somewhere(texts, name)}
    whole = followed(placed, set())
    assert names(whole.deep(sure=True)) == names(whole.deep(sure=False)) == able
    layers = followed(placed, {2, 5, 8})
    assert names(layers.deep(sure=True)) <= able <= names(layers.deep(sure=False))
