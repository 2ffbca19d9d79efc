"""Every legal move of the naive Diam's, found by trying subsets."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache

from tests.engines.naive.diams_cards import (
    KINDS,
    LETTERS,
    SPECIALS,
    count_quality,
    diamonds_of,
    groups_text,
    in_order,
    is_pure,
    quality,
)


def subsets(cards: list[str], smallest: int) -> Iterator[list[str]]:
    for size in range(smallest, len(cards) + 1):
        for chosen in itertools.combinations(cards, size):
            yield list(chosen)


def sum_texts(market: list[str], total: int) -> frozenset[str]:
    """Every set of market diamonds with a given sum, as text."""
    return _sum_texts(tuple(in_order(market)), total)


@lru_cache(maxsize=64)
def _sum_texts(cards: tuple[str, ...], total: int) -> frozenset[str]:
    """Add the sets; stops early if the sum is too large."""
    found: set[str] = set()
    worth = [quality(card) for card in cards]

    def extend(taken: tuple[str, ...], start: int, rest: int) -> None:
        if rest == 0 and len(taken) >= 2:  # DI-Q6
            found.add("+".join(taken))
        for place in range(start, len(cards)):
            if worth[place] > rest:
                break
            extend((*taken, cards[place]), place + 1, rest - worth[place])

    extend((), 0, total)
    return frozenset(found)


def market_texts(hand: list[str], market: list[str]) -> set[str]:
    texts: set[str] = set()
    for card in diamonds_of(hand):  # DI-Q8
        texts.add(f"market {card} = -")
        if count_quality(market, quality(card)) >= 1:  # DI-Q5
            texts.add(f"market {card}")
        for taken in sum_texts(market, quality(card)):
            texts.add(f"market {card} = {taken}")
    return texts


def vault_texts(hand: list[str], vault: list[str]) -> set[str]:
    texts: set[str] = set()
    for chosen in subsets(diamonds_of(hand), 3):
        qualities = {quality(card) for card in chosen}
        new = {q for q in qualities if count_quality(chosen, q) >= 3}  # DI-Q17, DI-Q33
        rest = qualities - new
        if new and all(count_quality(vault, q) >= 1 for q in rest):  # DI-Q16
            texts.add("vault " + groups_text(chosen))
    return texts


def special_texts(
    hand: list[str], vault: list[str], market: list[str], opponents: list[int]
) -> set[str]:
    texts: set[str] = set()
    for special in SPECIALS:
        if special in hand:
            for opponent in opponents:
                for card in diamonds_of(hand):
                    texts.add(f"force {LETTERS[opponent]} {card} using {special}")
    if "CV" in hand:
        for chosen in subsets(diamonds_of(hand), 1):
            if all(count_quality(vault, quality(card)) >= 1 for card in chosen):  # DI-Q15
                texts.add("convoy " + groups_text(chosen))
    if "CR" in hand:
        for opponent in opponents:
            for kind in KINDS:  # DI-Q9: also those that must fail
                texts.add(f"crack {LETTERS[opponent]} {kind}")
    if "MG" in hand:
        for card in market:
            texts.add("magic " + card)
    return texts


def pass_texts(hand: list[str]) -> set[str]:
    return set() if diamonds_of(hand) else {"pass"}  # DI-Q9


def discard_texts(hand: list[str]) -> set[str]:
    chosen = itertools.combinations(in_order(hand), len(hand) - 5)
    return {"discard " + " ".join(cards) for cards in chosen}


def matching(vault: list[str], named: str) -> list[str]:
    """The diamonds that the victim may give: DI-R10, DI-Q11."""
    if is_pure(named):
        return [card for card in vault if card == named]
    return [card for card in vault if quality(card) == quality(named)]
