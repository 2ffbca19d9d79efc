"""Players of Diamond Boxes that reach positions which random play never reaches."""

from random import Random
from typing import Any

from engines.api import CHANCE, Game
from engines.diamond_boxes.board import CARD, covered
from engines.diamond_boxes.position import BoxesPosition
from engines.diamond_boxes.state import ColourBoxes, OpenBoxes

SHARE = 0.7  # share of a careful player's placements that cover most cells


def widest(state: BoxesPosition, seat: int, rng: Random, share: float = 1.0) -> int:
    """A placement that covers most cells, or with probability 1 - `share` one or two fewer."""
    assert isinstance(state, OpenBoxes | ColourBoxes)
    moves = [move for move in state.legal_moves(seat) if isinstance(move, int) and move >> CARD]
    if not moves:
        return int(rng.choice(list(state.legal_moves(seat))))  # type: ignore[arg-type]
    counts = {move: covered(state.board.under(move)) for move in moves}
    best = max(counts.values())
    if rng.random() >= share:
        best = max([count for count in counts.values() if 0 < best - count < 3], default=best)
    return rng.choice([move for move in moves if counts[move] == best])


def dealt(game: Game[Any], seats: int, rng: Random) -> BoxesPosition:
    """A match after the deal."""
    state = game.start(game.options({}, seats), seats)
    while state.pending() == (CHANCE,):
        state.apply(CHANCE, game.shuffle(state, rng))
    assert isinstance(state, BoxesPosition)
    return state


def late(game: Game[Any], cards: int, hand: int, seed: int = 0) -> BoxesPosition:
    """A position with at least `cards` on the board and `hand` in the hand of the seat to move."""
    for number in range(seed, seed + 500):
        rng = Random(number)
        state = dealt(game, 2 + number % 3, rng)
        while state.pending():
            seat = state.pending()[0]
            many = len(state.placed) >= cards and len(state.hands[seat]) >= hand
            if many and state.phase() == "play":
                return state
            state.apply(seat, widest(state, seat, rng, SHARE))
    raise LookupError("no such position was met")
