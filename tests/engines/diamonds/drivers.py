"""Players of Diamonds that reach positions which random play rarely reaches."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from tests.engines.naive.diamonds import NaiveDiamonds, rank

Driver: TypeAlias = Callable[[NaiveDiamonds, list[str], Random], str]


def uniform(game: NaiveDiamonds, moves: list[str], rng: Random) -> str:
    return rng.choice(moves)


def strong(game: NaiveDiamonds, moves: list[str], rng: Random) -> str:
    """Seat A plays its highest card and the others their lowest, so that A takes every trick."""
    if game.phase() != "play":
        return rng.choice(moves)
    taker = game.pending()[0] == 0
    return max(moves, key=rank) if taker else min(moves, key=rank)


def short(game: NaiveDiamonds, moves: list[str], rng: Random) -> str:
    """Passes cards of one suit and plays clubs first."""
    if game.phase() == "announce":
        return "announce 3"
    if game.phase() == "pass":
        return max(moves, key=lambda move: len({card[0] for card in move.split()[1:]}) == 1)
    clubs = [card for card in moves if card[0] == "C"]
    return rng.choice(clubs or moves)


def spades(game: NaiveDiamonds, moves: list[str], rng: Random) -> str:
    """Plays spades first, which empties the showrooms."""
    if game.phase() != "play":
        return rng.choice(moves)
    return rng.choice([card for card in moves if card[0] == "S"] or moves)


DRIVERS: dict[str, Driver] = {
    "uniform": uniform,
    "strong": strong,
    "short": short,
    "spades": spades,
}
