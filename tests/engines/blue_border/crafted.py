"""Hand-made positions that matches rarely reach, played to the end in both implementations."""

from collections import Counter
from collections.abc import Callable
from random import Random

from tests.engines.blue_border.at_table import Table, at
from tests.engines.blue_border.drivers import DRIVERS
from tests.engines.blue_border.twice import matches, play

SEEDS = 3  # continuations played from each position
ROW = "5 14 19 29 23 17"
REST = "field 28 / 21 / 30 / 22 · discards 31 32"


def shuffled_for_a_reward() -> Table:
    """The last card of the deck is taken as a reward."""
    text = f"A 6 · B 7 · {REST} · deck 26 12"
    return at(text, under=True, seats=2).play("A deck", "B call", "B reward deck")


def shuffled_for_the_refill_of_a_reward() -> Table:
    text = f"A 6 · B 7 · {REST} · deck 26 12"
    return at(text, under=True, seats=2).play("A deck", "B call", "B reward take 1")


def skipped_after_a_shuffle() -> Table:
    return at(f"A 6 · {REST} · deck 12", under=True, skips="BC").play("A pass -> 1")


def shuffled_at_g() -> Table:
    return at(f"A {ROW} · B 1 · {REST} · deck 8", under=True, seats=3).play("A deck")


def given_up_with_an_empty_deck() -> Table:
    text = f"A 6 · {REST} · deck 12"
    return at(text, under=True, moves=4, options={"limit": "5"}).play("A pass -> 1")


def won_with_the_last_move() -> Table:
    return at(f"A {ROW} · B 2 · deck 8", moves=4, options={"limit": "5"}).play("A deck").silent()


def nobody_to_call() -> Table:
    """Impossible in a real match: the only opponent must skip a turn and cannot call."""
    return at("A 6 · deck 12", seats=2, skips="B").play("A deck")


def called_wrongly_at_g() -> Table:
    """The card lost by the wrong call changes the final places."""
    return at(f"A {ROW} · B 1 2 · C 3 4 · deck 8").play("A deck", "B call")


def lapsed() -> Table:
    """A round ends while a seat still has to skip a turn."""
    options = {"rounds": "2", "limit": "30"}
    return at(f"A {ROW} · deck 8", skips="B", options=options).play("A deck").silent()


def exactly_bottoms() -> Table:
    return at("A 8 16 20 · B 1 · deck 25").play("A deck", "B call")


def called_back_from_g() -> Table:
    """A reward at G that does not fit is called."""
    table = at(f"A 6 · B {ROW} · deck 31 30").play("A deck", "B call", "B reward deck")
    return table.play("C call")


CRAFTED: tuple[Callable[[], Table], ...] = (
    shuffled_for_a_reward,
    shuffled_for_the_refill_of_a_reward,
    skipped_after_a_shuffle,
    shuffled_at_g,
    given_up_with_an_empty_deck,
    won_with_the_last_move,
    nobody_to_call,
    called_wrongly_at_g,
    lapsed,
    exactly_bottoms,
    called_back_from_g,
)


def play_on(crafted: Callable[[], Table], seed: int) -> Counter[str]:
    """Play from a position to the end; returns the rules used."""
    pair = crafted().pair
    play(pair, DRIVERS["takers"], Random(seed))
    return pair.naive.hits


def coverage(count: int) -> Counter[str]:
    """The rules used in `count` matches and in the hand-made positions."""
    total: Counter[str] = Counter()
    for hits in matches(count):
        total.update(hits)
    for crafted in CRAFTED:
        for seed in range(SEEDS):
            total.update(play_on(crafted, seed))
    return total
