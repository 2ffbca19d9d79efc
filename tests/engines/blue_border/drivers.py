"""Players of Blue Border that reach positions which random play rarely reaches.

They choose among move texts and may look at all cards of the naive position.
"""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from tests.engines.naive.blue_border import POINTS, NaiveBlueBorder, fits

Driver: TypeAlias = Callable[[NaiveBlueBorder, int, list[str], Random], str]


def at_random(rate: float) -> Driver:
    """Plays any legal move and calls with probability `rate`."""

    def choose(game: NaiveBlueBorder, seat: int, moves: list[str], rng: Random) -> str:
        if game.phase() == "call":
            return "call" if rng.random() < rate else "no"
        return rng.choice(moves)

    return choose


def taker(rate: float) -> Driver:
    """Never passes and always takes rewards, so that lines grow."""

    def choose(game: NaiveBlueBorder, seat: int, moves: list[str], rng: Random) -> str:
        if game.phase() == "call":
            return "call" if rng.random() < rate else "no"
        return rng.choice([move for move in moves if not move.startswith(("pass", "reward none"))]
                          or moves)  # fmt: skip

    return choose


def diver(honest: float, rash: float, short: float = 0.0) -> Driver:
    """Takes a card that fits, otherwise passes.

    `honest` is the probability of a right call, `rash` of a wrong call, `short` of a random move.
    """

    def choose(game: NaiveBlueBorder, seat: int, moves: list[str], rng: Random) -> str:
        if game.phase() == "call":
            assert game.placed_by is not None
            line = game.lines[game.placed_by]
            right = game._card_fits(line, len(line) - 1)
            return "call" if rng.random() < (rash if right else honest) else "no"
        good = [move for move in moves if fitting(game, seat, move)]
        if good and rng.random() >= short:
            return min(good, key=lambda move: worth(game, seat, move))
        idle = [move for move in moves if move.startswith(("pass", "reward none"))]
        return rng.choice(moves if rng.random() < short else idle)

    return choose


def card_of(game: NaiveBlueBorder, move: str) -> int:
    """The number of the card that a move places, 0 if it places none."""
    words = move.removeprefix("reward ").split()
    if words[0] == "deck":
        return game.deck[0]
    if words[0] == "take":
        return game.piles[int(words[1]) - 1][-1]
    return int(words[1]) if words[0] == "discard" else 0


def fitting(game: NaiveBlueBorder, seat: int, move: str) -> bool:
    line, card = game.lines[seat], card_of(game, move)
    if not card or len(line) == len(POINTS):
        return False
    before = line[-1] if line else None
    return fits(POINTS[len(line)], card, before, game._border(), game._bottoms())


def worth(game: NaiveBlueBorder, seat: int, move: str) -> int:
    """Distance of the placed card from a good card for this point; smaller is better."""
    wanted = (5, 12, 20, 27, 20, 12, 4)[len(game.lines[seat])]
    return abs(card_of(game, move) - wanted)


DRIVERS: dict[str, Driver] = {
    "few calls": at_random(0.03),
    "some calls": at_random(0.2),
    "many calls": at_random(0.6),
    "takers": taker(0.02),
    "takers who call": taker(0.3),
    "divers": diver(1.0, 0.02),
    "bold divers": diver(0.5, 0.1, 0.3),
    "rash divers": diver(0.9, 0.35, 0.05),
}
